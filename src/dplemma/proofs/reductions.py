"""The goals that a rule of proof leads to: what must be shown instead. Used by whoever finds a proof and whoever checks it.

Main definitions: `cut_goals`, `face_goals`, `case_goals`, `below_goals`, `through_goal`, `moved_goal`, `factor_goal`,
`rising_goal`, `contrary_goal`, `inner_goal`, `whole_goals`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sympy import Dummy, Expr, Piecewise, S, Symbol, exp, expand, expand_log, simplify

from dplemma.base.exact import fraction_of
from dplemma.lang.exact import rational_of
from dplemma.lang.facts import known
from dplemma.lang.functions import Phi
from dplemma.lang.interval import Interval
from dplemma.lang.nodes import Held, Root
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel, Statement
from dplemma.proofs.rules import OPPOSITE, Goal, relevant


def first_piecewise(gap: Expr) -> Piecewise | None:
    """The Piecewise a case distinction starts with: an innermost one, first in the order of its text."""
    nodes = [n for n in gap.atoms(Piecewise) if not any(a.has(Piecewise) for pair in n.args for a in pair.args)]
    return min((n for n in nodes if n.free_symbols <= gap.free_symbols and _has_sides(n)), key=str, default=None)


def _has_sides(node: Piecewise) -> bool:
    """Its conditions are inequalities, whose opposites are; a condition on a bound variable is none on the region."""
    return all(test == True or getattr(test, "rel_op", "") in OPPOSITE for _, test in node.args)  # noqa: E712


def first_root(gap: Expr) -> Root | None:
    return min((n for n in gap.atoms(Root) if not n.function.has(Root)), key=str, default=None)


def bound_interval(node: Root) -> Interval:
    """The open interval of a root's variable; without an end that is no rational number."""
    _, lower, upper = node.bound
    return Interval.open(*(fraction_of(end) if end.is_Rational else None for end in (lower, upper)))


def narrowed(region: Region, name: str, interval: Interval) -> Region:
    """The region with another interval for one variable; every side condition stays."""
    return Region(such_that=region.such_that, **{**region.intervals, name: interval})


def cut_goals(goal: Goal, name: str, at: Fraction) -> tuple[Goal, Goal]:
    i = goal.region.intervals[name]
    below, above = Interval(i.lo, at, lo_open=i.lo_open), Interval(at, i.hi, hi_open=i.hi_open)
    return replace(goal, region=narrowed(goal.region, name, below)), replace(goal, region=narrowed(goal.region, name, above))


def without(region: Region, name: str) -> Region:
    """The region without a variable and without what is said of it: a larger one for the others."""
    kept = tuple(c for c in region.such_that if name not in c.free_names())
    return Region(such_that=kept, **{n: i for n, i in region.intervals.items() if n != name})


def with_face(region: Region, name: str, low: bool) -> Region:
    """The box of a region, side conditions dropped, closed at one end of a variable."""
    i = all_reals(region.intervals[name])
    return Region(**{**region.intervals, name: replace(i, lo_open=i.lo_open and not low, hi_open=i.hi_open and low)})


def all_reals(interval: Interval) -> Interval:
    """The same ends, with everything between them."""
    return replace(interval, integer=False)


def face_goals(goal: Goal, name: str, low: bool, strict_slope: bool) -> tuple[Goal, Goal]:
    """The slope on the whole box of the region (side conditions that mention the variable do not help), and the face."""
    interval, symbol = goal.region.intervals[name], Symbol(name, real=True)
    end = interval.lo if low else interval.hi
    assert end is not None
    slope = goal.gap.diff(symbol)
    kept = without(goal.region, name)
    whole = Region(such_that=kept.such_that, **{**goal.region.intervals, name: all_reals(interval)})
    face = goal.gap.subs(symbol, rational_of(end))
    return Goal.on(slope if low else -slope, whole, strict_slope), Goal.on(face, kept, goal.strict and not strict_slope)


def case_goals(goal: Goal, node: Piecewise) -> list[Goal]:
    """One goal for each branch, on the part of the region where it is the first whose condition holds."""
    goals, failed = [], []
    for value, condition in node.args:
        holds = [] if condition == True else [_as_rel(condition)]  # noqa: E712
        if all(c is not None for c in holds):
            region = Region(such_that=(*goal.region.such_that, *failed, *holds), **goal.region.intervals)
            gap = goal.gap.xreplace({node: value})
            named = {name for c in (*failed, *holds) for name in c.free_names()}  # on an empty branch only these can tell
            goals.append(Goal(gap, relevant(gap, region, named), goal.strict))
        failed += [Rel(c.lhs, OPPOSITE[c.rel], c.rhs) for c in holds if c is not None]
    return goals


def _as_rel(condition: Expr) -> Rel:
    return Rel(condition.lhs, condition.rel_op, condition.rhs)


def below_goals(goal: Goal, node: Root, rising: bool) -> tuple[Goal, Goal, Goal, Goal]:
    """F increasing in x on (a, b); F(a) < 0; R >= a; F(R) >= 0, for gap = c (R - root), c > 0."""
    x, lower, _ = node.bound
    place = Dummy("root", real=True)
    scale = -goal.gap.xreplace({node: place}).diff(place)
    bound = Held(goal.gap.xreplace({node: S.Zero}) / scale)
    equation = node.function if rising else -node.function
    wide = goal.region.extended(**{x.name: bound_interval(node)})
    return (
        Goal.on(equation.diff(x), wide, True),
        Goal.on(-equation.subs(x, lower), goal.region, True),
        Goal.on(bound.args[0] - lower, goal.region, False),
        Goal.on(equation.xreplace({x: bound}), goal.region, goal.strict),
    )


def through_goal(goal: Goal, node: Root, name: str) -> Goal:
    """The goal with the root as a new variable x and `name` = h(x), on the part where h(x) is in the interval of `name`."""
    x = node.bound[0]
    symbol = Symbol(name, real=True)
    equation = node.function
    coefficient = equation.diff(symbol)
    value = -equation.xreplace({symbol: S.Zero}) / coefficient
    interval = goal.region.intervals[name]
    move = {symbol: value}
    conditions: list[Statement] = []
    for c in goal.region.such_that:
        if name not in c.free_names():
            conditions.append(c)
        elif isinstance(c, Rel) and not c.lhs.has(Root) and not c.rhs.has(Root):
            conditions.append(Rel(c.lhs.xreplace(move), c.rel, c.rhs.xreplace(move)))
    if interval.lo is not None:
        conditions.append(Rel(value, ">" if interval.lo_open else ">=", rational_of(interval.lo)))
    if interval.hi is not None:
        conditions.append(Rel(value, "<" if interval.hi_open else "<=", rational_of(interval.hi)))
    kept = {n: i for n, i in goal.region.intervals.items() if n != name}
    region = Region(such_that=tuple(conditions), **kept, **{x.name: bound_interval(node)})
    gap = goal.gap.xreplace({node: x}).xreplace(move)
    return Goal.on(gap, region, goal.strict)


MOVES = {
    "Phi": known()[Phi].values, "exp": known()[exp].values, "inverse": Interval.open(0, "oo"), "shift": Interval("-oo", "oo"),
}  # fmt: skip
"""The values each move of a variable reaches."""


def moved_goal(goal: Goal, name: str, by: str, centre: Expr) -> Goal:
    """The goal with `name` written in terms of a new variable t: Phi(t), exp(t) or centre + t for all real t, or 1/t.

    The interval of the variable must be inside the range of the move, so every one of its points is reached; points outside it
    are asked for too where it is smaller, which only makes the goal harder.
    """
    new = fresh_name(goal.region)
    t = Symbol(new, real=True)
    value = {"Phi": Phi(t), "exp": exp(t), "inverse": 1 / t, "shift": centre + t}[by]
    move = {Symbol(name, real=True): value}
    rest = {n: i for n, i in goal.region.intervals.items() if n != name}
    kept = []
    for condition in goal.region.such_that:
        if name not in condition.free_names():
            kept.append(condition)
        elif isinstance(condition, Rel):
            kept.append(Rel(condition.lhs.subs(move), condition.rel, condition.rhs.subs(move)))
    values = _reciprocal(goal.region.intervals[name]) if by == "inverse" else Interval("-oo", "oo")
    region = Region(such_that=tuple(kept), **rest, **{new: values})
    return Goal.on(goal.gap.subs(move), region, goal.strict)


def _reciprocal(interval: Interval) -> Interval:
    """1/x for x in an interval of positive numbers."""
    low = 0 if interval.hi is None else 1 / interval.hi
    high = 1 / interval.lo if interval.lo else "oo"
    return Interval(low, high, lo_open=interval.hi is None or interval.hi_open, hi_open=interval.lo_open)


def fresh_name(region: Region, name: str = "t") -> str:
    while name in region.intervals:
        name += "_"
    return name


def condition_gap(condition: Statement) -> tuple[Expr, bool] | None:
    """What an inequality says is positive (True) or nonnegative (False)."""
    if not isinstance(condition, Rel) or condition.rel not in OPPOSITE:
        return None
    gap = condition.lhs - condition.rhs if ">" in condition.rel else condition.rhs - condition.lhs
    return gap, "=" not in condition.rel


def is_multiple(gap: Expr, times: Expr, other: Expr) -> bool:
    """gap = times * other, as expressions; positive factors inside logarithms are taken out."""
    return simplify(expand_log(expand(gap - times * other))) == 0


def factor_goal(goal: Goal, times: Expr) -> Goal:
    """The sign of a factor that is to carry the sign of a side condition over to the gap."""
    return Goal.on(times, goal.region, goal.strict)


def rising_goal(goal: Goal, condition: int, function: Expr, interval: Interval) -> Goal:
    """The slope of E(t) between the ends of the interval; the side condition that orders two values says nothing of it."""
    new = fresh_name(goal.region)
    rest = tuple(c for number, c in enumerate(goal.region.such_that) if number != condition)
    inside = replace(interval, lo_open=True, hi_open=True)
    region = Region(such_that=rest, **goal.region.intervals, **{new: inside})
    return Goal.on(function.diff(Symbol(new, real=True)), region, goal.strict)


def contrary_goal(goal: Goal, condition: int) -> Goal | None:
    """The contrary of a side condition, on the part of the region where the goal fails; None if it is no inequality."""
    known = condition_gap(goal.region.such_that[condition])
    if known is None:
        return None
    rest = tuple(c for number, c in enumerate(goal.region.such_that) if number != condition)
    fails = Rel(goal.gap, "<=" if goal.strict else "<", S.Zero)
    return Goal.on(-known[0], Region(such_that=(*rest, fails), **goal.region.intervals), not known[1])


def inner_goal(goal: Goal, proof_gap: Expr, inner: Expr, interval: Interval) -> Goal:
    """The goal for the outer function, in the variable t that stands for the inner expression."""
    return Goal(proof_gap.xreplace({inner: Symbol("t", real=True)}), Region(t=interval), goal.strict)


def whole_goals(goal: Goal, name: str, count: int) -> tuple[list[Goal], Goal | None]:
    """The goal at each of the first `count` integers, and on the reals from the next one on."""
    interval, symbol = goal.region.intervals[name], Symbol(name, real=True)
    assert interval.lo is not None
    first = []
    for value in range(int(interval.lo), int(interval.lo) + count):
        move = {symbol: S(value)}
        first.append(Goal.on(goal.gap.xreplace(move), without(goal.region, name), goal.strict))
    start = interval.lo + count
    if interval.hi is not None and start > interval.hi:
        return first, None
    real = Interval(start, interval.hi)
    return first, replace(goal, region=narrowed(goal.region, name, real))
