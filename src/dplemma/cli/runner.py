"""Deciding many claims, in this process or in several, in an order that does not depend on who is quickest.

Main definitions: `run_claims`, `ClaimOutcome`, `Progress`, `with_companions`.

Each worker is a fork of this process, which has the registry, and decides by id; only records travel back. One that takes
longer than it may is killed, its claim is out of time, and the others go on.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.base.process import OutOfTime, answers, step
from dplemma.cli.output import StatusLine
from dplemma.lang.claim import Claim
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records
from dplemma.ledger.verdict import Hint, Verdict
from dplemma.report.pages.verification import Failure

Registry = Mapping[str, Claim]
Decide = Callable[[Claim, Hint], Verdict]


@dataclass(frozen=True, kw_only=True)
class ClaimOutcome:
    """What became of one claim: a record, or a failure."""

    id: str
    record: Record | None = None
    failure: Failure | None = None
    stopped: tuple[str, ...] = ()  # by the clock, on the way to the verdict
    rejected: str = ""  # by the kernel: a proof that a search had found


def decide_with_engines(claim: Claim, hint: Hint) -> Verdict:
    from dplemma.decide.decide import decide_claim

    return decide_claim(claim, hint)


@dataclass(frozen=True)
class DecideAndCertify:
    """Decide a claim and write the certificate of its verdict, where it has one, into a directory."""

    directory: Path

    def __call__(self, claim: Claim, hint: Hint) -> Verdict:
        from dplemma.proofs.certificates import write_certificate

        verdict = decide_with_engines(claim, hint)
        write_certificate(claim, verdict, self.directory)
        return verdict


def with_companions(ids: Iterable[str], registry: Registry) -> list[str]:
    """The ids and, for each, its amendment and sharpening, in registry order."""
    wanted = set(ids)
    for claim in [registry[identifier] for identifier in wanted]:
        wanted.update(companion.id for companion in (claim.amend, claim.sharpen) if companion is not None)
    return [identifier for identifier in registry if identifier in wanted]


def run_claims(
    ids: list[str],
    *,
    old: Records,
    registry: Registry,
    jobs: int | None = None,
    on_outcome: Callable[[ClaimOutcome], None] = lambda outcome: None,
    decide: Decide = decide_with_engines,
    seconds: float | None = None,
) -> list[ClaimOutcome]:
    """Decide the claims, each in at most so many seconds, and return the outcomes in the order of `ids`.

    What won last time, from the old ledger, is passed as a hint. One job without a limit is done in this process.
    """
    hints = {identifier: frozenset(old[identifier].won) if identifier in old else frozenset() for identifier in ids}
    workers = min(jobs or os.cpu_count() or 1, len(ids))
    outcomes: dict[str, ClaimOutcome] = {}

    def collect(outcome: ClaimOutcome) -> None:
        outcomes[outcome.id] = outcome
        on_outcome(outcome)
        step(f"the claim after {outcome.id}")

    def decided(identifier: str) -> ClaimOutcome:
        return _outcome(registry[identifier], hints[identifier], decide)

    if workers <= 1 and seconds is None:
        for identifier in ids:
            collect(decided(identifier))
    else:
        # the slowest first, so that no worker is left alone with a long claim at the end
        queue = sorted(ids, key=lambda key: -old[key].seconds if key in old else float("-inf")) if workers > 1 else ids
        for identifier, answer in answers(decided, queue, workers=workers, seconds=seconds):
            late = isinstance(answer, OutOfTime)
            collect(_failed(registry[identifier], str(answer), out_of_budget=True) if late else answer)
    return [outcomes[identifier] for identifier in ids]


def _outcome(claim: Claim, hint: Hint, decide: Decide) -> ClaimOutcome:
    """One claim that raises is reported and must not stop the others, whatever it raises."""
    try:
        verdict = decide(claim, hint)
        return ClaimOutcome(id=claim.id, record=Record.of(claim, verdict), stopped=verdict.stopped, rejected=verdict.rejected)
    except DplemmaError as error:
        return _failed(claim, str(error), out_of_budget=isinstance(error, OutOfBudget))
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        raised_at = f"{Path(frame.filename).name}:{frame.lineno}"
        return _failed(claim, f"{type(error).__name__} at {raised_at}: {error}")


def _failed(claim: Claim, error: str, *, out_of_budget: bool = False) -> ClaimOutcome:
    message = " ".join(error.split())
    return ClaimOutcome(id=claim.id, failure=Failure(id=claim.id, place=claim.place, error=message, out_of_budget=out_of_budget))


class Progress(StatusLine):
    """How far a run is: one rewriting line on a terminal, a line per tenth elsewhere."""

    def __init__(self, *, total: int, stream: TextIO, silent: bool = False) -> None:
        self.total, self.done, self.silent, self.doing = total, 0, silent or total < 2, ""
        super().__init__(stream, silent=silent)

    def begin(self, identifier: str) -> None:
        self.doing = identifier[:60]
        self.tick(0.0)

    def tick(self, seconds: float) -> None:
        """It goes on: what is being decided, and for how long."""
        for_seconds = f"  {seconds:.0f} s" if seconds >= 1 else ""
        self.show(f"deciding {min(self.done + 1, self.total)}/{self.total}  {self.doing}{for_seconds}")

    def advance(self, outcome: ClaimOutcome) -> None:
        self.done += 1
        self.show(f"verifying {self.done}/{self.total}  {outcome.id[:60]}")
        if not self.silent and not self.is_shown and self.done * 10 // self.total > (self.done - 1) * 10 // self.total:
            print(f"verified {self.done}/{self.total}", file=self.stream, flush=True)
