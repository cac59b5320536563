"""Papers as the atlas shows them: bibliography, and the claims in the order of the text, topic by topic.

Main definition: `paper_entries`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Mapping
from importlib import import_module
from importlib.resources import files
from typing import Any

from dplemma.atlas.addresses import paper_address
from dplemma.lang.paper import Paper
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records
from dplemma.papers import papers
from dplemma.report.records import paper_record


def paper_entries(records: Records, chosen: Collection[str]) -> dict[str, Any]:
    """One entry a paper that has chosen claims."""
    found = {}
    for key, paper in papers().items():
        mine = [records[one] for one in chosen if records[one].paper == key]
        if mine:
            found[key] = _entry(paper, mine)
    return found


def _entry(paper: Paper, mine: list[Record]) -> dict[str, Any]:
    claims = [record for record in mine if not record.is_companion]
    return {
        **paper_record(paper),
        "url": "" if paper.collection else paper.url,
        "address": paper_address(paper.key),
        "about": (import_module(f"dplemma.papers.{paper.key}").__doc__ or "").strip(),
        "collection": paper.collection,
        "bibtex": paper.bibtex(),
        "items": dict(paper.items),
        "counts": dict(Counter(record.verdict for record in claims)),
        "slips": sum(record.as_extracted is not None for record in claims),
        "topics": _topics(paper.key, claims),
        "figures": [],
    }


def _topics(key: str, claims: list[Record]) -> list[dict[str, Any]]:
    """The topics of a paper in the order of its text, each with its claims in the order of its file."""
    by_topic: dict[str, list[tuple[int, str]]] = {}
    for record in claims:
        topic, line = _place(record)
        by_topic.setdefault(topic, []).append((line, record.id))
    known: Mapping[str, int] = {name: number for number, name in enumerate(import_module(f"dplemma.papers.{key}").TOPICS)}
    order = sorted(by_topic, key=lambda topic: (known.get(topic, len(known)), topic))
    return [
        {"name": topic, "title": _title(key, topic), "claims": [one for _, one in sorted(by_topic[topic])]} for topic in order
    ]


def _place(record: Record) -> tuple[str, int]:
    """The topic and the line of papers/gdp_bridge/partial_order.py:26."""
    file, _, line = record.place.rpartition(":")
    return file.rpartition("/")[2].removesuffix(".py"), int(line) if line.isdigit() else 0


def _title(key: str, topic: str) -> str:
    """The first sentence of the file of a topic, without running it."""
    file = files(f"dplemma.papers.{key}").joinpath(f"{topic}.py")
    if not file.is_file():
        return topic.replace("_", " ")
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or topic
    return " ".join(told.split("\n\n")[0].split()).rstrip(".")
