"""The test statistic of Theorem 1: the likelihood ratio at the estimated mean, which is the length of the output.

Main results: the estimate is the output itself, the test goes by the length alone, the laws of the length.
Source: section 3.2, eq. 6; the proof of Theorem 1, eqs. 11 to 17.

Vectors are written in two coordinates (densities factor, so more coordinates add alike terms).
"""

from dplemma.formulas import gaussian, glrt
from dplemma.lang.words import *

c, d, k, lam, mu, q, s, t, x, y, z = variables("c d k lam mu q s t x y z")
Delta, sigma, y_1, y_2, v_1, v_2 = variables("Delta sigma y_1 y_2 v_1 v_2")

DIMENSION = Interval.integers(1, oo)
PLANE = {"y_1": REAL, "y_2": REAL, "sigma": POSITIVE}
squared_length = y_1**2 + y_2**2


def likelihood(mean_1, mean_2):
    """Density of y at this mean, without the factor that cancels."""
    return exp(-((y_1 - mean_1) ** 2 + (y_2 - mean_2) ** 2) / (2 * sigma**2))


def outside(mean):
    """P(|y| > c) in one dimension, from the density."""
    density = phi((z - mean) / sigma) / sigma
    return Integral(density, (z, c, oo)) + Integral(density, (z, -oo, -c))


def outside_in_space(mean):
    """P(||y|| > c) for d = 3: one coordinate along the mean; the other two exceed s with chance e^(-s^2/(2 sigma^2))."""
    density = phi((z - mean) / sigma) / sigma
    return outside(mean) + Integral(density * exp(-(c**2 - z**2) / (2 * sigma**2)), (z, -c, c))


on_the_sphere = exp((2 * Delta * sqrt(squared_length) - Delta**2) / (2 * sigma**2))
magnitude_only = Claim(
    id="glrt/magnitude-only",
    where="eq. 6 and text", kind="equivalence", tier="prose",
    states="The GLRT classifies y by magnitude alone.",
    reading="The ratio eq. 6 exceeds a level k if and only if the length exceeds a threshold: for an unknown mean, where "
    "the ratio is e^(|y|^2/(2 sigma^2)), and for a mean of the known length Delta, where the likeliest is Delta y/|y| and "
    "the ratio is e^((2 Delta |y| - Delta^2)/(2 sigma^2)), since the product of y and a mean v of this length is at most "
    "Delta |y| (Lagrange's identity).",
    holds=All(
        Iff(Rel(1 / likelihood(0, 0), ">", k), Rel(squared_length, ">", 2 * sigma**2 * log(k))),
        Iff(Rel(on_the_sphere, ">", k), Rel(sqrt(squared_length), ">", (2 * sigma**2 * log(k) + Delta**2) / (2 * Delta))),
        Rel((y_1 * v_1 + y_2 * v_2) ** 2, "=", squared_length * (v_1**2 + v_2**2) - (y_1 * v_2 - y_2 * v_1) ** 2),
    ),
    on=Region(k=POSITIVE, Delta=POSITIVE, v_1=REAL, v_2=REAL, **PLANE),
)  # fmt: skip

glrt_weaker_than_npo = Claim(
    id="glrt/glrt-weaker-than-npo",
    where="Section 3.2, effect 1; Figures 2, 6, 9", kind="ordering", tier="prose",
    states="The GLRT relaxation amplifies privacy: its ROC lies below the NPO ROC at the same Delta/sigma.",
    reading="For every mu and every dimension, the lemma of Neyman and Pearson: of the outputs that the length test adds to "
    "those of the NPO test, y <= c along the mean, none has a larger likelihood ratio than there is at the threshold c, and "
    "none that it leaves out has a smaller one; so at one level it has no larger power. Strictly less for d = 1, the "
    "strongest length test (d-1-worst-case), at the thresholds q from 1/12 to 7/2, so at the levels x = 2 Q(q) from 0.0005 "
    "to 0.93, and the indices k from 1/10 to 5.",
    holds=All(
        Implies(Rel(y, "<=", c), Rel(phi(y - mu) / phi(y), "<=", phi(c - mu) / phi(c))),
        Implies(Rel(y, ">", c), Rel(phi(y - mu) / phi(y), ">", phi(c - mu) / phi(c))),
        Rel(Q(q - k) + Q(q + k), "<", gaussian.roc(Held(2 * Q(q)), k)),
    ),
    on=Region(y=REAL, c=REAL, mu=POSITIVE, q=Interval("1/12", "7/2"), k=Interval("1/10", 5)),
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip

is_estimate = All(Rel(v_1, "=", y_1), Rel(v_2, "=", y_2))
is_other = Rel((y_1 - v_1) ** 2 + (y_2 - v_2) ** 2, ">", 0)
mle = Claim(
    id="glrt/mle",
    where="Theorem 1 proof", kind="proof-step", tier="prose",
    states="The maximum likelihood estimate nu* is y.",
    reading="nu is any vector, as in eq. 4: y is the only one of greatest likelihood. (Of the vectors no longer than Delta "
    "it is y if ||y|| <= Delta, else Delta y/||y||; the test is the same, see magnitude-only.)",
    holds=All(
        Implies(is_estimate, Rel(likelihood(v_1, v_2), "=", 1)),
        Implies(is_other, Rel(likelihood(v_1, v_2), "<", 1)),
    ),
    on=Region(v_1=REAL, v_2=REAL, **PLANE),
)  # fmt: skip

at_mean, at_estimate = likelihood(v_1, v_2) / likelihood(0, 0), 1 / likelihood(0, 0)
eq_12 = Claim(
    id="glrt/eq-12",
    where="Theorem 1 proof, eq. 12", kind="identity",
    states="exp(-||y-v||^2/(2 sigma^2))/exp(-||y||^2/(2 sigma^2)) = 1/exp(-||y||^2/(2 sigma^2)).",
    reading="v is the estimate nu* = y, whose star is lost in the text: eq. 11 has it. The equation holds for this v and no "
    "other.",
    holds=All(Implies(is_estimate, Rel(at_mean, "=", at_estimate)), Implies(is_other, Rel(at_mean, "<", at_estimate))),
    on=Region(v_1=REAL, v_2=REAL, **PLANE),
    as_extracted=Extracted(
        Rel(at_mean, "=", at_estimate),
        why="Without the star, v is any mean, and the left side is smaller unless v = y.",
    ),
)  # fmt: skip

eq_13 = Claim(
    id="glrt/eq-13",
    where="Theorem 1 proof, eq. 13", kind="proof-step",
    states="Taking logs and collecting known terms the test statistic is T(y) = ||y||_2^2 compared with c^2 >= 0.",
    reading="The logarithm of eq. 12 is ||y||^2/(2 sigma^2); sigma is known. It exceeds the level c^2/(2 sigma^2) if and only if "
    "||y||^2 > c^2; a negative level would always be exceeded.",
    holds=All(
        Rel(log(1 / likelihood(0, 0)), "=", squared_length / (2 * sigma**2)),
        Iff(Rel(1 / likelihood(0, 0), ">", exp(c**2 / (2 * sigma**2))), Rel(squared_length, ">", c**2)),
        Rel(squared_length / (2 * sigma**2), ">=", 0),
    ),
    on=Region(c=NONNEGATIVE, **PLANE),
)  # fmt: skip

LAWS = Region(c=POSITIVE, sigma=POSITIVE, Delta=POSITIVE)
eq_14_15 = Claim(
    id="glrt/eq-14-15",
    where="Theorem 1 proof, eqs. 14-15", kind="definition",
    states="P_f = Pr(||y||^2 > c^2 | H0), P_d = Pr(||y||^2 > c^2 | H1).",
    reading="In every dimension, by the laws of the squared length over sigma^2 (null-distribution, alternative-distribution; "
    "lam is Delta^2/sigma^2, t is c^2/sigma^2): P_f and P_d are chances, fall as the threshold rises, and P_d is the larger one. "
    "For d = 1 they come from the normal densities, and as c runs from 0 to oo the false positive rate runs from 1 to 0; each "
    "level is reached.",
    holds=Obligations(
        codomain=Member((2 * Q(c / sigma), Q((c - Delta) / sigma) + Q((c + Delta) / sigma)), (UNIT, UNIT)),
        false_alarm=Rel(outside(0), "=", 2 * Q(c / sigma)),
        detection=Rel(outside(Delta), "=", Q((c - Delta) / sigma) + Q((c + Delta) / sigma)),
        every_level=All(
            Monotone(2 * Q(c / sigma), c, "decreasing"), Limit(2 * Q(c / sigma), c, 0, 1), Limit(2 * Q(c / sigma), c, oo, 0),
        ),
        detects=Rel(2 * Q(c / sigma), "<", Q((c - Delta) / sigma) + Q((c + Delta) / sigma)),
        in_every_dimension=All(
            Member((Chi2SF(t, d), NCChi2SF(t, d, lam)), (UNIT, UNIT)),
            Monotone(Chi2SF(t, d), t, "decreasing"),
            Monotone(NCChi2SF(t, d, lam), t, "decreasing"),
            Rel(Chi2SF(t, d), "<", NCChi2SF(t, d, lam)),
        ),
    ),
    on=Region(c=POSITIVE, sigma=POSITIVE, Delta=POSITIVE, t=POSITIVE, d=DIMENSION, lam=POSITIVE),
)  # fmt: skip

NULL_READING = (
    "T is the squared length and follows sigma^2 times chi-square. From the normal densities for d = 1 and d = 3; two more "
    "coordinates, whose squared length over sigma^2 exceeds s with chance e^(-s/2), lead from d to d + 2. It is the distribution "
    "of the squared magnitude, as T is; the text says magnitude."
)
null_distribution = Claim(
    id="glrt/null-distribution",
    where="Theorem 1 proof", kind="proof-step", tier="prose",
    states="Under H0 T(y) is central chi-squared with d degrees of freedom and scale sigma^2, as the distribution of the "
    "magnitude of a draw from N(0,sigma^2 I).",
    reading=NULL_READING,
    holds=All(
        Rel(outside(0), "=", Chi2SF((c / sigma) ** 2, 1)),
        Rel(outside_in_space(0), "=", Chi2SF((c / sigma) ** 2, 3)),
        Rel(exp(-(c**2) / (2 * sigma**2)), "=", Chi2SF((c / sigma) ** 2, 2)),
        Rel(diff(2 * exp(t / 2) * NCChi2PDF(t, d + 2, 0), t), "=", exp(t / 2) * NCChi2PDF(t, d, 0)),
    ),
    on=Region(c=POSITIVE, sigma=POSITIVE, t=POSITIVE, d=DIMENSION),
    as_extracted=Extracted(
        Rel(outside(0), "=", Chi2SF(c / sigma**2, 1)), on=Region(c=POSITIVE, sigma=POSITIVE),
        why="It is the squared magnitude that is chi-square; the magnitude itself is not.",
    ),
)  # fmt: skip

alternative_distribution = Claim(
    id="glrt/alternative-distribution",
    where="Theorem 1 proof", kind="proof-step", tier="prose",
    states="Under H1 T(y) is noncentral chi-squared with d degrees of freedom, scale sigma^2 and noncentrality Delta^2/sigma^2.",
    reading="From the normal densities for d = 1 and d = 3, the first coordinate along the mean, whose length is Delta (the "
    "worst case of ||nu|| <= Delta). For general d it is the definition of that law.",
    holds=All(
        Rel(outside(Delta), "=", NCChi2SF((c / sigma) ** 2, 1, (Delta / sigma) ** 2)),
        Rel(outside_in_space(Delta), "=", NCChi2SF((c / sigma) ** 2, 3, (Delta / sigma) ** 2)),
    ),
    on=LAWS,
)  # fmt: skip

eq_16 = Claim(
    id="glrt/eq-16",
    where="Theorem 1 proof, eq. 16", kind="equivalence",
    states="P_f = Psi_{chi2_d(0,sigma^2)}(c^2) iff c^2 = Psi^{-1}_{chi2_d(0,sigma^2)}(P_f).",
    reading="x is P_f; s is c^2/sigma^2, so that Psi of the law with scale sigma^2 at c^2 is Chi2SF(s, d).",
    holds=Iff(Rel(x, "=", Chi2SF(s, d)), Rel(s, "=", Chi2SFInv(x, d))),
    on=Region(x=UNIT, s=POSITIVE, d=DIMENSION),
)  # fmt: skip

eq_17 = Claim(
    id="glrt/eq-17",
    where="Theorem 1 proof, eq. 17", kind="proof-step",
    states="Substituting c^2 gives R(x) = Psi_{chi2_d(Delta^2/sigma^2,sigma^2)}(Psi^{-1}_{chi2_d(0,sigma^2)}(x)).",
    reading="With c^2 = sigma^2 Chi2SFInv(x, d), the inverse at scale sigma^2, the false positive rate is x and the power R(x).",
    holds=All(
        Rel(Chi2SF(Held(sigma**2 * Chi2SFInv(x, d)) / sigma**2, d), "=", x),
        Rel(NCChi2SF(Held(sigma**2 * Chi2SFInv(x, d)) / sigma**2, d, Delta**2 / sigma**2), "=", glrt.roc(x, d, Delta / sigma)),
    ),
    on=Region(x=UNIT, d=DIMENSION, Delta=POSITIVE, sigma=POSITIVE),
)  # fmt: skip
