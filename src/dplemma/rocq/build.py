"""All certificates of a folder given to Rocq: exported, compiled, and their rows written as they fall.

Main definition: `build(folder, statements)`; it goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from dplemma.kernel.certificate import read
from dplemma.rocq.coqc import MAX_SECONDS, checked
from dplemma.rocq.export import exported
from dplemma.rocq.table import TABLE, Row, read_rows, text_key, write_rows
from dplemma.rocq.terms import NotExported


def build(
    folder: Path, statements: Mapping[str, str], say: Callable[[Row], None], table: Path = TABLE, max_seconds: int = MAX_SECONDS
) -> dict[str, Row]:
    """Rows of the certificates in the folder; `statements` gives the digest of each claim's statement in the ledger."""
    rows = read_rows(table)
    for path in sorted(folder.glob("*.json")):
        certificate = read(path)
        id_ = certificate["id"]
        if id_ not in statements:
            continue
        row = _row(certificate, statements[id_], rows.get(id_), max_seconds)
        if row != rows.get(id_):
            rows[id_] = row
            write_rows(rows, table)
            say(row)
    return rows


def _row(certificate: Mapping[str, str], statement: str, known: Row | None, max_seconds: int) -> Row:
    id_, shows = certificate["id"], "refuted" if certificate["verdict"] == "refuted" else "holds"
    try:
        text = exported(dict(certificate))
    except NotExported as error:
        return Row(id=id_, statement=statement, outcome="not exported", shows=shows, reason=str(error))
    key = text_key(text)
    if known is not None and (known.file, known.statement) == (key, statement):
        return known
    found = checked(text, max_seconds)
    return Row(
        id=id_, statement=statement, outcome="accepted" if found.accepted else "refused", shows=shows, file=key,
        seconds=found.seconds, axioms=found.axioms, reason=found.reason,
    )  # fmt: skip
