"""Failing inputs that people would type: the mildest that was found, and a short one in place of the worst.

Main definition: `find_plain_failures`.

A search ends at doubles of 17 digits, far from where anybody works. A report wants the input at which people meet the error: few
digits, and as near to everyday use as it still fails. The everyday input is the quantity's own example; how far another one lies
from it is measured in the unit coordinates of the ordinary range, and whatever lies outside that range is further off than all
that lies inside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from dplemma.audit.hunt_errors import AuditReport, input_text
from dplemma.audit.judge import Judge, Judged
from dplemma.audit.search import Point, Ranges, Space
from dplemma.audit.spans import ordinary
from dplemma.base.errors import OutOfBudget
from dplemma.values.exact import BadInput

_MOST_CALLS, _MOST_SLOW = 120, 2
_NEAREST = 6  # failing points from which a milder one is sought
_FOR_A_DIGIT = 0.03  # of the distance: a shorter input a little further off is the better one to show
_PARTS = 8  # of the way from the everyday input to the mildest failure known
_MOST_DIGITS = 4
_LIKE_THE_WORST = 0.5  # a short input stands for the worst one if it has so much of its error


def find_plain_failures(judge: Judge, ranges: Ranges, report: AuditReport) -> None:
    """Set `mildest` and `worst_typed` of a report that fails; the calls made here are not counted in it."""
    if report.failed:
        search = _PlainSearch(judge, ranges)
        report.worst_typed = search.worst(report)
        report.mildest = search.mildest(report)


class _PlainSearch:
    """Inputs of few digits, judged; nothing is called any more after too many calls, or too many slow ones."""

    def __init__(self, judge: Judge, ranges: Ranges) -> None:
        self.judge, self.space, self.usual = judge, Space(judge.ready, ranges), Space(judge.ready, ordinary(judge.ready))
        self.everyday = {name: Fraction(text) for name, text in judge.ready.quantity.example.items()}
        self.calls = self.slow = 0

    def mildest(self, report: AuditReport) -> Judged | None:
        """The failure nearest to everyday use; of the unsafe ones if there are any, else of numbers, else of missing ones."""
        alike = _telling(report)
        nearest = sorted(filter(alike, report.seen), key=lambda judged: self._far(judged.inputs))[:_NEAREST]
        short = [found for judged in nearest if (found := self._short(judged.inputs, alike)) is not None]
        best = min(short or nearest, key=lambda judged: self._odd(judged.inputs))
        on_the_way = sorted(self._on_the_way(best.inputs), key=self._odd)
        milder = (self._look(point) for point in on_the_way if self._odd(point) < self._odd(best.inputs))
        return next((judged for judged in milder if judged is not None and alike(judged)), best)

    def worst(self, report: AuditReport) -> Judged | None:
        """An input of few digits with much of the worst error, or the worst itself."""
        worst = report.worst_unsafe or report.worst
        if worst is None:
            return None

        def alike(judged: Judged) -> bool:
            same = (judged.failed, judged.direction, judged.raised) == (worst.failed, worst.direction, worst.raised)
            return same and judged.weight >= _LIKE_THE_WORST * worst.weight

        return self._short(worst.inputs, alike) or worst

    def _short(self, point: Mapping[str, Fraction], alike: Callable[[Judged], bool]) -> Judged | None:
        """The same input in as few digits as do."""
        for digits in range(1, _MOST_DIGITS + 1):
            judged = self._look(self._typed(point, digits))
            if judged is not None and alike(judged):
                return judged
        return None

    def _on_the_way(self, point: Mapping[str, Fraction]) -> Iterator[Point]:
        """The everyday input, and inputs of one and two digits between it and a point."""
        yield self._inside(self.everyday)
        for part in range(1, _PARTS):
            units = {name: self._between(name, point[name], part / _PARTS) for name in self.space.names}
            here = {name: self.usual.at(name, unit) for name, unit in units.items()}
            yield self._typed(here, 1)
            yield self._typed(here, 2)

    def _between(self, name: str, value: Fraction, part: float) -> float:
        start, end = self.usual.unit(name, self.everyday[name]), self.usual.unit(name, value)
        return start + part * (end - start)

    def _typed(self, point: Mapping[str, Fraction], digits: int) -> Point:
        """Rounded to so many digits; where a function gets one over a parameter, that is what is rounded."""
        fixed = {name for name, value in point.items() if value == 0 or name in self.judge.ready.whole}
        plain = {name: value if name in fixed else _significant(value, digits) for name, value in point.items()}
        passed = self._passed(plain)
        turned = {name for name in plain if passed[name] != plain[name] and name not in fixed}
        return self._inside(
            {name: 1 / _significant(1 / point[name], digits) if name in turned else plain[name] for name in plain}
        )

    def _passed(self, point: Point) -> Mapping[str, Fraction]:
        """The inputs that the doubles passed stand for."""
        try:
            return self.judge.call.settled(point)
        except BadInput:
            return point

    def _inside(self, point: Mapping[str, Fraction]) -> Point:
        ends = self.space.ranges
        return {name: min(max(value, ends[name][0]), ends[name][1]) for name, value in point.items()}

    def _look(self, point: Point) -> Judged | None:
        if self.calls >= _MOST_CALLS or self.slow >= _MOST_SLOW:
            return None
        self.calls += 1
        try:
            judged = self.judge.at(point)
        except (OutOfBudget, BadInput):
            return None
        self.slow += judged.raised == "slow"
        return judged

    def _odd(self, point: Mapping[str, Fraction]) -> float:
        """How far from everyday use, and in how many digits."""
        return self._far(point) + _FOR_A_DIGIT * sum(
            len(re.sub(r"^1/|e.*|\D", "", input_text(value))) for value in point.values()
        )

    def _far(self, point: Mapping[str, Fraction]) -> float:
        outside = any(not low <= point[name] <= high for name, (low, high) in self.usual.ranges.items())
        return self.usual.distance(point, self.everyday) + outside


def _telling(report: AuditReport) -> Callable[[Judged], bool]:
    if report.unsafe:
        return lambda judged: judged.unsafe
    if any(judged.failed and judged.direction != "nan" for judged in report.seen):
        return lambda judged: judged.failed and judged.direction != "nan"
    return lambda judged: judged.failed


def _significant(value: Fraction, digits: int) -> Fraction:
    """The double of the nearest decimal with so many digits."""
    return Fraction(float(f"{float(value):.{digits - 1}e}"))
