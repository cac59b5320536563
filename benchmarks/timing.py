"""Ratios of running times that survive a busy machine.

Main definition: `fastest(calls)`, the least seconds per call of each contender. The contenders take turns in short
blocks, so a slow moment of the machine hits all of them, and the minimum over many blocks forgets it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from timeit import Timer
from typing import Any

BLOCK_SECONDS = 1e-3
"""Short enough to fit between two interruptions, long enough to hide the clock's own cost."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """A function with the arguments it is timed on."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def timer(self) -> Timer:
        """Arguments are plain names in the timed statement: unpacking a tuple would dilute the ratio."""
        names = [f"x{index}" for index in range(len(self.arguments))]
        scope = {"function": self.function, **dict(zip(names, self.arguments, strict=True))}
        return Timer(f"function({', '.join(names)})", globals=scope)


def fastest(calls: Sequence[Call], *, rounds: int) -> list[float]:
    """Least seconds per call of each contender over `rounds` rounds; the order is reversed every other round."""
    timers = [call.timer() for call in calls]
    repeats = [_repeats(timer) for timer in timers]
    least = [float("inf")] * len(timers)
    for turn in range(rounds):
        order = range(len(timers)) if turn % 2 == 0 else reversed(range(len(timers)))
        for index in order:
            seconds = timers[index].timeit(repeats[index]) / repeats[index]
            least[index] = min(least[index], seconds)
    return least


def _repeats(timer: Timer) -> int:
    """Calls that fill one block, from the faster of a few trials (the first call is often slow)."""
    once = min(timer.repeat(repeat=5, number=1))
    return max(1, round(BLOCK_SECONDS / once))
