"""Deciding many claims, in this process or in several, in an order that does not depend on who is quickest.

Main definitions: `run_claims`, `unchanged_run`, `ClaimOutcome`, `Memory`, `Progress`, `with_companions`.

Each worker is a fork of this process, which has the registry, and decides by id; only records travel back. One that takes
longer than it may is killed, its claim is out of time, and the others go on.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.base.process import OutOfTime, step
from dplemma.base.workers import answers
from dplemma.cli.output import StatusLine
from dplemma.ledger import last_run
from dplemma.ledger.cache import BadCache, cache_folder
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records, tells_the_same
from dplemma.ledger.verdict import Hint, Verdict
from dplemma.report.pages.search import select
from dplemma.report.pages.verification import Failure

if TYPE_CHECKING:
    from dplemma.base.cluster import Cluster
    from dplemma.lang.claim import Claim
    from dplemma.proofs.unchanged import Kept, KeptVerdicts

Registry = Mapping[str, "Claim"]
Decide = Callable[..., Verdict]  # of a claim, a hint and, if it is not the usual one, an effort
Certify = Callable[["Claim", Verdict], object]


@dataclass(frozen=True, kw_only=True)
class ClaimOutcome:
    """What became of one claim: a record, or a failure."""

    id: str
    record: Record | None = None
    failure: Failure | None = None
    stopped: tuple[str, ...] = ()  # by the clock, on the way to the verdict
    rejected: str = ""  # by the kernel: a proof that a search had found
    source: str = "decided"  # or "unchanged", or "checked": found by other code, and accepted by this kernel
    trouble: tuple[str, ...] = ()  # with the cache


def decide_with_engines(claim: Claim, hint: Hint, effort: str = "usual") -> Verdict:
    from dplemma.decide.decide import decide_claim

    return decide_claim(claim, hint) if effort == "usual" else decide_claim(claim, hint, effort)


@dataclass(frozen=True)
class CertificateFolder:
    """Writes the certificate of a verdict, where it has one, into a directory."""

    directory: Path

    def __call__(self, claim: Claim, verdict: Verdict) -> None:
        from dplemma.proofs.certificates import write_certificate

        write_certificate(claim, verdict, self.directory)


@dataclass(frozen=True)
class Memory:
    """What earlier runs found, and what the ledger says. `recall` is what may be taken from it: all, own (what this very code
    found, as the ledger is about to be written) or nothing."""

    kept: KeptVerdicts
    ledger: Records
    recall: str = "all"

    def recalled(self, claim: Claim, effort: str = "usual") -> Kept | None:
        """What need not be decided again."""
        found = None if self.recall == "nothing" else self.kept.recalled(claim, self._agrees, effort)
        return None if found is None or (self.recall == "own" and found.source != "unchanged") else found

    def _agrees(self, record: Record) -> bool:
        return record.id in self.ledger and tells_the_same(self.ledger[record.id], record)

    def trouble(self) -> tuple[str, ...]:
        """What went wrong with the cache since the last call."""
        told = tuple(self.kept.trouble)
        self.kept.trouble.clear()
        return told


def open_memory(old: Records, *, recall: str = "all") -> Memory | None:
    """The user's cache; where it cannot be used it is said in a line, and all is decided."""
    if cache_folder() is None:
        return None
    from dplemma.proofs.unchanged import open_cache

    try:
        kept = open_cache()
    except BadCache as error:
        print(f"dplemma: {error}", file=sys.stderr)
        return None
    return None if kept is None else Memory(kept, old, recall)


def say_trouble(outcomes: Iterable[ClaimOutcome]) -> None:
    """What went wrong with the cache, in one line however often."""
    say_of_cache([trouble for outcome in outcomes for trouble in outcome.trouble])


def say_of_cache(told: Sequence[str]) -> None:
    if told:
        again = f" (and {len(told) - 1} more like it)" if len(told) > 1 else ""
        print(f"dplemma: {told[0]}{again}", file=sys.stderr)


def with_companions(ids: Iterable[str], families: Mapping[str, Iterable[str]]) -> list[str]:
    """The ids and, for each, its amendment, sharpening and literal text, in the order of the families."""
    wanted = {member for identifier in ids for member in families[identifier]}
    return [identifier for identifier in families if identifier in wanted]


def families_of(registry: Registry) -> dict[str, list[str]]:
    """For each claim its id and those of its companions."""
    return {identifier: [member.id for member in claim.family()] for identifier, claim in registry.items()}


@dataclass(frozen=True)
class Run:
    """What became of the claims that were asked for, and the ids of all there are."""

    outcomes: list[ClaimOutcome]
    known: list[str]


def unchanged_run(globs: list[str], old: Records, *, recall: str, effort: str) -> Run | None:
    """The run that the last one over all claims tells, if no file has changed since and nothing is to be decided again."""
    lines = {} if recall == "nothing" else last_run.read_lines()
    families = {key: [key, *_companions(line.record)] for key, line in lines.items()}
    if not lines or not {member for family in families.values() for member in family} <= lines.keys():
        return None
    ids = with_companions(select(lines, globs), families)
    for line in (lines[key] for key in ids):
        if not line.stands(effort or _effort_for(old.get(line.record.id), line.record.digest)):
            return None
        if recall == "own" and line.source != "unchanged":
            return None
    told = [ClaimOutcome(id=key, record=lines[key].record, rejected=lines[key].rejected, source=lines[key].source) for key in ids]
    return Run(told, list(lines))


def keep_run(run: Run, old: Records, effort: str) -> None:
    """Keep a run over all claims, each of which has its line, none of them stopped by a clock."""
    records = [outcome.record for outcome in run.outcomes if outcome.record is not None and not outcome.stopped]
    if len(records) == len(run.known):
        last_run.write_lines(
            last_run.KeptLine(
                record,
                effort or _effort_for(old.get(record.id), record.digest),
                "unchanged" if outcome.source == "decided" else outcome.source,
                outcome.rejected,
            )
            for record, outcome in zip(records, run.outcomes, strict=True)
        )


def _companions(record: Record) -> list[str]:
    return [one.id for one in (record.amendment, record.sharpened, record.as_extracted) if one is not None]


def run_claims(
    ids: list[str],
    *,
    old: Records,
    registry: Registry,
    jobs: int | None = None,
    on_outcome: Callable[[ClaimOutcome], None] = lambda outcome: None,
    decide: Decide = decide_with_engines,
    certify: Certify | None = None,
    memory: Memory | None = None,
    seconds: float | None = None,
    effort: str = "",
    cluster: Cluster | None = None,
) -> list[ClaimOutcome]:
    """Decide the claims, each in at most so many seconds, and return the outcomes in the order of `ids`.

    What won last time, from the old ledger, is passed as a hint; what the memory holds is not decided again. Without an `effort`
    given, what the ledger says is open gets a small one. With a cluster the searches are done there, all else here; one job
    without a limit is done in this process.
    """
    workers = min(jobs or os.cpu_count() or 1, len(ids))
    outcomes: dict[str, ClaimOutcome] = {}

    def collect(outcome: ClaimOutcome) -> None:
        outcomes[outcome.id] = outcome
        on_outcome(outcome)
        step(f"the claim after {outcome.id}")

    def decided(identifier: str) -> ClaimOutcome:
        return _outcome(registry[identifier], old.get(identifier), effort, decide, certify, memory)

    if cluster is not None:
        rest = [key for key in ids if not _recalled_outcome(registry[key], old.get(key), effort, memory, certify, collect)]
        for key, answer in _answers_of(cluster, rest, registry, old, effort, seconds):
            if isinstance(answer, Verdict):
                collect(_outcome(registry[key], old.get(key), effort, lambda *_, found=answer: found, certify, memory))
            else:
                failure = failure_of(registry[key], answer) if isinstance(answer, Exception) else answer
                collect(ClaimOutcome(id=key, failure=failure))
    elif workers <= 1 and seconds is None:
        for identifier in ids:
            collect(decided(identifier))
    else:
        # the slowest first, so that no worker is left alone with a long claim at the end
        queue = sorted(ids, key=lambda key: -old[key].seconds if key in old else float("-inf")) if workers > 1 else ids
        for identifier, answer in answers(decided, queue, workers=workers, seconds=seconds):
            late = isinstance(answer, OutOfTime)
            collect(ClaimOutcome(id=identifier, failure=failure_of(registry[identifier], answer)) if late else answer)
    return [outcomes[identifier] for identifier in ids]


def _recalled_outcome(
    claim: Claim, before: Record | None, effort: str, memory: Memory | None, certify: Certify | None,
    collect: Callable[[ClaimOutcome], None],
) -> bool:  # fmt: skip
    """Whether the claim need not be sent to the cluster, because its verdict is unchanged; that is collected."""
    if memory is None or memory.recalled(claim, effort or _effort(claim, before)) is None:
        return False
    collect(_outcome(claim, before, effort, decide_with_engines, certify, memory))
    return True


def _answers_of(
    cluster: Cluster, ids: list[str], registry: Registry, old: Records, effort: str, seconds: float | None
) -> Iterator[tuple[str, Verdict | Failure | OutOfTime]]:
    """What the cluster says of each claim, the slowest first."""
    from dplemma.cli.cluster_tasks import ClaimTask, decide_claims

    queue = sorted(ids, key=lambda key: -old[key].seconds if key in old else float("-inf"))
    tasks = [
        ClaimTask(
            key, frozenset(old[key].won) if key in old else frozenset(), effort or _effort(registry[key], old.get(key)), seconds
        )
        for key in queue
    ]
    return decide_claims(cluster, tasks)


def _outcome(
    claim: Claim, before: Record | None, effort: str, decide: Decide, certify: Certify | None, memory: Memory | None
) -> ClaimOutcome:
    """One claim that raises is reported and must not stop the others, whatever it raises."""
    try:
        verdict, record, source = found_verdict(claim, memory, decide, before, effort)
        if certify is not None:
            certify(claim, verdict)
    except Exception as error:
        return ClaimOutcome(id=claim.id, failure=failure_of(claim, error))
    return ClaimOutcome(
        id=claim.id, record=record, stopped=verdict.stopped, rejected=verdict.rejected, source=source,
        trouble=() if memory is None else memory.trouble(),
    )  # fmt: skip


def found_verdict(
    claim: Claim,
    memory: Memory | None,
    decide: Decide = decide_with_engines,
    before: Record | None = None,
    effort: str = "usual",
) -> tuple[Verdict, Record, str]:
    """The verdict with its proof, the line of the ledger, and the source: decided now, unchanged, or checked."""
    effort = effort or _effort(claim, before)
    recalled = None if memory is None else memory.recalled(claim, effort)
    if recalled is not None:
        return recalled.verdict, recalled.record, recalled.source
    hint = frozenset(before.won) if before is not None else frozenset()
    verdict = decide(claim, hint) if effort == "usual" else decide(claim, hint, effort)
    if effort == "small" and before is not None and (verdict.verdict, verdict.engine) == (before.verdict, before.engine):
        verdict = verdict.with_(remark=before.remark)  # how far a longer search came
    record = Record.of(claim, verdict)
    if memory is not None:
        memory.kept.keep(claim, verdict, record, effort)
    return verdict, record, "decided"


def _effort(claim: Claim, before: Record | None) -> str:
    return "usual" if before is None or before.verdict != "undecided" else _effort_for(before, claim.digest())


def _effort_for(before: Record | None, digest: str) -> str:
    """A small one for a claim that has stayed open, as it is stated."""
    return "small" if before is not None and before.verdict == "undecided" and before.digest == digest else "usual"


def failure_of(claim: Claim, error: Exception) -> Failure:
    """A claim that raised, in one line; with the place for an error that is not one of ours."""
    message = str(error)
    if not isinstance(error, DplemmaError):
        frame = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}: {error}"
    late = isinstance(error, (OutOfBudget, OutOfTime))
    return Failure(id=claim.id, place=claim.place, error=" ".join(message.split()), out_of_budget=late)


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
