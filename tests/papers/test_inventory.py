"""The claims against the inventory of what the papers say: nothing left out, nothing reworded, little left open.

`inventory.json` lists every statement of every paper. A paper that has a folder must claim each of its entries with the
inventory's tier, place, kind and wording; of a paper named in `headlines.json`, only the entries chosen there so far.
"""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

import dplemma.papers
from dplemma.base.errors import BadClaim
from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import PASSING
from dplemma.papers import load_claims, papers

INVENTORY: list[dict[str, Any]] = json.loads(Path(__file__).with_name("inventory.json").read_text(encoding="utf-8"))
HEADLINES: dict[str, list[str]] = json.loads(Path(__file__).with_name("headlines.json").read_text(encoding="utf-8"))


def is_due(entry: dict[str, Any]) -> bool:
    """The entry must be claimed: its paper has a folder, and is either claimed as a whole or chose this entry."""
    globs = [f"{entry['paper']}/{glob}" for glob in HEADLINES.get(entry["paper"], ["*"])]
    return entry["paper"] in papers() and any(fnmatchcase(entry["id"], glob) for glob in globs)


ENTRIES = {entry["id"]: entry for entry in INVENTORY if is_due(entry)}
CLAIMS = load_claims()
PRINTED = {key: claim for key, claim in CLAIMS.items() if not key.endswith(("/amended", "/sharpened"))}


def test_the_inventory_names_each_statement_once() -> None:
    assert len({entry["id"] for entry in INVENTORY}) == len(INVENTORY)
    assert all(entry["id"].startswith(f"{entry['paper']}/") for entry in INVENTORY)
    assert len([e for e in INVENTORY if e["paper"] == "sensitivity_index"]) == 88


def test_every_glob_of_the_headlines_chooses_something() -> None:
    globs = [f"{paper}/{glob}" for paper, chosen in HEADLINES.items() for glob in chosen]
    assert [glob for glob in globs if not any(fnmatchcase(entry["id"], glob) for entry in INVENTORY)] == []


@pytest.mark.parametrize("identifier", ENTRIES)
def test_entry_is_claimed_as_the_inventory_has_it(identifier: str) -> None:
    claim, entry = CLAIMS[identifier], ENTRIES[identifier]
    found = {"id": claim.id, "paper": claim.paper, **{name: getattr(claim, name) for name in ("tier", "where", "kind", "states")}}
    assert found == entry


def test_nothing_is_claimed_that_no_paper_says() -> None:
    assert set(PRINTED) - set(ENTRIES) == set()


@pytest.mark.parametrize("paper", papers())
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


def test_an_error_in_a_paper_file_is_one_line_that_names_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> Any:
        raise NameError("name 'exp' is not defined")

    monkeypatch.setattr(dplemma.papers, "import_module", broken)
    with pytest.raises(BadClaim, match=r"^papers/glrt/figures.py: exp is not defined. Write: from dplemma.lang import exp$"):
        dplemma.papers._topic("glrt", "figures")
