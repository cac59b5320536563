"""`tests/papers/inventory.json`, the list of what the papers say, follows from the claims.

Main definition: `inventory_text`.

A claim that is written puts itself on the list, or changes its line; what no claim states yet stays as it stands there. So a
claim is written in one place, and a change of its wording is seen where the list is compared with the paper.
"""

from __future__ import annotations

import json
from typing import Any

from dplemma.papers import load_claims, papers

_SAID = ("id", "paper", "tier", "where", "kind", "states")


def inventory_text(old: str) -> str:
    """The list with the lines of all claims as they are now; new ones after the last line of their paper."""
    listed: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in json.loads(old)}
    told = {key for key, paper in papers().items() if not getattr(paper, "collection", False)}
    ours = {better.id for claim in load_claims().values() for better in claim.family()[1:]}
    for key, claim in load_claims().items():
        if claim.paper in told and key not in ours:
            listed[key] = {name: getattr(claim, name) for name in _SAID}
    order = list(dict.fromkeys(entry["paper"] for entry in listed.values()))
    lines = sorted(listed.values(), key=lambda entry: order.index(entry["paper"]))
    return "[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in lines) + "\n]\n"
