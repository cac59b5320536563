"""Regions: intervals and side conditions; every combination that cannot mean anything is refused in one line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import Float, Rational

from dplemma.base.errors import BadClaim
from dplemma.lang import Interval, Phi, Region, Rel, variables

x, y = variables("x y")
UNIT = Interval(0, 1)
BELOW = Rel(x, "<", Phi(y))


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: Region(x=(0, 1)), r"region: x needs an Interval"),
        (lambda: Region(x=UNIT, such_that=x < 1), r"region: side condition .* is not a statement"),
        (lambda: Region(x=UNIT, such_that=[BELOW]), r"region: side condition uses y, which has no interval"),
        (lambda: Region(such_that=Rel(x, "<", 1)), r"region: side condition uses x"),
        (lambda: Region(x=UNIT, y=UNIT, points=[{"x": 0}]), r"region: point .* must give a value to each of x, y"),
        (lambda: Region(x=UNIT, points=[{"x": 2}]), r"region: point .* lies outside the interval of x"),
        (lambda: Region(x=Interval.open(0, 1), points=[{"x": 0}]), r"outside the interval of x"),
        (lambda: Region(x=Interval.integers(0, 1), points=[{"x": "1/2"}]), r"outside the interval of x"),
        (lambda: Region(x=UNIT, points=[{"x": 0.5}]), r"point x 0\.5 is a float"),
        (lambda: Region(x=UNIT, points=[{"x": Float("0.5")}]), r"point x .* is not a rational number"),
        (lambda: Region(x=UNIT, points=[{"x": 0, "z": 1}]), r"must give a value to each of x"),
    ],
)
def test_impossible_region_is_refused_in_one_line(build: Any, says: str) -> None:
    with pytest.raises(BadClaim, match=says) as error:
        build()
    assert "\n" not in str(error.value)


def test_points_are_exact() -> None:
    region = Region(x=UNIT, points=[{"x": "0.1"}, {"x": Rational(1, 3)}])
    assert [dict(p) for p in region.points] == [{"x": Fraction(1, 10)}, {"x": Fraction(1, 3)}]


def test_canonical_ignores_order_and_points_only() -> None:
    region = Region(x=UNIT, y=UNIT, such_that=[BELOW, Rel(x, "!=", y)])
    same = Region(y=UNIT, x=UNIT, such_that=[Rel(x, "!=", y), BELOW], points=[{"x": 0, "y": 1}])
    assert region.canonical() == same.canonical()
    others = [
        Region(x=UNIT, y=UNIT),
        Region(x=UNIT, y=UNIT, such_that=BELOW),
        Region(x=UNIT, y=Interval.open(0, 1), such_that=[BELOW, Rel(x, "!=", y)]),
        Region(x=Interval.integers(0, 1), y=UNIT, such_that=[BELOW, Rel(x, "!=", y)]),
        Region(x=UNIT, y=UNIT, such_that=[Rel(x, "<=", Phi(y)), Rel(x, "!=", y)]),
    ]
    assert len({region.canonical(), *(r.canonical() for r in others)}) == 6


def test_text_names_intervals_and_conditions() -> None:
    assert Region(x=UNIT, y=Interval.open(0, "oo"), such_that=BELOW).text() == "x in [0, 1], y in (0, oo), x < Phi(y)"
    assert Region().text() == ""


def test_extended_and_without() -> None:
    region = Region(x=UNIT, such_that=Rel(x, "<", 1))
    wider = region.extended(y=Interval(2, 3))
    assert wider.names == ("x", "y")
    assert wider.such_that == region.such_that
    assert wider.without("y").canonical() == region.canonical()
    with pytest.raises(BadClaim, match="x is used by a side condition"):
        wider.without("x")


def test_symbols_carry_what_the_intervals_say_and_nothing_else() -> None:
    region = Region(x=Interval.open(0, 1), y=Interval(-1, 1))
    renamed = region.assumed_symbols()
    assert renamed[x].is_positive is True
    assert renamed[x].is_integer is None
    assert renamed[y].is_real is True
    assert renamed[y].is_positive is None
    whole = Region(x=Interval.integers(0, 5)).assumed_symbols()[x]
    assert whole.is_integer is True
    assert whole.is_nonnegative is True
    assert whole.is_positive is None
