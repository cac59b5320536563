"""Proofs of inequalities on whole regions, as data: what a search finds, a certificate stores and a replay checks.

Main definitions: `Goal` and the proof rules `Boxes`, `Face`, `Cut`, `Cases`, `Below`, `Through`, `Moved`,
`Given`, `Rising`, `Contrary`, `Inner`, `Whole`, `Zero`, `NumberSign`.

A goal says: gap > 0 (strict) or gap >= 0 at every point of the region. A rule reduces it to evaluations on boxes and to goals
for which it holds further proofs:

    Boxes    leaves tile the region, and on each one a form of the gap is shown to have the sign (see `Leaf`);
    Face     the gap is monotone in a variable on the whole region, and the goal holds on the face where it is least;
    Cut      the goal holds on both sides of a value of one variable;
    Cases    the goal holds with each branch of a Piecewise, on the part of the region where its condition holds;
    Below    a root is bounded by the sign of its equation at the bound;
    Through  a variable that is given by a root is replaced by the root itself as a new variable;
    Moved    a variable is written as Phi(t), exp(t), 1/t or c + t with a new variable t, c an expression in the others;
    Given    the gap is a positive multiple of what a side condition says is positive;
    Rising   the gap is E(v) - E(u) with an increasing function E, and a side condition says u <= v;
    Contrary the gap and a side condition change places: if the goal fails, so does the condition;
    Inner    the gap depends on one inner expression alone, and the goal holds for all values that one may have;
    Whole    integer variables: the goal holds at each integer up to a bound, and beyond it for all reals;
    Zero     the gap vanishes identically, and equality is allowed;
    NumberSign  the gap has no variables; its name in certificates is Number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sympy import DiracDelta, Expr, Piecewise
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.lang.facts import of_shape
from dplemma.lang.interval import Interval
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

    def text(self) -> str:
        return f"{self.gap} {'>' if self.strict else '>='} 0 for {self.region.text()}"


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
    `bound` is the lower end of the enclosure that has the sign, as an exact dyadic number.
    """

    box: Box
    by: str
    form: int = 0
    bound: str = ""
    faces: Mapping[str, tuple[bool, int]] = field(default_factory=dict)
    slopes: Mapping[str, int] = field(default_factory=dict)
    contact: int = 0
    pieces: tuple[Box, ...] = ()
    condition: int = 0


class Proof:
    """Base class of the rules."""

    @classmethod
    def head(cls) -> str:
        """The name of the rule in a certificate."""
        return cls.__name__

    def parts(self) -> tuple[Proof, ...]:
        return ()

    def boxes(self) -> int:
        return sum(part.boxes() for part in self.parts())

    def words(self) -> list[str]:
        return [word for part in self.parts() for word in part.words()]


@dataclass(frozen=True)
class Boxes(Proof):
    bits: int
    forms: tuple[SignForm, ...]
    leaves: tuple[Leaf, ...]

    def boxes(self) -> int:
        return len(self.leaves)

    def words(self) -> list[str]:
        return list(dict.fromkeys(self.forms[leaf.form].name for leaf in self.leaves if leaf.by != "outside"))


@dataclass(frozen=True)
class Face(Proof):
    """Monotone in `name`: the slope (increasing away from the face) is >= 0 on the region, the goal holds on the face.

    `defined` is "symbolic" or a tiling of the box of the region, face included, by boxes on which the gap is defined.
    """

    name: str
    low: bool
    strict_slope: bool
    defined: str | tuple[Box, ...]
    slope: Proof
    face: Proof

    def parts(self) -> tuple[Proof, ...]:
        return (self.slope, self.face)

    def words(self) -> list[str]:
        return [f"monotone in {self.name}", *super().words()]


@dataclass(frozen=True)
class Cut(Proof):
    name: str
    at: Fraction
    below: Proof
    above: Proof

    def parts(self) -> tuple[Proof, ...]:
        return (self.below, self.above)

    def words(self) -> list[str]:
        return [f"cut at {self.name} = {self.at}", *super().words()]


@dataclass(frozen=True)
class Cases(Proof):
    branches: tuple[Proof, ...]

    def parts(self) -> tuple[Proof, ...]:
        return self.branches

    def words(self) -> list[str]:
        return ["by cases", *super().words()]


@dataclass(frozen=True)
class Below(Proof):
    """gap = c (R - root) with c > 0: the root of F, increasing from F(a) < 0, is at most R if a <= R and F(R) >= 0."""

    rising: bool  # the equation itself increases; if not, F is its negative
    increasing: Proof
    starts: Proof
    reaches: Proof
    crosses: Proof

    def parts(self) -> tuple[Proof, ...]:
        return (self.increasing, self.starts, self.reaches, self.crosses)

    def words(self) -> list[str]:
        return ["sign of the equation at the bound", *super().words()]


@dataclass(frozen=True)
class Through(Proof):
    """`name` enters the equation of a root linearly: name = h(root). The root becomes a variable, name becomes h of it."""

    name: str
    inner: Proof

    def parts(self) -> tuple[Proof, ...]:
        return (self.inner,)

    def words(self) -> list[str]:
        return [f"{self.name} through its root", *super().words()]


@dataclass(frozen=True)
class Moved(Proof):
    """`name` = Phi(t), exp(t), 1/t or centre + t, which reaches every value of its interval."""

    name: str
    by: str  # "Phi", "exp", "inverse" or "shift"
    centre: Expr
    inner: Proof

    def parts(self) -> tuple[Proof, ...]:
        return (self.inner,)

    def words(self) -> list[str]:
        how = {"shift": f"{self.centre} + t", "inverse": "1/t"}.get(self.by, f"{self.by}(t)")
        return [f"{self.name} = {how}", *super().words()]


@dataclass(frozen=True)
class Given(Proof):
    """The gap is `times` the gap of side condition number `condition`: a positive number, or `positive` shows its sign."""

    condition: int
    times: Expr
    positive: Proof | None = None

    def parts(self) -> tuple[Proof, ...]:
        return () if self.positive is None else (self.positive,)

    def words(self) -> list[str]:
        return ["a side condition" if self.positive is None else f"a side condition times {self.times}", *super().words()]


@dataclass(frozen=True)
class Rising(Proof):
    """gap = E(high) - E(low), where side condition number `condition` says that `times` (high - low) is positive or nonnegative.

    `function` is E in the variable t (`fresh_name` of the region), `interval` holds all values of low and high, and `slope`
    shows that E' has the sign between its ends. `defined` is as in `Face`, for E on the region with t in the interval.
    """

    condition: int
    times: Expr
    low: Expr
    high: Expr
    function: Expr
    interval: Interval
    defined: str | tuple[Box, ...]
    slope: Proof

    def parts(self) -> tuple[Proof, ...]:
        return (self.slope,)

    def words(self) -> list[str]:
        return [f"{self.function} increases", *super().words()]


@dataclass(frozen=True)
class Contrary(Proof):
    """Where the goal fails, side condition number `condition` fails."""

    condition: int
    inner: Proof

    def parts(self) -> tuple[Proof, ...]:
        return (self.inner,)

    def words(self) -> list[str]:
        return ["by the contrary", *super().words()]


@dataclass(frozen=True)
class Inner(Proof):
    """`gap`, which equals the goal's, is a function of the expression `inner` alone, whose values lie in `interval`."""

    gap: Expr
    inner: Expr
    interval: Interval
    outer: Proof

    def parts(self) -> tuple[Proof, ...]:
        return (self.outer,)

    def words(self) -> list[str]:
        return [f"in the one variable {self.inner}", *super().words()]


@dataclass(frozen=True)
class Whole(Proof):
    """`name` is an integer: one proof for each of the first values, one for all reals beyond them (None: there are none)."""

    name: str
    first: tuple[Proof, ...]
    beyond: Proof | None

    def parts(self) -> tuple[Proof, ...]:
        return (*self.first, *([] if self.beyond is None else [self.beyond]))

    def words(self) -> list[str]:
        return [f"integers {self.name}", *super().words()]


@dataclass(frozen=True)
class Zero(Proof):
    """The gap is identically zero."""


@dataclass(frozen=True)
class NumberSign(Proof):
    """The gap is a number; its ball at so many bits has the sign."""

    bits: int

    @classmethod
    def head(cls) -> str:
        return "Number"


@dataclass(frozen=True)
class Proved:
    """One inequality of a statement with its proof; `defined` is "symbolic" or boxes on which all its expressions exist."""

    relation: Rel
    region: Region
    defined: str | tuple[Box, ...]
    proof: Proof


@dataclass(frozen=True)
class Part:
    """One part of a conjunction or definition with the verdict on it."""

    statement: Statement
    verdict: Any


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
