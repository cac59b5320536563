"""The proof of Theorem 6: the adversary's threshold for the Gaussian mechanism.

Main results: the proof is right for noise of any variance; the two rates are 1 - Phi(..), which is the integral above the
threshold and not one minus it, and the densities lack sqrt(2 pi), which cancels.
Source: appendix 10.4, eq. 29.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import Delta, alpha, eps, o, q_0, theta, x

delta, sigma, q_1 = variables("delta sigma q_1")
spread = 2 * log(Rational("1.25") / delta) * Delta / eps  # the variance, as the appendix prints it
classical_sigma = sqrt(2 * log(Rational("1.25") / delta)) * Delta / eps  # sigma of section 4.3
q_top = q_0 + Delta
PRINTED = {"eps": POSITIVE, "delta": UNIT, "Delta": POSITIVE, "q_0": REAL}
NORMAL = {"sigma": POSITIVE, "Delta": POSITIVE, "q_0": REAL}
TOP = "q_0 is Q(D'), Q(D) = Q(D') + Delta Q, as the step from the squares to Delta Q (2 o - Q(D) - Q(D')) supposes."
VARIANCE = (
    f"{TOP} The variance is that which the appendix prints, Delta Q/eps without its square (see noise); the step holds for every "
    "variance."
)


def normal_density(at: Any, mean: Any, deviation: Any) -> Any:
    """The density of N(mean, deviation^2)."""
    return phi((at - mean) / deviation) / deviation


def normal_above(mean: Any) -> Any:
    """The chance of an output above theta."""
    return Integral(normal_density(x, mean, sigma), (x, theta, oo))


appendix_10_4_noise = Claim(
    id="hypothesis_testing/appendix-10.4/noise",
    where="Appendix 10.4", kind="identity",
    states="o = Q(D) + N(2 log(1.25/delta) Delta Q/eps) (variance 2 log(1.25/delta) Delta Q/eps).",
    reading="One scalar output o around Q(D) = q_1, with the noise of section 4.3, sigma = sqrt(2 log(1.25/delta)) Delta Q/eps. "
    "N is given its variance, 2 log(1.25/delta) (Delta Q/eps)^2: the square of Delta Q/eps is missing here and in eq. 29. No "
    "step of the proof depends on it.",
    holds=All(
        Rel(Integral((x - q_1) ** 2 * normal_density(x, q_1, sigma), (x, -oo, oo)), "=", sigma**2),
        Rel(classical_sigma**2, "=", spread * Delta / eps),
    ),
    on=Region(eps=POSITIVE, delta=UNIT, Delta=POSITIVE, q_1=REAL, sigma=POSITIVE),
    as_extracted=Extracted(
        Rel(classical_sigma**2, "=", spread), on=Region(eps=POSITIVE, delta=UNIT, Delta=POSITIVE),
        why="The square of Delta Q/eps is missing: right for Delta Q = eps only.",
    ),
)  # fmt: skip


def printed_density(mean: Any, constant: Any) -> Any:
    """The density of eq. 29, middle line, with this constant under the first root."""
    return 1 / sqrt(constant * spread) * exp(-((o - mean) ** 2) / (2 * spread))


appendix_10_4_eq_29_densities = Claim(
    id="hypothesis_testing/appendix-10.4/eq-29-densities",
    where="eq. 29, middle line", kind="identity",
    states="Gaussian densities written as (1/sqrt(2 log(1.25/delta)Delta Q/eps)) exp(-(o-Q)^2/(4 log(1.25/delta)Delta Q/eps)).",
    reading=f"{VARIANCE} The root has 2 pi under it, which the text leaves out in numerator and denominator alike: it cancels "
    "in the "
    "ratio. Q is Q(D) or Q(D'), here q_0.",
    lhs=normal_density(o, q_0, sqrt(spread)), rel="=", rhs=printed_density(q_0, 2 * pi),
    on=Region(**PRINTED, o=REAL),
    as_extracted=Extracted(
        Rel(normal_density(o, q_0, sqrt(spread)), "=", printed_density(q_0, 1)),
        why="Without 2 pi under the root it integrates to sqrt(2 pi), not to 1.",
    ),
)  # fmt: skip

exponent = Delta * (2 * o - q_top - q_0) / (2 * spread)
appendix_10_4_eq_29_ratio = Claim(
    id="hypothesis_testing/appendix-10.4/eq-29-ratio",
    where="eq. 29, last line", kind="identity",
    states="Lambda(o) = exp(Delta Q(2o-Q(D)-Q(D'))/(4 log(1.25/delta)Delta Q/eps)).",
    reading=VARIANCE,
    lhs=printed_density(q_top, 1) / printed_density(q_0, 1), rel="=", rhs=exp(exponent),
    on=Region(**PRINTED, o=REAL),
)  # fmt: skip

RATE = f"{TOP} The rule o >= theta decides h1: the rate is the integral from theta on, or 1 less the integral up to theta. "
COMPLEMENT = "Complement: the chance above the threshold is the rate, not one minus it."
false_alarms: Any = 1 - Phi((theta - q_0) / sigma)
appendix_10_4_pfa_integral = Claim(
    id="hypothesis_testing/appendix-10.4/pfa-integral",
    where="Appendix 10.4", kind="identity",
    states="alpha = 1 - int_theta^inf P(A(D')=o)do, which is 1 - Phi((theta-Q(D'))/sigma).",
    reading=f"{RATE}The value 1 - Phi(..) and the threshold derived from it are right, as in the proof of Theorem 3.",
    holds=All(
        Rel(normal_above(q_0), "=", false_alarms),
        Rel(1 - Integral(normal_density(x, q_0, sigma), (x, -oo, theta)), "=", false_alarms),
    ),
    on=Region(**NORMAL, theta=REAL),
    as_extracted=Extracted(
        Rel(1 - normal_above(q_0), "=", false_alarms), why=COMPLEMENT,
    ),
)  # fmt: skip

threshold_normal = PhiInv(1 - alpha) * sigma + q_0
appendix_10_4_theta = Claim(
    id="hypothesis_testing/appendix-10.4/theta",
    where="Appendix 10.4", kind="identity",
    states="theta = Phi^{-1}(1-alpha) sigma + Q(D').",
    reading="q_0 is Q(D'). The chance of an output above this theta on D' is alpha, for alpha in (0, 1); at 0 and 1 theta is "
    "infinite.",
    lhs=false_alarms.subs(theta, threshold_normal), rel="=", rhs=alpha,
    on=Region(sigma=POSITIVE, q_0=REAL, alpha=UNIT),
)  # fmt: skip

lambda_normal = exp(Delta * (2 * theta - q_top - q_0) / (2 * spread))
appendix_10_4_lambda = Claim(
    id="hypothesis_testing/appendix-10.4/lambda",
    where="Appendix 10.4", kind="identity",
    states="lambda = exp(Delta Q(2 theta-Q(D)-Q(D'))/(4 log(1.25/delta)Delta Q/eps)).",
    reading=f"{VARIANCE} lambda is the likelihood ratio at theta, and the ratio increases with the output: o >= theta exactly if "
    "Lambda(o) >= lambda.",
    holds=All(
        Rel((printed_density(q_top, 1) / printed_density(q_0, 1)).subs(o, theta), "=", lambda_normal),
        Monotone(exp(exponent), o, "increasing"),
    ),
    on=Region(**PRINTED, o=REAL, theta=REAL),
)  # fmt: skip

detections = 1 - Phi((theta - q_top) / sigma)
appendix_10_4_ptd_integral = Claim(
    id="hypothesis_testing/appendix-10.4/ptd-integral",
    where="Appendix 10.4", kind="identity",
    states="P_TD = 1 - int_theta^inf P(A(D)=o)do = 1 - Phi((theta-Q(D))/sigma).",
    reading=f"{RATE}The value 1 - Phi(..) is right, and is the recall of eq. 14.",
    holds=All(
        Rel(normal_above(q_top), "=", detections),
        Rel(1 - Integral(normal_density(x, q_top, sigma), (x, -oo, theta)), "=", detections),
    ),
    on=Region(**NORMAL, theta=REAL),
    as_extracted=Extracted(
        Rel(1 - normal_above(q_top), "=", detections), why=COMPLEMENT,
    ),
)  # fmt: skip

likelihood_at = exp(Delta * (2 * theta - q_top - q_0) / (2 * sigma**2))
appendix_10_4_uniqueness = Claim(
    id="hypothesis_testing/appendix-10.4/uniqueness",
    where="Appendix 10.4", kind="equivalence",
    states="A given alpha uniquely determines lambda, theta and P_TD.",
    reading=f"{TOP} Each is a strictly monotone function of alpha in (0, 1), and theta takes every real value: alpha also "
    "follows from "
    "each of them. lambda and P_TD through theta, for noise of any standard deviation sigma.",
    holds=All(
        Monotone(threshold_normal, alpha, "decreasing"),
        Limit(threshold_normal, alpha, 0, oo),
        Limit(threshold_normal, alpha, 1, -oo, "-"),
        Monotone(likelihood_at, theta, "increasing"),
        Monotone(detections, theta, "decreasing"),
        Monotone(false_alarms, theta, "decreasing"),
    ),
    on=Region(**NORMAL, alpha=UNIT, theta=REAL),
)  # fmt: skip
