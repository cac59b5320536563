"""What the workers of a cluster are asked to do: functions of plain data, known by their names.

Main definitions: `decide_claims`, `table_rows`, `accounts_on_cluster`, `audit_on_cluster`, `ClaimTask`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

from dplemma.base.cluster import Cluster
from dplemma.base.process import OutOfTime
from dplemma.base.sources import source_parts, text_digest
from dplemma.base.workers import Worker
from dplemma.cli.limits import MOST_SECONDS

if TYPE_CHECKING:
    from dplemma.cli.account import Account
    from dplemma.ledger.verdict import Hint, Verdict
    from dplemma.peers.league.run import PeerResult, Plan
    from dplemma.report.pages.verification import Failure
    from dplemma.values.table import Row, Table


def verdict_digest() -> str:
    """Of all code that takes part in a verdict, claims included."""
    from dplemma.proofs.unchanged import code_digest, papers_digest

    return code_digest() + papers_digest()


def mutant_digest() -> str:
    """The same with what makes the mutants."""
    return verdict_digest() + text_digest(source_parts(("mutants",)))


@cache
def value_digest() -> str:
    """Of the code that values and audits depend on; it does not import SymPy."""
    rooms = ("_tapes", "account", "arb", "audit", "base", "formulas", "lang", "peers", "values")
    return text_digest([version("python-flint").encode(), *source_parts(rooms)])


# -- claims -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ClaimTask:
    """A claim of the papers by its id, what won last time, the effort, and the seconds it may take."""

    id: str
    hint: Hint
    effort: str
    seconds: float | None


def _decided(task: ClaimTask) -> Verdict | Failure:
    from dplemma.cli.runner import decide_with_engines, failure_of
    from dplemma.papers import load_claims

    claim = load_claims()[task.id]
    try:
        return decide_with_engines(claim, task.hint, task.effort)
    except Exception as error:
        return failure_of(claim, error)


def _decided_in_a_fork(task: ClaimTask) -> Verdict | Failure:
    """In a process of its own, which is ended when its time is up; the claims are loaded before, once for all tasks."""
    from dplemma.cli.runner import failure_of
    from dplemma.papers import load_claims

    claim = load_claims()[task.id]
    with Worker(_decided, task.seconds or MOST_SECONDS) as worker:
        try:
            return worker.ask(task)
        except OutOfTime as late:
            return failure_of(claim, late)


def decide_claims(cluster: Cluster, tasks: Sequence[ClaimTask]) -> Iterator[tuple[str, Verdict | Failure | OutOfTime]]:
    """Each id with its verdict, or why it has none, as they come."""
    for task, answer in cluster.answers(_decided_in_a_fork, tasks):
        yield task.id, answer


# -- tables and libraries ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Piece:
    """The rows of a table at one point of its slowest grid."""

    quantity: str
    grids: Mapping[str, str]
    digits: int
    at_doubles: bool


def _rows_of_piece(piece: _Piece) -> tuple[list[Row], int]:
    from dplemma.values.certified import evaluator
    from dplemma.values.table import Table

    table = Table(evaluator(piece.quantity), piece.grids, piece.digits, piece.at_doubles)
    return list(table.rows()), table.missing


def table_rows(cluster: Cluster, table: Table, grids: Mapping[str, str]) -> Iterator[Row]:
    """The rows of the table in their order, the points of its first grid shared out."""
    from dplemma.values.exact import plain_text

    first = next(iter(grids))
    canonical = next(name for name in table.inputs if name in (first, table.ready.quantity.aliases.get(first, first)))
    points = [plain_text(point) for point in table.axis(canonical)]
    name = table.ready.quantity.name
    pieces = [_Piece(name, {**grids, first: point}, table.digits, table.at_doubles) for point in points]
    table.missing = 0
    for rows, missing in cluster.in_order(_rows_of_piece, pieces):
        table.missing += missing
        yield from rows


def accounts_on_cluster(cluster: Cluster, tasks: Sequence[tuple[str, float]]) -> Iterator[Account]:
    """What each file of a sweep costs, in order; the files must be where the workers read them under the same names."""
    from dplemma.cli.account import accounted_file

    return cluster.in_order(accounted_file, tasks)


def _audited(request: tuple[str, Plan]) -> PeerResult:
    from dplemma.peers.league.run import audit_peer

    return audit_peer(*request)


def audit_on_cluster(cluster: Cluster, adapters: Mapping[str, str], plan: Plan) -> list[PeerResult]:
    """Every library in the order of the names, as `audit_peers` does it here; it must be installed on the workers."""
    return list(cluster.in_order(_audited, [(module, plan) for module in adapters.values()]))
