"""Rounding of enclosures to decimals and doubles, against Python's decimal module, exact fractions and `math.nextafter`."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import pytest
from flint import arb, fmpq, fmpz
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dplemma.arb.precision import working_precision
from dplemma.values.rounding import (
    decimal_between,
    decimal_of,
    double_above,
    double_below,
    exact_ends,
    nearest_double,
    quick_decimal,
    quick_doubles,
)

MODES = {"nearest": ROUND_HALF_EVEN, "up": ROUND_CEILING, "down": ROUND_FLOOR}
LARGEST = math.nextafter(math.inf, 0)
SMALLEST = math.ulp(0.0)

mantissas = st.one_of(st.integers(-(2**200), 2**200), st.integers(-1000, 1000), st.integers(-(2**54), 2**54))
dyadics = st.builds(lambda m, e: Fraction(m) * Fraction(2) ** e, mantissas, st.integers(-300, 300))
"""Numbers that Arb holds exactly."""
around_doubles = st.builds(
    lambda m, e, nudge: Fraction(m) * Fraction(2) ** e + nudge * Fraction(2) ** (e - 80),
    mantissas,
    st.one_of(st.integers(-1180, -960), st.integers(-60, 60), st.integers(960, 1030)),
    st.integers(-2, 2),
)
"""Doubles, middles of doubles and their neighbours: subnormal, ordinary and overflowing."""
rationals = st.builds(Fraction, st.integers(-(10**40), 10**40), st.integers(1, 10**40))


def held(x: Fraction) -> arb:
    """A dyadic number as an exact ball."""
    assert x.denominator & (x.denominator - 1) == 0
    return arb((x.numerator, 1 - x.denominator.bit_length()))


def enclosed(x: Fraction, bits: int) -> arb:
    """A rational number as a ball of this precision."""
    with working_precision(bits):
        return arb(fmpq(x.numerator, x.denominator))


def value_of(end: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in end.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def wanted_decimal(x: Fraction, digits: int, mode: str) -> Decimal:
    """Python's division of integers, correctly rounded to the digits."""
    context = Context(prec=digits, rounding=MODES[mode], Emax=10**6, Emin=-(10**6))
    return context.divide(Decimal(x.numerator), Decimal(x.denominator))


def wanted_double(x: Fraction) -> float:
    """Python's division of integers is correctly rounded, subnormal results included."""
    try:
        return x.numerator / x.denominator
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def wanted_below(x: Fraction) -> float:
    nearest = wanted_double(x)
    if nearest == math.inf:
        return LARGEST
    return nearest if nearest == -math.inf or Fraction(nearest) <= x else math.nextafter(nearest, -math.inf)


def significant_digits(text: str) -> int:
    return len(text.partition("e")[0].lstrip("-").replace(".", "").lstrip("0"))


# -- decimals ---------------------------------------------------------------------------------------------------------


@given(dyadics, st.integers(1, 60), st.sampled_from(list(MODES)))
@example(Fraction(1, 8), 2, "nearest")
@example(Fraction(3, 8), 2, "nearest")
@example(Fraction(5, 2), 1, "nearest")
@example(Fraction(-5, 2), 1, "nearest")
@example(Fraction(-5, 2), 1, "up")
@example(Fraction(1999, 2), 3, "nearest")
@example(Fraction(10**21 - 1), 3, "up")
@settings(max_examples=400)
def test_exact_numbers_round_as_in_python(x: Fraction, digits: int, mode: str) -> None:
    text = decimal_of(held(x), digits, mode)
    assert text is not None  # a tie is seen to be one
    if x == 0:
        assert text == "0"
    else:
        assert Decimal(text) == wanted_decimal(x, digits, mode)
        assert significant_digits(text) == digits


@given(rationals, st.integers(1, 30), st.sampled_from(list(MODES)), st.integers(8, 300))
@settings(max_examples=400)
def test_enclosed_rationals_round_as_in_python_or_not_at_all(x: Fraction, digits: int, mode: str, bits: int) -> None:
    ball = enclosed(x, bits)
    text = decimal_of(ball, digits, mode)
    assert text is None or Decimal(text) == wanted_decimal(x, digits, mode) or x == 0
    if text is None and x != 0:  # only an enclosure that holds numbers of different roundings is refused
        low, high = (value_of(end) for end in exact_ends(ball))
        wider = (high - low) / 1000 + abs(x) / 10 ** (digits + 8)
        assert wanted_decimal(low - wider, digits, mode) != wanted_decimal(high + wider, digits, mode)


@given(
    dyadics,
    st.one_of(dyadics, st.integers(0, 10**6).map(lambda n: Fraction(n, 2**40))),
    st.integers(1, 20),
    st.sampled_from(list(MODES)),
)
def test_a_number_between_two_rounds_where_both_agree_and_only_there(
    x: Fraction, width: Fraction, digits: int, mode: str
) -> None:
    low, high = sorted((x, x + width * abs(x)))
    text = decimal_between(held(low), held(high), digits, mode)
    one_sign = low > 0 or high < 0
    agree = one_sign and wanted_decimal(low, digits, mode) == wanted_decimal(high, digits, mode)
    assert (text is not None) == (agree or low == high == 0)
    if agree:
        assert text is not None and Decimal(text) == wanted_decimal(low, digits, mode)


@pytest.mark.parametrize(
    ("mantissa", "exponent", "digits", "mode", "text"),
    [
        (1, 0, 5, "nearest", "1.0000"),
        (1, 0, 1, "nearest", "1"),
        (999999, 0, 3, "nearest", "1.00e6"),
        (999999, 0, 3, "down", "9.99e5"),
        (-999999, 0, 3, "down", "-1.00e6"),
        (123456, 0, 6, "nearest", "123456"),
        (123456, 0, 3, "up", "1.24e5"),
        (1, -10, 3, "up", "0.000977"),
        (1, -40, 3, "nearest", "9.09e-13"),
        (5, -1, 1, "nearest", "2"),
        (7, -1, 1, "nearest", "4"),
        (1, 3_500_000_000, 4, "nearest", None),
    ],
)
def test_layout(mantissa: int, exponent: int, digits: int, mode: str, text: str | None) -> None:
    written = decimal_of(arb((mantissa, exponent)), digits, mode)
    assert written is not None
    if text is None:  # far out of the range of every other tool: log10(2) gives the exponent
        assert int(written.partition("e")[2]) == math.floor(exponent * math.log10(2))
    else:
        assert written == text


@pytest.mark.parametrize("ball", [arb(0, 1), arb(1, 2), arb.nan(), arb.pos_inf(), arb("1.5 +/- 0.6")], ids=str)
@pytest.mark.parametrize("mode", MODES)
def test_what_the_enclosure_does_not_decide_is_not_written(ball: arb, mode: str) -> None:
    assert decimal_of(ball, 2, mode) is None


def test_ten_thousand_digits() -> None:
    text = decimal_of(enclosed(Fraction(1, 3), 34_000), 10_000)
    assert text == "0." + "3" * 10_000


# -- doubles ----------------------------------------------------------------------------------------------------------


@given(around_doubles)
@settings(max_examples=500)
@example(Fraction(2) ** -1074)
@example(Fraction(2) ** -1075)
@example(Fraction(2) ** -1075 + Fraction(2) ** -1200)
@example(Fraction(3) * Fraction(2) ** -1075)
@example(Fraction(2) ** -1076)
@example(Fraction(2) ** 1024 - Fraction(2) ** 970)
@example(Fraction(2) ** 1024 - Fraction(2) ** 970 - 1)
@example(Fraction(2) ** 1024 - Fraction(2) ** 971)
@example(Fraction(2) ** 1024)
@example(Fraction(2) ** 5000)
@example(Fraction(1, 2**5000))
@example(Fraction(2) ** -1022 - Fraction(2) ** -1075)
@example(Fraction(0))
def test_doubles_of_exact_numbers(x: Fraction) -> None:
    end, mirrored = held(x), held(-x)
    assert nearest_double(end, end) == wanted_double(x)
    assert double_below(end) == wanted_below(x)
    assert double_above(end) == -wanted_below(-x)
    assert double_above(end) == -double_below(mirrored)


@given(rationals, st.integers(40, 200), st.integers(-1100, 1000))
@settings(max_examples=300)
def test_doubles_of_enclosed_rationals(x: Fraction, bits: int, shift: int) -> None:
    scaled = x * Fraction(2) ** shift
    low, high = exact_ends(enclosed(scaled, bits))
    found = nearest_double(low, high)
    assert found is None or found == wanted_double(scaled)
    assert value_of(low) <= scaled <= value_of(high)
    # the ends of the enclosure differ by few units: so do their doubles
    assert double_below(low) <= wanted_below(scaled)
    assert -double_above(high) <= wanted_below(-scaled)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_is_its_own_rounding(x: float) -> None:
    end = held(Fraction(x))
    assert nearest_double(end, end) == double_below(end) == double_above(end) == x


def test_directed_neighbours_of_one_and_of_the_ends_of_the_range() -> None:
    tiny = Fraction(1, 2**2000)
    assert (double_below(held(1 - tiny)), double_above(held(1 - tiny))) == (math.nextafter(1, 0), 1.0)
    assert (double_below(held(1 + tiny)), double_above(held(1 + tiny))) == (1.0, math.nextafter(1, 2))
    assert (double_below(held(tiny)), double_above(held(tiny))) == (0.0, SMALLEST)
    assert (double_below(held(-tiny)), double_above(held(-tiny))) == (-SMALLEST, 0.0)
    assert (double_below(held(1 / tiny)), double_above(held(1 / tiny))) == (LARGEST, math.inf)
    assert (double_below(held(-1 / tiny)), double_above(held(-1 / tiny))) == (-math.inf, -LARGEST)


def test_the_middle_of_two_doubles_goes_to_the_even_one_and_its_neighbours_do_not() -> None:
    step = Fraction(2) ** -52
    for k, even in ((0, 0), (1, 2), (2, 2), (3, 4)):
        middle = 1 + k * step + step / 2
        assert nearest_double(held(middle), held(middle)) == float(1 + even * step)
        for nudge, k_nearest in ((-1, k), (1, k + 1)):
            beside = held(middle + nudge * Fraction(2) ** -500)
            assert nearest_double(beside, beside) == float(1 + k_nearest * step)
        both_sides = (held(middle - Fraction(2) ** -500), held(middle + Fraction(2) ** -500))
        assert nearest_double(*both_sides) is None


def test_an_enclosure_of_zero_has_no_signed_double() -> None:
    tiny = held(Fraction(1, 2**2000))
    assert nearest_double(-tiny, tiny) is None
    assert nearest_double(arb(0), tiny) == 0.0
    assert nearest_double(arb(0), arb(0)) == 0.0


# -- ends -------------------------------------------------------------------------------------------------------------


@given(rationals, st.integers(2, 400), st.integers(2, 400))
def test_the_ends_enclose_the_ball_at_any_working_precision(x: Fraction, bits: int, working: int) -> None:
    ball = enclosed(x, bits)
    with working_precision(working):
        low, high = (value_of(end) for end in exact_ends(ball))
    radius, middle = value_of(ball.rad()), value_of(ball.mid())
    assert low <= middle - radius and middle + radius <= high
    assert high - low <= 2 * radius + abs(x) / 2 ** (bits + 8)


# -- the quick ways ---------------------------------------------------------------------------------------------------------


@given(rationals.filter(bool), st.integers(1, 40), st.sampled_from(sorted(MODES)))
@example(Fraction(1, 3), 20, "up")
@example(Fraction(999999999999, 10**12), 5, "nearest")
@example(Fraction(-2, 3), 7, "down")
def test_quick_decimals_are_right_where_they_are_given(x: Fraction, digits: int, mode: str) -> None:
    text = quick_decimal(enclosed(x, 4 * digits + 20), digits, mode)
    if text is not None:
        assert Decimal(text) == wanted_decimal(x, digits, mode)
        assert text == decimal_of(enclosed(x, 8 * digits + 80), digits, mode)


@given(around_doubles.filter(bool), st.integers(0, 3))
@example(Fraction(1, 2**1075) + Fraction(1, 2**1100), 1)
def test_quick_doubles_are_right_where_they_are_given(x: Fraction, spread: int) -> None:
    ball = arb(held(x), abs(held(x)) * arb(2) ** (-60 - 10 * spread))
    found = quick_doubles(ball)
    if found is not None:
        low, high = exact_ends(ball)
        assert found == (nearest_double(low, high), double_below(low), double_above(high))
        assert (found[1], found[2]) == (double_below(high), double_above(low))


def test_the_quick_ways_decide_most_values_and_nothing_that_is_open() -> None:
    balls = [enclosed(Fraction(k, 997), 90) for k in range(1, 900)]
    assert sum(quick_decimal(ball, 20) is None for ball in balls) < 30
    assert sum(quick_doubles(ball) is None for ball in balls) == 0
    open_ones = [arb(0), arb(0.5), arb(0, 1), arb(1, 1e-10), arb("nan"), arb("inf"), enclosed(Fraction(1, 3), 50)]
    assert [quick_doubles(ball) for ball in open_ones] == [None] * 7
    assert quick_decimal(arb(1.25, 1e-30), 2) is quick_decimal(arb(0, 1), 3) is quick_decimal(arb("nan"), 3) is None


@pytest.mark.parametrize("sign", ["+", "-"])
def test_an_exponent_may_have_more_digits_than_python_reads(sign: str) -> None:
    """2^k = 10^(k log10 2), |k| = 10^5000: the exponent has 5000 digits, and both ways to the decimal agree."""
    with working_precision(20_000):
        power = fmpz(10) ** 5000
        ball = arb(2) ** (power if sign == "+" else -power)
        text = quick_decimal(ball, 5)
        assert text is not None and text == decimal_of(ball, 5)
    mantissa, _, exponent = text.partition("e")
    assert len(mantissa) == 6 and len(exponent.lstrip("-")) == 5000 and exponent.startswith("-") == (sign == "-")
    assert exponent.lstrip("-").startswith("301029995663")
