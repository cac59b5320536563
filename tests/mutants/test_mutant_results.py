"""Results of mutants: judged by the engines that judge claims, kept as lines, read again after any accident."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sympy import Rational

from dplemma.base.errors import EngineDisagreement
from dplemma.lang import Claim, Interval, Region, Rel, variables
from dplemma.ledger.verdict import Verdict
from dplemma.mutants import judge
from dplemma.mutants.follows import proof_by_claim, refutation_by_claim
from dplemma.mutants.make import Mutant
from dplemma.mutants.result import BadRecord, MutantResult, ResultFile, outcome_counts, share_refuted

x = variables("x")
TIGHT = Claim(
    id="test/tight", where="here", kind="inequality", states="A square is not negative.", lhs=-(x**2), rel="<=", rhs=0,
    on=Region(x=Interval(-1, 1)),
)  # fmt: skip
LOOSE = Claim(
    id="test/loose", where="here", kind="inequality", states="Much room.", lhs=x**2, rel="<=", rhs=100,
    on=Region(x=Interval(-1, 1)),
)  # fmt: skip


def judged(claim: Claim, kind: str) -> MutantResult:
    return judge.judged(claim, kind, digest="d", engine="symbolic")


def result(**changes: str) -> MutantResult:
    about = {"claim": "test/tight", "kind": "flip", "digest": "d", "engine": "symbolic", "outcome": "refuted"}
    return MutantResult(**{**about, **changes})


def test_a_false_mutant_is_refuted_with_its_point() -> None:
    found = judged(TIGHT, "flip")
    assert (found.outcome, found.verdict, found.statement) == ("refuted", "refuted", "-x**2 > 0")
    assert found.why.startswith("at x = ")


def test_a_mutant_that_is_true_shows_room() -> None:
    found = judged(LOOSE, "constant")
    assert (found.outcome, found.statement) == ("slack", "x**2 <= 98")
    assert found.verdict in ("proved", "certified")


def test_a_mutant_that_follows_from_its_claim_is_shown_by_it() -> None:
    mutant = Mutant(claim="test/loose", operator="constant", statement=Rel(x**2, "<=", 101 + x**2), region=LOOSE.on)
    shown = proof_by_claim(LOOSE, mutant)
    assert shown is not None and shown.proof["rule"] == "have"


@pytest.mark.parametrize(
    "statement",
    [Rel(x**2, "<=", 99), Rel(x**2, "<=", 100 + x), Rel(x**2, "<", 100), Rel(x**2, ">=", 100), Rel(x**2, "=", 101)],
    ids=str,
)
def test_what_says_more_than_its_claim_does_not_follow_from_it(statement: Rel) -> None:
    mutant = Mutant(claim="test/loose", operator="constant", statement=statement, region=LOOSE.on)
    assert proof_by_claim(LOOSE, mutant) is None


def test_on_another_region_nothing_follows() -> None:
    mutant = Mutant(claim="test/loose", operator="widen", statement=Rel(x**2, "<=", 100), region=Region(x=Interval(-20, 1)))
    assert proof_by_claim(LOOSE, mutant) is None


def test_a_claim_that_is_false_shows_nothing() -> None:
    false = Claim(id="test/false", where="here", kind="inequality", states="Too small.", lhs=x**2, rel="<=", rhs=Rational(1, 2),
                  on=LOOSE.on)  # fmt: skip
    mutant = Mutant(claim="test/loose", operator="constant", statement=Rel(x**2, "<=", Rational(3, 4)), region=LOOSE.on)
    assert proof_by_claim(false, mutant) is None


def test_an_equation_refutes_its_denial() -> None:
    equal = Claim(id="test/equal", where="here", kind="identity", states="A square.", lhs=(x + 1) ** 2, rel="=",
                  rhs=x**2 + 2 * x + 1, on=Region(x=Interval(-1, 1)))  # fmt: skip

    def evidence(rel: str, rhs: object = equal.rhs) -> object:
        statement = Rel(equal.lhs, rel, rhs)
        return refutation_by_claim(equal, Mutant(claim="test/equal", operator="flip", statement=statement, region=equal.on))

    assert evidence("!=") is not None and evidence("<") is not None
    assert evidence("<=") is None and evidence("!=", x) is None


def test_a_kind_without_a_place_makes_nothing() -> None:
    assert judged(TIGHT, "digit").outcome == "none"
    assert judged(TIGHT, "swap").outcome == "none"


def test_the_region_is_told_where_it_was_changed() -> None:
    assert ", for x in [" in judged(LOOSE, "widen").statement
    assert ", for " not in judged(LOOSE, "constant").statement


def accepts_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "decide_claim", lambda claim, effort: Verdict(verdict="proved", engine="symbolic"))


def test_a_checker_that_accepts_a_negation_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    accepts_all(monkeypatch)
    found = judged(TIGHT, "flip")
    assert (found.outcome, found.why) == ("accepted", "proved, though it contradicts its claim")


def test_a_checker_that_accepts_what_fails_at_a_point_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    accepts_all(monkeypatch)
    found = judged(TIGHT, "sign")  # x^2 <= 0
    assert found.outcome == "accepted" and found.why.startswith("fails at x = ")


def test_a_disagreement_of_two_arithmetics_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def disagrees(*_: object) -> None:
        raise EngineDisagreement("Arb and mpmath disagree")

    accepts_all(monkeypatch)
    monkeypatch.setattr(judge, "confirm", disagrees)
    assert judged(LOOSE, "constant").outcome == "accepted"


# -- the file ---------------------------------------------------------------------------------------------------------------


def test_results_are_read_again_and_the_last_one_counts(tmp_path: Path) -> None:
    file = ResultFile(tmp_path / "results")
    for one in (result(outcome="survived"), result(kind="swap"), result(outcome="refuted", why="at x = 1")):
        file.write(one)
    assert ResultFile(tmp_path / "results").read() == {
        ("test/tight", "flip", "d"): result(outcome="refuted", why="at x = 1"),
        ("test/tight", "swap", "d"): result(kind="swap"),
    }


@pytest.mark.parametrize(
    "damage",
    [
        b'{"claim": "test/ti',
        b"\xff\xfe\x00",
        b"[1, 2]",
        b'{"claim": 3}',
        b'{"outcome": "perfect"}',
        b"[" * 100_000,
        b"null",
        b"1e999",
    ],
)
def test_a_damaged_line_is_counted_and_costs_its_own_result_only(tmp_path: Path, damage: bytes) -> None:
    file = ResultFile(tmp_path / "results")
    file.write(result())
    with file.path.open("ab") as stream:
        stream.write(damage)
    file.check_writable()  # closes the torn line
    file.write(result(kind="swap"))
    assert len(file.read()) == 2
    assert file.damaged == [2]


def test_a_result_of_a_claim_that_read_otherwise_is_another_result(tmp_path: Path) -> None:
    file = ResultFile(tmp_path / "results")
    file.write(result(digest="old"))
    assert ("test/tight", "flip", "d") not in file.read()


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be written: No such file or directory"):
        ResultFile(tmp_path / "nowhere" / "results").write(result())
    with pytest.raises(BadRecord, match="cannot be read: Is a directory"):
        ResultFile(tmp_path).read()


def test_without_a_file_nothing_is_kept() -> None:
    file = ResultFile(None)
    file.check_writable()
    file.write(result())
    assert file.read() == {}


def test_the_share_counts_what_is_not_proved_true() -> None:
    outcomes = ["refuted"] * 3 + ["slack"] * 5 + ["none"] * 7 + ["late"]
    counts = outcome_counts([result(outcome=outcome) for outcome in outcomes])
    assert share_refuted(counts) == 0.75
    assert share_refuted(outcome_counts([result(outcome="slack")])) is None


def test_a_result_survives_json() -> None:
    assert MutantResult.from_json(json.loads(json.dumps(result(why="é").to_json()))) == result(why="é")
