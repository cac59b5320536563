"""Small changes of one line of a derivation: its expression, or what its rule carries.

Main definitions: `Mutant`, `mutants(derivation)`, `without_a_line(derivation)`. A line that is changed is no longer what the
lines around it make it, so the derivation must fail, and at that line. A bound is changed so that it says more, since one that
says less may still be true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sympy import Add, Expr, Mul, Rational, nan, zoo

from dplemma.lang import ByCases, ByLemma, Derivation, Greatest, Inside, Lemma, Rel, SameDerivative, Step, Upwards
from dplemma.lang.named import unfolded
from dplemma.lang.rules import ExchangeDerivative, Rule
from dplemma.lang.statements import Iff, Implies, Statement

TWO_PERCENT = Rational(51, 50)
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
Fields = dict[str, Any]


@dataclass(frozen=True)
class Mutant:
    """A derivation with one line changed; `lines` are the places (lemma or "", number) where it may be noticed first.

    It is built when it is asked for: building checks every line, and hundreds of mutants are named in each run.
    """

    id: str
    original: Derivation
    lemma: int | None  # the lemma in which the line stands; None: the derivation itself
    fields: Fields
    lines: tuple[tuple[str, int], ...]

    @cached_property
    def derivation(self) -> Derivation:
        if self.lemma is None:
            return replace(self.original, **self.fields)
        lemmas = list(self.original.lemmas)
        lemmas[self.lemma] = replace(lemmas[self.lemma], **self.fields)
        return replace(self.original, lemmas=tuple(lemmas))


def mutants(derivation: Derivation) -> Iterator[Mutant]:
    for index, lemma in enumerate(derivation.lemmas):
        for what, fields, number in _chain(lemma):
            places = ((lemma.name, max(number, 1)),)
            yield Mutant(f"{derivation.id}/{lemma.name}/{number}/{what}", derivation, index, fields, places)
    for what, fields, number in _chain(derivation):
        places = (("", number),) if number else (("", 0), ("", 1))
        yield Mutant(f"{derivation.id}//{number}/{what}", derivation, None, fields, places)


def without_a_line(derivation: Derivation) -> Iterator[tuple[tuple[str, int], Derivation]]:
    """The derivation without one line, for each but the first and the last of a chain, and the place that the next one gets."""
    for index, lemma in enumerate(derivation.lemmas):
        for place, steps in _without_a_step(lemma.steps):
            lemmas = (*derivation.lemmas[:index], replace(lemma, steps=steps), *derivation.lemmas[index + 1 :])
            yield (lemma.name, place), replace(derivation, lemmas=lemmas)
    for place, steps in _without_a_step(derivation.steps):
        yield ("", place), replace(derivation, steps=steps)


def _without_a_step(steps: tuple[Step, ...]) -> Iterator[tuple[int, tuple[Step, ...]]]:
    yield from ((index + 1, (*steps[:index], *steps[index + 1 :])) for index in range(len(steps) - 1))


def _chain(chain: Any) -> Iterator[tuple[str, Fields, int]]:
    """Every change of a chain, as the fields that become other ones, with the number of the changed line."""
    if isinstance(chain, Lemma) and chain.holds is not None:
        for what, statement in _statements(chain.holds):
            yield what, {"holds": statement}, 1
        return
    if chain.start is None:
        return
    for what, line in _lines(chain.start, TURNED.get(_direction(chain), "=")):
        yield what, {"start": line}, 0
    for index, step in enumerate(chain.steps):
        for what, changed in _steps(step):
            yield what, {"steps": (*chain.steps[:index], changed, *chain.steps[index + 1 :])}, index + 1


def _direction(chain: Any) -> str:
    """The first inequality of a chain, or `=`."""
    return next((step.rel for step in chain.steps if step.rel in TURNED), "=")


def _steps(step: Step) -> Iterator[tuple[str, Step]]:
    for what, line in _lines(step.expr, step.rel):
        yield what, replace(step, expr=line)
    for what, rule in _rules(step.rule):
        yield what, replace(step, rule=rule)


def _lines(line: Expr | Statement, rel: str) -> Iterator[tuple[str, Expr | Statement]]:
    yield from _statements(line) if isinstance(line, Statement) else _expressions(line, rel)


def _moved(expr: Expr, rel: str, against_zero: bool = False) -> Expr:
    """Two per cent off; on the right of <= less and on the right of >= more, so that more is said. Zero is moved by as much."""
    down = rel in ("<", "<=")
    if against_zero:
        return expr - TWO_PERCENT if down else expr + TWO_PERCENT
    return expr / TWO_PERCENT if down else expr * TWO_PERCENT


def _expressions(expr: Expr, rel: str) -> Iterator[tuple[str, Expr]]:
    if expr == 0:  # no factor and no sign changes it
        yield "not zero", _moved(expr, rel, against_zero=True)
        return
    yield "scale", _moved(expr, rel)
    yield ("one more", expr + 1) if rel in (">", ">=") else ("sign", -expr)  # what is below a bound is so with a minus, too
    for kind, what in ((Add, "term"), (Mul, "factor")):
        nodes = [node for node in expr.atoms(kind) if any(not arg.is_Number for arg in node.args)]
        for node in sorted(nodes, key=str)[:1]:
            part = next(arg for arg in node.args if not arg.is_Number)
            smaller = kind(*(arg for arg in node.args if arg != part))
            changed = expr.xreplace({node: smaller})
            if changed != expr and not unfolded(changed).has(zoo, nan):  # a line that can be written at all
                yield f"drop {what}", changed


def _statements(statement: Statement) -> Iterator[tuple[str, Statement]]:
    if isinstance(statement, Rel):
        sign = 0 in (statement.lhs, statement.rhs)  # which no factor changes
        yield "scale", Rel(_moved(statement.lhs, TURNED.get(statement.rel, "="), sign), statement.rel, statement.rhs)
    elif isinstance(statement, Iff):
        yield from ((what, Iff(statement.left, part)) for what, part in _statements(statement.right))
    elif isinstance(statement, Implies):
        yield from ((what, Implies(statement.premise, part)) for what, part in _statements(statement.conclusion))


def _rules(rule: Rule) -> Iterator[tuple[str, Rule]]:
    """Rules with wrong parameters."""
    if isinstance(rule, ExchangeDerivative):
        yield "majorant too small", replace(rule, majorant=rule.majorant / 50)
    elif isinstance(rule, SameDerivative):
        yield "another point", replace(rule, at=rule.at + 1)
    elif isinstance(rule, ByLemma):
        for name, value in rule.at.items():
            other = ByLemma(rule.name, **{**rule.at, name: value + 1})
            yield f"another {name}", other if rule.factor is None else other.times(rule.factor)
        if rule.factor is not None:
            yield "another factor", rule.times(rule.factor * TWO_PERCENT)
    elif isinstance(rule, (ByCases, Greatest)):
        yield "one lemma for all", type(rule)(*(rule.names[:1] * len(rule.names)))
    elif isinstance(rule, Upwards):
        yield "the wrong way", Upwards(*((high, low) for low, high in rule.pairs))
    elif isinstance(rule, Inside):
        yield from ((what, replace(rule, rule=changed)) for what, changed in _rules(rule.rule))
    else:
        for name, value in rule.expressions().items():
            if value * TWO_PERCENT != value:  # 0 and infinity stay what they are
                yield f"scaled {name}", replace(rule, **{name: value * TWO_PERCENT})
