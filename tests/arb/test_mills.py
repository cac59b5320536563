"""Moments of the Mills ratio against quadrature, on balls and on intervals; their derivatives against finite differences."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from dplemma.arb import mills
from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.lang import variables
from dplemma.lang.functions import Mills
from dplemma.lang.mills import MillsDrop, MillsMoment

x, h = variables("x h")


def by_quadrature(n: int, place: Fraction, distance: Fraction | None = None) -> mpmath.mpf:
    """The defining integral, which shares nothing with the recurrence."""
    with mpmath.mp.workdps(40):
        at = mpmath.mpf(place.numerator) / place.denominator
        step = None if distance is None else mpmath.mpf(distance.numerator) / distance.denominator
        lost = (lambda t: 1) if step is None else (lambda t: -mpmath.expm1(-step * t))
        top = 1 / (1 + abs(at))
        return mpmath.quad(lambda t: t**n * lost(t) * mpmath.exp(-at * t - t * t / 2), [0, top, 4 * top, 20 * top, 12, 40])


def agrees(ball: arb, value: mpmath.mpf) -> bool:
    wanted = arb(mpmath.nstr(value, 35))
    return bool(abs(ball - wanted) <= abs(wanted) * arb("1e-12"))


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("place", ["-5", "-1/2", "0", "1/3", "4", "50"])
def test_moments_are_the_integrals(n: int, place: str) -> None:
    at = Fraction(place)
    assert agrees(mills.mills_moment(n, arb(at.numerator) / at.denominator), by_quadrature(n, at))


@pytest.mark.parametrize("n", range(3))
@pytest.mark.parametrize("place", ["-3", "0", "5/2", "20"])
@pytest.mark.parametrize("distance", ["1/1000", "1", "30"])
def test_drops_are_the_integrals(n: int, place: str, distance: str) -> None:
    at, step = Fraction(place), Fraction(distance)
    ball = mills.mills_drop(n, arb(at.numerator) / at.denominator, arb(step.numerator) / step.denominator)
    assert agrees(ball, by_quadrature(n, at, step))


def test_the_first_moments_in_terms_of_the_mills_ratio() -> None:
    assert MillsMoment(0, x).in_mills() == Mills(x)
    assert MillsMoment(1, x).in_mills().expand() == 1 - x * Mills(x)
    assert (MillsMoment(2, x).in_mills() - (Mills(x) * (1 + x**2) - x)).expand() == 0


def test_derivatives_stay_in_the_family() -> None:
    assert MillsMoment(2, x).diff(x) == -MillsMoment(3, x)
    assert MillsDrop(0, x, h).diff(x) == -MillsDrop(1, x, h)
    assert MillsDrop(0, x, h).diff(h) == MillsMoment(1, x + h)
    point = {"x": Fraction(1, 3), "h": Fraction(2, 5)}
    for expr in (MillsMoment(1, x), MillsDrop(1, x, h)):
        for symbol in expr.free_symbols:
            near = {**point, symbol.name: point[symbol.name] + Fraction(1, 10**12)}
            slope = (compiled(expr, ("x", "h")).ball(near, 300) - compiled(expr, ("x", "h")).ball(point, 300)) * 10**12
            assert abs(slope - compiled(expr.diff(symbol), ("x", "h")).ball(point, 300)) < arb("1e-9")


PLACES = st.fractions(min_value=-8, max_value=60, max_denominator=1000)
STEPS = st.fractions(min_value=0, max_value=20, max_denominator=1000)


@given(st.integers(0, 3), PLACES, STEPS, STEPS, STEPS, st.fractions(0, 1), st.fractions(0, 1))
def test_intervals_contain_the_values(
    n: int, place: Fraction, width: Fraction, low: Fraction, more: Fraction, u: Fraction, v: Fraction
) -> None:
    xs, hs = RealInterval.from_fractions(place, place + width), RealInterval.from_fractions(low, low + more)
    inside, step = place + width * u, low + more * v
    exact_x, exact_h = (arb(f.numerator) / f.denominator for f in (inside, step))
    pairs = [
        (mills.interval_mills_moment(n, xs), mills.mills_moment(n, exact_x)),
        (mills.interval_mills_drop(n, xs, hs), mills.mills_drop(n, exact_x, exact_h)),
    ]
    for enclosure, ball in pairs:
        assert enclosure.lo <= ball.upper() and ball.lower() <= enclosure.hi


def test_ends_that_are_not_attained_are_open() -> None:
    whole = RealInterval.from_fractions(0, None)
    assert mills.interval_mills_moment(1, whole).is_positive() and not mills.interval_mills_moment(1, whole).contains(0)
    assert mills.interval_mills_drop(0, whole, RealInterval(0, 1, True)).is_positive()
    assert not mills.interval_mills_drop(0, whole, RealInterval(0, 1)).is_positive()
    assert mills.interval_mills_drop(0, RealInterval(1, 2), RealInterval(-1, 1)).partial
    with pytest.raises(Unsupported):
        mills.interval_mills_drop(0, RealInterval(1, 2), RealInterval(-2, -1))
    assert mills.mills_drop(0, arb(1), arb(-1)).is_nan()


def test_a_moment_has_a_whole_number() -> None:
    with pytest.raises(Unsupported, match="MillsMoment number"):
        compiled(MillsMoment(-1, x))
