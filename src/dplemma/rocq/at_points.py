"""Propositions at a point: whether they hold, and the script that shows it from facts about numbers.

Main definitions: `value(prop, facts)`; `shown(prop, facts)` and `refuted(prop, facts)`, tactics for a goal, against a hypothesis.
"""

from __future__ import annotations

from fractions import Fraction

from dplemma.kernel.statement import Rel
from dplemma.rocq.facts import NumberFacts
from dplemma.rocq.integrals import closed_form
from dplemma.rocq.logic import (
    And,
    Arrow,
    Atom,
    Differentiable,
    Equivalent,
    Every,
    Integrable,
    IsWhole,
    Needed,
    Negation,
    Or,
    Prop,
    Some,
)
from dplemma.rocq.terms import NotExported, conditions


def value(prop: Prop, facts: NumberFacts) -> bool | None:
    """Whether the proposition holds at the point, for `Every` at the values the point has for its names; None if that is open."""
    match prop:
        case Atom(rel):
            return facts.value(rel)
        case IsWhole(name):
            place = facts.point.get(name)
            return place.denominator == 1 if isinstance(place, Fraction) else None
        case Needed(part):
            return value(part, facts)
        case Differentiable(term):
            return True if _all_of([value(need, facts) for need in conditions(term[1])]) else None
        case Integrable(term):
            return True if _all_of([value(need, facts) for need in closed_form(term).needs]) else None
        case Some(names, premises, part) if all(name in facts.point for name in names):
            return True if _all_of([*(value(one, facts) for one in premises), value(part, facts)]) else None
        case Some():
            return None
        case And(parts):
            return _all_of([value(part, facts) for part in parts])
        case Or(parts):
            return _not(_all_of([_not(value(part, facts)) for part in parts]))
        case Negation(part):
            return _not(value(part, facts))
        case Arrow(premise, conclusion):
            return True if value(premise, facts) is False else _if(value(premise, facts), value(conclusion, facts))
        case Equivalent(left, right):
            first, second = value(left, facts), value(right, facts)
            return None if first is None or second is None else first == second
        case Every(names, premises, part):
            given = all(name in facts.point for name in names) and _all_of([value(one, facts) for one in premises])
            return False if given is True and value(part, facts) is False else None
    raise TypeError(f"no proposition: {prop!r}")


def _all_of(found: list[bool | None]) -> bool | None:
    return False if False in found else None if None in found else True


def _not(found: bool | None) -> bool | None:
    return None if found is None else not found


def _if(premise: bool | None, conclusion: bool | None) -> bool | None:
    return True if conclusion is True else conclusion if premise is True else None


def shown(prop: Prop, facts: NumberFacts) -> str:
    """A tactic that closes a goal which holds at the point."""
    match prop:
        case Atom(rel):
            return f"exact {facts.fact(rel, True)}"
        case IsWhole(name):
            return f"exists ({facts.point[name]})%Z; reflexivity"
        case Needed(part):
            return shown(part, facts)
        case Differentiable(term):
            return f"eexists; exact {facts.derivative(term)}"
        case Integrable(term):
            return f"eexists; exact {facts.integral(term)}"
        case And(parts) if not parts:
            return "exact I"
        case And(parts):
            first, *rest = (shown(part, facts) for part in parts)
            return conjunction(first, rest)
        case Or(parts):
            return _side(parts, facts)
        case Negation(part):
            return f"intro H; {refuted(part, facts)}"
        case Arrow(premise, conclusion) if value(conclusion, facts) is True:
            return f"intros _; {shown(conclusion, facts)}"
        case Arrow(premise, conclusion):
            return f"intro H; exfalso; {refuted(premise, facts)}"
        case Equivalent(left, right):
            return f"split; [{shown(Arrow(left, right), facts)} | {shown(Arrow(right, left), facts)}]"
    raise NotExported(f"a part of the kind {type(prop).__name__} cannot be shown at a point")


def conjunction(first: str, rest: list[str]) -> str:
    return first if not rest else f"split; [{first} | {conjunction(rest[0], rest[1:])}]"


def _side(parts: tuple[Prop, ...], facts: NumberFacts) -> str:
    first, *rest = parts
    if not rest:
        return shown(first, facts)
    if value(first, facts) is True:
        return f"left; {shown(first, facts)}"
    return f"right; {_side(tuple(rest), facts)}"


def refuted(prop: Prop, facts: NumberFacts) -> str:
    """A tactic that closes any goal by a hypothesis H, which fails at the point."""
    match prop:
        case Atom(rel):
            return f"exact ({facts.fact(rel, False)} H)"
        case Needed(part):
            return refuted(part, facts)
        case And(parts):
            return _part(parts, facts)
        case Or(parts):
            first, *rest = parts
            if not rest:
                return refuted(first, facts)
            return f"destruct H as [H | H]; [{refuted(first, facts)} | {refuted(Or(tuple(rest)), facts)}]"
        case Negation(part):
            return f"apply H; {shown(part, facts)}"
        case Arrow(premise, conclusion):
            return f"{_supplied(premise, facts)}; {refuted(conclusion, facts)}"
        case Equivalent(left, right) if value(left, facts) is True:
            return f"destruct H as [H _]; {refuted(Arrow(left, right), facts)}"
        case Equivalent(left, right):
            return f"destruct H as [_ H]; {refuted(Arrow(right, left), facts)}"
        case Every(names, premises, part):
            values = " ".join(facts.values[name] for name in names)
            supplied = "".join(f"{_supplied(one, facts)}; " for one in premises)
            return f"specialize (H {values}); {supplied}{refuted(part, facts)}"
    raise NotExported(f"a part of the kind {type(prop).__name__} cannot be refuted at a point")


def _part(parts: tuple[Prop, ...], facts: NumberFacts) -> str:
    """The first part that fails; the others are dropped."""
    first, *rest = parts
    if value(first, facts) is False or not rest:
        return f"destruct H as [H _]; {refuted(first, facts)}" if rest else refuted(first, facts)
    return f"destruct H as [_ H]; {_part(tuple(rest), facts)}"


def _supplied(premise: Prop, facts: NumberFacts) -> str:
    """A premise of H is shown, so that H becomes its conclusion."""
    return f"match type of H with ?P -> _ => let N := fresh in assert (N : P) by ({shown(premise, facts)}); specialize (H N) end"


def conditions_met(prop: Prop, facts: NumberFacts) -> list[Prop]:
    """The conditions of existence on the way to what fails: with them it fails although every side exists.

    Or a side does not exist, which is certain only if it is off the end of its domain: 0^(1/3) exists, and Rocq's power does
    not know it.
    """
    match prop:
        case And(parts):
            failing = next((part for part in parts if value(part, facts) is False), None)
            if failing is None:
                return []
            if isinstance(failing, Needed):
                return _certainly_absent(failing.part, facts)
            return [*(part for part in parts if isinstance(part, Needed)), *conditions_met(failing, facts)]
        case Or(parts):
            return [each for part in parts for each in conditions_met(part, facts)]
        case Arrow(_, part) | Every(_, _, part):
            return conditions_met(part, facts)
    return []


def _certainly_absent(condition: Prop, facts: NumberFacts) -> list[Prop]:
    """A denominator is 0, or an argument is beyond the end of the domain and not on it."""
    rel = condition.rel if isinstance(condition, Atom) else None
    if rel is None or (rel.rel in ("<", ">") and facts.value(Rel(rel.left, "=", rel.right)) is not False):
        raise NotExported("a side is not certain not to exist at the point")
    return []
