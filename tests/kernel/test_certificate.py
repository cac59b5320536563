"""Certificates: what is written is read and checked again; a file that was changed, or is none, is rejected in one line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from kernel_trees import RELATION, box, boxes, contact, leaf, region_tree, relation, tree
from small_claims import small_claim

from dplemma.base.errors import DplemmaError
from dplemma.decide.decide import decide_claim
from dplemma.formulas import gaussian
from dplemma.kernel.certificate import FORMAT, KEYS, MAX_BYTES, VERSION, digest, read
from dplemma.kernel.check import Outcome, check
from dplemma.kernel.points import must_lie_in, truth
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.term import Fraction, Rejected
from dplemma.lang import All, Interval, Rational, Rel, exp, log, oo, variables
from dplemma.lang.judgements import Monotone
from dplemma.lang.quantity import quantity
from dplemma.lang.statements import Iff, Implies, Statement
from dplemma.ledger.verdict import Verdict
from dplemma.proofs.certificates import certificate, claim_tree, write_certificate
from dplemma.proofs.replay import Report, replay

x, y = variables("x y")
CLOSED, POSITIVE = Interval(-1, 1), Interval.open(0, oo)


# -- written, read, replayed -------------------------------------------------------------

CLAIMS: dict[str, tuple[Statement, dict[str, Any], str]] = {
    "normal form": (Rel((x + 1) ** 2, "=", x**2 + 2 * x + 1), {"x": CLOSED}, "proved"),
    "boxes": (Rel(exp(-(x**2)) + x**2, ">", Rational(9, 10)), {"x": CLOSED}, "certified"),
    "implication": (Implies(Rel(x, ">", 1), Rel(x**2, ">", 1)), {"x": POSITIVE}, "proved"),
    "monotone": (Monotone(exp(x), x, "increasing"), {"x": CLOSED}, "proved"),
    "counterexample": (Rel(exp(x), "<=", 1 + x), {"x": POSITIVE}, "refuted"),
    "equivalence that fails": (Iff(Rel(x, ">", 1), Rel(x, ">", 2)), {"x": POSITIVE}, "refuted"),
    "undefined": (Rel(log(x - 1), "<=", x), {"x": POSITIVE}, "refuted"),
    "two points": (Monotone(x**2, x, "increasing"), {"x": CLOSED}, "refuted"),
    "a part": (All(Rel(x, ">", -1), Rel(x, ">", 2)), {"x": POSITIVE}, "refuted"),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_written_is_read_and_agrees(name: str, tmp_path: Path) -> None:
    statement, region, verdict = CLAIMS[name]
    claim = small_claim(statement, **region)
    path = write_certificate(claim, decide_claim(claim), tmp_path)
    assert path is not None and [p.name for p in tmp_path.iterdir()] == ["demo__small.json"]
    report = replay(path, lambda id_: claim_tree(claim))
    assert (report.status, report.verdict, report.reason, report.notes) == ("agrees", verdict, "", ())
    assert (report.leaves > 0) is (verdict == "certified")
    assert read(path)["claim"] == claim_tree(claim)
    assert 3 <= len(report.text().splitlines()) <= 6


def test_what_the_proof_assumes_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = small_claim(Rel(x, ">", -1), x=POSITIVE)
    path = write_certificate(claim, decide_claim(claim), tmp_path)
    assert path is not None
    assert replay(path, lambda id_: None).assumes == ()
    monkeypatch.setattr("dplemma.kernel.certificate.check", lambda *_: Outcome("proved", 3, ("hockey-stick",)))
    report = replay(path, lambda id_: None)
    assert (report.status, report.assumes, report.leaves) == ("agrees", ("hockey-stick",), 3)


def test_verdicts_without_a_proof_have_no_certificate(tmp_path: Path) -> None:
    claim = small_claim(Rel(x, ">", -1), x=POSITIVE)
    assert certificate(claim, Verdict(verdict="proved", engine="symbolic")) is None
    assert write_certificate(claim, Verdict(verdict="certified", engine="balls"), tmp_path) is None
    assert (
        certificate(claim, Verdict(verdict="confirmed", engine="balls", proof={"holds": RELATION, "witness": {"x": "1"}})) is None
    )
    assert list(tmp_path.iterdir()) == []


@quantity("mine.twice", mu=POSITIVE, role="neutral", formula="2 mu")
def twice(mu: Any) -> Any:
    return 2 * mu


def test_names_travel_and_are_unfolded_again(tmp_path: Path) -> None:
    """A quantity of ours by its name, one of somebody else's by its definition."""
    mine = small_claim(All(Rel(gaussian.tv(x), "<", 1), Rel(twice(x), ">", x)), x=POSITIVE)
    data = json.loads(json.dumps(certificate(mine, decide_claim(mine))))
    assert ["quantity", "gaussian.tv", ["var", "x"]] in data["claim"]["statement"][1][0]
    assert "mine.twice" not in json.dumps(data)
    assert replayed(data, tmp_path).status == "agrees"
    data["claim"]["statement"][1][0][1][1] = "gaussian.nothing"
    assert "no quantity 'gaussian.nothing'" in replayed(rehashed(data), tmp_path).reason


# -- by hand -------------------------------------------------------------


def certificate_of(statement: Any, proof: Any, given: Any = (), verdict: str = "certified", **intervals: str) -> dict[str, Any]:
    claim = {"region": region_tree(given, **intervals), "statement": statement}
    return {
        "format": FORMAT, "version": VERSION, "id": "demo/small", "claim": claim, "proof": proof, "verdict": verdict,
        "digest": digest(claim, proof), "versions": {},
    }  # fmt: skip


def rehashed(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "digest": digest(data["claim"], data["proof"])}


def replayed(data: Any, folder: Path, known: Callable[[str], Any] = lambda id_: None) -> Report:
    path = folder / "certificate.json"
    path.write_text(json.dumps(data))
    return replay(path, known)


def by(proof: Any, **witness: str) -> Any:
    return {"holds": {"rule": "relation", "proof": proof}, "witness": witness}


TWO = certificate_of(
    relation("x**2 > -1"), by(boxes("x**2 + 1", leaf("value", box(x=(-1, 0))), leaf("value", box(x=(0, 1)))), x="0"), x="[-1, 1]"
)
FILES: dict[str, dict[str, Any]] = {
    "two boxes": TWO,
    "contact": certificate_of(
        relation("exp(x) >= 1 + x"),
        by(
            boxes(
                "exp(x) - 1 - x",
                leaf("contact", box(x=(0, 1)), contact=0, pieces=[box(x=(0, 1))]),
                contacts=[contact("x", "exp(x) - 1", "exp(x)")],
            ),
            x="0",
        ),
        x="[0, 1]",
    ),
    "mean value": certificate_of(
        relation("x**2 + 1 > x"),
        by(boxes("x**2 - x + 1", leaf("mean", box(x=(0, 1)), slopes=[["x", 0]]), slopes=[["x", [tree("2*x - 1")]]]), x="0"),
        x="[0, 1]",
    ),
    "outside": certificate_of(
        relation("x > 1/3"),
        by(
            boxes(
                "x - 1/3",
                leaf("outside", box(x=(0, "1/2")), condition=0),
                leaf("value", box(x=("1/2", 1))),
                conditions=["x > 1/2"],
            ),
            x="1",
        ),
        given=["x > 1/2"],
        x="[0, 1]",
    ),
    "cut": certificate_of(
        relation("x**2 + 1 > x"),
        by(
            {
                "rule": "cut",
                "name": "x",
                "at": "0",
                "below": {"rule": "sign"},
                "above": boxes("x**2 + 1 - x", leaf("mean", box(x=(0, 1)), slopes=[["x", 0]]), slopes=[["x", [None]]]),
            },
            x="0",
        ),
        x="[-1, 1]",
    ),
    "refuted": certificate_of(relation("x**2 > 1/2"), {"fails": {"point": {"x": "1/2"}}}, verdict="refuted", x="[-1, 1]"),
    "two points": certificate_of(
        ["Monotone", tree("x**2"), "x", "increasing", False],
        {"fails": {"point": {"x": "-1"}, "second": "0"}},
        verdict="refuted",
        x="[-1, 1]",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_certificates_by_hand_agree(name: str, tmp_path: Path) -> None:
    report = replayed(FILES[name], tmp_path)
    assert (report.status, report.reason) == ("agrees", "")
    assert report.notes == ("not one of the papers' claims or of those given; compared with nothing",)


def forged(*path: Any, to: Any) -> dict[str, Any]:
    data = copy.deepcopy(TWO)
    target: Any = data
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = to
    return data


def nested_names(times: int) -> Any:
    found: Any = ["var", "x"]
    for _ in range(times):
        found = ["quantity", "gaussian.delta", "1", found]
    return found


FORM = ("proof", "holds", "proof", "forms", 0)
FORGED: dict[str, tuple[dict[str, Any], str]] = {
    "stronger claim": (forged("claim", "statement", 3, to="1/2"), "not shown to equal"),
    "wider region": (forged("claim", "region", "intervals", 0, 1, to="[-1, 2]"), "do not tile"),
    "other relation": (forged("claim", "statement", 2, to="<"), "not shown to equal"),
    "box removed": (forged("proof", "holds", "proof", "leaves", to=TWO["proof"]["holds"]["proof"]["leaves"][1:]), "do not tile"),
    "form swapped": (forged(*FORM, "gap", to=tree("x**4 + 1")), "not shown to equal"),
    "form that agrees at many points": (
        forged(*FORM, "gap", to=["Add", tree("x**2 + 1"), ["Mul", *[["Add", ["var", "x"], f"-{k}/97"] for k in range(30)]]]),
        "not shown to equal",
    ),
    "witness outside": (forged("proof", "witness", "x", to="7"), "not in its interval"),
    "proof of nothing": (forged("proof", "holds", to={}), "no rule"),
    "verdict proved": (forged("verdict", to="proved"), "the proof gives certified, the file says proved"),
    "verdict refuted": (forged("verdict", to="refuted"), "the proof gives certified, the file says refuted"),
    "verdict of its own": (forged("verdict", to="certified by Lean 4"), "the proof gives certified"),
    "decoration in the proof": (forged("proof", "engine", to="certified by Lean 4"), "a proof says"),
    "decoration in the claim": (forged("claim", "checked", to=True), "a claim is a region"),
    "refutation beside the proof": (forged("proof", "fails", to={"point": {"x": "0"}}), "a proof says"),
    "power in the claim": (forged("claim", "statement", 3, to=["Pow", "10", "1000000000"]), "100000 bits"),
    "power in the proof": (forged(*FORM, "gap", to=["Pow", "10", "1000000000"]), "100000 bits"),
    "power in the witness": (forged("proof", "witness", "x", to=["Pow", "10", "-1000000000"]), "100000 bits"),
    "power of powers": (forged("claim", "statement", 1, to=["Pow", ["Pow", ["Pow", "10", "10000"], "10000"], "10000"]), ""),
    "huge number": (forged("claim", "statement", 3, to="9" * 5000), "exact number"),
    "huge term": (forged(*FORM, "gap", to=["Add", *[["var", "x"]] * 250_000]), "parts"),
    "huge power of a sum": (forged(*FORM, "gap", to=["Pow", tree("x + 1/7"), "40000"]), ""),
    "names inside of names": (forged("claim", "statement", 1, to=nested_names(7)), ""),
    "long sum": (forged("claim", "statement", 1, to=tree("Sum(k, (k, 1, 1000000000))")), ""),
    "divergent integral": (forged("claim", "statement", 1, to=tree("Integral(1/t, (t, 0, 1))")), "defined"),
    "precision": (forged("proof", "holds", "proof", "bits", to=10**9), "bits are allowed"),
    "digits of an end": (forged("proof", "holds", "proof", "leaves", 0, "box", 0, 1, 0, to="-" + "1" * 4001), "exact number"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_certificate_is_rejected(name: str, tmp_path: Path) -> None:
    data, reason = FORGED[name]
    report = replayed(rehashed(data), tmp_path)
    assert report.status == "rejected" and reason in report.reason and "\n" not in report.reason
    if not name.startswith("verdict"):
        assert "digest" in replayed(data, tmp_path).reason


def nested(depth: int) -> str:
    return json.dumps(TWO).replace('"-1"]', '["exp", ' * depth + '"1"' + "]" * depth + "]", 1)


def test_deep_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    for depth in (200, 900):
        path.write_text(nested(depth))
        data = rehashed(json.loads(nested(depth)))
        assert "nested deeper than" in replayed(data, tmp_path).reason
    path.write_text("[" * 100_000)
    with pytest.raises(DplemmaError) as caught:
        replay(path, lambda id_: None)
    assert "\n" not in str(caught.value)


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(DplemmaError, match="which no certificate is"):
        replay(path, lambda id_: None)


WITHOUT = json.dumps(TWO)
NO_FILES: dict[str, tuple[str, str]] = {
    "empty": ("", "not a certificate"),
    "cut": (WITHOUT[:-40], "not a certificate"),
    "list": ("[1, 2]", "not a certificate"),
    "another format": ('{"format": "other"}', "not a certificate"),
    "float": (WITHOUT.replace('"-1"]', "-1.5]"), "not exact"),
    "infinity": (WITHOUT.replace('"-1"]', "Infinity]"), "not exact"),
    "nan": (WITHOUT.replace('"-1"]', "NaN]"), "not exact"),
    "repeated key": (WITHOUT.replace('"verdict"', '"verdict": "proved", "verdict"'), "repeats a key"),
    "repeated key inside": (WITHOUT.replace('"rule": "boxes"', '"rule": "sign", "rule": "boxes"'), "repeats a key"),
    "version 1": ('{"format": "dplemma-certificate", "version": 1, "id": "a/b"}', "made by an earlier schema"),
    "no version": ('{"format": "dplemma-certificate"}', "made by an earlier schema"),
    "long integer": (WITHOUT.replace('"bits": 64', '"bits": ' + "9" * 5000), "not a certificate"),
    **{f"without {key}": (json.dumps({k: v for k, v in TWO.items() if k != key}), "") for key in KEYS},
    "an entry more": (json.dumps({**TWO, "engine": "certified by Lean 4"}), "its entries are not"),
    "id that is no text": (json.dumps({**TWO, "id": 5}), "its entries are not"),
    "verdict that is no text": (json.dumps({**TWO, "verdict": ["proved"]}), "its entries are not"),
}


@pytest.mark.parametrize("name", NO_FILES)
def test_a_file_that_is_no_certificate(name: str, tmp_path: Path) -> None:
    text, reason = NO_FILES[name]
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(DplemmaError) as caught:
        replay(path, lambda id_: None)
    assert reason in str(caught.value) and "\n" not in str(caught.value) and str(caught.value).startswith("bad.json: ")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DplemmaError, match="cannot be read"):
        replay(tmp_path / "none.json", lambda id_: None)
    with pytest.raises(DplemmaError, match="cannot be read"):
        replay(tmp_path, lambda id_: None)
    path = tmp_path / "bytes.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DplemmaError, match="not a certificate"):
        replay(path, lambda id_: None)


def test_the_claim_must_be_the_known_one(tmp_path: Path) -> None:
    assert replayed(TWO, tmp_path, lambda id_: TWO["claim"]).status == "agrees"
    other = forged("claim", "statement", 3, to="-2")["claim"]
    report = replayed(TWO, tmp_path, lambda id_: other)
    assert report.status == "rejected" and "demo/small now says something else" in report.reason


# -- one number changed -------------------------------------------------------------


def scalars(found: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all numbers, texts of numbers and truth values in a tree."""
    if isinstance(found, (dict, list)):
        for key, value in found.items() if isinstance(found, dict) else enumerate(found):
            yield from scalars(value, (*path, key))
    elif isinstance(found, (bool, int)) or (isinstance(found, str) and found.strip("-/0123456789") == "") or found is None:
        yield path


NUMBERS = st.one_of(
    st.integers(-4, 4).map(str), st.fractions(-3, 3, max_denominator=16).map(str), st.integers(0, 3), st.booleans(), st.none()
)
POINTS = [Fraction(n, 16) for n in range(-32, 33)]


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(sorted(FILES)), choice=st.integers(0, 10**6), value=NUMBERS)
def test_one_changed_number_never_proves_a_false_claim(tmp_path: Path, name: str, choice: int, value: Any) -> None:
    data = copy.deepcopy(FILES[name])
    body = {"claim": data["claim"], "proof": data["proof"]}
    places = list(scalars(body))
    *way, last = places[choice % len(places)]
    target: Any = body
    for step in way:
        target = target[step]
    assume(target[last] != value)
    target[last] = value
    report = replayed(rehashed({**data, **body}), tmp_path)
    if report.status != "agrees":
        return
    region, statement = read_region(body["claim"]["region"]), read_statement(body["claim"]["statement"])
    assert report.verdict == "refuted" or not any(truth(statement, {"x": p}) is False for p in POINTS if inside(region, p))
    assert report.verdict != "refuted" or name == "two points" or any(truth(statement, {"x": p}) is not True for p in POINTS)


def inside(region: Any, value: Fraction) -> bool:
    try:
        must_lie_in(region, {"x": value})
    except Rejected:
        return False
    return True


# -- what Python or FLINT cannot do ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [RuntimeError("out of bits"), MemoryError(), RecursionError("too deep")], ids=repr)
def test_an_error_from_below_is_one_line(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """FLINT raises plain errors of Python; they reject the proof, whatever they say."""

    def fails(*_: object) -> None:
        raise error

    claim = {"region": region_tree(x="[0, 1]"), "statement": relation("x >= 0")}
    monkeypatch.setattr("dplemma.kernel.check.must_lie_in", fails)
    with pytest.raises(Rejected, match=rf"^the proof object is malformed \({type(error).__name__}: [^\n]*\)$"):
        check(claim, {"holds": RELATION, "witness": {"x": "0"}})


def test_a_file_nested_too_deep_is_one_line(tmp_path: Path) -> None:
    """Deeper than the writer of a digest goes, less deep than the reader: where that is depends on who calls."""
    path = tmp_path / "deep.json"
    for depth in (100, *range(850, 1000), 5000):
        deep = "[" * depth + "]" * depth
        path.write_text(
            f'{{"format": "{FORMAT}", "version": {VERSION}, "id": "a", "claim": {deep}, "proof": {deep}, "verdict": "proved", '
            '"digest": "", "versions": {}}'
        )
        try:
            report = replay(path, lambda _: None)
        except DplemmaError as error:
            assert "nested deeper" in str(error)
        else:
            assert report.status == "rejected" and "\n" not in report.reason
