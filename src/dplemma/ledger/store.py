"""The ledger: the committed memory of every verdict, one JSON line per claim id, sorted by id.

Main definitions: `read`, `write`, `compare`, `merge`, `Change`.

Two runs agree when the `COMPARED` fields agree. Seconds, versions and bits depend on the machine, so they never
count as a difference, and `merge` keeps the old ones where nothing compared moved: a quiet run leaves a quiet diff.
Importing this module does not import SymPy.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.ledger.verdict import PASSING, VERDICTS, Counterexample

Record = dict[str, Any]
Records = Mapping[str, Record]

ENVIRONMENT_VARIABLE = "DPLEMMA_LEDGER"
COMPARED = ("verdict", "engine", "assumes", "counterexample", "digest")
MACHINE_DEPENDENT = ("seconds", "versions", "bits")
COMPANIONS = ("amendment", "sharpened")

_TEXT, _LIST, _MAPPING, _COUNT, _NUMBER = (str,), (list,), (dict,), (int,), (int, float)
_OPTIONAL = type(None)
FIELDS: dict[str, tuple[tuple[type, ...], Any]] = {
    "id": (_TEXT, None),
    "verdict": (_TEXT, None),
    "paper": (_TEXT, ""),
    "tier": (_TEXT, ""),
    "where": (_TEXT, ""),
    "kind": (_TEXT, ""),
    "statement": (_TEXT, ""),
    "states": (_TEXT, ""),
    "text": (_TEXT, ""),
    "expanded": (_MAPPING, {}),
    "reading": (_TEXT, ""),
    "why": (_TEXT, ""),
    "harm": (_TEXT, ""),
    "place": (_TEXT, ""),
    "amends": (_TEXT, ""),
    "not_formalised": (_TEXT, ""),
    "digest": (_TEXT, ""),
    "engine": (_TEXT, ""),
    "form": (_TEXT, ""),
    "won": (_LIST, []),
    "second_opinion": (_TEXT, ""),
    "remark": (_TEXT, ""),
    "assumes": (_LIST, []),
    "symbols": (_LIST, []),
    "numbers": (_LIST, []),
    "witness": (_MAPPING, {}),
    "versions": (_MAPPING, {}),
    "digits": ((*_COUNT, _OPTIONAL), None),
    "points": ((*_COUNT, _OPTIONAL), None),
    "bits": ((*_COUNT, _OPTIONAL), None),
    "seconds": (_NUMBER, 0.0),
    "counterexample": ((*_MAPPING, _OPTIONAL), None),
    "amendment": ((*_MAPPING, _OPTIONAL), None),
    "sharpened": ((*_MAPPING, _OPTIONAL), None),
}
"""Every field of a line with the types it may have and what an absent one means; `id` and `verdict` must be there."""


class BadLedger(DplemmaError):
    """A ledger that is missing or cannot be read; the message names the file and the line."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """One difference between the ledger and a run: a new id, a stale id, or one compared field of a known id."""

    kind: str  # "added", "removed" or "changed"
    id: str
    field: str = ""
    old: Any = None
    new: Any = None

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "id": self.id, "field": self.field, "old": self.old, "new": self.new}


def path() -> Path:
    """The ledger beside the package, or the file the environment variable names."""
    override = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(override) if override else Path(__file__).parents[1] / "ledger.jsonl"


def read(file: Path | None = None) -> dict[str, Record]:
    """All lines by id; absent optional fields get their defaults. A missing file or a bad line raises `BadLedger`."""
    file = file or path()
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        raise BadLedger(f"no ledger at {file}. Write one with: dplemma verify --update-ledger") from None
    records: dict[str, Record] = {}
    for number, raw in enumerate(content.split(b"\n"), start=1):
        if not raw.strip():
            continue
        try:
            record = _checked(json.loads(raw.decode("utf-8")))
            if record["id"] in records:
                raise ValueError(f"the id {record['id']!r} occurs twice")
        except (json.JSONDecodeError, UnicodeDecodeError):
            raise BadLedger(f"{file}, line {number}: not JSON") from None
        except (ValueError, RecursionError) as problem:
            raise BadLedger(f"{file}, line {number}: {problem}") from None
        records[record["id"]] = record
    return records


def _checked(line: Any) -> Record:
    if not isinstance(line, dict):
        raise ValueError("a ledger line must be a JSON object")
    for name in ("id", "verdict"):
        if name not in line:
            raise ValueError(f"the field {name!r} is missing")
    for name, (types, _) in FIELDS.items():
        if name in line and (not isinstance(line[name], types) or isinstance(line[name], bool)):
            raise ValueError(f"the field {name!r} cannot be {json.dumps(line[name])[:40]}")
    if line["verdict"] not in VERDICTS:
        raise ValueError(f"unknown verdict {line['verdict']!r}; known are {', '.join(VERDICTS)}")
    if (line["verdict"] == "refuted") != (line.get("counterexample") is not None):
        raise ValueError("refuted needs a counterexample, and nothing else has one")
    if line.get("counterexample") is not None:
        _check_counterexample(line["counterexample"])
    for name in COMPANIONS:
        if line.get(name) is not None and not isinstance(line[name].get("id"), str):
            raise ValueError(f"the field {name!r} needs an 'id'")
    return {name: copy(default) for name, (_, default) in FIELDS.items()} | line


def _check_counterexample(data: Mapping[str, Any]) -> None:
    try:
        parsed = Counterexample.from_json(data)
    except TypeError:
        raise ValueError("the field 'counterexample' needs a 'kind' and has only known keys") from None
    if not isinstance(parsed.point, dict) or not isinstance(parsed.mechanism, (dict, _OPTIONAL)):
        raise ValueError("the 'point' and 'mechanism' of a counterexample must be JSON objects")


def write(records: Records, file: Path | None = None) -> None:
    """Replace the ledger in one step: a run killed half-way leaves the old file, never half a new one."""
    file = file or path()
    scratch = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    try:
        with scratch.open("w", encoding="utf-8", newline="\n") as stream:
            for identifier in sorted(records):
                stream.write(json.dumps(records[identifier], sort_keys=True, ensure_ascii=False) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(scratch, file)
    finally:
        scratch.unlink(missing_ok=True)


def differences(old: Record, new: Record) -> list[Change]:
    """The compared fields in which two lines of one id differ."""
    return [
        Change(kind="changed", id=new["id"], field=name, old=old.get(name), new=new.get(name))
        for name in COMPARED
        if old.get(name) != new.get(name)
    ]


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
            changes.append(Change(kind="added", id=identifier, field="verdict", new=record["verdict"]))
    if registry is not None:
        changes += [
            Change(kind="removed", id=identifier, field="verdict", old=record["verdict"])
            for identifier, record in old.items()
            if identifier not in registry
        ]
    return sorted(changes, key=lambda change: change.id)


def merge(old: Records, new: Records, *, registry: Collection[str] | None = None) -> dict[str, Record]:
    """The ledger after accepting a run; `registry` as in `compare`, to drop stale lines."""
    merged = {key: record for key, record in old.items() if registry is None or key in registry}
    for identifier, record in new.items():
        before = old.get(identifier)
        kept = {} if before is None or differences(before, record) else {n: before[n] for n in MACHINE_DEPENDENT}
        merged[identifier] = record | kept
    return link(merged)


def link(records: Records, fallback: Records | None = None) -> dict[str, Record]:
    """Copy the verdict of every amendment and sharpening into the line of the claim it belongs to."""
    known = {**(fallback or {}), **records}

    def linked(record: Record) -> Record:
        summaries = {name: record[name] for name in COMPANIONS if record.get(name)}
        for name, summary in summaries.items():
            companion = known.get(summary["id"])
            if companion:
                summaries[name] = summary | {key: companion[key] for key in ("verdict", "counterexample")}
        return record | summaries

    return {identifier: linked(record) for identifier, record in records.items()}


def is_companion(record: Record) -> bool:
    """True for an amendment or a sharpening: our statement, not the paper's, so it is counted apart."""
    return bool(record["amends"]) or record["id"].endswith(("/amended", "/sharpened"))


def is_decided(summary: Mapping[str, Any] | None) -> bool:
    """True if an amendment exists and is proved, certified or confirmed."""
    return summary is not None and summary.get("verdict") in PASSING
