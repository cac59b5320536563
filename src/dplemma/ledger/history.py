"""How verdicts changed from version to version: one JSON line a change, beside the ledger.

Main definitions: `VerdictChange`, `read_history`, `extended_history`, `write_history`, `changes_since`.

A step says in which version a claim got another verdict, and why. Within one version a claim has one step: the first verdict
before and the last one after; a verdict that came back leaves none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dplemma.base.codec import JsonRecord
from dplemma.base.errors import DplemmaError
from dplemma.base.files import bounded_bytes, replaced_file
from dplemma.base.version import VERSION
from dplemma.ledger.record import Record
from dplemma.ledger.store import MOST_BYTES
from dplemma.ledger.store import path as ledger_path


@dataclass(frozen=True, kw_only=True)
class VerdictChange(JsonRecord):
    """A verdict that changed in a version."""

    version: str
    id: str
    before: str
    after: str
    why: str = ""


def history_path() -> Path:
    return ledger_path().with_name("history.jsonl")


def read_history() -> list[VerdictChange]:
    """All steps, oldest first; none if there is no file yet."""
    if not history_path().exists():
        return []
    lines = bounded_bytes(history_path(), MOST_BYTES).split(b"\n")
    return [_step(line, number) for number, line in enumerate(lines, start=1) if line.strip()]


def _step(line: bytes, number: int) -> VerdictChange:
    try:
        return VerdictChange.from_json(json.loads(line.decode("utf-8")))
    except (ValueError, RecursionError):
        raise DplemmaError(f"{history_path()}, line {number}: no change of a verdict") from None


def extended_history(steps: list[VerdictChange], old: Mapping[str, Record], new: Mapping[str, Record]) -> list[VerdictChange]:
    """The history after a run of this version was accepted."""
    known = {(step.version, step.id): step for step in steps}
    for identifier, record in new.items():
        earlier, before = known.get((VERSION, identifier)), old.get(identifier)
        start = earlier.before if earlier else before.verdict if before else ""
        if not start:
            continue
        if start == record.verdict:
            known.pop((VERSION, identifier), None)
        elif earlier is None or earlier.after != record.verdict:
            step = VerdictChange(
                version=VERSION, id=identifier, before=start, after=record.verdict, why=record.remark or record.form
            )
            known[(VERSION, identifier)] = step
    return sorted(known.values(), key=lambda step: (_number(step.version), step.id))


def write_history(steps: list[VerdictChange]) -> None:
    """Replace the file in one step, as the ledger is."""
    with replaced_file(history_path()) as stream:
        stream.writelines(json.dumps(step.to_json(), sort_keys=True, ensure_ascii=False) + "\n" for step in steps)


def changes_since(version: str) -> list[VerdictChange]:
    """The steps of later versions."""
    return [step for step in read_history() if _number(step.version) > _number(version)]


def _number(version: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in version.split("."))
    except ValueError:
        raise DplemmaError(f"{version[:20]!r} is not a version such as 0.1.0") from None
