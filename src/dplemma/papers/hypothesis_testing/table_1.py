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


def rounded(beta: Any, f: str, nearest: str, below: str) -> Any:
    """The same entry rounded to nearest, and that the printed one is the greatest of two decimals that keeps the bound."""
    return sharpened(
        states=f"The maximal eps rounds to {nearest}; {below} is the greatest of two decimals with F* <= {f}.",
        holds=All(
            Number(laplace.epsilon_for_fbeta(Rational(f), beta), Printed(nearest)), safe(beta, f, below, nearest),
        ),
    )  # fmt: skip


def entry(beta: str, f: str, shown: str, holds: Statement | None = None, **more: Any) -> Claim:
    """The claim of a number of the table; that it is the largest eps, unless `holds` is given."""
    return Claim(
        id=f"hypothesis_testing/table-1/beta-{beta}/f-{f}",
        where="Table 1", kind="number",
        states=f"Table 1: the maximal eps with F*_beta <= {f} at beta={beta} is {shown}.",
        holds=largest(Rational(beta), f, shown) if holds is None else holds, **more,
    )  # fmt: skip


def no_entry(f: str) -> Claim:
    """The claim of a dash of the row beta = 1."""
    return Claim(
        id=f"hypothesis_testing/table-1/beta-1/f-{f}",
        where="Table 1", kind="number",
        states=f"Table 1, beta=1, F_beta={f}: dash (no admissible eps).",
        holds=dash({"eps": POSITIVE}, Rel(best(1, eps), "<=", Rational(f))),
    )  # fmt: skip


def safe(beta: Any, f: str, eps: str, next_eps: str) -> All:
    """At this eps the bound holds, at the next one of two decimals it does not."""
    return All(Rel(best(beta, Rational(eps)), "<=", Rational(f)), Rel(best(beta, Rational(next_eps)), ">", Rational(f)))


beta_half_f_0_55 = entry(
    "0.5", "0.55", "0.22",
    reading="F* does not decrease, so the maximal eps rounds to 0.22 exactly if F* <= 0.55 at 0.215 and F* >= 0.55 at 0.225.",
    holds=All(
        Rel(best(HALF, Rational("0.215")), "<=", Rational("0.55")),
        Rel(best(HALF, Rational("0.225")), ">=", Rational("0.55")),
    ),
    why="No eps is admissible: F* is at least (1 + beta^2)/(2 + beta^2) = 5/9 = 0.5556 for every eps. 0.22 is log(1 + beta^2), "
    "where F* begins to increase: the bound 0.55 is 5/9 cut off.",
    harm="unsafe",
    amend=amended(
        states="At beta = 0.5 no eps keeps F* at 0.55 or below (a dash, as at beta = 1); F* is 5/9 up to eps = log(1.25) = 0.22.",
        holds=All(
            Rel(best(HALF, eps), ">", Rational("0.55")),
            Rel(best(HALF, Rational("0.22")), "=", Rational(5, 9)),
            Number(log(1 + HALF**2), Printed("0.22")),
        ),
        on=ANY,
    ),
)  # fmt: skip

beta_half_f_0_58 = entry("0.5", "0.58", "0.34")

beta_half_f_0_62 = entry(
    "0.5", "0.62", "0.55",
    sharpen=sharpened(
        states="The maximal eps is below 0.55: 0.54 is the greatest of two decimals with F* <= 0.62.",
        reading="Rounded to nearest the entry exceeds the bound it promises.",
        holds=safe(HALF, "0.62", "0.54", "0.55"),
    ),
)  # fmt: skip

beta_half_f_0_67 = entry("0.5", "0.67", "0.82", sharpen=rounded(HALF, "0.67", "0.83", "0.82"))
beta_half_f_0_76 = entry("0.5", "0.76", "1.42")
beta_half_f_0_83 = entry("0.5", "0.83", "2.04")
beta_half_f_0_9 = entry("0.5", "0.9", "3")

beta_half_f_0_95 = entry(
    "0.5", "0.95", "4.29",
    sharpen=sharpened(
        states="The maximal eps is below 4.29: 4.28 is the greatest of two decimals with F* <= 0.95.",
        reading="Rounded to nearest the entry exceeds the bound it promises.",
        holds=safe(HALF, "0.95", "4.28", "4.29"),
    ),
)  # fmt: skip

beta_1_f_0_55 = no_entry("0.55")
beta_1_f_0_58 = no_entry("0.58")
beta_1_f_0_62 = no_entry("0.62")
beta_1_f_0_67 = entry("1", "0.67", "0.71", sharpen=rounded(1, "0.67", "0.72", "0.71"))
beta_1_f_0_76 = entry("1", "0.76", "1.4")
beta_1_f_0_83 = entry("1", "0.83", "2.12", sharpen=rounded(1, "0.83", "2.13", "2.12"))
beta_1_f_0_9 = entry("1", "0.9", "3.2")
beta_1_f_0_95 = entry("1", "0.95", "4.6")
