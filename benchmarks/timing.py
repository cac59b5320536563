"""Ratios of running times that survive a busy machine.

Main definition: `fastest(races)`, the least seconds per call of each contender of each race. The contenders of a race
take turns in short blocks, so a slow moment of the machine hits all of them, and the minimum over many blocks forgets
it. The first contender runs twice: its ratio to itself is the `control`, the noise left in the result. All races are
run several times over, and those whose control is off are run again, whatever their other ratios are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from timeit import Timer
from typing import Any

BLOCK_SECONDS = 1e-3
"""Short enough to fit between two interruptions, long enough to hide the clock's own cost."""
TOLERATED_NOISE = 0.02


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


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Least seconds per call of each contender, and the ratio of the first to itself."""

    seconds: tuple[float, ...]
    control: float


def fastest(races: Sequence[Race], *, passes: int, rounds: int) -> list[Outcome]:
    """One outcome a race from `passes` passes of `rounds` blocks, or up to three times that while its control is off."""
    least = [[float("inf")] * (len(race.calls) + 1) for race in races]
    for number in range(3 * passes):
        for race, best in zip(races, least, strict=True):
            if number < passes or abs(_control(best) - 1) > TOLERATED_NOISE:
                with race.context():
                    _take_turns((*race.calls, race.calls[0]), best, rounds)
    return [Outcome(seconds=tuple(best[:-1]), control=_control(best)) for best in least]


def _control(best: Sequence[float]) -> float:
    return best[-1] / best[0]


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
