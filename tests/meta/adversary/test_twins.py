"""Claim and proof changed alike: what the kernel accepts is contradicted at no point."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from dplemma.decide.decide import decide_claim
from dplemma.ledger import store
from dplemma.papers import load_claims
from dplemma.proofs.certificates import claim_tree

from .twins import contradiction, judged

CHEAP, TWINS, SAMPLED = 0.1, 12, 8  # seconds of a claim, twins of each, claims in every `make test`


@cache
def quick() -> tuple[str, ...]:
    """Claims that are proved or certified at once, in an order that looks like chance."""
    found = [key for key, record in store.read().items() if record.verdict in ("proved", "certified") and record.seconds < CHEAP]
    return tuple(Random("twins").sample(sorted(found), len(found)))


def mistakes(claim_id: str) -> list[str]:
    claim = load_claims()[claim_id]
    verdict = decide_claim(claim)
    if verdict.proof is None:
        return [f"{claim_id} is {verdict.verdict}, without a proof"]
    rng = Random(claim_id)
    found = [judged(claim_tree(claim), verdict.proof, rng) for _ in range(TWINS)]
    return [told for result, told in found if result == "contradicted"]


@pytest.mark.sample
def test_no_twin_of_a_few_claims_is_accepted_and_false() -> None:
    assert {key: wrong for key in quick()[:SAMPLED] if (wrong := mistakes(key))} == {}


@pytest.mark.bulk
@pytest.mark.parametrize("part", range(4))
def test_no_twin_of_a_quick_claim_is_accepted_and_false(part: int) -> None:
    assert {key: wrong for key in quick()[SAMPLED + part :: 4] if (wrong := mistakes(key))} == {}


SQUARE: Any = ["Pow", ["var", "x"], "2"]
HALF_LINE = {"intervals": [["x", "(0, oo)"]], "such_that": [], "points": []}


@pytest.mark.parametrize(
    ("statement", "is_false"),
    [
        (["Rel", SQUARE, ">=", "0"], False),
        (["Rel", SQUARE, ">=", "1/2"], True),
        (["Rel", SQUARE, "=", ["var", "x"]], True),
    ],
)
def test_a_false_statement_is_contradicted_at_a_point(statement: Any, is_false: bool) -> None:
    claim = {"region": HALF_LINE, "statement": statement}
    assert (contradiction(claim, Random(1)) is not None) == is_false
