"""A function of balls on intervals, by its ends: corners of the box, open ends, edges of the domain, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb

from dplemma.arb.by_ends import by_ends
from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import Unsupported
from dplemma.lang.interval import Interval

REAL, POSITIVE, HALF_LINE = Interval("-oo", "oo"), Interval.open(0, "oo"), Interval(0, "oo")
UNIT = Interval.open(0, 1)


def difference(a: arb, b: arb) -> arb:
    return a.exp() - b


ON_BOXES = by_ends("difference", difference, (REAL, REAL), REAL, "+-")
ROOT = by_ends("root", arb.sqrt, (HALF_LINE,), HALF_LINE, "+")
LOGARITHM = by_ends("logarithm", arb.log, (POSITIVE,), REAL, "+")
INVERSE = by_ends("inverse", lambda a: 1 / a, (POSITIVE,), POSITIVE, "-")
ARC = by_ends("arc", lambda p: (p / (1 - p)).log(), (UNIT,), REAL, "+")
TANH = by_ends("bounded", arb.tanh, (REAL,), Interval.open(-1, 1), "+")


def interval(lo: Any, hi: Any, open_: str = "") -> RealInterval:
    return RealInterval(arb(lo), arb(hi), "l" in open_, "h" in open_)


def flags(found: RealInterval) -> str:
    return "".join(word for word in ("lo_open", "hi_open", "partial", "at_limit") if getattr(found, word))


def test_the_least_and_the_greatest_value_are_at_corners() -> None:
    found = ON_BOXES(interval(0, 1), interval(2, 5))
    assert found.lo == -4 and found.contains(arb(1).exp() - 2) and found.hi - (arb(1).exp() - 2) < 1e-14
    assert flags(found) == ""
    assert flags(ON_BOXES(interval(0, 1, "l"), interval(2, 5))) == "lo_open"
    assert flags(ON_BOXES(interval(0, 1), interval(2, 5, "l"))) == "hi_open"
    assert flags(ON_BOXES(interval(0, 1), interval(2, 5, "h"))) == "lo_open"


def test_a_ball_is_an_interval_too() -> None:
    found = ON_BOXES(arb(0, 1), arb(3))
    assert found.contains(arb(1).exp() - 3 - 1e-12) and found.contains(arb(-1).exp() - 3 + 1e-12) and found.is_finite()


@pytest.mark.parametrize(
    ("function", "operand", "ends", "wanted"),
    [
        (ROOT, interval(0, 4), (0, 2), ""), (ROOT, interval(0, 4, "l"), (0, 2), "lo_open"),
        (ROOT, interval(-1, 4), (0, 2), "partial"), (ROOT, interval(1, arb.pos_inf()), (1, arb.pos_inf()), "hi_open"),
        (LOGARITHM, interval(0, 1), (arb.neg_inf(), 0), "lo_openat_limit"),
        (LOGARITHM, interval(0, 1, "l"), (arb.neg_inf(), 0), "lo_open"),
        (LOGARITHM, interval(-1, 1), (arb.neg_inf(), 0), "lo_openpartial"),
        (INVERSE, interval(0.5, 4), (0.25, 2), ""), (INVERSE, interval(0.5, 4, "l"), (0.25, 2), "hi_open"),
        (INVERSE, interval(0, 4), (0.25, arb.pos_inf()), "hi_openat_limit"),
        (INVERSE, interval(0.5, arb.pos_inf()), (0, 2), "lo_open"),
        (ARC, interval(0.5, 1), (0, arb.pos_inf()), "hi_openat_limit"),
        (ARC, interval(0.5, 2), (0, arb.pos_inf()), "hi_openpartial"),
        (ARC, interval(0.5, 1, "h"), (0, arb.pos_inf()), "hi_open"),
        (TANH, interval(arb.neg_inf(), 0), (-1, 0), "lo_open"), (TANH, interval(0, arb.pos_inf()), (0, 1), "hi_open"),
    ],
)  # fmt: skip
def test_ends_and_flags(function: Any, operand: RealInterval, ends: tuple[Any, Any], wanted: str) -> None:
    found = function(operand)
    assert (found.lo, found.hi) == (arb(ends[0]), arb(ends[1]))
    assert flags(found) == wanted


@pytest.mark.parametrize(
    ("function", "operand"),
    [(ROOT, interval(-2, -1)), (LOGARITHM, interval(-2, 0)), (ARC, interval(1, 2)), (ARC, interval(-1, 0))],
)
def test_nothing_of_the_domain_is_no_value(function: Any, operand: RealInterval) -> None:
    with pytest.raises(Unsupported, match="undefined on all of"):
        function(operand)


def test_a_function_that_turns_is_refused() -> None:
    with pytest.raises(Unsupported, match="not monotone"):
        by_ends("turning", difference, (REAL, REAL), REAL, "+.")


@pytest.mark.parametrize("edge", [Interval("1/3", "oo"), Interval("-oo", "1/3"), Interval("1/3", 1)])
def test_an_edge_that_rounding_would_move_is_refused(edge: Interval) -> None:
    with pytest.raises(Unsupported, match="no binary fraction"):
        by_ends("cut", arb.exp, (edge,), REAL, "+")(interval(0.5, 0.75))


def test_the_function_is_asked_only_at_finite_points_of_its_domain() -> None:
    asked = []

    def watched(a: arb) -> arb:
        asked.append(a)
        return a.log()

    by_ends("watched", watched, (UNIT,), REAL, "+")(interval(-1, 0.5))
    by_ends("watched", watched, (HALF_LINE,), REAL, "+")(interval(1, arb.pos_inf()))
    assert [float(a) for a in asked] == [0.5, 1]
