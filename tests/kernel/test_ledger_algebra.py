"""The kernel's algebra on the ledger: it shows the equalities of proved claims, and no refuted claim."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files

import pytest

from dplemma.base.errors import DplemmaError
from dplemma.kernel.exists import exists
from dplemma.kernel.normal import equal
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.signs import positive
from dplemma.kernel.statement import All, ForAll, Implies, Region, Rel, Statement, with_premises
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.unfolding import unfold
from dplemma.papers import load_claims

LEDGER = [json.loads(line) for line in (files("dplemma") / "ledger.jsonl").read_text().splitlines()]
DERIVED = {entry["id"] for entry in LEDGER if entry["engine"] == "derivation"}
"""What needs more than a normal form, an integral by a substitution among it."""


def relations(statement: Statement, region: Region) -> Iterator[tuple[Region, Statement]]:
    """The relations of a statement with the region on which each is claimed; what is no relation as it is."""
    if isinstance(statement, All):
        for part in statement.parts:
            yield from relations(part, region)
    elif isinstance(statement, Implies):
        yield from relations(statement.conclusion, with_premises(region, [statement.premise]))
    elif isinstance(statement, ForAll):
        yield from relations(statement.part, region.extended(**dict(statement.over)))
    else:
        yield region, statement


@pytest.fixture(scope="module")
def ledger() -> dict[str, list[tuple[str, list[tuple[Region, Statement]]]]]:
    """By verdict: the claims that the kernel can read, with their relations."""
    verdicts = {entry["id"]: entry["verdict"] for entry in LEDGER}
    found: dict[str, list[tuple[str, list[tuple[Region, Statement]]]]] = {}
    for name, claim in load_claims().items():
        try:
            plain = unfold(claim)
            region = read_region(region_to_tree(plain.on))
            parts = list(relations(read_statement(written_statement(plain.statement)), region))
        except DplemmaError:
            continue
        found.setdefault(verdicts.get(name, ""), []).append((name, parts))
    return found


def shown(region: Region, part: Statement) -> bool:
    if not isinstance(part, Rel) or part.rel == "!=":
        return False
    return equal(part.left, part.right, region) if part.rel == "=" else positive(part.gap, region, part.strict)


def test_equalities_of_proved_claims_are_shown(ledger) -> None:
    found = [(name, shown(*p)) for name, parts in ledger["proved"] for p in parts if isinstance(p[1], Rel) and p[1].rel == "="]
    assert {name for name, right in found if not right} <= DERIVED
    assert len({name for name, right in found if right} - DERIVED) > 100


def defined(region: Region, part: Statement) -> bool:
    return isinstance(part, Rel) and all(exists(side, region) for side in (part.left, part.right))


def test_no_refuted_claim_is_shown(ledger) -> None:
    """Signs are those of what exists: a claim may be refuted because a side does not."""
    found = [name for name, parts in ledger["refuted"] if all(shown(*part) and defined(*part) for part in parts)]
    assert found == []
    assert len(ledger["refuted"]) > 30
