"""Usage: help, unknown names, colour, and readers that go away."""

from __future__ import annotations

import io
import sys

import pytest
from cli_world import UPPER, Terminal, World

from dplemma.base.errors import UnknownName, unknown
from dplemma.base.page import Page, plain_letters
from dplemma.cli import main
from dplemma.cli.parser import build
from dplemma.ledger.phrases import failure_phrase, table_row
from dplemma.ledger.verdict import Counterexample

COMMANDS = list(build()[1])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_and_takes_json(
    command: str, capsys: pytest.CaptureFixture[str], world: World
) -> None:
    with pytest.raises(SystemExit) as stop:
        world.run(command, "--help")
    out = capsys.readouterr().out
    assert stop.value.code == 0
    assert f"examples:\n  dplemma {command}" in out
    assert "--json" in out


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_the_window_and_commands_stay_whole(command: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is to be copied, a command or a line of a file, may be wider."""
    monkeypatch.setenv("COLUMNS", str(columns))
    examples = build()[1][command].format_help().partition("examples:\n")[2]
    wide = [line for line in examples.splitlines() if len(line) > columns]
    assert [line for line in wide if not line.startswith(("  dplemma ", "  {"))] == []
    assert all("  " not in line.strip() for line in wide)  # its remark stands below it


def test_what_cannot_be_shown_is_written_in_plain_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain_letters("Δ/σ = μ, N(ψ²/2, ψ²), Rényi, ε ≥ −1, ϕ⁻¹ in ℝ, 数") == (
        "Delta/sigma = mu, N(psi^2/2, psi^2), Renyi, epsilon >= -1, phi^-1 in R, ?"
    )
    shown = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(shown, encoding="ascii"))
    assert main(["figure", "--list", "glrt/figure-1"]) == 0
    sys.stdout.flush()
    assert "Delta/sigma = 0.5, d = 1." in " ".join(shown.getvalue().decode("ascii").split())


def test_version(capsys: pytest.CaptureFixture[str], world: World) -> None:
    with pytest.raises(SystemExit) as stop:
        world.run("--version")
    assert stop.value.code == 0
    assert capsys.readouterr().out.startswith("dplemma ")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "no command given"),
        (["verfy"], "Did you mean verify"),
        (["zzz"], "Known are verify, list"),
        (["help"], "completion. See: dplemma --help"),
        (["value", "gaussian.delta", "--eps", "1"], "unknown option '--eps': a parameter has no dashes, eps=1"),
        (["verify", "--stricct"], "Did you mean --strict"),
        (["verify", "--jobs", "0"], "whole number >= 1"),
        (["verify", "--jobs", "²"], "whole number >= 1"),
        (["verify", "--jobs"], "--jobs"),
        (["show"], "ID-or-QUANTITY"),
        (["check", "mine.py", "--limit", "5", "--max-seconds", "6"], "--limit and --max-seconds are the same: give one of them"),
        (["show", "a", "b"], "unexpected argument 'b'"),
        (["list", "--verdict", "proven"], "got 'proven'. Did you mean proved? See"),
        (["list", "--quantities", "--verdict", "proved"], "a quantity has no verdict"),
        (["find"], "TEXT-or-NUMBER"),
        (["--vers"], "--help"),
        (["show", ""], "an id or glob must not be empty"),
        (["list", " "], "an id or glob must not be empty"),
        (["verify", ""], "an id or glob must not be empty"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_usage_is_one_line_and_exit_2(world: World, argv: list[str], said: str) -> None:
    code, out, err = world.run(*argv)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


LONG = "z" * 500


@pytest.mark.parametrize(
    "argv",
    [
        ["show", LONG],
        ["list", LONG],
        ["list", f"{LONG}*"],
        [LONG],
        ["list", f"--{LONG}"],
        ["show", "a", LONG],
        ["list", "--verdict", LONG],
        ["verify", "--jobs", LONG],
    ],
    ids=lambda argv: " ".join(argv)[:20],
)
def test_a_long_name_is_not_repeated_in_full(world: World, argv: list[str]) -> None:
    code, _, err = world.run(*argv)
    assert (code, err.count("\n")) == (2, 1)
    assert "zzz...'" in err
    assert len(err) < 300


def test_a_long_name_is_still_compared_in_full(world: World) -> None:
    family = "sensitivity_index/" + "section-on-composition-" * 3
    with pytest.raises(UnknownName, match=f"{family}b"):
        raise unknown("claim", f"{family}c", [f"{family}b", "lemma"])


class GoneReader(io.StringIO):
    def write(self, text: str) -> int:
        raise BrokenPipeError(32, "Broken pipe")


def test_a_reader_that_goes_away_is_no_error(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", GoneReader())
    code, _, err = world.run("list")
    assert (code, err) == (141, "")


def test_a_closed_stdout_is_one_line(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    code, _, err = world.run("list")
    assert (code, err.count("\n")) == (2, 1)
    assert "standard output is closed" in err


@pytest.mark.parametrize(("argv", "expected"), [(["list", "--json"], 0), (["list", "zzz"], 2), (["verify", "--jobs", "1"], 0)])
def test_a_closed_stderr_keeps_complaints_out_of_the_results(
    world: World, monkeypatch: pytest.MonkeyPatch, argv: list[str], expected: int
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    code, out, _ = world.run(*argv)
    assert code == expected
    assert ("dplemma:" in out, bool(out)) == (False, expected == 0)


@pytest.mark.parametrize(
    ("stream", "no_color", "coloured"),
    [(Terminal(), "", True), (Terminal(), "1", False), (io.StringIO(), "", False)],
    ids=["terminal", "NO_COLOR", "file"],
)
def test_colour_only_on_a_terminal(
    stream: io.StringIO, no_color: str, coloured: bool, monkeypatch: pytest.MonkeyPatch, world: World
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    page = Page.of(stream)
    line, *_ = table_row(page, world.records()[UPPER], seconds=True)
    assert ("\x1b[" in line) is coloured


@pytest.mark.parametrize(
    ("counterexample", "phrase"),
    [
        (None, ""),
        (Counterexample(kind="limit", lhs="1", rhs="0.5"), "left side 1 > right side 0.5"),
        (Counterexample(kind="relation", point={"x": "1"}, lhs="a", rhs="b"), "at x = 1: left side a, right side b"),
        (Counterexample(kind="undefined", point={"x": "-1"}), "at x = -1 (undefined)"),
        (Counterexample(kind="undefined", point={"x": "-1"}, note="log of -1"), "at x = -1: log of -1"),
        (Counterexample(kind="trace", trace=("a", "b")), "by a trace of 2 steps"),
        (Counterexample(kind="mechanism", mechanism={"P": [], "Q": []}), "by a finite mechanism: P, Q"),
        (Counterexample(kind="contrary"), "contrary"),
        (
            Counterexample(kind="relation", lhs="1.00000000000000000000000000001", rhs="1.00000000000000000000000000002"),
            "left side 1.00000000000000000000000000001, right side 1.00000000000000000000000000002",
        ),
        (
            Counterexample(kind="relation", lhs="1.2345678901234567890123456789e-400", rhs="0"),
            "left side 1.23456789012345...e-400 > right side 0",
        ),
    ],
)
def test_a_counterexample_in_one_line(counterexample: Counterexample | None, phrase: str) -> None:
    assert failure_phrase(counterexample) == phrase
