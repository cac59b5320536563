"""Boxes for a gap that is away from 0 on a compact region.

Main definition: `boxed(goal)`: an object whose leaves are settled by the image of the gap, or None.
"""

from __future__ import annotations

from typing import Any

from dplemma.arb.intervals import RealInterval
from dplemma.kernel.boxes import Box, Goal
from dplemma.kernel.enclose import image
from dplemma.kernel.function_values import flagged
from dplemma.proofs.terms import write_term

Json = Any
BITS, MOST = 128, 400


def boxed(goal: Goal) -> Json | None:
    """The longest side of what is not settled is halved, up to a number of boxes."""
    todo, leaves = [goal.box], []
    while todo:
        box = todo.pop()
        if any(end is None for ends in box.values() for end in ends) or len(todo) + len(leaves) > MOST:
            return None
        if _settled(goal, box):
            leaves.append(box)
        else:
            todo += _halves(box)
    form = {"rule": "equal", "gap": write_term(goal.gap), "positive": [], "slopes": [], "contacts": []}
    return {"rule": "boxes", "bits": BITS, "forms": [form], "conditions": [], "leaves": [_leaf(box) for box in leaves]}


def _settled(goal: Goal, box: Box) -> bool:
    value = image(goal.gap, {name: _interval(goal, name, *ends) for name, ends in box.items()}, BITS)
    return value is not None and not flagged(value) and (value.is_positive() if goal.strict else value.is_nonnegative())


def _interval(goal: Goal, name: str, lo: Any, hi: Any) -> RealInterval:
    own = goal.region.intervals[name]
    return RealInterval.from_fractions(lo, hi, own.lo_open and lo == own.lo, own.hi_open and hi == own.hi)


def _halves(box: Box) -> list[Box]:
    name = max(box, key=lambda n: box[n][1] - box[n][0])  # pyright: ignore[reportOperatorIssue]
    lo, hi = box[name]
    assert lo is not None and hi is not None
    return [{**box, name: (lo, (lo + hi) / 2)}, {**box, name: ((lo + hi) / 2, hi)}]


def _leaf(box: Box) -> Json:
    return {"box": [[name, [str(lo), str(hi)]] for name, (lo, hi) in box.items()], "by": "value", "form": 0}
