"""Plain JSON data of papers and quantities, and what the lines of the ledger add up to.

Main definitions: `quantity_record`, `paper_record`, `totals`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from dplemma.base.codec import json_value
from dplemma.lang.paper import Paper
from dplemma.lang.quantity import Quantity
from dplemma.ledger.record import Record
from dplemma.ledger.verdict import DECIDED, SETTLED, VERDICTS

SCHEMA = 1
NOT_FORMALISED_LIMIT = 0.1  # of a paper's claims; beyond it the formalisation is not honest work any more


def quantity_record(quantity: Quantity) -> dict[str, Any]:
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


def own_aliases(quantity: Quantity) -> dict[str, str]:
    """The other names of the parameters it has; a family shares one table of aliases."""
    return {alias: name for alias, name in quantity.aliases.items() if name in quantity.params}


def paper_record(paper: Paper) -> dict[str, Any]:
    names = ("key", "title", "authors", "year", "doi", "arxiv", "venue", "url")
    return {name: json_value(getattr(paper, name)) for name in names}


def totals(records: Iterable[Record], known: Mapping[str, Paper] | None = None) -> dict[str, Any]:
    """Counts by verdict. Amendments, sharpenings and literal texts are counted apart: they are not what the papers mean.

    `known` papers say how many statements they make; `coverage` is measured against that.
    """
    everything = list(records)
    claims = [record for record in everything if not record.is_companion]
    ours = [record for record in everything if record.is_companion]
    refuted = [record for record in claims if record.verdict == "refuted"]
    without = [record.id for record in refuted if not (record.amendment and record.amendment.is_decided)]
    papers = dict.fromkeys(record.paper for record in claims)
    return {
        "claims": len(claims),
        "by_verdict": _by_verdict(claims),
        "by_tier": {
            tier: _by_verdict(record for record in claims if record.tier == tier)
            for tier in sorted({record.tier for record in claims})
        },
        "coverage": _coverage(claims, known or {}),
        "amendments": _by_verdict(record for record in ours if not record.id.endswith(("/sharpened", "/as-extracted"))),
        "sharpenings": _by_verdict(record for record in ours if record.id.endswith("/sharpened")),
        "slips": _by_verdict(record for record in ours if record.id.endswith("/as-extracted")),
        "not_formalised_by_paper": {paper: _not_formalised(claims, paper) for paper in papers},
        "refuted_with_decided_amendment": len(refuted) - len(without),
        "refuted_without": without,
        "seconds": round(sum(record.seconds for record in everything), 3),
    }


def _coverage(claims: list[Record], known: Mapping[str, Paper]) -> dict[str, dict[str, Any]]:
    """Of each tier: the statements of the papers that occur, how many are decided and settled, and in per cent of them."""
    claims = [record for record in claims if not (record.paper in known and known[record.paper].collection)]
    mine = [paper for key, paper in known.items() if any(record.paper == key for record in claims)]
    items = {tier: sum(paper.items.get(tier, 0) for paper in mine) for tier in ("core", "prose")}
    return {tier: _share([r for r in claims if r.tier == tier], count) for tier, count in items.items() if count}


def _share(claims: list[Record], items: int) -> dict[str, Any]:
    counts = {
        "items": items,
        "decided": sum(record.verdict in DECIDED for record in claims),
        "settled": sum(record.verdict in SETTLED for record in claims),
    }
    return {**counts, **{f"{name}_percent": round(100 * counts[name] / items, 1) for name in ("decided", "settled")}}


def _by_verdict(records: Iterable[Record]) -> dict[str, int]:
    counts = Counter(record.verdict for record in records)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def _not_formalised(claims: list[Record], paper: str) -> dict[str, int]:
    verdicts = [record.verdict for record in claims if record.paper == paper]
    return {"claims": len(verdicts), "not_formalised": verdicts.count("not_formalised")}
