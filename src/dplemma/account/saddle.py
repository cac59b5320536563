"""Where to put the line: saddle points, in doubles that only steer.

Main definitions: `saddle_for_eps`, `saddle_for_delta`.

On the line Re z = c the modulus of the integrand of delta(y) is largest at z = c; the best c makes it least there:
A(c) = K(c) - (c-1) y - log(c (c-1)), K = log M, is convex on (1, oo), and
    delta(y) ~ e^A(c)/sqrt(2 pi A''(c))    at A'(c) = 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from dplemma.account.contour import Steered, steered
from dplemma.base.errors import OutOfBudget


class Saddle(NamedTuple):
    """A loss level y, the saddle c of its integral and what the saddle point says of log delta(y)."""

    y: float
    c: float
    log_delta: float


_LEAST, _MOST = -34.0, 22.0
"""Ends of the search for log(c - 1)."""


def saddle_for_eps(parts: Steered, y: float) -> Saddle:
    """The saddle of delta(y): A' changes sign once."""
    c = 1 + math.exp(_crossing(lambda x: _level(parts, 1 + math.exp(x)).y < y))
    value, _, spread = steered(parts, c)
    return Saddle(y, c, _estimate(value, spread, c, y))


def saddle_for_delta(parts: Steered, log_delta: float) -> Saddle:
    """The level y at which the saddle point promises this delta."""
    return _level(parts, 1 + math.exp(_crossing(lambda x: _level(parts, 1 + math.exp(x)).log_delta > log_delta)))


def _crossing(is_below: Callable[[float], bool]) -> float:
    """About where a condition that holds to the left ceases to hold, searched outwards from 1."""
    start, stride = 1.0, 0.5
    sign = 1 if is_below(start) else -1
    near, far = start, start + sign * stride
    while is_below(far) == (sign > 0):
        if not _LEAST < far < _MOST:
            raise OutOfBudget("no line of integration suits this composition")
        stride *= 1.5
        near, far = far, far + sign * stride
    low, high = min(near, far), max(near, far)
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return (low + high) / 2


def _level(parts: Steered, c: float) -> Saddle:
    """The y whose saddle is at c."""
    value, first, spread = steered(parts, c)
    y = first - 1 / c - 1 / (c - 1)
    return Saddle(y, c, _estimate(value, spread, c, y))


def _estimate(value: float, spread: float, c: float, y: float) -> float:
    curvature = spread + 1 / c**2 + 1 / (c - 1) ** 2
    return value - (c - 1) * y - math.log(c * (c - 1)) - math.log(2 * math.pi * curvature) / 2
