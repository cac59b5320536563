"""All certificates of a folder given to Rocq: exported, compiled, and their rows written as they fall.

Main definition: `build(folder, statements)`; it goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from dplemma.kernel.certificate import read
from dplemma.rocq.coqc import MAX_SECONDS, assumptions, checked
from dplemma.rocq.export import exported
from dplemma.rocq.table import TABLE, RocqRow, read_rows, text_key, write_rows
from dplemma.rocq.terms import NotExported


def build(
    folder: Path,
    statements: Mapping[str, str],
    say: Callable[[RocqRow], None],
    table: Path = TABLE,
    max_seconds: int = MAX_SECONDS,
) -> dict[str, RocqRow]:
    """Rows of the certificates in the folder; `statements` gives the digest of each claim's statement in the ledger."""
    rows = read_rows(table)
    compiled = folder / "compiled"
    compiled.mkdir(exist_ok=True)
    for path in sorted(folder.glob("*.json")):
        certificate = read(path)
        id_ = certificate["id"]
        if id_ not in statements:
            continue
        row = _row(certificate, statements[id_], rows.get(id_), compiled, max_seconds)
        if row != rows.get(id_):
            rows[id_] = row
            write_rows(rows, table)
            say(row)
    with_axioms(rows, compiled)
    write_rows(rows, table)
    return rows


def _row(certificate: Mapping[str, str], statement: str, known: RocqRow | None, folder: Path, max_seconds: int) -> RocqRow:
    id_, shows = certificate["id"], "refuted" if certificate["verdict"] == "refuted" else "holds"
    try:
        text = exported(dict(certificate))
    except NotExported as error:
        return RocqRow(id=id_, statement=statement, outcome="not exported", shows=shows, reason=str(error))
    key = text_key(text)
    if known is not None and (known.file, known.statement) == (key, statement) and not _lacks_axioms(known, folder):
        return known
    found = checked(text, max_seconds, folder, _name(key))
    return RocqRow(
        id=id_, statement=statement, outcome="accepted" if found.accepted else "refused", shows=shows, file=key,
        seconds=found.seconds, reason=found.reason,
    )  # fmt: skip


def _lacks_axioms(row: RocqRow, folder: Path) -> bool:
    """Accepted, but its axioms are unknown and what was compiled is gone."""
    return row.accepted and not row.axioms and not (folder / f"{_name(row.file)}.vo").exists()


def _name(key: str) -> str:
    return f"f_{key}"


def with_axioms(rows: dict[str, RocqRow], compiled: Path) -> None:
    """What the theorems assume, together, whose files have been compiled since the last time."""
    asked = {_name(row.file): row for row in rows.values() if row.accepted and not row.axioms}
    asked = {name: row for name, row in asked.items() if (compiled / f"{name}.vo").exists()}
    axioms = assumptions(compiled, {name: row.shows for name, row in asked.items()}) if asked else None
    if axioms is not None:
        rows |= {row.id: replace(row, axioms=axioms or ("none",)) for row in asked.values()}
