"""The fraction that an exact number of another library stands for.

The other ways are `lang.exact.rational_of` (to SymPy), and `arb.exact.fmpq_of`, `arb.exact.ball_of`, `arb.exact.dyadic_fraction`
(to and from FLINT): a room that must not load a library has no converter to it.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any


def json_number(value: float) -> float | str:
    """A number as JSON has it; what JSON has not, an infinity or NaN, in words."""
    return value if math.isfinite(value) else repr(value)


def fraction_of(number: Any) -> Fraction:
    """p/q of a SymPy `Rational` or a FLINT `fmpq`, which both name their parts so."""
    return Fraction(int(number.p), int(number.q))
