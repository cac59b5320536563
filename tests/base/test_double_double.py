"""Double-double arithmetic against exact fractions, and its exponential against balls."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from dplemma.arb.precision import working_precision
from dplemma.base.double_double import (
    difference,
    exp_scaled,
    fast_two_sum,
    pair_sum,
    plus,
    product,
    quotient,
    reciprocal,
    two_product,
    two_sum,
)

U2 = Fraction(1, 2**106)
FLOATS = st.floats(-1e100, 1e100, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-100)
POSITIVE = st.floats(1e-100, 1e100)
PAIRS = st.builds(lambda x, t: (x, x * t * 2.0**-53), POSITIVE, st.floats(-0.5, 0.5, allow_subnormal=False))


def exact(*words: float) -> Fraction:
    return sum((Fraction(word) for word in words), Fraction(0))


@given(FLOATS, FLOATS)
def test_sums_and_products_are_exact(x: float, y: float) -> None:
    assert exact(*two_sum(x, y)) == exact(x, y)
    assert exact(*two_product(x, y)) == Fraction(x) * Fraction(y)
    larger, smaller = (x, y) if abs(x) >= abs(y) else (y, x)
    assert fast_two_sum(larger, smaller) == two_sum(x, y)


@given(PAIRS, PAIRS)
def test_rounded_operations_keep_twice_the_bits(x: tuple[float, float], y: tuple[float, float]) -> None:
    a, b = exact(*x), exact(*y)
    assert abs(exact(*plus(x, y[0])) - (a + Fraction(y[0]))) <= U2 * (a + b) * 2
    assert abs(exact(*difference(x, y)) - (a - b)) <= U2 * (a + b) * 2
    assert abs(exact(*pair_sum(x, y)) - (a + b)) <= U2 * (a + b) * 2
    assert abs(exact(*product(x, y)) - a * b) <= U2 * a * b * 4
    assert abs(exact(*reciprocal(x)) - 1 / a) <= U2 / a * 4


@given(st.floats(0, 1e300), st.floats(0, 1e300, exclude_min=True))
def test_quotient(x: float, y: float) -> None:
    ratio = Fraction(x) / Fraction(y)
    if Fraction(1, 2**900) < ratio < 2**1000:
        assert abs(exact(*quotient(x, y)) - ratio) <= U2 * ratio * 2


@pytest.mark.parametrize("low", [-1.0, 0.0, 0.7])
def test_exp_of_two_words(low: float) -> None:
    """To the error of `math.exp`: 1.1 u where it is glibc's, 2 u anywhere; a plain exp of the first word errs by 100 u here."""
    for k in range(3000):
        x = -k * 0.2718281828459045
        pair = (x, low * math.ulp(x) / 2)
        (high, tail), exponent = exp_scaled(pair)
        with working_precision(200):
            true = (arb(pair[0]) + arb(pair[1])).exp() * arb(2) ** -exponent
            assert abs((arb(high) + arb(tail)) / true - 1) < arb(2) ** -52
        assert 0.70 < high < 1.42


@given(st.lists(st.tuples(PAIRS, PAIRS), min_size=1, max_size=5))
def test_arrays_are_treated_as_their_elements(pairs: list[tuple[tuple[float, float], tuple[float, float]]]) -> None:
    x, y = ((np.array([p[k][0] for p in pairs]), np.array([p[k][1] for p in pairs])) for k in (0, 1))
    for operation in (pair_sum, difference, product):
        high, low = operation(x, y)
        assert list(zip(high.tolist(), low.tolist(), strict=True)) == [operation(*pair) for pair in pairs]
    high, low = reciprocal(x)
    assert list(zip(high.tolist(), low.tolist(), strict=True)) == [reciprocal(pair[0]) for pair in pairs]
