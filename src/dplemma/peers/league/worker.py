"""Inside a library's environment: import it, call it, judge every call; one JSON line a point to whoever started this process.

    python -m dplemma.peers.league.worker < job.json

The job: {"adapter", "calls", "range", "examples", "seed", "seconds"}; `calls` are indices into the adapter's calls, which share
the seconds: what one leaves, the others get. The lines: {"ready": version}, then for every call {"call": index, "budget": ...},
{"at": inputs} before and {"judged": ...} after each point, {"plain": ...} with the failures in numbers that people type,
{"done": index}; or {"broken": why}. What the library prints goes nowhere. The parent stops what hangs.

A call is first sampled (log-uniform, no hunting: the shares and medians of the table), then `hunt_errors` looks for the worst.
Points where the exact value is not 0 but too small for a normal double are left out: no double is right there, and nobody is
harmed.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from importlib import metadata
from typing import Any

from dplemma.audit.hunt_errors import AuditReport, hunt_errors
from dplemma.audit.judge import Judge, Judged
from dplemma.audit.plain_points import find_plain_failures
from dplemma.audit.spans import Ends
from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.base.sides import Side
from dplemma.peers.league.declare import Peer, PeerCall, load_peer
from dplemma.values.calls import Call, bind
from dplemma.values.comparison import LEAST_NORMAL
from dplemma.values.evaluator import Evaluator, certified, evaluator
from dplemma.values.exact import BadInput
from dplemma.values.formula_text import parse_formula
from dplemma.values.sampling import at_unit

SAMPLE_SHARE = 0.6
SAMPLE_SECONDS = 0.7  # of a call's budget
PLAIN_SHARE, PLAIN_SECONDS = 0.05, 5.0  # on top of it, and at most: the parent waits a little longer than the budget
LEAST_BUDGET = 2.0
MEMORY_BYTES = 4 << 30


class CallTooLong(Exception):
    """A call's budget of seconds is spent; what was judged until then counts."""


@dataclass(frozen=True)
class AnnouncedCall(Call):
    """A call that is announced to the parent just before it happens, and timed by itself: processor time, others may be busy."""

    say: Callable[[dict[str, Any]], None] = print
    clock: list[float] = field(default_factory=list)

    def __call__(self, inputs: Mapping[str, Fraction]) -> float:
        ordered, named = self.arguments(inputs)
        self.say({"at": texts(inputs)})
        start = time.process_time()
        try:
            got = self.function(*ordered, **named)
        finally:
            self.clock[:] = [time.process_time() - start]
        return float(got)


@dataclass(frozen=True)
class WatchedJudge(Judge):
    """A judge that reports every point, keeps to the documented domain, and stops when its time is over."""

    say: Callable[[dict[str, Any]], None] = print
    deadline: float = float("inf")
    phase: str = "hunt"
    within: Callable[..., bool] | None = None
    seen: list[Judged] = field(default_factory=list)

    def at(self, inputs: Mapping[str, Fraction]) -> Judged:
        if time.monotonic() > self.deadline:
            raise CallTooLong
        if self.within is not None and not self.within(**{name: float(value) for name, value in inputs.items()}):
            raise BadInput("outside the documented domain")
        judged = super().at(inputs)
        if abs(judged.want) < LEAST_NORMAL and judged.direction != "exact" and certified(self.ready, judged.inputs) != 0:
            raise BadInput("below the normal doubles")
        if isinstance(self.call, AnnouncedCall) and self.call.clock:
            judged = replace(judged, seconds=self.call.clock[0])
        self.seen.append(judged)
        self.say({"judged": encoded(judged), "phase": self.phase})
        return judged


def texts(inputs: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(value) for name, value in inputs.items()}


def encoded(judged: Judged) -> dict[str, Any]:
    return {**{f.name: getattr(judged, f.name) for f in fields(judged)}, "inputs": texts(judged.inputs)}


def decoded(line: Mapping[str, Any]) -> Judged:
    inputs = {name: Fraction(text) for name, text in line["inputs"].items()}
    return Judged(**{**line, "inputs": inputs, "side": Side(line["side"])})


def main() -> int:
    say = _private_channel()
    job = json.loads(sys.stdin.read())
    _limit_memory()
    warnings.simplefilter("ignore")
    try:
        peer = load_peer(job["adapter"])
        start = time.perf_counter()
        version = import_library(peer)
    except (Exception, SystemExit) as error:
        say({"broken": f"{type(error).__name__}: {' '.join(str(error).split())}"[:300]})
        return 0
    say({"ready": version, "seconds": time.perf_counter() - start})
    end = time.monotonic() + job["seconds"]
    for done, index in enumerate(job["calls"]):
        budget = max(LEAST_BUDGET, (end - time.monotonic()) / (len(job["calls"]) - done))
        say({"call": index, "budget": budget})
        try:
            examine(peer.calls[index], job, budget, say)
        except DplemmaError as error:
            say({"failed": " ".join(str(error).split())})
        say({"done": index})
    return 0


def import_library(peer: Peer) -> str:
    """Import the library; its version."""
    if peer.prepare is not None:
        peer.prepare()
    for module in peer.imports:
        importlib.import_module(module)
    return metadata.version(peer.distribution)


def examine(call: PeerCall, job: Mapping[str, Any], budget: float, say: Callable[[dict[str, Any]], None]) -> None:
    """Sample, then hunt, within the budget of seconds."""
    ready = evaluator(call.quantity)
    ranges = call.ranges(ready, job["range"])
    if ranges is None:
        raise BadInput(f"the documented domain does not meet the {job['range']} range")
    mapped = {name: parse_formula(text, ready.names) for name, text in call.arguments.items()}
    plain = bind(call.function, ready, mapped)
    bound = AnnouncedCall(**{f.name: getattr(plain, f.name) for f in fields(plain)}, say=say)
    side = ready.quantity.unsafe_side
    begin = time.monotonic()
    seen: list[Judged] = []

    def judge(phase: str, share: float) -> WatchedJudge:
        return WatchedJudge(
            ready, bound, call.promise, call.rtol, side, call.seconds, call.atol,
            say=say, deadline=begin + share * budget, phase=phase, within=call.within, seen=seen,
        )  # fmt: skip

    sampled = max(1, int(SAMPLE_SHARE * job["examples"]))
    try:
        _sample(judge("sample", SAMPLE_SECONDS), ranges, sampled, job["seed"])
    except CallTooLong:
        say({"cut": "sample"})
    try:
        _look_again(judge("hunt", 1), ranges, call.points)
        examples = max(1, job["examples"] - sampled)
        hunt_errors(judge("hunt", 1), ranges, implementation=call.public, examples=examples, seed=job["seed"])
    except CallTooLong:
        say({"cut": "hunt"})
    except OutOfBudget:
        pass
    with suppress(CallTooLong):
        _say_plainly(judge("typed", 1 + min(PLAIN_SHARE, PLAIN_SECONDS / budget)), ranges, say)


def _say_plainly(judge: WatchedJudge, ranges: Mapping[str, Ends], say: Callable[[dict[str, Any]], None]) -> None:
    """The mildest failure and a short input for the worst; what is called for that is not counted."""
    report = AuditReport(judge.ready.quantity.name, "", judge.promise, judge.rtol, judge.atol)
    for judged in judge.seen:
        report.add(judged)
    find_plain_failures(judge, ranges, report)
    found = {"mildest": report.mildest, "worst_typed": report.worst_typed}
    say({"plain": {name: encoded(judged) for name, judged in found.items() if judged is not None}})


def _look_again(judge: Judge, ranges: Mapping[str, Ends], points: tuple[Mapping[str, str], ...]) -> None:
    """What was found once: the points within the range."""
    for point in points:
        inputs = {name: Fraction(text) for name, text in point.items()}
        if all(ranges[name][0] <= value <= ranges[name][1] for name, value in inputs.items()):
            with suppress(OutOfBudget, BadInput):
                judge.at(inputs)


def _sample(judge: Judge, ranges: Mapping[str, Ends], count: int, seed: int) -> None:
    """Points drawn without looking: log-uniform where the range is positive, whole where the parameter is."""
    chance = random.Random(f"{judge.ready.quantity.name} {seed}")
    for _ in range(count):
        try:
            judge.at({name: _draw(chance, low, high, judge.ready, name) for name, (low, high) in ranges.items()})
        except (OutOfBudget, BadInput):
            continue


def _draw(chance: random.Random, low: Fraction, high: Fraction, ready: Evaluator, name: str) -> Fraction:
    x = at_unit(float(low), float(high), chance.random())
    return min(max(Fraction(round(x)) if name in ready.whole else Fraction(x), low), high)


def _limit_memory() -> None:
    """A library that asks for more gets a MemoryError, and the machine lives on; where the system has no such limit, nothing."""
    try:
        import resource
    except ImportError:
        return
    most = MEMORY_BYTES if (hard := resource.getrlimit(resource.RLIMIT_AS)[1]) < 0 else min(MEMORY_BYTES, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _private_channel() -> Callable[[dict[str, Any]], None]:
    """A line to the parent that nothing the library prints can reach: its output goes to the null device."""
    mine = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    stream = io.TextIOWrapper(os.fdopen(mine, "wb"), encoding="utf-8")

    def say(line: dict[str, Any]) -> None:
        stream.write(json.dumps(line) + "\n")
        stream.flush()

    return say


if __name__ == "__main__":
    sys.exit(main())
