"""Moments of the Mills ratio and their differences, at balls and on intervals.

Main definitions: `mills_moment(n, x)`, `mills_drop(n, x, h)` for balls;
`interval_mills_moment`, `interval_mills_drop` for inf-sup intervals.

    I_n(x) = int_0^oo t^n exp(-x t - t^2/2) dt,    drop = I_n(x) - I_n(x + h), h >= 0.

I_n falls in x; the drop falls in x and rises in h. So an exact value at each end bounds all between. Values come from the Mills
ratio by I_1 = 1 - x I_0, I_(n+1) = n I_(n-1) - x I_n, with bits added until what cancels is made up for.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, ctx

from dplemma.arb.ends import GAPS, OUTSIDE
from dplemma.arb.intervals import RealInterval
from dplemma.arb.normal import mills_ratio
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported

__all__ = ["mills_drop", "mills_moment"]

_ZERO = arb(0)
_MOST_BITS = 4000


def mills_moment(n: int, x: arb | RealInterval) -> arb | RealInterval:
    """I_n on a ball, or on an interval."""
    if isinstance(x, RealInterval):
        return interval_mills_moment(n, x)
    if x.is_exact() or not x.is_finite():
        return _moment_at(n, x)
    return _moment_at(n, x.lower()).union(_moment_at(n, x.upper()))


def mills_drop(n: int, x: arb | RealInterval, h: arb | RealInterval) -> arb | RealInterval:
    """I_n(x) - I_n(x + h) on balls, or on intervals; no value where h may be negative."""
    if isinstance(x, RealInterval) or isinstance(h, RealInterval):
        return interval_mills_drop(n, *(v if isinstance(v, RealInterval) else RealInterval.from_ball(v) for v in (x, h)))
    if not h >= 0:
        return arb.nan()
    if x.is_exact() and h.is_exact():
        return _drop_at(n, x, h)
    return _drop_at(n, x.upper(), h.lower()).union(_drop_at(n, x.lower(), h.upper()))


def interval_mills_moment(n: int, x: RealInterval) -> RealInterval:
    low, high = _moment_at(n, x.hi).lower(), _moment_at(n, x.lo).upper()
    return _positive(low, high, x.hi_open, x.lo_open, x._flags & GAPS)


def interval_mills_drop(n: int, x: RealInterval, h: RealInterval) -> RealInterval:
    gaps, smallest, smallest_open = (x._flags | h._flags) & GAPS, h.lo, h.lo_open
    if h.hi < _ZERO or (h.hi == _ZERO and h.hi_open):
        raise Unsupported("a drop over a negative distance")
    if smallest < _ZERO:
        gaps, smallest, smallest_open = gaps | OUTSIDE, _ZERO, False
    if smallest == _ZERO:
        low, low_open = _ZERO, smallest_open
    else:
        low, low_open = _drop_at(n, x.hi, smallest).lower(), x.hi_open or smallest_open
    high_open = (x.lo_open or h.hi_open) and h.hi > _ZERO  # over no distance the drop is 0 for every x
    return _positive(low, _drop_at(n, x.lo, h.hi).upper(), low_open, high_open, gaps)


def _positive(low: arb, high: arb, low_open: bool, high_open: bool, gaps: int) -> RealInterval:
    """An interval of nonnegative values, the trivial ends where Arb gives up."""
    low, low_open = (low, low_open) if low > _ZERO else (_ZERO, low_open)
    high, high_open = (high, high_open) if high.is_finite() else (arb.pos_inf(), True)
    made = RealInterval(low, high, low_open and low < high, high_open)
    made._flags |= gaps
    return made


def _moment_at(n: int, x: arb) -> arb:
    _not_negative(n)
    if x == arb.pos_inf():
        return _ZERO
    if not x.is_finite():
        return arb.pos_inf() if x == arb.neg_inf() else arb.nan()
    return _accurate(lambda: _recurrence(n, x))


def _drop_at(n: int, x: arb, h: arb) -> arb:
    _not_negative(n)
    if x.is_nan():
        return arb.nan()
    if h == 0 or x == arb.pos_inf():
        return _ZERO
    if h == arb.pos_inf():
        return _moment_at(n, x)
    if not (x.is_finite() and h.is_finite()):
        return arb.pos_inf() if x == arb.neg_inf() else arb.nan()
    return _accurate(lambda: _recurrence(n, x) - _recurrence(n, _exact_sum(x, h)))


def _not_negative(n: int) -> None:
    if n < 0:
        raise Unsupported("a moment of negative order, whose integral diverges")


def _exact_sum(x: arb, h: arb) -> arb:
    with working_precision(_MOST_BITS):
        return x + h


def _recurrence(n: int, x: arb) -> arb:
    before, here = arb(1), mills_ratio(x)
    for k in range(n):
        before, here = here, (1 if k == 0 else k * before) - x * here
    return here


def _accurate(value: Callable[[], arb]) -> arb:
    """The value to about the working precision, at most so many bits; what is still too wide is a wide ball."""
    wanted = ctx.prec - 8
    bits = ctx.prec
    while True:
        with working_precision(bits):
            ball = value()
        if ball.rel_accuracy_bits() >= wanted or bits > _MOST_BITS or not ball.is_finite():
            return ball + 0
        bits = 2 * bits
