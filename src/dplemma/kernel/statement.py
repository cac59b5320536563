"""Statements and regions: what can be claimed, as the kernel's own data.

Main definitions: `Interval`, `Region`, the statements `Rel`, `All`, `Either`, `Not`, `Implies`, `Iff`, `ForAll`, `Exists`,
`Monotone`, `Limit`, `Printed`; `reading` reads them.

What is true or false at each point is `pointwise`: relations, and what All, Either, Not, Implies, Iff, ForAll and Exists make of
them. What speaks of all points together, Monotone or Limit, stands alone, in a conjunction or under one Not; never in a premise,
a conclusion, a choice, an equivalence or a quantifier.

A region is a box of intervals with the relations that are given to hold at each of its points;
that a relation holds includes that both its sides exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from dplemma.kernel.term import Term, add, bad, free, neg, put, shown, sub

OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "=": "!=", "!=": "="}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


@dataclass(frozen=True)
class Interval:
    """Reals, or integers, from lo to hi; None is an infinite end. Never empty."""

    lo: Fraction | None = None
    hi: Fraction | None = None
    lo_open: bool = True
    hi_open: bool = True
    integer: bool = False

    def __contains__(self, value: Fraction) -> bool:
        low = self.lo is None or value > self.lo or (value == self.lo and not self.lo_open)
        high = self.hi is None or value < self.hi or (value == self.hi and not self.hi_open)
        return low and high and (not self.integer or value.denominator == 1)

    def within(self, other: Interval) -> bool:
        """Is every point of this one a point of the other?"""
        if other.integer and not self.integer:
            return False
        low = other.lo is None or (self.lo is not None and (self.lo, self.lo_open) >= (other.lo, other.lo_open))
        high = other.hi is None or (self.hi is not None and (-self.hi, self.hi_open) >= (-other.hi, other.hi_open))
        return low and high

    def inside(self) -> Interval:
        """All reals between the ends."""
        return Interval(self.lo, self.hi)

    def relations(self, term: Term) -> list[Rel]:
        """What it says of a term to lie in it (not that it is an integer)."""
        found = [] if self.lo is None else [Rel(term, ">" if self.lo_open else ">=", self.lo)]
        return found + ([] if self.hi is None else [Rel(term, "<" if self.hi_open else "<=", self.hi)])


class Statement:
    """Base class of all that can be claimed."""


@dataclass(frozen=True)
class Rel(Statement):
    """left rel right: both sides exist and are so related."""

    left: Term
    rel: str
    right: Term

    @property
    def gap(self) -> Term:
        """What is > 0 or >= 0 where an inequality holds."""
        return sub(self.left, self.right) if ">" in self.rel else add(self.right, neg(self.left))

    @property
    def strict(self) -> bool:
        return "=" not in self.rel

    def opposite(self) -> Rel:
        """What holds where both sides exist and the relation fails."""
        return Rel(self.left, OPPOSITE[self.rel], self.right)

    def text(self) -> str:
        return f"{shown(self.left)} {self.rel} {shown(self.right)}"


@dataclass(frozen=True)
class All(Statement):
    parts: tuple[Statement, ...]


@dataclass(frozen=True)
class Either(Statement):
    parts: tuple[Statement, ...]


@dataclass(frozen=True)
class Not(Statement):
    part: Statement


@dataclass(frozen=True)
class Implies(Statement):
    premise: Statement
    conclusion: Statement


@dataclass(frozen=True)
class Iff(Statement):
    left: Statement
    right: Statement


@dataclass(frozen=True)
class ForAll(Statement):
    over: tuple[tuple[str, Interval], ...]
    part: Statement


@dataclass(frozen=True)
class Exists(Statement):
    over: tuple[tuple[str, Interval], ...]
    part: Statement


@dataclass(frozen=True)
class Monotone(Statement):
    """For two points of the region that differ in `name` alone the values are ordered (strictly)."""

    term: Term
    name: str
    increasing: bool
    strict: bool


@dataclass(frozen=True)
class Limit(Statement):
    """For all values of the other variables the term tends to `value` as `name` tends to `to` from above (+) or below (-)."""

    term: Term
    name: str
    to: Term
    value: Term
    side: str


@dataclass(frozen=True)
class Printed(Statement):
    """A number as printed: `mode` says how its digits are to be read, `grid` what a promise may be rounded to."""

    term: Term
    text: str
    mode: str
    grid: str = ""


@dataclass(frozen=True)
class Inference(Statement):
    """From the premises the conclusion follows: it fails if on the region the premises hold and the conclusion does not."""

    premises: tuple[Statement, ...]
    conclusion: Statement


@dataclass(frozen=True)
class Routine:
    """A subroutine: what it takes, and what its `result` is certain to satisfy."""

    takes: tuple[str, ...]
    contract: Statement


@dataclass(frozen=True)
class Program(Statement):
    """What a program promises of the inputs and of what it sets, see `program`."""

    lines: tuple[tuple[Any, ...], ...]
    routines: tuple[tuple[str, Routine], ...]
    promise: Statement
    inputs: frozenset[str]
    sets: frozenset[str]


@dataclass(frozen=True)
class Region:
    """A box with what is given on it; `others` are given too, but no proof uses them: it shows more than it must."""

    intervals: Mapping[str, Interval] = field(default_factory=dict)
    given: tuple[Rel, ...] = ()
    others: tuple[Statement, ...] = ()

    def __post_init__(self) -> None:
        """What is given speaks of the region's own variables: a name that a rule brings in later must not be meant by it."""
        for part in (*self.given, *self.others):
            if stray := variables_of(part) - self.intervals.keys():
                raise bad("region", f"no interval for {', '.join(sorted(stray))}")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.intervals)

    def extended(self, *relations: Rel, **intervals: Interval) -> Region:
        return replace(self, intervals={**self.intervals, **intervals}, given=(*self.given, *relations))

    def without(self, name: str) -> Region:
        """Without a variable and what is given of it: larger for the others."""
        kept = tuple(rel for rel in self.given if name not in names_of(rel))
        return Region({n: i for n, i in self.intervals.items() if n != name}, kept)

    def box_only(self) -> Region:
        return Region(self.intervals)

    def fresh(self, *terms: Term, like: str = "t") -> str:
        """A name that neither the region nor the terms know."""
        taken = set(self.intervals).union(*map(free, terms), *(names_of(rel) for rel in self.given))
        number = 0
        while (name := like if not number else f"{like}{number}") in taken:
            number += 1
        return name

    def substituted(self, name: str, value: Term) -> tuple[Rel, ...]:
        """What is given, with a variable replaced."""
        values = {name: value}
        return tuple(Rel(put(r.left, values), r.rel, put(r.right, values)) for r in self.given)

    def with_interval(self, name: str, interval: Interval) -> Region:
        return replace(self, intervals={**self.intervals, name: interval})


def names_of(rel: Rel) -> frozenset[str]:
    return free(rel.left) | free(rel.right)


def variables_of(statement: Statement) -> frozenset[str]:
    """The variables a statement is about: those it quantifies, or moves to a limit, are not among them."""
    if isinstance(statement, Rel):
        return names_of(statement)
    if isinstance(statement, Limit):
        return (free(statement.term) - {statement.name}) | free(statement.to) | free(statement.value)
    if isinstance(statement, (Monotone, Printed)):
        return free(statement.term) | ({statement.name} if isinstance(statement, Monotone) else frozenset())
    if isinstance(statement, (ForAll, Exists)):
        return variables_of(statement.part) - dict(statement.over).keys()
    if isinstance(statement, Program):
        return statement.inputs
    return frozenset().union(*map(variables_of, _parts(statement)))


def differentiated_in(part: Any) -> frozenset[str]:
    """The variables by which something is differentiated in a statement, or in several."""
    own = (part[2],) if isinstance(part, tuple) and part[:1] == ("Derivative",) else ()
    return frozenset(own).union(*map(differentiated_in, _inside(part)))


def counted_in(part: Any) -> frozenset[str]:
    """The variables whose intervals, given or quantified, are of integers."""
    pair = isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], Interval)
    own = (part[0],) if pair and part[1].integer else ()
    return frozenset(own).union(*map(counted_in, _inside(part)))


def _inside(part: Any) -> Iterable[Any]:
    return vars(part).values() if isinstance(part, Statement) else part if isinstance(part, tuple) else ()


def pointwise(statement: Statement) -> bool:
    """Is it true or false at each point by itself?"""
    kinds = (Rel, All, Either, Not, Implies, Iff, ForAll, Exists)
    return isinstance(statement, kinds) and all(map(pointwise, _parts(statement)))


def denies_a_whole(statement: Statement) -> bool:
    """Does it deny what is claimed of all points of a region together? On a part of the region that may hold."""
    return any(isinstance(part, Not) and isinstance(part.part, (Monotone, Limit)) for part in conjuncts(statement))


def premises_in(statement: Statement) -> list[Statement]:
    """Of all implications in it."""
    own = [statement.premise] if isinstance(statement, Implies) else []
    return own + [premise for part in _parts(statement) for premise in premises_in(part)]


def _parts(statement: Statement) -> list[Statement]:
    """The statements directly inside."""
    found = [each for part in vars(statement).values() for each in (part if isinstance(part, tuple) else (part,))]
    return [part for part in found if isinstance(part, Statement)]


def with_premises(region: Region, premises: Iterable[Statement]) -> Region:
    """The part of the region on which the premises hold; a conjunction gives each of its parts."""
    parts = [part for premise in premises for part in conjuncts(premise)]
    given = tuple(part for part in parts if isinstance(part, Rel))
    others = tuple(part for part in parts if not isinstance(part, Rel))
    return replace(region, given=(*region.given, *given), others=(*region.others, *others))


def conjuncts(statement: Statement) -> tuple[Statement, ...]:
    return tuple(c for part in statement.parts for c in conjuncts(part)) if isinstance(statement, All) else (statement,)
