"""Exact numbers as balls, and as numbers of mpmath."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq
from mpmath import mpf


def ball(x: Fraction | int | str) -> arb:
    x = Fraction(x)
    return arb(fmpq(x.numerator, x.denominator))


def real(x: Fraction | int | str) -> mpf:
    x = Fraction(x)
    return mpf(x.numerator) / x.denominator
