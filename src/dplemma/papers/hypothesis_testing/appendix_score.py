"""The last steps of the proof of eq. 12: the minimum between the two answers, the third interval, the three together.

Main results: the minimum of f (and so the maximum of F_beta) is where the paper says; signs of exponents and a few factors are
slips, which appendix 10.5.1 prints right.
Source: appendix 10.3, eqs. 26 to 28.

F_beta = (1 + b)/(1 + f) with f = (odds GSR + b)/RSR, b = beta^2; odds is 1 here and 1 - rho_p in appendix 10.5.1.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import HALF, MODEL, Delta, chance_above, eps, q_0, theta
from dplemma.papers.hypothesis_testing.f_score import *

__all__ = [
    "ABOVE", "BELOW", "BETWEEN", "FAR", "RATES", "THETA", "balance", "decay", "derivative_above", "f_above", "f_below",
    "f_between", "f_of_rates", "growth", "joined", "minimum_between", "per_unit", "q_far", "quotient_rule",
]  # fmt: skip

q_far = q_0 + Delta  # Q(D) in the worst case
FAR = "q_0 is Q(D'), Q(D) = Q(D') + Delta Q, the worst case that the proof of Theorem 5 writes down; b = beta^2."
RATES = f"{FAR} RSR and GSR are the integrals of the two densities above theta."
THETA = {**MODEL, "b": POSITIVE, "theta": REAL}
BELOW, ABOVE = Rel(theta, "<=", q_0), Rel(theta, ">=", q_far)
BETWEEN = All(Rel(theta, ">=", q_0), Rel(theta, "<=", q_far))
per_unit = eps / (2 * Delta)  # 0.5 eps/Delta Q


def growth(mean: Any) -> Any:
    """exp((theta - mean) eps/Delta Q)."""
    return exp((theta - mean) * eps / Delta)


def decay(mean: Any) -> Any:
    """exp(-(theta - mean) eps/Delta Q)."""
    return exp(-(theta - mean) * eps / Delta)


def f_below(odds: Any = 1) -> Any:
    """f up to Q(D')."""
    return (odds + b - odds * growth(q_0) / 2) / (1 - growth(q_far) / 2)


def f_between(odds: Any = 1) -> Any:
    """f between Q(D') and Q(D)."""
    return (odds * decay(q_0) / 2 + b) / (1 - growth(q_far) / 2)


def f_above(odds: Any = 1) -> Any:
    """f from Q(D) on."""
    return (odds * decay(q_0) / 2 + b) / (decay(q_far) / 2)


def f_of_rates(odds: Any = 1) -> Any:
    """f = (odds GSR + b)/RSR, the rates as integrals."""
    return (odds * chance_above(theta, q_0) + b) / chance_above(theta, q_far)


def quotient_rule(top: Any, slope: Any, bottom: Any, fall: Any) -> Any:
    """(-slope bottom + fall top)/bottom^2: the derivative of top/bottom, where top falls by `slope` and bottom by `fall`."""
    return (-slope * bottom + fall * top) / bottom**2


def balance(odds: Any = 1) -> Any:
    """What the derivative between the answers is a positive multiple of."""
    return exp(-eps) - decay(q_0) + b / odds * growth(q_far)


def minimum_between(odds: Any, bracket: Any) -> All:
    """The derivative has the sign of the bracket, which increases: where it vanishes is the only minimum."""
    return All(
        Rel(Derivative(f_between(odds), theta), "=", odds * per_unit * bracket / (1 - growth(q_far) / 2) ** 2),
        Monotone(bracket, theta, "increasing"),
    )


appendix_10_3_eq_26_first_lines = Claim(
    id="hypothesis_testing/appendix-10.3/eq-26-first-lines",
    where="eq. 26, first two lines", kind="identity",
    states="df/dtheta on (-inf,Q(D')] = [ -(0.5eps/Delta Q) e^{-(theta-Q(D'))/Delta Q} (1-0.5e^{-(theta-Q(D'))/Delta Q} eps) + "
    "(0.5eps/Delta Q) e^{-(theta-Q(D'))/Delta Q} eps (1+b^2-0.5e^{-(theta-Q(D'))/Delta Q} eps) ]/(1-0.5e^{-(theta-Q(D'))/Delta "
    "Q} "
    "eps)^2.",
    reading=f"{FAR} Read as eq. 30 at rho_p = 0: eps belongs to the exponents, whose minus signs are those of eqs. 9 and 10, and "
    "the rate on D has Q(D) in its exponent; the last line, with its e^-eps, needs it. f is that of the right rates.",
    lhs=Derivative(f_below(), theta), rel="=",
    rhs=quotient_rule(1 + b - growth(q_0) / 2, per_unit * growth(q_0), 1 - growth(q_far) / 2, per_unit * growth(q_far)),
    on=Region(**THETA, such_that=BELOW),
    as_extracted=Extracted(
        Rel(
            Derivative(f_below(), theta), "=",
            quotient_rule(
                1 + b - HALF * exp(-(theta - q_0) / Delta) * eps, per_unit * exp(-(theta - q_0) / Delta),
                1 - HALF * exp(-(theta - q_0) / Delta) * eps, per_unit * exp(-(theta - q_0) / Delta) * eps,
            ),
        ),
        why="eps stands beside the exponentials, their signs are those of a density above the answer, and Q(D) is Q(D') "
        "throughout.",
    ),
)  # fmt: skip

appendix_10_3_eq_27_first_lines = Claim(
    id="hypothesis_testing/appendix-10.3/eq-27-first-lines",
    where="eq. 27, first two lines", kind="identity",
    states="df/dtheta on (Q(D'),Q(D)) = [ -(0.5eps/Delta Q) e^{-(theta-Q(D'))eps/Delta Q} (1-0.5e^{-(theta-Q(D))eps/Delta Q}) + "
    "(0.5eps/Delta Q) e^{-(theta-Q(D))eps/Delta Q} (0.5e^{-(theta-Q(D'))eps/Delta Q}+b^2) ]/(1-0.5e^{-(theta-Q(D))eps/Delta "
    "Q})^2.",
    reading=f"{FAR} The exponents with Q(D) have a plus sign, as in eq. 31: the minus sign is that of eq. 9.",
    lhs=Derivative(f_between(), theta), rel="=",
    rhs=quotient_rule(decay(q_0) / 2 + b, per_unit * decay(q_0), 1 - growth(q_far) / 2, per_unit * growth(q_far)),
    on=Region(**THETA, such_that=BETWEEN),
    as_extracted=Extracted(
        Rel(
            Derivative(f_between(), theta), "=",
            quotient_rule(decay(q_0) / 2 + b, per_unit * decay(q_0), 1 - decay(q_far) / 2, per_unit * decay(q_far)),
        ),
        why="Wrong sign in the exponents with Q(D): where theta is near Q(D') the printed rate on D is negative for large eps.",
    ),
)  # fmt: skip

appendix_10_3_stationarity = Claim(
    id="hypothesis_testing/appendix-10.3/stationarity",
    where="Appendix 10.3", kind="identity",
    states="Setting e^{-eps}-e^{-(theta-Q(D'))eps/Delta Q}+b^2 e^{-(theta-Q(D))eps/Delta Q} = 0 gives the minimum.",
    reading=f"{FAR} The last exponent has a plus sign, as in appendix 10.5.1 (the minus sign is that of eq. 9). The derivative "
    "of f "
    "between the answers is a positive multiple of the left side, which increases with theta: f falls before its root and "
    "rises after it.",
    holds=minimum_between(1, balance()),
    on=Region(**THETA, such_that=BETWEEN),
    as_extracted=Extracted(
        minimum_between(1, exp(-eps) - decay(q_0) + b * decay(q_far)),
        why="Wrong sign in the exponent with Q(D): theta* of the next line solves the equation with a plus sign only.",
    ),
)  # fmt: skip

root_10_3 = sqrt(1 + 4 * b * exp(eps))
theta_star = Delta / eps * log((-1 + root_10_3) / (2 * b)) + q_0
appendix_10_3_theta_star = Claim(
    id="hypothesis_testing/appendix-10.3/theta-star",
    where="Appendix 10.3", kind="identity",
    states="theta* = (Delta Q/eps) log((-1+sqrt(1+4b^2e^eps))/(2b^2)) + Q(D').",
    reading=f"{FAR} theta* solves the equation before it (with the plus sign that it needs: see stationarity).",
    lhs=balance().subs(theta, theta_star), rel="=", rhs=0,
    on=Region(**MODEL, b=POSITIVE),
)  # fmt: skip

value_10_3 = (1 + b) * (1 + 4 * b * exp(eps) - root_10_3) / ((1 + b) * (1 + 4 * b * exp(eps)) - (1 - b) * root_10_3)
best_rates = (1 - best_u / (2 * exp(eps_of_s)), 1 / (2 * best_u))
appendix_10_3_f_value = Claim(
    id="hypothesis_testing/appendix-10.3/f-value",
    where="Appendix 10.3", kind="identity",
    states="The corresponding value of F is "
    "(1+b^2)(1+4b^2e^eps-sqrt(1+4b^2e^eps))/((1+b^2)(1+4b^2e^eps)-(1-b^2)sqrt(1+4b^2e^eps)).",
    reading=f"{SCORE} Odds are 1. Every eps is written log((s^2 - 1)/(4 b)) with s > 1, so that s is the square root; at theta* "
    "u = (s - 1)/(2 b). The value is eq. 12's, numerator and denominator multiplied by s.",
    holds=Chain(score(*best_rates), "=", value_10_3.subs(eps, eps_of_s), "=", root_form(s)),
    on=Region(b=POSITIVE, s=Interval.open(1, oo)),
)  # fmt: skip

WITHIN = All(Rel(s, ">=", 1 + 2 * b), Rel(u, ">=", 1), Rel(u, "<=", exp(eps_of_s)))
rates_of_u = (1 - u / (2 * exp(eps_of_s)), 1 / (2 * u))
appendix_10_3_minimum_value_wording = Claim(
    id="hypothesis_testing/appendix-10.3/minimum-value-wording",
    where="Appendix 10.3", kind="ordering",
    states="That value is the minimum of F_beta.",
    reading=f"{SCORE} It is f that has a minimum at theta*, and so F = (1 + b)/(1 + f) its maximum there, as the last sentence "
    "of the section says (the highest score); the text says the minimum of F. Odds are 1, eps = log((s^2 - 1)/(4 b)) >= log(1 "
    "+ b).",
    holds=Implies(WITHIN, at_most(root_form(s), *rates_of_u, 1)),
    on=Region(b=POSITIVE, s=Interval.open(1, oo), u=POSITIVE),
    as_extracted=Extracted(
        Implies(WITHIN, Rel((1 + b) * rates_of_u[0], ">=", root_form(s) * (b + rates_of_u[0] + rates_of_u[1]))),
        why="It is the maximum of F, the minimum of f.",
    ),
)  # fmt: skip

appendix_10_3_f_interval_3 = Claim(
    id="hypothesis_testing/appendix-10.3/f-interval-3",
    where="Appendix 10.3, interval 3", kind="identity",
    states="On [Q(D),inf): f = (0.5e^{-(theta-Q(D'))eps/Delta Q}+b^2)/(0.5e^{-(theta-Q(D))eps/Delta Q}).",
    reading=RATES,
    holds=Implies(ABOVE, Rel(f_of_rates(), "=", f_above())),
    on=Region(**THETA),
)  # fmt: skip


def derivative_above(odds: Any, first: Any) -> Rel:
    """Eqs. 28 and 32, first two lines: the first term has this factor."""
    lines = -first * decay(q_0) * decay(q_far) + per_unit * decay(q_far) * (odds * decay(q_0) / 2 + b)
    return Rel(Derivative(f_above(odds), theta), "=", lines / (decay(q_far) / 2) ** 2)


appendix_10_3_eq_28_first_line = Claim(
    id="hypothesis_testing/appendix-10.3/eq-28-first-line",
    where="eq. 28, first line", kind="identity",
    states="First term -(0.25 eps^2/Delta Q) e^{-(theta-Q(D'))eps/Delta Q} e^{-(theta-Q(D))eps/Delta Q} over "
    "(0.5e^{-(theta-Q(D))eps/Delta Q})^2 (plus the second line) equals df/dtheta.",
    reading=f"{FAR} The factor is 0.25 eps/Delta Q, without the square: the quotient rule gives it, and with it the term cancels "
    "against the second line, as the last line says.",
    holds=derivative_above(1, eps / (4 * Delta)),
    on=Region(**THETA, such_that=ABOVE),
    as_extracted=Extracted(
        derivative_above(1, eps**2 / (4 * Delta)), why="eps is squared: the terms then cancel for eps = 1 only.",
    ),
)  # fmt: skip

appendix_10_3_eq_28_final = Claim(
    id="hypothesis_testing/appendix-10.3/eq-28-final",
    where="eq. 28, last line", kind="identity",
    states="df/dtheta = 0.5 b^2 eps e^{-(theta-Q(D))eps/Delta Q}/(0.5e^{-(theta-Q(D))eps/Delta Q})^2.",
    reading=f"{FAR} The factor is 0.5 b^2 eps/Delta Q, as in eq. 32; Delta Q is lost here.",
    lhs=Derivative(f_above(), theta), rel="=", rhs=per_unit * b * decay(q_far) / (decay(q_far) / 2) ** 2,
    on=Region(**THETA, such_that=ABOVE),
    as_extracted=Extracted(
        Rel(Derivative(f_above(), theta), "=", b * eps / 2 * decay(q_far) / (decay(q_far) / 2) ** 2),
        why="Delta Q is missing in the denominator: right for Delta Q = 1 only.",
    ),
)  # fmt: skip

appendix_10_3_interval_3_monotone = Claim(
    id="hypothesis_testing/appendix-10.3/interval-3-monotone",
    where="Appendix 10.3, interval 3", kind="monotonicity",
    states="f increases on [Q(D),inf).",
    reading=FAR,
    holds=Monotone(f_above(), theta, "increasing"),
    on=Region(**THETA, such_that=ABOVE),
)  # fmt: skip


def joined(odds: Any = 1) -> tuple[Rel, ...]:
    """The three forms of f meet at the two answers."""
    return (
        Rel(f_below(odds).subs(theta, q_0), "=", f_between(odds).subs(theta, q_0)),
        Rel(f_between(odds).subs(theta, q_far), "=", f_above(odds).subs(theta, q_far)),
    )


appendix_10_3_combination = Claim(
    id="hypothesis_testing/appendix-10.3/combination",
    where="Appendix 10.3, last sentence", kind="proof-step",
    states="Combining the three intervals gives eq. 12.",
    reading=f"{SCORE} {FAR} The three forms of f meet at Q(D') and Q(D). For e^eps = 1 + g < 1 + b no threshold scores more "
    "than the "
    "first branch of eq. 12, the value as theta tends to -infinity (u to 0); for eps = log((s^2 - 1)/(4 b)) >= log(1 + b), "
    "that is "
    "s >= 1 + 2 b, none more than the second branch, which is F at theta*.",
    holds=All(
        *joined(),
        never_above(flat, eps_of_g, Rel(eps_of_g, "<", log(1 + b))),
        Limit(score(1 - u / (2 * exp(eps_of_g)), 1 - u / 2), u, 0, flat),
        never_above(upper.subs(eps, eps_of_s), eps_of_s, Rel(s, ">=", 1 + 2 * b)),
        Implies(Rel(s, ">=", 1 + 2 * b), Rel(score(*best_rates), "=", upper.subs(eps, eps_of_s))),
    ),
    on=Region(**MODEL, b=POSITIVE, g=POSITIVE, s=Interval.open(1, oo), u=POSITIVE, t=POSITIVE),
)  # fmt: skip
