"""What the doubles of a certified value must be, from its digits as exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

SMALLEST, LARGEST = math.ulp(0.0), math.nextafter(math.inf, 0)


def below(x: Fraction) -> float:
    """The greatest double that is at most x: Python divides integers with correct rounding."""
    try:
        nearest = x.numerator / x.denominator
    except OverflowError:
        return LARGEST if x > 0 else -math.inf
    return nearest if Fraction(nearest) <= x else math.nextafter(nearest, -math.inf)


def check_doubles(v: Any, text: str) -> None:
    """Doubles of a value whose text has more digits than can matter, unless it lies on a double."""
    low, near, high = v.lower, float(v), v.upper
    assert low <= near <= high
    assert low == high or math.nextafter(low, math.inf) == high
    exponent = int(text.partition("e")[2] or 0)
    if abs(exponent) > 4000:
        ends = (0.0, SMALLEST) if exponent < 0 else (LARGEST, math.inf)
        assert (low, high) == (ends if not text.startswith("-") else (-ends[1], -ends[0]))
        return
    x = Fraction(text)
    if text == "0":
        assert low == near == high == 0.0
    elif abs(exponent) < 300 and x == Fraction(float(x)):
        assert near == float(x) and float(x) in (low, high)
    else:
        assert (low, high) == (below(x), -below(-x))
        assert near in (low, high) and (math.isinf(near) or near == x.numerator / x.denominator)
