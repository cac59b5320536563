"""Inequalities on whole regions as data: what is to be shown, and the boxes on which a form of it is settled.

Main definitions: `Goal`, `SignForm`, `Contact`, `Leaf`. The rules that show a goal are the constructors of `proofs.found`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sympy import DiracDelta, Expr, Piecewise
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.lang.facts import of_shape
from dplemma.lang.judgements import Obligations
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Implies, Rel, Statement

Ends = tuple[Fraction | None, Fraction | None]
Box = dict[str, Ends]


def may_jump() -> tuple[Any, ...]:
    """Nodes that need not be continuous where they exist."""
    return (Piecewise, DiracDelta, *of_shape("jump"))


def may_bend() -> tuple[Any, ...]:
    """Nodes that need not have SymPy's derivative where they are continuous."""
    return (*of_shape("corner"), ExprWithLimits)


OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(frozen=True)
class Goal:
    """gap > 0 (strict) or gap >= 0 at every point of the region."""

    gap: Expr
    region: Region
    strict: bool

    @classmethod
    def of(cls, relation: Rel, region: Region) -> Goal:
        gap = relation.lhs - relation.rhs if ">" in relation.rel else relation.rhs - relation.lhs
        return cls.on(gap, region, "=" not in relation.rel)

    @classmethod
    def on(cls, gap: Expr, region: Region, strict: bool) -> Goal:
        """The goal in the variables that matter to it."""
        return cls(gap, relevant(gap, region), strict)

    @property
    def box(self) -> Box:
        return {name: (i.lo, i.hi) for name, i in self.region.intervals.items()}


@dataclass(frozen=True)
class Contact:
    """A face of the region on which the gap vanishes: `derivatives` are the gap and its derivatives in the variable.

    All but the last vanish on the face; the sign of the last one on a collar decides (Taylor's formula).
    """

    name: str
    low: bool
    derivatives: tuple[Expr, ...]


@dataclass(frozen=True)
class SignForm:
    """An expression whose sign is that of the gap wherever all of `positive` are positive.

    `rule` says why: "equal" (the gap itself), "quotient" (gap = form * positive[0]), "log-ratio" (gap = A - B and
    form = log A - log B with positive = (A, B)), "inverse" (gap = k (f(u) - v) with k > 0 and form = u - g(v), or
    gap = k (v - f(u)) and form = g(v) - u, for the increasing pairs f, g = PhiInv, Phi and log, exp).
    `slopes` holds equal expressions of each partial derivative of the form.
    """

    name: str
    rule: str
    gap: Expr
    positive: tuple[Expr, ...] = ()
    slopes: Mapping[str, tuple[Expr, ...]] = field(default_factory=dict)
    contacts: tuple[Contact, ...] = ()


@dataclass(frozen=True)
class Leaf:
    """A box on which one form of the gap is settled.

    by = "value"    the form's enclosure on the box has the sign;
         "face"     the form is monotone in each variable of `faces` (name -> (low end?, index of the slope)), one after the
                    other, and its enclosure on the face where it is least has the sign;
         "mean"     the same with the mean-value form on that face: value at the middle plus slopes times distances;
         "contact"  the last derivative of `contact` has the sign on every one of the `pieces`, which tile the box;
         "outside"  side condition number `condition` fails on the whole box.
    """

    box: Box
    by: str
    form: int = 0
    faces: Mapping[str, tuple[bool, int]] = field(default_factory=dict)
    slopes: Mapping[str, int] = field(default_factory=dict)
    contact: int = 0
    pieces: tuple[Box, ...] = ()
    condition: int = 0


def parts_of(statement: Statement) -> tuple[Statement, ...]:
    """The statements that are decided one by one instead of this one; none if it is decided as a whole."""
    if isinstance(statement, (All, Obligations)):
        return statement.parts()
    if isinstance(statement, Implies) and isinstance(statement.conclusion, All):
        return tuple(Implies(statement.premise, part) for part in statement.conclusion.statements)
    return ()


def relevant(gap: Expr, region: Region, also: Iterable[str] = ()) -> Region:
    """The region in the variables of the gap (and some others) and of the side conditions that are tied to them."""
    used = {s.name for s in gap.free_symbols} | set(also)
    for _ in region.such_that:
        used |= {name for c in region.such_that if c.free_names() & used for name in c.free_names()}
    kept = tuple(c for c in region.such_that if c.free_names() <= used)
    return Region(such_that=kept, **{n: i for n, i in region.intervals.items() if n in used})
