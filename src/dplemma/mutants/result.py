"""What became of a mutant, and the file in which a run keeps it: one JSON line each, so that a run that ends goes on.

Main definitions: `MutantResult`, `ResultFile`, `OUTCOMES`, `BadRecord`.

A result belongs to the claim as it was stated, by its digest: one of another statement is not read. A line is written in one
piece at the end of the file, so two runs may share it, and a run that is killed loses the mutants it had in hand and no more.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dplemma.base.codec import JsonRecord
from dplemma.base.errors import DplemmaError
from dplemma.base.files import bounded_bytes

OUTCOMES = ("refuted", "slack", "survived", "late", "error", "none", "accepted")
"""Refuted; proved true, so the claim had room; neither; out of time; raised; nothing to change; proved although it is false."""
MOST_BYTES = 1 << 28
"""Of a file of results; a larger one is none."""
SURVIVING = ("survived", "late", "error")

Key = tuple[str, str, str]


class BadRecord(DplemmaError):
    """A file of results that cannot be used."""


@dataclass(frozen=True, kw_only=True)
class MutantResult(JsonRecord):
    """The outcome for the mutant of one kind of one claim.

    `digest` is the claim's, `engine` the one that shows the claim, `verdict` and `by` what the mutant got and by which engine;
    `why` is what the search says where it neither refuted nor proved, or where a counterexample lies.
    """

    claim: str
    kind: str
    digest: str
    engine: str
    outcome: str
    statement: str = ""
    verdict: str = ""
    by: str = ""
    why: str = ""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES:
            raise ValueError(f"unknown outcome {self.outcome!r}")

    @property
    def key(self) -> Key:
        return self.claim, self.kind, self.digest

    @property
    def id(self) -> str:
        return f"{self.claim}::{self.kind}"


class ResultFile:
    """Results that are kept; without a path they are forgotten."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.damaged: list[int] = []  # numbers of lines that could not be read

    def read(self) -> dict[Key, MutantResult]:
        """All results, the last of each mutant; a damaged line is counted, and its mutant is decided again."""
        self.damaged = []
        found: dict[Key, MutantResult] = {}
        for number, line in enumerate(self._content().split(b"\n"), start=1):
            if line.strip():
                try:
                    result = MutantResult.from_json(json.loads(line))
                except (ValueError, RecursionError):
                    self.damaged.append(number)
                else:
                    found[result.key] = result
        return found

    def _content(self) -> bytes:
        try:
            return b"" if self.path is None else bounded_bytes(self.path, MOST_BYTES)
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise BadRecord(f"{self.path} cannot be read: {error.strerror or error}") from None

    def check_writable(self) -> None:
        """Before anything is decided in vain; a line that was torn by the end of a run is closed."""
        if self.path is not None:
            content = self._content()
            self._append(b"\n" if content and not content.endswith(b"\n") else b"")

    def write(self, result: MutantResult) -> None:
        if self.path is not None:
            told = {name: value for name, value in result.to_json().items() if value}
            self._append(json.dumps(told, ensure_ascii=False).encode() + b"\n")

    def _append(self, data: bytes) -> None:
        assert self.path is not None
        try:
            end = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            try:
                if data and os.write(end, data) != len(data):
                    raise BadRecord(f"{self.path} cannot be written: no space for a whole line")
            finally:
                os.close(end)
        except OSError as error:
            raise BadRecord(f"{self.path} cannot be written: {error.strerror or error}") from None


def outcome_counts(results: Iterable[MutantResult]) -> dict[str, int]:
    """How many of each outcome, in their order."""
    found = [result.outcome for result in results]
    return {outcome: found.count(outcome) for outcome in OUTCOMES}


def share_refuted(counts: Mapping[str, int]) -> float | None:
    """Of all mutants that are not proved true, the share that is refuted; None if there are none."""
    judged = sum(counts[outcome] for outcome in ("refuted", "accepted", *SURVIVING))
    return counts["refuted"] / judged if judged else None
