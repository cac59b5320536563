"""The checker of certificates: proofs made by hand are accepted, and every way to tamper with them is rejected with a reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hand_proofs import ACCEPTED, POSITIVE, certified, file_of, rehashed, replayed
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from small_claims import small_claim

from dplemma.base.errors import DplemmaError
from dplemma.decide.decide import decide_claim
from dplemma.formulas import gaussian
from dplemma.ground.points import certified_points
from dplemma.ground.truth import truth
from dplemma.kernel.replay import replay
from dplemma.lang import All, Rel, variables
from dplemma.lang.quantity import quantity
from dplemma.lang.statement_tree import claim_from_tree
from dplemma.ledger.verdict import Verdict
from dplemma.proofs.certificates import (
    certificate,
    end_from_text,
    proof_from_json,
    proof_to_json,
    write_certificate,
)
from dplemma.proofs.goals import obligations
from dplemma.proofs.rules import NumberSign, Proof, Zero

x, y, t, a, n = variables("x y t a n")


@pytest.mark.parametrize("name", ACCEPTED)
def test_proofs_by_hand_are_accepted(name: str, tmp_path: Path) -> None:
    report = replayed(file_of(name), tmp_path)
    assert (report.status, report.reason) == ("agrees", "")
    assert report.leaves >= 1
    assert 4 <= len(report.text().splitlines()) <= 8


@pytest.mark.parametrize("name", ACCEPTED)
def test_proofs_survive_json(name: str) -> None:
    proof = ACCEPTED[name][2]
    assert proof_from_json(json.loads(json.dumps(proof_to_json(proof)))) == proof


def test_the_names_of_the_rules_in_files_stay() -> None:
    assert {rule.head() for rule in Proof.__subclasses__()} == {
        "Boxes", "Face", "Cut", "Cases", "Below", "Through", "Moved", "Given", "Rising", "Contrary", "Inner", "Whole", "Zero",
        "Number",
    }  # fmt: skip
    assert proof_to_json(NumberSign(64)) == {"rule": "Number", "bits": 64}


# -- tampering ----------------------------------------------------------------------------------------------------------


def proof_in(data: dict[str, Any], *path: Any) -> Any:
    found = data["evidence"]["proved"][0]["proof"]
    for step in path:
        found = found[step]
    return found


def set_in(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    """Change one entry of the first proof of a certificate."""

    def change(data: dict[str, Any]) -> None:
        *way, last = path
        proof_in(data, *way)[last] = to

    return change


def remove_box(data: dict[str, Any]) -> None:
    proof_in(data, "leaves").pop()


def reworded(old: str, new: str) -> Callable[[dict[str, Any]], None]:
    """Change the claim's tree, and digest, text and recorded inequality with it, as a careful forger would."""

    def change(data: dict[str, Any]) -> None:
        assert old in json.dumps(data["claim"])
        data["claim"] = json.loads(json.dumps(data["claim"]).replace(old, new))
        consistent(data)

    return change


def consistent(data: dict[str, Any]) -> None:
    """Make digest, text and obligations those of the claim in the file."""
    claim = claim_from_tree(data["claim"])
    data["digest"], data["statement"], data["id"] = claim.digest(), claim.text(), claim.id
    owed = obligations(claim.statement, claim.on)
    fresh = certified(claim, *(Zero() for _ in owed or []))
    for old, new in zip(data["evidence"]["proved"], fresh["evidence"]["proved"], strict=True):
        old["relation"], old["region"] = new["relation"], new["region"]


HIDDEN = ["Max", ["Add", ["Pow", ["var", "x"], "2"], "1"], ["Mul", "1/2", ["Add", ["var", "x"], "1"]]]
X_BOX = ("leaves", 0, "box", 0, 1)
TAMPERED: dict[str, tuple[str, Callable[[dict[str, Any]], None], str]] = {
    "box removed": ("two boxes", remove_box, "do not tile"),
    "box enlarged": ("two boxes", set_in(*X_BOX, to=["-1", "1/2"]), "do not tile"),
    "box shifted": ("two boxes", set_in(*X_BOX, to=["-2", "0"]), "do not tile"),
    "box shrunk": ("two boxes", set_in(*X_BOX, to=["-1", "-1/1000000"]), "do not tile"),
    "box in another variable": ("two boxes", set_in("leaves", 0, "box", 0, 0, to="y"), "not in the variables"),
    "bound nudged up": ("two boxes", set_in("leaves", 0, "bound", to="1000001/1048576"), "bound is not"),
    "bound nudged down": ("two boxes", set_in("leaves", 0, "bound", to="1048573/1048576"), "bound is not"),
    "bound not dyadic": ("two boxes", set_in("leaves", 0, "bound", to="1/3"), "not a dyadic number"),
    "bound left out": ("two boxes", lambda d: proof_in(d, "leaves", 0).pop("bound") and None, "no bound"),
    "weaker claim": ("two boxes", reworded('"-1"]', '"-2"]'), "differ at"),
    "stronger claim": ("two boxes", reworded('"-1"]', '"1/2"]'), "differ at"),
    "wider region": ("two boxes", reworded("[-1, 1]", "[-1, 2]"), "do not tile"),
    "relation made strict": ("contact after a cut", reworded('">="', '">"'), "equality holds"),
    "open end closed": ("face of an open end", reworded("(0, oo)", "[0, oo)"), "strict goal of its own"),
    "form swapped": ("two boxes", set_in("forms", 0, "gap", to=["Add", ["Pow", ["var", "x"], "4"], "1"]), "differ at"),
    "form hides a corner": (
        "two boxes", set_in("forms", 0, "gap", to=HIDDEN), "not in the claim"),
    "rule swapped": ("quotient", set_in("forms", 0, "rule", to="equal"), "no rule"),
    "rule unknown": ("two boxes", set_in("forms", 0, "rule", to="magic"), "no rule"),
    "factor swapped": ("quotient", set_in("forms", 0, "positive", 0, to=["Pow", ["var", "x"], "2"]), "differ at"),
    "ratio swapped": ("ratio of logarithms", set_in("forms", 0, "positive", 1, to="1"), "differ at"),
    "inverse swapped": ("inverse", set_in("forms", 0, "gap", to=["var", "x"]), "differ at"),
    "slope swapped": ("box by its mean value", set_in("forms", 0, "slopes", 0, 1, 0, to=["var", "x"]), "differ at"),
    "slope out of range": ("box by its mean value", set_in("leaves", 0, "slopes", 0, 1, to=7), "no slope in x number 7"),
    "slope left out": ("box by its mean value", set_in("leaves", 0, "slopes", to=[]), "without slope"),
    "face at the wrong end": ("box by its face", set_in("leaves", 0, "faces", 0, 1, 0, to=False), "changes its sign"),
    "way unknown": ("two boxes", set_in("leaves", 0, "by", to="faith"), "no way"),
    "contact order": (
        "contact after a cut",
        lambda d: proof_in(d, "above", "forms", 0, "contacts", 0, "derivatives").pop() and None,
        ""),
    "contact too short": (
        "contact after a cut",
        lambda d: proof_in(d, "above", "forms", 0, "contacts", 0).update(derivatives=[proof_in(d, "above", "forms", 0, "gap")]),
        "order 0"),
    "contact at the other end": ("contact after a cut", set_in("above", "forms", 0, "contacts", 0, "low", to=False), "vanish"),
    "pieces do not tile": ("contact after a cut", set_in("above", "leaves", 0, "pieces", 0, 0, 1, to=["0", "1/2"]), "pieces"),
    "no pieces": ("contact after a cut", set_in("above", "leaves", 0, "pieces", to=[]), "pieces"),
    "condition index": ("box outside", set_in("leaves", 0, "condition", to=3), "no side condition"),
    "condition holds": ("box outside", set_in("leaves", 1, "by", to="outside"), "does not fail"),
    "few bits": ("two boxes", set_in("bits", to=2), "2 bits"),
    "many bits": ("two boxes", set_in("bits", to=10**6), "bits"),
    "cut outside": ("contact after a cut", set_in("at", to="3"), "is not inside"),
    "face not strict": ("face of an open end", set_in("strict_slope", to=False), "zero is not positive"),
    "branch missing": ("cases", lambda d: proof_in(d, "branches").pop() and None, "1 proofs for 2 goals"),
    "integer skipped": ("integers", lambda d: proof_in(d, "first").pop() and None, "do not tile"),
    "inner interval": ("one inner variable", set_in("interval", to="[1, oo)"), "not shown to stay"),
    "inner expression": ("one inner variable", set_in("inner", to=["var", "x"]), "alone"),
    "no proof": ("two boxes", lambda d: d["evidence"].update(proved=[]), "owes 1"),
    "other verdict": ("two boxes", lambda d: d.update(verdict="proved"), "does not give the verdict"),
    "other text": ("two boxes", lambda d: d.update(statement="x > 5"), "for readers"),
    "other digest": ("two boxes", lambda d: d.update(digest="0" * 16), "digest"),
    "recorded inequality": (
        "two boxes", lambda d: d["evidence"]["proved"][0]["relation"].__setitem__(2, ">="), "not what the claim owes"),
    "unknown rule": ("two boxes", set_in("rule", to="Obvious"), "is not one of the rules"),
    "unknown entry": ("two boxes", set_in("trust", to="me"), "unknown entry"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_rejected_with_a_reason(name: str, tmp_path: Path) -> None:
    original, change, reason = TAMPERED[name]
    data = copy.deepcopy(file_of(original))
    change(data)
    report = replayed(rehashed(data), tmp_path)
    assert report.status == "rejected"
    assert reason in report.reason
    assert "\n" not in report.reason


def test_changes_without_a_new_hash_are_seen(tmp_path: Path) -> None:
    data = file_of("two boxes")
    data["engine"] = "faith"
    assert "content hash" in replayed(data, tmp_path).reason


def test_the_claim_must_be_the_known_one(tmp_path: Path) -> None:
    data = file_of("two boxes")
    statement, region, _ = ACCEPTED["two boxes"]
    mine = small_claim(statement, **region)
    assert replayed(data, tmp_path, claims={mine.id: mine}).status == "agrees"
    assert any("compared with nothing" in note for note in replayed(data, tmp_path).notes)
    other = small_claim(Rel(x**2, ">", -2), **region)
    assert "claim changed" in replayed(data, tmp_path, claims={other.id: other}).reason


@quantity("mine.twice", mu=POSITIVE, role="neutral", formula="2 mu")
def twice(mu: Any) -> Any:
    return 2 * mu


def test_names_travel_and_are_unfolded_again(tmp_path: Path) -> None:
    """A quantity of ours by its name, one of somebody else's by its definition."""
    statement = All(Rel(gaussian.tv(x), "<", x / 2), Rel(gaussian.tv(x), "<", twice(x)))
    mine = small_claim(statement, x=POSITIVE)
    data = json.loads(json.dumps(certificate(mine, decide_claim(mine))))
    assert data["statement"] == "gaussian.tv(x) < x/2 and gaussian.tv(x) < 2*x, for x in (0, oo)"
    assert ["quantity", "gaussian.tv", ["var", "x"]] in data["claim"]["statement"][1][0]
    assert (replayed(data, tmp_path).status, replayed(data, tmp_path).reason) == ("agrees", "")
    assert replayed(data, tmp_path, claims={mine.id: mine}).status == "agrees"
    data["claim"]["statement"][1][0][1][1] = "gaussian.nothing"
    assert "unknown quantity" in replayed(rehashed(data), tmp_path).reason


def scalars(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all numbers, texts of numbers and truth values in a tree."""
    if isinstance(tree, (dict, list)):
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from scalars(value, (*path, key))
    elif isinstance(tree, (bool, int)) or (isinstance(tree, str) and tree.strip("-/0123456789") == "") or tree is None:
        yield path


NUMBERS = st.one_of(
    st.integers(-4, 4).map(str), st.fractions(-3, 3, max_denominator=16).map(str), st.integers(0, 3), st.booleans(), st.none()
)
FORGED = ("two boxes", "contact after a cut", "box by its mean value", "box outside", "face of an open end", "cases")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(FORGED), choice=st.integers(0, 10**6), value=NUMBERS)
def test_one_changed_number_never_proves_a_false_claim(tmp_path: Path, name: str, choice: int, value: Any) -> None:
    data = copy.deepcopy(file_of(name))
    body = {"claim": {k: data["claim"][k] for k in ("statement", "region")}, "proved": data["evidence"]["proved"]}
    places = list(scalars(body))
    *way, last = places[choice % len(places)]
    target: Any = data["claim"] if way[0] == "claim" else data["evidence"]["proved"]
    for step in way[1:]:
        target = target[step]
    assume(target[last] != value)
    target[last] = value
    try:
        consistent(data)
        claim = claim_from_tree(data["claim"])
    except (DplemmaError, AssertionError, ValueError):  # no claim any more, or another number of inequalities
        return
    if replayed(rehashed(data), tmp_path).status == "agrees":
        points = certified_points(claim.on, "sampled", 60)
        assert points
        assert not any(truth(claim.statement, point).value is False for point in points)


# -- files --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("[1, 2", "not JSON"),
        ("{}", "is not a certificate"),
        ('{"format": "dplemma-certificate", "version": 2}', "version 2"),
        ('{"format": "dplemma-certificate", "version": 1}', "lacks"),
        ('{"format": 1e400}', "not exact"),
        ("[" * 100_000, "nested"),
    ],
)
def test_bad_files_are_one_line(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(DplemmaError, match=reason) as caught:
        replay(path, {})
    assert "\n" not in str(caught.value)


def test_missing_and_truncated_files(tmp_path: Path) -> None:
    with pytest.raises(DplemmaError, match="cannot be read"):
        replay(tmp_path / "none.json", {})
    path = tmp_path / "cut.json"
    path.write_text(json.dumps(file_of("two boxes"))[:-40])
    with pytest.raises(DplemmaError, match="not JSON"):
        replay(path, {})
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DplemmaError, match="UTF-8"):
        replay(path, {})


def test_verdicts_without_evidence_have_no_certificate(tmp_path: Path) -> None:
    claim = small_claim(Rel(x, ">", -1), x=POSITIVE)
    assert certificate(claim, Verdict(verdict="proved", engine="symbolic")) is None
    assert write_certificate(claim, Verdict(verdict="certified", engine="balls"), tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_ends_as_text() -> None:
    assert end_from_text("3*2^-3") == end_from_text("3/8")
    assert end_from_text("-1*2^-100000") < 0
    with pytest.raises(DplemmaError):
        end_from_text("2**5")
