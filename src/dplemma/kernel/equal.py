"""Are two expressions equal on a region? SymPy may prove it; balls must not contradict it at any audited point.

Main definitions: `Rejected`, `Tally` (what a replay has looked at), `same(first, second, region, tally, where)`, `identical`.

Without a proof by SymPy, equality is accepted on the balls and counted as such. Then the balls must agree at twelve points, to 40
digits and at a precision beyond every number inside, and the first expression may have no corner (Abs, Max, a fractional power, a
solver ...) that the second, which comes from the claim, does not have: agreement at points says little of a function with hidden
corners.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb
from sympy import Expr, Integral, Pow, Rational, S, Sum
from sympy.core.basic import Basic

from dplemma.base.errors import DplemmaError, OutOfBudget, Unsupported
from dplemma.base.limiter import TimeUp, work_limit
from dplemma.compile.evaluate import compiled
from dplemma.ground import equal
from dplemma.ground.points import certified_points
from dplemma.lang.facts import of_shape
from dplemma.lang.nodes import ArgMax, ArgMin, Held, Inf, Sup
from dplemma.lang.region import Region
from dplemma.proofs.rules import may_bend, may_jump

AUDIT_POINTS = 12
AUDIT_BITS, MAX_AUDIT_BITS = 256, 16384
_DIGITS = arb(10) ** -40
_SECONDS = 5.0
_RUNGS: tuple[Callable[[Expr, Expr], bool], ...] = (equal.by_expanding, equal.by_erf, equal.by_simplifying)
_SYMPY_ERRORS = (ArithmeticError, AttributeError, NotImplementedError, RecursionError, TypeError, ValueError)


class Rejected(DplemmaError):
    """A certificate that does not prove its claim; the one line says where."""

    exit_code = 1


@dataclass
class Tally:
    """What a replay has looked at; `seed` chooses the points at which equalities are audited.

    `unchecked` has what only a search could decide again: with any of it a certificate is not called checked.
    """

    seed: str = "replay"
    leaves: int = 0
    unproved: int = 0
    points: int = 0
    notes: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def unheld(expr: Expr) -> Expr:
    return expr.replace(lambda e: isinstance(e, Held), lambda e: e.args[0])


def identical(first: Expr, second: Expr) -> bool:
    """SymPy proves the two equal wherever both are defined, within a few seconds."""
    left, right = unheld(first), unheld(second)
    if left == right:
        return True
    try:
        with work_limit(_SECONDS, "whether two forms are equal"):
            return any(_holds(rung, left, right) for rung in _RUNGS)
    except TimeUp:
        return False


def _holds(rung: Callable[[Expr, Expr], bool], left: Expr, right: Expr) -> bool:
    try:
        return bool(rung(left, right))
    except _SYMPY_ERRORS:  # SymPy refuses to rewrite something: no proof
        return False


def same(first: Expr, second: Expr, region: Region, tally: Tally, where: str) -> None:
    """Accept `first` = `second` on the region, where `second` comes from the claim; `Rejected` otherwise."""
    if first == second:
        return
    agreeing = sum(_agree_at(first, second, point, where) for point in _points(region, tally.seed))
    if identical(first, second):
        return
    hidden = _corners(first) - _corners(second)
    if hidden:
        raise Rejected(f"{where}: {str(min(hidden, key=str))[:60]} is not in the claim, and no proof makes the two forms equal")
    if agreeing < AUDIT_POINTS:
        raise Rejected(f"{where}: the two forms agree at {agreeing} points only, and no proof makes them equal")
    tally.unproved += 1
    tally.points += agreeing


def _points(region: Region, seed: str) -> list[dict[str, Fraction]]:
    """Points of the region and, where its side conditions leave few, of its intervals."""
    found = certified_points(region, seed, AUDIT_POINTS + 4)
    if len(found) < AUDIT_POINTS and region.such_that:
        found += certified_points(Region(**region.intervals), seed, AUDIT_POINTS + 4)
    return found


def _agree_at(first: Expr, second: Expr, point: dict[str, Fraction], where: str) -> bool:
    """True if both have 40 digits and share them; disjoint balls are a contradiction, everything else says nothing."""
    bits = AUDIT_BITS + 2 * sum(_size(number) for number in first.atoms(Rational) | second.atoms(Rational))
    while bits <= MAX_AUDIT_BITS:
        try:
            left, right = (compiled(expr).ball(point, bits) for expr in (first, second))
        except (OutOfBudget, Unsupported):
            return False
        if not (left.is_finite() and right.is_finite()):
            return False
        if not left.overlaps(right):
            raise Rejected(f"{where}: the two forms differ at {', '.join(f'{n} = {v}' for n, v in point.items())}")
        if abs(left - right).upper() <= abs(right).lower() * _DIGITS:
            return not right.contains(0)
        bits *= 4
    return False


def _size(number: Rational) -> int:
    return int(number.p).bit_length() + int(number.q).bit_length()


def _corners(expr: Expr) -> set[Basic]:
    """Where an expression may fail to be analytic without leaving its domain: nodes, and the bases of fractional powers."""
    bases = {node.base for node in expr.atoms(Pow) if not node.exp.is_Integer and node.base.free_symbols}
    return expr.atoms(*may_bend(), *of_shape("once"), *may_jump()) | {base for base in bases if base is not S.Exp1}


def differentiable(expr: Expr, name: str) -> bool:
    """SymPy's derivative in `name` is the derivative: no jumps, no optimum, and no integral whose integrand depends on it."""
    inside = [node.function for node in expr.atoms(Integral)] + [*expr.atoms(Sum, Inf, Sup, ArgMin, ArgMax)]
    return not expr.has(*may_jump()) and all(name not in {s.name for s in part.free_symbols} for part in inside)
