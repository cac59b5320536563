"""A file of results: one JSON line a mutant, the last line under a key counts.

Main definitions: `result_of(mutant, source, result)`, `recorded(path)`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .operators import Mutant


def result_of(mutant: Mutant, source: str, result: str, by: str = "", tests: int = 0, ran: int = 0) -> dict[str, Any]:
    """What is written of a mutant: where it is, what became of it, the test that killed it, how many tests there were and ran."""
    return {
        "key": mutant.key, "module": mutant.module.rpartition(".")[2], "owner": mutant.owner, "line": mutant.line,
        "operator": mutant.operator, "code": source.splitlines()[mutant.line - 1].strip(), "text": mutant.text,
        "result": result, "by": by, "tests": tests, "ran": ran,
    }  # fmt: skip


def recorded(path: Path) -> dict[str, dict[str, Any]]:
    """What a file of lines says last under each key; a line cut short is left out."""
    lines: Iterable[str] = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    found = [json.loads(line) for line in lines if line.endswith("\n")]
    return {result["key"]: result for result in found}
