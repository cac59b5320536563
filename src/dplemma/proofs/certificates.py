"""Certificates of verdicts: written here, read and checked by the kernel (`dplemma.kernel.certificate`).

Main definitions: `certificate(claim, verdict)`, `claim_tree(claim)`, `write_certificate`.
"""

from __future__ import annotations

import json
from pathlib import Path

from dplemma.base.errors import Unsupported
from dplemma.base.files import replaced_file
from dplemma.kernel.certificate import FORMAT, VERSION, digest
from dplemma.lang.claim import Claim
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.tree import Json
from dplemma.lang.unfolding import portable
from dplemma.ledger.verdict import SETTLED, Verdict


def claim_tree(claim: Claim) -> Json | None:
    """The mathematics of a claim as the kernel reads it, names included; None for what has no tree, a simulation or a measure."""
    plain = portable(claim)
    try:
        return {"region": region_to_tree(plain.on), "statement": written_statement(plain.statement)}
    except Unsupported:
        return None


def certificate(claim: Claim, verdict: Verdict) -> dict[str, Json] | None:
    """The certificate of a verdict; None for one that the kernel did not give."""
    if verdict.verdict not in SETTLED or verdict.proof is None or (tree := claim_tree(claim)) is None:
        return None
    return {
        "format": FORMAT, "version": VERSION, "id": claim.id, "claim": tree, "proof": verdict.proof, "verdict": verdict.verdict,
        "digest": digest(tree, verdict.proof), "versions": dict(verdict.versions),
    }  # fmt: skip


def write_certificate(claim: Claim, verdict: Verdict, directory: Path | str) -> Path | None:
    """Write the certificate into the directory, all of it or nothing; None if the verdict has none."""
    data = certificate(claim, verdict)
    if data is None:
        return None
    target = Path(directory) / f"{claim.id.replace('/', '__')}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    with replaced_file(target) as stream:
        json.dump(data, stream, indent=None, separators=(",", ":"))
        stream.write("\n")
    return target
