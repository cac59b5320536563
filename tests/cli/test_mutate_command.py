"""`dplemma mutate`: every kind, a score, a file that a run which was ended goes on with, and an exit code that tells."""

from __future__ import annotations

import gc
import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dplemma.cli import main
from dplemma.cli import mutate as command
from dplemma.mutants.make import KINDS
from dplemma.mutants.result import MutantResult

CLAIM = "sensitivity_index/lemma-2"


@pytest.fixture
def judged_by_name(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No engine: `flip` is refuted, `swap` is true, `sign` survives, nothing else has a place. The tasks that were asked for."""
    asked: list[str] = []
    outcomes = {"flip": "refuted", "swap": "slack", "sign": "survived"}

    def judged(task: Any) -> MutantResult:
        asked.append(f"{task.claim}::{task.kind}")
        return task.failed(outcomes.get(task.kind, "none"), "because")

    monkeypatch.setattr(command, "judged_here", judged)
    return asked


def mutate(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(["mutate", "--jobs", "1", *argv])
    told = capsys.readouterr()
    return code, told.out, told.err


def found(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    return json.loads(mutate(capsys, *argv, "--json")[1])


def test_every_kind_is_asked_for_and_scored(judged_by_name: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    data = found(capsys, CLAIM)
    assert sorted(judged_by_name) == sorted(f"{CLAIM}::{kind}" for kind in KINDS)
    assert (data["asked"], data["done"], data["mutants"]) == (len(KINDS), len(KINDS), 3)
    assert data["totals"] == {"refuted": 1, "slack": 1, "survived": 1, "late": 0, "error": 0, "accepted": 0}
    assert data["refuted_of_those_not_true"] == 0.5
    assert set(data["by_kind"]) == {"flip", "swap", "sign"}
    assert set(data["by_engine"]) == {"symbolic"}
    assert [result["kind"] for result in data["slack"]] == ["swap"]
    assert [(result["kind"], result["why"]) for result in data["survivors"]] == [("sign", "because")]


def test_a_run_goes_on_with_its_file(judged_by_name: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(tmp_path / "mutants.jsonl")
    mutate(capsys, CLAIM, "--record", record, "--kinds", "flip", "sign")
    judged_by_name.clear()
    code, out, err = mutate(capsys, CLAIM, "--record", record)
    assert code == 0
    assert f"2 of {len(KINDS)} are done; going on with the rest" in err
    assert not {f"{CLAIM}::flip", f"{CLAIM}::sign"} & set(judged_by_name)
    assert len(judged_by_name) == len(KINDS) - 2
    assert "3 mutants: 1 refuted, 1 true (slack), 1 survived, 0 accepted although false; of those not proved true 50.0 %" in out


def test_survivors_are_decided_again_if_asked_for(
    judged_by_name: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = str(tmp_path / "mutants.jsonl")
    mutate(capsys, CLAIM, "--record", record)
    judged_by_name.clear()
    mutate(capsys, CLAIM, "--record", record)
    assert judged_by_name == []
    mutate(capsys, CLAIM, "--record", record, "--again")
    assert judged_by_name == [f"{CLAIM}::sign"]


def test_list_decides_nothing(judged_by_name: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(tmp_path / "mutants.jsonl")
    mutate(capsys, CLAIM, "--record", record, "--kinds", "flip")
    judged_by_name.clear()
    code, out, _ = mutate(capsys, CLAIM, "--record", record, "--list")
    assert (code, judged_by_name) == (0, [])
    assert f"{len(KINDS) - 1} places not looked at yet." in out


def test_slack_is_listed_if_asked_for(judged_by_name: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{CLAIM}::swap" not in mutate(capsys, CLAIM)[1]
    assert f"{CLAIM}::swap" in mutate(capsys, CLAIM, "--slack")[1]


def test_a_false_mutant_that_is_accepted_is_a_finding(
    judged_by_name: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "judged_here", lambda task: task.failed("accepted", "it contradicts its claim"))
    code, out, _ = mutate(capsys, CLAIM, "--kinds", "flip")
    assert code == 1
    assert "proved or certified although false (1):" in out


def test_a_damaged_record_is_said_and_decided_again(
    judged_by_name: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "mutants.jsonl"
    mutate(capsys, CLAIM, "--record", str(record))
    whole = record.read_text(encoding="utf-8")
    record.write_text(whole[: len(whole) - 20], encoding="utf-8")
    judged_by_name.clear()
    code, _, err = mutate(capsys, CLAIM, "--record", str(record))
    assert code == 0
    assert f"1 line cannot be read (line {len(KINDS)}); what was told there is decided again" in err
    assert len(judged_by_name) == 1
    judged_by_name.clear()
    mutate(capsys, CLAIM, "--record", str(record))
    assert judged_by_name == []


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([CLAIM, "--kinds", "flop"], "unknown kind of mutant 'flop'. Did you mean flip"),
        (["sensitivity_index/lemma-1"], "there is nothing to spoil"),
        (["nothing/of-this-name"], "nothing/of-this-name"),
        (
            [CLAIM, "--record", "nodir/x", "--list"],
            "--record nodir/x: there is no such file to list. Without --list a run writes it",
        ),
        ([CLAIM, "--list"], "--list prints what a file says: name it with --record FILE"),
        ([CLAIM, "--record", "/no/such/folder/file"], "/no/such/folder/file cannot be written: No such file or directory"),
    ],
)
def test_bad_input_is_one_line(
    judged_by_name: list[str], argv: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = mutate(capsys, *argv)
    assert (code, out) == (2, "")
    assert message in err and err.count("\n") == 1
    assert judged_by_name == []


@pytest.fixture
def no_collection() -> Iterator[None]:
    """An alarm that rings while garbage is collected is dropped and rings again later: too late for a task this short."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
def test_what_raises_or_takes_too_long_is_a_result() -> None:
    task = command.MutantTask(CLAIM, "flip", "d", "symbolic", "small", 1e-3, None)
    assert command.judged_here(task).outcome == "late"
    lost = command.judged_here(command.MutantTask("no/such", "flip", "d", "symbolic", "small", 20.0, None))
    assert (lost.outcome, lost.why) == ("error", "KeyError: 'no/such'")


@pytest.mark.usefixtures("no_collection")
def test_the_worker_of_a_cluster_judges_alike_and_ends_what_is_late() -> None:
    task = command.MutantTask(CLAIM, "sign", "d", "symbolic", "small", 20.0, 600.0)
    there, here = command.judged_in_a_fork(pickle.loads(pickle.dumps(task))), command.judged_here(task)
    assert replace(there, seconds=0) == replace(here, seconds=0)
    assert command.judged_in_a_fork(replace(task, seconds=1e-3)).outcome == "late"


@pytest.mark.sample
def test_mutants_of_a_claim_are_refuted_for_good(capsys: pytest.CaptureFixture[str]) -> None:
    data = found(capsys, CLAIM, "--kinds", "flip", "sign", "double")
    assert data["totals"]["accepted"] == 0
    assert data["totals"]["refuted"] == data["mutants"] >= 2
