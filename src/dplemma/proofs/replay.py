"""Certificates checked again: the kernel's word on a file, whose claim must be the one that belongs to its id.

Main definitions: `replay(path, known) -> Report`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dplemma.base.errors import DplemmaError
from dplemma.kernel.certificate import canonical, check_certificate, read
from dplemma.kernel.term import Json, Rejected


@dataclass(frozen=True)
class Report:
    """What a replay found: `status` is agrees or rejected, with the reason; `leaves` counts boxes."""

    id: str
    verdict: str
    status: str
    leaves: int = 0
    assumes: tuple[str, ...] = ()
    seconds: float = 0.0
    reason: str = ""
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        boxes = f"{self.leaves} {'box' if self.leaves == 1 else 'boxes'}"
        lines = [
            f"{self.id}: {self.status}",
            f"  verdict    {self.verdict}",
            f"  checked    by the kernel, {boxes}, in {self.seconds:.1f} s",
        ]
        lines += [f"  assuming   {', '.join(self.assumes)}"] if self.assumes else []
        lines += [f"  because    {self.reason}"] if self.reason else []
        return "\n".join([*lines, *(f"  note       {note}" for note in self.notes)])


def replay(path: Path | str, known: Callable[[str], Json | None]) -> Report:
    """Check a certificate file; `known` gives the claim that belongs to an id, or None."""
    start = time.perf_counter()
    data = read(path)
    notes, outcome, reason = [], None, ""
    try:
        claim = known(data["id"])
        start = time.perf_counter()  # to build the claims of a paper takes seconds, and is not the kernel's work
        _must_be_known(data, claim, notes)
        outcome = check_certificate(data)
    except DplemmaError as error:
        reason = str(error)
    except (MemoryError, RuntimeError) as error:  # a recursion too deep is one
        reason = f"too large or nested too deep to be checked ({type(error).__name__})"
    return Report(
        id=data["id"],
        verdict=data["verdict"],
        status="rejected" if outcome is None else "agrees",
        leaves=outcome.boxes if outcome is not None else 0,
        assumes=outcome.assumes if outcome is not None else (),
        seconds=round(time.perf_counter() - start, 3),
        reason=reason,
        notes=tuple(notes),
    )


def _must_be_known(data: dict[str, Json], claim: Json | None, notes: list[str]) -> None:
    if claim is None:
        notes.append("not one of the papers' claims or of those given; compared with nothing")
    elif canonical(claim) != canonical(data["claim"]):
        raise Rejected(f"claim: {data['id'][:80]} now says something else")
