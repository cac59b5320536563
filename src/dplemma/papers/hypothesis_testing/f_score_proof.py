"""Where F_beta is greatest against the Laplace mechanism: the function f = (GSR + beta^2)/RSR on three intervals.

Main results: f and its derivatives hold with signs and brackets as in appendix 10.5.1, and with the denominator of eq. 27 where
the text evaluates it at the ends of the second interval.
Source: appendix 10.3, eqs. 26 and 27.

Q(D) = Q(D') + Delta Q, the worst case. A threshold is also measured by u = exp((theta - Q(D')) eps/Delta Q).
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import HALF, Delta, chance_above, eps, q_0, theta
from dplemma.papers.hypothesis_testing.rates import G, R

b, f, u, v, g, excess, psi = variables("b f u v g excess psi")
GAP = "b = beta^2, q_0 is Q(D'), Delta is Delta Q = Q(D) - Q(D'), the worst case."
GARBLED = "eps stands beside the exponentials where it belongs into the exponents, and the sign and Q(D) are lost"
SAME_AS = (
    "appendix 10.5.1 prints the same with rho_p, eps in the exponents, the signs of eqs. 30 and 31 and Q(D) in the denominator"
)
INTERVALS = Region(eps=POSITIVE, Delta=POSITIVE, q_0=REAL, theta=REAL, b=POSITIVE)
FIRST = Rel(theta, "<=", q_0)
SECOND = All(Rel(theta, ">", q_0), Rel(theta, "<", q_0 + Delta))

f_equivalence = Claim(
    id="hypothesis_testing/appendix-10.3/f-equivalence",
    where="Appendix 10.3", kind="identity",
    states="F_beta = (1+b^2)/(1+(GSR+b^2)/RSR), so maximising F is minimising f=(GSR+b^2)/RSR.",
    reading="b = beta^2, R = RSR, G = GSR; F_beta is the weighted harmonic mean of precision R/(R + G) and recall R (eqs. 11 and "
    "12). It falls strictly with f.",
    holds=All(
        Rel(1 / (1 / ((1 + b) * R / (R + G)) + b / ((1 + b) * R)), "=", (1 + b) / (1 + (G + b) / R)),
        Monotone((1 + b) / (1 + f), f, "decreasing"),
    ),
    on=Region(b=POSITIVE, R=Interval.lopen(0, 1), G=Interval(0, 1), f=POSITIVE),
)  # fmt: skip


def grown(mean: Any) -> Any:
    """exp((theta - mean) eps/Delta Q)."""
    return exp((theta - mean) * eps / Delta)


garbled = HALF * exp(-(theta - q_0) / Delta) * eps
f_of_theta = (chance_above(theta, q_0) + b) / chance_above(theta, q_0 + Delta)
below = 1 - HALF * grown(q_0 + Delta)  # RSR up to Q(D)
f_first = (1 + b - HALF * grown(q_0)) / below
f_second = (HALF / grown(q_0) + b) / below

f_interval_1 = Claim(
    id="hypothesis_testing/appendix-10.3/f-interval-1",
    where="Appendix 10.3, interval 1", kind="identity",
    states="On (-inf,Q(D')]: f = (1+b^2-0.5 e^{-(theta-Q(D'))/Delta Q} eps)/(1-0.5 e^{-(theta-Q(D'))/Delta Q} eps).",
    reading=f"{GAP} Read as f = (1 + b - 0.5 e^((theta - Q(D')) eps/Delta Q))/(1 - 0.5 e^((theta - Q(D)) eps/Delta Q)), from the "
    f"integrals of the densities: {SAME_AS}; in the text {GARBLED}.",
    holds=Implies(FIRST, Rel(f_of_theta, "=", f_first)),
    as_extracted=Extracted(Implies(FIRST, Rel(f_of_theta, "=", (1 + b - garbled) / (1 - garbled))), why=f"{GARBLED}."),
    on=INTERVALS,
)  # fmt: skip

slope_26 = eps / (2 * Delta) * grown(q_0) * ((1 + b) * exp(-eps) - 1) / below**2
appendix_10_3_eq_26 = Claim(
    id="hypothesis_testing/appendix-10.3/eq-26",
    where="eq. 26", kind="identity",
    states="df/dtheta = (0.5eps/Delta Q) e^{-(theta-Q(D'))/Delta Q} eps ((1+b^2)e^{-eps}-1)/(1-0.5e^{-(theta-Q(D'))/Delta Q} "
    "eps)^2.",
    reading=f"{GAP} The derivative of f on (-inf, Q(D')]; read with e^((theta - Q(D')) eps/Delta Q) and 1 - 0.5 e^((theta - "
    f"Q(D)) eps/Delta Q): {SAME_AS} (eq. 30); in the text {GARBLED}.",
    holds=Implies(FIRST, Rel(diff(f_first, theta), "=", slope_26)),
    as_extracted=Extracted(
        Implies(FIRST, Rel(diff(f_first, theta), "=", eps / Delta * garbled * ((1 + b) * exp(-eps) - 1) / (1 - garbled) ** 2)),
        why=f"{GARBLED}.",
    ),
    on=INTERVALS,
)  # fmt: skip

# eps = log(1 + g); f as a function of u = exp((theta - Q(D')) eps/Delta Q), which increases with theta.
first_of_u = (1 + b - u / 2) / (1 - u / (2 * (1 + g)))
second_of_u = (1 / (2 * u) + b) / (1 - u / (2 * (1 + g)))
MEASURED = "b = beta^2, eps = log(1 + g), u = exp((theta - Q(D')) eps/Delta Q) in place of theta, with which it increases."
interval_1_monotone = Claim(
    id="hypothesis_testing/appendix-10.3/interval-1-monotone",
    where="Appendix 10.3, interval 1", kind="monotonicity",
    states="On (-inf,Q(D')] f increases if eps<log(1+b^2), otherwise decreases.",
    reading=f"{MEASURED} u is in (0, 1]. eps < log(1 + b) is b = g + excess; otherwise g = b + excess or g = b, where f is "
    "constant (decreasing in the weak sense).",
    holds=All(
        Monotone(first_of_u.subs(b, g + excess), u, "increasing"),
        Monotone(first_of_u.subs(g, b + excess), u, "decreasing"),
        Rel(first_of_u.subs(g, b), "=", 1 + b),
    ),
    on=Region(u=Interval.lopen(0, 1), b=POSITIVE, g=POSITIVE, excess=POSITIVE),
)  # fmt: skip

f_interval_2 = Claim(
    id="hypothesis_testing/appendix-10.3/f-interval-2",
    where="Appendix 10.3, interval 2", kind="identity",
    states="On (Q(D'),Q(D)): f = (0.5e^{-(theta-Q(D'))/Delta Q}eps + b^2)/(1-0.5e^{-(theta-Q(D'))/Delta Q}eps).",
    reading=f"{GAP} Read as f = (0.5 e^(-(theta - Q(D')) eps/Delta Q) + b)/(1 - 0.5 e^((theta - Q(D)) eps/Delta Q)), from the "
    f"integrals of the densities: {SAME_AS}; in the text {GARBLED}.",
    holds=Implies(SECOND, Rel(f_of_theta, "=", f_second)),
    as_extracted=Extracted(Implies(SECOND, Rel(f_of_theta, "=", (garbled + b) / (1 - garbled))), why=f"{GARBLED}."),
    on=INTERVALS,
)  # fmt: skip


def slope_27(favoured: Any) -> Any:
    """Eq. 27, with e^(+-(theta - Q(D)) eps/Delta Q) as given."""
    return eps / (2 * Delta) * (exp(-eps) - 1 / grown(q_0) + b * favoured) / (1 - HALF * favoured) ** 2


appendix_10_3_eq_27 = Claim(
    id="hypothesis_testing/appendix-10.3/eq-27",
    where="eq. 27", kind="identity",
    states="df/dtheta = (0.5eps/Delta Q)(e^{-eps}-e^{-(theta-Q(D'))eps/Delta Q}+b^2 e^{-(theta-Q(D))eps/Delta "
    "Q})/(1-0.5e^{-(theta-Q(D))eps/Delta Q})^2.",
    reading=f"{GAP} The derivative of f on (Q(D'), Q(D)); the exponents with Q(D) have no minus sign, as in eq. 31 of appendix "
    "10.5.1, where rho_p = 0 is this case.",
    holds=Implies(SECOND, Rel(diff(f_second, theta), "=", slope_27(grown(q_0 + Delta)))),
    as_extracted=Extracted(
        Implies(SECOND, Rel(diff(f_second, theta), "=", slope_27(1 / grown(q_0 + Delta)))),
        why="The sign of the exponents with Q(D) is lost.",
    ),
    on=INTERVALS,
)  # fmt: skip

derivative_2 = diff(f_second, theta)
AT_ENDS = Region(eps=POSITIVE, Delta=POSITIVE, q_0=REAL, b=POSITIVE, points=[{"eps": 1, "Delta": 1, "q_0": 0, "b": 1}])
NUMERATOR = (
    "What is printed is the numerator of eq. 27 there; its positive denominator is left out, as the proof needs the sign only."
)
at_q_d, numerator_at_q_d = derivative_2.subs(theta, q_0 + Delta), eps / (2 * Delta) * b
derivative_at_q_d = Claim(
    id="hypothesis_testing/appendix-10.3/derivative-at-q-d",
    where="Appendix 10.3, after eq. 27", kind="identity",
    states="df/dtheta at theta=Q(D) equals (0.5eps/Delta Q) b^2 > 0.",
    reading=f"{GAP} The derivative of f of the second interval. {NUMERATOR} At Q(D) it is (1 - 1/2)^2.",
    holds=Chain(at_q_d, "=", numerator_at_q_d / (1 - HALF) ** 2, ">", 0),
    as_extracted=Extracted(
        Chain(at_q_d, "=", numerator_at_q_d, ">", 0), why="The denominator of eq. 27, (1 - 1/2)^2 at theta = Q(D), is left out.",
    ),
    on=AT_ENDS,
)  # fmt: skip

at_q_dprime, numerator_at_q_dprime = derivative_2.subs(theta, q_0), eps / (2 * Delta) * ((1 + b) * exp(-eps) - 1)
derivative_at_q_dprime = Claim(
    id="hypothesis_testing/appendix-10.3/derivative-at-q-dprime",
    where="Appendix 10.3, after eq. 27", kind="identity",
    states="df/dtheta at theta=Q(D') equals (0.5eps/Delta Q)((1+b^2)e^{-eps}-1).",
    reading=f"{GAP} The derivative of f of the second interval. {NUMERATOR} At Q(D') it is (1 - e^-eps/2)^2, and the derivative "
    "is positive exactly if eps < log(1 + b).",
    holds=All(
        Rel(at_q_dprime, "=", numerator_at_q_dprime / (1 - exp(-eps) / 2) ** 2),
        Iff(Rel((1 + b) * exp(-eps) - 1, ">", 0), Rel(eps, "<", log(1 + b))),
    ),
    as_extracted=Extracted(
        Rel(at_q_dprime, "=", numerator_at_q_dprime),
        why="The denominator of eq. 27, (1 - e^-eps/2)^2 at theta = Q(D'), is left out.",
    ),
    on=AT_ENDS,
)  # fmt: skip

# For eps >= log(1 + b): e^eps = v (1 + b v) with v >= 1; the least f is at u = v.
turning = second_of_u.subs(g, v * (1 + b * v) - 1)
between = (HALF * exp(-psi * eps) + b) / (1 - HALF * exp((psi - 1) * eps))  # f at theta = Q(D') + psi Delta Q
interval_2_monotone = Claim(
    id="hypothesis_testing/appendix-10.3/interval-2-monotone",
    where="Appendix 10.3, interval 2", kind="monotonicity",
    states="f increases monotonically with eps in [Q(D'),Q(D)] if eps<log(1+b^2); otherwise it decreases and then increases, "
    "with a minimum inside.",
    reading=f"{MEASURED} `with eps in [Q(D'), Q(D)]` is theta, as in the first interval (eps is not between answers). u is in "
    "[1, 1 + g]. eps < log(1 + b) is b = g + excess; otherwise every e^eps is v (1 + b v) with v >= 1: the slope has the sign "
    "of u - v, and v lies in [1, e^eps) (at the end 1 for eps = log(1 + b)).",
    holds=All(
        Implies(Rel(u, "<=", 1 + g), Rel(diff(second_of_u.subs(b, g + excess), u), ">", 0)),
        Implies(Rel(u, "<", v), Rel(diff(turning, u), "<", 0)),
        Implies(All(Rel(u, ">", v), Rel(u, "<=", v * (1 + b * v))), Rel(diff(turning, u), ">", 0)),
        Rel(v, "<", v * (1 + b * v)),
        Monotone(v * (1 + b * v), v, "increasing"),
    ),
    as_extracted=Extracted(
        Monotone(between, eps, "increasing"), on=Region(eps=POSITIVE, b=POSITIVE, psi=UNIT, such_that=Rel(eps, "<", log(1 + b))),
        why="As a function of eps, f decreases.",
    ),
    on=Region(u=Interval(1, oo), b=POSITIVE, g=POSITIVE, excess=POSITIVE, v=Interval(1, oo)),
)  # fmt: skip
