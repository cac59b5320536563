"""A line of a derivation as text and as LaTeX, its region, and the relation before it.

Main definitions: `text_line`, `latex_line`, `region_line`, `link_of`, `rule_words`, `abbreviations`, `notation`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from sympy import Expr, Function, preorder_traversal

from dplemma.decide.derivations.check import CheckedChain, CheckedStep
from dplemma.lang.derivation import Derivation, Lemma, lines
from dplemma.lang.functions import variables
from dplemma.lang.named import Applied, Let, Named
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.lang.rules import Algebra, Bound, Decided, Definition
from dplemma.lang.statements import Statement
from dplemma.lang.text import to_latex, to_text
from dplemma.ledger.phrases import failure_phrase
from dplemma.ledger.verdict import Verdict

LONG_PART = 60  # letters of a part that is named beside its rule
LONG_MEANING = 160  # letters of a definition that is too long to be said
FUNCTIONS = {
    "Phi": "Phi is the standard normal distribution function",
    "phi": "phi is the standard normal density",
    "PhiInv": "PhiInv is the inverse of Phi",
    "Q": "Q = 1 - Phi",
    "QInv": "QInv is the inverse of Q",
    "Mills": "Mills = Q/phi is the upper tail over the density of the standard normal law",
    "Chi2SF": "Chi2SF(x, d) is the chance that a chi-square variable with d degrees of freedom exceeds x",
    "NCChi2SF": "NCChi2SF(x, d, lambda) is the same with the non-centrality lambda",
    "Chi2SFInv": "Chi2SFInv is the inverse of Chi2SF in x",
}
_ROOTS = re.compile(r"sqrt\((\d+)\)\*sqrt\((\w+)\)")


def text_line(line: Any) -> str:
    """As it is typed; two roots of numbers as one."""
    return _ROOTS.sub(r"sqrt(\1*\2)", line.text() if isinstance(line, Statement) else to_text(line))


def latex_line(line: Any) -> str:
    return line.latex() if isinstance(line, Statement) else to_latex(line)


def region_line(region: Region) -> str:
    """LaTeX of a region; nothing where it has no variables."""
    return region.latex() if region.names else ""


def abbreviations(derivation: Derivation) -> list[tuple[Named, Expr]]:
    """What is printed by a name in the lines of a derivation, and what it stands for, in the order in which it is met.

    A name that is printed as a function is said once, for variables where it has some; so is a quantity, unless it is a root.
    """
    found: dict[str, Named] = {}
    for node in _met(derivation, Named):
        known = found.get(_called(node))
        if known is None or (not _plain(known) and _plain(node)):
            found[_called(node)] = node
    said = [node.quantity(*map(variables, node.quantity.params)) if _is_example(node) else node for node in found.values()]
    pairs = [(node, node.definition()) for node in said if not node.definition().has(Root)]
    return [(node, meaning) for node, meaning in pairs if isinstance(node, Let) or len(text_line(meaning)) < LONG_MEANING]


def _is_example(node: Named) -> bool:
    """Whether it is a quantity that is met at expressions only."""
    return isinstance(node, Applied) and not _plain(node)


def contrary_words(verdict: Verdict, prose: Callable[[str], str], typed: Callable[[str], str] = str) -> str:
    """What contradicts a line; where a relation stands in it as it is typed, no formula is looked for."""
    said = failure_phrase(verdict.counterexample) or verdict.remark
    return typed(said) if "*" in said else prose(said)


def notation(derivation: Derivation) -> list[tuple[Named | None, str]]:
    """In words, what the functions of the lines are; and the quantities that are roots, each with what it is."""
    used = {type(node).__name__ for node in _met(derivation, Function, within=True)}
    roots = {node.quantity.name: node for node in _met(derivation, Applied) if node.definition().has(Root)}
    words = [(node, node.quantity.summary.rstrip(".")) for node in roots.values()]
    return [*words, *((None, said) for name, said in FUNCTIONS.items() if name in used)]


def abbreviation_lines(derivation: Derivation) -> list[tuple[str, str]]:
    """Each abbreviation and what it stands for, in LaTeX."""
    return [(latex_line(short), latex_line(meaning)) for short, meaning in abbreviations(derivation)]


def notation_words(derivation: Derivation, prose: Callable[[str], str], formula: Callable[[Any], str]) -> list[str]:
    """The notation in words, written by a script; a quantity that is a root has its sign before them."""
    return [
        prose(words) if node is None else f"{formula(node)} is the {prose(words[0].lower() + words[1:])}"
        for node, words in notation(derivation)
    ]


def _called(node: Named) -> str:
    return node.name if isinstance(node, Let) else node.quantity.name if isinstance(node, Applied) else str(node)


def _plain(node: Named) -> bool:
    """Whether it is a function of variables only."""
    return all(argument.is_Symbol for argument in (node.args[3:] if isinstance(node, Let) else node.args))


def _met(derivation: Derivation, kind: type[Any], *, within: bool = False) -> Iterator[Any]:
    """The nodes of a kind in the lines, and those inside abbreviations; `within` also in the definitions of quantities."""
    for chain in (*derivation.lemmas, derivation):
        for line in (*lines(chain), *([chain.holds] if isinstance(chain, Lemma) and chain.holds is not None else [])):
            for expr in _expressions(line):
                nodes = list(preorder_traversal(expr))
                if within:
                    nodes += [node for named in expr.atoms(Applied) for node in preorder_traversal(named.definition())]
                yield from (node for node in nodes if isinstance(node, kind))


def _expressions(line: Expr | Statement) -> list[Expr]:
    return [expr for leaf in line.walk() for expr in leaf.shown.expressions()] if isinstance(line, Statement) else [line]


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
