"""Enclosures: values lie in them, what does not exist gives no number, what may not exist is flagged."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_trees import interval, term, tree
from meeting import meet

from dplemma.arb.intervals import RealInterval
from dplemma.kernel.enclose import at_point, compared, image, steps
from dplemma.kernel.function_values import flagged
from dplemma.kernel.term import ARITY, read_term


def on(text: Any, **intervals: str) -> RealInterval | None:
    """The image of a term on a box."""
    found = {}
    for name, written in intervals.items():
        i = interval(written)
        found[name] = RealInterval.from_fractions(i.lo, i.hi, i.lo_open, i.hi_open)
    return image(term(text) if isinstance(text, str) else text, found, 96)


def at(text: Any, bits: int = 128, **point: Any) -> arb:
    return at_point(term(text) if isinstance(text, str) else text, {name: Fraction(x) for name, x in point.items()}, bits)


# -- inclusion ------------------------------------------------------------------------------------------------------------------

FORMULAS = [
    "x + y*2 - 1",
    "x*y",
    "x**3 - y**2",
    "x/(y + 5)",
    "exp(x)*y",
    "log(x + 5)",
    "log(1 + x**2)",
    "Phi(x) - Q(y)",
    "phi(x*y)",
    "Mills(x)",
    "PhiInv(Phi(x)*9/10 + 1/20)",
    "QInv(1/2 + x/9)",
    "erf(x) + erfc(y)",
    "erfinv(x/5)",
    "sinh(x) + cosh(y) + tanh(x*y)",
    "Abs(x - y)",
    "Max(x, y, 0)",
    "Min(x, y)",
    "(x + 5)**(1/3)",
    "(x + 5)**(-3/2)",
    "(x + 5)**y",
    "LaplaceCDF(x)",
    "pi + E - x",
    "x**-2 + 1/(y**2 + 1)",
    "Piecewise((x, x < y), (y, True))",
    "MillsMoment(2, x)",
    "MillsDrop(1, x, 1/2)",
]
NUMBERS = st.fractions(-3, 3, max_denominator=64).filter(lambda x: x != 0)


@pytest.mark.parametrize("text", FORMULAS)
@settings(max_examples=20)
@given(x=NUMBERS, y=NUMBERS, width=st.fractions(0, Fraction(1, 2), max_denominator=32))
def test_values_at_points_lie_in_the_image_of_a_box(text: str, x: Fraction, y: Fraction, width: Fraction) -> None:
    box = {"x": RealInterval.from_fractions(x - width, x), "y": RealInterval.from_fractions(y, y + width)}
    found, value = image(term(text), box, 96), at(text, x=x, y=y)
    if found is not None and not flagged(found):
        assert value.is_finite()
        assert found.to_ball().overlaps(value) and not (value < found.lo or value > found.hi)


VALUES: dict[str, float] = {
    "exp(1)": math.e,
    "E": math.e,
    "pi": math.pi,
    "log(8)": math.log(8),
    "Phi(1)": 0.8413447460685429,
    "Q(1)": 0.15865525393145707,
    "phi(0)": 0.3989422804014327,
    "PhiInv(1/4)": -0.6744897501960817,
    "QInv(1/4)": 0.6744897501960817,
    "Mills(2)": 0.4213692292880545,
    "erf(1)": 0.8427007929497149,
    "erfc(1)": 0.15729920705028513,
    "erfinv(1/2)": 0.4769362762044699,
    "sinh(1)": math.sinh(1),
    "cosh(1)": math.cosh(1),
    "tanh(1)": math.tanh(1),
    "gamma(5/2)": math.gamma(2.5),
    "factorial(5)": 120.0,
    "binomial(6, 2)": 15.0,
    "Abs(-3)": 3.0,
    "sign(-3)": -1.0,
    "sign(0)": 0.0,
    "Heaviside(0, 1/3)": 1 / 3,
    "Heaviside(-1, 1/3)": 0.0,
    "Heaviside(2, 1/3)": 1.0,
    "LaplaceCDF(-1)": math.exp(-1) / 2,
    "LaplaceCDF(1)": 1 - math.exp(-1) / 2,
    "Max(1, 2, -3)": 2.0,
    "Min(1, 2, -3)": -3.0,
    "2**(1/2)": math.sqrt(2),
    "2**pi": 2**math.pi,
    "27**(-2/3)": 1 / 9,
    "(-2)**3": -8.0,
    "(-2)**-3": -0.125,
    "Chi2CDF(2, 3)": 0.42759329552912023,
    "Chi2SF(2, 3)": 0.5724067044708798,
    "Chi2PDF(2, 3)": 0.20755374871029736,
    "Chi2Inv(1/2, 3)": 2.3659738843753377,
}


@pytest.mark.parametrize("text", VALUES)
def test_values_of_functions(text: str) -> None:
    assert math.isclose(float(at(text).mid()), VALUES[text], rel_tol=1e-9)


def test_every_function_of_the_language_has_a_value_or_none() -> None:
    """No function is evaluated as something it is not: those without a test of their value here are found."""
    tested = {word for text in (*VALUES, *FORMULAS) for word in ARITY if f"{word}(" in text or word == "Pow"}
    assert set(ARITY) - tested == {
        "NCChi2PDF",
        "NCChi2CDF",
        "NCChi2SF",
        "NCChi2Inv",
        "Chi2SFInv",
        "NCChi2SFInv",
        "MarcumQHalf",
    }
    assert abs(at("MarcumQHalf(1, 2) - Q(1) - Q(3)")) < 1e-20
    assert abs(at("NCChi2CDF(4, 1, 9) - Phi(-1) + Phi(-5)")) < 1e-20
    assert abs(at("NCChi2SF(2, 3, 1) + NCChi2CDF(2, 3, 1) - 1")) < 1e-20
    assert abs(at("3*NCChi2CDF(NCChi2Inv(1/3, 3, 1), 3, 1) - 1")) < 1e-20
    assert abs(at("3*NCChi2SF(NCChi2SFInv(1/3, 3, 1), 3, 1) - 1")) < 1e-20
    assert abs(at("3*Chi2SF(Chi2SFInv(1/3, 3), 3) - 1")) < 1e-20
    assert abs(at("NCChi2PDF(2, 3, 0) - Chi2PDF(2, 3)")) < 1e-20


# -- what does not exist ---------------------------------------------------------------------------------------------

NOWHERE = [
    "1/x",
    "x**-2",
    "log(x)",
    "log(x - 1)",
    "(x - 1)**(1/2)",
    "x**(-1/2)",
    "PhiInv(x)",
    "PhiInv(1 + x)",
    "PhiInv(x - 1)",
    "QInv(x)",
    "erfinv(1 + x)",
    "erfinv(2 - x)",
    "gamma(x)",
    "gamma(x - 1/2)",
    "factorial(x - 1)",
    "factorial(x + 1/2)",
    "binomial(x - 1, 2)",
    "Chi2CDF(1, x)",
    "Chi2PDF(1, -1)",
    "Chi2Inv(1 + x, 3)",
    "MarcumQHalf(1, x - 1)",
    "(x - 2)**pi",
    "x**pi",
    "Piecewise((1, x > 2))",
    "Piecewise((1, x > 2), (2, x > 1))",
    "Piecewise((1, log(x - 1) < 0), (2, True))",
    "MillsMoment(1/2, x)",
    "MillsMoment(-1, x)",
    "y",
]
AROUND = [
    "{}",
    "0*({})",
    "exp({})",
    "Phi({})",
    "tanh({})",
    "erf({})",
    "1/({})",
    "({})**0",
    "({}) - ({})",
    "Max(1, {})",
    "Min(1, {})",
    "Abs({})",
    "sign({})",
    "Heaviside(1, {})",
    "LaplaceCDF({})",
    "exp(-({}))",
    "Piecewise((1, True), ({}, True))",
    "Piecewise(({}, x < 1), (1, True))",
    "Piecewise((1, ({}) < 0), (2, True))",
    "Sum({} + k, (k, 1, 2))",
    "Max(-5, Min(5, {}))",
    "phi({})",
    "Q({})",
]


@pytest.mark.parametrize("inner", NOWHERE)
def test_what_does_not_exist_gives_no_number(inner: str) -> None:
    """At x = 0, alone and inside of functions that would forget it."""
    for around in AROUND:
        if around == "Piecewise((1, True), ({}, True))":
            assert at(around.replace("{}", inner), x=0) == 1  # a branch that does not apply is not looked at
        else:
            assert not at(around.replace("{}", inner), x=0).is_finite(), around


@pytest.mark.parametrize(
    "inner",
    [
        "oo",
        "-oo",
        "exp(-oo)",
        "exp(PhiInv(0))",
        "Phi(PhiInv(0))",
        "Q(PhiInv(0))",
        "tanh(PhiInv(0))",
        "sign(PhiInv(0))",
        "1/PhiInv(1)",
    ],
)
def test_an_infinite_part_is_no_number(inner: str) -> None:
    assert not at(inner).is_finite()


def test_the_quotient_of_a_number_by_itself_exists_off_zero_only() -> None:
    assert at("x/x", x=2) == 1
    assert not at("x/x", x=0).is_finite()


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("1/x", "[0, 1]"),
        ("1/x", "[-1, 1]"),
        ("log(x)", "[-1, 1]"),
        ("log(x)", "[0, 1]"),
        ("x**(1/2)", "[-1, 1]"),
        ("x**(-1/2)", "[0, 1]"),
        ("PhiInv(x)", "[0, 1/2]"),
        ("PhiInv(x)", "[1/2, 1]"),
        ("PhiInv(x)", "[1/2, 2]"),
        ("erfinv(x)", "[-1, 0]"),
        ("x**x", "[0, 1]"),
        ("0*log(x)", "[-1, 1]"),
        ("exp(log(x))", "[-1, 1]"),
        ("log(x)**0", "[-1, 1]"),
        ("Max(log(x), 0)", "[-1, 1]"),
        ("Piecewise((1, x < 2))", "[0, 3]"),
        ("Piecewise((1, x < 0), (2, x >= 1))", "[0, 3]"),
        ("log(x) - log(x)", "[-1, 1]"),
        ("Piecewise((log(x), x < 5), (1, True))", "[-1, 1]"),
        ("Piecewise((1, log(x) < 0), (2, True))", "[-1, 1]"),
        ("exp(x)", "[0, oo)"),
        ("gamma(x)", "[1, 2]"),
        ("Integral(t*x, (t, 0, 1))", "[0, 1]"),
        ("Root(t - x, (t, -5, 5))", "[0, 1]"),
        ("y", "[0, 1]"),
        ("oo", "[0, 1]"),
        ("log(-1)", "[0, 1]"),
        ("exp(PhiInv(0))", "[0, 1]"),
        ("Phi(x + PhiInv(0))", "[0, 1]"),
    ],
)
def test_an_image_without_flags_is_given_only_where_every_part_exists(text: str, domain: str) -> None:
    """On these domains some part does not exist somewhere, or cannot be enclosed; exp is unbounded, not undefined."""
    found = on(text, x=domain)
    if text == "exp(x)":
        assert found is not None and not flagged(found) and not found.hi.is_finite()
    else:
        assert found is None or flagged(found)


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("1/x", "[1, 2]"),
        ("1/x", "(0, 2]"),
        ("log(x)", "(0, 1]"),
        ("x**(1/2)", "[0, 1]"),
        ("x**(-1/2)", "(0, 1]"),
        ("PhiInv(x)", "(0, 1)"),
        ("erfinv(x)", "(-1, 1)"),
        ("Piecewise((1, x < 2), (2, True))", "[0, 3]"),
        ("Piecewise((log(x), x > 0), (1, True))", "[1, 2]"),
        ("exp(-x)", "[0, oo)"),
        ("Phi(x)", "(-oo, oo)"),
        ("Piecewise((1, x < 0), (1/x, True))", "[1, 2]"),
    ],
)
def test_closed_and_open_ends(text: str, domain: str) -> None:
    found = on(text, x=domain)
    assert found is not None and not flagged(found)


def test_a_derivative_is_not_evaluated() -> None:
    assert not at(read_term(["Derivative", tree("x**2"), ["x", "1"]]), x=1).is_finite()
    assert on(read_term(["Derivative", tree("x**2"), ["x", "1"]]), x="[0, 1]") is None


def test_the_first_branch_that_applies_counts() -> None:
    text = "Piecewise((1, x < 0), (2, x < 1), (3, True))"
    assert [at(text, x=x) for x in (-1, Fraction(1, 2), 5)] == [1, 2, 3]
    open_ = on(text, x="[1/2, 2]")
    assert open_ is not None and open_.lo <= 2 and open_.hi >= 3
    assert at("Piecewise((1, x == 0), (2, True))", x=0) == 1 and at("Piecewise((1, x != 0), (2, True))", x=0) == 2


def test_comparisons_are_three_valued() -> None:
    one, wide = arb(1), arb(1, 1)
    assert compared(one, "<=", one) is True and compared(one, "<", one) is False and compared(one, "=", one) is True
    assert compared(one, "!=", one) is False and compared(wide, "=", one) is None and compared(wide, "<", one) is None
    assert compared(wide, "<", arb(3)) is True and compared(wide, ">=", arb(3)) is False and compared(wide, "!=", arb(3)) is True
    assert compared(arb.nan(), "<", one) is None and compared(arb.nan(), "=", arb.nan()) is None


def test_equal_parts_are_evaluated_once() -> None:
    assert [head for head, _, _ in steps(term("exp(x) + exp(x)*exp(x)"))] == ["var", "exp", "Mul", "Add"]


# -- edges --------------------------------------------------------------------------------------------------------------------

BEYOND = [
    "Chi2CDF(-1, 3)", "Chi2SF(-1, 3)", "Chi2PDF(0, 3)", "Chi2PDF(-1, 3)", "Chi2Inv(0, 3)", "Chi2Inv(1, 3)", "Chi2Inv(-1, 3)",
    "Chi2Inv(2, 3)", "Chi2SFInv(0, 3)", "Chi2SFInv(1, 3)", "Chi2SFInv(2, 3)", "Chi2CDF(1, 0)", "Chi2CDF(1, -2)",
    "NCChi2CDF(-1, 3, 1)",
    "NCChi2CDF(1, 0, 1)", "NCChi2CDF(1, 3, -1)", "NCChi2SF(1, 3, -1)", "NCChi2PDF(0, 3, 1)", "NCChi2Inv(0, 3, 1)",
    "NCChi2Inv(1, 3, 1)", "NCChi2SFInv(0, 3, 1)", "NCChi2SFInv(1, 3, 1)", "MarcumQHalf(1, -1)", "MillsMoment(-1, 0)",
    "MillsMoment(1/2, 0)", "MillsMoment(101, 0)", "MillsDrop(1, 0, -1)", "MillsDrop(-1, 0, 1)", "binomial(5/2, 2)",
    "binomial(5, 3/2)", "gamma(0)", "gamma(-1/2)", "factorial(1/2)", "Heaviside(1, log(-1))", 
    "Max(log(-1), 0)", "Min(0, log(-1))",
    "LaplaceCDF(log(-1))", "sign(log(-1))", "log(-1)**0", "Sum(x, (k, 1, 1/2))",
    "Sum(k, (k, 1/2, 5/2))", "Sum(k, (k, 3, 1))", "Sum(k, (k, 1, 2001))",
]  # fmt: skip


@pytest.mark.parametrize("text", BEYOND)
def test_beyond_its_domain_a_function_has_no_value(text: str) -> None:
    assert not at(text, x=1).is_finite()


@pytest.mark.parametrize(
    "text",
    ["Chi2CDF(0, 3)", "Chi2SF(0, 3)", "NCChi2CDF(0, 3, 0)", "MillsDrop(0, 0, 0)", "MillsMoment(100, 0)", "MillsMoment(0, 0)",
     "Chi2Inv(1/2, 3)", "NCChi2SFInv(1/2, 3, 1)", "Sum(x, (k, 1, 1))", "sign(3)", "sign(-3)", "log(-1 + 3)"],
)  # fmt: skip
def test_up_to_the_end_of_its_domain_it_has_one(text: str) -> None:
    assert at(text, x=1).is_finite()


@pytest.mark.parametrize("text", ["Chi2CDF(x, 3)", "gamma(x)", "MarcumQHalf(x, 1)", "Chi2Inv(x/9, 3)"])
def test_what_is_known_at_points_is_not_given_on_boxes(text: str) -> None:
    """A value at one end would not enclose the others."""
    found = on(text, x="[1, 2]")
    assert found is None or all(found.to_ball().contains(at(text, x=x)) for x in (1, Fraction(3, 2), 2))


@pytest.mark.parametrize(("rel", "below", "same", "above"), [
    ("<", True, False, False), ("<=", True, True, False), (">", False, False, True), (">=", False, True, True),
    ("=", False, True, False), ("!=", True, False, True),
])  # fmt: skip
def test_comparisons_of_exact_numbers(rel: str, below: bool, same: bool, above: bool) -> None:
    one, two = arb(1), arb(2)
    assert [compared(one, rel, two), compared(one, rel, one), compared(two, rel, one)] == [below, same, above]
    blurred = arb(1, 0.5)
    assert compared(blurred, rel, blurred) is None
    assert compared(one, rel, blurred) is None


# -- kinds of numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Integral(Piecewise((1, t < 1/3), (2, True)), (t, 0, 1))", "5/3"),
        ("Integral(Piecewise((t, t < 1/3), (2, True)), (t, 0, 1))", "25/18"),
        ("Integral(Piecewise((2, t > 1/3), (t, True)), (t, 0, 1))", "25/18"),
        ("Integral(exp(t)*Piecewise((1, t**2 < 1/9), (2, True)), (t, 0, 1))", "2*E - 1 - exp(1/3)"),
        ("Integral(Piecewise((1, t < 1), (2, True)), (t, 0, 2))", "3"),
        ("Integral(Max(t, 1/3), (t, 0, 1))", "5/9"),
        ("Integral(Abs(t - 1/3), (t, 0, 1))", "5/18"),
        ("Integral(t**pi, (t, 0, 1))", "1/(1 + pi)"),
        ("Integral(t**(1/2), (t, 0, 1))", "2/3"),
        ("Integral((t**2)**(1/2), (t, -1, 1))", "1"),
        ("Integral((t**2)**(1/3), (t, -1, 1))", "6/5"),
        ("Integral((t**2)**pi, (t, -1, 1))", "2/(1 + 2*pi)"),
        ("Integral(t**(1/3), (t, 0, 1))", "3/4"),
        ("Integral(t**(-1/3), (t, 1/8, 1))", "9/8"),
        ("Integral(log(1 + t), (t, 0, 1))", "2*log(2) - 1"),
        ("Integral(Phi(t), (t, -1, 1))", "1"),
        ("Integral(LaplaceCDF(t), (t, -1, 1))", "1"),
        ("Integral(1/(1 + 25*t**2)**2*t, (t, -1, 1))", "0"),
        ("Integral(Mills(t)*phi(t), (t, -1, 1))", "1"),
        ("Integral(sign(t) + 1, (t, -1, 1))", "2"),
        ("Integral(Chi2CDF(t, 2), (t, 0, 1))", "2*exp(-1/2) - 1"),
        ("Integral(MarcumQHalf(t, 1) - Q(1 - t) - Q(1 + t), (t, 0, 1))", "0"),
        ("Integral(MillsDrop(0, t, 1) - Mills(t) + Mills(t + 1), (t, 0, 1))", "0"),
    ],
)
def test_an_integral_has_the_right_value_or_none(text: str, expected: str) -> None:
    """In the complex plane a function that is not analytic gives no number; a hull of branches would be taken for one."""
    found = at(text)
    assert not found.is_finite() or meet(found, at(expected))


@pytest.mark.parametrize("power", ["1/3", "1/2", "-3/2", "pi", "t"])
def test_a_power_of_a_negative_number_has_no_integral(power: str) -> None:
    """The principal power is a finite complex number, but no number of the language: its real part would be taken for one."""
    assert not at(f"Integral((t - 3)**({power}), (t, 0, 1))").is_finite()
    assert at(f"Integral((3 - t)**({power}), (t, 0, 1))").is_finite()


def test_a_jump_that_a_parameter_moves() -> None:
    found = at("Integral(Piecewise((1, t < x), (2, True)), (t, 0, 1))", x=Fraction(1, 3))
    assert not found.is_finite() or meet(found, at("5/3"))


def test_what_binds_is_not_evaluated_on_a_box() -> None:
    found = on("Sum(Integral(t*x*k, (t, 0, 1)), (k, 1, 2))", x="[0, 1]")
    assert found is None or flagged(found)


def test_a_factor_of_1_is_no_summand() -> None:
    assert abs(at(read_term(["log", ["Mul", "1", ["var", "x"]]]), x=2) - at("log(2)")) < 1e-15
    assert abs(at(read_term(["log", ["Max", "1", ["var", "x"]]]), x=2) - at("log(2)")) < 1e-15
    assert abs(at("log(x + 1 + x)", x=2) - at("log(5)")) < 1e-15
    assert abs(at("log(1 + x)", x=2) - at("log(3)")) < 1e-15


def test_intervals_are_compared_as_sets() -> None:
    one, wide, two = RealInterval(1, 1), RealInterval(1, 2), RealInterval(2, 2)
    assert compared(one, "=", one) is True and compared(wide, "=", wide) is None and compared(one, "=", two) is False
    assert compared(one, "<", two) is True and compared(wide, "<", two) is None and compared(wide, "<=", two) is True
    assert compared(wide, "<=", one) is None and compared(RealInterval(0, 1), ">=", one) is None
    assert compared(wide, "!=", wide) is None and compared(wide, "=", one) is None and compared(one, "=", wide) is None
    assert compared(wide, "<", one) is False and compared(wide, ">=", one) is True and compared(one, "!=", one) is False


@pytest.mark.parametrize(
    ("text", "domain", "low", "high"),
    [
        ("x**0", "[1, 2]", 1, 1),
        ("x**-2", "[1, 2]", 0.25, 1),
        ("x**(1/2)", "[1, 4]", 1, 2),
        ("x**(2/3)", "[1, 8]", 1, 4),
        ("x**(-1/2)", "[1, 4]", 0.5, 1),
        ("2/x", "[1, 2]", 1, 2),
        ("x/2", "[1, 2]", 0.5, 1),
        ("Max(x, 3/2)", "[1, 2]", 1.5, 2),
        ("Min(x, 3/2)", "[1, 2]", 1, 1.5),
        ("Sum(x + k, (k, 1, 2))", "[1, 2]", 5, 7),
        ("Piecewise((1, x < 3/2), (x, True))", "[1, 2]", 1, 2),
        ("sign(x)", "[1, 2]", 1, 1),
        ("sign(x)", "[-2, -1]", -1, -1),
        ("sign(x)", "[-1, 1]", -1, 1),
        ("Abs(x)", "[-1, 2]", 0, 2),
        ("LaplaceCDF(x)", "[0, 0]", 0.5, 0.5),
        ("Heaviside(x, 1/3)", "[1, 1]", 1, 1),
        ("gamma(x)", "[3, 3]", 2, 2),
        ("factorial(x)", "[3, 3]", 6, 6),
        ("binomial(x, 2)", "[4, 4]", 6, 6),
        ("Chi2CDF(x, 2)", "[0, 0]", 0, 0),
        ("2**x", "[1, 2]", 2, 4),
    ],
)
def test_images_on_boxes(text: str, domain: str, low: float, high: float) -> None:
    found = on(text, x=domain)
    assert found is not None and not flagged(found)
    assert abs(float(found.lo) - low) < 1e-9 and abs(float(found.hi) - high) < 1e-9


@pytest.mark.parametrize(
    "text", ["Heaviside(x, 1/3)", "gamma(x)", "Chi2CDF(x, 2)", "Chi2Inv(x, 2)", "binomial(x, 2)", "MillsMoment(x, 1)"]
)
def test_a_point_that_may_not_exist_is_no_point(text: str) -> None:
    """x is one number, but a part of it may not exist."""
    box = {"y": RealInterval.from_fractions(Fraction(-1), Fraction(1))}
    flagged_point = term(text.replace("x", "(1/2 + 0*log(y))"))
    assert image(flagged_point, box, 96) is None or flagged(image(flagged_point, box, 96))


@pytest.mark.parametrize(
    "text", ["Phi(x)", "Q(x)", "erf(x)", "erfc(x)", "exp(x)", "phi(x)", "tanh(x)", "LaplaceCDF(x)", "Abs(x)", "x**2"]
)
def test_a_wide_ball_holds_the_values_of_its_points(text: str) -> None:
    found = at_point(term(text), {"x": arb(0, 8)}, 64)
    assert not found.is_finite() or all(meet(found, at(text, x=x)) for x in (-8, -1, 0, 1, 8))
    assert not found.is_finite() or (found.contains(at(text, x=-7).mid()) and found.contains(at(text, x=7).mid()))


@pytest.mark.parametrize(
    ("text", "number"),
    [("3*(-1)**(-2)", 3), ("4*2**(-2)", 1), ("3*(-1)**(-3)", -3), ("sign(0)", 0), ("sign(-1/2)", -1), ("sign(1/2)", 1)],
)
def test_exact_values(text: str, number: int) -> None:
    assert at_point(term(text), {}, 64) == number


def test_a_moment_below_the_first_has_no_value() -> None:
    assert at_point(term("MillsMoment(0, 1)"), {}, 64).is_finite()
    assert not at_point(term("MillsMoment(-1, 1)"), {}, 64).is_finite()
