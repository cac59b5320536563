"""Rules that lead to a larger or smaller line, as steps of the kernel.

Main definitions: `greatest`, `rising`, `integrand`.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr

from dplemma.decide.derivations.prove import prove
from dplemma.decide.derivations.walk import Misapplied, Open, Walk, chosen, in_terms
from dplemma.kernel.calculus import derivative
from dplemma.kernel.normal import equal
from dplemma.kernel.statement import Interval, Region, Rel, names_of
from dplemma.kernel.term import ZERO, Term, opened, put, shown, sub, var
from dplemma.lang import rules as lang
from dplemma.lang.derivation import Step
from dplemma.proofs.terms import write_term

Json = Any


def greatest(walk: Walk, rule: lang.Greatest, before: Any, step: Step) -> None:
    """x >= Max(a, b) because a lemma says x >= a and another x >= b."""
    after = in_terms(step.expr)
    maximum, bound = (walk.line, after) if step.rel == "<=" else (after, walk.line)
    if not isinstance(maximum, tuple) or maximum[0] != "Max" or len(maximum) != 1 + len(rule.names):
        raise Misapplied("the smaller side is no maximum with a part for each lemma")
    parts = [_the_one_that_says(walk, part, bound, rule.names) for part in maximum[1:]]
    goal = {"rule": "greatest", "other": write_term(bound), "greatest": write_term(maximum), "parts": parts}
    walk.go(step.rel, after, {"rule": "proof", "proof": {"rule": "relation", "proof": goal}})


def _the_one_that_says(walk: Walk, part: Term, bound: Term, names: tuple[str, ...]) -> Json:
    """The lemma whose gap is that between the bound and one part."""
    for name in names:
        tree: Json = {"rule": "lemma", "lemma": name}
        found = walk.finder.instance(tree, walk.region, "greatest")
        if isinstance(found, Rel) and equal(found.gap, sub(bound, part), walk.region):
            return tree
    raise Misapplied(f"no lemma says that {shown(part)} is at most {shown(bound)}")


def rising(walk: Walk, rule: lang.Upwards, before: Any, step: Step) -> None:
    """From the lower variables to the higher ones, one after the other, along which the gap does not fall."""
    after = in_terms(step.expr)
    gap = Rel(walk.line, step.rel, after).gap
    pairs = [(low.name, high.name) for low, high in rule.pairs]
    ordered = tuple(Rel(var(high), ">=", var(low)) for low, high in pairs)
    highs = {high for _, high in pairs}
    others = tuple(rel for rel in walk.region.given if not names_of(rel) & highs)
    region = Region(walk.region.intervals, (*others, *ordered))
    moves = [{"from": low, "to": high, "slope": _not_falling(gap, high, region)} for low, high in pairs]
    walk.go(step.rel, after, {"rule": "proof", "proof": {"rule": "relation", "proof": {"rule": "path", "moves": moves}}})


def _not_falling(gap: Term, name: str, region: Region) -> Json:
    """A proof that the slope of the gap is not negative."""
    slope = derivative(gap, name)
    found = prove(Rel(slope, ">=", ZERO), region)
    if found is None or found.get("rule") != "relation":
        raise Open(f"{shown(slope)} >= 0 is not shown")
    return found.get("proof", {"rule": "sign"})


def integrand(walk: Walk, rule: lang.Integrand, before: Expr, step: Step) -> None:
    """An integral >= 0 whose integrand is the gap of a lemma."""
    after = in_terms(step.expr)
    if step.rel != ">=" or after != ZERO or not isinstance(rule.rule, lang.ByLemma):
        raise Misapplied("the rule shows that an integral is >= 0, by a lemma")
    node = in_terms(chosen(before, rule.of))
    place, body = opened(node, walk.region.names)
    values = {name: put(in_terms(value), {rule.of.name: var(place)}) for name, value in rule.rule.at.items()}
    lemma = {"rule": "lemma", "lemma": rule.rule.name, "values": {name: write_term(value) for name, value in values.items()}}
    bounds = [Rel(var(place), sign, end) for sign, end in ((">", node[3]), ("<", node[4])) if end not in ("oo", "-oo")]
    wide = walk.region.extended(**{place: Interval()}).extended(*bounds)
    found = walk.finder.instance(lemma, wide, "integrand")
    if not isinstance(found, Rel) or not equal(found.gap, body, wide):
        raise Misapplied(f"the lemma says nothing of the sign of {shown(body)}")
    walk.go(">=", after, {"rule": "proof", "proof": {"rule": "relation", "proof": {"rule": "integrand", "inner": lemma}}})
