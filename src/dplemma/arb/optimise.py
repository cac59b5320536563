"""Certified suprema of continuous functions on a bounded interval, by branch and bound with inf-sup intervals."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from typing import Any

from flint import arb, ctx

from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import OutOfBudget, Unsupported

MAX_BOXES = 4000


def supremum(f: Callable[[Any], Any], lower: arb, upper: arb, max_boxes: int = MAX_BOXES) -> arb:
    """A ball that contains sup f on [lower, upper]; as narrow as the budget of boxes allows.

    `f` accepts intervals (upper bounds) and balls (values at midpoints, lower bounds).
    """
    if not (lower.is_finite() and upper.is_finite()):
        raise OutOfBudget("a supremum needs a bounded interval")
    if lower > upper:
        raise Unsupported("a supremum over an interval whose ends are turned")
    ticket = count()
    whole = RealInterval(arb(lower.lower()), arb(upper.upper()))
    best = arb.neg_inf()
    heap: list[tuple[float, int, RealInterval, arb]] = []

    def reach(point: arb) -> None:
        """The value at a point of the range bounds the supremum below."""
        nonlocal best
        value = arb(f(point))
        if value.lower() > best:
            best = arb(value.lower())

    def push(box: RealInterval) -> None:
        image = _on_interval(f, box)
        if isinstance(image, arb):  # a function that does not depend on its argument
            if not image.is_finite():
                raise OutOfBudget("a supremum of a function without a finite value")
            image = RealInterval(arb(image.lower()), arb(image.upper()))
        if image.partial or image.at_limit:
            raise Unsupported("a supremum of a function that is not defined on the whole interval")
        bound, middle = image.hi, arb(box.mid())
        if lower <= middle and middle <= upper:  # where an end is inexact the middle may lie beyond it
            reach(middle)
        if not bound < best:
            heapq.heappush(heap, (-float(bound), next(ticket), box, bound))

    for end in (lower, upper):
        reach(end)
    push(whole)
    tolerance = arb(2) ** (-ctx.prec + 8)
    for _ in range(max_boxes):
        _, _, box, bound = heap[0]
        if bound - best < tolerance * (1 + abs(best)):
            break
        heapq.heappop(heap)
        for half in box.split():
            push(half)
    top = best
    for *_, bound in heap:  # not by their floats: bounds of one float differ
        top = top.max(bound)
    return best.union(top)


def _on_interval(f: Callable[[Any], Any], box: RealInterval) -> Any:
    """The image of an interval; roots, sums and some functions know balls only."""
    try:
        return f(box)
    except (AttributeError, TypeError):
        raise Unsupported("a function under a supremum or an infimum cannot be evaluated on intervals") from None
