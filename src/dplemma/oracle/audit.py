"""Another implementation against certified values: how often it is wrong, by how much, and on which side.

Main definitions: `audit`, `AuditReport`, `Judged`, `PROMISES`.

The wanted value is the correctly rounded double; where that is zero or subnormal one subnormal spacing passes. A call promises
to be exact, an upper bound, a lower bound or an estimate, and is judged by that: an upper bound fails only below the truth.
An error is unsafe if it lies on the side that promises more privacy than there is. The search is seeded: recorded hard points
within the range, corners, random points, then steps from the worst ones that keep what is worse.
"""

from __future__ import annotations

import math
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from dplemma.errors import DplemmaError, OutOfBudget
from dplemma.oracle.calls import Call
from dplemma.oracle.evaluator import Evaluator
from dplemma.oracle.exact import BadInput
from dplemma.oracle.hard_points import HARD_POINTS
from dplemma.oracle.rounding import ends, nearest_double
from dplemma.precision.trace import bits_of_error

PROMISES = ("exact", "upper", "lower", "estimate")
SIDES = {"too small is unsafe": "below", "too large is unsafe": "above"}
MARGINS = ("1e-9", "1e-6", "1e-2")
SLOW_SECONDS = 2.0
_BITS, _LEAST_NORMAL, _SPACING = 90, 2.0**-1022, 2.0**-1074
_STARTS, _REFINED_SHARE, _HARD_SHARE = 4, 0.3, 0.2
Ranges = Mapping[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Judged:
    """One call: what it gave, what is right, and what that means under its promise."""

    inputs: Mapping[str, Fraction]
    got: float
    want: float
    relative: float
    bits: float
    direction: str  # "exact", "below", "above", "nan"
    failed: bool
    unsafe: bool
    loose: bool
    raised: str = ""
    seconds: float = 0.0

    @property
    def badness(self) -> tuple[bool, bool, float]:
        return self.unsafe, self.failed, self.relative


@dataclass
class AuditReport:
    """The contract of `audit --json`."""

    quantity: str
    implementation: str
    promise: str
    rtol: float
    points: int = 0
    failed: int = 0
    unsafe: int = 0
    loose: int = 0
    nan: int = 0
    raised: int = 0
    slow: int = 0
    unsafe_by: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MARGINS, 0))
    worst: Judged | None = None
    worst_unsafe: Judged | None = None
    reproduce: str = ""
    seconds: float = 0.0  # inside the function, all calls
    out_of_reach: int = 0  # points without a certified value
    errors: dict[str, int] = field(default_factory=dict)
    seen: list[Judged] = field(default_factory=list, repr=False)

    @property
    def passes(self) -> bool:
        return self.failed == 0 and self.points > 0

    def add(self, judged: Judged) -> None:
        self.points += 1
        self.failed += judged.failed
        self.unsafe += judged.unsafe
        self.loose += judged.loose
        self.nan += judged.direction == "nan" and not judged.raised
        self.raised += bool(judged.raised) and judged.raised != "slow"
        self.slow += judged.raised == "slow" or judged.seconds > SLOW_SECONDS
        self.seconds += judged.seconds
        if judged.raised:
            self.errors[judged.raised] = self.errors.get(judged.raised, 0) + 1
        self.seen.append(judged)
        for margin in MARGINS:
            self.unsafe_by[margin] += judged.unsafe and judged.relative > float(margin)
        if self.worst is None or (judged.failed, judged.relative) > (self.worst.failed, self.worst.relative):
            self.worst = judged
        if judged.unsafe and (self.worst_unsafe is None or judged.relative > self.worst_unsafe.relative):
            self.worst_unsafe = judged

    def to_json(self) -> dict[str, Any]:
        return {
            "quantity": self.quantity, "implementation": self.implementation, "promise": self.promise, "points": self.points,
            "rtol": self.rtol, "pass": self.passes, "failed": self.failed, "unsafe": self.unsafe, "loose": self.loose,
            "nan": self.nan, "raised": self.raised, "slow": self.slow, "unsafe_by": self.unsafe_by,
            "worst": _shown(self.worst), "worst_unsafe": _shown(self.worst_unsafe), "reproduce": self.reproduce,
        }  # fmt: skip


def _shown(judged: Judged | None) -> dict[str, Any] | None:
    if judged is None:
        return None
    return {
        "inputs": {name: plain(value) for name, value in judged.inputs.items()}, "got": judged.raised or _number(judged.got),
        "want": _number(judged.want), "rel": _number(judged.relative), "bits": round(judged.bits, 2),
        "direction": judged.direction,
    }  # fmt: skip


def _number(value: float) -> float | str:
    return value if math.isfinite(value) else repr(value)


def plain(value: Fraction) -> str:
    """An exact input as a text that is read back exactly: a double in its shortest form, else a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    return repr(float(value)) if Fraction(repr(float(value))) == value or Fraction(float(value)) == value else str(value)


# -- one call -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judge:
    """Calls the implementation at a point and compares."""

    ready: Evaluator
    call: Call
    promise: str = "exact"
    rtol: float = 1e-9
    unsafe_side: str = ""
    limit: float = SLOW_SECONDS

    def at(self, inputs: Mapping[str, Fraction]) -> Judged:
        """`OutOfBudget` or `BadInput` where there is no certified value."""
        settled = self.call.settled(inputs)
        exact = certified(self.ready, settled)
        got, raised, seconds = timed(self.call, settled, self.limit)
        return self.judged(settled, got, exact, raised, seconds)

    def judged(self, inputs: Mapping[str, Fraction], got: float, exact: arb, raised: str = "", seconds: float = 0.0) -> Judged:
        want = nearest_double(*ends(exact))
        want = float(exact.mid()) if want is None else want
        direction, relative = compare(got, want, exact)
        off = relative > self.rtol
        broken = direction == "nan" or (off and (self.promise, direction) not in (("upper", "above"), ("lower", "below")))
        unsafe = off and direction == self.unsafe_side and not (self.promise == "lower" and direction == "below")
        loose = off and not broken
        return Judged(inputs, got, want, relative, bits_of_error(got, exact), direction, broken, unsafe, loose, raised, seconds)


def compare(got: float, want: float, exact: arb) -> tuple[str, float]:
    """On which side of the truth a double lies, and how far relatively; one subnormal spacing counts as nothing."""
    if math.isnan(got):
        return "nan", math.inf
    if got == want:
        return "exact", 0.0
    if abs(want) < _LEAST_NORMAL and abs(got - want) <= _SPACING:
        return "exact", 0.0
    if math.isinf(got) or math.isinf(want):
        return ("above" if got > want else "below"), math.inf
    gap = arb(got) - exact
    side = "above" if gap.mid() > 0 else "below"
    if exact == 0:
        return side, math.inf
    return side, float(abs(gap / exact).mid())


def certified(ready: Evaluator, inputs: Mapping[str, Fraction]) -> arb:
    ball, _, _ = ready.enclose(ready.read({name: fmpq(v.numerator, v.denominator) for name, v in inputs.items()}), _BITS)
    return ball


def timed(
    call: Callable[[Mapping[str, Fraction]], float], inputs: Mapping[str, Fraction], limit: float
) -> tuple[float, str, float]:
    """The value, what was raised instead, and the seconds; a call that hangs is stopped where the system allows it."""
    start = time.perf_counter()
    try:
        with _alarm(limit):
            got, raised = call(inputs), ""
    except _TooSlow:
        got, raised = math.nan, "slow"
    except DplemmaError:
        raise
    except Exception as error:
        got, raised = math.nan, type(error).__name__
    return got, raised, time.perf_counter() - start


class _TooSlow(BaseException):
    """Not an Exception: code under audit may catch those."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise _TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# -- the search -----------------------------------------------------------------------------------------------------------


def audit(
    judge: Judge,
    ranges: Ranges,
    *,
    implementation: str,
    examples: int = 500,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> AuditReport:
    """Hunt the worst input: recorded hard points and corners, random points, then a local search from the worst."""
    report = AuditReport(judge.ready.quantity.name, implementation, judge.promise, judge.rtol)
    chance = random.Random(seed)
    refined = int(examples * _REFINED_SHARE)
    for inputs in _starts(judge.ready, ranges, chance, examples - refined):
        _look(judge, inputs, report)
        progress(report.points)
    starts = sorted(report.seen, key=lambda judged: judged.badness, reverse=True)[:_STARTS]
    for start in starts:
        here, size = start, 0.5
        for _ in range(max(1, refined // max(1, len(starts)))):
            there = _look(judge, _step(here.inputs, ranges, judge, chance, size), report)
            progress(report.points)
            if there is not None and there.badness > here.badness:
                here = there
            else:
                size *= 0.85
    if not report.points:
        raise OutOfBudget(f"no point of the range has a certified value ({report.out_of_reach} tried)")
    return report


def _look(judge: Judge, inputs: Mapping[str, Fraction], report: AuditReport) -> Judged | None:
    try:
        judged = judge.at(inputs)
    except (OutOfBudget, BadInput):
        report.out_of_reach += 1
        return None
    report.add(judged)
    return judged


def _starts(ready: Evaluator, ranges: Ranges, chance: random.Random, count: int) -> Iterator[dict[str, Fraction]]:
    corners: list[dict[str, Fraction]] = [{}]
    for name, (low, high) in ranges.items():
        corners = [{**corner, name: end} for corner in corners for end in dict.fromkeys((low, high))]
    hard = [dict(zip(ready.names, map(Fraction, point), strict=True)) for point in HARD_POINTS.get(ready.quantity.name, [])]
    inside = [point for point in hard if all(ranges[name][0] <= value <= ranges[name][1] for name, value in point.items())]
    chance.shuffle(inside)
    first = [*corners, *inside[: int(count * _HARD_SHARE)]][:count]
    yield from first
    for _ in range(count - len(first)):
        yield {name: _draw(chance, low, high, whole=name in _whole(ready)) for name, (low, high) in ranges.items()}


def _whole(ready: Evaluator) -> frozenset[str]:
    return frozenset(name for name, interval in ready.quantity.params.items() if interval.integer)


def _draw(chance: random.Random, low: Fraction, high: Fraction, *, whole: bool) -> Fraction:
    x = math.exp(chance.uniform(math.log(low), math.log(high))) if low > 0 else chance.uniform(float(low), float(high))
    return min(max(Fraction(round(x)) if whole else Fraction(x), low), high)


def _step(here: Mapping[str, Fraction], ranges: Ranges, judge: Judge, chance: random.Random, size: float) -> dict[str, Fraction]:
    moved = {}
    for name, value in here.items():
        low, high = ranges[name]
        if name in _whole(judge.ready):
            moved[name] = min(max(value + chance.choice((-1, 0, 1)), low), high)
        else:
            span = float(high - low)
            x = float(value) * math.exp(chance.gauss(0, size)) if low > 0 else float(value) + chance.gauss(0, size) * span
            moved[name] = min(max(Fraction(x), low), high)
    return moved
