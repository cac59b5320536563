"""Exact numbers as FLINT writes them: from fractions and doubles, into balls, and back from the exact ends of balls."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq, fmpz

from dplemma.base.errors import Unsupported
from dplemma.base.exact import fraction_of

Scalar = arb | int | fmpz | fmpq | Fraction
LARGEST_EXPONENT = 1_000_000
"""Of 2 in an exact ball that is written out as a fraction: a ball of exp(10**12) is finite and has no room in memory."""


def fmpq_of(value: Fraction | float) -> fmpq:
    """The same rational number; a finite double is taken as the binary fraction that it is."""
    return fmpq(*value.as_integer_ratio())


def ball_of(value: Scalar) -> arb:
    """A ball around an exact scalar; floats are refused, because 0.1 is not 1/10."""
    if isinstance(value, Fraction):
        return arb(fmpq_of(value))
    if isinstance(value, arb | int | fmpz | fmpq):
        return arb(value)
    raise TypeError(f"an exact number is an int, Fraction, fmpq or arb, not a {type(value).__name__}")


def dyadic_fraction(end: arb) -> Fraction:
    """The number m * 2**e that a ball of radius zero is; of a size that can be written out."""
    if end.is_finite() and abs(end.man_exp()[1]) > LARGEST_EXPONENT:
        raise Unsupported("a number of too many bits")
    return fraction_of(end.fmpq())
