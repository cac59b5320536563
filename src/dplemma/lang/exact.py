"""Exact numbers as SymPy writes them; the way back is `base.exact.fraction_of`."""

from __future__ import annotations

from fractions import Fraction

from sympy import Rational


def rational_of(value: Fraction | int) -> Rational:
    return Rational(value.numerator, value.denominator)
