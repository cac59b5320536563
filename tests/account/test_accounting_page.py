"""docs/accounting.md says what the accountant says."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from flint import arb

from dplemma.account.accountant import composed_epsilon_of
from dplemma.account.mechanisms import Composition, SubsampledGaussian
from dplemma.cli import main
from dplemma.values.composition_file import KINDS
from dplemma.values.exact import exact_number

PAGE = (Path(__file__).parents[2] / "docs" / "accounting.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in PAGE.partition("| setting |")[2].splitlines()[2:] if line.startswith("|")]
COMMANDS = [block.partition("\n")[::2] for block in re.findall(r"```console\n\$ (.*?)```", PAGE, flags=re.DOTALL)]


@pytest.mark.parametrize(("command", "printed"), COMMANDS)
def test_a_shown_command_prints_this(command: str, printed: str) -> None:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        main(shlex.split(command)[1:])
    assert out.getvalue().startswith(printed)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_published_setting_has_this_eps(row: list[str]) -> None:
    _, sigma, q, steps, delta, _, shown = row
    mechanism = SubsampledGaussian(exact_number(sigma, "sigma"), exact_number(q, "q"))
    found = composed_epsilon_of(Composition(((mechanism, int(steps)),)), exact_number(delta, "delta"), 1e-5)
    low, high = (arb(text) for text in shown.split(" to "))
    assert found.lower <= high and low <= found.upper
    assert low < high < low * (1 + arb("2e-6"))


def test_there_are_about_twenty_settings() -> None:
    assert len(ROWS) >= 18


def test_every_kind_is_in_the_table() -> None:
    assert all(f"| `{kind}` |" in PAGE for kind in KINDS)


def test_the_python_of_the_page_prints_this(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, flags=re.DOTALL)[0]
    exec(compile(code, "accounting.md", "exec"), {})
    assert capsys.readouterr().out == printed
