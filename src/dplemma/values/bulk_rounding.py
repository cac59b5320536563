"""Arrays of enclosed numbers rounded to doubles, where the enclosure decides: to nearest, down and up.

Main definitions: `Enclosed`, `Rounded`, `rounded_pairs`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from dplemma.base.double_double import fast_two_sum

_LAST_SUBNORMAL = -1074


class Enclosed(NamedTuple):
    """Positive numbers x with (high + low) 2^exponent = x (1 + e), |e| <= error; `error` is below 2^-20."""

    high: Any
    low: Any
    exponent: Any
    error: Any


class Rounded(NamedTuple):
    """The double nearest to each number, the greatest one below and the least one above; meaningless where not `decided`."""

    nearest: Any
    below: Any
    above: Any
    decided: Any


def rounded_pairs(x: Enclosed) -> Rounded:
    """Counted in units of the last place of the double, 2^-1074 at least, a number is n + f, n whole, f known to `error`.

    n is the nearest double if |f| + error < 1/2, and the number lies strictly between two doubles if |f| > error. Below a power
    of two the unit is half as large: there nothing is decided.
    """
    high, low = fast_two_sum(x.high, x.low)
    last = np.maximum(np.frexp(high)[1] + x.exponent - 53, _LAST_SUBNORMAL)
    head, tail = np.ldexp(high, x.exponent - last), np.ldexp(low, x.exponent - last)
    whole = np.rint(head)
    rest = (head - whole) + tail
    error, size = x.error * head * (1 + 2.0**-19) + 2.0**-52, np.abs(rest)
    below_a_power = (last > _LAST_SUBNORMAL) & (whole <= 2.0**52) & (rest < 0.0)
    decided = (size + error < 0.5) & (size > error) & ~below_a_power
    below, above = np.ldexp(whole - (rest < 0.0), last), np.ldexp(whole + (rest > 0.0), last)
    return Rounded(np.ldexp(whole, last), below, above, decided)
