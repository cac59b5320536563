"""The limit of high dimension, step by step: moments, laws, rates, and how far Figure 5 is from it.

Main results: eqs. 38 to 42 and 47, 48 (the root of eq. 42 mended); mu falls with the root of the dimension.
Source: section 4.4, Theorem 3, its proof and the text after it.

Laws converge if the logarithms of their moment generating functions do (Curtiss): that of the standardised chi-square law, with
w = sqrt(2/d) -> 0, is written out. lambda = N Delta^2/sigma^2, psi = lambda/d, mu = psi sqrt(d/2), beta = sigma^2/N.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

a, c, d, h, k, ell, m, s, t, w, x, z, N = variables("a c d h k ell m s t w x z N")
beta, Delta, lam, mu, psi, sigma = variables("beta Delta lam mu psi sigma")

DIMENSION = Interval.integers(1, oo)
quantile = QInv(x)
snr = N * Delta**2 / sigma**2
square = (z + m) ** 2

# log E e^(s T) for T = (X - d)/sqrt(2d), X chi-square with d = 2/w^2 degrees of freedom, and for the noncentral law
central_log = -s / w - log(1 - s * w) / w**2
part = s * w / (2 * sqrt(1 + 2 * psi))
noncentral_log = 2 / w**2 * (-part * (1 + psi) + psi * part / (1 - 2 * part) - log(1 - 2 * part) / 2)


def mean_of(value):
    """Expectation under a standard normal z."""
    return Integral(value * phi(z), (z, -oo, oo))


def theorem_3_curve(index, ratio):
    """Eq. 35 with its root over d (see eq-35), in terms of mu and psi."""
    return Q((quantile - index) / sqrt(2 * ratio + 1))


convergence = Claim(
    id="glrt/theorem-3/convergence",
    where="Theorem 3, statement", kind="limit",
    states="For d >> 1, Delta/sigma << 1: as N -> inf the ROC curves converge to eq. 35.",
    reading="The regime is d -> oo with mu = lambda/sqrt(2d) fixed, where N -> oo and psi -> 0. By the central limit "
    "theorem R and R' differ from the curves of the normal laws of eqs. 38 and 39 by amounts that vanish; of these R is eq. "
    "35 (with its root over d) and R' differs from it by an amount that vanishes. (For fixed d eq. 35 tends to 1 as "
    "N -> oo, as R does.)",
    holds=All(
        Rel(
            Q((quantile * beta * sqrt(2 * d) - beta * lam) / (beta * sqrt(2 * d + 4 * lam))), "=",
            theorem_3_curve(lam / sqrt(2 * d), lam / d),
        ),
        Limit(Q(sqrt(2 * psi + 1) * quantile - mu) - theorem_3_curve(mu, psi), psi, 0, 0),
        Limit(theorem_3_curve(lam / sqrt(2 * d), lam / d), lam, oo, 1),
    ),
    on=Region(x=UNIT, mu=POSITIVE, d=DIMENSION, lam=POSITIVE, beta=POSITIVE),
    assumes=("chi-square-central-limit",),
)  # fmt: skip

moments = Claim(
    id="glrt/theorem-3/moments",
    where="Theorem 3 proof", kind="identity",
    states="Central chi2_d has mean d, variance 2d; noncentral has mean d+lambda, variance 2d+4 lambda.",
    reading="One squared coordinate (z + m)^2 has the mean 1 + m^2 and the variance 2 + 4 m^2; of independent coordinates "
    "means and variances add, and lambda is the sum of the m^2: the step from (k, ell) to (k + 1, ell + m^2). Central: m = 0.",
    holds=All(
        Rel(mean_of(square), "=", 1 + m**2),
        Rel(mean_of((square - 1 - m**2) ** 2), "=", 2 + 4 * m**2),
        Rel(k + ell + Held(1 + m**2), "=", (k + 1) + (ell + m**2)),
        Rel(2 * k + 4 * ell + Held(2 + 4 * m**2), "=", 2 * (k + 1) + 4 * (ell + m**2)),
    ),
    on=Region(m=REAL, k=DIMENSION, ell=NONNEGATIVE),
)  # fmt: skip

CENTRAL_LAW = "The moment generating function of one squared coordinate is 1/sqrt(1 - 2h); d coordinates have its d-th power."
eq_38 = Claim(
    id="glrt/eq-38",
    where="Theorem 3 proof, eq. 38", kind="limit",
    states="chi2_d(0,beta) -> N(beta d, 2 beta^2 d) in distribution, beta = sigma^2/N (under the CLT).",
    reading=f"As d -> oo, standardised: (X - beta d)/(beta sqrt(2d)) tends to N(0, 1). {CENTRAL_LAW} With h = s/sqrt(2d), w = "
    "sqrt(2/d), the logarithm of that of the standardised law tends to s^2/2, which is that of N(0, 1). That the laws then tend "
    "to it, too, is chi-square-central-limit.",
    holds=All(
        Rel(mean_of(exp(h * z**2)), "=", 1 / sqrt(1 - 2 * h)),
        Limit(central_log, w, 0, s**2 / 2),
    ),
    on=Region(s=REAL, h=Interval.open(-1, "1/2")),
    assumes=("chi-square-central-limit",),
)  # fmt: skip

eq_39 = Claim(
    id="glrt/eq-39",
    where="Theorem 3 proof, eq. 39", kind="limit",
    states="chi2_d(lambda,beta) -> N(beta(d+lambda), beta^2(2d+4 lambda)) in distribution.",
    reading="As eq-38, for any fixed psi = lambda/d: one squared coordinate of mean m has the moment generating function "
    "e^(m^2 h/(1 - 2h))/sqrt(1 - 2h), and lambda is the sum of the m^2.",
    holds=All(
        Rel(mean_of(exp(h * square)), "=", exp(m**2 * h / (1 - 2 * h)) / sqrt(1 - 2 * h)),
        Limit(noncentral_log, w, 0, s**2 / 2),
    ),
    on=Region(s=REAL, psi=NONNEGATIVE, m=REAL, h=Interval.open(-1, "1/2")),
    assumes=("chi-square-central-limit",),
)  # fmt: skip

threshold = quantile * beta * sqrt(2 * d) + beta * d
eq_40 = Claim(
    id="glrt/eq-40",
    where="Theorem 3 proof, eq. 40", kind="proof-step",
    states="P_f = Q((c - beta d)/(beta sqrt(2d))) implies c = Q^{-1}(x) beta sqrt(2d) + beta d.",
    reading="x is P_f, the chance that N(beta d, 2 beta^2 d) exceeds c (which is c^2 in eq. 16).",
    holds=All(
        Rel(
            Integral(phi((z - beta * d) / (beta * sqrt(2 * d))) / (beta * sqrt(2 * d)), (z, c, oo)), "=",
            Q((c - beta * d) / (beta * sqrt(2 * d))),
        ),
        Iff(Rel(x, "=", Q((c - beta * d) / (beta * sqrt(2 * d)))), Rel(c, "=", threshold)),
    ),
    on=Region(x=UNIT, c=REAL, d=DIMENSION, beta=POSITIVE),
)  # fmt: skip

spread = beta * sqrt(2 * d + 4 * lam)
eq_41 = Claim(
    id="glrt/eq-41",
    where="Theorem 3 proof, eq. 41", kind="proof-step",
    states="P_d = Q((c - beta(d+lambda))/(beta sqrt(2d+4 lambda))).",
    reading="The chance that the law of eq. 39 exceeds c.",
    lhs=Integral(phi((z - beta * (d + lam)) / spread) / spread, (z, c, oo)), rel="=", rhs=Q((c - beta * (d + lam)) / spread),
    on=Region(c=REAL, d=DIMENSION, lam=POSITIVE, beta=POSITIVE),
)  # fmt: skip

numerator = quantile * beta * sqrt(2 * d) + beta * d - beta * d - beta * lam
at_threshold = Q((threshold - beta * (d + lam)) / spread)
eq_42 = Claim(
    id="glrt/eq-42",
    where="Theorem 3 proof, eq. 42", kind="proof-step",
    states="R(x) = Q( (Q^{-1}(x) beta sqrt(2d) + beta d - beta d - beta lambda)/(beta sqrt(2d) + 4 lambda) ).",
    reading="The root covers 2d + 4 lambda, as in eqs. 41 and 43; its bar ends too early in the text. The left side is eq. "
    "41 at the threshold of eq. 40.",
    holds=Rel(at_threshold, "=", Q(numerator / spread)),
    on=Region(x=UNIT, d=DIMENSION, lam=POSITIVE, beta=POSITIVE),
    as_extracted=Extracted(
        Rel(at_threshold, "=", Q(numerator / (beta * sqrt(2 * d) + 4 * lam))),
        why="4 lambda stands outside the root, which eq. 41, from which it comes, has over 2d + 4 lambda.",
    ),
)  # fmt: skip

eq_47 = Claim(
    id="glrt/eq-47",
    where="Theorem 3 proof, eq. 47", kind="asymptotic",
    states="When d is large the O(psi^2) term vanishes and sqrt(d/2) dominates, giving Q(Q^{-1}(x) - psi sqrt(d/2)).",
    reading="d -> oo with mu = psi sqrt(d/2) fixed; w = sqrt(2/d), psi = mu w, sqrt(d/2) = 1/w. The bracket of eq. 46 is "
    "sqrt(d/2) up to a factor that tends to 1; the exact remainder of eq. 46 (see eq-46) tends to 0; eq. 46 without it "
    "tends to eq. 47.",
    holds=All(
        asymptotic(1 / w + quantile, 1 / w, w, 0),
        Limit(
            quantile * (1 / sqrt(1 + 2 * mu * w) - 1 + mu * w) + mu * (1 - 1 / sqrt(1 + 2 * mu * w)), w, 0, 0,
        ),
        Limit(Q(quantile - mu * w * (1 / w + quantile)), w, 0, Q(quantile - mu)),
    ),
    on=Region(x=UNIT, mu=POSITIVE),
)  # fmt: skip

eq_48 = Claim(
    id="glrt/eq-48",
    where="Theorem 3 proof, eq. 48", kind="proof-step",
    states="Substituting psi = lambda/d, lambda = N Delta^2/sigma^2 in eq. 47 gives Q(Q^{-1}(x) - (N Delta^2/sigma^2) "
    "sqrt(1/(2d))).",
    lhs=Q(quantile - snr / d * sqrt(d / 2)), rel="=", rhs=Q(quantile - snr * sqrt(1 / (2 * d))),
    on=Region(x=UNIT, d=DIMENSION, N=DIMENSION, Delta=POSITIVE, sigma=POSITIVE),
)  # fmt: skip

FIGURE_5 = 10  # N Delta^2/sigma^2 for N = 1000, Delta = 1, sigma^2 = 100
THRESHOLDS = tuple({"t": t} for t in range(250, 381, 10))  # levels from 0.98 to 0.001
figure_5_mu = FIGURE_5 * sqrt(Rational(1, 600))
off_forward = Abs(NCChi2SF(t, 300, FIGURE_5) - gaussian.roc(Chi2SF(t, 300), figure_5_mu))
off_backward = Abs(Chi2CDF(t, 300) - gaussian.roc(NCChi2CDF(t, 300, FIGURE_5), figure_5_mu))

fig_5_accuracy = Claim(
    id="glrt/fig-5/accuracy",
    where="Figure 5 and text", kind="asymptotic",
    states="For Delta=1, sigma^2=100, d=300, N=1000, R and R' (Theorem 2) nearly coincide with the mu-GDP curve eq. 36.",
    reading="Nearly: the largest distance of R and of R' from the curve, at the levels of fourteen thresholds t of the "
    "squared length.",
    holds=All(
        Measure(off_forward, of="the distance of R from eq. 36", at=THRESHOLDS),
        Measure(off_backward, of="the distance of R' from eq. 36", at=THRESHOLDS),
    ),
    on=Region(t=POSITIVE),
)  # fmt: skip

fig_5_exactly_gaussian = Claim(
    id="glrt/fig-5/exactly-gaussian",
    where="Text after Theorem 3", kind="limit",
    states="Central and noncentral chi-squared distributions converge exactly to Gaussians when their degrees of freedom "
    "are high.",
    reading="As eqs. 38 and 39, for every lambda = psi d: the generating functions of the standardised laws tend to that of "
    "N(0, 1), and the skewness, central and noncentral, tends to 0. Exactly: in the limit; at no finite d is either law "
    "Gaussian, its skewness being positive.",
    holds=All(
        Limit(central_log, w, 0, s**2 / 2),
        Limit(noncentral_log, w, 0, s**2 / 2),
        Limit(8 * (1 + 3 * psi) / ((2 + 4 * psi) ** Rational(3, 2) * sqrt(d)), d, oo, 0),
    ),
    on=Region(s=REAL, psi=NONNEGATIVE),
)  # fmt: skip

fig_5_superfluous = Claim(
    id="glrt/fig-5/symmetrisation-superfluous",
    where="Text after Theorem 3", kind="limit",
    states="In the setting of Figure 5 symmetrisation/concavification is superfluous as the curves become symmetric.",
    reading="Symmetric: a curve is its own mirror image. In the limit of Theorem 3 R and R' are eq. 36, which is symmetric. "
    "In the setting of the figure each is as near to this symmetric curve as fig-5/accuracy has it; so R and its mirror "
    "image R' are no further apart than both distances together, which is measured here at fourteen thresholds.",
    holds=All(
        Limit(Q(sqrt(2 * psi + 1) * quantile - mu), psi, 0, gaussian.roc(x, mu)),
        Limit(theorem_3_curve(mu, psi), psi, 0, gaussian.roc(x, mu)),
        Rel(gaussian.roc(1 - gaussian.roc(x, mu), mu), "=", 1 - x),
        Measure(
            off_forward + off_backward, of="the distances of R and R' from a symmetric curve, together",
            at=tuple({**point, "x": "1/2", "mu": 1} for point in THRESHOLDS),
        ),
    ),
    on=Region(x=UNIT, mu=POSITIVE, t=POSITIVE),
    assumes=("chi-square-central-limit",),
)  # fmt: skip

berry_esseen = Claim(
    id="glrt/section-4.4/berry-esseen",
    where="text after Theorem 3", kind="asymptotic", tier="prose",
    states="A significantly faster (finite-sample) convergence than that of the CLT can be shown with the Berry-Esseen "
    "theorem and the Edgeworth approximation.",
    reading="In terms of the generating function of the central law, w = sqrt(2/d): the normal approximation is off by w "
    "s^3/3, of the order 1/sqrt(d) (the rate of Berry and Esseen); with the first term of Edgeworth's series it is off by "
    "w^2 s^4/4, of the order 1/d.",
    holds=All(
        Limit((central_log - s**2 / 2) / w, w, 0, s**3 / 3),
        Limit((central_log - s**2 / 2 - w * s**3 / 3) / w**2, w, 0, s**4 / 4),
    ),
    on=Region(s=REAL),
)  # fmt: skip


def index_of(distance, dimension):
    """mu of eq. 37."""
    return N * distance**2 / sigma**2 * sqrt(1 / (2 * dimension))


SCALING = Region(N=DIMENSION, d=DIMENSION, k=DIMENSION, a=POSITIVE, Delta=POSITIVE, sigma=POSITIVE)
mu_scaling_snr = Claim(
    id="glrt/mu-scaling/snr",
    where="Text after Theorem 3", kind="asymptotic", tier="prose",
    states="mu in eq. 37 is quadratic in Delta/sigma.",
    reading="a times Delta/sigma gives a^2 times mu.",
    lhs=index_of(a * Delta, d), rel="=", rhs=a**2 * index_of(Delta, d),
    on=SCALING.without("k"),
)  # fmt: skip

mu_scaling_dimension = Claim(
    id="glrt/mu-scaling/dimension",
    where="Text after Theorem 3", kind="asymptotic", tier="prose",
    states="mu in eq. 37 is inversely proportional to query dimensionality d.",
    reading="To the square root of the dimensionality, as eq. 37, of which the sentence speaks, has it: k times the dimension "
    "gives mu/sqrt(k). The words leave out the root.",
    lhs=index_of(Delta, k * d), rel="=", rhs=index_of(Delta, d) / sqrt(k),
    on=SCALING.without("a"),
    as_extracted=Extracted(
        Rel(index_of(Delta, k * d), "=", index_of(Delta, d) / k),
        why="k times the dimension gives mu/sqrt(k), not mu/k.",
    ),
)  # fmt: skip
