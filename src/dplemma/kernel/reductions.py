"""Inequalities that are reduced to others: along a variable, in another variable, for an integrand, through a root.

Main definition: `REDUCTIONS`, the rules by name; what each says is listed in `goals`. Each is given the checker, the goal, the
proof with its parts, and raises `Rejected` unless the goal follows from the goals that it puts to the checker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from dplemma.kernel.boxes import Goal, interval_of, part_of, tiles_of
from dplemma.kernel.calculus import derivative, polynomial, smooth
from dplemma.kernel.exists import must_exist
from dplemma.kernel.limits import limit
from dplemma.kernel.normal import equal
from dplemma.kernel.reading import read_interval
from dplemma.kernel.signs import positive, sign
from dplemma.kernel.statement import Interval, Region, Rel, names_of
from dplemma.kernel.term import (
    ONE,
    ZERO,
    Json,
    Rejected,
    Term,
    add,
    call,
    div,
    free,
    mul,
    neg,
    nodes,
    opened,
    power,
    put,
    read_name,
    read_term,
    shown,
    sub,
    swap,
    var,
)  # fmt: skip

if TYPE_CHECKING:
    from dplemma.kernel.goals import Checker

_MOVES = {"Phi": Interval(ZERO, ONE), "exp": Interval(ZERO), "inverse": Interval(ZERO), "shift": Interval()}


# -- one variable ---------------------------------------------------------------------------------------------------------


def _face(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """The slope away from the face is >= 0 between the ends, the gap continuous up to the face, where the goal holds."""
    name, interval = interval_of(goal, proof, where)
    low, strict_slope = proof.get("low") is True, proof.get("strict_slope") is True
    end = interval.lo if low else interval.hi
    if end is None:
        raise Rejected(f"{where}: {name} has no such end")
    if goal.strict and strict_slope and not (interval.lo_open if low else interval.hi_open):
        raise Rejected(f"{where}: the face is in the region, so it needs a strict goal of its own")
    if not smooth(goal.gap, name):
        raise Rejected(f"{where}: the gap may jump or have a corner in {name}")
    others = goal.region.without(name)
    reals = replace(interval, integer=False)
    closed = replace(reals, lo_open=False) if low else replace(reals, hi_open=False)
    wide = Region({**goal.region.intervals, name: closed}, others.given)
    must_exist(goal.gap, wide, tiles_of(proof, wide, where))
    slope = derivative(goal.gap, name)
    between = Region({**goal.region.intervals, name: reals.inside()}, others.given)
    must_exist(slope, between)  # where a slope does not exist, its sign says nothing
    checker.goal(Goal(slope if low else neg(slope), between, strict_slope), part_of(proof, "slope", where), f"{where} slope")
    face = Goal(put(goal.gap, {name: end}), others, goal.strict and not strict_slope)
    checker.goal(face, part_of(proof, "face", where), f"{where} face")


def _end(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """The gap falls (is continuous, its slope <= 0 between the ends) towards an end where its limit is >= 0: it is above that
    limit.

    A strict goal needs a strict slope, or a limit > 0.
    """
    name, interval = interval_of(goal, proof, where)
    high, strict_slope = proof.get("high") is True, proof.get("strict_slope") is True
    end, is_open = (interval.hi, interval.hi_open) if high else (interval.lo, interval.lo_open)
    if interval.integer or not (end is None or is_open) or not smooth(goal.gap, name):
        raise Rejected(f"{where}: not an open end of {name}, or the gap may jump or have a corner")
    others = goal.region.without(name)
    wide = Region(goal.region.intervals, others.given)
    must_exist(goal.gap, wide, tiles_of(proof, wide, where))
    slope = derivative(goal.gap, name)
    between = wide.with_interval(name, interval.inside())
    must_exist(slope, between)
    checker.goal(Goal(neg(slope) if high else slope, between, strict_slope), part_of(proof, "slope", where), f"{where} slope")
    found = limit(goal.gap, name, ("oo" if high else "-oo") if end is None else end, "-" if high else "+", others)
    if found is None or found.value == "-oo":
        raise Rejected(f"{where}: no limit that has the sign is shown at the end")
    if found.value != "oo" and not positive(found.value, others, goal.strict and not strict_slope):
        raise Rejected(f"{where}: the sign of the limit {shown(found.value)} is not shown")


def _moved(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """Every value of the variable is reached; points outside the region are asked for too, which only makes the goal harder."""
    name, interval = interval_of(goal, proof, where)
    by = proof.get("by")
    centre = read_term(proof.get("centre", "0"), where)
    others = goal.region.without(name)
    if by not in _MOVES or interval.integer or not interval.within(_MOVES[by]) or not free(centre) <= set(others.names):
        raise Rejected(f"{where}: {name} does not take all its values as {str(by)[:20]} of a real number")
    must_exist(centre, others)
    new = read_name(proof.get("variable"), where)
    if new in goal.region.intervals:
        raise Rejected(f"{where}: {new} is a variable already")
    t = var(new)
    value = {"Phi": call("Phi", t), "exp": call("exp", t), "inverse": power(t, Fraction(-1)), "shift": add(centre, t)}[by]
    values = _reciprocal(interval) if by == "inverse" else Interval()
    given = tuple(goal.region.substituted(name, value))
    rest = {n: i for n, i in goal.region.intervals.items() if n != name}
    kept = given if by == "inverse" else (*given, *interval.relations(value))
    region = Region({**rest, new: values}, kept)
    checker.goal(Goal(put(goal.gap, {name: value}), region, goal.strict), part_of(proof, "inner", where), where)


def _reciprocal(interval: Interval) -> Interval:
    """1/x for x in an interval of positive numbers."""
    low = ZERO if interval.hi is None else 1 / interval.hi
    high = 1 / interval.lo if interval.lo else None
    return Interval(low, high, interval.hi is None or interval.hi_open, high is None or interval.lo_open)


def _rising(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """E is continuous on an interval that holds both places and increases inside it, so it keeps their order."""
    new = read_name(proof.get("variable"), where)
    low, high, function = (read_term(proof.get(part), where) for part in ("low", "high", "function"))
    interval = read_interval(proof.get("interval"), where)
    if new in goal.region.intervals or interval.integer or not smooth(function, new):
        raise Rejected(f"{where}: not a function of a new variable that has a slope")
    difference = sub(put(function, {new: high}), put(function, {new: low}))
    if not equal(difference, goal.gap, goal.region):
        raise Rejected(f"{where}: the gap is not the difference of two values of the function")
    for place in (low, high):
        for rel in interval.relations(place):
            checker.relation(rel, goal.region, {"rule": "sign"}, where)
        must_exist(place, goal.region)
    wide = goal.region.extended(**{new: interval})
    must_exist(function, wide, tiles_of(proof, wide, where))
    checker.goal(Goal(sub(high, low), goal.region, goal.strict), part_of(proof, "order", where), f"{where} order")
    between = goal.region.extended(**{new: interval.inside()})
    must_exist(derivative(function, new), between)
    checker.goal(Goal(derivative(function, new), between, goal.strict), part_of(proof, "slope", where), f"{where} slope")


def _path(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """u <= v, u' <= v' are given, the gap is 0 where v = u and v' = u', and it rises in v and in v'.

    From there one variable after the other goes up to its own value; the way stays in the region, because v may be all that u may
    be and nothing else that is given speaks of v.
    """
    moves = [(read_name(move.get("from"), where), read_name(move.get("to"), where), move) for move in proof.get("moves", [])]
    lows, highs = {low for low, _, _ in moves}, {high for _, high, _ in moves}
    if goal.strict or not moves or len(lows | highs) < 2 * len(moves) or not lows | highs <= set(goal.region.names):
        raise Rejected(f"{where}: pairs of different variables, for a gap that may be 0")
    ordered = tuple(Rel(var(high), ">=", var(low)) for low, high, _ in moves)
    for rel, (low, high, _) in zip(ordered, moves, strict=True):
        inner, outer = goal.region.intervals[low], goal.region.intervals[high]
        if outer.integer or not inner.within(outer) or not positive(rel.gap, goal.region, False) or not smooth(goal.gap, high):
            raise Rejected(f"{where}: {high} does not move freely upwards from {low}")
    others = tuple(rel for rel in goal.region.given if not names_of(rel) & highs)
    region = Region(goal.region.intervals, (*others, *ordered))
    must_exist(goal.gap, region)
    if not equal(put(goal.gap, {high: var(low) for low, high, _ in moves}), ZERO, region):
        raise Rejected(f"{where}: the gap does not vanish where the pairs are equal")
    for _, high, move in moves:
        must_exist(derivative(goal.gap, high), region)
        checker.goal(Goal(derivative(goal.gap, high), region, False), part_of(move, "slope", where), f"{where} {high}")


def _integrand(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """The integral of what is >= 0 over a range that is in order is >= 0, if it exists."""
    if goal.strict or not isinstance(goal.gap, tuple) or goal.gap[0] != "Integral":
        raise Rejected(f"{where}: the gap is no integral, or must be positive")
    x, body = opened(goal.gap, goal.region.names)
    low, high = goal.gap[3:]
    if low == "oo" or high == "-oo":
        raise Rejected(f"{where}: the range is turned around")
    bounds = [] if low == "-oo" else [Rel(var(x), ">", low)]
    bounds += [] if high == "oo" else [Rel(var(x), "<", high)]
    if len(bounds) == 2 and not positive(sub(high, low), goal.region, False):
        raise Rejected(f"{where}: the range may be turned around")
    wide = goal.region.extended(**{x: Interval()}).extended(*bounds)
    checker.goal(Goal(body, wide, False), part_of(proof, "inner", where), where)


def _inner(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """The gap is G(u) for one inner term u whose values lie in an interval, and G has the sign on it."""
    new = read_name(proof.get("variable"), where)
    inner, outer = read_term(proof.get("inner"), where), read_term(proof.get("gap"), where)
    interval = read_interval(proof.get("interval"), where)
    if not free(outer) <= {new} or not equal(put(outer, {new: inner}), goal.gap, goal.region):
        raise Rejected(f"{where}: the gap is not that function of {shown(inner)}")
    must_exist(inner, goal.region)
    for rel in interval.relations(inner):
        checker.relation(rel, goal.region, proof.get("membership", {"rule": "sign"}), where)
    region = Region({new: replace(interval, integer=False)})
    must_exist(outer, region, tiles_of(proof, region, where))
    checker.goal(Goal(outer, region, goal.strict), part_of(proof, "outer", where), where)


def _whole(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    name, interval = interval_of(goal, proof, where)
    first = proof.get("first", [])
    if not interval.integer or interval.lo is None or not isinstance(first, list) or len(first) > 200:
        raise Rejected(f"{where}: {name} does not run over integers from a first one on")
    for n, part in enumerate(first):
        value = {name: interval.lo + n}
        given = tuple(Rel(put(r.left, value), r.rel, put(r.right, value)) for r in goal.region.given)
        rest = {other: i for other, i in goal.region.intervals.items() if other != name}
        checker.goal(Goal(put(goal.gap, value), Region(rest, given), goal.strict), part, f"{where} {name} = {value[name]}")
    start = interval.lo + len(first)
    if interval.hi is None or start <= interval.hi:
        region = goal.region.with_interval(name, Interval(start, interval.hi, False, interval.hi_open))
        must_exist(goal.gap, region)
        checker.goal(replace(goal, region=region), part_of(proof, "beyond", where), f"{where} beyond")


# -- roots ----------------------------------------------------------------------------------------------------------------


def _root_of(goal: Goal, proof: Json, where: str) -> tuple[Term, str, Term, Interval]:
    """A root that occurs in the gap, its equation with a variable for it, and the interval between its ends."""
    root = read_term(proof.get("root"), where)
    new = read_name(proof.get("variable"), where)
    roots = [node for node in nodes(goal.gap) if isinstance(node, tuple) and node[0] == "Root"]
    if root not in roots:
        root = next((node for node in roots if equal(node, root, goal.region)), root)
    if root not in roots or new in goal.region.intervals:
        raise Rejected(f"{where}: there is no such root in the gap, or its variable is not new")
    if not all(isinstance(end, Fraction) or end in ("oo", "-oo") for end in root[3:]):
        raise Rejected(f"{where}: the root lies between ends that are not numbers")
    if not free(root) <= set(goal.region.names):
        raise Rejected(f"{where}: the root depends on a variable that is bound elsewhere")
    x, body = opened(root, (*goal.region.names, new))
    low, high = (None if end in ("oo", "-oo") else end for end in root[3:])
    return root, new, put(body, {x: var(new)}), Interval(low, high)


def _through(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """Where the root is r the equation, linear in `name`, says name = h(r): the points (name, ...) become points (r, ...)."""
    name, interval = interval_of(goal, proof, where)
    root, new, equation, values = _root_of(goal, proof, where)
    must_exist(root, goal.region)  # at every point: in a branch that does not apply, a root need not
    coefficients = polynomial(equation, name, 1)
    if coefficients is None or len(coefficients) != 2 or interval.integer:
        raise Rejected(f"{where}: the equation of the root is not linear in {name}")
    rest, factor = coefficients
    wide = goal.region.without(name).extended(**{new: values})
    if sign(factor, wide) not in ("<", ">"):
        raise Rejected(f"{where}: the factor of {name} in the equation is not shown to differ from 0")
    solved = neg(div(rest, factor))
    given = [Rel(*(put(swap(s, root, var(new)), {name: solved}) if n != 1 else s for n, s in enumerate((r.left, r.rel, r.right))))
             for r in goal.region.given]  # fmt: skip
    others = {n: i for n, i in goal.region.intervals.items() if n != name}
    region = Region({**others, new: values}, (*given, *interval.relations(solved)))
    gap = put(swap(goal.gap, root, var(new)), {name: solved})
    checker.goal(Goal(gap, region, goal.strict), part_of(proof, "inner", where), where)


def _below(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """gap = k (R - r), k > 0, for a root r of an f that rises on (a, b): r <= R if R >= b, or a < R < b and f(R) >= 0.

    With `above` the gap is k (r - R): r >= R if R <= a, or a < R < b and f(R) <= 0. A falling f is replaced by -f.
    """
    root, new, equation, values = _root_of(goal, proof, where)
    factor, bound = read_term(proof.get("factor"), where), read_term(proof.get("bound"), where)
    above = proof.get("above") is True
    distance = sub(root, bound) if above else sub(bound, root)
    if root in list(nodes(bound)):
        raise Rejected(f"{where}: the bound has the root in it")
    if not equal(mul(factor, distance), goal.gap, goal.region) or not positive(factor, goal.region, True):
        raise Rejected(f"{where}: the gap is not a positive multiple of the distance from the root to the bound")
    for term in (bound, factor):
        must_exist(term, goal.region)
    rising = neg(equation) if proof.get("falling") is True else equation
    wide = goal.region.extended(**{new: values})
    if not smooth(equation, new):
        raise Rejected(f"{where}: the equation may jump or have a corner")
    must_exist(derivative(rising, new), wide)
    checker.goal(Goal(derivative(rising, new), wide, True), proof.get("slope", {"rule": "sign"}), f"{where} slope")
    near, far = (values.hi, values.lo) if above else (values.lo, values.hi)
    region = goal.region
    if near is not None:  # on the wrong side of this end the root would be beyond the bound
        rel = Rel(bound, "<" if above else ">", near)
        checker.relation(rel, goal.region, proof.get("reaches", {"rule": "sign"}), f"{where} reaches")
        region = region.extended(rel)
    if far is not None:
        region = region.extended(Rel(bound, ">" if above else "<", far))
    there = put(rising, {new: bound})
    must_exist(there, region)
    checker.goal(Goal(neg(there) if above else there, region, goal.strict), part_of(proof, "crosses", where), f"{where} crosses")


REDUCTIONS: dict[str, Callable[[Checker, Goal, Json, str], None]] = {
    "face": _face, "end": _end, "moved": _moved, "rising": _rising, "path": _path, "inner": _inner, "integrand": _integrand,
    "whole": _whole, "through": _through, "below": _below,
}  # fmt: skip
