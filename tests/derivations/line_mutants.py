"""Small changes of one line of a derivation: its expression, what its rule carries, or the line left out.

Main definitions: `Mutant`, `mutants(derivation)`, `check_link(known, mutant)`. A line that is changed is no longer what the lines
around it make it, and where one is left out the next does not follow, so the derivation must fail, and at that line. A bound is
changed so that it says more, since one that says less may still be true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from sympy import Add, Expr, Mul, Rational, nan, zoo

from dplemma.decide.derivations.chains import Chains
from dplemma.decide.derivations.check import CheckedDerivation, CheckedStep
from dplemma.decide.derivations.conclude import MAIN
from dplemma.lang import ByCases, ByLemma, Derivation, Greatest, Inside, Lemma, Rel, SameDerivative, Step, Upwards
from dplemma.lang.judgements import Limit, Monotone
from dplemma.lang.named import unfolded
from dplemma.lang.rules import ExchangeDerivative, Rule
from dplemma.lang.statements import Iff, Implies, Member, Statement
from dplemma.lang.unfolding import unfold

TWO_PERCENT = Rational(51, 50)
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
Fields = dict[str, Any]
LEFT_OUT = "left out"
OTHER_WAY = {"increasing": "decreasing", "decreasing": "increasing"}


@dataclass(frozen=True)
class Mutant:
    """A derivation with one line changed; `line` is the place (lemma or "", number) where it must be noticed.

    It is built when it is asked for: building checks every line, and hundreds of mutants are named in each run.
    """

    id: str
    original: Derivation
    lemma: int | None  # the lemma in which the line stands; None: the derivation itself
    fields: Fields
    line: tuple[str, int]

    @cached_property
    def derivation(self) -> Derivation:
        return replace(self.original, **self._changed())

    def _changed(self) -> Fields:
        if self.lemma is None:
            return self.fields
        lemmas = list(self.original.lemmas)
        lemmas[self.lemma] = replace(lemmas[self.lemma], **self.fields)
        return {"lemmas": tuple(lemmas)}

    def link(self) -> Lemma:
        """The changed line as a chain of its own: what stands before it, the line, and the next one unless it is the last."""
        chain = self.original if self.lemma is None else self.original.lemmas[self.lemma]
        if isinstance(chain, Lemma) and chain.holds is not None:
            return replace(chain, **self.fields)
        start, steps = self.fields.get("start", chain.start), self.fields.get("steps", chain.steps)
        place = self.line[1] - 1
        before = start if place == 0 else steps[place - 1].expr
        return Lemma(name=self.line[0] or MAIN, says="one link", start=before, steps=steps[place : place + 2])


def check_link(known: CheckedDerivation, mutant: Mutant) -> CheckedStep:
    """The changed line alone: what stands before it was shown with the derivation itself, what comes after rests on it."""
    link, own = mutant.link(), Chains(all_lines=False)
    own.finder.theorems.update(takewhile(lambda shown: shown[0] != link.name, known.theorems.items()))
    region = mutant.original.on if mutant.lemma is None else mutant.original.region_of(mutant.original.lemmas[mutant.lemma])
    if link.holds is not None:
        return own.lemma(link, unfold(region)).steps[0]
    return next(own.steps(link, link.name, unfold(region)))


def mutants(derivation: Derivation) -> Iterator[Mutant]:
    for index, lemma in enumerate(derivation.lemmas):
        for what, fields, number in _chain(lemma):
            line = lemma.name, max(number, 1)
            yield Mutant(f"{derivation.id}/{lemma.name}/{number}/{what}", derivation, index, fields, line)
    for what, fields, number in _chain(derivation):
        yield Mutant(f"{derivation.id}//{number}/{what}", derivation, None, fields, ("", max(number, 1)))


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
        if step is not chain.steps[-1]:
            yield LEFT_OUT, {"steps": (*chain.steps[:index], *chain.steps[index + 1 :])}, index + 1


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
    elif isinstance(statement, Limit):
        yield "another limit", Limit(statement.expr, statement.variable, statement.to, statement.value + 1, statement.side)
    elif isinstance(statement, Monotone):
        yield "the other way", Monotone(statement.expr, statement.variable, OTHER_WAY[statement.direction])
    elif isinstance(statement, Member):
        yield "outside", Member((statement.values[0] + 2, *statement.values[1:]), statement.space)


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
