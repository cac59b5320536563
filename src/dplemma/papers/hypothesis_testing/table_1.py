"""Table 1: the largest eps for which no adversary exceeds a given F_beta score.

Main results: twelve numbers and three dashes come out, rounded to nearest or down, the safe side of a largest eps; two of the
twelve are rounded up beyond the bound they promise; at beta = 0.5 no eps keeps the score at 0.55, though 0.22 is printed.
Source: section 4.1.4, Table 1.

F* is constant up to eps = log(1 + beta^2) and increases from there on (eq. 12), so the largest eps with F* <= f is the root of
F*(eps) = f beyond that point (laplace.epsilon_for_fbeta), and there is none if f is below the constant.
"""

from dplemma.formulas import laplace
from dplemma.lang.words import *

eps = variables("eps")
HALF = Rational(1, 2)
ANY = Region(eps=POSITIVE)


def best(beta: Any, at: Any) -> Any:
    """F*_beta of eq. 12 without prior knowledge and correlations."""
    return laplace.fbeta(beta, at, 0, 0, 0)


def largest(beta: Any, f: str, shown: str) -> All:
    """The largest eps with F*_beta <= f is printed so, in a table of two decimals: F* <= f up to the least eps that fair rounding
    prints so, F* >= f from the greatest one on."""
    printed, bound = Printed(shown, decimals=2, promise="largest"), Rational(f)
    return All(
        Number(laplace.epsilon_for_fbeta(bound, beta), printed),
        ForAll({"eps": Interval.lopen(0, printed.low)}, Rel(best(beta, eps), "<=", bound)),
        ForAll({"eps": Interval(printed.high, "oo")}, Rel(best(beta, eps), ">=", bound)),
    )


def rounded(beta: Any, name: str, f: str, nearest: str, below: str) -> Claim:
    """The same entry rounded to nearest, and that the printed one is the greatest of two decimals that keeps the bound."""
    return Claim(
        id=f"hypothesis_testing/table-1/beta-{name}/f-{f}/sharpened",
        where="Table 1", kind="number",
        states=f"The maximal eps rounds to {nearest}; {below} is the greatest of two decimals with F* <= {f}.",
        holds=All(
            Number(laplace.epsilon_for_fbeta(Rational(f), beta), Printed(nearest)), safe(beta, f, below, nearest),
        ),
    )  # fmt: skip


def safe(beta: Any, f: str, eps: str, next_eps: str) -> All:
    """At this eps the bound holds, at the next one of two decimals it does not."""
    return All(Rel(best(beta, Rational(eps)), "<=", Rational(f)), Rel(best(beta, Rational(next_eps)), ">", Rational(f)))


beta_half_f_0_55 = Claim(
    id="hypothesis_testing/table-1/beta-0.5/f-0.55",
    where="Table 1", kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.55 at beta=0.5 is 0.22.",
    reading="F* does not decrease, so the maximal eps rounds to 0.22 exactly if F* <= 0.55 at 0.215 and F* >= 0.55 at 0.225.",
    holds=All(
        Rel(best(HALF, Rational("0.215")), "<=", Rational("0.55")),
        Rel(best(HALF, Rational("0.225")), ">=", Rational("0.55")),
    ),
    why="No eps is admissible: F* is at least (1 + beta^2)/(2 + beta^2) = 5/9 = 0.5556 for every eps. 0.22 is log(1 + beta^2), "
    "where F* begins to increase: the bound 0.55 is 5/9 cut off.",
    harm="unsafe",
    amend=amended(
        "hypothesis_testing/table-1/beta-0.5/f-0.55",
        where="Table 1", kind="number",
        states="At beta = 0.5 no eps keeps F* at 0.55 or below (a dash, as at beta = 1); F* is 5/9 up to eps = log(1.25) = 0.22.",
        holds=All(
            Rel(best(HALF, eps), ">", Rational("0.55")),
            Rel(best(HALF, Rational("0.22")), "=", Rational(5, 9)),
            Number(log(1 + HALF**2), Printed("0.22")),
        ),
        on=ANY,
    ),
)  # fmt: skip

beta_half_f_0_58 = Claim(
    id="hypothesis_testing/table-1/beta-0.5/f-0.58",
    where="Table 1", kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.58 at beta=0.5 is 0.34.",
    holds=largest(HALF, "0.58", "0.34"),
)  # fmt: skip

beta_half_f_0_62 = Claim(
    id="hypothesis_testing/table-1/beta-0.5/f-0.62",
    where="Table 1", kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.62 at beta=0.5 is 0.55.",
    holds=largest(HALF, "0.62", "0.55"),
    sharpen=Claim(
        id="hypothesis_testing/table-1/beta-0.5/f-0.62/sharpened",
        where="Table 1", kind="number",
        states="The maximal eps is below 0.55: 0.54 is the greatest of two decimals with F* <= 0.62.",
        reading="Rounded to nearest the entry exceeds the bound it promises.",
        holds=safe(HALF, "0.62", "0.54", "0.55"),
    ),
)  # fmt: skip

beta_half_f_0_67 = Claim(
    id="hypothesis_testing/table-1/beta-0.5/f-0.67",
    where="Table 1",
    kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.67 at beta=0.5 is 0.82.",
    holds=largest(HALF, "0.67", "0.82"),
    sharpen=rounded(HALF, "0.5", "0.67", "0.83", "0.82"),
)

beta_half_f_0_76 = Claim(
    id="hypothesis_testing/table-1/beta-0.5/f-0.76",
    where="Table 1", kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.76 at beta=0.5 is 1.42.",
    holds=largest(HALF, "0.76", "1.42"),
)  # fmt: skip

beta_half_f_0_83 = Claim(
    id="hypothesis_testing/table-1/beta-0.5/f-0.83",
    where="Table 1", kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.83 at beta=0.5 is 2.04.",
    holds=largest(HALF, "0.83", "2.04"),
)  # fmt: skip

beta_half_f_0_9 = Claim(
    id="hypothesis_testing/table-1/beta-0.5/f-0.9",
    where="Table 1", kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.9 at beta=0.5 is 3.",
    holds=largest(HALF, "0.9", "3"),
)  # fmt: skip

beta_half_f_0_95 = Claim(
    id="hypothesis_testing/table-1/beta-0.5/f-0.95",
    where="Table 1", kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.95 at beta=0.5 is 4.29.",
    holds=largest(HALF, "0.95", "4.29"),
    sharpen=Claim(
        id="hypothesis_testing/table-1/beta-0.5/f-0.95/sharpened",
        where="Table 1", kind="number",
        states="The maximal eps is below 4.29: 4.28 is the greatest of two decimals with F* <= 0.95.",
        reading="Rounded to nearest the entry exceeds the bound it promises.",
        holds=safe(HALF, "0.95", "4.28", "4.29"),
    ),
)  # fmt: skip

beta_1_f_0_55 = Claim(
    id="hypothesis_testing/table-1/beta-1/f-0.55",
    where="Table 1",
    kind="number",
    states="Table 1, beta=1, F_beta=0.55: dash (no admissible eps).",
    holds=dash({"eps": POSITIVE}, Rel(best(1, eps), "<=", Rational("0.55"))),
)

beta_1_f_0_58 = Claim(
    id="hypothesis_testing/table-1/beta-1/f-0.58",
    where="Table 1",
    kind="number",
    states="Table 1, beta=1, F_beta=0.58: dash (no admissible eps).",
    holds=dash({"eps": POSITIVE}, Rel(best(1, eps), "<=", Rational("0.58"))),
)

beta_1_f_0_62 = Claim(
    id="hypothesis_testing/table-1/beta-1/f-0.62",
    where="Table 1",
    kind="number",
    states="Table 1, beta=1, F_beta=0.62: dash (no admissible eps).",
    holds=dash({"eps": POSITIVE}, Rel(best(1, eps), "<=", Rational("0.62"))),
)

beta_1_f_0_67 = Claim(
    id="hypothesis_testing/table-1/beta-1/f-0.67",
    where="Table 1",
    kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.67 at beta=1 is 0.71.",
    holds=largest(1, "0.67", "0.71"),
    sharpen=rounded(1, "1", "0.67", "0.72", "0.71"),
)

beta_1_f_0_76 = Claim(
    id="hypothesis_testing/table-1/beta-1/f-0.76",
    where="Table 1",
    kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.76 at beta=1 is 1.4.",
    holds=largest(1, "0.76", "1.4"),
)

beta_1_f_0_83 = Claim(
    id="hypothesis_testing/table-1/beta-1/f-0.83",
    where="Table 1",
    kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.83 at beta=1 is 2.12.",
    holds=largest(1, "0.83", "2.12"),
    sharpen=rounded(1, "1", "0.83", "2.13", "2.12"),
)

beta_1_f_0_9 = Claim(
    id="hypothesis_testing/table-1/beta-1/f-0.9",
    where="Table 1",
    kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.9 at beta=1 is 3.2.",
    holds=largest(1, "0.9", "3.2"),
)

beta_1_f_0_95 = Claim(
    id="hypothesis_testing/table-1/beta-1/f-0.95",
    where="Table 1", kind="number",
    states="Table 1: the maximal eps with F*_beta <= 0.95 at beta=1 is 4.6.",
    holds=largest(1, "0.95", "4.6"),
)  # fmt: skip
