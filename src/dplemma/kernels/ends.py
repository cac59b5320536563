"""Exact end points of intervals, and bounds of erfc at them that stay sharp far out in the tail.

Main definitions: `Scalar`, what may become an end; `erfc_below`, `erfc_above`.

Up to |x| = 2**14 Arb's own erfc is sharp. Beyond, its enclosure loses digits, because exp(-x**2) amplifies the
rounding of x**2, and in the end it contains 0. There the classical bounds for x >= 0, Abramowitz and Stegun 7.1.13,

    2/sqrt(pi) exp(-x**2) / (x + sqrt(x**2 + 2))  <  erfc(x)  <=  2/sqrt(pi) exp(-x**2) / (x + sqrt(x**2 + 4/pi)),

are joined to it: both fall with x**2, so a directed rounding of x**2 keeps them valid, and positive.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq, fmpz

Scalar = arb | int | fmpz | fmpq | Fraction

_ZERO, _TWO = arb(0), arb(2)
_DEEP, _MINUS_DEEP = arb(2**14), arb(-(2**14))


def ball_of(value: Scalar) -> arb:
    """A ball around an exact scalar; floats are refused, because 0.1 is not 1/10."""
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    if isinstance(value, arb | int | fmpz | fmpq):
        return arb(value)
    raise TypeError(f"an interval end must be exact (int, Fraction, fmpq, arb), got {type(value).__name__}")


def text_of(end: arb) -> str:
    if end.is_finite():
        return end.str(15, radius=False)
    return "oo" if end > _ZERO else "-oo" if end < _ZERO else "nan"


def smaller(x: arb, y: arb) -> arb:
    """The smaller of two exact ends, unrounded (`arb.min` rounds to the working precision)."""
    return x if x <= y else y


def larger(x: arb, y: arb) -> arb:
    return x if x >= y else y


def erfc_below(x: arb) -> arb:
    """An exact lower bound of erfc at the exact point x; x may be +oo."""
    if _MINUS_DEEP < x < _DEEP:
        bound = x.erfc().lower()
    elif x < _ZERO:
        bound = (_TWO - erfc_above(x.neg(exact=True))).lower()
    else:
        bound, classical = x.erfc().lower(), _tail((x * x).upper(), x, _TWO).lower()
        if not bound >= classical and not classical.is_nan():
            bound = classical
    return bound if bound >= _ZERO else _ZERO


def erfc_above(x: arb) -> arb:
    """An exact upper bound of erfc at the exact point x; x may be -oo."""
    if _MINUS_DEEP < x < _DEEP:
        bound = x.erfc().upper()
    elif x < _ZERO:
        bound = (_TWO - erfc_below(x.neg(exact=True))).upper()
    else:
        bound, classical = x.erfc().upper(), _tail((x * x).lower(), x, 4 / arb.pi()).upper()
        if not bound <= classical and not classical.is_nan():
            bound = classical
    return bound if bound <= _TWO else _TWO


def _tail(square: arb, x: arb, shift: arb) -> arb:
    return _TWO * (-square).exp() / (arb.pi().sqrt() * (x + (square + shift).sqrt()))
