"""Exact end points of intervals, open or closed, and bounds of erfc at them that stay sharp far out in the tail.

Main definitions: the bits of an interval's flags (`LO_OPEN`, `HI_OPEN`, and the gaps `AT_LIMIT`, `OUTSIDE`);
`open_unless_either`, `open_if_either`; `erfc_below`, `erfc_above`, `laplace_cdf`.

Up to |x| = 2**14 Arb's own erfc is sharp. Beyond, its enclosure loses digits, because exp(-x**2) amplifies the
rounding of x**2, and in the end it contains 0. There the classical bounds for x >= 0, Abramowitz and Stegun 7.1.13,

    2/sqrt(pi) exp(-x**2) / (x + sqrt(x**2 + 2))  <  erfc(x)  <=  2/sqrt(pi) exp(-x**2) / (x + sqrt(x**2 + 4/pi)),

are joined to it: both fall with x**2, so a directed rounding of x**2 keeps them valid, and positive.
"""

from __future__ import annotations

from flint import arb

AT_LIMIT, OUTSIDE, LO_OPEN, HI_OPEN = 1, 2, 4, 8
GAPS, OPEN = AT_LIMIT | OUTSIDE, LO_OPEN | HI_OPEN
SWAPPED = tuple(f & GAPS | (f & LO_OPEN) << 1 | (f & HI_OPEN) >> 1 for f in range(16))
"""The flags of -x from those of x; a lower end's bit becomes an upper end's by << 1, and back by >> 1."""

_ZERO, _HALF, _ONE, _TWO = arb(0), arb(0.5), arb(1), arb(2)
_DEEP, _MINUS_DEEP = arb(2**14), arb(-(2**14))


def text_of(end: arb) -> str:
    if end.is_finite():
        return end.str(15, radius=False)
    return "oo" if end > _ZERO else "-oo" if end < _ZERO else "nan"


def smaller(x: arb, y: arb) -> arb:
    """The smaller of two exact ends, unrounded (`arb.min` rounds to the working precision)."""
    return x if x <= y else y


def larger(x: arb, y: arb) -> arb:
    return x if x >= y else y


def open_unless_either(end: arb, x: arb, x_flags: int, y: arb, y_flags: int) -> int:
    """Open bits of `end`, the outer one of the ends x and y of two sets, for the union: a value at x or at y attains it."""
    return (x_flags if x == end else OPEN) & (y_flags if y == end else OPEN)


def open_if_either(end: arb, x: arb, x_flags: int, y: arb, y_flags: int) -> int:
    """Open bits of `end`, the inner one of the ends x and y, where it is attained only at all that are equal to it."""
    return (x_flags if x == end else 0) | (y_flags if y == end else 0)


def laplace_cdf(x: arb) -> arb:
    """exp(x)/2 below 0 and 1 - exp(-x)/2 above, at an exact point or an infinite one."""
    return x.exp() * _HALF if x < _ZERO else _ONE - (-x).exp() * _HALF


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
