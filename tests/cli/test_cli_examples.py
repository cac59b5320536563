"""Every example of every `--help` works with the ledger that is shipped."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from dplemma.cli import main
from dplemma.cli.parser import build, parse_arguments
from dplemma.ledger import store as ledger
from dplemma.report.pages.search import select

_LINE = re.compile(r"^  (dplemma .*?)(?:  .*| > .*)?$", re.MULTILINE)  # without the remark or redirection behind it


def examples() -> list[list[str]]:
    parser, commands = build()
    helps = [parser.format_help(), *(command.format_help() for command in commands.values())]
    lines = [line for text in helps for line in _LINE.findall(text.partition("examples:")[2])]
    return [shlex.split(line)[1:] for line in dict.fromkeys(lines)]


@pytest.fixture(autouse=True)
def shipped_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ledger.ENVIRONMENT_VARIABLE, raising=False)


@pytest.mark.parametrize("command", build()[1])
def test_what_a_help_shows_can_be_pasted_with_its_remarks(command: str) -> None:
    """Remarks are those of a shell, beside a command or below it."""
    shown = build()[1][command].format_help().partition("examples:\n")[2].partition("\n\n")[0]
    for line in shown.splitlines():
        words = shlex.split(line, comments=True)
        assert words[:1] == (["dplemma"] if line.startswith("  dplemma ") else [])
        assert words == shlex.split(re.split(r"\s{2,}", line.strip())[0], comments=True)


def test_every_command_has_several_examples() -> None:
    for command in build()[1]:
        assert sum(argv[0] == command for argv in examples()) >= 2


# these compute, or need a file or standard input; tests of their own run them
NOT_ALONE = ("verify", "mutate", "check", "replay", "cancel", "audit", "oracle", "peers", "gdp", "account", "notions", "atlas")


@pytest.mark.parametrize("argv", [argv for argv in examples() if argv[0] not in NOT_ALONE], ids=" ".join)
def test_a_reading_example_prints_something(
    argv: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some write a file
    assert main(argv) == 0
    captured = capsys.readouterr()
    assert [line for line in captured.err.splitlines() if " written to " not in line] == []
    assert captured.out.strip()
    assert not captured.out.startswith(("nothing found", "none of these", "no claim here", "the ledger is empty"))


@pytest.mark.parametrize("argv", [argv for argv in examples() if argv[0] in ("verify", "mutate")], ids=" ".join)
def test_a_deciding_example_names_claims(argv: list[str]) -> None:
    assert select(ledger.read(), parse_arguments(argv).globs)
