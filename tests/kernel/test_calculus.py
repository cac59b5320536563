"""Derivatives of terms against balls of difference quotients, and the places where there is none."""

from __future__ import annotations

from fractions import Fraction

import pytest
from ball_values import value
from flint import arb
from kernel_trees import term as read

from dplemma.arb.precision import working_precision
from dplemma.kernel.calculus import derivative, polynomial, smooth, with_free_degrees
from dplemma.kernel.enclose import at_point
from dplemma.kernel.normal import equal
from dplemma.kernel.statement import Interval, Region
from dplemma.kernel.term import HALF, MINUS, ONE, TWO, ZERO, Rejected, Term, add, bind, call, free, mul, neg, power, put, sub, var

x, y, t = map(var, "xyt")
THREE = Fraction(3)
POINT = {"x": Fraction(13, 20), "y": Fraction(7, 4)}
STEP = Fraction(1, 2**200)
half = mul(HALF, x)
TERMS: dict[str, Term] = {
    "polynomial": add(power(x, THREE), mul(x, y), ONE),
    "quotient": power(add(x, y), MINUS),
    "product": mul(x, call("exp", x), call("log", add(x, y))),
    "root": power(add(x, y), HALF),
    "power": power(x, y),
    "exponential": power(y, x),
    "both": power(add(x, ONE), mul(x, y)),
    "E": power("E", mul(x, x)),
    **{head: call(head, half) for head in ("exp", "log", "phi", "Phi", "Q", "PhiInv", "QInv", "Mills", "erf", "erfc")},
    **{head: call(head, half) for head in ("sinh", "cosh", "tanh", "LaplaceCDF", "Abs")},
    "MillsMoment": call("MillsMoment", TWO, x),
    "MillsDrop in x": call("MillsDrop", ONE, x, y),
    "MillsDrop in h": call("MillsDrop", ONE, y, x),
    "Marcum in a": call("MarcumQHalf", x, y),
    "Marcum in b": call("MarcumQHalf", y, x),
    "Chi2PDF": call("Chi2PDF", x, y),
    "NCChi2PDF in x": call("NCChi2PDF", x, THREE, y),
    "NCChi2PDF in lam": call("NCChi2PDF", y, THREE, x),
    "NCChi2CDF in lam": call("NCChi2CDF", y, THREE, x),
    "NCChi2SF in lam": call("NCChi2SF", y, THREE, x),
    **{head: call(head, x, THREE) for head in ("Chi2CDF", "Chi2SF", "Chi2Inv", "Chi2SFInv")},
    **{head: call(head, x, THREE, y) for head in ("NCChi2CDF", "NCChi2SF", "NCChi2Inv", "NCChi2SFInv")},
    "Max": call("Max", mul(x, x), x),
    "Min of three": call("Min", mul(x, x), x, y),
    "Max of three, the last": call("Max", mul(x, x), x, mul(Fraction(9), x)),
    "Max of three, the middle": call("Max", mul(x, x), mul(Fraction(9), x), x),
}


@pytest.mark.parametrize("name", TERMS)
def test_slopes_are_those_of_difference_quotients(name: str) -> None:
    term = TERMS[name]
    with working_precision(1000):
        low, high = (value(term, {**POINT, "x": POINT["x"] + step}) for step in (-STEP, STEP))
        quotient = (high - low) / value(2 * STEP, {})
        slope = value(derivative(term, "x"), POINT)
        assert slope.is_finite()
        assert abs(quotient - slope) < arb(2) ** -100


def test_nothing_moves_with_a_variable_that_is_not_there() -> None:
    assert all(derivative(term, "z") == ZERO for term in TERMS.values())


def test_a_root_moves_by_the_implicit_function_theorem() -> None:
    """t^3 = x: t' = 1/(3 t^2), and the ends do not matter."""
    root = bind("Root", sub(power(t, THREE), x), "t", ZERO, y)
    region = Region({"x": Interval(ZERO, ONE), "y": Interval(TWO)})
    assert equal(derivative(root, "x"), power(mul(THREE, power(root, TWO)), MINUS), region)
    assert not equal(derivative(root, "x"), neg(power(mul(THREE, power(root, TWO)), MINUS)), region)
    assert derivative(root, "y") == ZERO


def test_an_integral_moves_with_its_ends() -> None:
    integral = bind("Integral", call("exp", power(t, TWO)), "t", x, power(x, TWO))
    expected = sub(mul(TWO, x, call("exp", power(x, Fraction(4)))), call("exp", power(x, TWO)))
    assert equal(derivative(integral, "x"), expected, Region({"x": Interval()}))


def test_a_finite_sum_moves_term_by_term() -> None:
    total = bind("Sum", power(x, t), "t", ONE, THREE)
    assert equal(derivative(total, "x"), add(ONE, mul(TWO, x), mul(THREE, power(x, TWO))), Region({"x": Interval(ZERO)}))


@pytest.mark.parametrize(
    "term",
    [
        bind("Integral", call("exp", mul(x, t)), "t", ZERO, ONE),
        bind("Sum", power(x, t), "t", ZERO, "oo"),
        bind("Sup", mul(x, t), "t", ZERO, ONE),
        bind("ArgMin", mul(x, t), "t", ZERO, ONE),
        call("Chi2CDF", y, x),
        call("gamma", x),
    ],
)
def test_what_has_no_rule_is_refused(term: Term) -> None:
    assert "x" in free(term)
    with pytest.raises(Rejected):
        derivative(term, "x")


def test_corners_are_not_smooth() -> None:
    assert smooth(call("Phi", mul(x, y)), "x")
    assert smooth(mul(x, call("Abs", y)), "x")
    assert not smooth(mul(x, call("Abs", y)), "y")
    assert not smooth(("Piecewise", (x, ("<", x, ONE)), (ONE, True)), "x")
    assert not smooth(mul(x, sub(ONE, power(call("sign", x), TWO))), "x")
    assert smooth(call("LaplaceCDF", x), "x")
    assert not smooth(call("LaplaceCDF", x), "x", times=2)


def test_an_integral_has_a_corner_where_its_integrand_jumps() -> None:
    assert not smooth(bind("Integral", call("Heaviside", t, ZERO), "t", ZERO, x), "x")
    assert not smooth(bind("Integral", call("Heaviside", t, ZERO), "t", x, ONE), "x")
    assert not smooth(("Derivative", call("LaplaceCDF", x), "x", 1), "x")
    assert smooth(bind("Integral", call("Abs", t), "t", ZERO, x), "x")
    assert not smooth(bind("Integral", call("Abs", t), "t", ZERO, x), "x", times=2)
    assert smooth(mul(x, bind("Integral", call("Heaviside", t, ZERO), "t", ZERO, y)), "x")


@pytest.mark.parametrize(
    ("text", "most", "found"),
    [
        ("y", 2, ["y"]),
        ("x", 2, ["0", "1"]),
        ("x", 0, None),
        ("x**2 + y*x + 3", 2, ["3", "y", "1"]),
        ("(x + y)**2", 2, ["y*y", "2*y", "1"]),
        ("x**1*y", 1, ["0", "y"]),
        ("x*x**2", 2, None),
        ("x*x*x", 2, None),
        ("x**3", 2, None),
        ("x**3", 3, ["0", "0", "0", "1"]),
        ("x + exp(x)", 3, None),
        ("x*exp(x)", 3, None),
        ("x**(3/2)", 3, None),
        ("x**-1", 3, None),
        ("x**y", 3, None),
        ("2**x", 3, None),
    ],
)
def test_coefficients_of_a_polynomial(text: str, most: int, found: list[str] | None) -> None:
    parts = polynomial(read(text), "x", most)
    if found is None or parts is None:
        assert parts == found
    else:
        region = Region({"x": Interval(), "y": Interval()})
        assert all(equal(part, read(wanted), region) for part, wanted in zip(parts, found, strict=True))


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("NCChi2CDF(x, 5, y) + Chi2CDF(x, 7)", Fraction(5)),
        ("NCChi2CDF(x, 7, y)*Phi(x) - Chi2SF(x, 5)/Chi2PDF(y, 9)", Fraction(5)),
        ("Chi2CDF(x, 5) + Piecewise((Chi2CDF(x, 6), x < 2), (x, True))", Fraction(5)),
        ("Chi2CDF(x, y) + Chi2CDF(x, 3)", Fraction(3)),
    ],
)
def test_degrees_that_are_made_a_variable_are_the_same_at_their_number(text: str, least: Fraction) -> None:
    term = read(text)
    general, degrees = with_free_degrees(term, "k")
    assert degrees == least
    assert "k" in free(general) and general != term
    same, other = (at_point(put(general, {"k": least + more}), POINT, 128) for more in (0, 1))
    assert abs(same - at_point(term, POINT, 128)) < 1e-15 and abs(other - at_point(term, POINT, 128)) > 1e-15


def test_without_degrees_there_is_nothing_to_make_a_variable() -> None:
    assert with_free_degrees(read("x + Chi2CDF(x, y)"), "k") == (read("x + Chi2CDF(x, y)"), None)


@pytest.mark.parametrize("text", ["Integral(exp(x*t), (t, 0, x))", "Sum(k, (k, 1, x))", "Sup(t*x, (t, 0, 1))", "Chi2CDF(y, x)"])
def test_there_is_no_rule_for_a_derivative(text: str) -> None:
    with pytest.raises(Rejected):
        derivative(read(text), "x")


@pytest.mark.parametrize(
    ("text", "slope"),
    [
        ("Root(t**3 - x, (t, x/2, 2))", Fraction(1, 3)),
        ("Root(t**3 - 1, (t, x/2, 2))", Fraction(0)),
        ("Sum(x**k, (k, 1, 3))", Fraction(6)),
        ("Integral(exp(t), (t, 0, log(1 + x)))", Fraction(1)),
        ("Integral(t, (t, x**2, 3*x))", Fraction(7)),
    ],
)
def test_slopes_of_what_binds_a_variable(text: str, slope: Fraction) -> None:
    """At x = 1."""
    assert abs(at_point(derivative(read(text), "x"), {"x": ONE}, 128) - arb(slope.numerator) / slope.denominator) < 1e-15


def test_branches_are_differentiated_one_by_one() -> None:
    assert derivative(read("Piecewise((x**2, y < 0), (3*x, True))"), "x") == read("Piecewise((2*x, y < 0), (3, True))")


def test_what_has_been_differentiated_is_less_smooth() -> None:
    """LaplaceCDF has one continuous derivative, so its derivative has none."""
    slope = ("Derivative", call("LaplaceCDF", x), "x", 1)
    assert smooth(call("LaplaceCDF", x), "x") and not smooth(call("LaplaceCDF", x), "x", 2)
    assert not smooth(slope, "x") and not smooth(slope, "x", 2)


def test_a_product_of_many_factors_has_no_slope() -> None:
    """The slope of n factors has n^2 parts: 20,000 lie between 141^2 and 142^2, the head of the product counted."""
    assert derivative(("Mul", *[TWO] * 139, x), "x") == mul(*[TWO] * 139)
    with pytest.raises(Rejected, match="of a product of 141 factors"):
        derivative(("Mul", *[TWO] * 140, x), "x")


def test_a_slope_has_no_more_parts_than_a_term() -> None:
    """A product of n exponentials has the slope of n products, each of n exponentials."""
    exponentials = [call("exp", add(x, Fraction(n))) for n in range(100)]
    assert len(derivative(mul(*exponentials[:20]), "x")) == 21
    with pytest.raises(Rejected, match="has more than 20000 parts"):
        derivative(mul(*exponentials), "x")
