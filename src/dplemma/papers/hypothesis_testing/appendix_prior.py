"""The proof of eq. 18: the highest F_beta score under a known prior.

Main results: the proof is right up to slips, the denominators left out of the derivatives at the two answers among them.
Source: appendix 10.5.1, eqs. 30 to 32.

As in appendix 10.3, with odds = 1 - rho_p. By u = exp((theta - Q(D')) eps/Delta Q) a threshold up to Q(D) is a number in (0,
e^eps], with Q(D') at u = 1; u increases with theta.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.appendix_score import *
from dplemma.papers.hypothesis_testing.decision_rule import HALF, MODEL, Delta, eps, q_0, theta
from dplemma.papers.hypothesis_testing.f_score import SCORE, b, eps_of_g, never_above, root_form, score, u, upper
from dplemma.papers.hypothesis_testing.prior import *

share, step, y, E = variables("share step y E")
KNOWN = f"{FAR} odds = 1 - rho_p > 0."
OF_THETA = {**THETA, "rho_p": RHO}
top_below = odds + b - odds * growth(q_0) / 2

precision_17 = 1 / (1 + odds * G / R)
appendix_10_5_1_f_equivalence = Claim(
    id="hypothesis_testing/appendix-10.5.1/f-equivalence",
    where="Appendix 10.5.1", kind="identity",
    states="F = (1+b^2)/(1+((1-rho_p)GSR+b^2)/RSR).",
    reading="b = beta^2, R is RSR, G is GSR; precision and recall are those of eq. 17, F is the weighted harmonic mean of "
    "section 3.",
    lhs=1 / (1 / ((1 + b) * precision_17) + b / ((1 + b) * R)), rel="=", rhs=(1 + b) / (1 + (odds * G + b) / R),
    on=Region(b=POSITIVE, rho_p=RHO, R=Interval.lopen(0, 1), G=Interval(0, 1)),
)  # fmt: skip

appendix_10_5_1_f_interval_1 = Claim(
    id="hypothesis_testing/appendix-10.5.1/f-interval-1",
    where="Appendix 10.5.1, interval 1", kind="identity",
    states="f = (1-rho_p+b^2-0.5(1-rho_p)e^{-(theta-Q(D'))eps/Delta Q})/(1-0.5e^{-(theta-Q(D))eps/Delta Q}).",
    reading=f"{RATES} The exponents have plus signs, as in eq. 30, which differentiates this: the minus signs are those of "
    "eqs. 9, 10.",
    holds=Implies(BELOW, Rel(f_of_rates(odds), "=", f_below(odds))),
    on=Region(**OF_THETA),
    as_extracted=Extracted(
        Implies(BELOW, Rel(f_of_rates(odds), "=", (odds + b - odds * decay(q_0) / 2) / (1 - decay(q_far) / 2))),
        why="Wrong signs in the exponents: the printed rates are negative far to the left.",
    ),
)  # fmt: skip

appendix_10_5_1_eq_30_first_lines = Claim(
    id="hypothesis_testing/appendix-10.5.1/eq-30-first-lines",
    where="eq. 30, first two lines", kind="identity",
    states="df/dtheta on (-inf,Q(D')] = [ -(0.5(1-rho_p)eps/Delta Q) e^{(theta-Q(D'))eps/Delta Q} "
    "(1-0.5e^{(theta-Q(D))eps/Delta Q}) "
    "+ (0.5eps/Delta Q) e^{(theta-Q(D))eps/Delta Q} (1-rho_p+b^2-0.5(1-rho_p)e^{(theta-Q(D'))eps/Delta Q}) "
    "]/(1-0.5e^{(theta-Q(D))eps/Delta Q})^2.",
    reading=KNOWN,
    lhs=Derivative(f_below(odds), theta), rel="=",
    rhs=quotient_rule(top_below, odds * per_unit * growth(q_0), 1 - growth(q_far) / 2, per_unit * growth(q_far)),
    on=Region(**OF_THETA, such_that=BELOW),
)  # fmt: skip

appendix_10_5_1_eq_30 = Claim(
    id="hypothesis_testing/appendix-10.5.1/eq-30",
    where="eq. 30", kind="identity",
    states="df/dtheta = (0.5eps/Delta Q)e^{(theta-Q(D'))eps/Delta "
    "Q}((1-rho_p+b^2)e^{-eps}-(1-rho_p))/(1-0.5e^{(theta-Q(D))eps/Delta "
    "Q})^2.",
    reading=KNOWN,
    lhs=Derivative(f_below(odds), theta), rel="=",
    rhs=per_unit * growth(q_0) * ((odds + b) * exp(-eps) - odds) / (1 - growth(q_far) / 2) ** 2,
    on=Region(**OF_THETA, such_that=BELOW),
)  # fmt: skip


def f_low(grown: Any, at: Any) -> Any:
    """f up to Q(D'), in terms of e^eps and u."""
    return (odds + b - odds * at / 2) / (1 - at / (2 * grown))


def f_mid(grown: Any, at: Any) -> Any:
    """f between Q(D') and Q(D), in terms of e^eps and u."""
    return (odds / (2 * at) + b) / (1 - at / (2 * grown))


grown_little, grown_much = 1 + share * b / odds, 1 + b / odds + y  # e^eps below and from 1 + b/odds on
IN_U = "b = beta^2, odds = 1 - rho_p, u = exp((theta - Q(D')) eps/Delta Q) increases with theta; it is 1 at Q(D'), e^eps at Q(D)."
appendix_10_5_1_interval_1_monotone = Claim(
    id="hypothesis_testing/appendix-10.5.1/interval-1-monotone",
    where="Appendix 10.5.1, interval 1", kind="monotonicity",
    states="f increases on (-inf,Q(D')] if eps<log(1+b^2/(1-rho_p)), otherwise decreases.",
    reading=f"{IN_U} e^eps is 1 + share b/odds with share in (0, 1) in the first case, 1 + b/odds + y with y >= 0 in the "
    "second, where f "
    "decreases weakly (at y = 0 it is constant), and strictly for 1 + b/odds + E with E > 0. The thresholds up to Q(D') are 0 "
    "< u <= 1.",
    holds=All(
        Monotone(f_low(grown_little, u), u, "increasing"),
        Monotone(f_low(grown_much, u), u, "decreasing", strict=False),
        Monotone(f_low(1 + b / odds + E, u), u, "decreasing"),
    ),
    on=Region(b=POSITIVE, rho_p=RHO, share=UNIT, y=NONNEGATIVE, E=POSITIVE, u=Interval.lopen(0, 1)),
)  # fmt: skip

appendix_10_5_1_f_interval_2 = Claim(
    id="hypothesis_testing/appendix-10.5.1/f-interval-2",
    where="Appendix 10.5.1, interval 2", kind="identity",
    states="f = (0.5(1-rho_p)e^{-(theta-Q(D'))eps/Delta Q}+b^2)/(1-0.5e^{(theta-Q(D))eps/Delta Q}).",
    reading=RATES,
    holds=Implies(BETWEEN, Rel(f_of_rates(odds), "=", f_between(odds))),
    on=Region(**OF_THETA),
)  # fmt: skip

appendix_10_5_1_eq_31_first_lines = Claim(
    id="hypothesis_testing/appendix-10.5.1/eq-31-first-lines",
    where="eq. 31, first two lines", kind="identity",
    states="df/dtheta on (Q(D'),Q(D)) = [ -(0.5(1-rho_p)eps/Delta Q) e^{-(theta-Q(D'))eps/Delta Q} "
    "(1-0.5e^{(theta-Q(D))eps/Delta "
    "Q}) + (0.5eps/Delta Q) e^{(theta-Q(D))eps/Delta Q} (0.5(1-rho_p)e^{-(theta-Q(D'))eps/Delta Q}+b^2) "
    "]/(1-0.5e^{(theta-Q(D))eps/Delta Q})^2.",
    reading=KNOWN,
    lhs=Derivative(f_between(odds), theta), rel="=",
    rhs=quotient_rule(odds * decay(q_0) / 2 + b, odds * per_unit * decay(q_0), 1 - growth(q_far) / 2, per_unit * growth(q_far)),
    on=Region(**OF_THETA, such_that=BETWEEN),
)  # fmt: skip

appendix_10_5_1_eq_31 = Claim(
    id="hypothesis_testing/appendix-10.5.1/eq-31",
    where="eq. 31, last line", kind="identity",
    states="df/dtheta = [ (0.5(1-rho_p)eps/Delta Q)(e^{-eps}-e^{-(theta-Q(D'))eps/Delta Q}) + "
    "(b^2/(1-rho_p))e^{(theta-Q(D))eps/Delta "
    "Q} ]/(1-0.5e^{(theta-Q(D))eps/Delta Q})^2.",
    reading=f"{KNOWN} The bracket closes after the last exponential, as where the derivative is evaluated and set to 0 in the "
    "lines "
    "that follow; the text closes it one term too early.",
    lhs=Derivative(f_between(odds), theta), rel="=", rhs=odds * per_unit * balance(odds) / (1 - growth(q_far) / 2) ** 2,
    on=Region(**OF_THETA, such_that=BETWEEN),
    as_extracted=Extracted(
        Rel(
            Derivative(f_between(odds), theta), "=",
            (odds * per_unit * (exp(-eps) - decay(q_0)) + b / odds * growth(q_far)) / (1 - growth(q_far) / 2) ** 2,
        ),
        why="The bracket closes one term too early: the last term lacks the factor 0.5 (1-rho_p) eps/Delta Q.",
    ),
)  # fmt: skip

NUMERATOR = (
    "What is printed is the numerator of eq. 31 there; its positive denominator is left out, as the proof needs the sign only."
)
slope_31 = diff(f_between(odds), theta)
end_value = odds * per_unit * b / odds
appendix_10_5_1_derivative_at_q_d = Claim(
    id="hypothesis_testing/appendix-10.5.1/derivative-at-q-d",
    where="Appendix 10.5.1", kind="identity",
    states="df/dtheta at Q(D) = (0.5(1-rho_p)eps/Delta Q) b^2/(1-rho_p) > 0.",
    reading=f"{KNOWN} The derivative from the left, of the form of f between the answers. {NUMERATOR} At Q(D) it is (1 - 1/2)^2.",
    holds=Chain(slope_31.subs(theta, q_far), "=", end_value / (1 - HALF) ** 2, ">", 0),
    on=Region(**MODEL, b=POSITIVE, rho_p=RHO),
    as_extracted=Extracted(
        Chain(slope_31.subs(theta, q_far), "=", end_value, ">", 0),
        why="The denominator of eq. 31, (1 - 1/2)^2 at theta = Q(D), is left out.",
    ),
)  # fmt: skip

start_value = odds * per_unit * ((1 + b / odds) * exp(-eps) - 1)
appendix_10_5_1_derivative_at_q_dprime = Claim(
    id="hypothesis_testing/appendix-10.5.1/derivative-at-q-dprime",
    where="Appendix 10.5.1", kind="identity",
    states="df/dtheta at Q(D') = (0.5(1-rho_p)eps/Delta Q)((1+b^2/(1-rho_p))e^{-eps}-1).",
    reading=f"{KNOWN} The derivative from the right, of the form of f between the answers (eq. 30 gives the same from the left). "
    f"{NUMERATOR} At Q(D') it is (1 - e^-eps/2)^2.",
    holds=Rel(slope_31.subs(theta, q_0), "=", start_value / (1 - exp(-eps) / 2) ** 2),
    on=Region(**MODEL, b=POSITIVE, rho_p=RHO),
    as_extracted=Extracted(
        Rel(slope_31.subs(theta, q_0), "=", start_value),
        why="The denominator of eq. 31, (1 - e^-eps/2)^2 at theta = Q(D'), is left out.",
    ),
)  # fmt: skip

grown_v = v * (1 + b * v / odds)  # e^eps, for the minimum at u = v = 1 + y
appendix_10_5_1_interval_2_monotone = Claim(
    id="hypothesis_testing/appendix-10.5.1/interval-2-monotone",
    where="Appendix 10.5.1, interval 2", kind="monotonicity",
    states="f increases monotonically for eps in (Q(D'),Q(D)) if eps<log(1+b^2/(1-rho_p)); otherwise it decreases and then "
    "increases.",
    reading=f"{IN_U} It is theta that runs from Q(D') to Q(D), not eps: a slip of one letter. In the first case e^eps = 1 + "
    "share b/odds "
    "with share in (0, 1), and u = 1 + step (e^eps - 1). In the second e^eps = v (1 + b v/odds) with v = 1 + y > 1 (every "
    "e^eps > "
    "1 + b/odds), and f decreases on u = 1 + step (v - 1), then increases on u = v + step (e^eps - v), step from 0 to 1. At "
    "e^eps = 1 + b/odds the minimum is at the end, u = 1.",
    holds=All(
        Monotone(f_mid(grown_little, 1 + step * (grown_little - 1)), step, "increasing"),
        Monotone(f_mid(grown_v, 1 + step * (v - 1)), step, "decreasing"),
        Monotone(f_mid(grown_v, v + step * (grown_v - v)), step, "increasing"),
    ),
    on=Region(b=POSITIVE, rho_p=RHO, share=UNIT, y=POSITIVE, step=UNIT),
)  # fmt: skip

appendix_10_5_1_stationarity = Claim(
    id="hypothesis_testing/appendix-10.5.1/stationarity",
    where="Appendix 10.5.1, interval 2", kind="identity",
    states="e^{-eps} - e^{-(theta-Q(D'))eps/Delta Q} + (b^2/(1-rho_p)) e^{(theta-Q(D))eps/Delta Q} = 0 gives the minimum of f on "
    "(Q(D'),Q(D)) (when it is inside).",
    reading=f"{KNOWN} The derivative of f between the answers is a positive multiple of the left side, which increases with "
    "theta: f "
    "falls before its root and rises after it.",
    holds=minimum_between(odds, balance(odds)),
    on=Region(**OF_THETA, such_that=BETWEEN),
)  # fmt: skip

root_18 = sqrt(1 + 4 * b * exp(eps) / odds)
theta_star_18 = Delta / eps * log(odds / (2 * b) * (root_18 - 1)) + q_0
appendix_10_5_1_theta_star = Claim(
    id="hypothesis_testing/appendix-10.5.1/theta-star",
    where="Appendix 10.5.1", kind="identity",
    states="theta* = (Delta Q/eps) log( ((1-rho_p)/(2b^2)) (sqrt(1+4b^2e^eps/(1-rho_p))-1) ) + Q(D').",
    reading=f"{KNOWN} theta* solves the equation before it.",
    lhs=balance(odds).subs(theta, theta_star_18), rel="=", rhs=0,
    on=Region(**MODEL, b=POSITIVE, rho_p=RHO),
)  # fmt: skip

best_u_18 = odds / (2 * b) * (root_18 - 1)
appendix_10_5_1_f_value = Claim(
    id="hypothesis_testing/appendix-10.5.1/f-value",
    where="Appendix 10.5.1", kind="identity",
    states="F = (1+b^2)(sqrt(1+4b^2e^eps/(1-rho_p))-1)/((1+b^2)sqrt(1+4b^2e^eps/(1-rho_p))-1+b^2).",
    reading=f"{SCORE} odds = 1 - rho_p. At theta* u = (odds/(2 b)) (root - 1). Every eps >= log(1 + b/odds) is written log(v "
    "(1 + b "
    "v/odds)) with v >= 1: then the root is 1 + 2 b v/odds and u = v.",
    holds=All(
        Rel(root_18.subs(eps, eps_of_v), "=", s),
        Rel(best_u_18.subs(eps, eps_of_v), "=", v),
        Rel(score(1 - v / (2 * exp(eps_of_v)), 1 / (2 * v), odds), "=", root_form(s)),
    ),
    on=Region(b=POSITIVE, y=NONNEGATIVE, rho_p=RHO),
)  # fmt: skip

appendix_10_5_1_interval_3 = Claim(
    id="hypothesis_testing/appendix-10.5.1/interval-3",
    where="Appendix 10.5.1, interval 3", kind="identity",
    states="On [Q(D'),inf): f = (0.5(1-rho_p)e^{-(theta-Q(D'))eps/Delta Q}+b^2)/(0.5e^{(theta-Q(D))eps/Delta Q}).",
    reading=f"{RATES} The interval is [Q(D), inf) and the exponent of the denominator has a minus sign, as in appendix 10.3: a "
    "prime "
    "too many and a sign lost.",
    holds=Implies(ABOVE, Rel(f_of_rates(odds), "=", f_above(odds))),
    on=Region(**OF_THETA),
    as_extracted=Extracted(
        Implies(Rel(theta, ">=", q_0), Rel(f_of_rates(odds), "=", (odds * decay(q_0) / 2 + b) / (HALF * growth(q_far)))),
        why="Up to Q(D) the rate on D has another form, and beyond it the rate falls with theta: the sign in the denominator "
        "is wrong.",
    ),
)  # fmt: skip

appendix_10_5_1_eq_32 = Claim(
    id="hypothesis_testing/appendix-10.5.1/eq-32",
    where="eq. 32", kind="identity",
    states="df/dtheta = (0.5b^2eps/Delta Q)e^{-(theta-Q(D))eps/Delta Q}/(0.5e^{(theta-Q(D))eps/Delta Q})^2, obtained from "
    "-(0.25(1-rho_p)eps^2/Delta Q)e^{-(theta-Q(D'))eps/Delta Q}e^{-(theta-Q(D))eps/Delta Q} plus (0.5eps/Delta "
    "Q)e^{-(theta-Q(D))eps/Delta Q}(0.5(1-rho_p)e^{-(theta-Q(D'))eps/Delta Q}+b^2) over the same denominator.",
    reading=f"{KNOWN} The denominators have the minus sign of appendix 10.3, and the first factor is 0.25(1-rho_p)eps/Delta Q "
    "without the "
    "square: the quotient rule gives both, and only so do the terms cancel as the last line says.",
    holds=All(
        derivative_above(odds, odds * eps / (4 * Delta)),
        Rel(Derivative(f_above(odds), theta), "=", per_unit * b * decay(q_far) / (decay(q_far) / 2) ** 2),
    ),
    on=Region(**OF_THETA, such_that=ABOVE),
    as_extracted=Extracted(
        All(
            Rel(
                Derivative(f_above(odds), theta), "=",
                (-odds * eps**2 / (4 * Delta) * decay(q_0) * decay(q_far) + per_unit * decay(q_far) * (odds * decay(q_0) / 2 + b))
                / (growth(q_far) / 2) ** 2,
            ),
            Rel(Derivative(f_above(odds), theta), "=", per_unit * b * decay(q_far) / (growth(q_far) / 2) ** 2),
        ),
        why="eps is squared in the first term, and the sign in the denominators is wrong.",
    ),
)  # fmt: skip

appendix_10_5_1_interval_3_monotone = Claim(
    id="hypothesis_testing/appendix-10.5.1/interval-3-monotone",
    where="Appendix 10.5.1, after eq. 32", kind="monotonicity",
    states="From the third interval: f increases monotonically for theta in (-inf,Q(D')].",
    reading=f"{KNOWN} The third interval is [Q(D), inf), as in appendix 10.3; the text repeats the first one.",
    holds=Monotone(f_above(odds), theta, "increasing"),
    on=Region(**OF_THETA, such_that=ABOVE),
    as_extracted=Extracted(
        Monotone(f_below(odds), theta, "increasing"), on=Region(**OF_THETA, such_that=BELOW),
        why="On the first interval f decreases for large eps, as the text says there.",
    ),
)  # fmt: skip

appendix_10_5_1_combination = Claim(
    id="hypothesis_testing/appendix-10.5.1/combination",
    where="Appendix 10.5.1, last sentence", kind="proof-step",
    states="The three intervals give F* 'as in Eq. 12'.",
    reading=f"{SCORE} {KNOWN} F* under a prior is eq. 18, which the section proves; eq. 12 is its case rho_p = 0. The three "
    "forms of f "
    "meet at Q(D') and Q(D). For e^eps = 1 + g < 1 + b/odds no threshold scores more than the first branch, the value as u "
    "tends to 0; "
    "for eps = log(v (1 + b v/odds)) with v = 1 + y >= 1 none more than the second, which is F at theta* (u = v).",
    holds=All(
        *joined(odds),
        never_above(flat_18, eps_of_g, Rel(eps_of_g, "<", log(1 + b / odds)), odds=odds),
        Limit(score(1 - u / (2 * exp(eps_of_g)), 1 - u / 2, odds), u, 0, flat_18),
        Rel(root_form(s), "=", simple),
        never_above(simple, eps_of_v, odds=odds),
        Rel(score(1 - v / (2 * exp(eps_of_v)), 1 / (2 * v), odds), "=", simple),
    ),
    on=Region(**MODEL, b=POSITIVE, rho_p=RHO, g=POSITIVE, y=NONNEGATIVE, u=POSITIVE, t=POSITIVE),
    as_extracted=Extracted(
        never_above(upper, eps, Rel(eps, ">=", log(1 + b)), odds=odds),
        on=Region(
            eps=POSITIVE, b=POSITIVE, rho_p=RHO, u=POSITIVE, t=POSITIVE,
            points=[{"eps": 2, "b": 1, "rho_p": "1/2", "u": 2, "t": 1}],
        ),
        why="Eq. 12 does not contain rho_p: with a prior adversaries exceed it.",
    ),
)  # fmt: skip
