"""The highest F_beta score an adversary can reach against the Laplace mechanism, over all thresholds.

Main results: eq. 12 is right; below eps = log(1 + beta^2) the best adversary always says yes (theta = -infinity).
Source: section 4.1.4, eq. 12, appendix 10.3.

A threshold theta is measured by u = exp((theta - Q(D')) eps/Delta Q) up to Q(D), where u runs from 0 to e^eps, and by t =
exp((Q(D) - theta) eps/Delta Q) from there on, where t runs from 1 to 0. By eqs. 9 and 10 (with the right sign) RSR is
1 - u/(2 e^eps) and t/2, GSR is 1 - u/2 up to u = 1, then 1/(2u), and t/(2 e^eps).
"""

from dplemma.lang.words import *

__all__ = [
    "SCORE", "at_most", "b", "best_u", "eps_of_g", "eps_of_s", "flat", "never_above", "root_form", "s", "score", "u", "upper",
]  # fmt: skip

b, u, t, eps, g, s, c, z = variables("b u t eps g s c z")
SCORE = (
    "b = beta^2; Q(D) - Q(D') = Delta Q, the worst case. u = exp((theta - Q(D')) eps/Delta Q) for thresholds up to Q(D), t = "
    "exp((Q(D) - theta) eps/Delta Q) beyond. The score is (1 + b) RSR/(b + RSR + odds GSR); that it is at most F* is written "
    "without the quotient."
)


def score(rsr: Any, gsr: Any, odds: Any = 1) -> Any:
    """F_beta of precision RSR/(RSR + odds GSR) and recall RSR; odds = P(h0)/P(h1) is 1 for a uniform prior."""
    return (1 + b) * rsr / (b + rsr + odds * gsr)


def at_most(best: Any, rsr: Any, gsr: Any, odds: Any) -> Rel:
    """score <= best, multiplied by the positive denominator."""
    return Rel((1 + b) * rsr, "<=", best * (b + rsr + odds * gsr))


def never_above(best: Any, eps: Any, *condition: Statement, odds: Any = 1) -> All:
    """No threshold scores more than `best`: theta up to Q(D'), between Q(D') and Q(D), from Q(D) on."""
    grown = exp(eps)
    return All(
        Implies(All(*condition, Rel(u, "<=", 1)), at_most(best, 1 - u / (2 * grown), 1 - u / 2, odds)),
        Implies(All(*condition, Rel(u, ">=", 1), Rel(u, "<=", grown)), at_most(best, 1 - u / (2 * grown), 1 / (2 * u), odds)),
        Implies(All(*condition, Rel(t, "<=", 1)), at_most(best, t / 2, t / (2 * grown), odds)),
    )


def root_form(root: Any) -> Any:
    """The second branch of eqs. 12 and 18 as a function of its square root."""
    return (1 + b) * (root - 1) / ((1 + b) * root - 1 + b)


flat = (1 + b) / (2 + b)
eps_of_g = log(1 + g)
eq_12_flat_branch = Claim(
    id="hypothesis_testing/eq-12/flat-branch",
    where="eq. 12, first branch", kind="identity",
    states="F*_beta = max_theta F_beta = (1+beta^2)/(2+beta^2) for eps < log(1+beta^2).",
    reading=f"{SCORE} Odds are 1; eps is written log(1 + g). The value is approached as theta tends to -infinity, the threshold "
    "of alpha = 1 in eq. 6 (always decide h1), which the maximum includes.",
    holds=All(
        never_above(flat, eps_of_g, Rel(eps_of_g, "<", log(1 + b))),
        Limit(score(1 - u / (2 * exp(eps_of_g)), 1 - u / 2), u, 0, flat),
    ),
    on=Region(g=POSITIVE, b=POSITIVE, u=POSITIVE, t=POSITIVE, points=[{"g": "0.99", "b": 1, "u": 1, "t": 1}]),
)  # fmt: skip

# eps = log((s^2 - 1)/(4 b)) makes s the square root of eq. 12, and eps >= log(1 + b) says s >= 1 + 2 b.
eps_of_s = log((s**2 - 1) / (4 * b))
upper = root_form(sqrt(1 + 4 * b * exp(eps)))
best_u = (s - 1) / (2 * b)
eq_12_upper_branch = Claim(
    id="hypothesis_testing/eq-12/upper-branch",
    where="eq. 12, second branch", kind="identity",
    states="F*_beta = (1+b^2)(sqrt(1+4b^2 e^eps)-1)/((1+b^2)sqrt(1+4b^2 e^eps)-1+b^2) for eps >= log(1+b^2).",
    reading=f"{SCORE} Odds are 1. Every eps is written log((s^2 - 1)/(4 b)) with s > 1, so that s is the square root; eps >= "
    "log(1 + b) is s >= 1 + 2 b. The maximum is attained at u = (s - 1)/(2 b), between Q(D') and Q(D) (appendix 10.3).",
    holds=All(
        never_above(upper.subs(eps, eps_of_s), eps_of_s, Rel(s, ">=", 1 + 2 * b)),
        Implies(
            Rel(s, ">=", 1 + 2 * b),
            All(
                Rel(best_u, ">=", 1),
                Rel(best_u, "<=", exp(eps_of_s)),
                Rel(score(1 - best_u / (2 * exp(eps_of_s)), 1 / (2 * best_u)), "=", upper.subs(eps, eps_of_s)),
            ),
        ),
    ),
    on=Region(b=POSITIVE, s=Interval.open(1, oo), u=POSITIVE, t=POSITIVE),
)  # fmt: skip

eq_12_continuity = Claim(
    id="hypothesis_testing/eq-12/continuity",
    where="eq. 12", kind="limit",
    states="The two branches of eq. 12 meet at eps=log(1+beta^2).",
    reading="b = beta^2 = (c - 1)/2, eps = log(1 + b) + z with z tending to 0. The first branch does not depend on eps.",
    holds=Limit(upper.subs(eps, log(1 + b) + z).subs(b, (c - 1) / 2), z, 0, flat.subs(b, (c - 1) / 2)),
    on=Region(c=Interval.open(1, oo)),
)  # fmt: skip
