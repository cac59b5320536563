"""Mutants of a claim: the same statement with one place changed, or the same on a region that is too large.

Main definitions: `KINDS`, `mutants(claim)`, `mutant_of(claim, kind)`, `Mutant`, `assertions`.

Besides the kinds of `operators`, two change where a claim is said to hold: `widen` moves a finite end of the region outwards, by
its width or by 1; `condition` leaves out a side condition or a premise.

A claim that says several things (a conjunction, a chain, obligations) is a list of assertions, decided one by one and true
only together. A mutant is one assertion with one place changed: refuting it refutes the claim that contains it. Everything
depends on the claim's id and statement alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from sympy import Add, Function, Mul, Pow, Rational, S, nan, preorder_traversal, zoo
from sympy.core.basic import Basic

from dplemma.base.errors import BadClaim, Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.decide.points.refute import slack
from dplemma.ground.points import certified_points
from dplemma.lang.claim import Claim
from dplemma.lang.facts import facts_of
from dplemma.lang.interval import Interval
from dplemma.lang.judgements import Algorithm, Limit, Monotone, Number, Obligations
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Chain, Either, Exists, ForAll, Iff, Implies, Member, Not, Rel, Statement
from dplemma.lang.unfolding import unfold
from dplemma.mutants.operators import OPERATORS, Change, Operator

WITNESSES = 12
KINDS = (*OPERATORS, "widen", "condition")
_INFINITE = (S.Infinity, S.NegativeInfinity, zoo, nan)

Rebuild = Callable[[Statement], Statement]


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A changed assertion of a claim, or the claim on a region that was changed; `id` is `claim-id::kind`."""

    claim: str
    operator: str
    statement: Statement
    region: Region

    @property
    def id(self) -> str:
        return f"{self.claim}::{self.operator}"

    @property
    def is_false(self) -> bool:
        """Whether it contradicts the claim it was made of: a negation does, except of one of several ways to hold."""
        parts = list(self.statement.walk())
        zero = any(isinstance(part, Number) and not part.printed.value for part in parts)  # -0.00 is 0.00
        return self.operator == "flip" and not zero and not any(isinstance(part, (Either, Exists, Algorithm)) for part in parts)


def mutants(claim: Claim, kinds: Sequence[str] = KINDS) -> list[Mutant]:
    """At most one mutant of each kind, at a place chosen by the claim's id; none where the kind finds no place."""
    found = (mutant_of(claim, kind) for kind in kinds)
    return [mutant for mutant in found if mutant is not None]


def mutant_of(claim: Claim, kind: str) -> Mutant | None:
    """The mutant of this kind, or None where there is nothing to change."""
    plain = unfold(claim)
    if kind in OPERATORS:
        lists = [_everywhere(plain.statement, version) for version in OPERATORS[kind]]
        if not lists[0]:
            return None
        place = _place(plain.id, kind, lists[0])
        statement = _hardest([one[place] for one in lists if place < len(one)], plain)
        return Mutant(claim=plain.id, operator=kind, statement=statement, region=_needed(plain, statement))
    larger = list(_widened(plain) if kind == "widen" else _unconditional(plain))
    if not larger:
        return None
    statement, region = larger[_place(plain.id, kind, larger)]
    return Mutant(claim=plain.id, operator=kind, statement=statement, region=region)


def _place(claim_id: str, kind: str, choices: Sequence[Any]) -> int:
    return int.from_bytes(hashlib.sha256(f"{claim_id}::{kind}".encode()).digest(), "big") % len(choices)


def _everywhere(statement: Statement, operator: Operator) -> list[Statement]:
    return [mutant for assertion in assertions(statement) for mutant in mutated(assertion, operator)]


def _hardest(versions: list[Statement], claim: Claim) -> Statement:
    """The version that leaves least room at the first point of the region where they differ; the first if none does."""
    if len(versions) > 1:
        for point in certified_points(claim.on, claim.id, WITNESSES):
            room = [slack(version, point) for version in versions]
            known = [r for r in room if r is not None]
            if len(known) == len(versions) and len(set(known)) > 1:
                return versions[room.index(min(known))]
    return versions[0]


def _needed(claim: Claim, statement: Statement) -> Region:
    """The region without the variables that one assertion of several does not speak of, and no condition either."""
    used = statement.free_names().union(*(condition.free_names() for condition in claim.on.such_that))
    used |= set(claim.mechanism.names if claim.mechanism is not None else ())
    kept = {name: interval for name, interval in claim.on.intervals.items() if name in used}
    points = [{name: point[name] for name in kept} for point in claim.on.points]
    return Region(such_that=claim.on.such_that, points=points, **kept)


# -- statements with one place changed --------------------------------------------------------------------------------------


def assertions(statement: Statement) -> Iterator[Statement]:
    """The statements that must all hold for this one to hold; a chain gives its links, a membership its bounds."""
    if isinstance(statement, (All, Obligations)):
        for part in statement.parts():
            yield from assertions(part)
    elif isinstance(statement, Implies):
        for part in assertions(statement.conclusion):
            yield Implies(statement.premise, part)
    elif isinstance(statement, Member) and statement.relations():
        yield from statement.relations()
    else:
        yield statement


def mutated(assertion: Statement, operator: Operator) -> Iterator[Statement]:
    """One mutant for each simple statement of the assertion in which the operator finds something to change."""
    original = assertion.canonical()
    for leaf, rebuild in places(assertion):
        built = (_built(leaf, change, rebuild) for change in operator(leaf))
        usable = (mutant for mutant in built if mutant is not None and mutant.canonical() != original)
        yield from islice(usable, 1)


def places(statement: Statement) -> Iterator[tuple[Statement, Rebuild]]:
    """The simple statements that are asserted, never a premise, each with the way back to the whole."""
    if isinstance(statement, (Rel, Monotone, Limit, Number)):
        yield statement, lambda changed: changed
    elif isinstance(statement, Implies):
        yield from _inside(statement.conclusion, lambda changed: replace(statement, conclusion=changed))
    elif isinstance(statement, Iff):
        yield from _inside(statement.left, lambda changed: replace(statement, left=changed))
        yield from _inside(statement.right, lambda changed: replace(statement, right=changed))
    elif isinstance(statement, (ForAll, Exists)):
        yield from _inside(statement.statement, lambda changed: replace(statement, statement=changed))
    elif isinstance(statement, Not):
        yield from _inside(statement.statement, Not)
    elif isinstance(statement, Algorithm):
        yield from _inside(statement.promise, lambda changed: replace(statement, promise=changed))
    elif isinstance(statement, (All, Either)):
        kind = All if isinstance(statement, Chain) else type(statement)
        parts = statement.statements
        for i, part in enumerate(parts):
            yield from _inside(part, lambda changed, i=i: kind(*parts[:i], changed, *parts[i + 1 :]))


def _inside(part: Statement, rebuild: Rebuild) -> Iterator[tuple[Statement, Rebuild]]:
    for leaf, back in places(part):
        yield leaf, lambda changed, back=back: rebuild(back(changed))


def _built(leaf: Any, change: Change, rebuild: Rebuild) -> Statement | None:
    """The mutant, or None where it means nothing (a bound variable is gone) or no engine can evaluate it."""
    try:
        statement = rebuild(replace(leaf, **change))
        for part in statement.walk():
            for expr in part.expressions():
                if (isinstance(part, Rel) and expr in _INFINITE) or not all(map(_says_something, preorder_traversal(expr))):
                    return None
                compiled(expr)
    except (BadClaim, Unsupported):
        return None
    return statement


def _says_something(node: Basic) -> bool:
    """Is no infinity put into it, and nothing that must be one of 0, 1, 2, ... a fraction or a root? There the language ends."""
    if isinstance(node, Add | Mul | Pow | Function) and any(part in _INFINITE for part in node.args):
        return False
    facts = facts_of(node)
    pairs = zip(node.args, facts.domain, strict=False) if facts is not None else ()
    return not any(interval.integer and _is_broken(argument) for argument, interval in pairs)


def _is_broken(count: Basic) -> bool:
    powers = (part for part in preorder_traversal(count) if isinstance(part, Pow))
    return (isinstance(count, Rational) and not count.is_Integer) or any(not part.exp.is_integer for part in powers)


# -- regions that are too large ---------------------------------------------------------------------------------------------


def _widened(claim: Claim) -> Iterator[tuple[Statement, Region]]:
    """The claim with one finite end of one interval moved outwards."""
    for name, interval in claim.on.intervals.items():
        for wider in wider_intervals(interval):
            yield claim.statement, _region(claim.on, {**claim.on.intervals, name: wider}, claim.on.such_that)


def wider_intervals(interval: Interval) -> Iterator[Interval]:
    """By its width, or by 1 if it has none: 0 <= x <= 2 becomes -2 <= x <= 2, and 0 <= x <= 4."""
    width = interval.hi - interval.lo if interval.lo is not None and interval.hi is not None else Fraction(0)
    by = width or Fraction(1)
    if interval.lo is not None:
        yield replace(interval, lo=interval.lo - by)
    if interval.hi is not None:
        yield replace(interval, hi=interval.hi + by)


def _unconditional(claim: Claim) -> Iterator[tuple[Statement, Region]]:
    """The claim without one of its side conditions, and its implications without their premise."""
    for i in range(len(claim.on.such_that)):
        yield claim.statement, _region(claim.on, claim.on.intervals, claim.on.such_that[:i] + claim.on.such_that[i + 1 :])
    for assertion in assertions(claim.statement):
        if isinstance(assertion, Implies):
            yield assertion.conclusion, _needed(claim, assertion.conclusion)


def _region(region: Region, intervals: Any, conditions: Sequence[Statement]) -> Region:
    return Region(such_that=conditions, points=region.points, **intervals)
