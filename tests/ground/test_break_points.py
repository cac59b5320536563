"""Places where a side may cease to exist are found, exactly, and lie in the region's intervals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import Expr, Integral, Piecewise, Rational, exp, log, sqrt

from dplemma.ground.breaks import break_points
from dplemma.lang import Implies, Interval, PhiInv, Region, Rel, variables

x, y = variables("x y")
R = Rational
WIDE = Interval(-10, 10)

PLACES: dict[str, tuple[Expr, list[str]]] = {
    "quotient": (1 / (x - R(4, 9)), ["4/9"]),
    "root and beyond it": (sqrt(x - 1), ["1", "-9/2"]),
    "logarithm": (log(3 * x + 1), ["-1/3"]),
    "quantile": (PhiInv(x), ["0", "1"]),
    "branches": (Piecewise((1, x < 2), (2, x > R(5, 2))), ["2", "5/2"]),
    "inside a branch": (Piecewise((1 / (x - 7), x < 2), (2, True)), ["7"]),
    "square": (1 / (x**2 - 9), ["3", "-3"]),
    "inside a function": (exp(exp(1 / x)), ["0"]),
}


@pytest.mark.parametrize("name", PLACES)
def test_places_are_found(name: str) -> None:
    expr, places = PLACES[name]
    found = {point["x"] for point in break_points(Rel(expr, ">", 0), Region(x=WIDE), 40)}
    assert found >= {Fraction(place) for place in places}
    assert all(value in WIDE for value in found)


def test_places_on_lines_through_simple_points() -> None:
    curve = Implies(Rel(x, ">", 0), Rel(log(x - y), "<", 5))
    found = list(break_points(curve, Region(x=Interval(0, 2), y=Interval(0, 2)), 40))
    assert any(point["x"] == point["y"] for point in found)
    assert any(point["x"] < point["y"] for point in found)


NONE: dict[str, Any] = {
    "nothing partial": exp(x) + x**2,
    "no rational place": 1 / (x**2 - 2),
    "no polynomial": log(exp(x) - 1),
    "what an integral binds": Integral(1 / (y - 3), (y, 0, x)),
    "too far": 1 / (x - 11),
}


@pytest.mark.parametrize("name", NONE)
def test_where_there_are_none(name: str) -> None:
    found = {point["x"] for point in break_points(Rel(NONE[name], ">", 0), Region(x=WIDE), 40)}
    assert found <= {Fraction(0)}  # between the ends of the interval, beyond which the place is


def test_no_more_than_asked_for() -> None:
    many = sum((1 / (x - n) for n in range(9)), start=x)
    assert len(list(break_points(Rel(many, ">", 0), Region(x=WIDE), 5))) == 5


def test_a_condition_that_is_not_real_at_a_place_is_no_error() -> None:
    """log(x) <= sqrt(y) at x = 0: SymPy compares zoo with nothing, and raises."""
    branches = Piecewise((x, log(x) <= sqrt(y)), (-2 * x, True))
    assert list(break_points(Rel(log(branches), "!=", 2), Region(x=Interval(-1, 1), y=Interval(0, 4)), 40))
