"""Moments of the Mills ratio at the edges: wide balls, infinite ends, what Arb cannot reach, open ends and marks of intervals.

The values come from mpmath's parabolic cylinder function, I_n(x) = n! e^(x^2/4) D_(-n-1)(x), which shares nothing with the
recurrence.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import mpmath
import pytest
from flint import arb
from meeting import meet

from dplemma.arb.intervals import RealInterval
from dplemma.arb.mills import interval_mills_drop, interval_mills_moment, mills_drop, mills_moment
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported

INF = arb.pos_inf()
EVERYTHING = arb(0, INF)


@cache
def moment(n: int, x: Fraction | float) -> arb:
    """I_n(x), to 30 digits and a radius of 25."""
    with mpmath.mp.workdps(60):
        at = mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator
        return _ball(mpmath.factorial(n) * mpmath.exp(at * at / 4) * mpmath.pcfd(-n - 1, at))


@cache
def drop(n: int, x: Fraction | float, h: Fraction | float) -> arb:
    with mpmath.mp.workdps(90):
        first, second = (mpmath.mpf(Fraction(t).numerator) / Fraction(t).denominator for t in (x, Fraction(x) + Fraction(h)))
        values = [mpmath.exp(t * t / 4) * mpmath.pcfd(-n - 1, t) for t in (first, second)]
        return _ball(mpmath.factorial(n) * (values[0] - values[1]))


def _ball(value: mpmath.mpf) -> arb:
    with working_precision(120):
        found = arb(mpmath.nstr(value, 30))
        return arb(found.mid(), (abs(found) * arb("1e-25")).abs_upper())


@pytest.mark.parametrize("n", range(4))
@pytest.mark.parametrize("place", [-3.0, 0.0, 0.375, 5.0, 30.0])
@pytest.mark.parametrize("radius", [0.125, 1.0])
def test_a_wide_ball_holds_the_moments_of_its_points_and_little_more(n: int, place: float, radius: float) -> None:
    ends = moment(n, place - radius), moment(n, place + radius)
    for found in (
        mills_moment(n, arb(place, radius)),
        mills_moment(n, RealInterval(arb(place - radius), arb(place + radius))).to_ball(),
    ):
        assert all(meet(found, value) for value in (*ends, moment(n, place)))
        assert 2 * found.rad() < arb(1.0001) * (ends[0] - ends[1])


@pytest.mark.parametrize("n", range(3))
@pytest.mark.parametrize(("place", "wide_x"), [(-2.0, 0.5), (0.25, 0.0), (8.0, 1.0), (8.0, 0.0)])
@pytest.mark.parametrize(("distance", "wide_h"), [(0.5, 0.25), (0.5, 0.0), (3.0, 1.0)])
def test_wide_balls_hold_the_drops_of_their_points_and_little_more(
    n: int, place: float, wide_x: float, distance: float, wide_h: float
) -> None:
    least, most = drop(n, place + wide_x, distance - wide_h), drop(n, place - wide_x, distance + wide_h)
    x, h = arb(place, wide_x), arb(distance, wide_h)
    boxes = RealInterval.from_ball(x), RealInterval.from_ball(h)
    for first, second in product((x, boxes[0]), (h, boxes[1])):
        found = mills_drop(n, first, second)
        ball = found if isinstance(found, arb) else found.to_ball()
        assert all(meet(ball, value) for value in (least, most, drop(n, place, distance)))
        assert 2 * ball.rad() < arb(1.0001) * (most - least) + abs(most) * arb("1e-9")


@pytest.mark.parametrize("n", range(3))
def test_balls_without_an_end_have_the_limits(n: int) -> None:
    assert mills_moment(n, INF) == 0 and mills_moment(n, -INF) == INF
    assert mills_drop(n, INF, arb(1)) == 0 and mills_drop(n, arb(1), arb(0)) == 0
    assert meet(mills_drop(n, arb(0.5), INF), moment(n, 0.5))
    assert mills_drop(n, -INF, arb(1)) == INF
    for x in (EVERYTHING, arb.nan()):
        assert not mills_moment(n, x).is_finite()
        assert not mills_drop(n, x, arb(1)).is_finite()
        assert not mills_drop(n, arb(1), x).is_finite()


def test_a_drop_over_what_may_be_negative_has_no_value() -> None:
    for h in (arb(-1), arb(0, 0.5), arb(0.25, 0.5), arb.nan()):
        assert mills_drop(0, arb(1), h).is_nan()


@pytest.mark.parametrize(("n", "x"), [(4, 50.0), (3, 2.0**12), (2, 2.0**30), (1, -20.0)])
def test_what_cancels_is_made_up_for(n: int, x: float) -> None:
    """I_n(x) is near n!/x^(n+1) far out, so the recurrence loses 2n log2(x) bits there."""
    with working_precision(80):
        found = mills_moment(n, arb(x))
        assert found.rel_accuracy_bits() > 66
        assert mills_drop(n, arb(x), arb(2) ** -40).rel_accuracy_bits() > 66
        far = mpmath.factorial(n) / mpmath.mpf(x) ** (n + 1)
        assert x < 2**10 or meet(found, arb(float(far)) * (1 + arb(0, 2.0**-20)))


def test_what_is_out_of_reach_is_bounded_on_the_right_side() -> None:
    """4000 bits do not hold what cancels at 2^3000; below -2^4096 there is no value of the Mills ratio."""
    far = arb(2) ** 3000
    for found in (
        interval_mills_moment(2, RealInterval(far, far + 1)),
        interval_mills_drop(2, RealInterval(far, far + 1), RealInterval(1, 2)),
    ):
        assert found.lo >= 0 and found.hi >= 0 and found.lo < arb("1e-900") and not found.partial
    assert interval_mills_moment(2, RealInterval(-(arb(2) ** 5000), arb(0))).hi == INF
    assert _just_above(moment(2, 0).upper(), interval_mills_moment(2, RealInterval(-(arb(2) ** 5000), arb(0))).lo)
    assert interval_mills_drop(1, RealInterval(-(arb(2) ** 5000), arb(0)), RealInterval(1, 1)).hi == INF


def _just_above(end: arb, value: arb) -> bool:
    return bool(value.lower() <= end and end <= value * arb("1.000000001"))


def _ends(found: RealInterval) -> tuple[bool, bool]:
    return found.lo_open, found.hi_open


@pytest.mark.parametrize(("lo_open", "hi_open"), list(product((False, True), repeat=2)))
def test_a_moment_is_open_where_its_argument_is(lo_open: bool, hi_open: bool) -> None:
    """It falls strictly, so the upper end of x is the lower end of the moment."""
    assert _ends(interval_mills_moment(1, RealInterval(1, 2, lo_open, hi_open))) == (hi_open, lo_open)


@pytest.mark.parametrize("flags", list(product((False, True), repeat=4)))
def test_a_drop_is_open_where_an_end_that_makes_it_is(flags: tuple[bool, ...]) -> None:
    """Least at the upper end of x and the lower one of h, greatest at the others."""
    x_lo, x_hi, h_lo, h_hi = flags
    found = interval_mills_drop(1, RealInterval(1, 2, x_lo, x_hi), RealInterval(3, 4, h_lo, h_hi))
    assert _ends(found) == (x_hi or h_lo, x_lo or h_hi)
    assert meet(found.to_ball(), drop(1, 1, 4)) and found.lo <= drop(1, 2, 3).upper() and found.lo > 0


@pytest.mark.parametrize("h_lo", [False, True])
@pytest.mark.parametrize("x_hi", [False, True])
def test_a_drop_over_nothing_is_attained_whatever_x_is(h_lo: bool, x_hi: bool) -> None:
    found = interval_mills_drop(1, RealInterval(1, 2, False, x_hi), RealInterval(0, 4, h_lo))
    assert found.lo == 0 and found.lo_open == h_lo
    assert _just_above(found.hi, drop(1, 1, 4))


def test_a_drop_over_exactly_nothing_is_nothing() -> None:
    found = interval_mills_drop(1, RealInterval(1, 2), RealInterval(0, 0))
    assert (found.lo, found.hi) == (0, 0) and not found.partial and not found.at_limit


def test_distances_below_zero_are_cut_away_and_marked() -> None:
    found = interval_mills_drop(1, RealInterval(1, 2), RealInterval(-1, 4, True))
    assert found.partial and not found.at_limit
    assert found.lo == 0 and not found.lo_open  # the distance 0 lies inside and is attained
    assert _just_above(found.hi, drop(1, 1, 4))
    with pytest.raises(Unsupported, match="negative distance"):
        interval_mills_drop(1, RealInterval(1, 2), RealInterval(-2, -1))


PLAIN = RealInterval(1, 2)
PARTIAL, AT_LIMIT = RealInterval(-1, 1).sqrt() + 1, RealInterval(1, 2) * RealInterval(0, 1).log() + 3


def test_marks_of_the_operands_are_kept_and_none_is_added() -> None:
    assert PARTIAL.partial and not PARTIAL.at_limit and AT_LIMIT.at_limit and not AT_LIMIT.partial
    for n, x in product(range(2), (PLAIN, PARTIAL, AT_LIMIT)):
        found = interval_mills_moment(n, x)
        assert (found.partial, found.at_limit) == (x.partial, x.at_limit)
    shifted = RealInterval(1, 1) / (RealInterval(0, 1) * -1 + 1)  # at a limit, and positive
    assert shifted.at_limit and shifted.lo > 0
    for x, h in ((PLAIN, PLAIN), (PARTIAL, PLAIN), (PLAIN, PARTIAL), (PLAIN, shifted), (AT_LIMIT, PLAIN), (PARTIAL, shifted)):
        found = interval_mills_drop(0, x, h)
        assert (found.partial, found.at_limit) == (x.partial or h.partial, x.at_limit or h.at_limit)


@pytest.mark.parametrize("order", [-1, -2])
def test_a_moment_of_negative_order_does_not_exist(order: int) -> None:
    """The integral of t^n exp(-x t - t^2/2) diverges at 0 for n <= -1."""
    box = RealInterval(1, 2)
    for function, operands in (
        (mills_moment, (arb(1),)), (mills_moment, (arb(1, 0.5),)), (mills_drop, (arb(1), arb(1))), (mills_drop, (arb(1), arb(0))),
        (interval_mills_moment, (box,)), (interval_mills_drop, (box, box)), (interval_mills_drop, (box, RealInterval(0, 0))),
    ):  # fmt: skip
        with pytest.raises(Unsupported, match="diverges"):
            function(order, *operands)


def test_from_what_is_no_number_comes_no_number() -> None:
    for h in (arb(0), arb(1), arb(1, 0.5), INF):
        assert mills_drop(1, arb.nan(), h).is_nan() and mills_drop(1, arb(1), arb.nan()).is_nan()
    for n in (0, 1, 2):
        assert mills_moment(n, arb.nan()).is_nan() and mills_moment(n, EVERYTHING).is_nan()  # not +oo, which is no bound below


def test_over_no_distance_the_drop_is_zero_on_open_boxes_too() -> None:
    for x in (RealInterval(1, 2), RealInterval(1, 2, True, True), RealInterval(-INF, 2), RealInterval(-INF, INF)):
        for distance, partial in ((RealInterval(0, 0), False), (RealInterval(-1, 0), True)):
            drop_ = interval_mills_drop(1, x, distance)
            assert drop_.lo == 0 and drop_.hi == 0 and not drop_.hi_open and drop_.partial is partial
    with pytest.raises(Unsupported, match="negative distance"):
        interval_mills_drop(1, RealInterval(1, 2), RealInterval(-1, 0, hi_open=True))
