"""What a notebook shows: pages typeset as Markdown, claims and verdicts in one line, nothing that changes between runs."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import dplemma
from dplemma.base.errors import DplemmaError, UnknownName
from dplemma.base.page import Page, markdown_plain
from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import Counterexample, Verdict
from dplemma.report.pages import show as pages
from dplemma.report.pages.markdown import MarkdownPage

REFUTED = "sensitivity_index/lemma-1"


def test_a_claim_prints_as_the_command_does() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "dplemma", "show", REFUTED], capture_output=True, text=True, check=True, env={**os.environ}
    )
    assert repr(dplemma.show(REFUTED)) == printed.stdout.rstrip()


def test_a_claim_is_typeset_with_all_its_sections() -> None:
    text, record = dplemma.show(REFUTED)._repr_markdown_(), ledger.read()[REFUTED]
    for title in ("The paper says", "Statement", "Verdict", "Counterexample", "Why it fails", "Amendment: " + REFUTED):
        assert f"\n**{title}" in text
    assert text.count("$$\n") == 4  # the statement and its amendment
    assert record.counterexample and record.counterexample.lhs and record.counterexample.lhs in text
    assert "**refuted, assuming hockey-stick, gaussian-one-dimension (by refuter)**  \n" in text
    assert record.statement.split(r" \qquad ")[1] in text


@pytest.mark.parametrize("name", ["gaussian.delta", "gaussian.advantage"])
def test_a_quantity_by_any_of_its_names(name: str) -> None:
    shown = dplemma.show(name)
    assert repr(shown).startswith("gaussian.")
    assert "**Domain**" in shown._repr_markdown_()


def test_unknown_names_are_told_the_nearest_one() -> None:
    for ask in (dplemma.show, dplemma.claim):
        with pytest.raises(UnknownName, match=f"Did you mean {REFUTED}"):
            ask("sensitivity_index/lema-1")
    with pytest.raises(DplemmaError):
        dplemma.show("")


def test_a_claim_by_its_id_and_its_amendment() -> None:
    claim = dplemma.claim(REFUTED)
    assert claim.amend is dplemma.claim(f"{REFUTED}/amended")
    assert repr(claim) == f"<Claim {REFUTED}: {claim.text()}>"


@pytest.mark.parametrize("mark", list("\\*_|<$"))
def test_marks_of_markdown_are_shown_as_they_are(mark: str) -> None:
    page = MarkdownPage()
    page.wrapped(f"a {mark} b")
    assert page.text() == f"a \\{mark} b  \n"
    assert markdown_plain("a b") == "a b"


def test_a_formula_is_broken_only_where_no_bracket_is_cut() -> None:
    def shown(text: str) -> list[str]:
        page = MarkdownPage()
        page.verbatim(text)
        return [line for line in page.lines if line]

    assert shown("a") == ["$$", "a", "$$"]
    assert shown(r"a \qquad x \in I") == ["$$", r"\begin{gathered}", r"a \\", r"x \in I", r"\end{gathered}", "$$"]
    for text in (r"\frac{a \qquad b}{c}", r"\left(a \;\wedge\; b\right)", r"\begin{cases} a \qquad b \end{cases}"):
        assert shown(text) == ["$$", text, "$$"]


def test_every_claim_of_the_ledger_can_be_typeset() -> None:
    from dplemma.papers import papers

    records = ledger.read()
    for record in records.values():
        page, terminal = MarkdownPage(), Page()
        pages.claim_page(page, record, records, papers(), latex=True)
        pages.claim_page(terminal, record, records, papers(), latex=True)
        assert page.text().count("$$\n") % 2 == 0
        assert page.text().count("\n**") >= sum(line != "" and not line.startswith(" ") for line in terminal.lines) - 1


def test_a_verdict_is_one_line_without_time() -> None:
    certified = Verdict(verdict="certified", engine="balls", seconds=1.5, versions={"python": "3"})
    assert repr(certified) == "<certified by balls>"
    assert certified._repr_latex_() == r"$\textbf{certified}$ by balls"
    contrary = Counterexample(kind="relation", point={"mu": "1"}, lhs="0.8", rhs="0.75")
    refuted = Verdict(verdict="refuted", engine="refuter", counterexample=contrary, seconds=2.5)
    assert repr(refuted) == "<refuted (by refuter) at mu = 1: left side 0.8 > right side 0.75>"
    assert refuted._repr_latex_() == r"$\textbf{refuted}$ (by refuter), at mu = 1: left side 0.8 > right side 0.75"
    assert Verdict(verdict="not_formalised", engine="")._repr_latex_() == r"$\textbf{not formalised}$"
