"""Audit libraries in processes of their own: a worker in the library's environment judges, this side counts and keeps the clock.

A worker that hangs inside a call, dies, or never finishes its imports is stopped; what it had judged until then counts, the point
it hung at is counted as slow, one it died at as raised, and a new worker goes on with the next call.

Main definitions: `audit_peer`, `audit_peers`, `LeagueEntry`, `PeerResult`.
"""

from __future__ import annotations

import json
import math
import os
import queue
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dplemma.audit.hunt_errors import AuditReport, input_text
from dplemma.audit.judge import Judged
from dplemma.base.exact import json_number
from dplemma.base.sides import Side
from dplemma.peers.league.declare import Peer, PeerCall, load_peer
from dplemma.peers.league.environments import interpreter, judge_link
from dplemma.peers.league.worker import LEAST_BUDGET, decoded
from dplemma.values.comparison import WORST_BITS
from dplemma.values.evaluator import evaluator

IMPORT_SECONDS = 120.0
GRACE_SECONDS = 10.0
HEADLINE = "1e-2"
_WORKER = "{link}from runpy import run_module\nrun_module('dplemma.peers.league.worker', run_name='__main__', alter_sys=True)\n"


@dataclass
class LeagueEntry:
    """One call of one library on one range."""

    peer: str
    version: str
    range: str
    call: PeerCall
    report: AuditReport
    sample: list[Judged] = field(default_factory=list)
    cut: bool = False  # stopped by the clock before all points were tried
    skipped: str = ""  # why there is nothing

    @property
    def sampled(self) -> int:
        return len(self.sample)

    def unsafe_share(self, margin: str = HEADLINE) -> float:
        """Of the points drawn without hunting, how many are unsafe by more than the margin."""
        return _share(self.sample, lambda judged: judged.unsafe and judged.relative > float(margin))

    def failure_share(self) -> float:
        """No number, an exception, or no answer in time."""
        return _share(self.sample, lambda judged: judged.direction == "nan" or bool(judged.raised))

    def median(self, field: str) -> float:
        """Of a number of every call of the sample, such as `relative`, `bits` or `seconds`."""
        return statistics.median(getattr(judged, field) for judged in self.sample) if self.sample else math.nan

    def to_json(self) -> dict[str, Any]:
        found = {"peer": self.peer, "version": self.version, "range": self.range, **self.report.to_json()}
        found |= {
            "call": self.call.public, "because": self.call.because, "adjacency": self.call.adjacency,
            "sample": {
                "points": self.sampled, "unsafe_share": self.unsafe_share(), "failure_share": self.failure_share(),
                "median_rel": json_number(self.median("relative")), "median_bits": json_number(self.median("bits")),
                "seconds_per_call": json_number(self.median("seconds")),
            },
            "cut_short": self.cut, "skipped": self.skipped,
        }  # fmt: skip
        return found


def _share(found: list[Judged], is_counted: Callable[[Judged], bool]) -> float:
    return sum(map(is_counted, found)) / len(found) if found else 0.0


@dataclass
class PeerResult:
    """A library: its entries, or why there are none."""

    name: str
    version: str = ""
    entries: list[LeagueEntry] = field(default_factory=list)
    broken: str = ""
    import_seconds: float = 0.0


@dataclass(frozen=True)
class Plan:
    """How to look: which range, how many points a call, the seed, and the seconds a library gets."""

    range: str = "ordinary"
    examples: int = 200
    seed: int = 0
    limit: float = 60.0
    import_seconds: float = IMPORT_SECONDS
    grace: float = GRACE_SECONDS


def audit_peers(
    adapters: Mapping[str, str], plan: Plan, *, jobs: int = 1, progress: Callable[[str], None] = lambda text: None
) -> list[PeerResult]:
    """Every library that is there, in the order of the names; `adapters` maps a name to its module."""
    stop = threading.Event()
    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        waiting = [pool.submit(audit_peer, module, plan, progress=progress, stop=stop) for module in adapters.values()]
        try:
            return [future.result() for future in waiting]
        except KeyboardInterrupt:  # the workers are interrupted with us; no new ones
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def audit_peer(
    module: str,
    plan: Plan,
    *,
    python: str | None = None,
    progress: Callable[[str], None] = lambda text: None,
    stop: threading.Event | None = None,
) -> PeerResult:
    """One library, in workers that are replaced when they hang or die."""
    peer = load_peer(module)
    result = PeerResult(peer.name)
    python = python or interpreter(peer)
    if python is None:
        result.broken = "not installed"
        return result
    entries = {index: _entry(peer, call, plan) for index, call in enumerate(peer.calls)}
    todo = [index for index, entry in entries.items() if not entry.skipped]
    end = time.monotonic() + plan.limit
    while todo and not result.broken and not (stop and stop.is_set()):
        seconds = max(LEAST_BUDGET * len(todo), end - time.monotonic())
        finished = _one_worker(python, module, plan, todo, seconds, entries, result, progress)
        todo = [index for index in todo if index not in finished]
    for entry in entries.values():
        entry.version = result.version
    if not result.broken:
        result.entries = list(entries.values())
    return result


def _entry(peer: Peer, call: PeerCall, plan: Plan) -> LeagueEntry:
    report = AuditReport(call.quantity, call.public, call.promise, call.rtol, call.atol)
    report.unsafe_side = evaluator(call.quantity).quantity.unsafe_side
    ranges = call.ranges(evaluator(call.quantity), plan.range)
    if ranges is None:
        return LeagueEntry(peer.name, "", plan.range, call, report, skipped=f"no {plan.range} inputs in its documented domain")
    options = [f"--range {name}={input_text(low)}:{input_text(high)}" for name, (low, high) in ranges.items()]
    options += [f"--arg {name}={text}" for name, text in call.arguments.items()]
    report.reproduce = " ".join([
        "dplemma audit", call.target(), "--as", call.quantity, *options,
        f"--promise {call.promise} --rtol {call.rtol:g} --atol {call.atol:g} --examples {plan.examples} --seed {plan.seed}",
    ])  # fmt: skip
    return LeagueEntry(peer.name, "", plan.range, call, report)


def _one_worker(
    python: str, module: str, plan: Plan, todo: list[int], seconds: float, entries: dict[int, LeagueEntry], result: PeerResult,
    progress: Callable[[str], None],
) -> set[int]:  # fmt: skip
    """Run one worker until it is done, hangs or dies; the calls that need not be tried again."""
    job = {
        "adapter": module, "calls": todo, "range": plan.range, "examples": plan.examples, "seed": plan.seed, "seconds": seconds,
    }  # fmt: skip
    finished: set[int] = set()
    here: int | None = None
    asked: dict[str, str] | None = None
    with _Worker(python, job) as worker:
        for line in worker.lines(plan.import_seconds):
            if "ready" in line:
                result.version, result.import_seconds = line["ready"], line["seconds"]
            elif "broken" in line:
                result.broken = line["broken"]
            elif "call" in line:
                here = int(line["call"])
                patience = entries[here].call.seconds + plan.grace
                worker.wait(patience, line["budget"] + patience)
                progress(f"{result.name} {result.version}: {entries[here].call.public}")
            elif "done" in line:
                finished.add(line["done"])
                here = asked = None
            elif here is not None:
                asked = _counted(entries[here], line, asked)
        how = worker.ending
    if here is None and not finished and not result.broken:
        result.broken = "its imports never end" if how == "hung" else f"its process ended at once ({how})"
    if here is not None:
        finished.add(here)
        entries[here].cut = True
        if asked is not None:
            raised = "slow" if how == "hung" else f"process died ({how})"
            entries[here].report.add(_unanswered(asked, raised, entries[here].call.seconds))
    return finished


def _counted(entry: LeagueEntry, line: Mapping[str, Any], asked: dict[str, str] | None) -> dict[str, str] | None:
    """Count one line of a worker; the inputs that are being tried, if any."""
    if "at" in line:
        return line["at"]
    if "judged" in line:
        if line["phase"] != "typed":  # sought for being plain, not counted
            entry.report.add(decoded(line["judged"]))
        if line["phase"] == "sample":
            entry.sample.append(entry.report.seen[-1])
        return None
    if "plain" in line:
        for name, judged in line["plain"].items():
            setattr(entry.report, name, decoded(judged))
    if "cut" in line:
        entry.cut = True
    if "failed" in line:
        entry.skipped = line["failed"]
    return asked


def _unanswered(inputs: Mapping[str, str], raised: str, seconds: float) -> Judged:
    nan, exact = float("nan"), {name: Fraction(text) for name, text in inputs.items()}
    return Judged(
        nan, nan, float("inf"), WORST_BITS, Side.NEITHER, inputs=exact, failed=True, unsafe=False, loose=False, raised=raised,
        seconds=seconds,
    )  # fmt: skip


class _Worker:
    """A process and its lines; stopped on leaving, whatever happened."""

    def __init__(self, python: str, job: Mapping[str, Any]) -> None:
        self.ending = ""
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._process = subprocess.Popen(
            [python, "-W", "ignore", "-c", _WORKER.format(link=judge_link())], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, encoding="utf-8", env=_environment(),
        )  # fmt: skip
        self._job = json.dumps(job)

    def __enter__(self) -> _Worker:
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line)
        except ValueError:  # closed on leaving
            pass
        self._lines.put(None)

    def wait(self, silence: float, total: float) -> None:
        """From now on, give up after so many seconds without a line, or in total."""
        self._silence, self._deadline = silence, time.monotonic() + total

    def lines(self, import_seconds: float) -> Iterator[dict[str, Any]]:
        """What it says, until it ends or keeps one waiting for too long."""
        self.wait(import_seconds, import_seconds)
        assert self._process.stdin is not None
        try:
            with self._process.stdin as stream:
                stream.write(self._job)
        except BrokenPipeError:
            pass
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, min(self._silence, self._deadline - time.monotonic())))
            except queue.Empty:
                self.ending = "hung"
                return
            if line is None:
                code = self._process.wait()
                self.ending = f"signal {-code}" if code < 0 else f"exit code {code}"
                return
            yield json.loads(line)


def _environment() -> dict[str, str]:
    """One thread a worker, for numerical libraries would take all."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**os.environ, **one, "PYTHONHASHSEED": "0"}


def has_finding(results: Iterable[PeerResult]) -> bool:
    """Whether a call breaks its own promise somewhere."""
    return any(entry.report.points and not entry.report.passes for result in results for entry in result.entries)
