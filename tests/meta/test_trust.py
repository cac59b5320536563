"""The figures of docs/trust.md are those that `make trust` prints, and they keep what the page promises."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dplemma.mutants.make import KINDS
from dplemma.mutants.result import SURVIVING, ResultFile

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))

import trust_figures  # noqa: E402  (a page's generator, beside the page)

LEAST_MUTANTS = 2_000


def test_the_page_has_the_figures() -> None:
    page = trust_figures.PAGE.read_text(encoding="utf-8")
    assert trust_figures.with_figures(page) == page, "run make docs, or python docs/trust_figures.py --write"
    assert all(f"<!-- begin {name} -->" in page for name in trust_figures.FIGURES)


def test_make_trust_prints_them(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["trust_figures.py"])
    assert trust_figures.main() == 0
    printed = capsys.readouterr().out
    assert all(figures() in printed for figures in trust_figures.FIGURES.values())
    assert "docs/trust_figures.py" in (DOCS.parent / "Makefile").read_text(encoding="utf-8")


def test_the_trusted_base_is_the_kernel_and_what_it_imports() -> None:
    rooms = {name.split(".")[1] for name in trust_figures.trusted_modules()}
    assert rooms == {"kernel", "arb", "base"}
    kernel = {f"dplemma.kernel.{path.stem}" for path in (DOCS.parent / "src" / "dplemma" / "kernel").glob("*.py")}
    assert kernel <= set(trust_figures.trusted_modules())


def test_lines_of_code_are_neither_blank_nor_comment_nor_docstring() -> None:
    head = '"""Doc.\n\nMore.\n"""\n\nimport os  # why\n\n# a comment\n\n\n'
    text = head + 'def f():\n    """Doc."""\n    return (\n        os\n    )\n'
    assert trust_figures.code_lines(text) == 5


# -- the recorded run of mutants --------------------------------------------------------------------------------------------


def test_the_record_is_whole_and_long_and_no_false_mutant_was_accepted() -> None:
    file = ResultFile(trust_figures.MUTANTS)
    assert [result.id for result in file.read().values() if result.outcome == "accepted"] == []
    assert file.damaged == []
    results = trust_figures.mutant_results()
    assert len(results) >= LEAST_MUTANTS
    assert {result.kind for result in results} == set(KINDS)


def test_every_survivor_has_a_reason() -> None:
    reasons = trust_figures.survivor_reasons()
    open_ = [result for result in trust_figures.mutant_results() if result.outcome in SURVIVING]
    assert [result.id for result in open_ if trust_figures.reason_of(result, reasons) == "not judged"] == []
    assert all(len(reason.split()) > 2 for group in reasons.values() for reason in group.values())
