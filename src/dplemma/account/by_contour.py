"""delta at eps and eps at delta by the contour integral: steered in doubles, decided in balls.

Main definitions: `Lines`, `PlainLines`, `contour_delta`, `contour_epsilon`.

delta(y) = E_Q[(e^L - e^y)_+] does not increase with y. So delta(lo) > delta and delta(hi) < delta, each read off an enclosure,
prove lo <= eps <= hi, however lo and hi were found.
"""

from __future__ import annotations

import math
from typing import Protocol

from flint import arb

from dplemma.account.contour import Contour, Parts, Profile, cheapest
from dplemma.account.saddle import Saddle, saddle_for_delta, saddle_for_eps
from dplemma.arb.ends import larger, smaller
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

Ends = tuple[arb, arb]
"""Exact lower and upper ends."""

_MOST_WORK, _ROUND = 5_000_000, 400_000
"""Exponentials that one answer may take, and what a round counts at least: some twelve rounds, or three dear ones."""
_SMALL = 1e-3
"""Below it an absolute width is asked for: that of the relative one at this value."""


def wanted(value: float, width: float) -> float:
    """The width that is asked for at a value."""
    return width * max(abs(value), _SMALL)


def _cells(parts: Parts) -> int:
    """Cells of the step function under a density: with few steps the mass that it leaves out counts."""
    return 300 if sum(count for _, count in parts) > 100 else 1500


class Lines(Protocol):
    """Where lines of integration come from: saddles, in doubles, and the line for a level, a delta and a relative error."""

    def for_eps(self, y: float) -> Saddle: ...

    def for_delta(self, log_delta: float) -> Saddle: ...

    def contour(self, *, y: float, log_delta: float, c: float, log_error: float) -> Profile: ...


class PlainLines:
    """Lines for the moments of all the losses of a composition."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def for_eps(self, y: float) -> Saddle:
        return saddle_for_eps(self.parts, y)

    def for_delta(self, log_delta: float) -> Saddle:
        return saddle_for_delta(self.parts, log_delta)

    def contour(self, *, y: float, log_delta: float, c: float, log_error: float) -> Contour:
        plan = cheapest(self.parts, y=y, log_delta=log_delta, c=c, log_error=log_error, cells=_cells(self.parts))
        return Contour(self.parts, plan)


def contour_delta(lines: Lines, eps: arb, width: float) -> tuple[Ends, Profile]:
    """Ends of delta(eps) with about this relative width, for one direction and finite losses, and the contour that gave them."""
    y = float(eps)
    saddle = lines.for_eps(y)
    log_delta, log_error = saddle.log_delta, math.log(width / 8)
    work = 0.0
    while work < _MOST_WORK:
        contour = lines.contour(y=y, log_delta=log_delta, c=saddle.c, log_error=log_error)
        work += contour.plan.work + _ROUND
        ends = ends_on(contour, eps, width)
        if ends is not None:
            return ends, contour
        value = contour.delta(eps)
        if value > 0 and abs(float(value.mid().log()) - log_delta) > 0.5:
            log_delta = float(value.mid().log())
        else:
            log_delta, log_error = log_delta - 2, log_error - 2
    raise OutOfBudget("the contour integral does not reach the width that is asked for")


def ends_on(contour: Profile, eps: arb, width: float) -> Ends | None:
    """Ends of delta(eps) by a contour that may have been made for another eps; None if they are too far apart."""
    value = contour.delta(eps)
    return _clipped(value) if value > 0 and value.rad() * 2 < value.mid() * width else None


def _clipped(value: arb) -> Ends:
    return larger(value.lower(), arb(0)), smaller(value.upper(), arb(1))


def contour_epsilon(lines: Lines, delta: arb, width: float) -> Ends:
    """Ends of the least eps >= 0 with delta(eps) <= delta, for one direction and finite losses."""
    log_delta = float(delta.log())
    saddle = lines.for_delta(log_delta)
    if saddle.y < 0.01 and _is_zero(lines, delta):
        return arb(0), arb(0)
    y, c = saddle.y, saddle.c
    if y <= 0:
        y, c = 0.0, lines.for_eps(0.0).c
    tighter = work = 0.0
    while work < _MOST_WORK:
        log_error = math.log(min((c - 1) * wanted(y, width) / 16, 0.01)) - tighter
        contour = lines.contour(y=y, log_delta=log_delta, c=c, log_error=log_error)
        work += contour.plan.work + _ROUND
        root = _located(contour, delta, y)
        ends = _proved(contour, delta, root, width)
        if ends is not None:
            return ends
        moved = abs(float(root) - y) > 0.02 * max(abs(y), 1 / (c - 1))
        tighter = tighter if moved else tighter + 2.0
        y = max(float(root), 0.0)
        c = lines.for_eps(y).c
    raise OutOfBudget("the contour integral does not reach the width that is asked for")


def _is_zero(lines: Lines, delta: arb) -> bool:
    """True if delta(0) <= delta is certain."""
    for width in (1e-2, 1e-5, 1e-9):
        (low, high), _ = contour_delta(lines, arb(0), width)
        if high <= delta:
            return True
        if low > delta:
            return False
    return False


def _located(contour: Profile, delta: arb, start: float) -> arb:
    """The root by Newton steps on log delta, as an exact number; no promise.

    Where delta is lost in the error but certainly below the target the root is to the left, at strides that double.
    """
    y, bits = arb(start), contour.plan.bits
    with working_precision(bits):
        bound, stride = 0.25 * contour.plan.period, 1 / (contour.c - 1)
        for _ in range(60):
            value, slope = contour.delta(y), contour.slope(y).mid()
            if value.rad() * 4 < value.mid() and slope < 0:
                step = ((value.mid().log() - delta.log()) * value.mid() / slope).mid().max(arb(-bound)).min(arb(bound))
            elif value < delta:
                step, stride = stride.min(y / 2).mid(), 2 * stride
            else:
                break
            y = (y / 2).mid() if y > 0 and step >= y else (y - step).mid()
            if abs(step) < arb(2) ** (8 - bits) * abs(y) + arb(2) ** (-bits):
                break
    return y


def _proved(contour: Profile, delta: arb, root: arb, width: float) -> Ends | None:
    """Ends around the root with certain signs, if they are near enough."""
    with working_precision(contour.plan.bits):
        limit = wanted(float(root), width) / 2
        slack = abs(contour.delta(root).rad() / contour.slope(root).mid()) * 2 + abs(root) * arb(2) ** (8 - contour.plan.bits)
        while slack <= limit:
            low, high = (root - slack).lower(), (root + slack).upper()
            if high < 0:
                return None
            if contour.delta(high) < delta and (low <= 0 or contour.delta(low) > delta):
                return larger(low, arb(0)), high
            slack = (slack * 2).mid()
    return None
