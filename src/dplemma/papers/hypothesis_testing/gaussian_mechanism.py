"""The adversary against the Gaussian mechanism.

Main results: Theorem 6, eqs. 14 and 15 hold for every sigma; that of section 4.3 needs a bound on eps.
Source: section 4.3, Theorem 6, eqs. 14 and 15.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, Delta, sigma, alpha, theta, o, x = variables("eps delta Delta sigma alpha theta o x")
q_0, gap, z, mu, b, t = variables("q_0 gap z mu b t")
q = q_0 + gap
ANSWERS_APART = "q_0 is Q(D'), Q(D) = q_0 + gap."
MODEL = {"sigma": POSITIVE, "q_0": REAL, "gap": NONNEGATIVE}

spread = log(Rational("1.25") / delta)
classical_sigma, sigma_under_root = sqrt(2 * spread) * Delta / eps, sqrt(2 * spread * Delta / eps)
section_4_3_sigma = Claim(
    id="hypothesis_testing/section-4.3/sigma",
    where="Section 4.3", kind="identity", tier="prose",
    states="Gaussian mechanism standard deviation sigma = sqrt( 2 log(1.25/delta) Delta Q/eps ) achieves (eps,delta)-DP.",
    reading="The bar of the root covers 2 log(1.25/delta) alone, as in the works cited: the text calls it the classical Gaussian "
    "mechanism. In the text as extracted it covers Delta Q/eps as well. (Appendix 10.4 computes with the variance 2 "
    "log(1.25/delta) Delta Q/eps, where a square is missing: see appendix-10.4/noise.) The mechanism is (eps, delta)-DP iff its "
    "profile at eps, with mu = Delta/sigma, is at most delta. No bound on eps is stated.",
    lhs=gaussian.delta(eps, Delta / classical_sigma), rel="<=", rhs=delta,
    on=Region(eps=POSITIVE, delta=UNIT, Delta=POSITIVE, points=[{"eps": 10, "delta": "1e-5", "Delta": 1}]),
    as_extracted=Extracted(
        Rel(gaussian.delta(eps, Delta / sigma_under_root), "<=", delta),
        on=Region(eps=POSITIVE, delta=UNIT, Delta=POSITIVE, points=[{"eps": "1/10", "delta": "1e-5", "Delta": 1}]),
        why="With Delta Q/eps under the root the noise grows with the root of the sensitivity and of 1/eps only: too little for "
        "small eps.",
    ),
    assumes=("gaussian-one-dimension", "hockey-stick"),
    why="A condition on eps is missing, which the works cited have (eps < 1): for large eps the noise is too small. (Appendix "
    "10.4 computes throughout with the variance of the text as extracted, which is too small for small eps as well.)",
    harm="unsafe", class_="condition",
    amend=amended(
        kind="inequality", tier="prose",
        states="For 0 < eps <= 3, sigma = sqrt(2 log(1.25/delta)) Delta Q/eps achieves (eps,delta)-DP.",
        reading="t = sqrt(2 log(1.25/delta)), so that mu = Delta Q/sigma = eps/t and delta = 1.25 exp(-t^2/2).",
        holds=Chain(gaussian.delta(eps, eps / t), "<", Phi(eps / (2 * t) - t), "<=", Rational("1.25") * exp(-(t**2) / 2)),
        on=Region(eps=Interval.lopen(0, 3), t=POSITIVE),
        assumes=("gaussian-one-dimension", "hockey-stick"),
    ),
)  # fmt: skip


def normal_density(at: Any, mean: Any) -> Any:
    """Density of the mechanism's output around the true answer."""
    return phi((at - mean) / sigma) / sigma


def chance_beyond(threshold: Any, mean: Any) -> Any:
    """Chance of an output of at least the threshold."""
    return Integral(normal_density(x, mean), (x, threshold, oo))


threshold_alpha = PhiInv(1 - alpha) * sigma + q_0
theorem_6_threshold = Claim(
    id="hypothesis_testing/theorem-6/threshold",
    where="Theorem 6", kind="identity",
    states="Gaussian mechanism: theta = Phi^{-1}(1-alpha) sigma + Q(D').",
    reading="q_0 is Q(D'); theta is the threshold of false alarm rate alpha: the density above it integrates to alpha.",
    lhs=chance_beyond(threshold_alpha, q_0), rel="=", rhs=alpha,
    on=Region(sigma=POSITIVE, q_0=REAL, alpha=UNIT),
)  # fmt: skip

ratio = exp(gap * (2 * o - q - q_0) / (2 * sigma**2))
theorem_6_equivalent_to_np = Claim(
    id="hypothesis_testing/theorem-6/equivalent-to-np",
    where="Theorem 6", kind="equivalence",
    states="Thresholding o at that theta (h1 iff o>=theta) is equivalent to the Neyman-Pearson criterion.",
    reading=f"{ANSWERS_APART} The ratio of the densities is exp(gap (2 o - Q(D) - Q(D'))/(2 sigma^2)), eq. 29 with sigma^2 for "
    "its variance; it increases with o, so o >= theta iff it is at least its value at theta, and the rule has false alarm "
    "rate alpha.",
    holds=All(
        Rel(normal_density(o, q) / normal_density(o, q_0), "=", ratio),
        Iff(Rel(o, ">=", theta), Rel(ratio, ">=", ratio.subs(o, theta))),
        Rel(chance_beyond(threshold_alpha, q_0), "=", alpha),
    ),
    on=Region(sigma=POSITIVE, q_0=REAL, gap=POSITIVE, theta=REAL, o=REAL, alpha=UNIT),
    assumes=("neyman-pearson",),
)  # fmt: skip

on_D, on_D_prime = Phi((theta - q) / sigma), Phi((theta - q_0) / sigma)
RSR, GSR = chance_beyond(theta, q), chance_beyond(theta, q_0)
THRESHOLDS = Region(**MODEL, theta=REAL)
eq_14_precision = Claim(
    id="hypothesis_testing/eq-14/precision",
    where="eq. 14", kind="identity",
    states="precision = (1-Phi((theta-Q(D))/sigma))/(2-Phi((theta-Q(D))/sigma)-Phi((theta-Q(D'))/sigma)).",
    reading=f"{ANSWERS_APART} Precision is RSR/(RSR + GSR) (eq. 11), the integrals of the two densities from theta on.",
    lhs=RSR / (RSR + GSR), rel="=", rhs=(1 - on_D) / (2 - on_D - on_D_prime),
    on=THRESHOLDS,
)  # fmt: skip

eq_14_recall = Claim(
    id="hypothesis_testing/eq-14/recall",
    where="eq. 14", kind="identity",
    states="recall = 1-Phi((theta-Q(D))/sigma).",
    reading=f"{ANSWERS_APART} Recall is RSR (eq. 11), the integral of the density around Q(D) from theta on.",
    lhs=RSR, rel="=", rhs=1 - on_D,
    on=THRESHOLDS,
)  # fmt: skip

enhanced_with_eps_delta = Claim(
    id="hypothesis_testing/section-4.3/enhanced-with-eps-delta",
    where="text after eq. 14", kind="monotonicity", tier="prose",
    states="The adversary's performance is enhanced with increasing eps and with increasing delta.",
    reading="z = (theta - Q(D))/sigma fixes the recall Q(z); the false alarm rate is Q(z + mu), mu = Delta Q/sigma. Precision "
    "increases with mu, and mu with eps and with delta, for the classical sigma and with all of it under the root.",
    holds=All(
        Monotone(Q(z) / (Q(z) + Q(z + mu)), mu, "increasing"),
        Monotone(Delta / sigma_under_root, eps, "increasing"),
        Monotone(Delta / sigma_under_root, delta, "increasing"),
        Monotone(eps / sqrt(2 * spread), eps, "increasing"),
        Monotone(eps / sqrt(2 * spread), delta, "increasing"),
    ),
    on=Region(z=REAL, mu=POSITIVE, Delta=POSITIVE, eps=POSITIVE, delta=UNIT),
)  # fmt: skip

precision_14, recall_14 = (1 - on_D) / (2 - on_D - on_D_prime), 1 - on_D
score_15 = (1 + b) * (1 - on_D) / (2 + b - on_D - on_D_prime)
eq_15 = Claim(
    id="hypothesis_testing/eq-15",
    where="eq. 15", kind="identity",
    states="F*_beta = max_theta (1+b^2)(1-Phi(a))/(2+b^2-Phi(a)-Phi(a')), a=(theta-Q(D))/sigma, a'=(theta-Q(D'))/sigma.",
    reading=f"{ANSWERS_APART} b = beta^2. At every theta the expression is F_beta of precision and recall of eq. 14, so the "
    "maxima are the same. At the ends it tends to (1 + b)/(2 + b) and to 0.",
    holds=All(
        Rel(1 / (1 / ((1 + b) * precision_14) + b / ((1 + b) * recall_14)), "=", score_15),
        Limit(score_15, theta, -oo, (1 + b) / (2 + b)),
        Limit(score_15, theta, oo, 0),
    ),
    on=Region(**MODEL, theta=REAL, b=POSITIVE),
)  # fmt: skip
