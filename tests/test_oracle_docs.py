"""The pages on testing say what happens: laws from the table and the ledger, outputs printed again."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

import hypothesis
import pytest

from dplemma.testing.session import Session, started
from test_pytest_plugin import run

DOCS = Path(__file__).parent.parent / "docs"


def test_the_laws_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    from law_page import laws_page

    assert (DOCS / "laws.md").read_text(encoding="utf-8") == laws_page(), "run: make docs"
    assert "law_page" in sys.modules


def test_the_examples_of_testing_print_what_is_shown() -> None:
    pinned = re.search(r"^hypothesis==(\S+)$", (DOCS.parent / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    if pinned is None or pinned[1] != hypothesis.__version__:
        pytest.skip("another version of Hypothesis than the page was written with draws other points")
    page = (DOCS / "testing.md").read_text(encoding="utf-8")
    shown = re.findall(r"```python\n((?:(?!```).)*)```\n\n```text\n((?:(?!```).)*)```", page, flags=re.DOTALL)
    assert len(shown) == 2
    for source, expected in shown:
        printed = io.StringIO()
        with redirect_stdout(printed), started(Session()):
            exec(compile(source, "<example>", "exec"), {"__name__": "example"})
        assert printed.getvalue().split() == expected.split()


def test_the_page_shows_what_pytest_prints(tmp_path: Path) -> None:
    page = (DOCS / "testing.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(# test_mine\.py\n.*?)```.*?```text\n(.*?)```", page, flags=re.DOTALL)
    assert found is not None
    printed = run(tmp_path, suite=found[1]).stdout.splitlines()
    shown = [line for line in found[2].splitlines() if line.strip() != "..."]
    assert len(shown) > 10
    assert [line for line in shown if line not in printed] == []
