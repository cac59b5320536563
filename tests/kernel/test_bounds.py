"""Signs of forms: each rule of `bounds` where it does not apply, and what it must not say there."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from kernel_trees import interval, rel, term

from dplemma.kernel.bounds import ANY, NOT_MINUS, PLUS
from dplemma.kernel.normal import Normaliser, normaliser, signs
from dplemma.kernel.signs import positive, sign, sign_of_slope
from dplemma.kernel.statement import Region


def on(given: str = "", **intervals: str) -> Region:
    """A region: intervals by name (the line if not said), relations separated by semicolons."""
    names = {name: interval(intervals.get(name, "(-oo, oo)")) for name in "xyz"}
    return Region(names, tuple(rel(text.strip()) for text in given.split(";") if text))


OPEN = [
    ("x - y**(1/2)", on("x**2 > y", y="(0, oo)")),  # x may be negative
    ("Integral(1/(1 + exp(t**2)), (t, oo, 0))", on()),  # turned around
    ("Integral(1/(1 + exp(t**2)), (t, 0, -oo))", on()),
    ("Integral((t - x)/(1 + exp(t**3)), (t, 0, 1))", on()),
    ("Inf(t - x, (t, 0, 1))", on()),
    ("1 + x*y**(1/2)", on("x**2*y > 1", y="(0, oo)")),
    ("x - y**(1/3)", on("x**2 > y", x="(0, oo)", y="(0, oo)")),
    ("log(x) - Phi(y)", on("x > y", x="(0, oo)", y="(0, oo)")),  # increasing, but not the same function
    ("exp(x) - Phi(y)", on("x < y", x="(-oo, 0)")),
    ("2*Phi(x) - Phi(y)", on("x < y")),
    ("Phi(x)*Phi(z) - Phi(y)", on("x > y")),
    ("Phi(x)**2 - Phi(y)", on("x > y")),
    ("x**(1/2) - y**(1/3)", on("x > y", x="(0, oo)", y="(0, oo)")),
    ("NCChi2CDF(x, 5, 1) - NCChi2CDF(y, 4, 1)", on("x > y", x="(0, oo)", y="(0, oo)")),
    ("z - x", on("y >= x**2; y <= 2*x*z", x="(0, oo)", y="(0, oo)", z="(0, oo)")),  # a bound that is not linear
    ("(pi - 4)*x + y", on(x="(0, oo)", y="(0, oo)")),
    ("(pi - 3)*x - y", on(x="(0, oo)", y="(0, oo)")),
    ("(pi - 3)*x**2 + x", on()),
    ("2*exp(x) - 3*exp(y)", on("x > y")),
    ("exp(x/2) - exp(y/3)", on("2*x > 3*y")),
    ("exp(x)**3 - exp(y)", on("x > 3*y")),
    ("log(x) + z", on("x**3*exp(z) > 1", x="(0, oo)")),
    ("Integral((y + t)/(1 + exp(t**3)), (t, x, y))", on("x < y")),
    ("exp(2*x) - exp(y)", on("x > 2*y")),
    ("log(x)/2 - log(y)", on("x > y**(1/2)", x="(0, oo)", y="(0, oo)")),
    ("log(x)/2 + y", on("x*exp(y) > 1", x="(0, oo)")),
    ("log(x)/2 + y", on("x**2*exp(y) > 1", x="(0, oo)")),
    ("2*log(x) - log(y)", on("x > y", x="(0, oo)", y="(0, oo)")),
    ("y*log(x) + 1", on(x="(1, oo)")),
    ("log(x) + log(y)", on("x > 1", y="(0, 1)")),
    ("x**2 + y*x + 1", on(y="(2, oo)")),
    ("x**2 + 21*x/10 + 1", on()),
    ("exp(x) - 1", on(x="(-1, oo)")),
    ("exp(x) - 3/2", on(x="(0, oo)")),
    ("exp(x) - 1/2", on(x="(-oo, 0)")),
    ("Phi(x) - 3/4", on(x="(0, oo)")),
    ("LaplaceCDF(x + y) - 3/4", on("x + y > 0")),
    ("LaplaceCDF(x + y) - 1/2", on("x + y > -1")),
    ("log(x) - 1/2", on(x="(1, oo)")),
    ("log(x) + 1/2", on(x="(0, 1)")),
    ("PhiInv(x) - 1/2", on(x="(1/2, 1)")),
    ("PhiInv(x) + 1/2", on(x="(0, 1/2)")),
    ("x**(1/2) - 3/2", on(x="(1, oo)")),
    ("x**(1/2) - 1/2", on(x="(0, 1)")),
    ("x**(1/2) - 1", on(x="(0, oo)")),
    ("x**(1/2) - 1", on(x="(0, 2)")),
    ("NCChi2CDF(x, 5, 1) - 1/2", on(x="(0, oo)")),
    ("Phi(x) - 1/2", on(x="(-1, oo)")),
    ("log(x)", on(x="(1/2, oo)")),
    ("y*x**2 + x + 1", on()),
    ("y*x**2 + 1", on(y="(-oo, 0)")),
    ("3/2 - x", on("x**3 <= 9", x="(29/20, oo)")),
    ("x - z", on("x >= y; z <= y + 1")),
    ("x - z", on("x >= y; y != z")),
    ("x*y - z", on("x >= z", x="(0, oo)", z="(0, oo)")),
    ("sign(x) - 1/2", on()),
    ("gamma(x) - 1", on(x="(0, oo)")),
    ("x", on("x**2*y >= 0", y="(0, oo)")),
    ("x", on("y**2*x >= 0")),
    ("y", on("x == 0; x*y >= 0")),
    ("y", on("x == 0; x*y <= 0")),
]
"""No rule speaks: a sign, said by a rule with one condition less, would be wrong somewhere."""


@pytest.mark.parametrize(("text", "region"), OPEN)
def test_no_sign_where_a_rule_does_not_apply(text: str, region: Region) -> None:
    assert sign(term(text), region) == ""


EXACT = [
    ("NCChi2CDF(x, 5, 1)", on(x="[0, oo)"), ">="),  # 0 at 0
    ("NCChi2CDF(x, 5, 1)", on(), ">="),
    ("1 - NCChi2CDF(x, 5, 1)", on(x="[0, oo)"), ">"),
    ("1 - sign(x)", on(), ">="),
    ("1 + sign(x)", on(), ">="),
    ("2 - sign(x)", on(), ">"),
    ("gamma(1/3) - 2", on(), ">"),
    ("gamma(1/3) - 3", on(), "<"),
    ("x - z", on("x >= y; y >= z"), ">="),
    ("x - z", on("x > y; y >= z"), ">"),
    ("x - z", on("x == y; y >= z"), ">="),
    ("x + y", on("x >= 1; y == 2"), ">"),
    ("x**(1/2)", on(x="[0, oo)"), ">="),
    ("(x - 1)**(1/2)", on("x != 1", x="[0, oo)"), ">"),
    ("x**2 + y*x + 1", on(y="(-2, 2)"), ">"),
    ("x**2 + 2*y*x + y**2", on(), ">="),
    ("(pi - 3)*x**2 + 1", on(), ">"),
    ("(-1)*(pi - 3)*x**2 - 1", on(), "<"),
    ("x**2 + y**2", on(x="[0, oo)"), ">="),
    ("x + y", on(x="[0, oo)", y="(0, oo)"), ">"),
    ("x + y", on(x="[0, oo)", y="[0, oo)"), ">="),
    ("x + y + 1", on(x="[0, oo)", y="[0, oo)"), ">"),
    ("(1 - x)*y", on(x="[0, 1]", y="[0, 1]"), ">="),
    ("1 - x*y", on(x="[0, 1)", y="[0, 1]"), ">"),
    ("exp(x) - exp(y)", on("x >= y"), ">="),
    ("3*exp(x) - 2*exp(y)", on("x >= y"), ">"),
    ("x**(1/2) - y**(1/2)", on("x > y", x="(0, oo)", y="(0, oo)"), ">"),
    ("NCChi2CDF(x, 5, 1) - NCChi2CDF(y, 5, 1)", on("x > y", x="(0, oo)", y="(0, oo)"), ">"),
    ("2*log(x) + log(y)", on(x="(1, oo)", y="(1, oo)"), ">"),
    ("log(x) + x", on(x="(1, oo)"), ">"),
    ("1/x", on("x < 0"), "<"),
    ("Integral(1/(1 + exp(t**2)), (t, 0, oo))", on(), ">"),
    ("Integral(t/(1 + exp(t**2)), (t, 0, 1))", on(), ">"),
    ("Inf(t, (t, 0, 1))", on(), ">="),
    ("Root(t**3 - x, (t, 1, 2)) - 1", on(), ">"),
    ("Root(t**3 - x, (t, 1, 2)) - 2", on(), "<"),
    ("1/x", on("x*y > 0"), "!="),
    ("x", on("x*y > 0"), "!="),
    ("x", on("x**2 > 0"), "!="),
    ("x", on("x/y > 0", y="(0, oo)"), ">"),
    ("x", on("x*y > 0; y < 0"), "<"),
    ("Phi(x) - 1/2", on(x="[0, oo)"), ">="),
    ("exp(x) - 1", on(x="(-oo, 0)"), "<"),
    ("exp(1201*x/1301) - 1", on(x="(0, oo)"), ">"),
    ("exp(-1201*x/1301) - 1", on(x="(0, oo)"), "<"),
    ("PhiInv(x)", on(x="(1/2, 1)"), ">"),
    ("LaplaceCDF(x) - 1/2", on("x >= y; y > 0"), ">"),
    ("exp(1/pi) - 2", on(), "<"),
    ("exp(1/2) - 2", on(), "<"),
    ("exp(x/2) - exp(y/3)", on("3*x > 2*y"), ">"),
    ("exp(x)**3 - exp(y)**2", on("3*x > 2*y"), ">"),
    ("2*log(x) + z", on("x**2*exp(z) > 1", x="(0, oo)"), ">"),
    ("Integral((y - t)/(1 + exp(t**3)), (t, x, y))", on("x < y"), ">"),
    ("log(x)/2 - log(y)", on("x > y**2", x="(0, oo)", y="(0, oo)"), ">"),
    ("log(x)/2 + y", on(x="(1, oo)", y="(0, oo)"), ">"),
    ("log(x) + log(y)/2", on(x="(0, 1/2]", y="(0, 3]"), "<"),  # x^2 y <= 3/4
    ("log(x) + log(y)/2", on(x="[1/2, oo)", y="[3, oo)"), ""),  # though x y > 1
    ("log(x)/2 - 1", on(x="[8, 100]"), ">"),  # 8 > e^2
    ("log(x)/2 - 1", on(x="[2, 100]"), ""),  # though 2 > e^(1/2)
    ("exp(100*x) - 3", on(x="[1/10, 1]"), ">"),  # e^10 > 3
    ("exp(100*x) - 3", on(x="[0, 1]"), ""),  # e^100 > 3, though e^(1/100) < 3
]


NINE = [f"x{n}" for n in range(9)]


@pytest.mark.parametrize(
    ("text", "found"),
    [("1 + {}", ">="), ("-1 - {}", "<="), ("x0 + {}", ">="), ("1 - {}", ">=")],
)
def test_a_region_of_many_corners(text: str, found: str) -> None:
    """More than 256 are not looked at one by one; that something vanishes at none of them is then not said."""
    wide = Region({name: interval("[0, 1]") for name in NINE})
    assert sign(term(text.format("*".join(NINE))), wide) == found


@pytest.mark.parametrize(("text", "region", "found"), EXACT)
def test_the_sign_is_neither_weaker_nor_stronger(text: str, region: Region, found: str) -> None:
    assert sign(term(text), region) == found


CROSSINGS = [("exp", "0", "1"), ("Phi", "0", "1/2"), ("LaplaceCDF", "0", "1/2"), ("log", "1", "0"), ("PhiInv", "1/2", "0")]


@pytest.mark.parametrize(("function", "place", "value"), CROSSINGS)
def test_an_increasing_function_crosses_its_value_at_one_place(function: str, place: str, value: str) -> None:
    """Just there: neither a little before nor a little after."""
    at, text = Fraction(place), f"{function}(x) - {value}"
    near = (at - Fraction(1, 3), at, at + Fraction(1, 3))
    found = [sign(term(text), on(x=f"({low}, {high})")) for low, high in (near[:2], near[1:], (near[0], near[2]))]
    assert found == ["<", ">", ""]
    below, above = (f"{function}(x) - {Fraction(value) + step}" for step in (-1, 1))
    assert sign(term(below), on(x=f"({near[1]}, {near[2]})")) == ">"
    assert sign(term(above), on(x=f"({near[0]}, {near[1]})")) == "<"


def test_a_root_crosses_1_at_1_and_the_chi_square_law_starts_at_0() -> None:
    assert [sign(term("x**(1/2) - 1"), on(x=x)) for x in ("(2/3, 1)", "(1, 4/3)", "(2/3, 4/3)")] == ["<", ">", ""]
    assert sign(term("NCChi2CDF(x, 5, 1)"), on(x="(0, 1/3)")) == ">"
    assert sign(term("NCChi2CDF(x, 5, 1) - 1"), on(x="(0, 3)")) == "<"


def test_a_form_that_exists_nowhere_has_no_sign() -> None:
    assert signs(term("1/x"), on("x == 0")) == ANY
    assert not positive(term("1/x"), on("x == 0"), strict=False)


@pytest.mark.parametrize("ball", [arb(1, 1), arb(-1, 1), arb(0), arb.nan()])
def test_a_ball_that_touches_0_decides_nothing(ball: arb, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Normaliser(on())
    poly = table.pi.num
    monkeypatch.setattr(table, "ball", lambda form: ball)
    assert table._constant_signs(poly) == ANY


@pytest.mark.parametrize(("given", "known"), [("", False), ("x > 0", True), ("x != 0", True), ("x >= 0", False), ("x < 0", True)])
def test_what_is_known_not_to_vanish(given: str, known: bool) -> None:
    table = normaliser(on(given))
    assert table.ask(lambda: table.nonzero(table.form_of_term(term("x")).num)) == known


def test_what_is_known_of_a_bound_variable_says_nothing_of_its_range() -> None:
    """In an integral from y to z its variable is between them, if there is any: y < z does not follow."""
    region = on()
    assert sign(term("Integral(1/(1 + exp(t*x)), (t, y, z))"), region) == ""
    assert sign(term("z - y"), region) == ""
    assert sign(term("z - y + Integral(1/(1 + exp(t*x)), (t, y, z))"), region) == ""


def test_the_slope_of_a_chi_square_law_for_any_number_of_degrees() -> None:
    region = on(x="(0, oo)", y="(0, oo)")
    assert sign_of_slope(term("NCChi2CDF(x, 5, y)"), "y", region) == "<"
    assert sign_of_slope(term("NCChi2SF(x, 5, y)"), "y", region) == ">"
    assert sign_of_slope(term("NCChi2SF(x, 5, y) - NCChi2SF(x, 7, y)"), "y", region) == ""
    assert sign_of_slope(term("x**2"), "x", region) == ">"
    assert sign_of_slope(term("x**2"), "x", on()) == ""


def test_premises_that_exclude_each_other_leave_what_is_known() -> None:
    assert signs(term("x"), on("x > 0; x < 0")) in (PLUS, frozenset((-1,)), NOT_MINUS, ANY)
    assert signs(term("x*y"), on("x > 0; x < 0")) == ANY


def test_numbers() -> None:
    assert sign(Fraction(0), on()) == "="
    assert sign(term("log(2) + log(3) - log(6)"), on()) == "="
