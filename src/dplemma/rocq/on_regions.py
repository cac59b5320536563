"""Propositions on a region: relations with variables, shown by Rocq's tactics for fields, ordered fields and intervals.

Main definition: `proved(prop, facts)`, the tactics for a goal that holds wherever what is given holds.

A relation without variables is a fact about numbers (`facts`). An equality is shown by `ring` or `field`, an inequality by `lra`,
`nra`, the signs of factors and terms, or `interval`; the tactics are in `library`. Which of them is enough Rocq finds out, and a
relation that none of them shows is one that the file is refused for.
"""

from __future__ import annotations

from dplemma.kernel.statement import names_of
from dplemma.rocq.at_points import shown, value
from dplemma.rocq.facts import NumberFacts, outermost
from dplemma.rocq.logic import And, Arrow, Atom, Equivalent, Every, IsWhole, Needed, Negation, Or, Prop
from dplemma.rocq.terms import NotExported, variable


def proved(prop: Prop, facts: NumberFacts) -> str:
    """A tactic that closes the goal, variables and premises being in the context."""
    match prop:
        case Needed(part):
            return proved(part, facts)
        case And(parts) if parts:
            first, *rest = (proved(part, facts) for part in parts)
            return _conjunction(first, rest)
        case Every(names, _, part):
            return f"intros {' '.join(map(variable, names))}; intros; broken; {proved(part, facts)}"
        case Arrow(_, conclusion):
            return f"intro; broken; {proved(conclusion, facts)}"
        case Equivalent(left, right):
            return f"split; intro; broken; [{proved(right, facts)} | {proved(left, facts)}]"
        case Atom(rel) if names_of(rel):
            return _relation(prop)
        case Negation(Atom(rel)) if names_of(rel):
            return _relation(Atom(rel.opposite()), negated=True)
        case And() | Atom() | Or() | Negation() if _closed(prop) and value(prop, facts) is True:
            return shown(prop, facts)
        case IsWhole():
            return "assumption"
    raise NotExported(f"a part of the kind {type(prop).__name__} is not shown on a region")


def _conjunction(first: str, rest: list[str]) -> str:
    return first if not rest else f"split; [{first} | {_conjunction(rest[0], rest[1:])}]"


def _closed(prop: Prop) -> bool:
    match prop:
        case Atom(rel):
            return not names_of(rel)
        case And(parts) | Or(parts):
            return all(map(_closed, parts))
        case Negation(part) | Needed(part):
            return _closed(part)
    return False


def _relation(atom: Atom, negated: bool = False) -> str:
    rel = atom.rel
    if outermost(rel.left) or outermost(rel.right):
        raise NotExported("a value of Phi that depends on a variable is not exported on a region")
    if rel.rel == "=":
        return "identity"
    if rel.rel == "!=":
        return "differs"
    bisected = ", ".join(f"i_bisect {variable(name)}" for name in sorted(names_of(rel)))
    return f"{'contrary_settled' if negated else 'settled'} ltac:(interval with ({bisected}))"
