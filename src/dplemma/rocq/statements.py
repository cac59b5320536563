"""Statements and regions of the kernel as propositions: that a relation holds says first that both its sides exist.

Main definitions: `holds(statement)`, `claim(region, statement)`, `sides_exist(statement)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from dplemma.kernel.statement import (
    All,
    Either,
    Exists,
    ForAll,
    Iff,
    Interval,
    Monotone,
    Not,
    Printed,
    Region,
    Rel,
    Statement,
    conjuncts,
    names_of,
)
from dplemma.kernel.statement import Implies as Given
from dplemma.kernel.term import HALF, call, div, put, var
from dplemma.rocq.logic import And, Arrow, Atom, Equivalent, Every, IsWhole, Needed, Negation, Or, Prop, Some, both
from dplemma.rocq.terms import NotExported, conditions, is_exact, plain


def holds(statement: Statement, region: Region | None = None) -> Prop:
    """The statement as the kernel means it: existence of both sides included; `region` is that of the whole claim, if it is."""
    match statement:
        case Rel():
            return both([*_exist(statement), _bare(statement)])
        case All(parts):
            return both(holds(part, region) for part in parts)
        case Monotone() if region is not None:
            return _ordered_pairs(statement, region)
        case Exists(over, part):
            return Some(tuple(name for name, _ in over), tuple(_in_intervals(over)), holds(part))
        case Either(parts):
            return Or(tuple(map(holds, parts)))
        case Not(part):
            return both([*sides_exist(part), Negation(_bare(part))])
        case Given(premise, conclusion):
            return _given(conjuncts(premise), holds(conclusion))
        case Iff(left, right):
            return both([*sides_exist(left), *sides_exist(right), Equivalent(_bare(left), _bare(right))])
        case ForAll(over, part):
            return Every(tuple(name for name, _ in over), tuple(_in_intervals(over)), holds(part))
        case Printed():
            return holds(printed_digits(statement))
    raise NotExported(f"a statement of the kind {type(statement).__name__} is not exported")


def second_name(name: str) -> str:
    """What the variable is called at the second of two points."""
    return f"{name}_next"


def _ordered_pairs(statement: Monotone, region: Region) -> Prop:
    """Two points of the region that differ in one variable: both values exist, and they are ordered."""
    name, second = statement.name, second_name(statement.name)
    if second in region.names or name not in region.names:
        raise NotExported("a statement of the kind Monotone is not exported without its region")
    values = {name: var(second)}
    there = replace(region, intervals={second if n == name else n: i for n, i in region.intervals.items()}, given=())
    moved = tuple(Rel(put(rel.left, values), rel.rel, put(rel.right, values)) for rel in region.given if name in names_of(rel))
    if region.others:
        raise NotExported("a statement of the kind Monotone is not exported where more than relations is given")
    premises = [*_in_intervals((n, i) for n, i in there.intervals.items() if n == second)]
    premises += [part for rel in moved for part in _parts(holds(rel))]
    before, after = plain(statement.term), plain(put(statement.term, values))
    sign = ("<" if statement.increasing else ">") + ("" if statement.strict else "=")
    exist = [Needed(part) for term in (before, after) for part in conditions(term)]
    ordered = both([*exist, Atom(Rel(before, sign, after))])
    return Every((second,), (*dict.fromkeys(premises), Atom(Rel(var(name), "<", var(second)))), ordered)


def _given(premises: tuple[Statement, ...], conclusion: Prop) -> Prop:
    """Each premise exists where the ones before it hold."""
    for premise in reversed(premises):
        conclusion = both([*sides_exist(premise), Arrow(_bare(premise), conclusion)])
    return conclusion


def _bare(statement: Statement) -> Prop:
    """The statement without the existence of its sides."""
    match statement:
        case Rel(left, rel, right):
            return Atom(Rel(plain(left), rel, plain(right)))
        case All(parts):
            return both(map(_bare, parts))
        case Either(parts):
            return Or(tuple(map(_bare, parts)))
        case Not(part):
            return Negation(_bare(part))
    raise NotExported(f"a premise of the kind {type(statement).__name__} is not exported")


def sides_exist(statement: Statement) -> list[Prop]:
    """Every side of every relation in a statement about points exists."""
    match statement:
        case Rel():
            return _exist(statement)
        case All(parts) | Either(parts):
            return [each for part in parts for each in sides_exist(part)]
        case Not(part):
            return sides_exist(part)
    raise NotExported(f"a premise of the kind {type(statement).__name__} is not exported")


def _exist(rel: Rel) -> list[Prop]:
    return [Needed(part) for side in (rel.left, rel.right) for part in conditions(plain(side))]


def _in_intervals(intervals: Iterable[tuple[str, Interval]]) -> list[Prop]:
    found: list[Prop] = []
    for name, interval in intervals:
        found += [Atom(rel) for rel in interval.relations(var(name))]
        found += [IsWhole(name)] if interval.integer else []
    return found


def premises_of(region: Region) -> list[Prop]:
    """What is known of a point of the region; a relation that is given exists."""
    for rel in [rel for statement in (*region.given, *region.others) for rel in _relations(statement)]:
        if not is_exact(rel.left) or not is_exact(rel.right):
            raise NotExported(f"a premise with a real power, which may be of 0: {rel.text()[:80]}")
    given = [part for statement in (*region.given, *region.others) for part in _parts(holds(statement))]
    return list(dict.fromkeys([*_in_intervals(region.intervals.items()), *given]))


def _relations(statement: Statement) -> list[Rel]:
    match statement:
        case Rel():
            return [statement]
        case All(parts) | Either(parts):
            return [rel for part in parts for rel in _relations(part)]
        case Not(part):
            return _relations(part)
    return []


def _parts(prop: Prop) -> tuple[Prop, ...]:
    return prop.parts if isinstance(prop, And) else (prop,)


def claim(region: Region, statement: Statement) -> Prop:
    """At every point of the region the statement holds."""
    if not region.names:
        return holds(statement)
    return Every(region.names, tuple(premises_of(region)), holds(statement, region))


def printed_digits(statement: Printed) -> Statement:
    """A printed number as the kernel reads it: within half a unit of its last digit, or rounded to the safe side."""
    value = Fraction(Decimal(statement.text))
    exponent = Decimal(statement.text).as_tuple().exponent
    if not isinstance(exponent, int):
        raise NotExported(f"{statement.text} is no decimal")
    unit, term = Fraction(10) ** exponent, statement.term
    nearest = All((Rel(term, ">=", value - unit / 2), Rel(term, "<=", value + unit / 2)))
    step = Fraction(Decimal(statement.grid)) if statement.grid else unit
    if statement.mode == "rounded":
        return nearest
    if statement.mode == "least":
        return Either((All((Rel(term, ">", value - step), Rel(term, "<=", value))), nearest))
    if statement.mode == "largest":
        return Either((All((Rel(term, ">=", value), Rel(term, "<", value + step))), nearest))
    decades = call("Abs", div(call("log", div(term, value)), call("log", Fraction(10))))
    return Rel(decades, "<=", HALF)
