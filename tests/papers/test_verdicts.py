"""Every claim gets the verdict the ledger remembers, for the same reason: a new claim brings this test with it."""

from __future__ import annotations

import pytest

from dplemma.decide.decide import decide_claim
from dplemma.ledger import store as ledger
from dplemma.papers import load_claims

CLAIMS = load_claims()
LEDGER = ledger.read()
REFUTED = {key: line.counterexample for key, line in LEDGER.items() if line.counterexample}


@pytest.mark.parametrize("key", CLAIMS)
def test_the_verdict_is_the_one_remembered(key: str) -> None:
    claim, line = CLAIMS[key], LEDGER[key]
    verdict = decide_claim(claim, frozenset(line.won))
    said, remembered = ((found.verdict, found.engine, found.assumes) for found in (verdict, line))
    assert said == remembered, f"the clock stopped on this machine: {verdict.stopped or 'nothing'}"
    assert verdict.counterexample == line.counterexample
    assert claim.digest() == line.digest


def test_the_ledger_has_the_words_of_every_claim() -> None:
    """`show` prints them from there."""
    said = {key: {name: getattr(claim, name) for name in ledger.WORDS} for key, claim in CLAIMS.items()}
    kept = {key: {name: getattr(line, name) for name in ledger.WORDS} for key, line in LEDGER.items()}
    assert said == kept, "a claim was reworded: dplemma verify --update-ledger"


def test_the_ledger_has_the_formulas_of_every_claim() -> None:
    """In text and in LaTeX, by the printers as they are."""
    said = {key: (claim.text(), claim.latex()) for key, claim in CLAIMS.items()}
    assert said == {key: (line.text, line.statement) for key, line in LEDGER.items()}, "dplemma verify --update-ledger --no-cache"


@pytest.mark.parametrize("key", REFUTED)
def test_a_counterexample_lies_in_its_region(key: str) -> None:
    from fractions import Fraction

    from dplemma.ground.points import is_inside

    claim, point = CLAIMS[key], REFUTED[key].point
    values = {name: Fraction(text) for name, text in point.items() if name in claim.on.intervals}
    assert all(value in claim.on.intervals[name] for name, value in values.items())
    assert set(values) != set(claim.on.names) or is_inside(claim.on, values)
