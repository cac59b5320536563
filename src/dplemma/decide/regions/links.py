"""Goals that follow from a side condition: the two touch along a whole surface, where no boxes end, so their tie must be found.

Main definitions: `number_times(goal)` (the gap is a multiple of the condition), `linked(goal, seed, budget, depth, prove)`.

A gap h follows from a side condition g if h = f g with f > 0; or if h = E(v) - E(u) with an increasing E where g says u <= v;
or if the condition fails, for one of these reasons, wherever the goal does. The quotient and the function E are found by SymPy
and audited by balls; that f is positive and E increasing are goals of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from sympy import Abs, Add, Expr, Pow, S, Symbol, cancel, simplify, sqrt, together
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError
from dplemma.base.limiter import TimeUp, work_limit
from dplemma.compile.evaluate import compiled
from dplemma.decide.regions.budget import Attempt, Budget
from dplemma.decide.regions.enclosures import defined, values_of
from dplemma.decide.regions.equals import MAX_OPERATIONS, SECONDS, within_time
from dplemma.decide.regions.rewrites import same_value
from dplemma.ground.points import certified_points
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.proofs.found import FoundProof
from dplemma.proofs.reductions import (
    all_reals,
    condition_gap,
    contrary_goal,
    factor_goal,
    fresh_name,
    is_multiple,
    rising_goal,
)
from dplemma.proofs.rules import Goal, may_bend, may_jump

LINK_BOXES = 1500
SCREEN_POINTS, SCREEN_BITS = 4, 128


def _corners() -> tuple[Any, ...]:
    return (*may_jump(), *may_bend())


Prove = Callable[[Goal, str, Budget, int], Attempt]


def number_times(goal: Goal) -> Attempt | None:
    """The gap is a positive number times the gap of a side condition."""
    for number, (known, _) in _usable(goal):
        if known.free_symbols != goal.gap.free_symbols or not _may_be_multiple(goal, known):
            continue
        symbol = min(goal.gap.free_symbols, key=str)
        try:
            with work_limit(SECONDS, "whether a gap is a multiple of a condition"):
                times = simplify(goal.gap.diff(symbol) / known.diff(symbol))
                found = (k for k in (times, S.One, S.Half) if k.is_number and k.is_positive and is_multiple(goal.gap, k, known))
                multiple = next(found, None)
        except (TimeUp, TypeError, ValueError):
            continue
        if multiple is not None:
            return Attempt(FoundProof.by_condition(goal, number, multiple))
    return None


def _may_be_multiple(goal: Goal, known: Expr) -> bool:
    """False if balls show that the quotient of gap and condition is not the same at all points: then no rewriting is needed."""
    try:
        tapes = [compiled(expr, goal.region.names) for expr in (goal.gap, known)]
        points = certified_points(Region(**goal.region.intervals), "multiple", SCREEN_POINTS)
        pairs = [[tape.ball(point, SCREEN_BITS) for tape in tapes] for point in points]
    except DplemmaError:  # what has no value there is left to the rewriting
        return True
    known_there = [(gap, other) for gap, other in pairs if gap.is_finite() and other.is_finite()]
    with working_precision(SCREEN_BITS):
        return all((gap * last).overlaps(end * other) for (gap, other), (end, last) in combinations(known_there, 2))


def linked(goal: Goal, seed: str, budget: Budget, depth: int, prove: Prove) -> Attempt | None:
    """A proof from one side condition, of the goal or of its contrary."""
    found = _from_condition(goal, seed, budget, depth, prove)
    if found is not None:
        return found
    for number, condition in enumerate(goal.region.such_that):
        turned = contrary_goal(goal, number) if _is_short(goal.gap) and condition_gap(condition) is not None else None
        if turned is None or not turned.gap.free_symbols or not _is_short(turned.gap):
            continue
        last = len(turned.region.such_that) - 1
        found = _from_condition(turned, f"{seed}/contrary", budget, depth, prove, only=last)
        if found is not None and found.proof is not None:
            return Attempt(FoundProof.by_contrary(goal, number, found.proof))
    return None


def _usable(goal: Goal) -> Iterator[tuple[int, tuple[Expr, bool]]]:
    """The side conditions that say enough: a strict goal does not follow from one that allows equality."""
    for number, condition in enumerate(goal.region.such_that):
        known = condition_gap(condition)
        if known is not None and (known[1] or not goal.strict):
            yield number, known


def _from_condition(goal: Goal, seed: str, budget: Budget, depth: int, prove: Prove, only: int | None = None) -> Attempt | None:
    if not _is_short(goal.gap):
        return None
    for number, (known, _) in _usable(goal):
        if (only is not None and number != only) or not _is_short(known) or not known.free_symbols & goal.gap.free_symbols:
            continue
        for rule in (_rising, _factor):
            found = rule(goal, number, known, seed, budget.share(LINK_BOXES), depth, prove)
            if found is not None:
                return found
    return None


def _is_short(expr: Expr) -> bool:
    return not expr.atoms(ExprWithLimits) and not expr.has(*may_jump()) and expr.count_ops() <= MAX_OPERATIONS


def _agree(found: Expr, goal: Goal, seed: str) -> bool:
    """Balls of the expression and of the gap overlap at points, of the intervals alone if the side conditions leave none."""
    if found.atoms(*_corners()) - goal.gap.atoms(*_corners()):
        return False
    bare = Region(**goal.region.intervals)
    where = goal.region if certified_points(goal.region, f"{seed}/form", 1, tries=200) else bare
    return bool(certified_points(where, f"{seed}/form", 1, tries=200)) and same_value(found, goal.gap, where, seed)


# -- h = f g ----------------------------------------------------------------------------------------------------------------


def _factor(goal: Goal, number: int, known: Expr, seed: str, budget: Budget, depth: int, prove: Prove) -> Attempt | None:
    """The gap as a positive expression times what the condition says is positive."""
    if known.free_symbols != goal.gap.free_symbols:
        return None
    for name, rewrite in (("cancelled quotient", lambda e: cancel(together(e))), ("simplified quotient", simplify)):
        for times in within_time(rewrite, goal.gap / known, name):
            if times.count_ops() >= goal.gap.count_ops() + known.count_ops():
                continue  # nothing has cancelled
            if defined([times], goal.region) != () or not _agree(times * known, goal, seed):
                continue
            attempt = prove(factor_goal(goal, times), f"{seed}/factor", budget, depth + 1)
            if attempt.proof is not None:
                return Attempt(FoundProof.by_condition(goal, number, times, attempt.proof))
    return None


# -- h = E(v) - E(u) --------------------------------------------------------------------------------------------------------


def _rising(goal: Goal, number: int, known: Expr, seed: str, budget: Budget, depth: int, prove: Prove) -> Attempt | None:
    """The gap as the difference of an increasing function at two places which the condition puts in order."""
    t = Symbol(fresh_name(goal.region), real=True)
    for low, high in _splits(known):
        interval = _hull(low, high, goal.region)
        if interval is None:
            continue
        for function in dict.fromkeys(_functions(goal.gap, low, high, t)):
            if function.has(*_corners(), S.NaN, S.ComplexInfinity) or t not in function.free_symbols:
                continue
            if not _agree(function.xreplace({t: high}) - function.xreplace({t: low}), goal, seed):
                continue
            wide = Region(such_that=goal.region.such_that, **goal.region.intervals, **{t.name: interval})
            whole = defined([function], wide)
            if whole is None:
                continue
            attempt = prove(rising_goal(goal, number, function, interval), f"{seed}/rising", budget, depth + 1)
            if attempt.proof is not None:
                slope = attempt.proof
                return Attempt(
                    FoundProof.by_order(goal, low, high, function=function, interval=interval, defined=whole, slope=slope)
                )
    return None


def _splits(known: Expr) -> Iterator[tuple[Expr, Expr]]:
    """One term of the condition against all the others: u and v where it says that k (v - u) is positive, k > 0 a number."""
    terms = Add.make_args(known)
    for term in sorted(terms, key=lambda e: (e.count_ops(), str(e))):
        factor, node = term.as_coeff_Mul()
        if not node.free_symbols:
            continue
        other = node - known / factor
        yield (other, node) if factor > 0 else (node, other)


def _functions(gap: Expr, low: Expr, high: Expr, t: Symbol) -> Iterator[Expr]:
    """The terms of the gap that depend on one of the two places, as functions of the place."""
    for place, sign in ((high, 1), (low, -1)):
        for moved in _in_terms_of(place, gap, t):
            yield sign * Add(*(term for term in Add.make_args(moved) if t in term.free_symbols))


def _in_terms_of(place: Expr, gap: Expr, t: Symbol) -> Iterator[Expr]:
    """The gap with t for the place; even powers know |x|, and |x| is known from x^2."""
    yield gap.xreplace({place: t})
    if isinstance(place, Abs):
        inside = place.args[0]
        yield gap.replace(lambda e: isinstance(e, Pow) and e.base == inside and e.exp.is_even, lambda e: t**e.exp)
    if isinstance(place, Pow) and place.exp == 2:
        yield gap.xreplace({Abs(place.base): sqrt(t)})


def _hull(low: Expr, high: Expr, region: Region) -> Interval | None:
    """An interval that holds the values of both."""
    first, second = (_values(expr, region) for expr in (low, high))
    if first is None or second is None:
        return None
    los = [(i.lo, i.lo_open) for i in (first, second)]
    his = [(i.hi, i.hi_open) for i in (first, second)]
    lo, lo_open = (None, True) if any(end is None for end, _ in los) else min(los)
    hi, hi_open = (None, True) if any(end is None for end, _ in his) else max(his, key=lambda end: (end[0], not end[1]))
    if lo is not None and lo == hi:
        return None
    return Interval(lo, hi, lo_open=lo_open, hi_open=hi_open)


def _values(expr: Expr, region: Region) -> Interval | None:
    if isinstance(expr, Symbol):
        return all_reals(region.intervals[expr.name])
    return values_of(expr, region)
