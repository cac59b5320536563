"""Roots, optima, bounds, sums and integrals at points: a number is given only where the thing exists and is the only one."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from kernel_trees import term

from dplemma.kernel.enclose import at_point
from dplemma.kernel.solve import _decay, _log_slope, pattern, summands

VALUES: dict[str, float] = {
    "Root(t**3 - 2, (t, 0, 5))": 2 ** (1 / 3),
    "Root(t**3 + t - 5*x, (t, -oo, oo))": 2.0,
    "Root(2 - t**3, (t, 0, oo))": 2 ** (1 / 3),
    "Root(log(t), (t, 0, oo))": 1.0,
    "Root(PhiInv(t) - 1, (t, 0, 1))": 0.8413447460685429,
    "Root(t**3 - t - 12*x, (t, -oo, oo))": 3.0,
    "Root(1/10 - t*exp(-t), (t, 1, oo))": 3.5771520639572971,
    "Root(t*exp(-t) + 1/10, (t, -oo, oo))": -0.09127652716086226,
    "Root(Abs(t - 1) - t/2 - 1, (t, 1/2, oo))": 4.0,
    "ArgMin((t - 1)**2, (t, -3, 3))": 1.0,
    "ArgMin(exp(t) - x*t, (t, -oo, oo))": math.log(2),
    "ArgMax(t*exp(-t), (t, 0, 5))": 1.0,
    "ArgMax(log(t) - t, (t, 0, 5))": 1.0,
    "Sup(exp(t), (t, 0, 1))": math.e,
    "Inf(Abs(t - 1/2), (t, 0, 1))": 0.0,
    "Sum(k**2, (k, 1, 10))": 385.0,
    "Sum(x**k, (k, 0, 3))": 15.0,
    "Integral(t**2, (t, 0, 3))": 9.0,
    "Integral(t, (t, 1, 0))": -0.5,
    "Integral(exp(-x*t), (t, 0, oo))": 0.5,
    "Integral(exp(-x*t), (t, oo, 0))": -0.5,
    "Integral(phi(t), (t, -oo, oo))": 1.0,
    "Integral(t**2*phi(t), (t, -oo, oo))": 1.0,
    "Integral(exp(t), (t, -oo, 0))": 1.0,
    "Integral(Phi(t)*phi(t), (t, -oo, oo))": 0.5,
    "Integral(PhiInv(t)**2, (t, 0, 1))": 1.0,
    "Integral(Phi(1 + PhiInv(t)), (t, 0, 1))": 0.7602499389065233,
    "Integral(t**-2*exp(-t), (t, 1, oo))": 0.14849550677592205,
}


def at(text: str, **point: Any) -> arb:
    return at_point(term(text), {"x": Fraction(2), **point}, 96)


@pytest.mark.parametrize("text", VALUES)
def test_values(text: str) -> None:
    found = at(text)
    assert found.is_finite() and math.isclose(float(found.mid()), VALUES[text], rel_tol=1e-6, abs_tol=1e-6)


def test_a_function_moves_one_way_only_where_its_slope_exists() -> None:
    """0 times a density is 0 where the density exists, and at the end of its domain the slope has no sign."""
    body = "t + Chi2CDF(Phi(t) + Q(t) - {}, 1)"
    assert pattern(term(body.format("1/2")), "t", {}, arb(0), arb(1)) == ">"
    assert pattern(term(body.format("1")), "t", {}, arb(0), arb(1)) == ""


NOTHING = {
    "no root": "Root(t**2 + 1, (t, -5, 5))",
    "root beyond the end": "Root(t - 2 - x, (t, 0, 1))",
    "root at the end": "Root(t, (t, 0, 1))",
    "two roots": "Root(t**2 - 1, (t, -5, 5))",
    "three roots": "Root(t**3 - t, (t, -5, 5))",
    "double root": "Root((t - 1)**2, (t, -5, 5))",
    "two roots on a half-line": "Root(t*exp(-t) - 1/10, (t, 0, oo))",
    "three roots on the line": "Root(t**3 - 3*t + 1, (t, -oo, oo))",
    "a root, and one that it only touches": "Root((t - 1)*(t - 3)**2, (t, 0, oo))",
    "a pole between the signs": "Root(1/(t - 1), (t, 0, oo))",
    "a pole, and a root beyond it": "Root(1/(t - 1) + t - 4, (t, 0, 5))",
    "a jump between the signs": "Root(sign(t - 1) + t/100, (t, 0, oo))",
    "two roots, one end between them": "Root(t**2 - 1, (t, -2, 0))*0 + Root(t**2 - 1, (t, -2, 2))",
    "change of sign across a pole": "Root(1/(t - 1/3), (t, 0, 1))",
    "rising with a pole between two roots": "Root(t - 1/(t - 1), (t, -2, 3))",
    "no value on a part of the range": "Root(log(t) - 1, (t, -1, 5))",
    "jump": "Root(sign(t - 1/3), (t, 0, 1))",
    "jump of a Piecewise": "Root(Piecewise((-1, t < 1/3), (1, True)), (t, 0, 1))",
    "two corners, two roots": "Root(Abs(t) - 1, (t, -3, 3))",
    "flat at zero": "Root(Max(t - 1, 0), (t, 0, 3))",
    "turned range": "Root(t - 1/2, (t, 1, 0))",
    "empty range": "Root(t - 1, (t, 1, 1))",
    "asymptote": "Root(exp(-t), (t, 0, oo))",
    "local optimum of two": "ArgMin((t**2 - 1)**2 + t/10, (t, -2, 3))",
    "two equal optima": "ArgMin((t**2 - 1)**2, (t, -2, 3))",
    "optimum at the end": "ArgMin(t, (t, 0, 1))",
    "optimum at the end of a convex curve": "ArgMin(exp(t), (t, 0, 1))",
    "optimum of the other kind": "ArgMin(-(t**2), (t, -1, 1))",
    "maximum of a valley": "ArgMax(t**2, (t, -1, 1))",
    "optimum of a constant": "ArgMin(0*t + 1, (t, -1, 1))",
    "optimum at a corner": "ArgMin(Abs(t), (t, -1, 1))",
    "optimum of what has no value": "ArgMin(t**2 + log(t - 5)/100, (t, -2, 3))",
    "optimum across a pole": "ArgMin(t**2 + 1/t, (t, -3, 3))",
    "inflection": "ArgMin(t**3, (t, -1, 1))",
    "greatest value of what has none": "Sup(log(t), (t, -1, 1))",
    "unbounded": "Sup(1/t, (t, -1, 1))",
    "unbounded at the end": "Sup(1/t, (t, 0, 1))",
    "unbounded range": "Sup(t, (t, 0, oo))",
    "sum without end": "Sum(1/k**2, (k, 1, oo))",
    "sum turned around": "Sum(k, (k, 3, 2))",
    "sum from a fraction": "Sum(k, (k, 1/2, 3))",
    "sum too long": "Sum(k, (k, 1, 1000000000))",
    "sum of what has no value": "Sum(1/(k - 2), (k, 1, 3))",
    "divergent at infinity": "Integral(1/t, (t, 1, oo))",
    "divergent at the end": "Integral(1/t, (t, 0, 1))",
    "divergent inside": "Integral(1/t**2, (t, -1, 1))",
    "principal value": "Integral(1/t, (t, -1, 1))",
    "growing": "Integral(exp(t), (t, 0, oo))",
    "constant on a half line": "Integral(1 + 0*t, (t, 0, oo))",
    "bounded on a half line": "Integral(Phi(t), (t, 0, oo))",
    "decaying on one side only": "Integral(exp(-t), (t, -oo, oo))",
    "difference of divergent parts": "Integral((exp(-t) - exp(-2*t))/t, (t, 0, oo))",
    "no value on a part": "Integral(log(t), (t, -1, 1))",
    "no value, forgotten": "Integral(log(t)**0, (t, -1, 1))",
    "Piecewise with a gap": "Integral(Piecewise((1, t < 1)), (t, 0, 2))",
    "quantile outside": "Integral(PhiInv(t), (t, 0, 2))",
    "divergent after its substitution": "Integral(exp(PhiInv(t)**2), (t, 0, 1))",
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_does_not_exist_gives_no_number(name: str) -> None:
    assert not at(NOTHING[name]).is_finite()


def test_a_parameter_known_to_a_ball_only() -> None:
    """The root for every value in the ball; none where for some value there is none."""
    fat = at_point(term("Root(t**3 - x, (t, 0, 5))"), {"x": arb(8, 0.5)}, 96)
    assert fat.contains(arb(2)) and fat.is_finite()
    assert not at_point(term("Root(t - x, (t, 0, 5))"), {"x": arb(0, 0.5)}, 96).is_finite()
    assert not at_point(term("Integral(exp(-x*t), (t, 0, oo))"), {"x": arb(0, 0.5)}, 96).is_finite()


def test_roots_inside_of_roots_and_integrals() -> None:
    assert abs(at("Root(t - Root(s**3 - x, (s, 0, 5)), (t, 0, 5))") - at("x**(1/3)")) < 1e-20
    assert (
        abs(at("Integral(Integral(t*s, (t, 0, s)), (s, 0, 2))") - 2) < 1e-9
        or not at("Integral(Integral(t*s, (t, 0, s)), (s, 0, 2))").is_finite()
    )


def test_tails_are_bounded_and_not_cut() -> None:
    """The mass beyond 40 is 4e-18: an integral that forgot its tail would miss it at this precision."""
    value = at_point(term("Integral(exp(-t), (t, 0, oo))"), {}, 200)
    assert value.contains(arb(1)) and value.rad() < 1e-40
    far = at_point(term("Integral(exp(-t/1000), (t, 0, oo))"), {}, 128)
    assert far.contains(arb(1000)) and far.rad() < 1e-20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Integral(phi(t), (t, 0, -oo))", Fraction(-1, 2)),
        ("Integral(phi(t), (t, oo, 0))", Fraction(-1, 2)),
        ("Integral(phi(t), (t, -oo, 0))", Fraction(1, 2)),
        ("Integral(2*t, (t, 1, 0))", Fraction(-1)),
        ("Integral(2*t, (t, 1, 1))", Fraction(0)),
        ("Integral(PhiInv(t), (t, 0, 1))", Fraction(0)),
        ("Integral(Phi(PhiInv(1 - t)), (t, 0, 1))", Fraction(1, 2)),
        ("Integral(QInv(t)**2, (t, 0, 1))", Fraction(1)),
        ("Integral((1 + t)**2*exp(-t), (t, 0, oo))", Fraction(5)),
        ("Integral(t**2 + 0*PhiInv(t), (t, 0, 1))", Fraction(1, 3)),
        ("Integral((1 - t)**2 + 0*PhiInv(t), (t, 0, 1))", Fraction(1, 3)),
        ("Integral(PhiInv(1 - t)*PhiInv(t), (t, 0, 1))", Fraction(-1)),
        ("Integral(QInv(1 - t)*PhiInv(t), (t, 0, 1))", Fraction(1)),
        ("Integral(QInv(t)*PhiInv(t), (t, 0, 1))", Fraction(-1)),
        ("ArgMin(t**2 - t, (t, 0, 1))", Fraction(1, 2)),
        ("ArgMax(t - t**2, (t, 0, 1))", Fraction(1, 2)),
        ("Root(t**3 - 1/8, (t, 0, 1))", Fraction(1, 2)),
        ("Root(2 - t, (t, 1, oo))", Fraction(2)),
    ],
)
def test_values_of_what_binds_a_variable(text: str, expected: Fraction) -> None:
    assert abs(at_point(term(text), {}, 128) - arb(expected.numerator) / expected.denominator) < 1e-12


def test_another_quantile_is_not_cancelled() -> None:
    found = at_point(term("Integral(Phi(PhiInv(t/2)) + 0*PhiInv(t), (t, 0, 1))"), {}, 64)
    assert not found.is_finite() or found.contains(arb(1) / 4)


@pytest.mark.parametrize(
    "text",
    [
        "Root(sign(t - 1) + t/2, (t, 0, 3/2))",  # jumps over 0
        "Root(t - 1/2, (t, 1, 0))",
        "Root(t - 1, (t, 1, 2))",
        "Root(t - 2, (t, 1, 2))",
        "Root(t - 1, (t, 1, 1))",
        "Root((t - 1)**2, (t, 0, 3))",
        "Root(t**2 - 1, (t, -2, 2))",
        "Root(1/(t - 1), (t, 0, 2))",
        "Root(log(t), (t, -1, 2))",
        "Root(t - 1/2 - 3*Heaviside(t - 1, 0)/4, (t, 0, 2))",
        "ArgMin(cosh(t) - (t**2)**(1/2), (t, -2, 2))",  # two of them
        "ArgMin(-cosh(t), (t, -1, 1))",
        "ArgMin(t, (t, 0, 1))",
        "ArgMin(t**2, (t, 1, -1))",
        "ArgMin((t**2 - 1)**2 + t/10, (t, -2, 3))",
        "ArgMin(1/t**2 + t, (t, -1, 3))",
        "ArgMax(t**2, (t, -1, 1))",
        "ArgMin(Abs(t) + sign(t), (t, -1, 1))",
        "Sup(sign(t), (t, 0, 1))",
        "Sup(t, (t, 0, oo))",
        "Inf(1/t, (t, -1, 1))",
        "Integral(exp(t), (t, 0, oo))",
        "Integral(1, (t, 0, oo))",
        "Integral(t**-1, (t, 1, oo))",
        "Integral(1/t, (t, -1, 1))",
        "Integral(exp(-t)*cosh(t), (t, 0, oo))",
        "Integral(1, (t, oo, oo))",
        "Integral(1, (t, -oo, -oo))",
        "Integral(log(t), (t, -1, 1))",
    ],
)
def test_what_is_not_shown_to_exist_has_no_value(text: str) -> None:
    assert not at_point(term(text), {}, 64).is_finite()


@pytest.mark.parametrize(
    ("text", "count"),
    [("x", 1), ("x + 1", 2), ("x*(x + 1)", 2), ("(1 + x)**2", 4), ("(1 + x)**(1/2)", 1), ("(1 + x)**-2", 1), ("(1 + x)**5", 1),
     ("(x*2)**2", 1), ("exp(x)**2", 1), ("(1 + x)*(2 + x)*exp(x)", 4)],
)  # fmt: skip
def test_an_integrand_is_multiplied_out(text: str, count: int) -> None:
    parts = summands(term(text))
    assert len(parts) == count
    whole = sum((at_point(part, {"x": Fraction(3)}, 128) for part in parts), arb(0))
    assert abs(whole - at_point(term(text), {"x": Fraction(3)}, 128)) < 1e-9


@pytest.mark.parametrize(
    ("text", "slope"),
    [("exp(-x)", "-1"), ("exp(3*x - x**2)", "3 - 2*x"), ("exp(x**3)", "3*x**2"), ("phi(2*x)", "-4*x"), ("x", "1/x"),
     ("x**5", "5/x"),
     ("(1 + x)**(1/2)", "1/(2*(1 + x))"), ("2**x", "log(2)"), ("3", None), ("a", None), ("x**x", None), ("Phi(x)", None),
     ("MillsMoment(2, x)", None), ("binomial(2, x)", None), ("cosh(x)", None)],
)  # fmt: skip
def test_the_logarithmic_slope_of_a_factor(text: str, slope: str | None) -> None:
    found, point = _log_slope(term(text), "x"), {"x": Fraction(3)}
    assert (found is None) == (slope is None)
    if slope is not None:
        assert abs(at_point(found, point, 128) - at_point(term(slope), point, 128)) < 1e-15


def test_a_term_of_an_integrand_is_a_bounded_factor_times_one_that_decays() -> None:
    (flat,) = summands(term("Phi(x)*exp(-x)*7*x*tanh(x)"))
    bounded, falling, slope = (part(arb(3)) for part in _decay(flat, "x", {}))
    point = {"x": Fraction(3)}
    for found, text in ((bounded, "7*Phi(x)*tanh(x)"), (falling, "x*exp(-x)"), (slope, "1/x - 1")):
        assert abs(found - at_point(term(text), point, 128)) < 1e-12
