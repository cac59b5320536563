"""Points of a range, and how to go on from the worst of them. Main definitions: `at_unit`, `Stride`, `climb`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

Spot = TypeVar("Spot")


def at_unit(low: float, high: float, unit: float) -> float:
    """The number at a coordinate from 0 to 1: by ratio where the range is positive, else by difference."""
    if low > 0:
        return min(max(math.exp(math.log(low) + (math.log(high) - math.log(low)) * unit), low), high)
    return low + (high - low) * unit


@dataclass(frozen=True)
class Stride:
    """The size of the steps of a climb: at first, after a success, after a failure; below `least` it is the first again."""

    first: float
    grow: float
    shrink: float
    least: float = 0.0
    largest: float = math.inf
    level: bool = False  # a step that leads to no worse and no better place is taken


def climb(
    start: Spot, badness: float, look: Callable[[Spot], float], moved: Callable[[Spot, float], Spot], steps: int, stride: Stride
) -> None:
    """Steps from a place that keep what is worse than `badness`; `moved` makes one of a given size, `look` says how bad it is."""
    here, size = start, stride.first
    for _ in range(steps):
        there = moved(here, size)
        found = look(there)
        if found > badness:
            here, badness, size = there, found, min(size * stride.grow, stride.largest)
        elif stride.level and found == badness:
            here = there
        else:
            size = size * stride.shrink if size > stride.least else stride.first
