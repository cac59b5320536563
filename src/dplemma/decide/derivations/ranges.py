"""Ranges of bound variables as parts of a region.

Main definitions: `within`, `extended`, `straightened`, `contains`, and the exception `Misapplied` of every check.
"""

from __future__ import annotations

from fractions import Fraction

from sympy import Expr, S, Symbol

from dplemma.base.exact import fraction_of
from dplemma.lang.exact import rational_of
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel, Statement
from dplemma.lang.text import to_text


class Misapplied(Exception):
    """The rule does not lead from one line to the next; the message says what fails."""


def within(region: Region, variable: Symbol, lower: Expr, upper: Expr) -> Region:
    """The region with the bound variable running over the open range between its ends, which must be in their order."""
    if variable.name in region.names:
        raise Misapplied(f"{variable} is a variable of the region and cannot be bound as well")
    if lower is S.Infinity or upper is S.NegativeInfinity:
        raise Misapplied(f"the range from {to_text(lower)} to {to_text(upper)} is not in its order")
    low = _rational(lower)
    high = _rational(upper)
    if low is not None and high is not None and low >= high:
        raise Misapplied(f"the range from {to_text(lower)} to {to_text(upper)} is not in its order")
    signs = (_sign(lower, region), _sign(upper, region))
    interval = Interval.open(
        low if low is not None else 0 if signs[0] > 0 else "-oo", high if high is not None else 0 if signs[1] < 0 else "oo"
    )
    conditions = []
    if low is None and not lower.is_infinite:
        conditions.append(Rel(variable, ">", lower))
    if high is None and not upper.is_infinite:
        conditions.append(Rel(variable, "<", upper))
    wider = extended(region, **{variable.name: interval})
    return Region(such_that=[*wider.such_that, *conditions], **wider.intervals) if conditions else wider


def _sign(end: Expr, region: Region) -> int:
    """The sign of an end, where it is visible: what lies beyond a positive lower end is positive as well."""
    known = end.xreplace(region.assumed_symbols())
    return 1 if known.is_nonnegative and known.is_finite else -1 if known.is_nonpositive and known.is_finite else 0


def straightened(statement: Statement, region: Region) -> tuple[Rel, Region] | None:
    """An inequality with a variable between two expressions, written for a variable of an interval; None if there is none.

    x > a is x = a + s with s > 0, x < b is x = b - s, and a < x < b is x = a + (b - a) u with u in (0, 1). Every point of the
    region is reached, so what is shown on the new region holds on the old one.
    """
    if not isinstance(statement, Rel) or statement.rel in ("=", "!="):
        return None
    for name, interval in region.intervals.items():
        variable = Symbol(name, real=True)
        about = [c for c in region.such_that if name in c.free_names()]
        ends = _ends(variable, interval, about)
        if not about or ends is None:
            continue
        new = Symbol(free_name(f"{name}_", region), real=True)
        low, high = ends
        if low is not None and high is not None:
            value, over = low + (high - low) * new, Interval.open(0, 1)
        else:
            value, over = (high - new, Interval.open(0, "oo")) if low is None else (low + new, Interval.open(0, "oo"))
        kept = {other: i for other, i in region.intervals.items() if other != name}
        lhs, rhs = (side.subs(variable, value) for side in (statement.lhs, statement.rhs))
        rest = [c for c in region.such_that if c not in about]
        return Rel(lhs, statement.rel, rhs), Region(such_that=rest, **kept, **{new.name: over})
    return None


def _ends(variable: Symbol, interval: Interval, about: list[Statement]) -> tuple[Expr | None, Expr | None] | None:
    """The two ends, None where there is none, if the conditions say nothing else of the variable and no end is included."""
    closed = (interval.lo is not None and not interval.lo_open) or (interval.hi is not None and not interval.hi_open)
    if interval.integer or closed:
        return None
    lows = [] if interval.lo is None else [rational_of(interval.lo)]
    highs = [] if interval.hi is None else [rational_of(interval.hi)]
    for condition in about:
        plain = isinstance(condition, Rel) and condition.lhs == variable and variable not in condition.rhs.free_symbols
        if not isinstance(condition, Rel) or not plain or condition.rel not in ("<", ">"):
            return None
        (lows if condition.rel == ">" else highs).append(condition.rhs)
    if len(lows) > 1 or len(highs) > 1:
        return None
    return (lows[0] if lows else None), (highs[0] if highs else None)


def extended(region: Region, **intervals: Interval) -> Region:
    """More variables; a name that is taken is refused, because hiding it would change what the conditions say."""
    clash = set(intervals) & set(region.names)
    if clash:
        raise Misapplied(f"{', '.join(sorted(clash))} is a variable of the region and cannot be bound as well")
    return region.extended(**intervals)


def _rational(end: Expr) -> Fraction | None:
    return fraction_of(end) if end.is_Rational else None


def free_name(name: str, region: Region) -> str:
    while name in region.names:
        name += "_"
    return name


def contains(outer: Interval, inner: Interval) -> bool:
    """Whether the outer interval holds every point of the inner one."""
    if outer.integer and not inner.integer:
        return False
    low = outer.lo is None or (
        inner.lo is not None and (inner.lo > outer.lo or (inner.lo == outer.lo and (inner.lo_open or not outer.lo_open)))
    )
    high = outer.hi is None or (
        inner.hi is not None and (inner.hi < outer.hi or (inner.hi == outer.hi and (inner.hi_open or not outer.hi_open)))
    )
    return low and high
