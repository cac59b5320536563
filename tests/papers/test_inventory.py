"""The claims against the inventory of what the papers say: nothing reworded, nothing added, little left open.

`inventory.json` lists every statement of every paper with its tier, place, kind and wording; a claim has them all. How many of
the statements are decided is counted by `dplemma verify` (`totals.coverage`), against the numbers that the papers carry.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import dplemma.papers
from dplemma.base.errors import BadClaim
from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import PASSING
from dplemma.papers import load_claims, papers

INVENTORY: list[dict[str, Any]] = json.loads(Path(__file__).with_name("inventory.json").read_text(encoding="utf-8"))
CLAIMS = load_claims()
ENTRIES = {entry["id"]: entry for entry in INVENTORY if entry["id"] in CLAIMS}
OURS = {key for key, paper in papers().items() if paper.collection}
COMPANIONS = ("/amended", "/sharpened", "/as-extracted")
PRINTED = {key: claim for key, claim in CLAIMS.items() if not key.endswith(COMPANIONS) and claim.paper not in OURS}


def test_the_inventory_names_each_statement_once() -> None:
    assert len({entry["id"] for entry in INVENTORY}) == len(INVENTORY)
    assert all(entry["id"].startswith(f"{entry['paper']}/") for entry in INVENTORY)


@pytest.mark.parametrize("paper", papers())
def test_a_paper_knows_how_many_statements_it_makes(paper: str) -> None:
    assert papers()[paper].items == Counter(entry["tier"] for entry in INVENTORY if entry["paper"] == paper)


@pytest.mark.parametrize("identifier", ENTRIES)
def test_entry_is_claimed_as_the_inventory_has_it(identifier: str) -> None:
    claim, entry = CLAIMS[identifier], ENTRIES[identifier]
    found = {"id": claim.id, "paper": claim.paper, **{name: getattr(claim, name) for name in ("tier", "where", "kind", "states")}}
    assert found == entry


def test_nothing_is_claimed_that_no_paper_says() -> None:
    assert set(PRINTED) == set(ENTRIES)


@pytest.mark.parametrize("paper", sorted(papers().keys() - OURS))
def test_at_most_one_in_ten_is_not_formalised(paper: str) -> None:
    mine = [claim for claim in PRINTED.values() if claim.paper == paper]
    left = [claim.id for claim in mine if claim.not_formalised]
    assert 10 * len(left) <= len(mine), left


def test_what_is_left_out_has_a_reason() -> None:
    terse = [key for key, claim in CLAIMS.items() if claim.not_formalised and len(claim.not_formalised.split()) < 5]
    assert terse == []


def test_every_claim_is_in_the_ledger_with_the_statement_it_has_now() -> None:
    records = ledger.read()
    assert set(CLAIMS) - set(records) == set()
    stale = [key for key, claim in CLAIMS.items() if records[key].digest != claim.digest()]
    assert stale == []


def test_every_refuted_claim_is_amended_and_the_amendment_passes() -> None:
    records = ledger.read()
    refuted = [key for key in PRINTED if records[key].verdict == "refuted"]
    assert refuted
    without = [key for key in refuted if CLAIMS[key].amend is None]
    failing = [key for key in refuted if CLAIMS[key].amend and records[f"{key}/amended"].verdict not in PASSING]
    assert (without, failing) == ([], [])


def test_only_refuted_claims_are_amended_and_only_true_ones_sharpened() -> None:
    records = ledger.read()
    amended = [key for key, claim in PRINTED.items() if claim.amend and records[key].verdict != "refuted"]
    sharpened = [key for key, claim in PRINTED.items() if claim.sharpen and records[key].verdict not in PASSING]
    assert (amended, sharpened) == ([], [])


def test_every_refuted_claim_says_why_and_what_harm_it_does() -> None:
    records = ledger.read()
    silent = [key for key in PRINTED if records[key].verdict == "refuted" and not (CLAIMS[key].why and CLAIMS[key].harm)]
    assert silent == []


def test_the_literal_text_of_a_slip_is_another_statement() -> None:
    same = [key for key, claim in PRINTED.items() if claim.as_extracted and claim.as_extracted.digest() == claim.digest()]
    assert same == []


def test_only_refuted_claims_have_a_class_and_a_harm() -> None:
    records = ledger.read()
    blamed = [key for key, record in records.items() if record.verdict != "refuted" and (record.class_ or record.harm)]
    assert blamed == []


def test_an_error_in_a_paper_file_is_one_line_that_names_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> Any:
        raise NameError("name 'exp' is not defined")

    monkeypatch.setattr(dplemma.papers, "import_module", broken)
    with pytest.raises(BadClaim, match=r"^papers/glrt/figures.py: exp is not defined. Write: from dplemma.lang import exp$"):
        dplemma.papers._topic("glrt", "figures")
