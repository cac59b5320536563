"""Ratios of running times that survive a busy machine.

Main definition: `fastest(races)`, the least seconds per call of each contender of each race. The contenders of a race
take turns in short blocks, so a slow moment of the machine hits all of them, and the minimum over many blocks forgets
it. All races are run several times over, so a slow second does not fall on one race alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
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


@dataclass(frozen=True, kw_only=True)
class Race:
    """Contenders for one value, and the context (the working precision) they run in."""

    calls: tuple[Call, ...]
    context: Callable[[], AbstractContextManager[Any]]


def fastest(races: Sequence[Race], *, passes: int, rounds: int) -> list[list[float]]:
    """Least seconds per call, by race and contender, over `passes` times `rounds` blocks each."""
    least = [[float("inf")] * len(race.calls) for race in races]
    for _ in range(passes):
        for race, best in zip(races, least, strict=True):
            with race.context():
                _take_turns(race.calls, best, rounds)
    return least


def _take_turns(calls: Sequence[Call], best: list[float], rounds: int) -> None:
    """Lower `best` by `rounds` blocks of each contender; the order is reversed every other round."""
    timers = [call.timer() for call in calls]
    repeats = [_calls_per_block(timer) for timer in timers]
    order = list(range(len(calls)))
    for _ in range(rounds):
        for index in order:
            best[index] = min(best[index], timers[index].timeit(repeats[index]) / repeats[index])
        order.reverse()


def _calls_per_block(timer: Timer) -> int:
    """Judged by the best of a few calls, because the first is often slow."""
    return max(1, round(BLOCK_SECONDS / min(timer.repeat(repeat=5, number=1))))
