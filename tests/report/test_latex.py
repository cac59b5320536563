"""What is printed as LaTeX compiles: checked by KaTeX where node and its package registry are at hand."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from sympy import Derivative, sqrt

from dplemma.base.errors import DplemmaError
from dplemma.base.page import latex_words
from dplemma.formulas import quantities
from dplemma.lang import let
from dplemma.lang.facts import Real
from dplemma.lang.functions import variables
from dplemma.lang.text import to_latex
from dplemma.ledger.store import read
from dplemma.papers import papers
from dplemma.report.pages.latex import claim_document, claim_latex, display, formula_lines

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".katex"  # ignored by git
CHECK = Path(__file__).parent / "katex_check.mjs"
LEMMA = "sensitivity_index/lemma-1"


@pytest.fixture(scope="module")
def katex() -> Path:
    """The module of KaTeX, fetched once; the tests are skipped where there is no node or nothing to fetch it from."""
    module = FOLDER / "node_modules" / "katex" / "dist" / "katex.mjs"
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not module.exists():
        if shutil.which("npm") is None:
            pytest.skip("KaTeX is not there and npm, which would fetch it, is not installed: make katex")
        fetch = ["npm", "install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", "--silent", "katex@0.16"]
        if subprocess.run(fetch, capture_output=True).returncode != 0:
            pytest.skip("npm could not fetch KaTeX: make katex says why")
    return module


def refused(katex: Path, formulas: dict[str, str]) -> list[list[str]]:
    """The formulas that KaTeX does not take, with its complaints."""
    lines = "".join(json.dumps(item) + "\n" for item in formulas.items())
    done = subprocess.run(["node", CHECK, katex], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_katex_refuses_what_is_wrong(katex: Path) -> None:
    bad = {"twice": "Q^{-1}^{2}", "index": r"\text{R_mu}", "open": r"\frac{1}{2", "word": r"\nosuch{x}"}
    assert [name for name, _ in refused(katex, {**bad, "good": r"\Phi{\left(x \right)}"})] == list(bad)


def test_every_statement_of_the_ledger_compiles(katex: Path) -> None:
    formulas = {key: "\n".join(formula_lines(line.statement)) for key, line in read().items() if line.statement}
    formulas |= {f"{key} --expand": line.expanded["statement"] for key, line in read().items() if line.expanded}
    assert len(formulas) > 300
    assert refused(katex, formulas) == []


def test_powers_of_every_function_and_quantity_compile(katex: Path) -> None:
    eps, delta, x = variables("eps delta x")
    shapes = {"let": let("a", x + 1, latex="a^{*}"), "slope": Derivative(quantities()["gaussian.mu"](eps, delta), eps)}
    shapes |= {quantity.name: quantity(*(variables(name) for name in quantity.params)) for quantity in quantities().values()}
    functions = [kind for kind in Real.__subclasses__() if hasattr(kind, "facts")]
    shapes |= {kind.__name__: kind(*(variables(f"x_{n}") for n, _ in enumerate(kind.facts.domain))) for kind in functions}
    assert {"PhiInv", "QInv"} <= shapes.keys()
    formulas = {name: quantity.formula_latex() for name, quantity in quantities().items()}
    formulas |= {f"{name}, {n}": to_latex(f) for name, e in shapes.items() for n, f in enumerate((e, e**2, 1 / e, sqrt(e)))}
    assert refused(katex, formulas) == []


def test_words_are_set_literally() -> None:
    assert latex_words(r"R_mu(x) = x^2 & 5% of {a}") == r"R\_mu(x) = x\textasciicircum{}2 \& 5\% of \{a\}"


def test_the_ledger_has_no_raw_superscript_among_words() -> None:
    told = [line.statement for line in read().values() if r"\text{(model: " in line.statement]
    assert told
    for statement in told:
        assert not set(statement.split(r"\text{(model: ")[1].split(")} ")[0].replace(r"\_", "")) & {"_", "^"}


def test_a_display_is_a_formula_between_its_brackets() -> None:
    assert display("a = b") == "\\[\na = b\n\\]"
    assert formula_lines(r"a \qquad b") == [r"\begin{gathered}", r"a \\", "b", r"\end{gathered}"]


def test_a_document_has_everything_but_dangling_marks() -> None:
    records = read()
    document = claim_document(records[LEMMA], records, papers())
    assert document.startswith(r"\documentclass") and document.endswith(r"\end{document}")
    assert document.count(r"\[") == document.count(r"\]") == 2
    assert r"\section*{sensitivity\_index/lemma-1}" in document
    assert latex_words(records[f"{LEMMA}/amended"].reading) in document


def test_what_is_not_formalised_has_no_statement() -> None:
    with pytest.raises(DplemmaError, match=r"not formalised \(because\)"):
        claim_latex(replace(read()[LEMMA], statement="", not_formalised="because"))
