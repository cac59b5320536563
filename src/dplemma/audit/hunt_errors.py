"""Another implementation against certified values: how often it is wrong, by how much, and on which side.

Main definitions: `hunt_errors`, `AuditReport`; `Judge` and what belongs to one call is in `judge`, where to look in `search`.

The search is seeded and hunts the worst input: corners, recorded hard points within the range and a spread over it, then steps
from the worst points, and from the worst on the unsafe side, that keep what is worse. No error found is evidence, not proof.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dplemma.audit.consequence import consequence
from dplemma.audit.judge import PROMISED_SIDE, SLOW_SECONDS, CertifyingTooSlow, Judge, Judged
from dplemma.audit.search import Point, Ranges, Space, apart, refine, starting_points
from dplemma.base.errors import OutOfBudget
from dplemma.base.exact import json_number
from dplemma.base.page import html_card
from dplemma.base.sides import Side
from dplemma.values.exact import BadInput

MARGINS = ("1e-9", "1e-6", "1e-2")
MOST_SLOW = 10
"""So many calls may run out of time before the search ends."""
_REFINED_SHARE, _PROBES, _MOST_UNCERTIFIED = 0.3, 8, 3
Key = Callable[[Judged], float]
_ATTEMPTS = 5  # for each point asked for: draws may repeat a point or leave the domain


@dataclass(repr=False)
class AuditReport:
    """The contract of `audit --json`, and what the pages say beyond it."""

    quantity: str
    implementation: str
    promise: str
    rtol: float
    atol: float = 0.0
    points: int = 0
    failed: int = 0
    unsafe: int = 0
    loose: int = 0
    nan: int = 0
    raised: int = 0
    slow: int = 0
    failed_above: int = 0  # numbers that fail, by the side of the truth they are on
    failed_below: int = 0
    unsafe_by: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MARGINS, 0))
    worst: Judged | None = None
    worst_unsafe: Judged | None = None
    mildest: Judged | None = None  # of the failures, in numbers that people type; set by `find_plain_failures`
    worst_typed: Judged | None = None
    reproduce: str = ""
    seconds: float = 0.0  # inside the function, all calls
    out_of_reach: int = 0  # points without a certified value
    errors: dict[str, int] = field(default_factory=dict)
    seen: list[Judged] = field(default_factory=list, repr=False)
    messages: dict[str, str] = field(default_factory=dict)  # of the first error of each kind
    looked: dict[str, int] = field(default_factory=dict)  # how many points of each kind
    unsafe_side: Side = Side.NEITHER
    called: str = ""  # the call as Python writes it
    stopped: str = ""  # why the search ended early
    limit: float = SLOW_SECONDS
    drawn: int = 0  # points before the climb: only they tell a share
    drawn_failed: int = 0
    drawn_unsafe: int = 0

    @property
    def passes(self) -> bool:
        return self.failed == 0 and self.points > 0

    def __repr__(self) -> str:
        return f"<AuditReport {self._said()}>"

    def _said(self) -> str:
        result = "passes" if self.passes else f"fails at {self.failed} of {self.points} points, {self.unsafe} unsafe"
        return f"{self.implementation} as {self.quantity}: {result}"

    def _repr_html_(self) -> str:
        """The result, the counts and the worst inputs as a notebook shows them."""
        counts = {name: getattr(self, name) for name in ("failed", "unsafe", "loose", "nan", "raised", "slow")}
        rows = [("promise", self.promise), ("tolerance", f"{self.rtol:g}"), ("points", str(self.points))]
        rows += [(name, str(count)) for name, count in counts.items() if count]
        worst = {"worst": self.worst, "worst on the unsafe side": self.worst_unsafe}
        rows += [(name, judged.said()) for name, judged in worst.items() if judged is not None]
        return html_card(self._said(), [*rows, ("reproduce", self.reproduce)])

    def add(self, judged: Judged) -> None:
        self.points += 1
        self.failed += judged.failed
        self.failed_above += judged.failed and judged.direction == "above"
        self.failed_below += judged.failed and judged.direction == "below"
        self.unsafe += judged.unsafe
        self.loose += judged.loose
        self.nan += judged.direction == "nan" and not judged.raised
        self.raised += bool(judged.raised) and judged.raised != "slow"
        self.slow += judged.raised == "slow"
        self.seconds += judged.seconds
        if judged.raised and judged.raised != "slow":
            self.errors[judged.raised] = self.errors.get(judged.raised, 0) + 1
            self.messages.setdefault(judged.raised, judged.message)
        self.seen.append(judged)
        for margin in MARGINS:
            self.unsafe_by[margin] += judged.on_unsafe_side and judged.relative > float(margin)
        if self.worst is None or (judged.failed, judged.weight) > (self.worst.failed, self.worst.weight):
            self.worst = judged
        if judged.unsafe and (self.worst_unsafe is None or judged.weight > self.worst_unsafe.weight):
            self.worst_unsafe = judged

    @property
    def failed_share(self) -> float:
        """Share of the points that were drawn without regard to what was found; a climb seeks bad points."""
        return self.drawn_failed / self.drawn if self.drawn else 0.0

    @property
    def unsafe_share(self) -> float:
        return self.drawn_unsafe / self.drawn if self.drawn else 0.0

    @property
    def looseness(self) -> tuple[float, Judged] | None:
        """How far a bound lies from the truth where it is loose: the median, and the worst; None where it never is."""
        loose = [judged for judged in self.seen if judged.loose]
        if not loose:
            return None
        return statistics.median(judged.relative for judged in loose), max(loose, key=lambda judged: judged.relative)

    def to_json(self) -> dict[str, Any]:
        return {
            "quantity": self.quantity, "implementation": self.implementation, "promise": self.promise, "points": self.points,
            "rtol": self.rtol, "pass": self.passes, "failed": self.failed, "unsafe": self.unsafe, "loose": self.loose,
            "nan": self.nan, "raised": self.raised, "slow": self.slow, "unsafe_by": self.unsafe_by,
            "worst": _shown(self.worst), "worst_unsafe": _shown(self.worst_unsafe), "reproduce": self.reproduce,
            "called": self.called, "atol": self.atol, "failed_above": self.failed_above, "failed_below": self.failed_below,
            "mildest": self._told(self.mildest), "worst_typed": self._told(self.worst_typed),
        }  # fmt: skip

    def _told(self, judged: Judged | None) -> dict[str, Any] | None:
        """A point, and what the number returned there means for privacy."""
        shown = _shown(judged)
        return shown if judged is None or shown is None else {**shown, "means": self.meaning(judged)}

    def meaning(self, judged: Judged) -> str:
        return consequence(self.quantity, judged, self.unsafe_side)


def _shown(judged: Judged | None) -> dict[str, Any] | None:
    if judged is None:
        return None
    return {
        "inputs": {name: input_text(value) for name, value in judged.inputs.items()},
        "got": judged.raised or json_number(judged.got), "want": json_number(judged.want),
        "rel": json_number(judged.relative), "bits": round(judged.bits, 2), "direction": judged.direction,
    }  # fmt: skip


def input_text(value: Fraction) -> str:
    """A short text of an input: an integer, a double in its shortest form, one over a double, else a fraction.

    Read again as an input, it is passed as the same doubles.
    """
    if value.denominator == 1 and abs(value) < 10**16:
        return str(value.numerator)
    if Fraction(float(value)) == value or Fraction(repr(float(value))) == value:
        return repr(float(value))
    turned = 1 / value
    return f"1/{input_text(turned)}" if Fraction(float(turned)) == turned else str(value)


# -- the search -----------------------------------------------------------------------------------------------------------


def hunt_errors(
    judge: Judge,
    ranges: Ranges,
    *,
    implementation: str,
    examples: int = 500,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> AuditReport:
    """Hunt the worst input with at most `examples` calls."""
    report = AuditReport(judge.ready.quantity.name, implementation, judge.promise, judge.rtol, judge.atol)
    report.unsafe_side, report.limit = judge.unsafe_side, judge.limit
    report.called = judge.call.phrase(implementation.rpartition(":")[2])
    hunt = _Hunt(judge, Space(judge.ready, ranges), report, examples, progress)
    chance = random.Random(seed)
    points = starting_points(hunt.space, chance, examples)
    hunt.spread(points, examples - int(examples * _REFINED_SHARE))
    if not hunt.ways():
        hunt.spread(points, examples)
    report.drawn, report.drawn_failed, report.drawn_unsafe = report.points, report.failed, report.unsafe
    hunt.refine(chance)
    hunt.spread(points, examples)
    hunt.settle()
    return report


class _Hunt:
    """The points looked at so far and the calls that are left."""

    def __init__(self, judge: Judge, space: Space, report: AuditReport, examples: int, progress: Callable[[int], None]) -> None:
        self.judge, self.space, self.report, self.examples, self.progress = judge, space, report, examples, progress
        self.known: dict[tuple[Fraction, ...], Judged | None] = {}
        self.attempts = self.too_slow = 0
        self.kinds = Counter[str]()

    @property
    def over(self) -> bool:
        return (
            self.report.points >= self.examples
            or self.attempts >= _ATTEMPTS * self.examples + 100
            or bool(self.report.stopped)
        )  # fmt: skip

    def look(self, kind: str, inputs: Mapping[str, Fraction]) -> Judged | None:
        """One call, unless the point is known; None where there is no certified value."""
        self.attempts += 1
        key = tuple(inputs[name] for name in self.space.names)
        if key in self.known or self.over:
            return self.known.get(key)
        judged = None
        try:
            judged = self.judge.at(inputs)
        except OutOfBudget as error:
            self.report.out_of_reach += 1
            self.too_slow += isinstance(error, CertifyingTooSlow)
            if self.too_slow >= _MOST_UNCERTIFIED:
                self.report.stopped = f"{self.too_slow} certified values took too long; choose a smaller --range"
        except BadInput:
            pass  # outside the domain, or no argument can be passed
        self.known[key] = judged
        if judged is not None:
            self.report.add(judged)
            self.kinds[kind] += 1
            self._stop_early()
            self.progress(self.report.points)
        return judged

    def _stop_early(self) -> None:
        report = self.report
        if report.slow >= MOST_SLOW:
            report.stopped = f"{MOST_SLOW} calls ran out of time ({report.limit:g} s each)"
        if report.points == _PROBES:
            self._check_numbers()

    def _check_numbers(self) -> None:
        report = self.report
        if report.points and all(judged.raised.startswith("returned ") for judged in report.seen):
            raise BadInput(
                f"{report.implementation} {report.seen[0].raised}, not a number. Name a function that returns the number, "
                "e.g. one of your own that calls it"
            )

    def spread(self, points: Iterator[tuple[str, Point]], total: int) -> None:
        while not (self.over or self.report.points >= total or self.attempts >= _ATTEMPTS * total):
            self.look(*next(points))

    def ways(self) -> list[tuple[Judged, Key]]:
        """Where to climb from and what to: NaN and exceptions have no slope."""
        bound = self.judge.promise in PROMISED_SIDE
        keys = ((_breaking, 3), (_looseness, 1)) if bound else ((_error, 2), (_unsafe_error, 2))
        return [(start, key) for key, most in keys for start in self._starts(key, most)]

    def refine(self, chance: random.Random) -> None:
        """Climb from the worst points and from the worst on the unsafe side; of a bound, to where it breaks and is loosest."""
        ways = self.ways()
        for number, (start, key) in enumerate(ways):
            steps = (self.examples - self.report.points) // (len(ways) - number)

            def badness(point: Point, key: Key = key) -> float:
                judged = self.look("refined", point)
                return -math.inf if judged is None else key(judged)

            refine(self.space, chance, start.inputs, key(start), badness, steps)

    def _starts(self, key: Key, most: int) -> list[Judged]:
        return apart(self.space, [judged for judged in self.report.seen if key(judged) > -math.inf], key, most)

    def settle(self) -> None:
        self.report.looked = dict(self.kinds)
        self._check_numbers()
        if self.report.points:
            return
        if self.report.out_of_reach:
            tried = self.report.stopped or f"{self.report.out_of_reach} tried"
            raise OutOfBudget(f"no point of the range has a certified value ({tried})")
        needs = self.judge.ready.quantity.needs
        raise BadInput("no point of the range is in the domain" + (f": {self.report.quantity} needs {needs}" if needs else ""))


def _error(judged: Judged) -> float:
    return judged.weight if math.isfinite(judged.weight) else -math.inf


def _unsafe_error(judged: Judged) -> float:
    return _error(judged) if judged.on_unsafe_side else -math.inf


def _looseness(judged: Judged) -> float:
    return _error(judged) if judged.loose else -math.inf


def _breaking(judged: Judged) -> float:
    """How far a bound lies on the wrong side, negative on the right one.

    Where it is exact, or the value is no normal double, so that every error is small, nothing tells where to go.
    """
    if not judged.failed and (judged.direction == "exact" or abs(judged.want) < sys.float_info.min):
        return -math.inf
    return -_error(judged) if judged.loose else _error(judged)
