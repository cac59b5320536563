"""Plain JSON data of claims, papers and quantities: the ledger line, the `--json` element and what they add up to.

Main definitions: `claim_record`, `quantity_record`, `paper_record`, `totals`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from dplemma.ledger.store import Record, is_companion, is_decided
from dplemma.ledger.verdict import VERDICTS, Verdict
from dplemma.report.shapes import ClaimShape, PaperShape, QuantityShape

SCHEMA = 1
NOT_FORMALISED_LIMIT = 0.1  # of a paper's claims; beyond it the formalisation is not honest work any more


def claim_record(claim: ClaimShape, verdict: Verdict) -> Record:
    """One claim with its verdict, as the ledger stores it; `dplemma.ledger.store.link` fills in the companions' verdicts."""
    evidence = verdict.to_json()
    record = {
        "id": claim.id,
        "paper": claim.paper,
        "tier": claim.tier,
        "where": claim.where,
        "kind": claim.kind,
        "states": claim.states,
        "statement": claim.latex(),
        "text": claim.text(),
        "expanded": _expanded(claim),
        "digest": claim.digest(),
        "reading": claim.reading,
        "why": claim.why,
        "harm": claim.harm,
        "place": claim.place,
        "amends": claim.amends,
        "not_formalised": claim.not_formalised,
        "symbols": claim.symbols(),
        "numbers": claim.numbers(),
        "amendment": _companion(claim.amend),
        "sharpened": _companion(claim.sharpen),
        **{name: evidence[name] for name in _EVIDENCE},
        "seconds": round(verdict.seconds, 3),
    }
    return json.loads(json.dumps(record))


_EVIDENCE = (
    "verdict", "engine", "form", "won", "assumes", "digits", "bits", "points", "witness",
    "counterexample", "second_opinion", "remark", "versions",
)  # fmt: skip


def _expanded(claim: ClaimShape) -> dict[str, str]:
    """The statement with every name replaced by its definition; nothing where it has no name."""
    plain = claim.expanded()
    return {} if plain.text() == claim.text() else {"text": plain.text(), "statement": plain.latex()}


def _companion(claim: ClaimShape | None) -> dict[str, Any] | None:
    if claim is None:
        return None
    return {"id": claim.id, "statement": claim.latex(), "verdict": None, "counterexample": None}


def quantity_record(quantity: QuantityShape) -> dict[str, Any]:
    return {
        "name": quantity.name,
        "also": list(quantity.also),
        "params": {name: str(interval) for name, interval in quantity.params.items()},
        "aliases": own_aliases(quantity),
        "role": quantity.role,
        "unsafe": quantity.unsafe,
        "status": quantity.status,
        "summary": quantity.summary,
        "formula": quantity.formula,
        "example": dict(quantity.example),
        "needs": quantity.needs,
        "note": quantity.note,
    }


def own_aliases(quantity: QuantityShape) -> dict[str, str]:
    """The other names of the parameters it has; a family shares one table of aliases."""
    return {alias: name for alias, name in quantity.aliases.items() if name in quantity.params}


def paper_record(paper: PaperShape) -> dict[str, Any]:
    return {
        "key": paper.key,
        "title": paper.title,
        "authors": list(paper.authors),
        "year": paper.year,
        "doi": paper.doi,
        "arxiv": paper.arxiv,
        "venue": paper.venue,
        "url": paper.url,
    }


def totals(records: Iterable[Record]) -> dict[str, Any]:
    """Counts by verdict. Amendments and sharpenings are counted apart: they are ours, not the papers'."""
    everything = list(records)
    claims = [record for record in everything if not is_companion(record)]
    ours = [record for record in everything if is_companion(record)]
    refuted = [record for record in claims if record["verdict"] == "refuted"]
    papers = dict.fromkeys(record["paper"] for record in claims)
    return {
        "claims": len(claims),
        "by_verdict": _by_verdict(claims),
        "by_tier": {
            tier: _by_verdict(record for record in claims if record["tier"] == tier)
            for tier in sorted({record["tier"] for record in claims})
        },
        "amendments": _by_verdict(record for record in ours if not record["id"].endswith("/sharpened")),
        "sharpenings": _by_verdict(record for record in ours if record["id"].endswith("/sharpened")),
        "not_formalised_by_paper": {paper: _not_formalised(claims, paper) for paper in papers},
        "refuted_with_decided_amendment": sum(is_decided(record["amendment"]) for record in refuted),
        "refuted_without": [record["id"] for record in refuted if not is_decided(record["amendment"])],
        "seconds": round(sum(record["seconds"] for record in everything), 3),
    }


def _by_verdict(records: Iterable[Record]) -> dict[str, int]:
    counts = Counter(record["verdict"] for record in records)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def _not_formalised(claims: list[Record], paper: str) -> dict[str, int]:
    verdicts = [record["verdict"] for record in claims if record["paper"] == paper]
    return {"claims": len(verdicts), "not_formalised": verdicts.count("not_formalised")}
