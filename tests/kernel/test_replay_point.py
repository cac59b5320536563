"""Counterexamples and exhibited points, evaluated again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hand_proofs import CLOSED, POSITIVE, rehashed, replayed
from small_claims import small_claim, verdict_of
from sympy import S

from dplemma.kernel.replay import replay
from dplemma.lang import Interval, Rational, Rel, exp, log, oo, variables
from dplemma.lang.judgements import Inference, Limit, Monotone, Obligations
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.statement_tree import claim_from_tree
from dplemma.lang.statements import All, Exists, Iff, Statement
from dplemma.ledger.verdict import Counterexample, Verdict
from dplemma.proofs.certificates import (
    certificate,
    write_certificate,
)

x, y, t, a, n = variables("x y t a n")

# -- points -------------------------------------------------------------------------------------------------------------

COIN = Mechanism.binary(x, y)
REFUTED: dict[str, tuple[Statement, dict[str, Any]]] = {
    "relation": (Rel(exp(x), "<=", 1 + x), {"x": POSITIVE}),
    "equivalence": (Iff(Rel(x, ">", 1), Rel(x, ">", 2)), {"x": POSITIVE}),
    "undefined": (Rel(log(x - 1), "<=", x), {"x": POSITIVE}),
    "two-points": (Monotone(x**2, x, "increasing"), {"x": CLOSED}),
    "limit": (Limit(1 / x, x, oo, S.One), {}),
    "obligation": (Obligations(defined=Rel(1 / x, "<=", 5)), {"x": CLOSED}),
    "mechanism": (Rel(x, "<=", y), {"x": Interval.open(0, 1), "y": Interval.open(0, 1), "mechanism": COIN}),
    "relation in a part": (All(Rel(x, ">", -1), Rel(x, ">", 2)), {"x": POSITIVE}),
}


@pytest.mark.parametrize("name", REFUTED)
def test_counterexamples_are_evaluated_again(name: str, tmp_path: Path) -> None:
    statement, region = REFUTED[name]
    claim, verdict = small_claim(statement, **region), verdict_of(statement, **region)
    assert verdict.verdict == "refuted"
    path = write_certificate(claim, verdict, tmp_path)
    assert path is not None and path.name == "demo__small.json"
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    report = replay(path, {})
    if name == "limit":  # only the engine that found it could say it again
        assert report.status == "not checked" and "rests on the engine" in report.reason
    else:
        assert (report.status, report.reason) == ("agrees", "")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"point": {"x": "-1"}}, "is not in"),
        ({"point": {"x": "1", "y": "2"}}, "value to each variable"),
        ({"point": {}}, "value to each of x"),
        ({"lhs": "2.7182818284590452353"}, ""),
        ({"lhs": "2.7182818284590452453"}, "left side"),
        ({"rhs": "3"}, "right side"),
        ({"lhs": None}, "not an object of texts"),
        ({"kind": "hunch"}, "unknown counterexample kind"),
        ({"kind": "mechanism"}, "no mechanism"),
    ],
)
def test_tampered_counterexamples(change: dict[str, Any], reason: str, tmp_path: Path) -> None:
    statement, region = REFUTED["relation"]
    data = certificate(small_claim(statement, **region), verdict_of(statement, **region))
    assert data is not None
    assert data["evidence"]["counterexample"]["lhs"] == "2.7182818284590452354"
    data["evidence"]["counterexample"] |= change
    report = replayed(rehashed(data), tmp_path)
    assert (report.status == "rejected") is bool(reason)
    assert reason in report.reason


ONE, TWO = "1.0000000000000000000", "2.0000000000000000000"
SIDED = {"x": POSITIVE, "such_that": Rel(x, ">", 2)}
COINS = {"x": Interval.open(0, 1), "y": Interval.open(0, 1), "mechanism": COIN}
FORGED: dict[str, tuple[Statement, dict[str, Any], dict[str, Any], str]] = {
    "side condition": (Rel(2 * x, "<=", x), SIDED, {"kind": "relation", "point": {"x": "1"}, "lhs": TWO, "rhs": ONE}, "x > 2"),
    "points in the right order": (
        Monotone(x, x, "increasing"), {"x": POSITIVE},
        {"kind": "two-points", "point": {"x": "1", "x'": "2"}, "lhs": ONE, "rhs": TWO}, "wrong order"),
    "points not in order": (
        Monotone(x, x, "increasing"), {"x": POSITIVE},
        {"kind": "two-points", "point": {"x": "2", "x'": "1"}, "lhs": TWO, "rhs": ONE}, "not in order"),
    "one point only": (Monotone(x, x, "increasing"), {"x": POSITIVE}, {"kind": "two-points", "point": {"x": "2"}}, "no x'"),
    "another mechanism": (
        Rel(x, "<=", y), COINS,
        {"kind": "mechanism", "point": {"x": "1/2", "y": "1/4"}, "mechanism": {"P": ["1/2", "1/2"], "Q": ["1/8", "7/8"]},
         "lhs": "0.50000000000000000000", "rhs": "0.25000000000000000000"}, "Q is not what"),
    "premise that fails": (
        Inference((Rel(x, ">", 5),), Rel(x, ">", 2), "a line"), {"x": POSITIVE},
        {"kind": "inference", "point": {"x": "1"}, "lhs": ONE, "rhs": TWO}, "the premise x > 5"),
    "limit that holds": (Limit(1 / x, x, oo, S.Zero), {}, {"kind": "limit", "lhs": "1", "rhs": "0"}, "rests on the engine"),
    "obligation that holds": (
        Obligations(defined=Rel(x, "<=", 5)), {"x": POSITIVE}, {"kind": "relation", "point": {"x": "4"}}, "does not fail"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_forged_counterexamples(name: str, tmp_path: Path) -> None:
    statement, region, found, reason = FORGED[name]
    verdict = Verdict(verdict="refuted", engine="refuter", counterexample=Counterexample(**found))
    data = certificate(small_claim(statement, **region), verdict)
    assert data is not None
    report = replayed(data, tmp_path)
    unchecked = name in ("premise that fails", "limit that holds")  # an engine would have to decide it again
    assert report.status == ("not checked" if unchecked else "rejected")
    assert reason in report.reason


def test_a_counterexample_of_a_true_claim_is_rejected(tmp_path: Path) -> None:
    statement, region = REFUTED["relation"]
    data = certificate(small_claim(statement, **region), verdict_of(statement, **region))
    assert data is not None
    data["claim"]["statement"][2] = ">="
    claim = claim_from_tree(data["claim"])
    data |= {"digest": claim.digest(), "statement": claim.text()}
    assert "does not fail at this point" in replayed(rehashed(data), tmp_path).reason


def test_an_exhibited_point(tmp_path: Path) -> None:
    claim = small_claim(Exists({"x": Interval(0, 1)}, Rel(x**2, "<", Rational(1, 100))))
    verdict = Verdict(verdict="certified", engine="balls", form="exhibited", witness={"x": "1/11"})
    data = certificate(claim, verdict)
    assert data is not None and replayed(data, tmp_path).status == "agrees"
    data["evidence"]["point"]["x"] = "1/9"
    assert "does not have the property" in replayed(rehashed(data), tmp_path).reason
    data["evidence"]["point"]["x"] = "-1/11"
    assert "is not in" in replayed(rehashed(data), tmp_path).reason
