"""The search for region proofs on random expressions: whatever it certifies, dense samples and exact minima do not contradict."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from must_show import BETWEEN, fails_at
from sympy import Expr, sin

from dplemma.base.errors import DplemmaError
from dplemma.compile.evaluate import compiled
from dplemma.decide.points.refute import judge
from dplemma.decide.regions.balls import BallsOutcome, certify
from dplemma.decide.regions.budget import Budget
from dplemma.lang import Interval, Max, Mills, Phi, Rational, Region, Rel, exp, log, oo, phi, sqrt, variables
from dplemma.lang.statements import Statement

x, y = variables("x y")
NAMES = ("x", "y")
SAMPLES = 9  # along each side of a box
FEW, SECONDS = 300, 2.0  # a search cut short by the clock proves nothing, so the tests do not depend on it
DIGITS = 30


def few(statement: Statement, region: Region, boxes: int = FEW) -> BallsOutcome:
    return certify(statement, region, "random", budget=Budget(boxes=boxes, seconds=SECONDS))


def exact(value: Fraction) -> Any:
    return Rational(value.numerator, value.denominator)


# -- random expressions ------------------------------------------------------------------------------------------------------

small = st.fractions(min_value=-2, max_value=2, max_denominator=6)
_UNARY = (
    exp, Phi, phi, Mills,
    lambda u: u**2, lambda u: 1 / (1 + u**2), lambda u: log(2 + u**2), lambda u: sqrt(1 + u**2),
)  # fmt: skip


def _combined(parts: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(lambda f, u: f(u), st.sampled_from(_UNARY), parts),
        st.builds(lambda u, v: u + v, parts, parts),
        st.builds(lambda u, v: u * v, parts, parts),
        st.builds(lambda u, v: u - v, parts, parts),
        st.builds(Max, parts, parts),
    )


_parts = st.recursive(st.one_of(st.sampled_from([x, y, x + y, x * y]), small.map(exact)), _combined, max_leaves=3)
_curved = st.builds(lambda f, u: f(u), st.sampled_from(_UNARY), _parts)
expressions = st.builds(lambda c, u, v: exact(c) * u + v, small, st.builds(lambda u, v: u * v, _curved, _parts), _curved)


@st.composite
def boxes(draw: st.DrawFn) -> dict[str, Interval]:
    found = {}
    for name in NAMES:
        low, width = draw(small), draw(st.sampled_from([Fraction(1, 8), Fraction(1), Fraction(3)]))
        found[name] = Interval(low, low + width, lo_open=draw(st.booleans()), hi_open=draw(st.booleans()))
    return found


def sampled(expr: Expr, region: dict[str, Interval]) -> list[Any]:
    """mpmath values on a grid of inner points."""
    ticks = []
    for interval in region.values():
        assert interval.lo is not None and interval.hi is not None
        ticks.append([interval.lo + (interval.hi - interval.lo) * Fraction(k, SAMPLES + 1) for k in range(1, SAMPLES + 1)])
    tape = compiled(expr, NAMES)
    found = [tape.mp(dict(zip(NAMES, values, strict=True)), DIGITS) for values in product(*ticks)]
    assert all(map(mpmath.isfinite, found))
    return found


def rational_near(value: Any, offset: Fraction) -> Fraction:
    return Fraction(str(value)).limit_denominator(10**12) + offset


@settings(max_examples=60, deadline=None, derandomize=True)
@given(expressions, boxes(), st.sampled_from([Fraction(1, 10**9), Fraction(1, 100), Fraction(1)]), st.booleans())
def test_a_bound_above_the_sampled_minimum_is_never_certified(
    expr: Expr, region: dict[str, Interval], above: Fraction, strict: bool
) -> None:
    """expr >= m with m above a sampled value is false; the point named against it must be a point against it."""
    assume(expr.free_symbols)
    bound = rational_near(min(sampled(expr, region)), above)
    statement = Rel(expr, ">" if strict else ">=", exact(bound))
    outcome = few(statement, Region(**region))
    assert outcome.verdict is None
    if outcome.refuting is not None:
        assert fails_at(statement, outcome.refuting)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(expressions, boxes(), st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1)]))
def test_what_is_certified_holds_at_every_sample(expr: Expr, region: dict[str, Interval], below: Fraction) -> None:
    """A bound below the sampled minimum may be true: it is certified or left open, and a refuting point must be one."""
    assume(expr.free_symbols)
    values = sampled(expr, region)
    bound = rational_near(min(values), -below)
    statement = Rel(expr, ">=", exact(bound))
    outcome = few(statement, Region(**region))
    if outcome.verdict is not None:
        tolerance = Fraction(1, 10**20)
        assert all(Fraction(str(value)) >= bound - tolerance for value in values)
    if outcome.refuting is not None:
        assert fails_at(statement, outcome.refuting)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(small, small, small, boxes(), st.sampled_from([-1, 0, 1]), st.booleans())
def test_a_convex_quadratic_against_its_exact_minimum(
    p: Fraction, q: Fraction, tilt: Fraction, region: dict[str, Interval], sign: int, strict: bool
) -> None:
    """(x - p)^2 + (y - q - tilt x)^2 vanishes at one point only: with it in the box the least value is 0, else positive."""
    gap = (x - exact(p)) ** 2 + (y - exact(q) - exact(tilt) * x) ** 2
    root = {"x": p, "y": q + tilt * p}
    inside = all(root[name] in region[name] for name in NAMES)
    bound = Fraction(sign, 10**6)
    outcome = few(Rel(gap, ">" if strict else ">=", exact(bound)), Region(**region))
    true_at_root = bound < 0 or (bound == 0 and not strict)
    if inside and not true_at_root:
        assert outcome.verdict is None
    if bound <= 0 and not (inside and strict and bound == 0):
        assert outcome.refuting is None


def test_a_density_of_a_reciprocal() -> None:
    """phi(1/(1 + x^2)) exists for negative x as well."""
    assert few(Rel(phi(1 / (1 + x**2)), ">", 0), Region(x=Interval(-1, 1))).verdict is not None


def test_random_expressions_are_not_all_left_open() -> None:
    """So that the tests above are about something: easy bounds are certified."""
    easy = [exp(x) * y, Phi(x + y) - x, Mills(x) * exp(-y), log(2 + x**2) + y**2, Max(x, y) - x * y, 1 / (1 + (x - y) ** 2)]
    region = {"x": Interval(0, 1), "y": Interval(-1, 1)}
    found = [few(Rel(e, ">=", exact(rational_near(min(sampled(e, region)), Fraction(-1)))), Region(**region)) for e in easy]
    assert all(outcome.verdict is not None for outcome in found)


# -- narrow bumps, and the budget ---------------------------------------------------------------------------------------------

_CENTRE = Rational("0.7390851")
BUMPS = {
    "on an interval": (Rel(1, ">=", Rational(3, 2) * exp(-((1000 * (x - _CENTRE)) ** 2))), {"x": Interval(0, 1)}),
    "on a half line": (Rel(1 + exp(-x), ">=", 3 * exp(-((1000 * (x - _CENTRE)) ** 2))), {"x": Interval(0, oo)}),
    "above Phi": (Rel(Phi(x), ">=", exp(-((1000 * (x - _CENTRE)) ** 2))), {"x": Interval(0, 4)}),
    "in two variables": (
        Rel(1 + x * y, ">=", 3 * exp(-((100 * (x - _CENTRE)) ** 2) - (100 * (y - _CENTRE)) ** 2)),
        {"x": Interval(0, 1), "y": Interval(0, 1)},
    ),
}


@pytest.mark.parametrize("name", BUMPS)
def test_a_gaussian_bump_is_found_by_halving(name: str) -> None:
    """A thousandth of the region fails; the search meets it or leaves it open, and what it names is certified false."""
    statement, intervals = BUMPS[name]
    region = Region(**intervals)
    outcome = certify(statement, region, "bump")
    assert outcome.verdict is None
    assert outcome.refuting is not None
    assert judge(statement, region, outcome.refuting, None) is not None


@pytest.mark.parametrize("name", BETWEEN)
def test_what_is_false_between_nice_points_is_not_certified(name: str) -> None:
    item = BETWEEN[name]
    assert few(item.statement, Region(**item.region), 2000).verdict is None


@pytest.mark.parametrize("boxes_allowed", [1, 10, 100])
def test_the_budget_is_kept(boxes_allowed: int) -> None:
    """A true inequality that touches at log 2 ends as open, with a share of the region settled and boxes that remain."""
    outcome = few(Rel(exp(2 * x) + 4, ">=", 4 * exp(x)), Region(x=Interval(0, 1)), boxes_allowed)
    assert (outcome.verdict, outcome.refuting) == (None, None)
    assert outcome.open_boxes
    assert 0 <= outcome.share < 1


def test_an_unknown_function_is_no_error() -> None:
    with pytest.raises(DplemmaError):
        compiled(sin(x), ("x",))
    assert few(Rel(sin(x), "<=", 2), Region(x=Interval(0, 1))).verdict is None
