"""The checker notices small errors: every mutant of a true claim is refuted, or proved because the claim had room to spare.

`mutated.json` names the claims whose mutants were looked at, one by one; a claim is added when its own have been. What is
neither stands in `slack_mutants.json` with the reason; the list holds at most one mutant in ten and nothing stale.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from mutants import OPERATORS, assertions, mutants
from sympy import Rational, exp

from dplemma.decide.decide import Case, decide
from dplemma.decide.regions import balls
from dplemma.decide.regions.budget import Budget
from dplemma.lang import All, Chain, Claim, Iff, Implies, Interval, Limit, Monotone, Number, Printed, Region, Rel, oo, variables
from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import PASSING
from dplemma.papers import load_claims

VERDICTS = {claim_id: record.verdict for claim_id, record in ledger.read().items()}
MUTATED = set(json.loads(Path(__file__).with_name("mutated.json").read_text(encoding="utf-8")))
CLAIMS = {
    claim_id: claim
    for claim_id, claim in load_claims().items()
    if claim_id in MUTATED
    and VERDICTS.get(claim_id) in PASSING
    and not claim_id.endswith("/as-extracted")  # a slip may hold by being loose
}
MUTANTS = {mutant.id: mutant for claim in CLAIMS.values() for mutant in mutants(claim)}
SLACK: dict[str, str] = json.loads(Path(__file__).with_name("slack_mutants.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutant that is true with room to spare needs few boxes; one that touches would use up any number."""
    monkeypatch.setattr(balls, "Budget", partial(Budget, boxes=1500))


@pytest.mark.parametrize("mutant_id", MUTANTS)
def test_mutant_is_refuted_or_was_slack(mutant_id: str) -> None:
    mutant = MUTANTS[mutant_id]
    claim = CLAIMS[mutant.claim]
    verdict = decide(mutant.statement, Case(claim.on, claim.id, mechanism=claim.mechanism))
    settled = verdict.verdict in ("refuted", "proved", "certified")
    if mutant_id in SLACK:
        assert not settled, f"stale: the mutant is {verdict.verdict} now; take it off slack_mutants.json"
    else:
        assert settled, f"{mutant.statement.text()}, for {claim.on.text()}, is {verdict.verdict} ({verdict.remark})"


def test_slack_list_is_short_known_and_explained() -> None:
    assert set(SLACK) <= set(MUTANTS), "listed, but no such mutant exists"
    assert all(len(reason.split()) > 3 for reason in SLACK.values())
    assert len(SLACK) <= len(MUTANTS) / 10


def test_few_claims_are_skipped() -> None:
    """An operator skips a claim in which it finds no place; flipping always finds one."""
    found = Counter(mutant.operator for mutant in MUTANTS.values())
    assert found["flip"] == len(CLAIMS)
    assert found["constant"] >= 0.9 * len(CLAIMS)
    assert found["drop"] >= 0.7 * len(CLAIMS)


# -- the operators ----------------------------------------------------------------------------------------------------------

x, y = variables("x y")
POSITIVE = Interval.open(0, oo)


def mutated(statement, operator: str) -> str:
    kind = {Monotone: "monotonicity", Limit: "limit", Number: "number"}.get(type(statement), "equivalence")
    names = {name: POSITIVE for name in sorted(statement.free_names())}
    claim = Claim(id="test/claim", where="here", kind=kind, states="something", holds=statement, on=Region(**names))
    return next((m.statement.text() for m in mutants(claim) if m.operator == operator), "")


@pytest.mark.parametrize(
    ("statement", "operator", "expected"),
    [
        (Rel(x, "<=", y), "flip", "x > y"),
        (Rel(x, "=", y), "flip", "x != y"),
        (Monotone(x + y, x, "increasing"), "flip", "x + y is strictly decreasing in x"),
        (Limit(1 / x, x, oo, 0), "flip", "limit as x -> oo of 1/x = 1"),
        (Limit(x, x, oo, oo), "flip", "limit as x -> oo of x = 0"),
        (Implies(Rel(x, "<", 3), Rel(x, "<", 5)), "flip", "x < 3 implies x >= 5"),
        (Rel(2 * x, "<=", 2 * y + 2), "constant", "2*x <= 2*y + 49/25"),
        (Rel(x, ">", y), "constant", "x > 51*y/50"),
        (Rel(exp(x), ">", 0), "constant", "exp(x) > 1/50"),
        (Rel(x**2, "=", y), "constant", "x**2 = 51*y/50"),
        (Limit(1 / x, x, oo, 0), "constant", "limit as x -> oo of 1/x = 1/50"),
        (Number(Rational(529, 100), Printed("5.29")), "constant", "529/100 is printed as 5.31"),
        (Implies(Rel(x, "<", 3 * y), Rel(x, "<", 5 * y)), "drop", "x < 3*y implies x < 5"),
        (Rel(x, "<=", -y), "drop", ""),
    ],
)
def test_operator(statement, operator: str, expected: str) -> None:
    assert mutated(statement, operator) == expected


def test_one_side_of_an_equivalence_is_flipped() -> None:
    both = {"x > 1 iff y <= 2", "x <= 1 iff y > 2"}
    assert mutated(Iff(Rel(x, "<=", 1), Rel(y, "<=", 2)), "flip") in both


def test_a_mutant_is_one_assertion_of_the_claim() -> None:
    statement = All(Chain(x, "<=", x + y, "<", x + 2 * y), Implies(Rel(x, "<", 1), All(Rel(y, ">", 0), Rel(x, "<", 2))))
    assert [a.text() for a in assertions(statement)] == [
        "x <= x + y", "x + y < x + 2*y", "x < 1 implies y > 0", "x < 1 implies x < 2",
    ]  # fmt: skip
    assert mutated(statement, "flip") in {"x > x + y", "x + y >= x + 2*y", "x < 1 implies y <= 0", "x < 1 implies x >= 2"}


def test_operators_are_those_of_the_rule() -> None:
    assert list(OPERATORS) == ["flip", "constant", "drop"]
