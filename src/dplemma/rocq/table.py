"""What Rocq has said of each certificate: one JSON line an id, committed beside the ledger.

Main definitions: `RocqRow`, `read_rows`, `write_rows`, `also_checked`.

A row belongs to a statement (its digest in the ledger) and to a text (the digest of the exported file): if the statement changes
the row says nothing of it, and a file that is the same to the letter is not compiled again. Importing this module imports neither
SymPy nor FLINT.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from dplemma.base.errors import DplemmaError
from dplemma.base.files import replaced_file

TABLE = Path(__file__).parents[1] / "rocq.jsonl"
WAITS = "not asked yet"
"""The outcome of a file that is exported, and that coqc has not been asked about."""


class BadTable(DplemmaError):
    """A table that cannot be read; the message names the line."""


@dataclass(frozen=True, kw_only=True)
class RocqRow:
    """One certificate: `outcome` is accepted or refused (by coqc), not asked yet, or not exported, with the reason."""

    id: str
    statement: str
    outcome: str
    shows: str = ""
    file: str = ""
    seconds: float = 0.0
    axioms: tuple[str, ...] = ()
    reason: str = ""

    @property
    def accepted(self) -> bool:
        return self.outcome == "accepted"


def text_key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def read_rows(path: Path = TABLE) -> dict[str, RocqRow]:
    """All rows by id; none if there is no table."""
    if not path.exists():
        return {}
    rows = {}
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            data = json.loads(line)
            rows[data["id"]] = RocqRow(**{**data, "axioms": tuple(data["axioms"])})
        except (KeyError, TypeError, ValueError):
            raise BadTable(f"{path.name}, line {n}: not a row of the table; write it again: make rocq") from None
    return rows


def write_rows(rows: Mapping[str, RocqRow], path: Path = TABLE) -> None:
    """The whole table, sorted by id, or nothing."""
    with replaced_file(path) as stream:
        stream.writelines(json.dumps(asdict(rows[id_]), sort_keys=True) + "\n" for id_ in sorted(rows))


@cache
def _committed() -> dict[str, RocqRow]:
    return read_rows()


def also_checked(id_: str, statement: str, verdict: str) -> RocqRow | None:
    """The row of a claim that Rocq has accepted, if the statement is still the same and what was shown is the verdict."""
    row = _committed().get(id_)
    shows = "refuted" if verdict == "refuted" else "holds"
    if row is None or not row.accepted or (row.statement, row.shows) != (statement, shows):
        return None
    return row


def accepted(rows: Iterable[RocqRow]) -> list[RocqRow]:
    return [row for row in rows if row.accepted]
