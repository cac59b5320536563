"""What a claim can say. Statements are data: they know their variables and how to print, not whether they are true.

Pointwise statements have a truth value at each point of a region: `Rel`, `Chain`, `Member`, and what `All`, `Either`, `Implies`,
`Iff`, `Not`, `ForAll` and `Exists` make of them. Statements about a region as a whole are in `judgements`; they stand alone, in
`All`, and, if `deniable`, under one `Not`.
Both sides of a relation are kept apart and unevaluated: SymPy would turn a true relation into `True`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from sympy import Derivative, Expr, Float, S, Symbol, sympify

from dplemma.base.errors import BadClaim
from dplemma.lang.exact import rational_of
from dplemma.lang.interval import Interval
from dplemma.lang.text import canonical, latex_name, to_latex, to_text

__all__ = ["All", "Chain", "Either", "Exists", "ForAll", "Iff", "Implies", "Member", "Not", "Rel", "Statement"]

RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
_LATEX_RELATION = {"!=": r"\neq", "<=": r"\leq", ">=": r"\geq"}


def expression(value: Any) -> Expr:
    """An exact SymPy expression; floats are refused, whether Python's or SymPy's."""
    if isinstance(value, (float, complex)):
        raise BadClaim(f"float {value!r} in a claim; write Rational(1, 10) or a decimal string as Rational('0.1')")
    if isinstance(value, str):
        raise BadClaim(f"text {value!r} where an expression is expected")
    expr = sympify(value)
    if not isinstance(expr, Expr):
        raise BadClaim(f"{value!r} is not an expression")
    if expr.has(S.NaN, S.ComplexInfinity):
        raise BadClaim(f"{value!r} has no value (a division by zero?)")
    floats = expr.atoms(Float)
    if floats:
        raise BadClaim(f"float {min(map(str, floats))} in a claim; write Rational(1, 10) or Rational('0.1')")
    for slope in expr.atoms(Derivative):
        if not all(times.is_Integer for _, times in slope.variable_count):
            raise BadClaim(f"{to_text(slope.expr)} is differentiated a number of times that is not written as a number")
    return expr


class Statement:
    """Base class. `parts` are the statements inside, `expressions` the SymPy expressions, `bound` the names it binds.

    `written` is the statement as it stood before its names were unfolded; it is what is printed.
    """

    written: ClassVar[Statement | None] = None
    at_points: ClassVar[bool] = False
    deniable: ClassVar[bool] = False

    @property
    def pointwise(self) -> bool:
        """Has it a truth value at each point?"""
        return self.at_points and all(part.pointwise for part in self.parts())

    @property
    def shown(self) -> Self:
        """The statement as it was written."""
        return self if self.written is None else self.written  # pyright: ignore[reportReturnType]

    def parts(self) -> tuple[Statement, ...]:
        return ()

    def expressions(self) -> tuple[Expr, ...]:
        return ()

    def bound(self) -> frozenset[str]:
        return frozenset()

    def walk(self) -> Iterator[Statement]:
        yield self
        for part in self.parts():
            yield from part.walk()

    def free_names(self) -> frozenset[str]:
        """Names of the variables a region must provide."""
        own = {s.name for e in self.expressions() for s in e.free_symbols if isinstance(s, Symbol)}
        inner = {name for part in self.parts() for name in part.free_names()}
        return frozenset(own | inner) - self.bound()

    def latex(self) -> str:
        raise NotImplementedError

    def text(self) -> str:
        raise NotImplementedError

    def canonical(self) -> str:
        """Text from which the statement hash is made."""
        inside = [canonical(e) for e in self.expressions()] + [p.canonical() for p in self.parts()]
        return f"{type(self).__name__}[{self._tag()}]({';'.join(inside)})"

    def _tag(self) -> str:
        return ""


@dataclass(frozen=True)
class Rel(Statement):
    """lhs rel rhs."""

    at_points = True
    lhs: Expr
    rel: str
    rhs: Expr

    def __post_init__(self) -> None:
        if self.rel not in RELATIONS:
            raise BadClaim(f"unknown relation {self.rel!r}; use one of {' '.join(RELATIONS)}")
        object.__setattr__(self, "lhs", expression(self.lhs))
        object.__setattr__(self, "rhs", expression(self.rhs))

    def expressions(self) -> tuple[Expr, ...]:
        return (self.lhs, self.rhs)

    def latex(self) -> str:
        return f"{to_latex(self.shown.lhs)} {_LATEX_RELATION.get(self.rel, self.rel)} {to_latex(self.shown.rhs)}"

    def text(self) -> str:
        return f"{to_text(self.shown.lhs)} {self.rel} {to_text(self.shown.rhs)}"

    def _tag(self) -> str:
        return self.rel


@dataclass(frozen=True, init=False)
class All(Statement):
    """Every one of the statements."""

    at_points = True
    statements: tuple[Statement, ...]

    def __init__(self, *statements: Statement) -> None:
        if not statements:
            raise BadClaim("All() of nothing says nothing")
        object.__setattr__(self, "statements", checked(statements))

    def parts(self) -> tuple[Statement, ...]:
        return self.statements

    def latex(self) -> str:
        return r" \;\wedge\; ".join(_bracket(s, s.latex()) for s in self.statements)

    def text(self) -> str:
        return " and ".join(_bracket(s, s.text()) for s in self.statements)


class Chain(All):
    """a rel b rel c ...: `Chain(a, "=", b, "<=", c)`, decided link by link."""

    def __init__(self, *items: Any) -> None:
        if len(items) < 3 or len(items) % 2 == 0:
            raise BadClaim("a chain is expression, relation, expression, ...")
        super().__init__(*(Rel(items[i], items[i + 1], items[i + 2]) for i in range(0, len(items) - 2, 2)))

    @property
    def links(self) -> tuple[Rel, ...]:
        return tuple(s for s in self.statements if isinstance(s, Rel))

    def latex(self) -> str:
        links = self.shown.links
        return " ".join((to_latex(links[0].lhs), *(f"{_LATEX_RELATION.get(r.rel, r.rel)} {to_latex(r.rhs)}" for r in links)))

    def text(self) -> str:
        links = self.shown.links
        return " ".join((to_text(links[0].lhs), *(f"{r.rel} {to_text(r.rhs)}" for r in links)))


@dataclass(frozen=True, init=False)
class Either(Statement):
    """At least one of the statements."""

    at_points = True
    statements: tuple[Statement, ...]

    def __init__(self, *statements: Statement) -> None:
        if len(statements) < 2:
            raise BadClaim("Either() needs two statements")
        object.__setattr__(self, "statements", holding_at_points("Either", *statements))

    def parts(self) -> tuple[Statement, ...]:
        return self.statements

    def latex(self) -> str:
        return r" \;\vee\; ".join(_bracket(s, s.latex()) for s in self.statements)

    def text(self) -> str:
        return " or ".join(_bracket(s, s.text()) for s in self.statements)


@dataclass(frozen=True)
class Not(Statement):
    """The statement fails: at the point, or (for a statement about a region) on the region."""

    at_points = True
    statement: Statement

    def __post_init__(self) -> None:
        checked((self.statement,))
        if not self.statement.deniable:
            holding_at_points("Not", self.statement)

    def parts(self) -> tuple[Statement, ...]:
        return (self.statement,)

    def latex(self) -> str:
        return rf"\neg\left({self.statement.latex()}\right)"

    def text(self) -> str:
        return f"not ({self.statement.text()})"


@dataclass(frozen=True)
class Implies(Statement):
    """premise implies conclusion, at each point."""

    at_points = True
    premise: Statement
    conclusion: Statement

    def __post_init__(self) -> None:
        holding_at_points("Implies", self.premise, self.conclusion)

    def parts(self) -> tuple[Statement, ...]:
        return (self.premise, self.conclusion)

    def latex(self) -> str:
        premise = _whole_premise(self.premise, self.premise.latex())
        return rf"{premise} \;\Rightarrow\; {_bracket(self.conclusion, self.conclusion.latex())}"

    def text(self) -> str:
        premise = _whole_premise(self.premise, self.premise.text())
        return f"{premise} implies {_bracket(self.conclusion, self.conclusion.text())}"


@dataclass(frozen=True)
class Iff(Statement):
    """left if and only if right, at each point."""

    at_points = True
    left: Statement
    right: Statement

    def __post_init__(self) -> None:
        holding_at_points("Iff", self.left, self.right)

    def parts(self) -> tuple[Statement, ...]:
        return (self.left, self.right)

    def latex(self) -> str:
        left, right = (_bracket(s, s.latex()) for s in self.parts())
        return rf"{left} \iff {right}"

    def text(self) -> str:
        left, right = (_bracket(s, s.text()) for s in self.parts())
        return f"{left} iff {right}"


@dataclass(frozen=True)
class _Quantified(Statement):
    at_points = True
    over: Mapping[str, Interval]
    statement: Statement

    def __post_init__(self) -> None:
        named = isinstance(self.over, Mapping) and all(isinstance(name, str) for name in self.over)
        if not named or not self.over or not all(isinstance(i, Interval) for i in self.over.values()):
            kind = type(self).__name__
            raise BadClaim(
                f'{kind} needs an Interval for the name of each variable it binds, {kind}({{"y": Interval(0, 1)}}, ...)'
            )
        holding_at_points(type(self).__name__, self.statement)
        missing = set(self.over) - self.statement.free_names()
        if missing:
            raise BadClaim(f"{type(self).__name__} binds {', '.join(sorted(missing))}, which its statement does not use")

    def parts(self) -> tuple[Statement, ...]:
        return (self.statement,)

    def bound(self) -> frozenset[str]:
        return frozenset(self.over)

    def _tag(self) -> str:
        return ", ".join(f"{name} in {interval}" for name, interval in sorted(self.over.items()))

    def _names(self) -> str:
        return ", ".join(f"{latex_name(n)} {i.latex()}" for n, i in self.over.items())


class ForAll(_Quantified):
    """For every value of the bound variables."""

    def latex(self) -> str:
        return rf"\forall {self._names()}:\; {self.statement.latex()}"

    def text(self) -> str:
        return f"for all {self._tag()}: {self.statement.text()}"


class Exists(_Quantified):
    """For some value of the bound variables."""

    def latex(self) -> str:
        return rf"\exists {self._names()}:\; {self.statement.latex()}"

    def text(self) -> str:
        return f"there is {self._tag()} with {self.statement.text()}"


@dataclass(frozen=True, init=False)
class Member(Statement):
    """The point (values) lies in the product of the intervals; the numbers of components must agree."""

    at_points = True
    values: tuple[Expr, ...]
    space: tuple[Interval, ...]

    def __init__(self, values: Any, space: Any) -> None:
        object.__setattr__(self, "values", tuple(expression(v) for v in values))
        object.__setattr__(self, "space", tuple(space))
        if not self.values or not self.space:
            raise BadClaim("Member of nothing says nothing")

    def expressions(self) -> tuple[Expr, ...]:
        return self.values

    def relations(self) -> tuple[Rel, ...]:
        """One relation for each finite end."""
        found = []
        for value, interval in zip(self.values, self.space, strict=True):
            if interval.lo is not None:
                found.append(Rel(value, ">" if interval.lo_open else ">=", rational_of(interval.lo)))
            if interval.hi is not None:
                found.append(Rel(value, "<" if interval.hi_open else "<=", rational_of(interval.hi)))
        return tuple(found)

    def latex(self) -> str:
        inside = ", ".join(to_latex(v) for v in self.shown.values)
        factors = [interval.latex().removeprefix(r"\in ") for interval in self.space]
        product = factors[0] if len(factors) == 1 else r" \times ".join(rf"({f})" if r"\cap" in f else f for f in factors)
        return rf"\left({inside}\right) \in {product}"

    def text(self) -> str:
        return f"({', '.join(to_text(v) for v in self.shown.values)}) in {' x '.join(map(str, self.space))}"

    def _tag(self) -> str:
        return " x ".join(map(str, self.space))


def checked(statements: Any) -> tuple[Statement, ...]:
    found = tuple(statements)
    for item in found:
        if not isinstance(item, Statement):
            raise BadClaim(f"{item!r} is not a statement; write Rel(lhs, '<=', rhs), not a SymPy relation")
    return found


def holding_at_points(where: str, *statements: Statement) -> tuple[Statement, ...]:
    """Statements that have a truth value at each point, as a condition, a choice or a region is made of."""
    for item in checked(statements):
        if not item.pointwise:
            kind = next(type(part).__name__ for part in item.walk() if not part.at_points)
            hint = "let it stand alone or in All, its condition in the region (such_that)"
            raise BadClaim(f"{where} is about what holds at each point, not {kind}; {hint}")
    return statements


def _bracket(statement: Statement, shown: str) -> str:
    return shown if isinstance(statement, (Rel, Member)) else f"({shown})"


def _whole_premise(statement: Statement, shown: str) -> str:
    """What reaches further than "implies" would take the conclusion with it."""
    return f"({shown})" if isinstance(statement, (Implies, Iff, ForAll, Exists)) else shown
