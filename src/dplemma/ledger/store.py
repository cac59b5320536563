"""The ledger: the committed memory of every verdict, one JSON line per claim id, sorted by id.

Main definitions: `read`, `write`, `compare`, `merge`, `Change`.

Two runs agree when the `COMPARED` fields agree: what was found, and the words of the claim, which `show` prints from here.
Seconds, versions and bits depend on the machine, so they never count as a difference, and `merge` keeps the old ones where
what was found is the same: a quiet run leaves a quiet diff.
Importing this module does not import SymPy.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dplemma.base.codec import JsonRecord
from dplemma.base.errors import DplemmaError
from dplemma.base.files import bounded_bytes, replaced_file
from dplemma.ledger.record import Companion, Record

Records = Mapping[str, Record]

ENVIRONMENT_VARIABLE = "DPLEMMA_LEDGER"
FOUND = ("verdict", "measured", "engine", "assumes", "counterexample", "digest")
WORDS = ("tier", "where", "kind", "states", "reading", "why", "class_", "harm", "amends", "not_formalised")
COMPARED = (*FOUND, *WORDS)
COMPANION_FIELDS = ("as_extracted", "amendment", "sharpened")
EVIDENCE = ("form", "digits", "points", "witness", "second_opinion", "remark")
MACHINE_DEPENDENT = ("seconds", "versions", "bits")
MOST_BYTES = 1 << 28
"""Of a ledger; a larger file is none."""


class BadLedger(DplemmaError):
    """A ledger that is missing or cannot be read; the message names the file and the line."""


@dataclass(frozen=True, kw_only=True)
class Change(JsonRecord):
    """One difference between the ledger and a run: a new id, a stale id, or one compared field of a known id."""

    kind: str  # "added", "removed" or "changed"
    id: str
    field: str = ""
    old: Any = None
    new: Any = None


def path() -> Path:
    """The ledger beside the package, or the file the environment variable names."""
    override = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(override) if override else Path(__file__).parents[1] / "ledger.jsonl"


def read(file: Path | None = None) -> dict[str, Record]:
    """All lines by id. A missing file or a bad line raises `BadLedger`."""
    file = file or path()
    try:
        content = bounded_bytes(file, MOST_BYTES)
    except FileNotFoundError:
        raise BadLedger(f"no ledger at {file}. Write one with: dplemma verify --update-ledger") from None
    records: dict[str, Record] = {}
    for number, raw in enumerate(content.split(b"\n"), start=1):
        if not raw.strip():
            continue
        try:
            record = Record.from_json(json.loads(raw.decode("utf-8")))
            if record.id in records:
                raise ValueError(f"the id {record.id!r} occurs twice")
        except (json.JSONDecodeError, UnicodeDecodeError):
            raise BadLedger(f"{file}, line {number}: not JSON") from None
        except (ValueError, RecursionError) as problem:
            raise BadLedger(f"{file}, line {number}: {problem}") from None
        records[record.id] = record
    return records


def write(records: Records, file: Path | None = None) -> None:
    """Replace the ledger in one step: a run killed half-way leaves the old file, never half a new one."""
    with replaced_file(file or path()) as stream:
        for identifier in sorted(records):
            stream.write(json.dumps(records[identifier].to_json(), sort_keys=True, ensure_ascii=False) + "\n")


def differences(old: Record, new: Record, names: Collection[str] = COMPARED) -> list[Change]:
    """The compared fields in which two lines of one id differ, or those of them that are named."""
    pairs = {name: (getattr(old, name), getattr(new, name)) for name in names}
    return [
        Change(kind="changed", id=new.id, field=name.removesuffix("_"), old=before, new=after)
        for name, (before, after) in pairs.items()
        if before != after
    ]


def tells_the_same(old: Record, new: Record) -> bool:
    """Whether a line has found what another one has, its evidence included; the claim may be worded anew."""
    return not differences(old, new, FOUND) and all(getattr(old, name) == getattr(new, name) for name in EVIDENCE)


def compare(old: Records, new: Records, *, registry: Collection[str] | None = None) -> list[Change]:
    """What a run changes, sorted by id.

    `registry` holds all ids there are, and is given only when all of them were verified:
    without it nobody can tell a stale line from a claim that was not asked for.
    """
    changes: list[Change] = []
    for identifier, record in new.items():
        if identifier in old:
            changes += differences(old[identifier], record)
        else:
            changes.append(Change(kind="added", id=identifier, field="verdict", new=record.verdict))
    if registry is not None:
        changes += [
            Change(kind="removed", id=identifier, field="verdict", old=record.verdict)
            for identifier, record in old.items()
            if identifier not in registry
        ]
    return sorted(changes, key=lambda change: change.id)


def merge(old: Records, new: Records, *, registry: Collection[str] | None = None) -> dict[str, Record]:
    """The ledger after accepting a run; `registry` as in `compare`, to drop stale lines."""
    merged = {key: record for key, record in old.items() if registry is None or key in registry}
    for identifier, record in new.items():
        before = old.get(identifier)
        quiet = before is not None and not differences(before, record, FOUND)
        kept = {name: getattr(before, name) for name in MACHINE_DEPENDENT} if quiet else {}
        merged[identifier] = replace(record, **kept)
    return link(merged)


def link(records: Records, fallback: Records | None = None) -> dict[str, Record]:
    """Copy the verdict of every amendment, sharpening and literal text, and its statement if need be, into its claim's line."""
    known = {**(fallback or {}), **records}

    def told(companion: Companion | None) -> Companion | None:
        line = known.get(companion.id) if companion else None
        if companion is None or line is None:
            return companion
        statement = companion.statement or line.statement
        return replace(companion, statement=statement, verdict=line.verdict, counterexample=line.counterexample)

    return {
        identifier: replace(record, **{name: told(getattr(record, name)) for name in COMPANION_FIELDS})
        for identifier, record in records.items()
    }
