"""A line of a derivation as text and as LaTeX, its region, and the relation before it.

Main definitions: `text_line`, `latex_line`, `region_line`, `link_of`, `rule_words`, `abbreviations`.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr

from dplemma.decide.derivations.check import CheckedChain, CheckedStep
from dplemma.lang.derivation import Derivation, lines
from dplemma.lang.named import Let
from dplemma.lang.region import Region
from dplemma.lang.rules import Algebra, Bound, Decided, Definition
from dplemma.lang.statements import Statement
from dplemma.lang.text import to_latex, to_text

LONG_PART = 60  # letters of a part that is named beside its rule


def text_line(line: Any) -> str:
    return line.text() if isinstance(line, Statement) else to_text(line)


def latex_line(line: Any) -> str:
    return line.latex() if isinstance(line, Statement) else to_latex(line)


def region_line(region: Region) -> str:
    """LaTeX of a region; nothing where it has no variables."""
    return region.latex() if region.names else ""


def abbreviations(derivation: Derivation) -> list[tuple[Let, Expr]]:
    """What is printed by a name in the lines of a derivation, and what it stands for."""
    found = {let for chain in (*derivation.lemmas, derivation) for line in lines(chain) for let in _lets(line)}
    return sorted(((let, let.definition()) for let in found), key=lambda pair: pair[0].name)


def _lets(line: Any) -> set[Any]:
    return line.atoms(Let) if isinstance(line, Expr) else set()


def link_of(step: CheckedStep) -> str:
    """The relation to the line before; nothing before a statement that the engines decide as it stands."""
    return "" if isinstance(step.step.rule, Decided) else step.step.rel


def rule_words(chain: CheckedChain, step: CheckedStep, *, latex: bool = False) -> str:
    """The rule; where it has no words of its own, with the part of the line before that it rewrites, unless that is all of it."""
    rule, part = step.step.rule, step.step.of
    said = rule.shown() if latex else rule.says()
    before = chain.start if step.number == 1 else chain.steps[step.number - 2].step.expr
    if part is None or part == before or not isinstance(rule, (Algebra, Bound, Definition)) or len(text_line(part)) > LONG_PART:
        return said
    return f"{said} in ${latex_line(part)}$" if latex else f"{said} in {text_line(part)}"
