"""From a claim to a verdict: how parts combine, what never passes, errors, and the same answer on every run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from small_claims import small_claim, verdict_of
from sympy import Abs, Rational, log, oo, sin, sqrt

import dplemma
from dplemma.base.errors import BadClaim, EmptyRegion, EngineDisagreement, OutOfBudget
from dplemma.decide import attempts, pointwise
from dplemma.decide.decide import decide_claim
from dplemma.decide.points import confirm
from dplemma.decide.regions.balls import BallsOutcome
from dplemma.lang import (
    All,
    Claim,
    Either,
    Exists,
    Iff,
    Implies,
    Inference,
    Interval,
    Monotone,
    Not,
    Number,
    Obligations,
    Phi,
    Printed,
    Rel,
    exp,
    variables,
)
from dplemma.lang.statements import Statement
from dplemma.ledger.verdict import PASSING

x, y, t = variables("x y t")
UNIT, OPEN, POSITIVE, LINE = Interval(0, 1), Interval.open(0, 1), Interval.open(0, oo), Interval(-oo, oo)
R = Rational
PROVABLE, CERTIFIABLE = Rel(x**2, ">=", 0), Exists({"t": UNIT}, Rel(t**2, ">", R(1, 2)))
TOUCHING = Rel(exp(x - sqrt(2) / 4), ">=", x + 1 - sqrt(2) / 4)  # at an irrational point
CONFIRMABLE = Rel(Abs(TOUCHING.lhs - TOUCHING.rhs), "=", TOUCHING.lhs - TOUCHING.rhs)
BY_BOXES = Rel(Phi(exp(x) - 3 * x**2) * exp(-x * Phi(x)) + log(1 + x**3) * Phi(1 - 4 * x), "<", R(11, 10))  # by no slope
FAILING = Rel(x, "<", R(1, 2))


@pytest.mark.parametrize(
    ("statement", "region", "verdict", "engine"),
    [
        (PROVABLE, {"x": UNIT}, "proved", "symbolic"),
        (CERTIFIABLE, {}, "certified", "balls"),
        (Number(Phi(1), Printed("0.841")), {}, "certified", "printed"),
        (CONFIRMABLE, {"x": UNIT}, "confirmed", "confirm"),
        (TOUCHING, {"x": UNIT}, "undecided", "balls"),
        (BY_BOXES, {"x": UNIT}, "certified", "balls"),
        (All(PROVABLE, BY_BOXES), {"x": UNIT}, "certified", "balls"),
        (FAILING, {"x": UNIT}, "refuted", "refuter"),
        (Not(FAILING), {"x": Interval(R(1, 2), 1)}, "proved", "symbolic"),
        (Not(Monotone(x**2, x, "increasing")), {"x": LINE}, "proved", "refuter"),
        (All(PROVABLE, CONFIRMABLE), {"x": UNIT}, "confirmed", "confirm"),
        (All(PROVABLE, CERTIFIABLE), {"x": UNIT}, "certified", "balls"),
        (All(PROVABLE, FAILING, CONFIRMABLE), {"x": UNIT}, "refuted", "refuter"),
        (Obligations(defined=PROVABLE, witnessed=CERTIFIABLE), {"x": UNIT}, "certified", "balls"),
        (Implies(Rel(x, ">", R(1, 3)), All(Rel(x, ">", R(1, 4)), Rel(x, ">", R(1, 5)))), {"x": UNIT}, "proved", "symbolic"),
        (Exists({"t": UNIT}, Rel(Abs(t - R(1, 7)), "<", R(1, 10**9))), {}, "undecided", "refuter"),
        (Inference((PROVABLE,), CONFIRMABLE, "unit"), {"x": UNIT}, "undecided", "confirm"),
        (Inference((CONFIRMABLE,), FAILING, "unit"), {"x": UNIT}, "undecided", "confirm"),
        (Inference((FAILING,), FAILING, "unit"), {"x": UNIT}, "undecided", "confirm"),
        (Not(Monotone(x + sqrt(x), x, "decreasing")), {"x": POSITIVE}, "proved", "refuter"),
    ],
    ids=lambda v: v.text() if isinstance(v, Statement) else "",
)
def test_verdict_and_engine(statement: Statement, region: dict[str, Any], verdict: str, engine: str) -> None:
    found = verdict_of(statement, **region)
    assert (found.verdict, found.engine) == (verdict, engine)


def test_every_verdict_carries_a_witness_versions_and_lemmas() -> None:
    found = verdict_of(PROVABLE, x=Interval(3, 4), assumes=("one-event",))
    assert 3 <= R(found.witness["x"]) <= 4
    assert found.assumes == ("one-event",)
    assert set(found.versions) == {"sympy", "mpmath", "python-flint"}


def test_confirmed_says_how() -> None:
    found = verdict_of(CONFIRMABLE, x=UNIT)
    assert found.digits == 40
    assert found.points is not None and found.points >= 30
    assert found.second_opinion.startswith("mpmath")


@pytest.mark.parametrize(
    ("statement", "region"),
    [
        (Implies(Rel(x, "<", 0), Rel(x, "<", 1)), {"x": Interval(1, 2)}),
        (Implies(Rel(x, "<", 0), Rel(x, ">", 5)), {"x": Interval(1, 2)}),
        (Implies(Rel(x**2, "<", 0), Rel(x, "=", 7)), {"x": LINE}),
        (Implies(Rel(Phi(x), ">", 1), Rel(exp(x), "<", 0)), {"x": LINE}),
        (Implies(All(Rel(x, ">", y), Rel(y, ">", x)), Rel(x, ">", x + y)), {"x": UNIT, "y": UNIT}),
    ],
    ids=lambda v: v.text() if isinstance(v, Statement) else "",
)
def test_an_implication_whose_premise_never_holds_does_not_pass(statement: Statement, region: dict[str, Any]) -> None:
    assert verdict_of(statement, **region).verdict not in PASSING


def test_undecided_never_passes() -> None:
    found = verdict_of(Exists({"t": UNIT}, Rel(Abs(t - R(1, 7)), "<", R(1, 10**9))))
    assert found.holds is None
    assert found.remark
    with pytest.raises(TypeError, match="is not true or false"):
        bool(found)


@pytest.mark.parametrize(
    "condition",
    [
        Rel(x, ">", 2), All(Rel(x, ">", R(1, 2)), Rel(x, "<", R(1, 3))), Rel(Phi(x), ">", 1), Rel(log(x - 1), "<", 0),
        Rel(sqrt(3 + 2 * sqrt(2)), "<", 1 + sqrt(2)),
    ],
    ids=lambda c: c.text(),
)  # fmt: skip
@pytest.mark.parametrize("statement", [PROVABLE, FAILING, Monotone(x, x, "increasing")], ids=lambda s: s.text())
def test_contradictory_side_conditions_are_an_error(condition: Statement, statement: Statement) -> None:
    with pytest.raises(EmptyRegion, match="no point could be certified inside the region") as error:
        verdict_of(statement, x=UNIT, such_that=condition)
    assert "claim 'demo/small'" in str(error.value)
    assert "\n" not in str(error.value)


def test_nothing_is_monotone_at_a_point() -> None:
    with pytest.raises(BadClaim, match="x has one value in the region: there are no two points to compare"):
        verdict_of(Monotone(x, x, "increasing"), x=Interval(1, 1))


def test_an_expression_that_is_too_long_for_the_engines_is_said_in_one_line() -> None:
    with pytest.raises(OutOfBudget, match="too long or nested too deep"):
        verdict_of(Rel(sum(x**power for power in range(1, 3000)), ">=", 0), x=Interval(0, 1))


def test_not_formalised_counts_as_nothing() -> None:
    remark = Claim(id="demo/remark", where="p. 1", kind="equivalence", states="s", not_formalised="a citation")
    found = decide_claim(remark)
    assert (found.verdict, found.holds, found.remark) == ("not_formalised", None, "a citation")


def test_mpmath_against_arb_is_never_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirm, "_lands", lambda *_: False)
    with pytest.raises(EngineDisagreement, match="Arb and mpmath disagree"):
        verdict_of(CONFIRMABLE, x=UNIT)


def test_an_unknown_function_leaves_a_claim_open() -> None:
    """Engines catch what they cannot evaluate and say so; the claim is undecided, not an error."""
    found = verdict_of(Rel(sin(x) ** 2, "<=", 2), x=UNIT)
    assert found.verdict == "undecided"
    assert verdict_of(Monotone(sin(x) + 2 * x, x, "increasing"), x=UNIT).verdict == "undecided"


def test_whole_regions_are_asked_before_sampling(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(attempts.balls, "certify", lambda statement, *_, **__: asked.append(statement) or BallsOutcome())
    assert verdict_of(BY_BOXES, x=UNIT).engine == "confirm"
    assert asked == [BY_BOXES]
    assert verdict_of(PROVABLE, x=UNIT).engine == "symbolic"
    assert verdict_of(FAILING, x=UNIT).verdict == "refuted"


@pytest.mark.parametrize("statement", [PROVABLE, BY_BOXES], ids=["tactics", "boxes"])
def test_what_won_last_time_is_asked_before_a_contrary_point_is_looked_for(
    statement: Statement, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = small_claim(statement, x=UNIT)
    first = decide_claim(claim)
    monkeypatch.setattr(pointwise, "contrary_points", lambda *_: pytest.fail("a contrary point was looked for"))
    again = decide_claim(claim, frozenset(first.won))
    assert first.won and again.with_(seconds=0) == first.with_(seconds=0)
    with pytest.raises(pytest.fail.Exception):
        decide_claim(claim)


@pytest.mark.parametrize("hint", ["tactics", "difference"])
def test_what_won_last_time_proves_nothing_that_is_false_or_empty(hint: str) -> None:
    """A hint says where to look; the claim may have been edited since."""
    assert decide_claim(small_claim(FAILING, x=UNIT), frozenset({hint})).verdict == "refuted"
    never = Implies(Rel(x, ">", 2), Rel(x**2, ">=", 0))
    assert decide_claim(small_claim(never, x=UNIT), frozenset({hint})).verdict == "undecided"


def test_out_of_budget_says_what_is_left() -> None:
    found = verdict_of(TOUCHING, x=UNIT)
    assert "out of budget" in found.remark and "of the region proved" in found.remark and "0.3535" in found.remark


def test_a_point_found_by_halving_is_judged_before_it_refutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that names a point at which the claim holds refutes nothing."""
    wrong = BallsOutcome(refuting={"x": Fraction(1, 2)}, tried=1)
    monkeypatch.setattr(attempts.balls, "certify", lambda *_, **__: wrong)
    assert verdict_of(BY_BOXES, x=UNIT).verdict == "confirmed"


@pytest.mark.parametrize(
    "statement",
    [
        Either(Rel(x, "<=", R(1, 2)), Rel(x, ">=", R(1, 2))),
        Iff(Rel(x, "<", R(1, 2)), Rel(1 - x, ">", R(1, 2))),
        Monotone(Phi(x) * (1 + x), x, "increasing"),
    ],
    ids=lambda s: s.text(),
)
def test_true_statements_pass(statement: Statement) -> None:
    assert verdict_of(statement, x=UNIT).verdict in PASSING


# Quick claims of the paper, one for each way to a verdict.
PAPER_CLAIMS = (
    "sensitivity_index/lemma-2/codomain", "sensitivity_index/eq-2", "sensitivity_index/def-3-symmetric",
    "sensitivity_index/lemma-1",
    "sensitivity_index/infinite-collection-required", "sensitivity_index/lemma-6",
)  # fmt: skip
_SCRIPT = """
import json, sys
from dplemma.decide.decide import decide_claim
from dplemma.papers import load_claims
claims = load_claims()
found = {}
for name in sys.argv[1:]:
    verdict = decide_claim(claims[name]).to_json()
    found[name] = {key: verdict[key] for key in ("verdict", "engine", "form", "counterexample", "witness", "assumes")}
print(json.dumps(found, sort_keys=True))
"""


def test_the_same_verdicts_under_every_hash_seed() -> None:
    source = str(Path(dplemma.__file__).parents[1])
    runs = []
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": source}
        command = [sys.executable, "-c", _SCRIPT, *PAPER_CLAIMS]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        runs.append(json.loads(done.stdout))
    assert runs[0] == runs[1] == runs[2]
    assert len({run["verdict"] for run in runs[0].values()}) > 1


def test_a_verdict_depends_on_the_id_only_through_the_seed() -> None:
    first, again = (decide_claim(small_claim(CONFIRMABLE, x=UNIT)) for _ in range(2))
    assert first.with_(seconds=0.0) == again.with_(seconds=0.0)
