"""Formulas in lines: nothing is lost, no bracket is cut, and an "and" below an implication stays where it is."""

from __future__ import annotations

import re

import pytest

from dplemma.atlas.formula_lines import lines_of_formula
from dplemma.ledger.store import read

REGION = r"a \in (0, 1],\; b \in [0, \infty)"


@pytest.mark.parametrize(
    ("latex", "lines"),
    [
        (r"a \leq b", [r"a \leq b"]),
        (rf"a \leq b \qquad {REGION}", [r"a \leq b", r"{a \in (0, 1]},\;\allowbreak {b \in [0, \infty)}"]),
        (r"a < b \;\wedge\; (c < d \;\wedge\; e < f)", ["a < b", r"\wedge\; (c < d \;\wedge\; e < f)"]),
        (r"a < b \;\wedge\; c < d \;\Rightarrow\; e < f", [r"a < b \;\wedge\; c < d \;\Rightarrow\; e < f"]),
        (r"\text{defined: } a,\quad \text{small: } b", [r"\text{defined: } a", r"\text{small: } b"]),
        (r"c = 1 \qquad \text{where } c = (x,\; y)", ["c = 1", r"\text{where } c = (x,\; y)"]),
        (r"\begin{cases} a \qquad b \end{cases}", [r"\begin{cases} a \qquad b \end{cases}"]),
    ],
)  # fmt: skip
def test_lines(latex: str, lines: list[str]) -> None:
    assert lines_of_formula(latex) == lines


def test_lines_of_every_statement_have_all_of_it_and_whole_brackets() -> None:
    def bare(text: str) -> str:
        return re.sub(r"[\s{}]|\\allowbreak|\\[,;]|\\q?quad|,", "", text)

    several = 0
    for record in read().values():
        lines = lines_of_formula(record.statement) if record.statement else []
        several += len(lines) > 1
        assert bare("".join(lines)) == bare(record.statement), record.id
        for line in lines:
            assert line.count("{") == line.count("}") and line.count(r"\left") == line.count(r"\right"), record.id
    assert several > 500
