"""Does an equation that is linear in a variable have a root for every value of that variable? By limits at both ends.

Main definition: `reaches_all_values(goal, node, name, seed)`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from sympy import Expr, S, Symbol

from dplemma.base.limiter import TimeUp, work_limit
from dplemma.decide.symbolic.limits import by_sympy, symbolic_limit
from dplemma.ground.defined import defined_on
from dplemma.lang.exact import rational_of
from dplemma.lang.interval import Interval
from dplemma.lang.judgements import Limit
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.proofs.reductions import bound_interval, without
from dplemma.proofs.rules import Goal

SECONDS = 60.0
MAX_CORNERS = 8


def reaches_all_values(goal: Goal, node: Root, name: str, seed: str) -> bool:
    """h(x) = name has a root in x for each value of `name` in its interval, where the equation says h(x) - name = 0.

    h is continuous, so it is enough that its limits at the two ends of x lie beyond the ends of the interval.
    """
    symbol = Symbol(name, real=True)
    coefficient = node.function.diff(symbol)
    if not coefficient.is_number or coefficient.is_zero or symbol not in node.function.free_symbols:
        return False
    h = -node.function.xreplace({symbol: S.Zero}) / coefficient
    x, lower, upper = node.bound
    rest = without(goal.region, name)
    wide = Region(**{n: i for n, i in rest.intervals.items() if n != x.name}, **{x.name: bound_interval(node)})
    if x.name in rest.names or not defined_on([h], wide):
        return False
    corners = list(_corners(rest, h))
    return len(corners) <= MAX_CORNERS and all(
        _covers(h.subs(moves), x, lower, upper, region, goal.region.intervals[name], seed) for moves, region in corners
    )


def _corners(rest: Region, h: Expr) -> list[tuple[dict[Symbol, Expr], Region]]:
    """Every closed lower end on its own, because a limit may change its form there, and what is left of the region."""
    names = [
        n for n, i in rest.intervals.items() if i.lo is not None and not i.lo_open and Symbol(n, real=True) in h.free_symbols
    ]
    found = []
    for choice in product((False, True), repeat=len(names)):
        at_end = {n for n, chosen in zip(names, choice, strict=True) if chosen}
        moves, intervals = {}, {}
        for n, i in rest.intervals.items():
            if n in at_end and i.lo is not None:
                moves[Symbol(n, real=True)] = rational_of(i.lo)
            elif n in names:
                if i.lo == i.hi:
                    break
                intervals[n] = Interval(i.lo, "oo" if i.hi is None else i.hi, lo_open=True, hi_open=i.hi_open)
            else:
                intervals[n] = i
        else:
            found.append((moves, Region(**intervals)))
    return found


def _covers(h: Expr, x: Symbol, lower: Expr, upper: Expr, region: Region, values: Interval, seed: str) -> bool:
    limits = [_limit(h, x, end, side, region, seed) for end, side in ((lower, "+"), (upper, "-"))]
    if None in limits:
        return False
    low, high = sorted((value for value in limits if value is not None), key=lambda v: v.evalf())
    return _beyond(low, values.lo, values.lo_open, -1) and _beyond(high, values.hi, values.hi_open, 1)


def _beyond(limit: Expr, end: Fraction | None, is_open: bool, side: int) -> bool:
    if limit.is_infinite:
        return limit is (S.Infinity if side > 0 else S.NegativeInfinity)
    if end is None:
        return False
    room = (limit - rational_of(end)) * side
    return bool(room > 0) or bool(room == 0 and is_open)


def _limit(h: Expr, x: Symbol, end: Expr, side: str, region: Region, seed: str) -> Expr | None:
    """A proved limit that is a number or infinite; None otherwise."""
    try:
        with work_limit(SECONDS, "the limit of an equation"):
            value = symbolic_limit(Limit(h, x, end, S.Zero, side), region)
    except TimeUp:
        return None
    if value is None or value.free_symbols:
        return None
    verdict = by_sympy(Limit(h, x, end, value, side), region, seed)
    return value if verdict.verdict == "proved" else None
