"""The goals a rule leads to say at least as much as the goal: no point of the region and no condition is lost on the way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from sympy import Piecewise, Symbol, log, pi, sqrt
from sympy import exp as sympy_exp

from dplemma import Claim, check
from dplemma.ground.truth import truth
from dplemma.lang.exact import rational_of
from dplemma.lang.words import Interval, Phi, Rational, Region, Rel, Root, exp, oo, variables
from dplemma.proofs import reductions as red
from dplemma.proofs.rules import Goal

x, y, t, a = variables("x y t a")
POINTS = [Fraction(n, 4) for n in range(-8, 13)]
REGION = Region(x=Interval(-1, 2), y=Interval.open(0, 3), such_that=(Rel(x + y, ">", 0),))


def inside(region: Region) -> Iterator[dict[str, Fraction]]:
    """The grid points that lie in a region, side conditions included."""
    for values in product(POINTS, repeat=len(region.names)):
        point = dict(zip(region.names, values, strict=True))
        if all(value in region.intervals[name] for name, value in point.items()) and all(
            truth(condition, point).value is True for condition in region.such_that
        ):
            yield point


def value(goal: Goal, point: dict[str, Fraction]) -> float:
    return float(goal.gap.subs({Symbol(name, real=True): rational_of(v) for name, v in point.items()}))


def holds(goal: Goal) -> bool:
    """On the grid; a goal without variables at its one value."""
    return all(value(goal, point) > 0 or (not goal.strict and value(goal, point) == 0) for point in inside(goal.region))


def test_a_cut_loses_no_point_and_no_condition() -> None:
    goal = Goal(x * y + 1, REGION, True)
    below, above = red.cut_goals(goal, "x", Fraction(1, 2))
    parts = [list(inside(part.region)) for part in (below, above)]
    assert all(point in parts[0] or point in parts[1] for point in inside(REGION))
    assert below.gap == above.gap == goal.gap and below.strict and above.strict
    assert {"x": Fraction(1, 2), "y": Fraction(1)} in parts[0] and {"x": Fraction(1, 2), "y": Fraction(1)} in parts[1]


def test_a_face_asks_for_the_slope_on_the_whole_box_and_for_the_face() -> None:
    slope, face = red.face_goals(Goal(x**2 + y, REGION, True), "x", True, False)
    assert (slope.gap, face.gap) == (2 * x, y + 1)
    assert slope.region.intervals["x"] == Interval(-1, 2)
    assert not slope.region.such_that  # x + y > 0 mentions x: on the way to the face it may fail
    assert face.strict and not slope.strict
    assert not holds(slope)  # 2x is negative on a part: the face alone must not be enough
    falling, end = red.face_goals(Goal(4 - x, REGION, False), "x", False, True)
    assert (falling.gap, end.gap, falling.strict, end.strict) == (1, 2, True, False)


def test_between_integers_a_face_asks_for_all_reals() -> None:
    whole = Region(x=Interval(1, 5, integer=True))
    slope, _ = red.face_goals(Goal(x, whole, False), "x", True, False)
    assert not slope.region.intervals.get("x", Interval(0, 1)).integer


def test_the_cases_cover_the_region_and_keep_the_branch() -> None:
    node = Piecewise((1 + x, x < 0), (2 - x, x < 1), (x, True))
    goal = Goal(node + y, REGION, True)
    cases = red.case_goals(goal, node)
    assert [case.gap for case in cases] == [1 + x + y, 2 - x + y, x + y]
    for point in inside(REGION):
        own = [case for case in cases if point in list(inside(case.region))]
        assert len(own) == 1 and value(own[0], point) == value(goal, point)


def test_a_piecewise_without_a_last_branch_leaves_points_without_a_case() -> None:
    """No goal speaks of them: that the gap exists there must be shown apart."""
    node = Piecewise((1 + x, x < 1))
    cases = red.case_goals(Goal(node, Region(x=Interval(0, 2)), True), node)
    assert len(cases) == 1 and {"x": Fraction(2)} not in list(inside(cases[0].region))


def test_below_a_bound_asks_for_four_things() -> None:
    root = Root(exp(t) - 1 - a, (t, 0, oo))  # log(1 + a) <= a
    goal = Goal(a - root, Region(a=Interval(Rational(1, 2), 2)), False)
    rising, starts, after, ends = red.below_goals(goal, root, True)
    assert rising.gap == exp(t) and rising.strict and rising.region.intervals["t"] == Interval.open(0, "oo")
    assert starts.gap == a and starts.strict
    assert after.gap == a and not after.strict
    assert ends.gap.doit().subs(a, 1).evalf() == pytest.approx(float(sympy_exp(1)) - 2)
    assert not ends.strict


def test_through_a_root_the_interval_becomes_a_condition() -> None:
    root = Root(exp(t) - 1 - a, (t, 0, oo))
    goal = Goal(a - root, Region(a=Interval.open(Rational(1, 2), 2), such_that=(Rel(a, "<", 1),)), True)
    inner = red.through_goal(goal, root, "a")
    assert inner.gap == exp(t) - 1 - t and inner.strict
    said = {(c.lhs - c.rhs).simplify() if ">" in c.rel else (c.rhs - c.lhs).simplify(): c.rel for c in inner.region.such_that}
    assert said == {2 - exp(t): "<", exp(t) - Rational(3, 2): ">", 3 - exp(t): "<"}


@pytest.mark.parametrize(
    ("ends", "interval"),
    [
        ((0, 2), Interval.open(0, 2)), ((-oo, 1), Interval.open("-oo", 1)), ((a, a + 1), Interval("-oo", "oo")),
        ((0, sqrt(2)), Interval.open(0, "oo")), ((-pi, 1), Interval.open("-oo", 1)),
    ],
    ids=str,
)  # fmt: skip
def test_a_root_lies_in_an_interval_with_rational_ends(ends: tuple[Any, Any], interval: Interval) -> None:
    assert red.bound_interval(Root(t - a, (t, *ends))) == interval


@pytest.mark.parametrize("end", [sqrt(2), pi, a + 1], ids=str)
def test_a_claim_about_a_root_below_an_end_that_is_no_rational_number_is_decided(end: Any) -> None:
    lhs = Root(t - a / 2, (t, -1, end))
    claim = Claim(id="mine/a", where="", kind="inequality", states="", lhs=lhs, rel="<=", rhs=1, on=Region(a=Interval(0, 1)))
    assert check(claim).verdict != "refuted"


@pytest.mark.parametrize(
    ("by", "interval", "reaches"),
    [
        ("inverse", Interval.open(0, 4), Interval.open(Fraction(1, 4), "oo")),
        ("inverse", Interval(Fraction(1, 2), "oo"), Interval.lopen(0, 2)),
        ("exp", Interval.open(0, "oo"), Interval.open("-oo", "oo")),
        ("Phi", Interval.open(0, 1), Interval.open("-oo", "oo")),
    ],
    ids=str,
)
def test_a_move_reaches_every_point(by: str, interval: Interval, reaches: Interval) -> None:
    goal = Goal(x, Region(x=interval, such_that=(Rel(x, "<", 3),)), True)
    moved = red.moved_goal(goal, "x", by, Rational(0))
    (new,) = moved.region.names
    ends = moved.region.intervals[new]
    assert (ends.lo, ends.hi) == (reaches.lo, reaches.hi)
    assert (ends.lo_open or ends.lo is None, ends.hi_open or ends.hi is None) == (reaches.lo_open, reaches.hi_open)
    assert moved.gap == {"inverse": 1 / t, "exp": exp(t), "Phi": Phi(t)}[by]
    assert [condition.lhs for condition in moved.region.such_that] == [moved.gap]


def test_a_new_variable_takes_no_name_that_is_taken() -> None:
    moved = red.moved_goal(Goal(x + t, Region(x=Interval.open(0, "oo"), t=Interval(0, 1)), True), "x", "exp", Rational(0))
    assert moved.gap == exp(Symbol("t_", real=True)) + t


def test_a_multiple_is_one_for_all_values() -> None:
    assert red.is_multiple(2 * x * y, 2 * x, y)
    assert not red.is_multiple(2 * x * y + 1, 2 * x, y)
    assert not red.is_multiple(log(x**2), Rational(2), log(x))  # false for negative x


def test_rising_drops_only_the_condition_that_orders() -> None:
    goal = Goal(y, Region(x=Interval(0, 1), y=Interval(0, 1), such_that=(Rel(x, "<", y), Rel(x, ">", 0))), True)
    slope = red.rising_goal(goal, 0, t**2 + t * x, Interval(0, 1))
    assert slope.gap == 2 * t + x and [c.text() for c in slope.region.such_that] == ["x > 0"]
    assert slope.region.intervals["t"] == Interval.open(0, 1)


def test_the_contrary_turns_both_relations_round() -> None:
    goal = Goal(x, Region(x=Interval(-1, 1), such_that=(Rel(x, ">", -1), Rel(x**2, "<=", 1))), True)
    turned = red.contrary_goal(goal, 1)
    assert turned is not None and turned.gap == x**2 - 1 and turned.strict
    assert [c.text() for c in turned.region.such_that] == ["x > -1", "x <= 0"]
    assert red.contrary_goal(Goal(x, Region(x=Interval(-1, 1), such_that=(Rel(x, "=", 0),)), True), 0) is None


def test_the_integers_are_all_asked_for() -> None:
    goal = Goal(x**2 - y, Region(x=Interval(1, 6, integer=True), y=Interval(0, 1)), False)
    first, rest = red.whole_goals(goal, "x", 3)
    assert [part.gap for part in first] == [1 - y, 4 - y, 9 - y]
    assert rest is not None and rest.region.intervals["x"] == Interval(4, 6)
    assert red.whole_goals(goal, "x", 6)[1] is None
