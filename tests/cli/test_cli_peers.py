"""`dplemma peers`: names, missing libraries, the list, JSON, exit codes. Only the plain formulas are run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dplemma.cli import main


@pytest.fixture(autouse=True)
def only_this_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No environments, and of the libraries only SciPy."""
    monkeypatch.setenv("DPLEMMA_PEERS", str(tmp_path))
    monkeypatch.setattr("dplemma.peers.league.environments.importable", lambda peer: peer.name == "plain_scipy")


def test_the_plain_formulas_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["peers", "plain_scipy", "--json", "--examples", "10", "--limit", "20", "--seed", "3"])
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert code == (0 if all(audit["pass"] for audit in found) else 1)
    assert len(found) == 10
    assert {audit["peer"] for audit in found} == {"plain_scipy"}
    assert all(audit["version"] and audit["range"] == "ordinary" and audit["points"] > 0 for audit in found)
    assert "norm.cdf difference" in captured.err  # progress


def test_a_finding_is_exit_code_1_and_the_table_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["peers", "plain_scipy", "--range", "hard", "--examples", "60", "--limit", "30"]) == 1
    printed = capsys.readouterr().out
    assert "hard range" in printed and "breaks" in printed and "gaussian.sigma" in printed


def test_a_missing_library_is_named_with_the_line_that_installs_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["peers", "opacus"]) == 2
    captured = capsys.readouterr()
    assert captured.err == "dplemma: nothing to audit: opacus not installed. Try: make peers PEERS=opacus\n"
    assert captured.out == ""


def test_an_unknown_library_gets_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["peers", "opcus"]) == 2
    assert capsys.readouterr().err.strip() == "dplemma: unknown peer 'opcus'. Did you mean opacus?"


@pytest.mark.parametrize("arguments", [["--range", "soft"], ["--examples", "0"], ["--limit", "none"], ["--nothing"]])
def test_bad_options_are_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["peers", *arguments]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_the_list_computes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["peers", "--list"]) == 0
    printed = capsys.readouterr().out
    assert "opacus: missing, install it with: make peers PEERS=opacus" in printed
    assert "gdp.delta_eps_mu" in printed


def test_the_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["peers", "--list", "--json", "dp_accounting"]) == 0
    (peer,) = json.loads(capsys.readouterr().out)
    assert peer["requirement"].startswith("dp-accounting==") and peer["installed"] is False
    assert {"quantity", "call", "promise", "because", "arguments", "domain", "adjacency", "target"} <= peer["calls"][0].keys()


def test_names_may_stand_after_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["peers", "--list", "--json", "riskcal"]) == 0
    assert [peer["peer"] for peer in json.loads(capsys.readouterr().out)] == ["riskcal"]
