"""Every pair of small intervals, open and closed, through every operation of two: no value is lost, none equals an open end."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import arb, fmpq

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported

ENDS = (-2, 0, 1, 3)
POINTS = [RealInterval(end, end) for end in ENDS]
STRETCHES = [
    RealInterval(lo, hi, lo_open, hi_open)
    for lo, hi in product(ENDS, ENDS) if lo < hi for lo_open, hi_open in product((False, True), repeat=2)
]  # fmt: skip
ALL = POINTS + STRETCHES
OTHERS = [RealInterval(each.lo, each.hi, each.lo_open, each.hi_open) for each in ALL]  # an interval times itself is a square
OPERATIONS: dict[str, tuple[Callable[[Any, Any], RealInterval], Callable[[Fraction, Fraction], Fraction | None]]] = {
    "add": (lambda a, b: a + b, lambda x, y: x + y),
    "subtract": (lambda a, b: a - b, lambda x, y: x - y),
    "multiply": (lambda a, b: a * b, lambda x, y: x * y),
    "divide": (lambda a, b: a / b, lambda x, y: x / y if y else None),
    "max": (lambda a, b: a.max(b), max),
    "min": (lambda a, b: a.min(b), min),
}  # fmt: skip


def of(end: arb) -> Fraction:
    return Fraction(str(end.fmpq()))


def inside(interval: RealInterval) -> list[Fraction]:
    """The ends that belong to it, its middle, 0, and points next to the ends that do not belong."""
    lo, hi = of(interval.lo), of(interval.hi)
    found = {(lo + hi) / 2, *([lo] if not interval.lo_open else [lo + Fraction(1, 1000)])}
    found |= {hi} if not interval.hi_open else {hi - Fraction(1, 1000)}
    return sorted(found | ({Fraction(0)} if lo < 0 < hi else set()))


def holds(interval: RealInterval, value: Fraction) -> bool:
    at = arb(fmpq(value.numerator, value.denominator))
    above = at > interval.lo or (not interval.lo_open and bool(at.lower() <= interval.lo <= at.upper()))
    return above and (at < interval.hi or (not interval.hi_open and bool(at.lower() <= interval.hi <= at.upper())))


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_value_of_a_pair_is_lost(name: str) -> None:
    on_intervals, on_points = OPERATIONS[name]
    for a, b in product(ALL, OTHERS):
        if name == "divide" and b.lo == b.hi == 0:
            with pytest.raises(Unsupported, match="division by exactly zero"):
                on_intervals(a, b)
            continue
        found = on_intervals(a, b)
        values = [on_points(x, y) for x in inside(a) for y in inside(b)]
        lost = [value for value in values if value is not None and not holds(found, value)]
        assert not lost, (a, b, found, lost)


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_pair_of_closed_intervals_has_its_least_and_greatest_value(name: str) -> None:
    """Sharp, so that the test above does not hold for reasons of width; and closed, because both are values."""
    on_intervals, on_points = OPERATIONS[name]
    closed = [each for each in ALL if not (each.lo_open or each.hi_open)]
    for a, b in product(closed, closed):
        if name == "divide" and b.lo <= 0 <= b.hi:
            continue
        found, values = on_intervals(a, b), [on_points(x, y) for x in (of(a.lo), of(a.hi)) for y in (of(b.lo), of(b.hi))]
        least, greatest = min(v for v in values if v is not None), max(v for v in values if v is not None)
        if name == "multiply" and a is b:
            least = min(x * x for x in inside(a))
        assert not (found.lo_open or found.hi_open or found.partial or found.at_limit), (a, b, found)
        assert abs(found.lo - arb(fmpq(least.numerator, least.denominator))) < 1e-12, (a, b, found)
        assert abs(found.hi - arb(fmpq(greatest.numerator, greatest.denominator))) < 1e-12, (a, b, found)


def test_a_union_holds_both_and_no_more() -> None:
    for a, b in product(ALL, ALL):
        found = a.union(b)
        assert (found.lo, found.hi) == (min(a.lo, b.lo, key=float), max(a.hi, b.hi, key=float))
        assert all(holds(found, value) for value in (*inside(a), *inside(b))), (a, b, found)
        assert found.lo_open == (not any(holds(each, of(found.lo)) for each in (a, b))), (a, b, found)
        assert found.hi_open == (not any(holds(each, of(found.hi)) for each in (a, b))), (a, b, found)


def test_a_denominator_around_zero_is_told() -> None:
    for a, b in product(ALL, STRETCHES):
        found = a / b
        assert found.partial == (b.lo < 0 < b.hi)
        touched = (b.lo == 0 and not b.lo_open) or (b.hi == 0 and not b.hi_open)
        assert found.at_limit == (touched and not found.partial), (a, b, found)


PARTIAL, AT_LIMIT = RealInterval(-1, 2).log(), RealInterval(0, 2).log()


@pytest.mark.parametrize("name", [*OPERATIONS, "union"])
def test_gaps_of_either_operand_stay(name: str) -> None:
    operation: Callable[[Any, Any], RealInterval] = OPERATIONS[name][0] if name != "union" else lambda a, b: a.union(b)
    for other in (RealInterval(1, 3), RealInterval(1, 3, True, True), RealInterval(-3, -1), RealInterval(1, 1)):
        for a, b in ((PARTIAL, other), (other, PARTIAL + 5 if name == "divide" else PARTIAL)):
            found = operation(a, b)
            assert found.partial and (not found.at_limit or name == "divide"), (a, b, found)
        found = operation(AT_LIMIT, other)
        assert found.at_limit and not found.partial
        plain = operation(other, RealInterval(1, 2, True, False))
        assert not (plain.partial or plain.at_limit)


def test_gaps_stay_in_a_product_across_zero() -> None:
    marked = PARTIAL + 0
    assert marked.lo < 0 < marked.hi
    found = marked * RealInterval(-1, 2)
    assert found.partial and not found.at_limit


# -- powers -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("power", [-3, -2, -1, 0, 1, 2, 3])
def test_whole_powers_of_every_interval(power: int) -> None:
    for a in ALL:
        if power < 0 and a.lo == a.hi == 0:
            with pytest.raises(Unsupported):
                a**power
            continue
        for exponent in (power, fmpq(power), Fraction(power), RealInterval(power, power)):
            found = a**exponent
            for x in inside(a):
                assert (power < 0 and not x) or holds(found, x**power), (a, exponent, found, x)
            if power < 0 and a.lo < 0 < a.hi:
                assert found.partial
            elif power >= 0:
                assert not (found.partial or found.at_limit)


# -- what an interval is ------------------------------------------------------------------------------------------------------

INF = arb.pos_inf()


@pytest.mark.parametrize(
    "ends",
    [
        (2, 1), (2, 1, True), (2, 1, False, True), (1, 1, True), (1, 1, False, True), (INF, INF), (-INF, -INF),
        (arb.nan(), 1), (1, arb.nan()),
    ],
)  # fmt: skip
def test_what_holds_no_number_is_no_interval(ends: Any) -> None:
    with pytest.raises(ValueError, match="no real number lies in"):
        RealInterval(*ends)


@pytest.mark.parametrize("ball", [INF, -INF, arb.nan()])
def test_a_ball_without_a_number_is_no_interval(ball: arb) -> None:
    with pytest.raises(Unsupported, match="no real number is known to lie in"):
        RealInterval.from_ball(ball)


def test_ends_are_closed_unless_they_are_said_to_be_open_or_are_infinite() -> None:
    assert not RealInterval.from_fractions(0, 1).lo_open and not RealInterval.from_fractions(0, 1).hi_open
    assert not RealInterval(0, 1).lo_open and not RealInterval(0, 1).hi_open
    line = RealInterval.from_fractions(None, None)
    assert line.lo_open and line.hi_open and not line.is_finite()
    up, down = RealInterval.from_fractions(0, None), RealInterval.from_fractions(None, 0)
    assert (up.lo_open, up.hi_open, down.lo_open, down.hi_open) == (False, True, True, False)
    assert not up.is_finite() and not down.is_finite() and RealInterval(0, 1).is_finite()
    wide = RealInterval.from_ball(arb(0, INF))
    assert wide.lo_open and wide.hi_open


def test_order_is_that_of_all_pairs() -> None:
    for a, b in product(ALL, ALL):
        pairs = [(x, y) for x in inside(a) for y in inside(b)]
        assert (a < b) == (b > a) == all(x < y for x, y in pairs), (a, b)
        if not any((a.lo_open, a.hi_open, b.lo_open, b.hi_open)):
            assert (a <= b) == (b >= a) == all(x <= y for x, y in pairs), (a, b)
        assert not a <= b or all(x <= y for x, y in pairs)
        assert not a >= b or all(x >= y for x, y in pairs)


def test_zero_times_a_half_line_is_zero() -> None:
    zero = RealInterval(0, 0)
    for line in (
        RealInterval(-INF, 5),
        RealInterval(1, INF),
        RealInterval(-INF, INF),
        RealInterval(-INF, -1),
        RealInterval(0, INF),
    ):
        for found in (zero * line, line * zero):
            assert (found.lo, found.hi) == (0, 0)


def test_ends_with_more_bits_than_the_working_precision_are_not_moved() -> None:
    with working_precision(200):
        fine = RealInterval(Fraction(1, 3), Fraction(2, 3))
        thin = RealInterval(1 + arb(2) ** -150, 1 + arb(2) ** -149, True, True)
    with working_precision(20):
        negated = -fine
        assert (-negated).lo == fine.lo and (-negated).hi == fine.hi
        for each in (thin, -thin, fine):
            middle = each.mid()
            assert middle.is_exact() and each.lo <= middle <= each.hi
            left, right = each.split()
            assert (left.lo, left.hi, right.lo, right.hi) == (each.lo, middle, middle, each.hi)
            assert all(part.lo < part.hi or not (part.lo_open or part.hi_open) for part in (left, right))


@pytest.mark.parametrize("line", [(None, -5), (None, 3), (None, None), (-3, None), (0, None), (1, None), (7, None)])
def test_a_half_line_is_split_inside(line: tuple[int | None, int | None]) -> None:
    whole = RealInterval.from_fractions(*line)
    left, right = whole.split()
    assert left.hi == right.lo == whole.mid() and whole.mid().is_finite()
    assert left.lo == whole.lo and right.hi == whole.hi
    assert left.lo < left.hi and right.lo < right.hi
    assert not left.hi_open and not right.lo_open
