"""`dplemma mutate`: spoil the claims that hold, one place at a time, and see whether the checker notices.

Main definitions: `mutate_command`, `MutantTask`, `judge_mutants`.
"""

from __future__ import annotations

import hashlib
import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dplemma.base.errors import DplemmaError, clipped, unknown
from dplemma.base.limiter import TimeUp, work_limit
from dplemma.base.page import plural
from dplemma.base.process import OutOfTime, step
from dplemma.base.workers import answers
from dplemma.cli.cluster_tasks import mutant_digest
from dplemma.cli.commands import open_cluster
from dplemma.cli.limits import MOST_SECONDS
from dplemma.cli.output import FINDING, StatusLine, print_json, printed_page
from dplemma.ledger import store as ledger
from dplemma.mutants.result import SURVIVING, Key, MutantResult, ResultFile
from dplemma.report.pages import search

if TYPE_CHECKING:
    from dplemma.base.cluster import Cluster

_HOLDS = ("proved", "certified")


@dataclass(frozen=True)
class MutantTask:
    """The mutant of one kind of a claim of the papers, the engine that shows the claim, the effort, and the seconds:
    at work, after which it is late, and by the clock, after which its process is ended."""

    claim: str
    kind: str
    digest: str
    engine: str
    effort: str
    work_seconds: float
    seconds: float | None

    @property
    def key(self) -> Key:
        return self.claim, self.kind, self.digest

    def failed(self, outcome: str, why: str) -> MutantResult:
        about: dict[str, Any] = {"claim": self.claim, "kind": self.kind, "digest": self.digest, "engine": self.engine}
        return MutantResult(**about, outcome=outcome, why=" ".join(why.split())[:300])


def mutate_command(arguments: Namespace) -> int:
    record = ResultFile(None if arguments.record is None else Path(arguments.record))
    if arguments.list and record.path is None:
        raise DplemmaError("--list prints what a file says: name it with --record FILE")
    if arguments.list and record.path is not None and not record.path.exists():
        raise DplemmaError(f"--record {clipped(str(record.path))}: there is no such file to list. Without --list a run writes it")
    tasks = _tasks(arguments)
    done = _known(record, tasks)
    waiting = [task for task in tasks if _is_open(done.get(task.key), arguments)]
    if waiting and not arguments.list:
        record.check_writable()
        _say_resumed(len(tasks) - len(waiting), len(tasks), record)
        quiet = arguments.json and not sys.stderr.isatty()
        with open_cluster(arguments.cluster, mutant_digest) as cluster, MutationProgress(len(waiting), silent=quiet) as progress:
            for result in judge_mutants(waiting, jobs=arguments.jobs, cluster=cluster):
                record.write(result)
                done[result.key] = result
                progress.advance(result)
    results = [done[task.key] for task in tasks if task.key in done]
    return _told_results(results, tasks, record, arguments)


def _told_results(results: list[MutantResult], tasks: Sequence[MutantTask], record: ResultFile, arguments: Namespace) -> int:
    from dplemma.report.pages.mutation import mutation_json, mutation_page

    results.sort(key=lambda result: result.id)
    if arguments.json:
        print_json(mutation_json(results, asked=len(tasks), damaged=record.damaged))
    else:
        with printed_page() as page:
            mutation_page(page, results, asked=len(tasks), slack=arguments.slack)
    return FINDING if any(result.outcome == "accepted" for result in results) else 0


def _tasks(arguments: Namespace) -> list[MutantTask]:
    """All pairs of a claim that holds and a kind, in an order that looks like chance: a part of a run is a fair sample."""
    from dplemma.mutants.make import KINDS

    for kind in arguments.kinds or ():
        if kind not in KINDS:
            raise unknown("kind of mutant", kind, KINDS, hint=f"Known are {', '.join(KINDS)}.")
    records = ledger.read()
    claims = [records[key] for key in search.select(records, arguments.globs)]
    effort = "usual" if arguments.effort else "small"
    found = [
        MutantTask(claim.id, kind, claim.digest, claim.engine, effort, arguments.work_seconds, arguments.max_seconds)
        for claim in claims if claim.verdict in _HOLDS for kind in arguments.kinds or KINDS
    ]  # fmt: skip
    if not found:
        raise DplemmaError("none of these claims is proved or certified: there is nothing to spoil")
    return sorted(found, key=lambda task: hashlib.sha256(f"{task.claim}::{task.kind}".encode()).digest())


def _known(record: ResultFile, tasks: Sequence[MutantTask]) -> dict[Key, MutantResult]:
    """What the file says of these tasks; results of claims that read otherwise now are left out."""
    wanted = {task.key for task in tasks}
    found = {key: result for key, result in record.read().items() if key in wanted}
    if record.damaged:
        lines = ", ".join(map(str, record.damaged[:5]))
        damage = f"{plural(len(record.damaged), 'line')} cannot be read (line {lines})"
        print(f"dplemma: {record.path}: {damage}; what was told there is decided again", file=sys.stderr)
    return found


def _is_open(before: MutantResult | None, arguments: Namespace) -> bool:
    return before is None or (arguments.again and before.outcome in SURVIVING)


def _say_resumed(done: int, total: int, record: ResultFile) -> None:
    if done:
        print(f"{record.path}: {done} of {total} are done; going on with the rest", file=sys.stderr)


# -- deciding ---------------------------------------------------------------------------------------------------------------


def judge_mutants(tasks: Sequence[MutantTask], *, jobs: int | None, cluster: Cluster | None) -> Iterator[MutantResult]:
    """The results as they come: from the cluster, or from processes here, each task in at most its seconds."""
    from dplemma.papers import load_claims

    load_claims()  # before the forks, once for all
    workers = min(jobs or os.cpu_count() or 1, len(tasks))
    seconds = tasks[0].seconds
    if cluster is not None:
        found = cluster.answers(judged_in_a_fork, tasks)
    elif workers <= 1 and seconds is None:
        found = ((task, judged_here(task)) for task in tasks)
    else:
        found = answers(judged_here, tasks, workers=workers, seconds=seconds)
    for task, answer in found:
        step(f"the mutant after {task.claim}::{task.kind}")
        yield task.failed("late", str(answer)) if isinstance(answer, OutOfTime) else answer


def judged_here(task: MutantTask) -> MutantResult:
    """Whatever it raises is its result, and does not stop the others."""
    from dplemma.mutants.judge import judged
    from dplemma.papers import load_claims

    try:
        claim = load_claims()[task.claim]
        with work_limit(task.work_seconds, "the mutant"):
            return judged(claim, task.kind, digest=task.digest, engine=task.engine, effort=task.effort)
    except TimeUp:
        return task.failed("late", f"it took longer than {task.work_seconds:g} s at work; --work-seconds S gives it more")
    except Exception as error:
        return task.failed("error", f"{type(error).__name__}: {error}")


def judged_in_a_fork(task: MutantTask) -> MutantResult:
    """For the worker of a cluster: in a process of its own, which is ended when its time is up."""
    from dplemma.base.workers import Worker
    from dplemma.papers import load_claims

    load_claims()
    with Worker(judged_here, task.seconds or MOST_SECONDS) as worker:
        try:
            return worker.ask(task)
        except OutOfTime as late:
            return task.failed("late", str(late))


class MutationProgress(StatusLine):
    """How far a run is: a rewriting line on a terminal, a line for each twentieth elsewhere."""

    def __init__(self, total: int, *, silent: bool = False) -> None:
        self.total, self.done, self.silent = total, 0, silent or total < 2
        super().__init__(sys.stderr, silent=silent)

    def advance(self, result: MutantResult) -> None:
        self.done += 1
        self.show(f"mutants {self.done}/{self.total}  {result.id[:60]}  {result.outcome}")
        if not self.silent and not self.is_shown and self.done * 20 // self.total > (self.done - 1) * 20 // self.total:
            print(f"mutants {self.done}/{self.total}", file=self.stream, flush=True)
