"""Certificates: a claim with its proof object in one JSON file, checked by the kernel and nothing else.

Main definitions: `read(path)`, `digest(claim, proof)`, `check_certificate(data) -> Outcome`.

A file holds the claim (its region and statement), the proof object, the verdict they give, and a digest of claim and proof. The
digest finds accidents only; nothing else in the file is believed: the proof is checked again from its first line.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.kernel.check import Outcome, check
from dplemma.kernel.term import MAX_DEPTH, Json, Rejected

FORMAT, VERSION = "dplemma-certificate", 2
KEYS = ("format", "version", "id", "claim", "proof", "verdict", "digest", "versions")
MAX_BYTES = 50_000_000


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


def check_certificate(data: dict[str, Json]) -> Outcome:
    """What the proof in the file shows of the claim in the file, which must be what the file says."""
    if digest(data["claim"], data["proof"]) != data["digest"]:
        raise Rejected("digest: the file was changed after it was written")
    outcome = check(data["claim"], data["proof"])
    if outcome.verdict != data["verdict"]:
        raise Rejected(f"verdict: the proof gives {outcome.verdict}, the file says {data['verdict'][:20]}")
    return outcome
