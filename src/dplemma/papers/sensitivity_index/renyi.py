"""Rényi differential privacy of the Gaussian mechanism.

Main results: (alpha, rho)-RDP iff rho >= alpha psi^2/2 (Lemma 7), the divergence of two Gaussians (Corollary 10, mended).
Source: section 4.2.
"""

from dplemma.formulas import gaussian
from dplemma.formulas import renyi as formulas
from dplemma.lang.words import *

alpha, rho, psi, d, n, Delta, sigma, t, mu = variables("alpha rho psi d n Delta sigma t mu")
mu_i, mu_j, sigma_i, sigma_j = variables("mu_i mu_j sigma_i sigma_j")

ORDER = Interval.open(1, oo)
RDP = Region(alpha=ORDER, psi=POSITIVE, rho=POSITIVE)

# Integral of p^alpha q^(1 - alpha) for p = N(psi, 1), q = N(0, 1), written as one exponential.
power_integral = Integral(exp(-alpha * (t - psi) ** 2 / 2 - (1 - alpha) * t**2 / 2) / sqrt(2 * pi), (t, -oo, oo))
divergence = log(power_integral) / (alpha - 1)
worst = gaussian.renyi(alpha, psi)
is_rdp = Rel(divergence, "<=", rho)
mean_log_ratio = Integral((psi * t - psi**2 / 2) * phi(t - psi), (t, -oo, oo))

lemma_7 = Claim(
    id="sensitivity_index/lemma-7",
    where="Lemma 7",
    kind="equivalence",
    states="A GM with sensitivity index psi satisfies (alpha,rho)-RDP, alpha >= 1, if and only if it also satisfies "
    "(alpha, alpha psi^2/2)-RDP.",
    reading="If and only if rho >= alpha psi^2/2: what the proof computes, and what its last sentences call sufficient, with "
    "an inverse. The text has the property in place of the condition on rho. The worst pair of neighbours has distance "
    "Delta, so (alpha, rho)-RDP is D_alpha(N(psi, 1) || N(0, 1)) <= rho, the divergence being written as its defining "
    "integral; for alpha = 1 it is the Kullback-Leibler divergence, the mean of the log ratio.",
    holds=All(
        Iff(is_rdp, Rel(rho, ">=", alpha * psi**2 / 2)),
        Iff(Rel(mean_log_ratio, "<=", rho), Rel(rho, ">=", psi**2 / 2)),
    ),
    on=RDP,
    assumes=("gaussian-one-dimension",),
    as_extracted=Extracted(
        Iff(Rel(worst, "<=", rho), Rel(worst, "<=", alpha * psi**2 / 2)),
        why="The mechanism satisfies (alpha, alpha psi^2/2)-RDP always, so as printed it would satisfy (alpha, rho)-RDP "
        "for every rho, however small.",
    ),
)

variance = alpha * sigma_j**2 + (1 - alpha) * sigma_i**2
exponent = -alpha * (t - mu_i) ** 2 / (2 * sigma_i**2) - (1 - alpha) * (t - mu_j) ** 2 / (2 * sigma_j**2)
line_integral = Integral(exp(exponent), (t, -oo, oo)) / (sqrt(2 * pi) * sigma_i**alpha * sigma_j ** (1 - alpha))
on_the_line = log(line_integral) / (alpha - 1)
# The other n - 1 coordinates of N(mu, sigma^2 I) have equal means: the same integral with mu_i = mu_j = 0.
centred = Integral(exp(exponent.subs({mu_i: 0, mu_j: 0})), (t, -oo, oo))
across = log(centred / (sqrt(2 * pi) * sigma_i**alpha * sigma_j ** (1 - alpha))) / (alpha - 1)
spread = log(sigma_j / sigma_i) + log(sigma_j**2 / variance) / (2 * (alpha - 1))
shift = alpha * (mu_i - mu_j) ** 2 / (2 * variance)
TWO_GAUSSIANS = Region(
    alpha=ORDER, mu_i=REAL, mu_j=REAL, sigma_i=POSITIVE, sigma_j=POSITIVE, n=Interval.integers(1, oo),
    such_that=Rel(variance, ">", 0),
    points=[{"alpha": 2, "mu_i": 0, "mu_j": 1, "sigma_i": 1, "sigma_j": 2, "n": 2}],
)  # fmt: skip
corollary_10 = Claim(
    id="sensitivity_index/corollary-10",
    where="Corollary 10", kind="identity",
    states="For P_i = N(mu_i, sigma_i I), P_j = N(mu_j, sigma_j I): D_alpha(P_i||P_j) = log(sigma_j/sigma_i) + "
    "1/(2(alpha-1)) log(sigma_j^2/(alpha sigma_j^2+(1-alpha) sigma_i^2)) + (1/2) alpha "
    "(mu_i-mu_j)(mu_i-mu_j)^T/(alpha sigma_j^2+(1-alpha) sigma_i^2).",
    reading="Dimension n, covariances sigma_i^2 I and sigma_j^2 I; axes chosen so that the means differ in one "
    "coordinate. The divergence is infinite unless alpha sigma_j^2 + (1 - alpha) sigma_i^2 > 0.",
    lhs=on_the_line + (n - 1) * across, rel="=", rhs=spread + shift,
    on=TWO_GAUSSIANS,
    why="Each of the n coordinates contributes the two logarithmic terms; the printed form has them once, so it "
    "holds only for n = 1 or equal variances.",
    harm="unsafe", class_="condition",
    amend=amended(
        states="D_alpha(P_i||P_j) = n log(sigma_j/sigma_i) + n/(2(alpha-1)) log(sigma_j^2/v) + alpha "
        "|mu_i-mu_j|^2/(2v) in dimension n, v = alpha sigma_j^2 + (1-alpha) sigma_i^2 > 0.",
        lhs=on_the_line + (n - 1) * across, rel="=", rhs=n * spread + shift,
        on=TWO_GAUSSIANS,
    ),
)  # fmt: skip

equal = {sigma_i: sigma, sigma_j: sigma}
apart = exp(-alpha * t**2 / (2 * sigma**2) - (1 - alpha) * (t - d) ** 2 / (2 * sigma**2)) / (sqrt(2 * pi) * sigma)
lemma_7_proof_chain = Claim(
    id="sensitivity_index/lemma-7/proof-chain",
    where="Lemma 7 proof, display", kind="proof-step",
    states="With equal sigma the log terms vanish and D_alpha = (alpha/2)||f(D)-f(D')||_2^2/sigma^2 <= (alpha/2) "
    "Delta^2/sigma^2 = (alpha/2) psi^2.",
    reading="d is the distance of f(D) and f(D'), at most Delta; the divergence as its defining integral; alpha > "
    "1, order 1 by continuity.",
    holds=Implies(
        Rel(d, "<=", Delta),
        Chain(
            log(Integral(apart, (t, -oo, oo))) / (alpha - 1), "=",
            spread.subs(equal) + alpha * d**2 / (2 * variance.subs(equal)), "=", alpha / 2 * d**2 / sigma**2, "<=",
            alpha / 2 * Delta**2 / sigma**2, "=", alpha / 2 * (Delta / sigma) ** 2,
        ),
    ),
    on=Region(alpha=ORDER, d=NONNEGATIVE, Delta=POSITIVE, sigma=POSITIVE),
    assumes=("gaussian-one-dimension",),
)  # fmt: skip

# The databases exchanged: D_alpha(N(0, 1) || N(psi, 1)).
exchanged_integral = Integral(exp(-alpha * t**2 / 2 - (1 - alpha) * (t - psi) ** 2 / 2) / sqrt(2 * pi), (t, -oo, oo))
enough = Rel(rho, "=", alpha * psi**2 / 2)
lemma_7_proof_sufficiency = Claim(
    id="sensitivity_index/lemma-7/proof-sufficiency",
    where="Lemma 7 proof, last sentences",
    kind="proof-step",
    states="For (alpha,rho)-RDP it is sufficient that rho = alpha psi^2/2; the inverse condition follows by the same argument.",
    reading="Sufficient: rho = alpha psi^2/2 gives (alpha, rho)-RDP. The inverse condition is that of the databases exchanged, "
    "as in the proof of Lemma 1, which the same argument gives; and what the lemma needs besides, that (alpha, rho)-RDP gives "
    "rho >= alpha psi^2/2. (Equality would not follow: every larger rho does as well.)",
    holds=All(
        Implies(enough, is_rdp),
        Implies(enough, Rel(log(exchanged_integral) / (alpha - 1), "<=", rho)),
        Implies(is_rdp, Rel(rho, ">=", alpha * psi**2 / 2)),
    ),
    on=RDP,
    assumes=("gaussian-one-dimension",),
)

shifted = exp(-alpha * t**2 / (2 * sigma**2) - (1 - alpha) * (t - mu) ** 2 / (2 * sigma**2)) / (sqrt(2 * pi) * sigma)
lemma_7_generalises = Claim(
    id="sensitivity_index/lemma-7/generalises",
    where="Text after Lemma 7", kind="identity",
    states="The result generalises D_alpha(N(0,sigma^2)||N(mu,sigma^2)) = alpha mu^2/(2 sigma^2) and (alpha, "
    "alpha/(2 sigma^2))-RDP for sensitivity 1 (Prop. 7, Cor. 3 of Mironov).",
    reading="The first as the defining integral; both are alpha psi^2/2 with psi = mu/sigma and with psi = 1/sigma.",
    holds=All(
        Chain(
            log(Integral(shifted, (t, -oo, oo))) / (alpha - 1), "=", alpha * mu**2 / (2 * sigma**2), "=",
            gaussian.renyi(alpha, mu / sigma),
        ),
        Rel(alpha / (2 * sigma**2), "=", gaussian.renyi(alpha, 1 / sigma)),
        Rel(formulas.gaussian(alpha, 0, sigma, mu, sigma), "=", gaussian.renyi(alpha, mu / sigma)),
    ),
    on=Region(alpha=ORDER, mu=POSITIVE, sigma=POSITIVE),
)  # fmt: skip
