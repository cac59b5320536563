"""The derivations that are put on paper: there, complete, and silent on the machine that made them."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dplemma.lang import derivation_files
from dplemma.report.derivation_named import derivation_id
from dplemma.report.pages.derivation_lines import abbreviations, text_line

DOCS = Path(__file__).parent.parent.parent / "docs"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_typeset", DOCS / "typeset.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules["docs_typeset"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


typeset = _load()
STEMS = [derivation_id(name) for name in typeset.NAMES]


@pytest.mark.parametrize("stem", STEMS)
@pytest.mark.parametrize("end", ["", "-slides"])
def test_the_pdf_is_there_and_says_nothing_of_the_machine(stem: str, end: str) -> None:
    data = (typeset.FOLDER / f"{stem}{end}.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF") and len(data) > 50_000
    assert not re.search(rb"/(?:home|tmp|usr|root|work)/|D:20\d\d", data)


def test_the_page_leads_to_every_one_of_them() -> None:
    page = (DOCS / "derivations.md").read_text(encoding="utf-8")
    assert all(f"(typeset/{stem}{end}.pdf)" in page for stem in STEMS for end in ("", "-slides"))
    assert {file.name for file in typeset.FOLDER.iterdir()} == {f"{stem}{end}.pdf" for stem in STEMS for end in ("", "-slides")}


@pytest.mark.bulk
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_what_does_not_compile_is_said() -> None:
    with pytest.raises(SystemExit, match="pdflatex fails on wrong"):
        typeset.compiled(r"\documentclass{article}\begin{document}\nosuchcommand\end{document}", "wrong")


def test_what_is_abbreviated_is_said_once() -> None:
    pairs = {text_line(short): text_line(meaning) for short, meaning in abbreviations(derivation_files.load("fbeta-record"))}
    assert list(pairs) == ["P", "kappa", "p", "F(u)", "A(u)", "H(u)", "g"]
    assert (pairs["P"], pairs["kappa"]) == ("1/((1 - rho_c)*(2 - rho_p))", "-rho_c*(2 - rho_p) - rho_p + 1")
    assert pairs["F(u)"] == "(b + 1)*H(u)/(b + kappa*A(u) + H(u))"
    assert [text_line(short) for short, _ in abbreviations(derivation_files.load("auc"))] == ["gaussian.roc(x, psi)"]
    scores = [text_line(short) for short, _ in abbreviations(derivation_files.load("fbeta-odds"))]
    assert scores == ["p", "F(u)", "A(u)", "H(u)", "g"]
