"""Inequalities by repeated slopes: what is 0 at an end and rises from there is nonnegative, and the slope is shown the same way.

Main definition: `by_slopes(goal)`: an object that the kernel accepts for an inequality, or None.

A gap is brought to its normal form, factors of known sign are left out, and what remains is divided by something positive so that
its slope is simpler: by the factor of a logarithm or of Phi (the slope has none), or by one of its exponentials (its coefficient
loses a degree each time). Then, for a variable and one of its ends: is the gap nonnegative at the end, and does it rise from
there? Contact along v = u is an end, too: the way goes from u to v. Sampled signs say which ways are worth trying; the kernel
checks what comes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from typing import Any

from dplemma.decide.objects.leaves import boxed
from dplemma.decide.objects.normal_terms import Surplus, in_one_term, simpler, smaller_gaps
from dplemma.decide.objects.witness import scattered
from dplemma.ground.points import from_unit
from dplemma.kernel.boxes import Goal
from dplemma.kernel.calculus import derivative, polynomial, smooth
from dplemma.kernel.enclose import at_point
from dplemma.kernel.goals import Checker
from dplemma.kernel.limits import limit
from dplemma.kernel.normal import equal
from dplemma.kernel.signs import positive
from dplemma.kernel.statement import Interval, Region, Rel, names_of
from dplemma.kernel.term import BINDERS, ONE, ZERO, Rejected, Term, div, free, mul, neg, nodes, put, var
from dplemma.proofs.terms import write_term

Json = Any
SIGN: Json = {"rule": "sign"}
NONNEGATIVE = Interval(ZERO, lo_open=False)
NULL: Json = {"rule": "zero"}
EFFORTS = {1: ((2, 200), (4, 200), (6, 200)), 2: ((2, 60), (6, 60), (3, 420), (4, 420)), 3: ((3, 40),)}
"""Depths and efforts to be tried, by the number of variables."""
SAMPLES, BITS, GRID, MOST_TURNS = 12, 128, 48, 3
USUAL, LARGEST = 25, 700  # nodes of a gap


def by_slopes(goal: Goal) -> Json | None:
    """An accepted object, or None: short ways first. In many variables there are too many ways."""
    if any(isinstance(node, tuple) and node[0] in BINDERS for node in nodes(goal.gap)):
        return None  # the slope of a sum or of a root is no simpler
    tries = EFFORTS.get(len(free(goal.gap)), ())
    return next((proof for depth, effort in tries if (proof := _Search(effort).goal(goal, depth)) is not None), None)


def sampled(term: Term, region: Region) -> Iterator[Any]:
    """Values of a term at points of the region, where it has some."""
    for point in scattered(region, SAMPLES):
        try:
            value = at_point(term, point, BITS)
        except (Rejected, ValueError, ArithmeticError):
            continue
        if value.is_finite():
            yield value


def accepted_goal(goal: Goal, proof: Json) -> bool:
    try:
        Checker().goal(goal, proof, "attempt")
    except Rejected:
        return False
    return True


@dataclass
class _Search:
    """One search: `effort` counts goals, large ones more; what failed is not tried again."""

    effort: int
    failed: set[Any] = field(default_factory=set)

    def goal(self, goal: Goal, depth: int) -> Json | None:
        key = (goal.gap, _key(goal.region), goal.strict)
        size = sum(1 for _ in nodes(goal.gap))
        if self.effort <= 0 or size > LARGEST or key in self.failed or not self._plausible(goal):
            return None
        self.effort -= 1 + size // USUAL
        for proof in self._objects(goal, depth):
            if accepted_goal(goal, proof):
                return proof
        self.failed.add(key)
        return None

    def _objects(self, goal: Goal, depth: int) -> Iterator[Json]:
        yield SIGN
        if not goal.strict:
            yield NULL
        if not depth or not free(goal.gap):
            return
        yield from self._in_one_term(goal, depth - 1)
        yield from self._without_logarithm(goal, depth - 1)
        if len(goal.region.names) > 1:
            yield from self._by_smaller_gaps(goal, depth - 1)
        for factor, core in simpler(goal.gap, goal.region):
            inner = Goal(core, goal.region, goal.strict)
            for proof in self._ways(inner, depth - 1):
                if factor == ONE:
                    yield {"rule": "as", "gap": write_term(core), "inner": proof}
                else:
                    parts = [{"term": write_term(factor), "proof": SIGN}, {"term": write_term(core), "proof": proof}]
                    yield {"rule": "product", "factors": parts}

    # -- ways from an end

    def _ways(self, goal: Goal, depth: int) -> Iterator[Json]:
        for name in goal.region.names:
            interval = goal.region.intervals[name]
            if name in free(goal.gap) and not interval.integer and smooth(goal.gap, name):
                yield from self._from_ends(goal, name, interval, depth)
        if not goal.strict:
            yield from self._from_diagonals(goal, depth)
        yield from self._from_inside(goal, depth)
        yield from self._from_bounds(goal, depth)
        if len(goal.region.names) == 1:
            yield from self._over_humps(goal, depth)

    def _from_ends(self, goal: Goal, name: str, interval: Interval, depth: int) -> Iterator[Json]:
        slope = derivative(goal.gap, name)
        others = goal.region.without(name)
        between = Region({**goal.region.intervals, name: interval.inside()}, others.given)
        for low in (True, False):
            upward = Goal(slope if low else neg(slope), between, False)
            if not self._plausible(upward):
                continue
            for proof, strict_slope in self._ends(goal, name, interval, low, others):
                inner = self.goal(Goal(upward.gap, between, strict_slope), depth)
                if inner is not None:
                    yield {**proof, "strict_slope": strict_slope, "slope": inner}
            yield from self._from_face(goal, name, interval, low, upward, depth)

    def _ends(self, goal: Goal, name: str, interval: Interval, low: bool, others: Region) -> Iterator[tuple[Json, bool]]:
        """Ends at which the gap has the sign, with whether the slope must be strict."""
        end, is_open = (interval.lo, interval.lo_open) if low else (interval.hi, interval.hi_open)
        if end is not None:
            value = put(goal.gap, {name: end})
            face = {"rule": "face", "name": name, "low": low}
            if _positive(value, others, goal.strict):
                yield {**face, "face": SIGN}, False
            elif goal.strict and is_open and _positive(value, others, False):
                yield {**face, "face": SIGN}, True
        if end is None or is_open:
            to: Term = ("-oo" if low else "oo") if end is None else end
            found = limit(goal.gap, name, to, "+" if low else "-", others)
            if found is not None and found.value != "-oo":
                towards = {"rule": "end", "name": name, "high": not low}
                if found.value == "oo" or _positive(found.value, others, goal.strict):
                    yield towards, False
                elif goal.strict and _positive(found.value, others, False):
                    yield towards, True

    def _from_face(self, goal: Goal, name: str, interval: Interval, low: bool, upward: Goal, depth: int) -> Iterator[Json]:
        """The slope has the sign at once, and on the face the gap is shown as a goal of its own."""
        end = interval.lo if low else interval.hi
        if end is None or not positive(upward.gap, upward.region, False):
            return
        face = self.goal(Goal(put(goal.gap, {name: end}), goal.region.without(name), goal.strict), depth)
        if face is not None:
            yield {"rule": "face", "name": name, "low": low, "strict_slope": False, "slope": SIGN, "face": face}

    # -- contact inside

    def _from_diagonals(self, goal: Goal, depth: int) -> Iterator[Json]:
        """The gap is 0 where two variables are equal; where their order is open, in two cases."""
        names = [name for name in goal.region.names if name in free(goal.gap)]
        for low, high in permutations(names, 2):
            inner, outer = goal.region.intervals[low], goal.region.intervals[high]
            order = Rel(var(high), ">=", var(low))
            if outer.integer or not inner.within(outer) or not equal(put(goal.gap, {high: var(low)}), ZERO, goal.region):
                continue
            if positive(order.gap, goal.region, False):
                yield from self._path(goal, low, high, depth)
            elif low < high and inner == outer and not positive(neg(order.gap), goal.region, False):
                yield from self._both_orders(goal, order, depth)

    def _both_orders(self, goal: Goal, order: Rel, depth: int) -> Iterator[Json]:
        parts = []
        for given in (order, order.opposite()):
            part = self.goal(Goal(goal.gap, goal.region.extended(given), False), depth)
            if part is None:
                return
            parts.append(part)
        relation = ["Rel", write_term(order.left), order.rel, write_term(order.right)]
        yield {"rule": "case", "relation": relation, "yes": parts[0], "no": parts[1]}

    def _path(self, goal: Goal, low: str, high: str, depth: int) -> Iterator[Json]:
        if not smooth(goal.gap, high):
            return
        kept = tuple(rel for rel in goal.region.given if high not in free(rel.left) | free(rel.right))
        region = Region(goal.region.intervals, (*kept, Rel(var(high), ">=", var(low))))
        slope = self.goal(Goal(derivative(goal.gap, high), region, False), depth)
        if slope is not None:
            yield {"rule": "path", "moves": [{"from": low, "to": high, "slope": slope}]}

    def _from_inside(self, goal: Goal, depth: int) -> Iterator[Json]:
        """The gap is 0 at a simple value inside the interval of a variable."""
        for name in goal.region.names:
            interval = goal.region.intervals[name]
            if goal.strict or interval.integer or name not in free(goal.gap):
                continue
            for at in (ZERO, ONE):
                inside = (interval.lo is None or interval.lo < at) and (interval.hi is None or at < interval.hi)
                if inside and _vanishes(put(goal.gap, {name: at}), goal.region.without(name)):
                    yield from self._cut(goal, name, at, depth)

    def _cut(self, goal: Goal, name: str, at: Any, depth: int) -> Iterator[Json]:
        interval, parts = goal.region.intervals[name], []
        for own in (Interval(interval.lo, at, interval.lo_open, False), Interval(at, interval.hi, False, interval.hi_open)):
            part = self.goal(Goal(goal.gap, goal.region.with_interval(name, own), goal.strict), depth)
            if part is None:
                return
            parts.append(part)
        yield {"rule": "cut", "name": name, "at": str(at), "below": parts[0], "above": parts[1]}

    def _in_one_term(self, goal: Goal, depth: int) -> Iterator[Json]:
        """The gap, up to a positive factor, depends on one inner term alone."""
        for factor, inner, name, outer in in_one_term(goal.gap, goal.region):
            shown = self.goal(Goal(outer, Region({name: Interval()}), goal.strict), depth)
            if shown is None:
                continue
            yield _of_inner(factor, inner, name, outer, "(-oo, oo)", shown)

    def _from_bounds(self, goal: Goal, depth: int) -> Iterator[Json]:
        """The gap is linear in a variable that a relation bounds: the gap at the bound, and its slope times the way there."""
        for rel in goal.region.given if not goal.strict else ():
            for name in sorted(names_of(rel) & free(goal.gap)):
                bound, gap = polynomial(rel.gap, name, 1), polynomial(goal.gap, name, 1)
                if rel.rel in ("=", "!=") or bound is None or gap is None or len(bound) != 2 or len(gap) != 2:
                    continue
                there = Goal(put(goal.gap, {name: neg(div(*bound))}), goal.region, False)
                way = Goal(div(mul(gap[1], rel.gap), bound[1]), goal.region, False)
                shown = [self.goal(part, depth) for part in (there, way)]
                if None not in shown:
                    terms = zip((there.gap, way.gap), shown, strict=True)
                    yield {"rule": "sum", "factors": [{"term": write_term(t), "proof": proof} for t, proof in terms]}

    def _without_logarithm(self, goal: Goal, depth: int) -> Iterator[Json]:
        """A variable of which there is a logarithm is written as an exponential."""
        logs = [node[1] for node in nodes(goal.gap) if isinstance(node, tuple) and node[0] == "log"]
        for name in sorted({node[1] for node in logs if isinstance(node, tuple) and node[0] == "var"}):
            interval = goal.region.intervals.get(name)
            if interval is None or interval.integer or not interval.within(Interval(ZERO)):
                continue
            new = goal.region.fresh(goal.gap, like="t")
            value = ("exp", var(new))
            others = {n: i for n, i in goal.region.intervals.items() if n != name}
            given = (*goal.region.substituted(name, value), *interval.relations(value))
            inner = self.goal(Goal(put(goal.gap, {name: value}), Region({**others, new: Interval()}, given), goal.strict), depth)
            if inner is not None:
                yield {"rule": "moved", "name": name, "by": "exp", "variable": new, "inner": inner}

    def _by_smaller_gaps(self, goal: Goal, depth: int) -> Iterator[Json]:
        """The gap is something nonnegative more than a simpler one."""
        for rest, more in smaller_gaps(goal.gap, goal.region):
            smaller = Goal(rest, goal.region, goal.strict)
            shown = self.goal(smaller, depth) if self._plausible(smaller) else None
            slack = None if shown is None else self._slack(more, goal.region, depth)
            if slack is not None:
                terms = [{"term": write_term(rest), "proof": shown}, {"term": write_term(more.term), "proof": slack}]
                yield {"rule": "sum", "factors": terms}

    def _slack(self, more: Surplus, region: Region, depth: int) -> Json | None:
        if more.outer is None:
            return SIGN
        shown = self.goal(Goal(more.outer, Region({more.name: NONNEGATIVE}), False), depth)
        if shown is None:
            return None
        return _of_inner(more.factor, more.inner, more.name, more.outer, "[0, oo)", shown)

    def _over_humps(self, goal: Goal, depth: int) -> Iterator[Json]:
        """The gap rises and falls: boxes where it turns, slopes between the turns."""
        (name,) = goal.region.names
        interval = goal.region.intervals[name]
        if name not in free(goal.gap) or interval.integer or not smooth(goal.gap, name):
            return
        turns = _turns(derivative(goal.gap, name), name, interval)
        if not 1 <= len(turns) <= MOST_TURNS:
            return
        ends = [interval.lo, *(end for turn in turns for end in turn), interval.hi]
        parts = []
        for number, (lo, hi) in enumerate(pairwise(ends)):
            own = Interval(lo, hi, interval.lo_open and lo == interval.lo, interval.hi_open and hi == interval.hi)
            part = Goal(goal.gap, Region({name: own}), goal.strict)
            proof = boxed(part) or (self.goal(part, depth) if number % 2 == 0 else None)
            if proof is None:
                return
            parts.append(proof)
        found = parts[-1]
        for at, part in zip(reversed(ends[1:-1]), reversed(parts[:-1]), strict=True):
            found = {"rule": "cut", "name": name, "at": str(at), "below": part, "above": found}
        yield found

    # -- samples

    def _plausible(self, goal: Goal) -> bool:
        """No sampled point contradicts it."""
        return not any(value < 0 for value in sampled(goal.gap, goal.region))


def _of_inner(factor: Term, inner: Term, name: str, outer: Term, interval: str, shown: Json) -> Json:
    """factor outer(inner), where the outer function is shown to have the sign on an interval that holds the inner term."""
    own = {"rule": "inner", "variable": name, "inner": write_term(inner), "gap": write_term(outer), "interval": interval}
    whole = {"term": write_term(put(outer, {name: inner})), "proof": {**own, "outer": shown}}
    return {"rule": "product", "factors": [{"term": write_term(factor), "proof": SIGN}, whole]}


def _turns(slope: Term, name: str, interval: Interval) -> list[tuple[Any, Any]]:
    """The pairs of points of a rising grid between which the slope changes its sign."""
    grid = sorted({from_unit(interval, n / GRID) for n in range(1, GRID)})  # pyright: ignore[reportArgumentType]
    values = [at_point(slope, {name: x}, BITS) for x in grid]
    signs = [1 if value > 0 else -1 if value < 0 else 0 for value in values]
    return [(low, high) for (low, s), (high, t) in pairwise(zip(grid, signs, strict=True)) if s != t]


def _key(region: Region) -> Any:
    return tuple(region.intervals.items()), region.given


def _vanishes(term: Term, region: Region) -> bool:
    try:
        return equal(term, ZERO, region)
    except Rejected:
        return False


def _positive(term: Term, region: Region, strict: bool) -> bool:
    return (not strict and _vanishes(term, region)) or positive(term, region, strict)
