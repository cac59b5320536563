"""A double beside the truth: sides, relative errors and bits, at the doubles where a comparison may go wrong."""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction

import pytest
from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.base.sides import Side
from dplemma.values.comparison import LEAST_NORMAL, SPACING, WORST_BITS, Comparison, bits_of_error, compared

HUGE, TINY = arb(2) ** 1025, arb(2) ** -1060


def told(got: float, exact: arb) -> tuple[str, float]:
    found = compared(got, exact)
    assert (found.side is Side.NEITHER) == (found.direction in ("exact", "nan"))
    return found.direction, found.relative


@pytest.mark.parametrize("got", [1.0, 0.3333333333333333, 0.33333333333333337, 0.0, -1.0, 1e300, 5e-324])
def test_relative_error_and_side_are_those_of_fractions(got: float) -> None:
    error = (Fraction(got) - Fraction(1, 3)) * 3
    found = compared(got, arb(fmpq(1, 3)))
    assert found.want == 1 / 3
    if got == 1 / 3:
        assert (found.side, found.relative, found.bits) == (Side.NEITHER, 0.0, 0.0)
    else:
        assert found.side is (Side.ABOVE if error > 0 else Side.BELOW)
        assert found.relative == pytest.approx(abs(float(error)), rel=1e-6)
        assert found.bits > 0


@pytest.mark.parametrize("sign", [1, -1])
def test_sides_of_a_negative_truth(sign: int) -> None:
    above, below = -2.0 + 2.0**-40, -2.0 - 2.0**-40
    assert told(above, arb(-2)) == ("above", 2.0**-41)
    assert told(below, arb(-2)) == ("below", 2.0**-41)
    assert told(sign * 3.0, arb(-sign * 3)) == ("above" if sign > 0 else "below", 2.0)


@pytest.mark.parametrize("exact", [arb(1), arb(0), TINY, HUGE], ids=["one", "zero", "subnormal", "beyond"])
def test_nan_has_no_side(exact: arb) -> None:
    found = compared(math.nan, exact)
    assert (found.direction, found.side, found.relative, found.bits) == ("nan", Side.NEITHER, math.inf, WORST_BITS)
    assert not any(found.is_on(side) for side in Side)


@pytest.mark.parametrize("got", [math.inf, -math.inf])
def test_an_infinite_number_has_a_side(got: float) -> None:
    assert told(got, arb(1)) == told(got, arb(0)) == ("above" if got > 0 else "below", math.inf)
    assert compared(got, arb(1)).bits == WORST_BITS


def test_infinity_is_right_beyond_the_doubles_and_nothing_else_is() -> None:
    found = compared(math.inf, HUGE)
    assert (found.want, found.direction, found.relative, found.bits) == (math.inf, "exact", 0.0, 0.0)
    assert told(1.7976931348623157e308, HUGE) == ("below", math.inf)
    assert told(math.inf, -HUGE) == ("above", math.inf)
    assert compared(math.inf, -HUGE).bits == compared(1.0, HUGE).bits == WORST_BITS


def test_one_subnormal_spacing_passes_at_zero_and_below_the_normal_doubles() -> None:
    for want, truth in ((0.0, arb(0)), (0.0, arb(2) ** -2000), (2.0**-1060, TINY)):
        assert told(want + SPACING, truth) == told(want - SPACING, truth) == ("exact", 0.0)
        assert compared(want + SPACING, truth).bits == 1.0  # it is not the right double all the same
        assert told(want + 2 * SPACING, truth)[0] == "above"
    assert told(math.nextafter(LEAST_NORMAL, 1), arb(LEAST_NORMAL)) == ("above", 2.0**-52)


def test_a_truth_of_zero_and_below_all_doubles() -> None:
    assert told(0.0, arb(0)) == told(-0.0, arb(0)) == ("exact", 0.0)
    assert told(-1e5, arb(0)) == told(-1e5, arb(2) ** -3000) == ("below", math.inf)
    assert told(1e-300, arb(0)) == ("above", math.inf)
    assert told(0.0, TINY) == told(0.0, arb(2) ** -1000) == ("below", 1.0)


def test_an_error_is_on_one_side_and_never_on_neither() -> None:
    for got, side in ((0.5, Side.BELOW), (2.0, Side.ABOVE), (1.0, Side.NEITHER), (math.nan, Side.NEITHER)):
        found = compared(got, arb(1))
        assert [one for one in Side if found.is_on(one)] == [one for one in (Side.BELOW, Side.ABOVE) if one is side]
        assert not found.is_on(None)


@pytest.mark.parametrize(
    ("computed", "exact", "bits"),
    [
        (1.0, arb(1), 0.0), (math.nan, arb(1), 64.0), (math.inf, arb(1), 64.0), (0.0, arb("1e-400"), 0.0),
        (1.0 + 2**-52, arb(1), 1.0), (1.0 + 3 * 2**-52, arb(1), 2.0), (2.0**-1074, arb("1e-400"), 1.0),
    ],
)  # fmt: skip
def test_bits_of_error(computed: float, exact: arb, bits: float) -> None:
    assert bits_of_error(computed, exact) == compared(computed, exact).bits == pytest.approx(bits, abs=1e-6)


@pytest.mark.parametrize("ulps", [-1000, -3, -1, 0, 1, 7, 1000])
def test_few_bits_of_the_truth_tell_the_same(ulps: int) -> None:
    with working_precision(64):
        near = arb(fmpq(1, 3))
    got = 1 / 3 + ulps * math.ulp(1 / 3)
    quick, slow = Comparison.nearby(got, near), compared(got, near)
    assert (quick.got, quick.want, quick.side) == (slow.got, slow.want, slow.side)
    assert quick.relative == pytest.approx(slow.relative, rel=0.01)
    assert quick.bits == pytest.approx(slow.bits, abs=0.01)


def test_a_comparison_stays_as_it_is() -> None:
    found = compared(1.0, arb(1))
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.got = 2.0  # type: ignore[misc]
