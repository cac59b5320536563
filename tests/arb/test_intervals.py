"""Soundness of inf-sup intervals: no point of an operand may land outside the result.

References are 300-bit balls at random rational points; the intervals work at 53 bits, so a bound rounded the wrong
way, or an end taken from the wrong side, is far outside the reference.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from exact_balls import ball
from flint import arb, fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision

WORKING_BITS, REFERENCE_BITS = 53, 300


@pytest.fixture(autouse=True)
def _working_bits():
    with working_precision(WORKING_BITS):
        yield


def interval(lo: int | Fraction | None, hi: int | Fraction | None) -> RealInterval:
    return RealInterval.from_fractions(lo, hi)


def point(value: int | Fraction) -> RealInterval:
    return RealInterval.from_fraction(value)


def ends(x: RealInterval) -> tuple[arb, arb]:
    return x.lo, x.hi


class Draw(NamedTuple):
    """An interval and a rational point inside it."""

    box: RealInterval
    inside: Fraction


@st.composite
def rationals(draw: st.DrawFn, low: Fraction | None = None, high: Fraction | None = None) -> Fraction:
    """Rationals of all sizes between 2**-40 and 2**10, measured from a finite bound where there is one."""
    size = Fraction(draw(st.integers(0, 2**20))) * Fraction(2) ** draw(st.integers(-60, -10))
    if low is None and high is None:
        return draw(st.sampled_from([1, -1])) * size
    if low is not None and high is not None:
        share = size / (1 + size)
        return low + (high - low) * share if draw(st.booleans()) else high - (high - low) * share
    return low + size if low is not None else high - size


@st.composite
def drawn(draw: st.DrawFn, low: Fraction | None = None, high: Fraction | None = None) -> Draw:
    """Proper intervals, points and half-lines inside [low, high]."""
    lo, inside, hi = sorted(draw(rationals(low, high)) for _ in range(3))
    inside = draw(st.sampled_from([lo, inside, hi]))
    shape = draw(st.sampled_from(["proper", "proper", "proper", "point", "unbounded"]))
    if shape == "point":
        return Draw(point(inside), inside)
    if shape == "unbounded":
        below = None if low is None and draw(st.booleans()) else lo
        return Draw(interval(below, None if high is None else hi), inside)
    return Draw(interval(lo, hi), inside)


def assert_inside(result: RealInterval, value: arb) -> None:
    """`value` is a 300-bit ball; a result that misses it is unsound."""
    assert not value.is_nan()
    assert not value < result.lo and not value > result.hi, f"{value} lies outside {result!r}"


def widened(x: RealInterval, bits: int) -> RealInterval:
    """`x` with each end moved out by 2**-bits of its size, or by 2**-bits near 0."""
    slack = arb(2) ** -bits
    return RealInterval(x.lo - slack * (1 + abs(x.lo)), x.hi + slack * (1 + abs(x.hi)))


def reference_norm_cdf(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2


def reference_norm_ppf(p: arb) -> arb:
    return -arb(2).sqrt() * (2 * p).erfcinv()


def reference_laplace_cdf(x: arb) -> arb:
    return x.exp() / 2 if x < 0 else 1 - (-x).exp() / 2


class Unary(NamedTuple):
    name: str
    on_interval: Callable[[RealInterval], RealInterval]
    on_ball: Callable[[arb], arb]
    low: Fraction | None = None
    high: Fraction | None = None


def method(name: str, low: int | None = None, high: int | None = None) -> Unary:
    bounds = [None if b is None else Fraction(b) for b in (low, high)]
    return Unary(name, operator.methodcaller(name), operator.methodcaller(name), *bounds)


def power(n: int | Fraction, low: int | None = None) -> Unary:
    exponent = n if isinstance(n, int) else fmpq(n.numerator, n.denominator)
    return Unary(f"**{n}", lambda x: x**n, lambda x: x**exponent, None if low is None else Fraction(low))


UNARY = [
    *(method(name) for name in ("exp", "expm1", "sinh", "cosh", "tanh", "atan", "erf", "erfc")),
    method("log", 0), method("log1p", -1), method("sqrt", 0), method("rsqrt", 0),
    method("erfinv", -1, 1), method("erfcinv", 0, 2),
    Unary("norm_cdf", RealInterval.norm_cdf, reference_norm_cdf),
    Unary("norm_ppf", RealInterval.norm_ppf, reference_norm_ppf, Fraction(0), Fraction(1)),
    Unary("laplace_cdf", RealInterval.laplace_cdf, reference_laplace_cdf),
    Unary("abs", abs, abs), Unary("neg", operator.neg, operator.neg),
    Unary("square as a product", lambda x: x * x, lambda x: x * x),
    Unary("const - x", lambda x: fmpq(1, 3) - x, lambda x: fmpq(1, 3) - x),
    Unary("const * x", lambda x: arb(2).sqrt() * x, lambda x: arb(2).sqrt() * x),
    Unary("const ** x", lambda x: 3**x, lambda x: arb(3) ** x),
    *(power(n) for n in (0, 1, 2, 3, 4, 7, -1, -2, -3)),
    *(power(Fraction(*pq), 0) for pq in ((1, 2), (2, 3), (-1, 2), (-5, 3))),
]  # fmt: skip
BINARY = [operator.add, operator.sub, operator.mul, operator.truediv]
all_unary = pytest.mark.parametrize("function", UNARY, ids=lambda f: f.name)


def draw_operand(function: Unary, data: st.DataObject) -> tuple[RealInterval, arb]:
    """An interval, and the function's value at a point of it where it has one."""
    box, inside = data.draw(drawn(function.low, function.high))
    with working_precision(REFERENCE_BITS):
        value = function.on_ball(ball(inside))
    assume(value.is_finite())
    return box, value


@all_unary
@given(data=st.data())
def test_points_of_the_operand_land_in_the_result(function: Unary, data: st.DataObject) -> None:
    box, value = draw_operand(function, data)
    assert_inside(function.on_interval(box), value)


@pytest.mark.parametrize("operation", BINARY, ids=lambda f: f.__name__)
@given(x=drawn(), y=drawn())
def test_pairs_of_points_land_in_the_result(operation: Callable, x: Draw, y: Draw) -> None:
    assume(operation is not operator.truediv or y.inside != 0)
    assert_inside(operation(x.box, y.box), exact_ball(operation(x.inside, y.inside)))


def exact_ball(value: Fraction) -> arb:
    with working_precision(REFERENCE_BITS):
        return ball(value)


@given(x=drawn(), y=drawn())
def test_order_operations(x: Draw, y: Draw) -> None:
    assert_inside(x.box.max(y.box), exact_ball(max(x.inside, y.inside)))
    assert_inside(x.box.min(y.box), exact_ball(min(x.inside, y.inside)))
    assert_inside(x.box.union(y.box), exact_ball(x.inside))
    assert_inside(x.box.union(y.box), exact_ball(y.inside))
    if x.box < y.box:
        assert x.inside < y.inside
    if x.box >= y.box:
        assert x.inside >= y.inside


@pytest.mark.parametrize("bits", [WORKING_BITS, 200])
@given(mantissa=st.integers(2**52, 2**53), exponent=st.integers(-40, -12), sign=st.sampled_from([1, -1]))
def test_erfc_at_single_points_of_the_deep_tail(bits: int, mantissa: int, exponent: int, sign: int) -> None:
    x = sign * Fraction(mantissa) * Fraction(2) ** exponent
    with working_precision(REFERENCE_BITS):
        value = ball(x).erfc()
    with working_precision(bits):
        assert_inside(point(x).erfc(), value)


@given(x=drawn())
def test_bounded_functions_stay_in_their_range(x: Draw) -> None:
    assert interval(0, 1).contains(x.box.norm_cdf()) and interval(0, 2).contains(x.box.erfc())
    assert interval(-1, 1).contains(x.box.erf()) and interval(-1, 1).contains(x.box.tanh())


@given(base=drawn(Fraction(0)), exponent=drawn())
def test_general_power(base: Draw, exponent: Draw) -> None:
    assume(base.inside > 0)
    with working_precision(REFERENCE_BITS):
        value = (ball(exponent.inside) * ball(base.inside).log()).exp()
    assert_inside(base.box**exponent.box, value)


def delta_over(eps: Any, mu: Any) -> Any:
    root = arb(2).rsqrt()
    return (((eps / mu - mu / 2) * root).erfc() - eps.exp() * ((eps / mu + mu / 2) * root).erfc()) / 2


@given(eps=drawn(Fraction(0), Fraction(20)), mu=drawn(Fraction(1, 100), Fraction(10)))
def test_one_expression_runs_over_balls_and_intervals(eps: Draw, mu: Draw) -> None:
    with working_precision(REFERENCE_BITS):
        value = delta_over(ball(eps.inside), ball(mu.inside))
    assert_inside(delta_over(eps.box, mu.box), value)


@all_unary
@given(data=st.data())
def test_halves_reunite_inside_the_whole(function: Unary, data: st.DataObject) -> None:
    box, _ = draw_operand(function, data)
    assume(box.lo < box.mid() < box.hi)
    whole = function.on_interval(box)
    left, right = box.split()
    assert ends(left.union(right)) == ends(box)
    for half in (left, right):
        assert widened(whole, 40).contains(function.on_interval(half))


@all_unary
@given(data=st.data())
def test_more_precision_refines(function: Unary, data: st.DataObject) -> None:
    box, _ = draw_operand(function, data)
    coarse = function.on_interval(box)
    with working_precision(4 * WORKING_BITS):
        fine = function.on_interval(box)
        assert widened(coarse, 3 * WORKING_BITS).contains(fine)


@all_unary
@given(data=st.data())
def test_ends_are_exact_and_in_order(function: Unary, data: st.DataObject) -> None:
    box, _ = draw_operand(function, data)
    result = function.on_interval(box)
    assert result.lo.is_exact() and result.hi.is_exact() and result.lo <= result.hi


@given(x=drawn())
def test_mid_is_finite_and_inside(x: Draw) -> None:
    middle = x.box.mid()
    assert middle.is_finite() and middle.is_exact() and x.box.contains(middle)
    one_rounding = arb(2) ** (2 - WORKING_BITS) * abs(middle)
    assert x.box.width() <= one_rounding or x.box.lo < middle < x.box.hi


@given(x=drawn())
def test_ball_of_an_interval_covers_it(x: Draw) -> None:
    assert x.box.to_ball().contains(exact_ball(x.inside))
    assert RealInterval.from_ball(x.box.to_ball()).contains(x.box)
