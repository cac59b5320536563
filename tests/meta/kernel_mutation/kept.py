"""What was run, kept beside the sources so that the next run need not begin anew: a line a function, a letter a mutant.

    intervals RealInterval.mid 5d0c41f2a9b7 kks-kl

Main definitions: `letters(room)`, `seed(room, record)`, `keep(room, record)`.

The letters stand in the order in which `mutants` makes them. The digest is of the function and of all that its mutants say: if
either the function or an operator changes, the line is not of what is there, counts for nothing and is left out when the file is
written again. A function of which nothing was run has no line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from .operators import Mutant, mutants
from .results import result_of
from .runner import folder_of, recorded

KEPT = Path(__file__).parents[1] / "mutants_run"
WORDS = {"k": "killed", "l": "killed by a limit", "s": "survived", "n": "not run by any test", "p": "not put in"}
_LETTERS = {word: letter for letter, word in WORDS.items()}
NOT_RUN = "-"


def file_of(room: str) -> Path:
    return KEPT / f"{room}.txt"


def owned(room: str) -> Iterator[tuple[str, str, list[Mutant]]]:
    """The functions and tables of a room that have mutants: the name that their line begins with, the source, the mutants."""
    for path in sorted(folder_of(room).glob("*.py")):
        source = path.read_text(encoding="utf-8")
        for owner, group in groupby(mutants(f"dplemma.{room}.{path.stem}", source), key=lambda mutant: mutant.owner):
            mine = list(group)
            yield f"{path.stem} {owner} {_digest(mine)}", source, mine


def _digest(mine: list[Mutant]) -> str:
    told = [f"{mutant.key} {mutant.operator} {mutant.text}" for mutant in mine]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:12]


def kept(room: str, path: Path | None = None) -> dict[str, str]:
    """The lines of a file: name, function and digest to letters."""
    path = path or file_of(room)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {name: told for name, _, told in (line.rpartition(" ") for line in lines)}


def seed(room: str, record: Path, path: Path | None = None) -> int:
    """Write into a record what is kept of the functions as they are, where the record says nothing; how many lines that were."""
    lines, there = kept(room, path), recorded(record)
    new: list[dict[str, Any]] = []
    for name, source, mine in owned(room):
        for mutant, letter in zip(mine, lines.get(name, NOT_RUN * len(mine)), strict=True):
            if letter != NOT_RUN and mutant.key not in there:
                new.append(result_of(mutant, source, WORDS[letter]))
    with record.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(result) + "\n" for result in new)
    return len(new)


def keep(room: str, record: Path, path: Path | None = None) -> int:
    """Write what a record says of the functions as they are, and what was kept and it does not say; how many mutants that are."""
    path, before, found = path or file_of(room), kept(room, path), recorded(record)
    lines, run = [], 0
    for name, _, mine in owned(room):
        old = before.get(name, NOT_RUN * len(mine))
        told = [
            _LETTERS[found[mutant.key]["result"]] if mutant.key in found else letter
            for mutant, letter in zip(mine, old, strict=True)
        ]
        if run_here := len(mine) - told.count(NOT_RUN):
            lines.append(f"{name} {''.join(told)}\n")
            run += run_here
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
    return run
