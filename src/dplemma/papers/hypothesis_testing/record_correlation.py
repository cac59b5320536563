"""An adversary who knows how records are correlated: precision and the highest F_beta score.

Main results: eq. 19 holds; eq. 20 is an upper bound, attained if the likelier value is also the one that correlation favours
most, and has no meaning where 1 - rho_p - rho_c (2 - rho_p) is not positive; eq. 21 follows under that condition.
Source: section 5.2, eqs. 19 to 21, appendix 10.5.2.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.f_score import SCORE, b, eps_of_g, never_above, root_form, score, u
from dplemma.papers.hypothesis_testing.rates import G, R

__all__ = [
    "KAPPA", "RATE", "REPLACED", "RHO", "THRESHOLDS", "a", "c", "flat_statement", "improvement", "kappa", "odds_of", "p",
    "precision_of", "q", "r", "rho_c", "rho_c_of_data", "rho_p", "threshold_statement", "upper_statement", "v", "w",
]  # fmt: skip

rho_p, rho_c, kappa, p, q, r = variables("rho_p rho_c kappa p q r")
w, a, c, v, y, g, eps, root, chance, room = variables("w a c v y g eps root chance room")
RHO = Interval.ropen(0, 1)
RATE = Interval.lopen(0, 1)


def odds_of(one: Any, other: Any) -> Any:
    """Odds by Bayes of the first of two joint chances."""
    return one / (one + other) / (1 - one / (one + other))


# The correlated record has its value with chance v if d_i = d_i1 and with chance w if d_i = d_i2; r is the prior of d_i1.
given_record = r * v / (r * v + (1 - r) * w)
eq_19 = Claim(
    id="hypothesis_testing/eq-19",
    where="eq. 19", kind="identity",
    states="Posterior odds under record correlation = P(A(D)=o)P_i1^c/(P(A(D')=o)P_i2^c).",
    reading="The record is d_i1 with prior r; the correlated records have the values seen with chance v given d_i1 and w given "
    "d_i2, the output has chances p and q. The posterior comes from the joint chances of record, correlated records and output; "
    "P_i1^c = r v/(r v + (1 - r) w).",
    holds=Rel(odds_of(r * v * p, (1 - r) * w * q), "=", p * given_record / (q * (1 - given_record))),
    on=Region(r=UNIT, v=RATE, w=RATE, p=RATE, q=RATE),
)  # fmt: skip

# The correlated record has one value with chance w, then P(d_i1) is a there and c otherwise.
total = w * a + (1 - w) * c
rho_p_of_data = 1 - Min(total / (1 - total), (1 - total) / total)
rho_c_of_data = 1 - Min(total / a, total / c, (1 - total) / (1 - a), (1 - total) / (1 - c))
DATA = Region(
    w=UNIT, a=UNIT, c=UNIT, points=[{"w": "193/250", "a": "403/1000", "c": "541/1000"}],
)  # fmt: skip
section_5_2_rho_c = Claim(
    id="hypothesis_testing/section-5.2/rho-c",
    where="definition of rho_c", kind="inequality", tier="prose",
    states="rho_c = 1 - min P(d_i1)/P(d_i1|d_c1,d_c2,..) lies in [0,1] and equals 0 for independent records.",
    reading="Two values of either record: the correlated one has its first value with chance w, and P(d_i1) is a then, c "
    "otherwise; the minimum is over both values of both records. rho_c is 0 if a = c, positive if not, and 1 in the limit only.",
    holds=All(
        Chain(0, "<=", rho_c_of_data, "<", 1),
        Rel(rho_c_of_data.subs(c, a), "=", 0),
        Implies(Rel(a, ">", c), Rel(rho_c_of_data, ">", 0)),
        Implies(Rel(a, "<", c), Rel(rho_c_of_data, ">", 0)),
    ),
    on=Region(w=UNIT, a=UNIT, c=UNIT),
)  # fmt: skip

kappa_c = 1 - rho_p - rho_c * (2 - rho_p)
ODDS = (
    "By the amended eq. 20 the odds P_i2^c/P_i1^c of the record are kappa = 1 - rho_p - rho_c (2 - rho_p) = (2 - rho_p)(1 - "
    "rho_c) - 1 at the least, attained if d_i1 is both the likelier value and the one whose chance grows most; kappa is "
    "positive."
)
POSSIBLE = Rel(kappa_c, ">", 0)
TWO_RHO = {"rho_p": RHO, "rho_c": RHO}
likeliest = 1 / ((2 - rho_p) * (1 - rho_c))
UNMET = (
    "Two bits: the correlated one is 1 with chance w, then the record is d_i1 with chance a, otherwise with chance c; rho_p and "
    "rho_c are computed from their definitions, the maximum is over all values."
)
greatest_odds = Max(a / (1 - a), (1 - a) / a, c / (1 - c), (1 - c) / c)
kappa_of_data = kappa_c.subs({rho_p: rho_p_of_data, rho_c: rho_c_of_data}, simultaneous=True)

eq_20_max_odds = Claim(
    id="hypothesis_testing/eq-20/max-odds",
    where="text after eq. 20", kind="identity",
    states="max P_i1^c/P_i2^c = 1/(1-rho_p-rho_c(2-rho_p)).",
    reading=UNMET,
    lhs=greatest_odds, rel="=", rhs=1 / kappa_of_data,
    on=DATA,
    why="rho_c may be attained by the less likely value: then the likelier one does not gain as much, and the printed odds "
    "are too great, or negative. P(d_i1 | d_c) = 0.403 with chance 0.772, else 0.541: rho_p = 0.23 and rho_c = 0.20 (from d_i1, "
    "d_i2 being the likelier), so that (2 - rho_p)(1 - rho_c) = 1.42; the greatest odds are 1.48, and the formula gives 2.38.",
    harm="condition",
    amend=amended(
        kind="inequality",
        states="If (2-rho_p)(1-rho_c) > 1, then P_i1^c/P_i2^c <= 1/(1-rho_p-rho_c(2-rho_p)), with equality if d_i1 is the "
        "likelier value and attains the minimum in rho_c. Otherwise the bound 1/((2-rho_p)(1-rho_c)) of P_i1^c is 1 or more, and "
        "tells nothing.",
        reading="P(d_i1) is at most 1/(2 - rho_p) and P_i1^c (here `chance`) at most P(d_i1)/(1 - rho_c); room is (2 - rho_p) "
        "(1 - rho_c), any number up to 2 in the last part.",
        holds=All(
            Implies(Rel(chance, "<=", likeliest), Rel(chance / (1 - chance), "<=", 1 / kappa_c)),
            Rel(likeliest / (1 - likeliest), "=", 1 / kappa_c),
            Implies(Rel(room, "<=", 1), Rel(1 / room, ">=", 1)),
        ),
        on=Region(**TWO_RHO, chance=UNIT, room=Interval.lopen(0, 2), such_that=POSSIBLE),
    ),
)  # fmt: skip

doubled = 1 + 1 / (1 - rho_p)
printed_chance = 1 / (1 - rho_p) / (doubled * (1 - rho_c))
eq_20_max_odds_middle_step = Claim(
    id="hypothesis_testing/eq-20/max-odds-middle-step",
    where="text after eq. 20, middle expression", kind="proof-step",
    states="max P/(1-P) = [ (1/(1-rho_p)) / ((1+1/(1-rho_p))(1-rho_c)) ] / [ 1 - 1/((1+1/(1-rho_p))(1-rho_c)) ].",
    reading="P = 1/((2 - rho_p)(1 - rho_c)) (the amended max-odds). In the second bracket the numerator must be 1/(1 - rho_p) "
    "again, as in the first: it is 1 - P, and the next expression of the chain follows only so.",
    holds=Rel(printed_chance / (1 - printed_chance), "=", likeliest / (1 - likeliest)),
    as_extracted=Extracted(
        Rel(printed_chance / (1 - 1 / (doubled * (1 - rho_c))), "=", likeliest / (1 - likeliest)),
        why="The numerator 1/(1 - rho_p) is missing in the second bracket.",
    ),
    on=Region(**TWO_RHO, such_that=POSSIBLE),
)  # fmt: skip

eq_20_algebra = Claim(
    id="hypothesis_testing/eq-20/algebra",
    where="text after eq. 20, last equality", kind="identity",
    states="P/(1-P) with P=1/((2-rho_p)(1-rho_c)) equals 1/(1-rho_p-rho_c(2-rho_p)).",
    reading="Where P is a chance below 1, that is (2 - rho_p)(1 - rho_c) > 1.",
    lhs=likeliest / (1 - likeliest), rel="=", rhs=1 / kappa_c,
    on=Region(**TWO_RHO, such_that=POSSIBLE),
)  # fmt: skip


def precision_of(known: Any) -> Any:
    """Precision about a value that has this chance before the output."""
    return known * R / (known * R + (1 - known) * G)


printed_precision = 1 / (1 + kappa_c * G / R)
eq_20_precision = Claim(
    id="hypothesis_testing/eq-20/precision",
    where="eq. 20", kind="identity",
    states="precision = P_i1^c RSR/(P_i1^c RSR+P_i2^c GSR) = 1/(1+(1-rho_p-rho_c(2-rho_p))GSR/RSR) for rho_p, rho_c in [0,1].",
    reading=f"{UNMET} R is RSR, G is GSR; precision increases with P_i1^c, so its maximum is that of the greatest odds.",
    lhs=1 / (1 + G / (R * greatest_odds)), rel="=", rhs=1 / (1 + kappa_of_data * G / R),
    on=Region(
        w=UNIT, a=UNIT, c=UNIT, R=RATE, G=RATE,
        points=[{"w": "193/250", "a": "403/1000", "c": "541/1000", "R": "3/4", "G": "1/4"}],
    ),
    why="See max-odds: for rho_c attained by the less likely value the printed precision is too great, and exceeds 1 where "
    "1 - rho_p - rho_c (2 - rho_p) is negative, which rho_p and rho_c in [0, 1] do not exclude.",
    harm="condition",
    amend=amended(
        states="If (2-rho_p)(1-rho_c) > 1, d_i1 is the likelier value and attains the minimum in rho_c, then the greatest "
        "precision is 1/(1+(1-rho_p-rho_c(2-rho_p))GSR/RSR); it is a chance.",
        reading="P_i1^c is then 1/((2 - rho_p)(1 - rho_c)).",
        holds=All(
            Rel(precision_of(likeliest), "=", printed_precision),
            Member((likeliest, printed_precision), (UNIT, Interval(0, 1))),
        ),
        on=Region(**TWO_RHO, R=RATE, G=RATE, such_that=POSSIBLE),
    ),
)  # fmt: skip

eq_20_precision_increased = Claim(
    id="hypothesis_testing/eq-20/precision-increased",
    where="text after eq. 20", kind="monotonicity",
    states="Record correlation increases precision at the same recall.",
    reading=f"{ODDS} Recall R and false alarm rate G are those of the output alone.",
    holds=Monotone(printed_precision, rho_c, "increasing"),
    on=Region(**TWO_RHO, R=RATE, G=RATE, such_that=POSSIBLE),
)  # fmt: skip


# The score for odds kappa in (0, 1]; rho_p, rho_c enter through kappa only.
flat_of = (1 + b) / (1 + b + kappa)
grown = 1 + y
eps_of_y = log(grown * (1 + b * grown / kappa))
root_of_y = 1 + 2 * b * grown / kappa
simple_of = (1 + b) * grown / (kappa + (1 + b) * grown)
KAPPA = Interval.lopen(0, 1)
THRESHOLDS = {"b": POSITIVE, "u": POSITIVE, "t": POSITIVE, "kappa": KAPPA}


def flat_statement(printed: Any, of_rho: Any) -> All:
    """The printed value is that of kappa; no threshold scores more below log(1 + b/kappa); always deciding h1 approaches it."""
    return All(
        Rel(printed, "=", flat_of.subs(kappa, of_rho)),
        never_above(flat_of, eps_of_g, Rel(g * kappa, "<", b), odds=kappa),
        Limit(score(1 - u / (2 * exp(eps_of_g)), 1 - u / 2, kappa), u, 0, flat_of),
    )


def upper_statement(of_rho: Any) -> All:
    """The odds are a kappa. eps = log(v (1 + b v/kappa)), v = 1 + y >= 1: a rational root, the greatest score, at u = v."""
    return All(
        Member((of_rho,), (KAPPA,)),
        Rel(1 + 4 * b * exp(eps_of_y) / kappa, "=", root_of_y**2),
        Rel(root_form(root_of_y), "=", simple_of),
        never_above(simple_of, eps_of_y, odds=kappa),
        Rel(grown, "<=", exp(eps_of_y)),
        Rel(score(1 - grown / (2 * exp(eps_of_y)), 1 / (2 * grown), kappa), "=", simple_of),
    )


def threshold_statement(of_rho: Any) -> All:
    """The odds are a kappa; where the two branches meet, and where the best threshold leaves Q(D') (u = v = 1)."""
    return All(
        Member((of_rho,), (KAPPA,)),
        Rel(1 + 4 * b * (1 + b / kappa) / kappa, "=", (1 + 2 * b / kappa) ** 2),
        Rel(root_form(1 + 2 * b / kappa), "=", flat_of),
        Rel(eps_of_y.subs(y, 0), "=", log(1 + b / kappa)),
        Monotone(eps_of_y, y, "increasing"),
    )


def improvement(of_rho: Any, *variables_of_rho: Any) -> All:
    """kappa falls with each coefficient, and the score rises as kappa falls: at each threshold, in both branches, which meet."""
    return All(
        *(Monotone(of_rho, rho, "decreasing") for rho in variables_of_rho),
        Monotone(score(R, G, kappa), kappa, "decreasing"),
        Monotone(flat_of, kappa, "decreasing"),
        Monotone(1 + 4 * b * exp(eps) / kappa, kappa, "decreasing"),
        Monotone(root_form(root), root, "increasing"),
        Rel(root_form(1 + 2 * b / kappa), "=", flat_of),
    )


REPLACED = f"{SCORE} {ODDS} The score is judged for any odds kappa in (0, 1]."
eq_21_flat_branch = Claim(
    id="hypothesis_testing/eq-21/flat-branch",
    where="eq. 21, first branch", kind="identity",
    states="F* = (1+b^2)/(2+b^2-rho_p-rho_c(2-rho_p)) for eps < eps(rho_p,rho_c).",
    reading=f"{REPLACED} eps is written log(1 + g), so that eps < log(1 + b/kappa) is g kappa < b. The value is approached as "
    "theta tends to -infinity (always decide h1).",
    holds=flat_statement((1 + b) / (2 + b - rho_p - rho_c * (2 - rho_p)), kappa_c),
    on=Region(**THRESHOLDS, g=POSITIVE, **TWO_RHO, such_that=POSSIBLE),
)  # fmt: skip

eq_21_upper_branch = Claim(
    id="hypothesis_testing/eq-21/upper-branch",
    where="eq. 21, second branch", kind="identity",
    states="F* = (1+b^2)(sqrt(1+4b^2e^eps/(1-rho_p-rho_c(2-rho_p)))-1)/((1+b^2)sqrt(..)-1+b^2) for eps >= eps(rho_p,rho_c).",
    reading=f"{REPLACED} Every such eps is written log(v (1 + b v/kappa)) with v = 1 + y, y >= 0 (see threshold); the square "
    "root is then 1 + 2 b v/kappa, F* is (1 + b) v/(kappa + (1 + b) v), attained at u = v, between Q(D') and Q(D).",
    holds=upper_statement(kappa_c),
    on=Region(**THRESHOLDS, y=NONNEGATIVE, **TWO_RHO, such_that=POSSIBLE),
)  # fmt: skip

eq_21_threshold = Claim(
    id="hypothesis_testing/eq-21/threshold",
    where="eq. 21", kind="identity",
    states="eps(rho_p,rho_c)=log(1+b^2/(1-rho_p-rho_c(2-rho_p))).",
    reading=f"{ODDS} At this eps the root of the second branch is 1 + 2 b/kappa and both branches have the same value; the best "
    "threshold u = v of the second branch, eps = log(v (1 + b v/kappa)), is Q(D') (v = 1) there and beyond it for larger eps.",
    holds=threshold_statement(kappa_c),
    on=Region(b=POSITIVE, kappa=KAPPA, y=NONNEGATIVE, **TWO_RHO, such_that=POSSIBLE),
)  # fmt: skip

eq_21_improves = Claim(
    id="hypothesis_testing/eq-21/improves",
    where="text after eq. 21", kind="monotonicity",
    states="F* is further improved by record correlation.",
    reading=f"{ODDS} kappa decreases with rho_c; the score of every threshold and both branches of eq. 21 increase as it "
    "does, and the branches meet where the condition changes.",
    holds=improvement(kappa_c, rho_c),
    on=Region(**TWO_RHO, kappa=KAPPA, b=POSITIVE, eps=POSITIVE, R=RATE, G=RATE, root=Interval.open(1, oo)),
)  # fmt: skip
