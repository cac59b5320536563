"""The lines of the last run over all claims: where no file of the package has changed since, no claim need even be built.

Main definitions: `KeptLine`, `read_lines`, `write_lines`, `whole_digest`.

One file in the folder of the cache, sealed for the content of every source and derivation and for the versions of what they stand
on (`whole_digest`). Claims, their keys and their verdicts are functions of these, so the lines are those that a run would tell.
A file without the seal, of other sources or damaged is none: the claims are then looked up one by one (as
`dplemma.proofs.unchanged` says).
Importing this module does not import SymPy.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dplemma.base.codec import JsonRecord
from dplemma.base.sources import source_parts, text_digest
from dplemma.lang.derivation_files import folder as derivations_folder
from dplemma.ledger.cache import BadCache, cache_folder, read_sealed, seal_key, write_sealed
from dplemma.ledger.record import Record
from dplemma.ledger.verdict import SETTLED, versions

SCHEMA = 1


@dataclass(frozen=True)
class KeptLine(JsonRecord):
    """The line of a claim, the effort it was decided with, whose proof it is, and what the kernel rejected on the way."""

    record: Record
    effort: str
    source: str
    rejected: str = ""

    def stands(self, effort: str) -> bool:
        """Whether a run of this effort would not decide it again."""
        return self.effort == effort or self.record.verdict in SETTLED


@cache
def whole_digest() -> str:
    """Of every file of code or data in the package and every derivation, and of the versions of what they stand on."""
    stands_on = {**versions(), "python": list(sys.version_info[:2])}
    derivations = (part for file in sorted(derivations_folder().glob("*.py")) for part in (file.name.encode(), file.read_bytes()))
    return text_digest([json.dumps(stands_on, sort_keys=True).encode(), *source_parts(("",)), *derivations])


def read_lines() -> dict[str, KeptLine]:
    """The line of every claim, in their order; nothing where there is no such file for the sources as they are."""
    place = _place()
    if place is None:
        return {}
    try:
        content, sealed = read_sealed(place, whole_digest(), seal_key()) or (b"", False)
        data = json.loads(content) if sealed else {}
        lines = data["lines"] if data.get("schema") == SCHEMA else []
        kept = [KeptLine.from_json(line) for line in lines]
    except (BadCache, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    return {line.record.id: line for line in kept}


def write_lines(lines: Iterable[KeptLine]) -> None:
    """Keep the lines of all claims; a cache that cannot be written keeps nothing."""
    place = _place()
    if place is not None:
        data = {"schema": SCHEMA, "lines": [line.to_json() for line in lines]}
        with suppress(OSError):
            write_sealed(place, json.dumps(data, separators=(",", ":")).encode(), whole_digest(), seal_key())


def _place() -> Path | None:
    folder = cache_folder()
    return None if folder is None else folder / "last-run"
