"""Contrary points that are no rational numbers: where an equation of the statement holds exactly, or a part ceases to exist.

Main definitions: `refuted_where_solved(statement, region, seed)`, `solved_points`.

All coordinates but one are rational; that one solves an equation: two sides that an equivalence or a premise compares, or the
argument of a partial function and an end of its domain. An equation is solved by undoing, one after the other, what is done to
a variable that occurs once in it; whether the point is one of the region, and contrary, is for the kernel to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

from sympy import Add, Expr, Integer, Mul, Pow, Rational, S, Symbol

from dplemma.base.errors import Unsupported
from dplemma.decide import objects
from dplemma.ground.breaks import gaps_in, without_slopes
from dplemma.ground.points import scattered_points, simple_points
from dplemma.lang.exact import rational_of, with_values
from dplemma.lang.facts import facts_of, named
from dplemma.lang.region import Region
from dplemma.lang.statements import Iff, Implies, Rel, Statement
from dplemma.lang.text import to_text
from dplemma.ledger.verdict import Counterexample, Verdict

SIMPLE, SCATTERED, MOST = 3, 6, 64


def refuted_where_solved(statement: Statement, region: Region, seed: str) -> Verdict | None:
    """Refuted, if the kernel says that one of the points is contrary."""
    for point in solved_points(statement, region, seed):
        evidence = objects.solved_refutation(statement, region, point)
        if evidence is not None:
            kind = "equivalence" if isinstance(statement, Iff) else "relation"
            at = {name: to_text(value) for name, value in point.items()}
            found = Counterexample(kind=kind, point=at, note=f"{statement.text()} fails where an equation holds exactly")
            return Verdict(verdict="refuted", engine="refuter", counterexample=found, proof=evidence)
    return None


def solved_points(statement: Statement, region: Region, seed: str) -> Iterator[dict[str, Expr]]:
    """At most `MOST` points, not yet known to lie in the region; the coordinate that solves an equation is a number, exactly."""
    equations = list(dict.fromkeys(chain(without_slopes(_compared(statement)), gaps_in(statement))))
    some = chain(islice(simple_points(region), SIMPLE), islice(scattered_points(region, f"{seed}/solved"), SCATTERED))
    bases = [{name: rational_of(value) for name, value in point.items()} for point in some] if equations and region.names else []
    return islice((point for base in bases for gap in equations for point in _on(gap, base, region)), MOST)


def _compared(statement: Statement) -> Iterator[Expr]:
    """What is zero where the two sides of a relation of an equivalence, or of a premise, are equal."""
    for part in statement.walk():
        sides = part.parts() if isinstance(part, Iff) else (part.premise,) if isinstance(part, Implies) else ()
        yield from (inner.lhs - inner.rhs for side in sides for inner in side.walk() if isinstance(inner, Rel))


def _on(gap: Expr, base: dict[str, Expr], region: Region) -> Iterator[dict[str, Expr]]:
    for name in sorted({symbol.name for symbol in gap.free_symbols} & set(region.names)):
        others = {Symbol(n, real=True): value for n, value in base.items() if n != name}
        if region.intervals[name].integer:
            continue
        with suppress(Unsupported):
            for value in _solutions(with_values(gap, others), Symbol(name, real=True)):
                yield {**base, name: value}


def _solutions(gap: Expr, symbol: Symbol) -> list[Expr]:
    """The values at which the gap vanishes, if the symbol occurs once in it; those that undoing its nodes gives."""
    if gap.count(symbol) != 1:
        return []
    expr, values = gap, [Integer(0)]
    while expr != symbol:
        place = next((n for n, part in enumerate(expr.args) if part.has(symbol)), None)
        undone = None if place is None else [value for known in values for value in _undone(expr, place, known)]
        if not undone or place is None:
            return []
        expr, values = expr.args[place], undone
    return [value for value in values if not value.free_symbols and value.is_finite is not False and value.is_real is not False]


def _undone(expr: Expr, place: int, value: Expr) -> list[Expr]:
    """What the part at this place is, where the node takes this value."""
    rest = [part for n, part in enumerate(expr.args) if n != place]
    if isinstance(expr, Add):
        return [value - Add(*rest)]
    if isinstance(expr, Mul):
        return [value / Mul(*rest)] if Mul(*rest).is_zero is False else []
    if isinstance(expr, Pow) and place == 0 and isinstance(rest[0], Rational):
        return _roots(value, rest[0])
    facts = facts_of(expr)
    if facts is not None and facts.inverse and place == 0:
        return [named(facts.inverse)(value, *rest)]
    return []


def _roots(value: Expr, exponent: Rational) -> list[Expr]:
    if value.is_zero:
        return [S.Zero] if exponent > 0 else []
    if value.is_negative is not False and exponent.q % 2 == 0:
        return []
    root = value ** (1 / exponent)
    return [root, -root] if exponent.p % 2 == 0 else [root]
