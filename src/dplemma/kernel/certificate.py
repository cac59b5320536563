"""Certificates: a claim with its proof object in one JSON file, checked by the kernel and nothing else.

Main definitions: `read(path)`, `digest(claim, proof)`, `replay(path, known) -> Report`.

A file holds the claim (its region and statement), the proof object, the verdict they give, and a digest of claim and proof. The
digest finds accidents only; nothing else in the file is believed: the proof is checked again from its first line.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.kernel.check import Outcome, check
from dplemma.kernel.term import MAX_DEPTH, Json, Rejected

FORMAT, VERSION = "dplemma-certificate", 2
KEYS = ("format", "version", "id", "claim", "proof", "verdict", "digest", "versions")
MAX_BYTES = 50_000_000


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


def canonical(tree: Json) -> str:
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest(claim: Json, proof: Json) -> str:
    """SHA-256 of the claim and its proof."""
    return hashlib.sha256(canonical([claim, proof]).encode()).hexdigest()


def read(path: Path | str) -> dict[str, Json]:
    """The entries of a certificate file, which must be one; floats, repeated keys and dishonest sizes are refused."""
    name = Path(path).name or str(path)
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)  # whatever size the system states: a device has none
        if len(content) > MAX_BYTES:
            raise NoCertificate(f"{name}: larger than {MAX_BYTES} bytes, which no certificate is")
        data = json.loads(content.decode(), parse_float=_refused, parse_constant=_refused, object_pairs_hook=_distinct)
    except OSError as error:
        raise NoCertificate(f"{name}: cannot be read: {error.strerror or error}") from None
    except RecursionError:
        raise NoCertificate(f"{name}: is not a certificate: nested deeper than {MAX_DEPTH}") from None
    except ValueError as error:
        raise NoCertificate(f"{name}: is not a certificate: {str(error)[:100]}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NoCertificate(f'{name}: is not a certificate (no "format": "{FORMAT}")')
    if data.get("version") != VERSION:
        raise NoCertificate(f"{name}: made by an earlier schema; make it again: dplemma verify ID --certificates DIR")
    if set(data) != set(KEYS) or not all(isinstance(data[key], str) for key in ("id", "verdict", "digest")):
        raise NoCertificate(f"{name}: its entries are not {', '.join(KEYS)}")
    return data


class NoCertificate(DplemmaError):
    """A file that is no certificate, or one of an earlier schema."""


def _refused(number: str) -> Any:
    raise ValueError(f"the number {number[:40]} is not exact")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("an object repeats a key")
    return dict(pairs)


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


def check_certificate(data: dict[str, Json]) -> Outcome:
    """What the proof in the file shows of the claim in the file, which must be what the file says."""
    if digest(data["claim"], data["proof"]) != data["digest"]:
        raise Rejected("digest: the file was changed after it was written")
    outcome = check(data["claim"], data["proof"])
    if outcome.verdict != data["verdict"]:
        raise Rejected(f"verdict: the proof gives {outcome.verdict}, the file says {data['verdict'][:20]}")
    return outcome


def _must_be_known(data: dict[str, Json], claim: Json | None, notes: list[str]) -> None:
    if claim is None:
        notes.append("not one of the papers' claims or of those given; compared with nothing")
    elif canonical(claim) != canonical(data["claim"]):
        raise Rejected(f"claim: {data['id'][:80]} now says something else")
