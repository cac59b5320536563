"""A function known at balls, on intervals: monotone in every argument, it is least and greatest at corners of the box.

Main definition: `by_ends(word, function, domain, values, moves)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb

from dplemma.arb.ends import HI_OPEN, LO_OPEN, SWAPPED
from dplemma.arb.exact import ball_of
from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import Unsupported

_NEG_INF, _POS_INF = arb.neg_inf(), arb.pos_inf()


def by_ends(
    word: str, function: Callable[..., arb], domain: Sequence[Any], values: Any, moves: str
) -> Callable[..., RealInterval]:
    """The function on intervals; `domain` and `values` are intervals with exact ends, `moves` has "+" or "-" an argument.

    The function is strictly monotone in each argument, so an open end of any operand is one of the result. It is evaluated at
    finite points of its domain only: towards infinity and an edge of the domain the range of its values must do.
    """
    if "." in moves:
        raise Unsupported(f"{word} is not monotone in all of its arguments")
    infimum, supremum = _ends(values)
    unattained = (LO_OPEN if values.lo_open else 0) | (HI_OPEN if values.hi_open else 0)

    def call(*operands: RealInterval | arb) -> RealInterval:
        boxes = [x if isinstance(x, RealInterval) else RealInterval.from_ball(x) for x in operands]
        low, high, flags = [], [], 0
        for x, interval, move in zip(boxes, domain, moves, strict=True):
            closed = not (interval.lo_open and interval.lo is not None) and not (interval.hi_open and interval.hi is not None)
            lo, hi, own = x._within(word, *_exact_ends(word, interval), edges=closed)
            low.append(_inside(lo if move == "+" else hi, interval))
            high.append(_inside(hi if move == "+" else lo, interval))
            flags |= own if move == "+" else SWAPPED[own]
        least, greatest = (function(*corner) if None not in corner else arb.nan() for corner in (low, high))
        return boxes[0]._span(least, greatest, (infimum, supremum, unattained), flags)

    return call


def _ends(interval: Any) -> tuple[arb, arb]:
    low, high = (None if end is None else ball_of(end) for end in (interval.lo, interval.hi))
    return _NEG_INF if low is None else low.lower(), _POS_INF if high is None else high.upper()


def _exact_ends(word: str, interval: Any) -> tuple[arb, arb]:
    """The edges of a domain, which no rounding may move."""
    for end in (interval.lo, interval.hi):
        if end is not None and not ball_of(end).is_exact():
            raise Unsupported(f"{word}: an edge of the domain {interval} is no binary fraction")
    return _ends(interval)


def _inside(end: arb, interval: Any) -> arb | None:
    """The end itself if it is a point of the domain, which is known for finite ends off its edges."""
    low, high = _ends(interval)
    above = low < end or (low == end and not interval.lo_open)
    below = end < high or (end == high and not interval.hi_open)
    return end if above and below and end.is_finite() else None
