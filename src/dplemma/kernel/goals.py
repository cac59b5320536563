"""Inequalities on regions: the rules that reduce one to others, to normal forms and to boxes.

Main definition: `Checker`, whose `goal(goal, proof, where)` raises `Rejected` unless the proof shows the goal.

A goal says that its gap is > 0 (or >= 0) at every point of the region at which the gap exists; that it exists is shown apart,
once, for the statement (`exists`). A rule that leaves the region (to a face, to what lies between two points) shows existence
there.

    sign      the normal form of the gap has the sign                    zero      the gap is 0 and equality is allowed
    number    the gap has no variables; its ball has the sign            boxes     see `tiling`
    as        an equal gap has the sign                                  only      in the variables that matter
    cut       on both sides of a value of one variable
    case      where a relation holds, and where it fails                 have      with a relation that is shown first
    face      monotone in a variable, and on the face where it is least
    end       monotone in a variable, towards an open or infinite end where its limit has the sign
    product   the gap is a product of factors that have the sign         sum       a sum of such terms
    moved     a variable is written as Phi(t), exp(t), 1/t or c + t, which reaches all its values
    rising    the gap is E(high) - E(low) with low <= high and E' >= 0 on an interval that holds both
    integrand the gap is an integral of what has the sign
    path      the gap is 0 where pairs of variables are equal, and rises as one of each goes up
    given     the gap is that of a relation that is given
    greatest  x - Max(a, b, ...), by each part; x - a by x - Max(a, ...)
    contrary  where the goal fails, a relation that is given fails       inner     the gap depends on one inner term alone
    whole     integers: one by one up to a bound, all reals beyond
    through   a root becomes a variable, and its equation is solved for another one
    below     a root is compared with a bound by the sign of its equation there
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from dplemma.kernel.calculus import derivative, polynomial, smooth
from dplemma.kernel.enclose import at_point
from dplemma.kernel.exists import carried_out, must_exist
from dplemma.kernel.limits import limit
from dplemma.kernel.normal import equal
from dplemma.kernel.signs import positive, sign
from dplemma.kernel.statement import Interval, Region, Rel, names_of, read_interval, read_relation
from dplemma.kernel.term import (
    ONE,
    ZERO,
    Json,
    Rejected,
    Term,
    add,
    bad,
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
    read_rational,
    read_term,
    shown,
    sub,
    swap,
    var,
)  # fmt: skip
from dplemma.kernel.tiling import MOST_BITS, Goal, check_boxes, given_relation, read_box, tiles

MOST_NESTED = 60
_MOVES = {"Phi": Interval(ZERO, ONE), "exp": Interval(ZERO), "inverse": Interval(ZERO), "shift": Interval()}


@dataclass
class Checker:
    """What a check has used: boxes, trusted lemmas; `lemmas` are statements already shown, by name."""

    boxes: int = 0
    assumes: set[str] = field(default_factory=set)

    def goal(self, goal: Goal, proof: Json, where: str) -> None:
        """Accept the proof, or reject it with one line that says where it fails."""
        rule = proof.get("rule") if isinstance(proof, dict) else None
        if rule not in _RULES:
            raise Rejected(f"{where}: no rule {str(rule)[:30]!r} for an inequality")
        if where.count(">") > MOST_NESTED:
            raise Rejected(f"rules nested deeper than {MOST_NESTED}")
        if not free(goal.gap) <= set(goal.region.names):
            raise Rejected(f"{where}: a variable that the region does not have")
        _RULES[rule](self, goal, proof, f"{where} > {rule}")

    def relation(self, rel: Rel, region: Region, proof: Json, where: str, tiles_: Any = ()) -> None:
        """Both sides exist on the region and are so related."""
        for side in (rel.left, rel.right):
            must_exist(side, region, tiles_)
        rel = Rel(carried_out(rel.left), rel.rel, carried_out(rel.right))
        if rel.rel == "=":
            if not equal(rel.left, rel.right, region):
                raise Rejected(f"{where}: {shown(rel.left)} is not shown to equal {shown(rel.right)}")
        elif rel.rel == "!=":
            if sign(rel.gap, region) not in ("<", ">", "!="):
                raise Rejected(f"{where}: {shown(rel.gap)} is not shown to differ from 0")
        else:
            self.goal(Goal(rel.gap, region, rel.strict), proof, where)


def part_of(proof: Json, name: str, where: str) -> Json:
    if not isinstance(proof.get(name), dict):
        raise bad(where, f"lacks the proof {name!r}")
    return proof[name]


def _interval_of(goal: Goal, proof: Json, where: str) -> tuple[str, Interval]:
    name = read_name(proof.get("name"), where)
    if name not in goal.region.intervals:
        raise Rejected(f"{where}: {name} is no variable of the region")
    return name, goal.region.intervals[name]


def tiles_of(proof: Json, region: Region, where: str) -> tuple[Any, ...]:
    boxes = tuple(read_box(box, where) for box in proof.get("tiles", []))
    if boxes and not tiles({name: (i.lo, i.hi) for name, i in region.intervals.items()}, boxes):
        raise Rejected(f"{where}: the boxes on which a part exists do not tile the region")
    return boxes


# -- at once ------------------------------------------------------------------------------------------------------------


def _sign(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    if not positive(goal.gap, goal.region, goal.strict):
        raise Rejected(f"{where}: the sign of {shown(goal.gap)} is not shown")


def _zero(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    if goal.strict or not equal(goal.gap, ZERO, goal.region):
        raise Rejected(f"{where}: the gap is not shown to vanish, or must be positive")


def _number(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    bits = proof.get("bits")
    if not isinstance(bits, int) or not 32 <= bits <= MOST_BITS or free(goal.gap):
        raise Rejected(f"{where}: the gap is not a number, or the precision not between 32 and {MOST_BITS} bits")
    value = at_point(goal.gap, {}, bits)
    if not (value.is_finite() and (value > 0 if goal.strict else value >= 0)):
        raise Rejected(f"{where}: the sign is not shown")
    checker.boxes += 1


def _boxes(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    checker.boxes += check_boxes(goal, proof, where)


# -- the same, in parts ---------------------------------------------------------------------------------------------------


def _as(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """The other gap must exist wherever this one does, or it would say nothing there."""
    other = read_term(proof.get("gap"), where)
    if not equal(other, goal.gap, goal.region):
        raise Rejected(f"{where}: {shown(other)} is not shown to equal the gap")
    must_exist(other, goal.region, tiles_of(proof, goal.region, where))
    checker.goal(replace(goal, gap=other), part_of(proof, "inner", where), where)


def _only(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """In some variables, those of the gap among them; what is given of others is not used.

    Where the gap has more variables, an equal one without them is put in its place.
    """
    names = [read_name(name, where) for name in proof.get("names", [])]
    if not free(goal.gap) <= set(names) and "gap" in proof:
        return _as(checker, goal, {"gap": proof["gap"], "inner": {**proof, "rule": "only"}}, where)
    if not free(goal.gap) <= set(names) <= set(goal.region.names):
        raise Rejected(f"{where}: the gap depends on other variables")
    given = tuple(rel for rel in goal.region.given if names_of(rel) <= set(names))
    region = Region({name: goal.region.intervals[name] for name in names}, given)
    checker.goal(replace(goal, region=region), part_of(proof, "inner", where), where)


def _cut(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    name, i = _interval_of(goal, proof, where)
    at = read_rational(proof.get("at"), where)
    if not (i.lo is None or i.lo < at) or not (i.hi is None or at < i.hi):
        raise Rejected(f"{where}: {at} is not inside the interval of {name}")
    if i.integer and at.denominator != 1:
        raise Rejected(f"{where}: integers are cut at an integer")
    below, above = replace(i, hi=at, hi_open=False), replace(i, lo=at, lo_open=False)
    for part, interval in (("below", below), ("above", above)):
        region = goal.region.with_interval(name, interval)
        checker.goal(replace(goal, region=region), part_of(proof, part, where), where)


def _case(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    rel = read_relation(proof.get("relation"), where)
    for side in (rel.left, rel.right):
        must_exist(side, goal.region)
    for part, given in (("yes", rel), ("no", rel.opposite())):
        checker.goal(replace(goal, region=goal.region.extended(given)), part_of(proof, part, where), where)


def _have(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    rel = read_relation(proof.get("relation"), where)
    checker.relation(rel, goal.region, part_of(proof, "proof", where), f"{where} relation", tiles_of(proof, goal.region, where))
    checker.goal(replace(goal, region=goal.region.extended(rel)), part_of(proof, "inner", where), where)


def _product(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    factors = _several(checker, goal, proof, "factors", where, [goal.strict] * len(proof.get("factors", [])))
    if not equal(mul(*factors), goal.gap, goal.region):
        raise Rejected(f"{where}: the gap is not the product of the factors")


def _sum(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    count = len(proof.get("factors", []))
    terms = _several(checker, goal, proof, "factors", where, [goal.strict and n == 0 for n in range(count)])
    if not equal(add(*terms), goal.gap, goal.region):
        raise Rejected(f"{where}: the gap is not the sum of the terms")


def _several(checker: Checker, goal: Goal, proof: Json, key: str, where: str, strict: list[bool]) -> list[Term]:
    parts = proof.get(key)
    if not isinstance(parts, list) or not 1 <= len(parts) <= 40:
        raise bad(where, "one to forty parts, each with its proof")
    terms = [read_term(part.get("term"), where) for part in parts]
    for term, part, is_strict in zip(terms, parts, strict, strict=True):
        must_exist(term, goal.region)
        checker.goal(Goal(term, goal.region, is_strict), part_of(part, "proof", where), where)
    return terms


def _given(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    rel = given_relation(proof.get("relation"), goal.region, where)
    if rel.rel in ("=", "!=") or rel.gap != goal.gap or (goal.strict and not rel.strict):
        raise Rejected(f"{where}: {rel.text()} does not say that {shown(goal.gap)} has the sign")


def _greatest(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """x >= Max(a, b, ...) if x >= a, x >= b, ...; x >= a if x >= Max(a, b, ...)."""
    greatest, other = read_term(proof.get("greatest"), where), read_term(proof.get("other"), where)
    if not isinstance(greatest, tuple) or greatest[0] != "Max":
        raise Rejected(f"{where}: {shown(greatest)} is not a maximum")
    for term in (greatest, other):
        must_exist(term, goal.region)
    if "above" in proof:
        gaps = [sub(other, part) for part in greatest[1:]]
        if goal.gap not in gaps and not any(equal(goal.gap, gap, goal.region) for gap in gaps):
            raise Rejected(f"{where}: the gap is not that less a part of the maximum")
        return checker.goal(replace(goal, gap=sub(other, greatest)), part_of(proof, "above", where), where)
    parts = proof.get("parts", [])
    if not equal(goal.gap, sub(other, greatest), goal.region) or len(parts) != len(greatest) - 1:
        raise Rejected(f"{where}: the gap is not that less a maximum, or has other parts")
    for part, own in zip(greatest[1:], parts, strict=True):
        checker.goal(replace(goal, gap=sub(other, part)), own, where)


def _contrary(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    rel = given_relation(proof.get("relation"), goal.region, where)
    if rel.rel in ("=", "!="):
        raise Rejected(f"{where}: the contrary of an equality is no inequality")
    fails = Rel(goal.gap, "<=" if goal.strict else "<", ZERO)
    rest = tuple(other for other in goal.region.given if other != rel)
    region = replace(goal.region, given=(*rest, fails))
    for side in (rel.left, rel.right):
        must_exist(side, region)
    checker.goal(Goal(neg(rel.gap), region, not rel.strict), part_of(proof, "inner", where), where)


# -- one variable ---------------------------------------------------------------------------------------------------------


def _face(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """The slope away from the face is >= 0 between the ends, the gap continuous up to the face, where the goal holds."""
    name, interval = _interval_of(goal, proof, where)
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
    name, interval = _interval_of(goal, proof, where)
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
    name, interval = _interval_of(goal, proof, where)
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
    names = set(goal.region.names)
    if new in names or interval.integer or not free(low) | free(high) <= names or not smooth(function, new):
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
    name, interval = _interval_of(goal, proof, where)
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
    name, interval = _interval_of(goal, proof, where)
    root, new, equation, values = _root_of(goal, proof, where)
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
    if not free(bound) <= set(goal.region.names) or root in list(nodes(bound)):
        raise Rejected(f"{where}: the bound is not a term of the region")
    if not equal(mul(factor, distance), goal.gap, goal.region) or not positive(factor, goal.region, True):
        raise Rejected(f"{where}: the gap is not a positive multiple of the distance from the root to the bound")
    for term in (bound, factor):
        must_exist(term, goal.region)
    rising = neg(equation) if proof.get("falling") is True else equation
    wide = goal.region.extended(**{new: values})
    if not smooth(equation, new):
        raise Rejected(f"{where}: the equation may jump or have a corner")
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


_RULES: dict[str, Callable[[Checker, Goal, Json, str], None]] = {
    "sign": _sign, "zero": _zero, "number": _number, "boxes": _boxes, "as": _as, "only": _only, "cut": _cut, "case": _case,
    "have": _have, "product": _product, "sum": _sum, "given": _given, "greatest": _greatest, "contrary": _contrary, "face": _face,
    "end": _end, "moved": _moved, "rising": _rising, "path": _path, "inner": _inner,
    "integrand": _integrand,
    "whole": _whole, "through": _through, "below": _below,
}  # fmt: skip
