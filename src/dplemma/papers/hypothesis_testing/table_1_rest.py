"""Table 1, the rows beta = 0.6, 0.8, 1.5 and 2, and what its title promises of every entry.

Main results: twenty numbers and twelve dashes come out, each number rounded to nearest or cut off; at beta = 0.8, 1.5 and 2 the
first number of the row belongs to the row's constant, which the bound shows to two decimals. Thirteen entries of the table exceed
the bound they promise, twelve by less than 0.005.
Source: section 4.1.4, Table 1.

The first number of a row stands where the bound, of two decimals, lies near the constant (1 + beta^2)/(2 + beta^2) of eq. 12:
where it lies below, no eps keeps it to the letter, and what is printed is log(1 + beta^2), where F* begins to increase.
"""

from dplemma.formulas import laplace
from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.table_1 import ANY, best, entry, eps, safe

BOUNDS = ("0.55", "0.58", "0.62", "0.67", "0.76", "0.83", "0.9", "0.95")
ENTRIES = {
    "0.5": ("0.22", "0.34", "0.55", "0.82", "1.42", "2.04", "3", "4.29"),
    "0.6": ("0.33", "0.54", "0.83", "1.45", "2.11", "3.11", "4.43"),
    "0.8": ("0.49", "0.8", "1.46", "2.16", "3.21", "4.58"),
    "1": ("0.71", "1.4", "2.12", "3.2", "4.6"),
    "1.5": ("1.17", "1.88", "2.99", "4.41"),
    "2": ("1.61", "2.69", "4.12"),
}  # a row ends at 0.95; dashes come before
# The greatest eps of two decimals that keeps the bound, from the first bound that any eps keeps.
SAFE_ENTRIES = {
    "0.5": ("0.34", "0.54", "0.82", "1.42", "2.04", "3.00", "4.28"),
    "0.6": ("0.32", "0.54", "0.83", "1.45", "2.10", "3.10", "4.43"),
    "0.8": ("0.79", "1.46", "2.15", "3.20", "4.57"),
    "1": ("0.71", "1.40", "2.12", "3.20", "4.60"),
    "1.5": ("1.88", "2.99", "4.41"),
    "2": ("2.69", "4.12"),
}


NEVER = (("0.5", "0.55"), ("0.8", "0.62"), ("1.5", "0.76"), ("2", "0.83"))  # no eps keeps these bounds to the letter


def constant(beta: str) -> Any:
    """F* up to eps = log(1 + beta^2)."""
    return (1 + Rational(beta) ** 2) / (2 + Rational(beta) ** 2)


def from_the_end(rows: dict[str, tuple[str, ...]]) -> list[tuple[str, str, str]]:
    """(beta, bound, eps) of each entry."""
    return [(beta, f, entry) for beta, row in rows.items() for f, entry in zip(BOUNDS[-len(row) :], row, strict=True)]


def largest_printed(beta: str, f: str, shown: str) -> All:
    """The largest eps with F* <= f, rounded to nearest or to its safe side: F* <= f below what prints so, F* >= f above."""
    printed, bound, weight = Printed(shown, decimals=2, promise="largest"), Rational(f), Rational(beta)
    return All(
        Number(laplace.epsilon_for_fbeta(bound, weight), printed),
        Implies(Rel(eps, "<=", printed.low), Rel(best(weight, eps), "<=", bound)),
        Implies(Rel(eps, ">=", printed.high), Rel(best(weight, eps), ">=", bound)),
    )


def dashed(beta: str, f: str) -> Claim:
    """The claim of a dash: F* exceeds the bound of the row's last dash, and so this one."""
    last = BOUNDS[-len(ENTRIES[beta]) - 1]
    exceeded = dash({"eps": POSITIVE}, Rel(best(Rational(beta), eps), "<=", Rational(last)))
    return Claim(
        id=f"hypothesis_testing/table-1/beta-{beta}/f-{f}",
        where="Table 1", kind="number",
        states=f"Table 1, beta={beta}, F_beta={f}: dash (no admissible eps).",
        reading="" if last == f else f"F* > {last}, the bound of the last dash of the row, for every eps.",
        holds=exceeded if last == f else All(exceeded, Rel(Rational(f), "<", Rational(last))),
    )  # fmt: skip


def maximal(beta: str, f: str, shown: str) -> Claim:
    """The claim of a number."""
    return entry(beta, f, shown, holds=largest_printed(beta, f, shown), on=ANY)


def turning_point(beta: str, f: str, shown: str, exact: str) -> Claim:
    """The first number of a row whose constant the bound shows to two decimals: F* keeps it up to log(1 + beta^2)."""
    bound, weight, turn = Rational(f), Rational(beta), log(1 + Rational(beta) ** 2)
    return entry(
        beta, f, shown,
        reading=f"The bound {f} is the constant (1 + beta^2)/(2 + beta^2) = {exact}.. of this row to two decimals, as the first "
        "six bounds are those of the six rows: F* has this value up to eps = log(1 + beta^2) and exceeds it beyond. (No eps "
        f"keeps F* at {f} itself or below: see the sharpened form.)",
        holds=All(
            Number(constant(beta), Printed(f, promise="least")),
            Implies(Rel(eps, "<", turn), Rel(best(weight, eps), "=", constant(beta))),
            Rel(best(weight, turn), "=", constant(beta)),
            Implies(Rel(eps, ">", turn), Rel(best(weight, eps), ">", constant(beta))),
            Number(turn, Printed(shown, promise="largest")),
        ),
        on=ANY,
        sharpen=sharpened(
            where="Table 1", kind="number",
            states=f"At beta = {beta} no eps keeps F* at {f} or below; the least bound that any eps keeps is {exact}..",
            holds=Rel(best(weight, eps), ">", bound),
            on=ANY,
        ),
    )  # fmt: skip


beta_0_6_f_0_55 = dashed("0.6", "0.55")
beta_0_6_f_0_58 = maximal("0.6", "0.58", "0.33")
beta_0_6_f_0_62 = maximal("0.6", "0.62", "0.54")
beta_0_6_f_0_67 = maximal("0.6", "0.67", "0.83")
beta_0_6_f_0_76 = maximal("0.6", "0.76", "1.45")
beta_0_6_f_0_83 = maximal("0.6", "0.83", "2.11")
beta_0_6_f_0_9 = maximal("0.6", "0.9", "3.11")
beta_0_6_f_0_95 = maximal("0.6", "0.95", "4.43")
beta_0_8_f_0_55 = dashed("0.8", "0.55")
beta_0_8_f_0_58 = dashed("0.8", "0.58")
beta_0_8_f_0_62 = turning_point("0.8", "0.62", "0.49", "0.6212")
beta_0_8_f_0_67 = maximal("0.8", "0.67", "0.8")
beta_0_8_f_0_76 = maximal("0.8", "0.76", "1.46")
beta_0_8_f_0_83 = maximal("0.8", "0.83", "2.16")
beta_0_8_f_0_9 = maximal("0.8", "0.9", "3.21")
beta_0_8_f_0_95 = maximal("0.8", "0.95", "4.58")
beta_1_5_f_0_55 = dashed("1.5", "0.55")
beta_1_5_f_0_58 = dashed("1.5", "0.58")
beta_1_5_f_0_62 = dashed("1.5", "0.62")
beta_1_5_f_0_67 = dashed("1.5", "0.67")
beta_1_5_f_0_76 = turning_point("1.5", "0.76", "1.17", "0.7647")
beta_1_5_f_0_83 = maximal("1.5", "0.83", "1.88")
beta_1_5_f_0_9 = maximal("1.5", "0.9", "2.99")
beta_1_5_f_0_95 = maximal("1.5", "0.95", "4.41")
beta_2_f_0_55 = dashed("2", "0.55")
beta_2_f_0_58 = dashed("2", "0.58")
beta_2_f_0_62 = dashed("2", "0.62")
beta_2_f_0_67 = dashed("2", "0.67")
beta_2_f_0_76 = dashed("2", "0.76")
beta_2_f_0_83 = turning_point("2", "0.83", "1.61", "0.8333")
beta_2_f_0_9 = maximal("2", "0.9", "2.69")
beta_2_f_0_95 = maximal("2", "0.95", "4.12")

ALL_ENTRIES = from_the_end(ENTRIES)
HUNDREDTH = Rational(1, 100)
table_1_entries_respect_bound = Claim(
    id="hypothesis_testing/table-1/entries-respect-bound",
    where="Table 1 title", kind="inequality",
    states="Every printed entry eps of Table 1 keeps F*_beta(eps) <= the column's bound (entries are maximal eps under the "
    "bound).",
    reading="All 33 printed entries as decimals, the score to the two decimals of the bounds: F* exceeds no bound by more than "
    "0.005. The table is meant for looking up an eps under a required bound.",
    holds=All(*(Rel(best(Rational(beta), Rational(at)), "<=", Rational(f) + HUNDREDTH / 2) for beta, f, at in ALL_ENTRIES)),
    why="At beta = 0.5 the score is 5/9 = 0.5556 at eps = 0.22 and at every smaller eps, where the bound is 0.55. Twelve more "
    "entries exceed their bounds by less than 0.005: the first of the rows 0.8, 1.5 and 2, whose bounds are rounded down, and "
    "nine eps that are rounded up.",
    harm="unsafe",
    amend=amended(
        states="With entries of two decimals cut off, and dashes where the bound is below (1 + beta^2)/(2 + beta^2), every "
        "entry keeps the column's bound, and 0.01 more does not.",
        reading="The table with 29 entries: 0.54, 4.28 at beta = 0.5; 0.32, 2.10, 3.10 at 0.6; 0.79, 2.15, 3.20, 4.57 at 0.8 "
        "instead of those rounded up.",
        holds=All(
            *(safe(Rational(beta), f, at, str(Rational(at) + HUNDREDTH)) for beta, f, at in from_the_end(SAFE_ENTRIES)),
            *(Rel(constant(beta), ">", Rational(f)) for beta, f in NEVER),
        ),
    ),
)  # fmt: skip
