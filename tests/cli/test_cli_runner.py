"""Deciding in several processes gives what one process gives."""

from __future__ import annotations

import importlib
import io
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from cli_world import Terminal

from dplemma.cli.runner import ClaimOutcome, Progress, run_claims
from dplemma.ledger.record import Record

WORKER_MODULE = """
import os
import signal
import time
from dataclasses import dataclass

from dplemma.base.errors import BadClaim
from dplemma.ledger.verdict import Verdict


@dataclass(frozen=True)
class Tiny:
    id: str
    paper: str = "p"
    tier: str = "core"
    where: str = ""
    kind: str = "identity"
    states: str = ""
    reading: str = ""
    why: str = ""
    class_: str = ""
    harm: str = ""
    not_formalised: str = ""
    amends: str = ""
    place: str = "papers/p/tiny.py:1"
    as_extracted: None = None
    amend: None = None
    sharpen: None = None

    def latex(self): return "x"
    def text(self): return "x"
    def expanded(self): return self
    def digest(self): return self.id
    def symbols(self): return []
    def numbers(self): return []


def load():
    return {f"p/{n}": Tiny(f"p/{n}") for n in range(8)}


def decide(claim, hint):
    if claim.id == "p/3":
        raise BadClaim("three is odd", "")
    stopped = ("a rewriting, 60 s",) if claim.id == "p/5" else ()
    return Verdict(verdict="proved", engine="symbolic", won=tuple(sorted(hint)), remark=str(os.getpid()), stopped=stopped)


def decide_or_die(claim, hint):
    if claim.id == "p/2":
        os._exit(9)
    return decide(claim, hint)


def decide_or_hang(claim, hint):
    if claim.id == "p/2":
        signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})
        time.sleep(1000)
    return decide(claim, hint)
"""


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    (tmp_path / "dplemma_tiny_world.py").write_text(WORKER_MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return importlib.import_module("dplemma_tiny_world")


def test_two_processes_agree_with_one(tiny: ModuleType) -> None:
    registry = tiny.load()
    old = {"p/6": Record(id="p/6", verdict="proved", won=("winner",), seconds=5.0)}
    seen: list[str] = []
    results = {
        jobs: run_claims(
            list(registry),
            old=old,
            registry=registry,
            jobs=jobs,
            decide=tiny.decide,
            on_outcome=lambda outcome: seen.append(outcome.id),
        )
        for jobs in (1, 2)
    }
    assert sorted(seen) == sorted([*registry, *registry])

    def told(outcome: ClaimOutcome) -> tuple[object, ...]:
        record = outcome.record
        return outcome.id, record and replace(record, remark=""), outcome.failure, outcome.stopped

    assert [told(outcome) for outcome in results[2]] == [told(outcome) for outcome in results[1]]
    assert [outcome.id for outcome in results[2]] == list(registry)
    won = {outcome.id: outcome.record.won for outcome in results[2] if outcome.record}
    assert won["p/6"] == ("winner",)
    pids = {jobs: {outcome.record.remark for outcome in results[jobs] if outcome.record} for jobs in results}
    assert len(pids[1]) == 1
    assert not pids[1] & pids[2]
    failure = results[2][3].failure
    assert failure is not None
    assert (failure.place, failure.error) == ("papers/p/tiny.py:1", "three is odd")


def test_a_dead_worker_is_reported_and_does_not_hang(tiny: ModuleType) -> None:
    registry = tiny.load()
    outcomes = run_claims(list(registry), old={}, registry=registry, jobs=2, decide=tiny.decide_or_die)
    assert [outcome.id for outcome in outcomes] == list(registry)
    died = outcomes[2].failure
    assert died is not None
    assert died.out_of_budget and "ended by the system" in died.error
    assert all(outcome.record for outcome in outcomes if outcome.id not in ("p/2", "p/3"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_claim_that_never_ends_is_out_of_time_and_the_others_are_decided(tiny: ModuleType, jobs: int) -> None:
    registry = tiny.load()
    outcomes = run_claims(list(registry), old={}, registry=registry, jobs=jobs, decide=tiny.decide_or_hang, seconds=1.0)
    assert [outcome.id for outcome in outcomes] == list(registry)
    late = outcomes[2].failure
    assert late is not None
    assert late.out_of_budget and "took longer than 1 s" in late.error
    assert all(outcome.record for outcome in outcomes if outcome.id not in ("p/2", "p/3"))


@pytest.mark.parametrize(("total", "lines"), [(1, 0), (2, 2), (10, 10), (700, 10)])
def test_progress_lines(total: int, lines: int) -> None:
    stream = io.StringIO()
    with Progress(total=total, stream=stream) as progress:
        for number in range(total):
            progress.advance(ClaimOutcome(id=f"p/{number}"))
    assert len(stream.getvalue().splitlines()) == lines


def test_progress_rewrites_one_line_on_a_terminal_and_wipes_it() -> None:
    stream = Terminal()
    with Progress(total=3, stream=stream) as progress:
        for number in range(3):
            progress.advance(ClaimOutcome(id=f"p/{number}"))
    assert "\n" not in stream.getvalue()
    assert "verifying 2/3  p/1" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")
