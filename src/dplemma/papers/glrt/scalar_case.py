"""The scalar case: the closed form of R and its proof, and what it depends on.

Main results: eqs. 19 to 28, the steps of the proof of Corollary 1.
Source: section 4.1, Corollary 1 and the text after it.
"""

from sympy import erf, erfc

from dplemma.formulas import gaussian, glrt
from dplemma.lang.words import *

a, b, c, d, k, t, w, x, z = variables("a b c d k t w x z")
Delta, sigma = variables("Delta sigma")

DIMENSION = Interval.integers(1, oo)
NULL = Region(c=POSITIVE, sigma=POSITIVE)
SCALES = Region(c=POSITIVE, Delta=POSITIVE, sigma=POSITIVE)
LEVELS = Region(x=UNIT, Delta=POSITIVE, sigma=POSITIVE)


def tail(threshold, mean):
    """P(y > threshold) for y of N(mean, sigma^2), from the density."""
    return Integral(phi((z - mean) / sigma) / sigma, (z, threshold, oo))


def two_tails(threshold, mean):
    """P(|y| > threshold)."""
    return tail(threshold, mean) + 1 - tail(-threshold, mean)


eq_19 = Claim(
    id="glrt/eq-19",
    where="Corollary 1, eq. 19", kind="identity",
    states="NPO ROC curve: Q(Q^{-1}(x) - Delta/sigma).",
    reading="At the threshold c of any sign, rates from the densities of N(0, sigma^2) and N(Delta, sigma^2).",
    holds=All(
        Rel(tail(c, Delta), "=", Q(QInv(tail(c, 0)) - Delta / sigma)),
        Rel(Q(QInv(x) - Delta / sigma), "=", gaussian.roc(x, Delta / sigma)),
    ),
    on=Region(c=REAL, x=UNIT, Delta=POSITIVE, sigma=POSITIVE),
    assumes=("neyman-pearson",),
)  # fmt: skip

# gamma(1/2, z) over Gamma(1/2) = sqrt(pi): with t = w^2 the integral of t^(-1/2) e^-t is that of 2 e^(-w^2)
lower_gamma = Integral(2 * exp(-(w**2)), (w, 0, sqrt(c**2 / (2 * sigma**2))))
by_gamma = 1 - lower_gamma / sqrt(pi)
by_erf = 1 - sqrt(pi) * erf(sqrt(c**2 / (2 * sigma**2))) / sqrt(pi)
eq_20 = Claim(
    id="glrt/eq-20",
    where="Corollary 1 proof, eq. 20", kind="identity",
    states="1 - gamma(1/2, c^2/(2 sigma^2))/Gamma(1/2) = 1 - sqrt(pi) erf(sqrt(c^2/(2 sigma^2)))/sqrt(pi).",
    reading="gamma(1/2, s) is the integral of t^(-1/2) e^-t from 0 to s, with t = w^2 that of 2 e^(-w^2) from 0 to sqrt(s); "
    "Gamma(1/2) is sqrt(pi), the same integral up to oo. Both sides are the survival function of chi-square with one degree "
    "of freedom.",
    holds=All(
        Rel(by_gamma, "=", by_erf),
        Rel(Integral(2 * exp(-(w**2)), (w, 0, oo)), "=", sqrt(pi)),
        Rel(by_erf, "=", Chi2SF((c / sigma) ** 2, 1)),
    ),
    on=NULL,
)  # fmt: skip

eq_21 = Claim(
    id="glrt/eq-21",
    where="Corollary 1 proof, eq. 21", kind="identity",
    states="... = erfc(c/(sqrt(2) sigma)).",
    reading="From both sides of eq. 20, and from the normal density.",
    holds=Chain(two_tails(c, 0), "=", by_gamma, "=", by_erf, "=", erfc(c / (sqrt(2) * sigma))),
    on=NULL,
)  # fmt: skip

eq_22 = Claim(
    id="glrt/eq-22",
    where="Corollary 1 proof, eq. 22", kind="identity",
    states="Q(k) = (1/2) erfc(k/sqrt(2)).",
    reading="Q(k) is the integral of the standard normal density from k to oo.",
    holds=Chain(Integral(phi(z), (z, k, oo)), "=", Q(k), "=", erfc(k / sqrt(2)) / 2),
    on=Region(k=REAL),
)  # fmt: skip

corollary_1_threshold = Claim(
    id="glrt/corollary-1/proof-threshold",
    where="Corollary 1 proof", kind="proof-step",
    states="Eq. 20 equals 2 Q(c/sigma), hence c = sigma Q^{-1}(x/2).",
    reading="x is the false positive rate, the value of eq. 20.",
    holds=All(
        Rel(by_erf, "=", 2 * Q(c / sigma)),
        Iff(Rel(x, "=", 2 * Q(c / sigma)), Rel(c, "=", sigma * QInv(x / 2))),
    ),
    on=Region(x=UNIT, c=POSITIVE, sigma=POSITIVE),
)  # fmt: skip

eq_23_24 = Claim(
    id="glrt/eq-23-24",
    where="Corollary 1 proof, eqs. 23-24", kind="identity",
    states="Under the alternative the survival function is the Marcum Q-function Q_{1/2}(sqrt(Delta^2/sigma^2), "
    "sqrt(c^2/sigma^2)) = Q_{1/2}(Delta/sigma, c/sigma).",
    reading="The survival function of y^2 at c^2, from the density of N(Delta, sigma^2).",
    holds=All(
        Rel(two_tails(c, Delta), "=", MarcumQHalf(Delta / sigma, c / sigma)),
        Rel(NCChi2SF((c / sigma) ** 2, 1, (Delta / sigma) ** 2), "=", MarcumQHalf(Delta / sigma, c / sigma)),
        Rel(MarcumQHalf(sqrt(Delta**2 / sigma**2), sqrt(c**2 / sigma**2)), "=", MarcumQHalf(Delta / sigma, c / sigma)),
    ),
    on=SCALES,
)  # fmt: skip

eq_25_26 = Claim(
    id="glrt/eq-25-26",
    where="Corollary 1 proof, eqs. 25-26", kind="proof-step",
    states="Substituting c: Q_{1/2}(Delta/sigma, sigma Q^{-1}(x/2)/sigma) = Q_{1/2}(Delta/sigma, Q^{-1}(x/2)).",
    reading="Both are the power at the threshold c = sigma Q^{-1}(x/2), which is positive: from the density on the left.",
    holds=Chain(
        two_tails(sigma * QInv(x / 2), Delta), "=", MarcumQHalf(Delta / sigma, Held(sigma * QInv(x / 2)) / sigma), "=",
        MarcumQHalf(Delta / sigma, QInv(x / 2)),
    ),
    on=LEVELS,
)  # fmt: skip

eq_27 = Claim(
    id="glrt/eq-27",
    where="Corollary 1 proof, eq. 27", kind="identity",
    states="Q_{1/2}(a,b) = (1/2)(erfc((b-a)/sqrt2) + erfc((b+a)/sqrt2)) = Q(b-a)+Q(a+b).",
    reading="Q_{1/2}(a, b) is the integral from b to oo of z (z/a)^(-1/2) e^(-(z^2 + a^2)/2) I_{-1/2}(a z), where the "
    "Bessel function I_{-1/2}(s) is sqrt(2/(pi s)) cosh(s).",
    holds=Chain(
        Integral(sqrt(2 / pi) * exp(-(z**2 + a**2) / 2) * (exp(a * z) + exp(-a * z)) / 2, (z, b, oo)), "=",
        (erfc((b - a) / sqrt(2)) + erfc((b + a) / sqrt(2))) / 2, "=", Q(b - a) + Q(a + b), "=", MarcumQHalf(a, b),
    ),
    on=Region(a=POSITIVE, b=NONNEGATIVE),
)  # fmt: skip

eq_28 = Claim(
    id="glrt/eq-28",
    where="Corollary 1 proof, eq. 28", kind="proof-step",
    states="Substitution gives Q(Q^{-1}(x/2)-Delta/sigma) + Q(Q^{-1}(x/2)+Delta/sigma).",
    reading="The arguments of eq. 26 in eq. 27; on the left the power at the threshold of level x from the density.",
    holds=Chain(
        two_tails(sigma * QInv(x / 2), Delta), "=", MarcumQHalf(Delta / sigma, QInv(x / 2)), "=",
        Q(QInv(x / 2) - Delta / sigma) + Q(QInv(x / 2) + Delta / sigma),
    ),
    on=LEVELS,
)  # fmt: skip

r_prime_no_closed_form = Claim(
    id="glrt/r-prime-no-closed-form",
    where="Text after Corollary 1", kind="definition", tier="prose",
    states="R'(x) has no closed-form expression for any d.",
    not_formalised="That no closed form exists depends on the functions that are allowed in one, which the paper does not say: "
    "with the noncentral quantile function eq. 10 is a closed form, as eq. 18 is one with Q^{-1}.",
)  # fmt: skip

roc_depends_on_ratio = Claim(
    id="glrt/roc-depends-on-ratio",
    where="Text after Corollary 1", kind="identity", tier="prose",
    states="For given d the ROC curves depend only on Delta/sigma.",
    reading="R and R' at the thresholds c^2 of the laws with scale sigma^2, in any dimension, in terms of Delta/sigma; and "
    "for d = 1 from the densities: Delta, sigma and c multiplied by k give the same rates.",
    holds=All(
        Rel(NCChi2SF(c**2 / sigma**2, d, Delta**2 / sigma**2), "=", glrt.roc(Held(Chi2SF(c**2 / sigma**2, d)), d, Delta / sigma)),
        Rel(
            Chi2CDF(c**2 / sigma**2, d), "=",
            glrt.roc_reversed(Held(NCChi2CDF(c**2 / sigma**2, d, Delta**2 / sigma**2)), d, Delta / sigma),
        ),
        Rel(Integral(phi((z - k * Delta) / (k * sigma)) / (k * sigma), (z, k * c, oo)), "=", tail(c, Delta)),
    ),
    on=Region(d=DIMENSION, k=POSITIVE, c=POSITIVE, Delta=POSITIVE, sigma=POSITIVE),
)  # fmt: skip
