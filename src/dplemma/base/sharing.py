"""Work shared by several processes whose answers keep their order.

Main definition: `answers_in_order`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from dplemma.base.process import OutOfTime
from dplemma.base.workers import answers

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


def answers_in_order(
    serve: Callable[[Asked], Answered], requests: Sequence[Asked], *, workers: int, seconds: float | None
) -> Iterator[Answered | OutOfTime]:
    """The answers as `process.answers` finds them, each as soon as those before it are there.

    The processes are forks, which have the requests already: only their numbers are sent.
    """
    early: dict[int, Answered | OutOfTime] = {}
    due = 0
    for number, found in answers(lambda number: serve(requests[number]), range(len(requests)), workers=workers, seconds=seconds):
        early[number] = found
        while due in early:
            yield early.pop(due)
            due += 1
