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
from dplemma.rocq.table import TABLE, WAITS, RocqRow, read_rows, text_key, write_rows
from dplemma.rocq.terms import NotExported


def build(
    folder: Path,
    statements: Mapping[str, str],
    say: Callable[[RocqRow], None],
    table: Path = TABLE,
    max_seconds: int = MAX_SECONDS,
) -> dict[str, RocqRow]:
    """Rows of the certificates in the folder; `statements` gives the digest of each claim's statement in the ledger.

    First all are exported, and what coqc has to be asked for waits; so the table is whole whenever it is stopped. What it has
    accepted before, in another text, comes last.
    """
    rows = {id_: row for id_, row in read_rows(table).items() if id_ in statements}
    compiled = folder / "compiled"
    compiled.mkdir(exist_ok=True)
    waiting: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        certificate = read(path)
        id_ = certificate["id"]
        if id_ not in statements:
            continue
        row, text = _exported(certificate, statements[id_])
        if text and not _is_answered(row, rows.get(id_), compiled):
            waiting[id_] = text
        if id_ in waiting:
            rows[id_] = _kept(row, rows.get(id_))
        elif not text and row != rows.get(id_):
            rows[id_] = row
            say(row)
    write_rows(rows, table)
    for id_, text in sorted(waiting.items(), key=lambda item: rows[item[0]].accepted):
        rows[id_] = _answered(replace(rows[id_], file=text_key(text), axioms=()), text, compiled, max_seconds)
        write_rows(rows, table)
        say(rows[id_])
    with_axioms(rows, compiled)
    write_rows(rows, table)
    return rows


def _exported(certificate: Mapping[str, str], statement: str) -> tuple[RocqRow, str]:
    """The row of a certificate before coqc has been asked, and the file, if there is one."""
    id_, shows = certificate["id"], "refuted" if certificate["verdict"] == "refuted" else "holds"
    try:
        text = exported(dict(certificate))
    except NotExported as error:
        return RocqRow(id=id_, statement=statement, outcome="not exported", shows=shows, reason=str(error)), ""
    return RocqRow(id=id_, statement=statement, outcome=WAITS, shows=shows, file=text_key(text), reason=WAITS), text


def _is_answered(row: RocqRow, known: RocqRow | None, folder: Path) -> bool:
    """Has coqc said what it thinks of this very file, and of this statement?"""
    same = known is not None and (known.file, known.statement, known.shows) == (row.file, row.statement, row.shows)
    return known is not None and same and known.outcome != WAITS and not _lacks_axioms(known, folder)


def _kept(row: RocqRow, known: RocqRow | None) -> RocqRow:
    """What coqc accepted before for the same statement counts until it has read the new file."""
    same = known is not None and known.accepted and (known.statement, known.shows) == (row.statement, row.shows)
    return known if known is not None and same else row


def _answered(row: RocqRow, text: str, folder: Path, max_seconds: int) -> RocqRow:
    found = checked(text, max_seconds, folder, _name(row.file))
    outcome = "accepted" if found.accepted else "refused"
    return replace(row, outcome=outcome, seconds=found.seconds, reason=found.reason)


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
