"""`dplemma notions` from the file to the exit code."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from cli_world import Terminal

from dplemma.cli import examples, main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mechanism.csv").write_text("P,Q\n1/2,1/4\n1/2,3/4\n", encoding="utf-8")


def test_the_page_names_every_notion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notions", "mechanism.csv", "--eps", "0.5", "--order", "2"]) == 0
    out = capsys.readouterr().out
    for name in ("pure DP", "Rényi DP, order 2", "GDP, mu", "KL-DP", "MI-DP", "Chernoff-DP", "delta-DP", "at eps = 0.5"):
        assert name in out
    assert "0.6931471806" in out  # log 2, its eps


def test_a_narrow_terminal_gets_a_block_a_notion(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["notions", "mechanism.csv", "--eps", "0.5", "--order", "2"]) == 0
    lines = screen.getvalue().splitlines()
    assert "  pure DP, eps" in lines and "    P to Q: 0.6931471806" in lines
    assert max(len(line) for line in lines[1:]) <= 60


def test_json_has_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notions", "mechanism.csv", "--digits", "30", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    rows = {row["name"]: row for row in data["notions"]}
    assert data["mechanism"] == {"P": ["0.5", "0.5"], "Q": ["0.25", "0.75"]}
    assert rows["delta-DP, total variation"]["level"] == "0.250000000000000000000000000000"
    assert rows["pure DP, eps"]["allowed"] is None


def test_every_example_of_the_help_works(capsys: pytest.CaptureFixture[str]) -> None:
    lines = re.findall(r"^  dplemma notions (.*?)(?:   .*)?$", examples.NOTIONS, flags=re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        assert main(["notions", *shlex.split(line)]) == 0 and capsys.readouterr().out.strip(), line


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["gone.csv"], "cannot be read"),
        (["mechanism.csv", "--eps", "1,,2"], "--eps is a list of numbers"),
        (["mechanism.csv", "--order", "1"], "order must be > 1"),
        (["mechanism.csv", "--digits", "0"], "whole number >= 1"),
    ],
)
def test_what_is_wrong_is_one_line(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notions", *argv]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and said in captured.err
