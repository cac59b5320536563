"""The checker notices small errors: every mutant of a true claim is refuted, or proved because the claim had room to spare.

`mutated.json` names the claims whose mutants were looked at, one by one, with the kinds that find a place in each; a claim is
added when its own have been. The mutants are made in their tests, as most of them have their turn elsewhere. What is neither
refuted nor proved stands in `slack_mutants.json` with the reason; the list holds at most one mutant in ten and nothing stale.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from sympy import Integral, Rational, Sum, binomial, exp, sqrt

from dplemma.decide.decide import Case, decide
from dplemma.decide.regions import balls
from dplemma.decide.regions.budget import Budget
from dplemma.lang import (
    All,
    Chain,
    Claim,
    Either,
    Exists,
    Iff,
    Implies,
    Interval,
    Limit,
    Monotone,
    Number,
    PhiInv,
    Printed,
    Region,
    Rel,
    oo,
    variables,
)  # fmt: skip
from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import PASSING
from dplemma.mutants.make import KINDS, assertions, mutant_of, mutants, wider_intervals
from dplemma.papers import load_claims

VERDICTS = {claim_id: record.verdict for claim_id, record in ledger.read().items()}
MUTATED: dict[str, str] = json.loads(Path(__file__).with_name("mutated.json").read_text(encoding="utf-8"))
CLAIMS = {
    claim_id: claim
    for claim_id, claim in load_claims().items()
    if claim_id in MUTATED
    and VERDICTS.get(claim_id) in PASSING
    and not claim_id.endswith("/as-extracted")  # a slip may hold by being loose
}
LOOKED_AT = ("flip", "constant", "drop")
"""The kinds whose mutants were looked at one by one; `dplemma mutate` makes all kinds, and keeps what became of them."""
MUTANTS = [f"{claim_id}::{kind}" for claim_id in CLAIMS for kind in MUTATED[claim_id].split()]
SLACK: dict[str, str] = json.loads(Path(__file__).with_name("slack_mutants.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutant that is true with room to spare needs few boxes; one that touches would use up any number."""
    monkeypatch.setattr(balls, "Budget", partial(Budget, boxes=1500))


@pytest.mark.parametrize("mutant_id", MUTANTS)
def test_mutant_is_refuted_or_was_slack(mutant_id: str) -> None:
    claim_id, kind = mutant_id.split("::")
    claim = CLAIMS[claim_id]
    mutant = mutant_of(claim, kind)
    assert mutant is not None, "listed, but it finds nothing to change; take it off mutated.json"
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
    found = Counter(mutant.split("::")[1] for mutant in MUTANTS)
    assert found["flip"] == len(CLAIMS)
    assert found["constant"] >= 0.9 * len(CLAIMS)
    assert found["drop"] >= 0.7 * len(CLAIMS)


def test_a_kind_that_is_not_listed_finds_no_place() -> None:
    left_out = [
        (claim, kind) for claim_id, claim in CLAIMS.items() for kind in LOOKED_AT if kind not in MUTATED[claim_id].split()
    ]
    assert left_out
    assert [mutant.id for claim, kind in left_out if (mutant := mutant_of(claim, kind)) is not None] == []


# -- the operators ----------------------------------------------------------------------------------------------------------

x, y, t = variables("x y t")
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
        (Rel(x, "<=", y), "reverse", "x >= y"),
        (Rel(x, "=", y), "reverse", "x < y"),
        (Rel(x, "!=", y), "reverse", ""),
        (Rel(2 * x, "<=", 4 * y), "double", "2*x <= 2*y"),
        (Rel(x, ">", 100 * y), "percent", "x > 101*y"),
        (Number(Rational(529, 100), Printed("5.29")), "percent", ""),
        (Number(Rational(529, 100), Printed("5.29")), "digit", "529/100 is printed as 6.29"),
        (Number(Rational(9, 1000), Printed("0.009")), "digit", ""),
        (Rel(x, "<=", x + y), "sign", "x <= x - y"),
        (Rel(x, "<=", 2 * y), "sign", "x <= -2*y"),
        (Rel(x, "=", sqrt(y)), "drop_root", "x = y"),
        (Rel(x, "=", y**2 + 1), "drop_root", "x = y + 1"),
        (Rel(x, "<", 3), "drop_root", ""),
        (Rel(x, "=", exp(y)), "add_root", "x = exp(sqrt(y))"),
        (Rel(x, "=", exp(y)), "add_square", "x = exp(y**2)"),
        (Rel(x, "=", y**3), "exponent", "x = y**4"),
        (Rel(x, "=", exp(y)), "exponent", "x = exp(y + 1)"),
        (Rel(x, "=", Integral(exp(y * t), (t, 0, x))), "add_root", "x = Integral(exp(sqrt(t)*y), (t, 0, x))"),
        (Number(Rational(1, 1000), Printed.order("1e-3")), "constant", "1/1000 is printed as ~0.1"),
        (Rel(0, "<", x - 2 * y), "swap", "0 < -2*x + y"),
        (Rel(0, "<", x * y), "swap", ""),
        (Rel(x, "<", Sum(binomial(5, t), (t, 0, 5))), "add_root", "sqrt(x) < Sum(binomial(5, t), (t, 0, 5))"),
        (Rel(x, "<", PhiInv(1 / (1 + y))), "exponent", ""),
        (Implies(Rel(x, "<", 3), Rel(x, "<", 5)), "condition", "x < 5"),
        (Rel(x, "<", 3), "condition", ""),
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


def claim_on(region: Region) -> Claim:
    return Claim(id="test/claim", where="here", kind="inequality", states="something", lhs=x, rel="<", rhs=5, on=region)


def test_a_region_is_widened_past_one_end() -> None:
    mutant = mutant_of(claim_on(Region(x=Interval(0, 2))), "widen")
    assert mutant is not None
    assert mutant.region.text() in {"x in [-2, 2]", "x in [0, 4]"}
    assert mutant.statement.text() == "x < 5"
    assert mutant_of(claim_on(Region(x=Interval(-oo, oo))), "widen") is None


@pytest.mark.parametrize(
    ("interval", "wider"),
    [
        (Interval.open(0, oo), ["(-1, oo)"]), (Interval(1, 1), ["[0, 1]", "[1, 2]"]),
        (Interval.integers(1, 3), ["the integers of [-1, 3]", "the integers of [1, 5]"]), (Interval.open(-oo, oo), []),
    ],
)  # fmt: skip
def test_an_end_moves_by_the_width_or_by_one(interval: Interval, wider: list[str]) -> None:
    found = list(wider_intervals(interval))
    assert [str(one) for one in found] == wider
    assert all(one.lo_open == interval.lo_open and one.integer == interval.integer for one in found)


def test_a_side_condition_is_left_out() -> None:
    mutant = mutant_of(claim_on(Region(x=Interval(0, 2), such_that=(Rel(x**2, "<", 2),))), "condition")
    assert mutant is not None and mutant.region.text() == "x in [0, 2]"


def test_a_negation_is_known_to_be_false_unless_there_are_other_ways_to_hold() -> None:
    def flipped(statement) -> bool:
        claim = Claim(id="test/claim", where="here", kind="equivalence", states="something", holds=statement,
                      on=Region(**{name: POSITIVE for name in sorted(statement.free_names())}))  # fmt: skip
        mutant = mutant_of(claim, "flip")
        assert mutant is not None
        return mutant.is_false

    assert flipped(Rel(x, "<", x + y))
    assert flipped(Implies(Rel(x, "<", 1), Rel(x, "<", 2)))
    assert not flipped(Either(Rel(x, "<", 2), Rel(x, ">", 1)))
    assert not flipped(Exists({"y": POSITIVE}, Rel(x, "<", y)))
    assert not flipped(Number(Rational(1, 1000), Printed("0.00")))
    other = mutant_of(claim_on(Region(x=Interval(0, 2))), "constant")
    assert other is not None and not other.is_false


def test_kinds_are_those_of_the_rule() -> None:
    assert set(KINDS) == {
        "flip", "reverse", "constant", "percent", "double", "digit", "sign", "drop", "drop_root", "add_root", "add_square",
        "exponent", "swap", "widen", "condition",
    }  # fmt: skip
