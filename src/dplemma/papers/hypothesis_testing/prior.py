"""The highest F_beta score of an adversary who knows the prior distribution of the record.

Main results: eq. 18 lacks an exponential under its root (the appendix has it); with it the score grows with rho_p.
Source: section 5.1, eqs. 17 and 18, appendix 10.5.1.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.f_score import SCORE, b, eps, eps_of_g, never_above, root_form, score, u

__all__ = ["RHO", "G", "R", "eps_of_v", "flat_18", "odds", "s", "simple", "v"]

rho_p, y, R, G, root = variables("rho_p y R G root")
odds = 1 - rho_p
PRIOR = (
    f"{SCORE} By eq. 17 the odds P(d_i2)/P(d_i1) are 1 - rho_p, for the pair that attains the minimum in the definition of rho_p "
    "and d_i1 the likelier of the two. The text allows rho_p = 1 as well: then d_i2 has chance 0, there is nothing to test and "
    "eq. 18 divides by 0, so rho_p is in [0, 1)."
)
RHO = Interval.ropen(0, 1)

flat_18 = (1 + b) / (2 + b - rho_p)
eq_18_flat_branch = Claim(
    id="hypothesis_testing/eq-18/flat-branch",
    where="eq. 18, first branch", kind="identity",
    states="F* = (1+b^2)/(2+b^2-rho_p) for eps < log(1+b^2/(1-rho_p)).",
    reading=f"{PRIOR} eps is written log(1 + g). The value is approached as theta tends to -infinity (always decide h1).",
    holds=All(
        never_above(flat_18, eps_of_g, Rel(eps_of_g, "<", log(1 + b / odds)), odds=odds),
        Limit(score(1 - u / (2 * exp(eps_of_g)), 1 - u / 2, odds), u, 0, flat_18),
    ),
    on=Region(
        g=POSITIVE, b=POSITIVE, u=POSITIVE, t=POSITIVE, rho_p=RHO,
        points=[{"g": "0.99", "b": 1, "u": 1, "t": 1, "rho_p": 0}],
    ),
)  # fmt: skip

printed_18 = root_form(sqrt(1 + 4 * b * eps / odds))
# eps = log(v (1 + b v/odds)) makes s = 1 + 2 b v/odds the square root with e^eps; v = 1 + y >= 1 is the condition of the branch.
v = 1 + y
eps_of_v = log(v * (1 + b * v / odds))
s = 1 + 2 * b * v / odds
simple = (1 + b) * v / (odds + (1 + b) * v)
eq_18_upper_branch = Claim(
    id="hypothesis_testing/eq-18/upper-branch",
    where="eq. 18, second branch",
    kind="identity",
    states="F* = (1+b^2)(sqrt(1+4b^2 eps/(1-rho_p))-1)/((1+b^2)sqrt(1+4b^2 eps/(1-rho_p))-1+b^2) for eps >= "
    "log(1+b^2/(1-rho_p)).",
    reading="Under the root stands e^eps; the text as extracted has eps. Eq. 12 (rho_p = 0), eq. 21 (rho_c = 0) and appendix "
    "10.5.1 have e^eps.",
    holds=All(
        Rel(1 + 4 * b * exp(eps_of_v) / odds, "=", s**2),
        Rel(root_form(s), "=", simple),
        never_above(simple, eps_of_v, odds=odds),
        Rel(v, "<=", exp(eps_of_v)),
        Rel(score(1 - v / (2 * exp(eps_of_v)), 1 / (2 * v), odds), "=", simple),
    ),
    on=Region(b=POSITIVE, y=NONNEGATIVE, u=POSITIVE, t=POSITIVE, rho_p=RHO),
    as_extracted=Extracted(
        never_above(printed_18, eps, Rel(eps, ">=", log(1 + b / odds)), odds=odds),
        on=Region(
            eps=POSITIVE,
            b=POSITIVE,
            u=POSITIVE,
            t=POSITIVE,
            rho_p=RHO,
            points=[{"eps": 1, "b": 1, "u": "5/4", "t": 1, "rho_p": 0}],
        ),
        why="Misprint: eps stands under the root where e^eps belongs (as in eq. 12 at rho_p = 0, and in appendix 10.5.1), so "
        "the printed score is too small and an adversary exceeds it.",
    ),
)

eq_18_improves_with_rho_p = Claim(
    id="hypothesis_testing/eq-18/improves-with-rho-p",
    where="text after eq. 18", kind="monotonicity",
    states="Comparing (18) with (12): the prior improves the adversary's F*, and larger rho_p gives higher F*.",
    reading=f"{PRIOR} With e^eps under the root of eq. 18, as in the appendix. The second branch increases with its root and "
    "the root with rho_p; the first increases too; they meet where the condition changes (and at rho_p = 0 they are "
    "those of eq. 12). The score of each threshold (RSR = R, GSR = G) increases as well.",
    holds=All(
        Monotone(score(R, G, odds), rho_p, "increasing"),
        Monotone(flat_18, rho_p, "increasing"),
        Monotone(root_form(root), root, "increasing"),
        Monotone(1 + 4 * b * exp(eps) / odds, rho_p, "increasing"),
        Rel(1 + 4 * b * (1 + b / odds) / odds, "=", (1 + 2 * b / odds) ** 2),
        Rel(root_form(1 + 2 * b / odds), "=", flat_18),
    ),
    on=Region(eps=POSITIVE, b=POSITIVE, rho_p=RHO, R=Interval.lopen(0, 1), G=Interval.lopen(0, 1), root=Interval.open(1, oo)),
)  # fmt: skip
