"""An adversary who knows how records are correlated in time: precision and the highest F_beta score.

Main results: eq. 22 holds, eq. 23 is an upper bound like eq. 20, eq. 24 follows under its condition; eq. 24 has lost the
exponential under its root.
Source: section 5.3, eqs. 22 to 24 and the summary, appendix 10.5.3.
"""

from sympy import Add

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.f_score import b, eps, never_above, root_form
from dplemma.papers.hypothesis_testing.rates import G, R
from dplemma.papers.hypothesis_testing.record_correlation import *

rho_t, before, before_2 = variables("rho_t before before_2")
x, a_1, a_2, c_1, c_2 = variables("x a_1 a_2 c_1 c_2")
THREE_RHO = {"rho_p": RHO, "rho_c": RHO, "rho_t": RHO}

weight, weight_2 = r * v * before, (1 - r) * w * before_2
given_past = weight / (weight + weight_2)
eq_22 = Claim(
    id="hypothesis_testing/eq-22",
    where="eq. 22", kind="identity",
    states="Posterior odds under temporal correlation = P(A(D)=o)P_i1^t/(P(A(D')=o)P_i2^t).",
    reading="As eq. 19, and the earlier values of the record have the chance `before` given d_i1 and the correlated records, "
    "before_2 given d_i2. P_i1^t = P(d_i1 | earlier values, correlated records); the text conditions on d_-i^[t-1] in its "
    "definition where the record's own past d_i^[t-1] is meant, as in the sentence before it.",
    holds=Rel(odds_of(weight * p, weight_2 * q), "=", p * given_past / (q * (1 - given_past))),
    on=Region(r=UNIT, v=RATE, w=RATE, before=RATE, before_2=RATE, p=RATE, q=RATE),
)  # fmt: skip

section_5_3_rho_t = Claim(
    id="hypothesis_testing/section-5.3/rho-t",
    where="definition of rho_t", kind="inequality", tier="prose",
    states="rho_t lies in [0,1] and rho_t=0 corresponds to the static scenario.",
    reading="rho_t = 1 - min P(d_i1 | d_c)/P(d_i1 | past, d_c). Given the correlated records, the past has one value with chance "
    "w, and P(d_i1) is a then, c otherwise: the same numbers as for rho_c. Static: the past tells nothing, a = c.",
    holds=All(
        Chain(0, "<=", rho_c_of_data, "<", 1),
        Rel(rho_c_of_data.subs(c, a), "=", 0),
        Implies(Rel(a, ">", c), Rel(rho_c_of_data, ">", 0)),
        Implies(Rel(a, "<", c), Rel(rho_c_of_data, ">", 0)),
    ),
    on=Region(w=UNIT, a=UNIT, c=UNIT),
)  # fmt: skip

kappa_t = 1 - rho_p - (2 - rho_p) * (rho_c + rho_t * (1 - rho_c))
product = (2 - rho_p) * (1 - rho_c) * (1 - rho_t)
POSSIBLE_IN_TIME = Rel(product, ">", 1)
LIKELIEST = (
    "d_i1 is the likelier value and attains the minima in rho_c and rho_t (as in the amended eq. 23), so that P_i1^t = "
    "1/((2 - rho_p)(1 - rho_c)(1 - rho_t)), a chance below 1; otherwise this is an upper bound."
)
REGION_OF_RHO = Region(**THREE_RHO, such_that=POSSIBLE_IN_TIME)

grown_prior = 1 / (1 - rho_p)
chance_in_time = grown_prior / ((1 + grown_prior) * (1 - rho_c) * (1 - rho_t))
unbroken = grown_prior * (1 + grown_prior) * (1 - rho_c) * (1 - rho_t)
eq_23_max_odds_first_step = Claim(
    id="hypothesis_testing/eq-23/max-odds-first-step",
    where="text after eq. 23, first expression", kind="proof-step",
    states="max P_i1^t/P_i2^t = P/(1-P) with P = (1/(1-rho_p)) (1+1/(1-rho_p))(1-rho_c)(1-rho_t).",
    reading=f"{LIKELIEST} A fraction bar is lost after 1/(1 - rho_p): the text after eq. 20 has it, and the next expression "
    "of the chain follows only with it.",
    holds=Rel(chance_in_time / (1 - chance_in_time), "=", 1 / (product - 1)),
    as_extracted=Extracted(
        Rel(unbroken / (1 - unbroken), "=", 1 / (product - 1)), why="Without the fraction bar P is not below 1 at small rho.",
    ),
    on=REGION_OF_RHO,
)  # fmt: skip

eq_23_algebra = Claim(
    id="hypothesis_testing/eq-23/algebra",
    where="text after eq. 23, last two equalities", kind="identity",
    states="1/((2-rho_p)(1-rho_c)(1-rho_t)-1) = 1/(1-rho_p-(2-rho_p)(rho_c+rho_t(1-rho_c))).",
    reading="Where both exist and P is a chance below 1: (2 - rho_p)(1 - rho_c)(1 - rho_t) > 1.",
    lhs=1 / (product - 1), rel="=", rhs=1 / kappa_t,
    on=REGION_OF_RHO,
)  # fmt: skip

# The correlated record has one value with chance w, the past with chance x; P(d_i1) is a_1 or a_2 for the first, else c_1, c_2.
chances = (a_1, a_2, c_1, c_2)
after_a, after_c = x * a_1 + (1 - x) * a_2, x * c_1 + (1 - x) * c_2
before_all = w * after_a + (1 - w) * after_c


def falls(now: Any, then: Any) -> Any:
    """How far both chances fall short of what the two values may become."""
    return tuple(quotient for later in then for quotient in (now / later, (1 - now) / (1 - later)))


rhos_of_data = {
    rho_p: 1 - Min(before_all / (1 - before_all), (1 - before_all) / before_all),
    rho_c: 1 - Min(*falls(before_all, (after_a, after_c))),
    rho_t: 1 - Min(*falls(after_a, (a_1, a_2)), *falls(after_c, (c_1, c_2))),
}
greatest_odds_t = Max(*(odds for known in chances for odds in (known / (1 - known), (1 - known) / known)))
kappa_t_of_data = kappa_t.subs(rhos_of_data, simultaneous=True)
DATA_IN_TIME = {"w": UNIT, "x": UNIT, "a_1": UNIT, "a_2": UNIT, "c_1": UNIT, "c_2": UNIT}
EXAMPLE = {"w": "193/250", "x": "1/2", "a_1": "393/1000", "a_2": "413/1000", "c_1": "531/1000", "c_2": "551/1000"}
THREE_BITS = (
    "As eq-20/max-odds, and a bit of the past, the same in chance whatever the correlated record is: P(d_i1) is one of four "
    "numbers when both are known; rho_p, rho_c and rho_t are computed from their definitions, the maximum is over all values."
)
NOT_TOGETHER = (
    "As in eq. 20 the coefficients may be attained by different values. P(d_i1 | past, d_c) = 0.393 or 0.413 for a value of the "
    "correlated record that has chance 0.772, else 0.531 or 0.551: rho_p = 0.23, rho_c = 0.20, rho_t = 0.02, and (2 - rho_p)"
    "(1 - rho_c)(1 - rho_t) = 1.39"
)
together = w / product  # P_i1^t
eq_23_max_odds = Claim(
    id="hypothesis_testing/eq-23/max-odds",
    where="text after eq. 23", kind="identity",
    states="max P_i1^t/P_i2^t = 1/((2-rho_p)(1-rho_c)(1-rho_t)-1).",
    reading=THREE_BITS,
    lhs=greatest_odds_t, rel="=", rhs=1 / kappa_t_of_data,
    on=Region(**DATA_IN_TIME, points=[EXAMPLE]),
    why=f"{NOT_TOGETHER}; the greatest odds are 1.54, and the formula gives 2.59.",
    harm="condition",
    amend=amended(
        states="If (2-rho_p)(1-rho_c)(1-rho_t) > 1, then P_i1^t/P_i2^t <= 1/((2-rho_p)(1-rho_c)(1-rho_t)-1), with equality if "
        "d_i1 is the likelier value and attains the minima in rho_c and rho_t, at the same correlated records.",
        reading="By the definitions of the coefficients P_i1 <= 1/(2-rho_p), P_i1^c <= P_i1/(1-rho_c), P_i1^t <= P_i1^c/"
        "(1-rho_t), so P_i1^t = w/room with room = (2-rho_p)(1-rho_c)(1-rho_t) and w in [0, 1]; P_i2^t = 1 - P_i1^t. All three "
        "are attained together at w = 1. The first part is the step from the prior odds.",
        holds=All(
            Iff(Rel(p * (1 - rho_p), "<=", 1 - p), Rel(p, "<=", 1 / (2 - rho_p))),
            Rel(together / (1 - together), "<=", 1 / (product - 1)),
            Rel((together / (1 - together)).subs(w, 1), "=", 1 / (product - 1)),
        ),
        on=Region(**THREE_RHO, w=Interval(0, 1), p=Interval(0, 1), such_that=POSSIBLE_IN_TIME),
    ),
)  # fmt: skip

printed_precision_t = 1 / (1 + kappa_t * G / R)
eq_23_precision = Claim(
    id="hypothesis_testing/eq-23/precision",
    where="eq. 23", kind="identity",
    states="precision = P_i1^t RSR/(P_i1^t RSR+P_i2^t GSR) = 1/(1+(1-rho_p-(2-rho_p)(rho_c+rho_t(1-rho_c)))GSR/RSR).",
    reading=f"{THREE_BITS} R is RSR, G is GSR; precision increases with P_i1^t, so its maximum is that of the greatest odds.",
    lhs=1 / (1 + G / (R * greatest_odds_t)), rel="=", rhs=1 / (1 + kappa_t_of_data * G / R),
    on=Region(**DATA_IN_TIME, R=RATE, G=RATE, points=[EXAMPLE | {"R": "3/4", "G": "1/4"}]),
    why=f"{NOT_TOGETHER}; for RSR = 3/4 and GSR = 1/4 the precision is at most 0.823, and the formula gives 0.886.",
    harm="condition",
    amend=amended(
        states="If (2-rho_p)(1-rho_c)(1-rho_t) > 1, d_i1 is the likelier value and attains the minima in rho_c and rho_t, then "
        "the greatest precision is 1/(1+(1-rho_p-(2-rho_p)(rho_c+rho_t(1-rho_c)))GSR/RSR); it is a chance.",
        reading="P_i1^t is then 1/((2 - rho_p)(1 - rho_c)(1 - rho_t)).",
        holds=All(
            Rel(precision_of(1 / product), "=", printed_precision_t),
            Member((1 / product, printed_precision_t), (UNIT, Interval(0, 1))),
        ),
        on=Region(**THREE_RHO, R=RATE, G=RATE, such_that=POSSIBLE_IN_TIME),
    ),
)  # fmt: skip

eq_23_precision_increased = Claim(
    id="hypothesis_testing/eq-23/precision-increased",
    where="text after eq. 23", kind="monotonicity",
    states="Temporal correlation increases precision at the same recall.",
    reading=f"{LIKELIEST} Recall R and false alarm rate G are those of the output alone.",
    holds=Monotone(printed_precision_t, rho_t, "increasing"),
    on=Region(**THREE_RHO, R=RATE, G=RATE, such_that=POSSIBLE_IN_TIME),
)  # fmt: skip

IN_TIME = f"{REPLACED} Here it is kappa_t = 1 - rho_p - (2 - rho_p)(rho_c + rho_t (1 - rho_c)), in (0, 1] as well."
g = variables("g")
eq_24_flat_branch = Claim(
    id="hypothesis_testing/eq-24/flat-branch",
    where="eq. 24, first branch", kind="identity",
    states="F* = (1+b^2)/(2+b^2-rho_p-(2-rho_p)(rho_c+rho_t(1-rho_c))) for eps < eps(rho_p,rho_c,rho_t).",
    reading=f"{IN_TIME} eps is written log(1 + g), so that eps < log(1 + b/kappa) is g kappa < b.",
    holds=flat_statement((1 + b) / (2 + b - rho_p - (2 - rho_p) * (rho_c + rho_t * (1 - rho_c))), kappa_t),
    on=Region(**THRESHOLDS, g=POSITIVE, **THREE_RHO, such_that=POSSIBLE_IN_TIME),
)  # fmt: skip

without_exponential = root_form(sqrt(1 + 4 * b * eps / kappa))
eq_24_upper_branch = Claim(
    id="hypothesis_testing/eq-24/upper-branch",
    where="eq. 24, second branch", kind="identity",
    states="F* = (1+b^2)(sqrt(1+4b^2 eps/kappa_t)-1)/((1+b^2)sqrt(1+4b^2 eps/kappa_t)-1+b^2), "
    "kappa_t=1-rho_p-(2-rho_p)(rho_c+rho_t(1-rho_c)), for eps >= eps(rho_p,rho_c,rho_t).",
    reading=f"{IN_TIME} Under the root stands e^eps, as in eqs. 12 and 21 (rho_t = 0) and in appendix 10.5.1, from which 10.5.3 "
    "obtains eq. 24; the text has eps, as in eq. 18. Every such eps is written log(v (1 + b v/kappa)), v = 1 + y (see eq. 21).",
    holds=upper_statement(kappa_t),
    as_extracted=Extracted(
        never_above(without_exponential, eps, Rel(eps, ">=", log(1 + b / kappa)), odds=kappa),
        on=Region(**THRESHOLDS, eps=POSITIVE, points=[{"eps": 1, "b": 1, "u": "5/4", "t": 1, "kappa": 1}]),
        why="With eps in place of e^eps under the root the score is too small, and an adversary exceeds it.",
    ),
    on=Region(**THRESHOLDS, y=NONNEGATIVE, **THREE_RHO, such_that=POSSIBLE_IN_TIME),
)  # fmt: skip

eq_24_threshold = Claim(
    id="hypothesis_testing/eq-24/threshold",
    where="eq. 24", kind="identity",
    states="eps(rho_p,rho_c,rho_t)=log(1+b^2/kappa_t).",
    reading=f"{IN_TIME} At this eps the root of the second branch is 1 + 2 b/kappa and both branches have the same value; the "
    "best threshold of the second branch is Q(D') there (v = 1) and beyond it for larger eps.",
    holds=threshold_statement(kappa_t),
    on=Region(b=POSITIVE, kappa=KAPPA, y=NONNEGATIVE, **THREE_RHO, such_that=POSSIBLE_IN_TIME),
)  # fmt: skip

more_auxiliary_more_inference = Claim(
    id="hypothesis_testing/section-5.3/more-auxiliary-more-inference",
    where="Section 5.3 summary, Figure 8", kind="monotonicity", tier="prose",
    states="Higher rho_p, rho_c, rho_t give higher F* (beta=1).",
    reading=f"{IN_TIME} For every beta (b = 1 is Figure 8): kappa_t falls with each of the three, and the score of every "
    "threshold and both branches of F* rise as kappa falls.",
    holds=improvement(kappa_t, rho_p, rho_c, rho_t),
    on=Region(**THREE_RHO, kappa=KAPPA, b=POSITIVE, eps=POSITIVE, R=RATE, G=RATE, root=Interval.open(1, oo)),
)  # fmt: skip

# A record of prior r and an output of chances p, q: joint chances, and the product of the chances of record and output.
mixed = r * p + (1 - r) * q
joints = (
    (r * p, r * mixed), (r * (1 - p), r * (1 - mixed)),
    ((1 - r) * q, (1 - r) * mixed), ((1 - r) * (1 - q), (1 - r) * (1 - mixed)),
)  # fmt: skip
entropy = -r * log(r) - (1 - r) * log(1 - r)
entropy_after = -Add(
    r * p * log(r * p / mixed), (1 - r) * q * log((1 - r) * q / mixed),
    r * (1 - p) * log(r * (1 - p) / (1 - mixed)), (1 - r) * (1 - q) * log((1 - r) * (1 - q) / (1 - mixed)),
)  # fmt: skip
ratio = variables("ratio")
conditioning_reduces_entropy = Claim(
    id="hypothesis_testing/section-5.3/conditioning-reduces-entropy",
    where="Section 5.3 summary", kind="inequality", tier="prose",
    states="Conditioning always reduces entropy (uncertainty).",
    reading="On average over the output, and not necessarily strictly: H(X|Y) <= H(X). X has two values of prior r and 1 - r, "
    "Y two of chances p, q (more alike). The difference is the sum of joint log(joint/product) over the four pairs; each "
    "logarithm is at least 1 - product/joint, as log t <= t - 1, and the sum of joint - product is 0.",
    holds=All(
        Rel(entropy - entropy_after, "=", Add(*(joint * log(joint / apart) for joint, apart in joints))),
        Rel(log(ratio), "<=", ratio - 1),
        Rel(Add(*(joint * (1 - apart / joint) for joint, apart in joints)), "=", 0),
    ),
    on=Region(r=UNIT, p=UNIT, q=UNIT, ratio=POSITIVE),
)  # fmt: skip
