"""Double-double arithmetic on pure Python floats: a number as the unevaluated sum hi + lo of two doubles, |lo| <= ulp(hi)/2.

Main definitions: `two_sum`, `fast_two_sum`, `two_product` (exact); `plus`, `pair_sum`, `difference`, `product`,
`reciprocal`, `quotient` (to a few u^2, u = 2^-53); `exp_scaled`. All but the last two take NumPy arrays as they take floats.

Exact means that hi + lo equals the real sum or product, in round to nearest and as long as nothing overflows or underflows
(Dekker 1971; Knuth, volume 2, section 4.2.2).
Python 3.11 has no fused multiply-add, so products are split by Veltkamp's constant 2^27 + 1: factors must stay below 2^995.
"""

from __future__ import annotations

import math
from typing import Any

Pair = tuple[Any, Any]
"""hi and lo: two floats, or two NumPy arrays of them."""

_SPLITTER = 134217729.0  # 2^27 + 1
_PER_LOG_2 = 1.4426950408889634
_LOG_2_HEAD = float.fromhex("0x1.62e42fefa0000p-1")
"""The first 36 bits of log 2: its product with an integer below 2^17 is exact."""
_LOG_2_TAIL = float.fromhex("0x1.cf79abc9e3b3ap-40")


def two_sum(x: float, y: float) -> Pair:
    """x + y exactly, in any order of size."""
    total = x + y
    of_y = total - x
    return total, (x - (total - of_y)) + (y - of_y)


def fast_two_sum(x: float, y: float) -> Pair:
    """x + y exactly for |x| >= |y| or x = 0."""
    total = x + y
    return total, y - (total - x)


def two_product(x: float, y: float) -> Pair:
    """x y exactly: Veltkamp's halves of 26 bits, whose products are exact, summed by Dekker."""
    high = x * y
    scaled = _SPLITTER * x
    x_head = scaled - (scaled - x)
    x_tail = x - x_head
    scaled = _SPLITTER * y
    y_head = scaled - (scaled - y)
    y_tail = y - y_head
    return high, ((x_head * y_head - high) + x_head * y_tail + x_tail * y_head) + x_tail * y_tail


def plus(x: Pair, y: float) -> Pair:
    """x + y for x >= 0, y >= 0 to u^2."""
    high, low = two_sum(x[0], y)
    return fast_two_sum(high, low + x[1])


def pair_sum(x: Pair, y: Pair) -> Pair:
    """x + y to 2 u^2 (|x| + |y|), also where the high words cancel."""
    high, low = two_sum(x[0], y[0])
    return fast_two_sum(high, low + (x[1] + y[1]))


def difference(x: Pair, y: Pair) -> Pair:
    """x - y to 2 u^2 (|x| + |y|), also where the high words cancel."""
    return pair_sum(x, (-y[0], -y[1]))


def product(x: Pair, y: Pair) -> Pair:
    """x y to 4 u^2."""
    high, low = two_product(x[0], y[0])
    return fast_two_sum(high, low + (x[0] * y[1] + x[1] * y[0]))


def reciprocal(x: Pair) -> Pair:
    """1 / x to 4 u^2."""
    high = 1.0 / x[0]
    unit, error = two_product(high, x[0])
    return fast_two_sum(high, high * (((1.0 - unit) - error) - high * x[1]))


def quotient(x: float, y: float) -> Pair:
    """x / y for finite x >= 0, y > 0 of any size, to 2 u^2: the remainder of the rounded quotient is exact.

    Only mantissas are multiplied, so subnormal and huge operands lose nothing; the caller sees to it that x / y is finite.
    """
    x_mantissa, x_exponent = math.frexp(x)
    y_mantissa, y_exponent = math.frexp(y)
    high = x_mantissa / y_mantissa
    back, error = two_product(high, y_mantissa)
    low = ((x_mantissa - back) - error) / y_mantissa
    shift = x_exponent - y_exponent
    return math.ldexp(high, shift), math.ldexp(low, shift)


def exp_scaled(x: Pair) -> tuple[Pair, int]:
    """m, k with exp(x) = m 2^k and m in [0.70, 1.42]: nothing overflows or underflows for |x| < 2^16.

    x - k log 2 is exact in its head and known to 2^-80 in its tail t, so m = exp(head)(1 + t), kept as two words, has the error
    of `math.exp` near 0 and no other: 0.51 ulp or 1.02 u in glibc, below 2 u in any libm that errs by less than an ulp.
    """
    count = round(x[0] * _PER_LOG_2)
    head, tail = two_sum(x[0] - count * _LOG_2_HEAD, x[1] - count * _LOG_2_TAIL)
    base = math.exp(head)
    return (base, base * tail), count
