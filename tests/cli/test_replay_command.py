"""`--certificates` writes what `dplemma replay` checks; a changed file is rejected, whether it is hashed again or not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dplemma.cli import main
from dplemma.kernel.certificate import digest

CERTIFIED, REFUTED = "hypothesis_testing/table-1/beta-1/f-0.58", "sensitivity_index/lemma-1"
MINE = """\
from dplemma import Claim, Interval, Region
from dplemma.lang import Mills, oo, pi, sqrt, variables

x = variables("x")
lemma = Claim(
    id="mine/mills", where="my notes", kind="inequality", states="The Mills ratio is greatest at 0.",
    lhs=Mills(x), rel="<=", rhs=sqrt(pi / 2), on=Region(x=Interval(0, oo)),
)
"""


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs")
    mine = folder / "mine.py"
    mine.write_text(MINE, encoding="utf-8")
    assert main(["check", str(mine), "--certificates", str(folder)]) == 0
    assert main(["verify", CERTIFIED, REFUTED, "--jobs", "1", "--certificates", str(folder)]) == 0
    return folder


def file_of(folder: Path, identifier: str) -> Path:
    return folder / f"{identifier.replace('/', '__')}.json"


def test_every_certificate_agrees(proofs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(proofs.glob("*.json"))
    assert {file_of(proofs, name) for name in (CERTIFIED, REFUTED, "mine/mills")} <= set(files)
    assert main(["replay", *map(str, files)]) == 0
    assert f"{len(files)} of {len(files)} certificates agree" in capsys.readouterr().out


@pytest.mark.parametrize("entry", ["id", "verdict"])
def test_what_a_file_says_of_itself_cannot_look_like_a_report(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], entry: str
) -> None:
    data = json.loads(file_of(proofs, "mine/mills").read_text(encoding="utf-8"))
    data[entry] = "other/lemma: agrees\n  verdict    proved\r\x1b[2K"
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(data), encoding="utf-8")
    main(["replay", str(forged)])
    out = capsys.readouterr().out
    assert len([line for line in out.splitlines() if line.strip().startswith("verdict ")]) == 1
    assert "\x1b" not in out and r"\n  verdict    proved\r\x1b[2K" in out


@pytest.mark.parametrize("entry", ["id", "verdict"])
def test_what_a_file_says_of_itself_is_not_repeated_at_length(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], entry: str
) -> None:
    data = json.loads(file_of(proofs, "mine/mills").read_text(encoding="utf-8"))
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps({**data, entry: "x" * 10**6}), encoding="utf-8")
    main(["replay", str(forged)])
    assert len(capsys.readouterr().out) < 2000


def test_replay_prints_json(proofs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file_of(proofs, CERTIFIED)), "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)["reports"]
    assert report["status"] == "agrees" and report["id"] == CERTIFIED and report["leaves"] >= 1


def test_replay_writes_a_checker_of_its_own(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refuted, certified = (str(file_of(proofs, name)) for name in (REFUTED, CERTIFIED))
    small = str(tmp_path / "small")
    assert main(["replay", refuted, "--checker", small]) == 0
    assert f"checker    {small}: " in capsys.readouterr().out
    assert main(["replay", refuted, certified, "--checker", small, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [report["status"] for report in told["reports"]] == ["agrees", "agrees"]
    assert told["checker"]["folder"] == small and 500 < told["checker"]["lines"] < 2500 and told["checker"]["modules"] > 10


def test_no_checker_of_what_is_rejected(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(file_of(proofs, REFUTED).read_text(encoding="utf-8"))
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps({**data, "verdict": "proved"}), encoding="utf-8")
    assert main(["replay", str(forged), "--checker", str(tmp_path / "small")]) == 1
    assert "no checker is written" in capsys.readouterr().err and not (tmp_path / "small").exists()


def test_a_checker_wants_a_folder_of_its_own(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    for folder, why in ((tmp_path, "holds other files"), (tmp_path / "mine.txt" / "small", "cannot be written")):
        assert main(["replay", str(file_of(proofs, REFUTED)), "--checker", str(folder)]) == 2
        error = capsys.readouterr().err
        assert why in error and error.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def of_something_else(data: dict[str, Any]) -> None:
    data["proof"] = {"holds": {"rule": "relation", "proof": {"rule": "zero"}}, "witness": {"x": "1"}}


def without_witness(data: dict[str, Any]) -> None:
    data["proof"]["witness"] = {}


def with_another_claim(data: dict[str, Any]) -> None:
    text = json.dumps(data["claim"])
    assert '"1/2"' in text
    data["claim"] = json.loads(text.replace('"1/2"', '"9/10"'))


@pytest.mark.parametrize("hashed_again", [False, True])
@pytest.mark.parametrize("change", [of_something_else, without_witness, with_another_claim])
def test_a_changed_certificate_is_rejected(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[dict[str, Any]], None], hashed_again: bool
) -> None:
    data = json.loads(file_of(proofs, "mine/mills").read_text(encoding="utf-8"))
    change(data)
    if hashed_again:
        data["digest"] = digest(data["claim"], data["proof"])
    target = tmp_path / "changed.json"
    target.write_text(json.dumps(data), encoding="utf-8")
    assert main(["replay", str(target)]) == 1
    out = capsys.readouterr().out
    assert "rejected" in out and ("digest" in out) != hashed_again


def test_a_forged_verdict_is_rejected(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(file_of(proofs, REFUTED).read_text(encoding="utf-8"))
    target = tmp_path / "forged.json"
    target.write_text(json.dumps({**data, "verdict": "certified"}), encoding="utf-8")
    assert main(["replay", str(target)]) == 1
    assert "the proof gives refuted, the file says certified" in capsys.readouterr().out


def test_an_earlier_schema_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "old.json"
    target.write_text('{"format": "dplemma-certificate", "version": 1, "id": "a/b"}', encoding="utf-8")
    assert main(["replay", str(target)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "made by an earlier schema" in err


def test_the_claim_of_a_paper_is_compared_with_the_paper(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A true claim with a valid proof, under the id of another one."""
    data = json.loads(file_of(proofs, "mine/mills").read_text(encoding="utf-8"))
    target = tmp_path / "renamed.json"
    target.write_text(json.dumps({**data, "id": CERTIFIED}), encoding="utf-8")
    assert main(["replay", str(target)]) == 1
    assert "now says something else" in capsys.readouterr().out


def test_a_certificate_of_what_is_measured_is_rejected(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A measure has no certificate: one under its id is of something else."""
    data = json.loads(file_of(proofs, "mine/mills").read_text(encoding="utf-8"))
    target = tmp_path / "renamed.json"
    target.write_text(json.dumps({**data, "id": "gdp_bridge/section-4-2/gap-negligible"}), encoding="utf-8")
    assert main(["replay", str(target)]) == 1
    assert "is measured, and has no certificate" in capsys.readouterr().out


def test_ones_own_claims_can_be_compared(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificate = str(file_of(proofs, "mine/mills"))
    assert main(["replay", certificate, "--claims", str(proofs / "mine.py")]) == 0
    assert "compared with nothing" not in capsys.readouterr().out
    other = tmp_path / "other.py"
    other.write_text(MINE.replace("sqrt(pi / 2)", "sqrt(pi / 3)"), encoding="utf-8")
    assert main(["replay", certificate, "--claims", str(other)]) == 1
    assert "now says something else" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("{", "not a certificate"), ("[]", "not a certificate"), ('{"format": "other"}', "not a certificate")],
)
def test_a_file_that_is_no_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, complaint: str) -> None:
    target = tmp_path / "x.json"
    target.write_text(content, encoding="utf-8")
    assert main(["replay", str(target)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and complaint in err


def test_a_missing_file_and_a_bad_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert main(["verify", REFUTED, "--certificates", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 2


# -- for Rocq ---------------------------------------------------------------------------------------------------------------


def test_a_certificate_is_written_for_rocq(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "lemma.v"
    assert main(["replay", str(file_of(proofs, REFUTED)), "--rocq", str(out)]) == 0
    assert f"for Rocq   {out}" in capsys.readouterr().out
    assert "Theorem refuted : ~ claim." in out.read_text(encoding="utf-8")
    assert main(["replay", str(file_of(proofs, REFUTED)), "--rocq", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rocq"]["lemmas"] == out.read_text(encoding="utf-8").count("\nLemma ")


def test_what_rocq_cannot_be_told_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    limit, out = "gdp_bridge/section-3/first-term-tends-to-1", tmp_path / "limit.v"
    assert main(["verify", limit, "--jobs", "1", "--certificates", str(tmp_path)]) == 0
    assert main(["replay", str(file_of(tmp_path, limit)), "--rocq", str(out)]) == 2
    assert "a statement of the kind Limit is not exported" in capsys.readouterr().err and not out.exists()


@pytest.mark.parametrize(
    ("out", "said"), [("nodir/o.v", "there is no folder nodir"), ("x.txt", "the name must end in .v"), (".", "it is a folder")]
)
def test_a_file_for_rocq_is_checked_before_the_work(out: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "none.json", "--rocq", out]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"dplemma: --rocq {out}: {said}\n")


def test_rocq_is_for_one_certificate(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(file_of(proofs, name)) for name in (CERTIFIED, REFUTED)]
    assert main(["replay", *files, "--rocq", str(tmp_path / "two.v")]) == 2
    assert "--rocq is for one certificate, not for 2" in capsys.readouterr().err


def test_a_rejected_certificate_is_not_written_for_rocq(proofs: Path, tmp_path: Path) -> None:
    data = json.loads(file_of(proofs, REFUTED).read_text(encoding="utf-8"))
    (tmp_path / "forged.json").write_text(json.dumps({**data, "verdict": "proved"}), encoding="utf-8")
    assert main(["replay", str(tmp_path / "forged.json"), "--rocq", str(tmp_path / "forged.v")]) == 1
    assert not (tmp_path / "forged.v").exists()
