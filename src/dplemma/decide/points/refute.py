"""The search for a certified contrary fact: simple and scattered points, boundaries, extremes, then descent on the slack.

Where one side of an equivalence changes its truth value the other side must change as well, and an implication is tightest
where its premise is about to fail; both boundaries are found by bisection.
A point counts only when Arb balls contradict the statement there, or certify that a side has no value there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, islice

from flint import arb
from sympy import Expr

from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import Point, compiled, decimal, enclose
from dplemma.ground.breaks import break_points
from dplemma.ground.domain import undefined_part
from dplemma.ground.points import between, extreme_points, from_unit, is_inside, scattered_points, seeded, simple_points
from dplemma.ground.truth import Truth, truth
from dplemma.lang.exact import rational_of
from dplemma.lang.judgements import Monotone
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.region import Region
from dplemma.lang.statements import All, ForAll, Iff, Implies, Member, Rel, Statement
from dplemma.ledger.verdict import Counterexample

SCATTERED = 48
BISECTIONS, BISECTION_STEPS = 8, 24
EXTREMES, BREAKS = 64, 32
DESCENT_STARTS, DESCENT_STEPS = 4, 40
DIGITS_SHOWN = 20
MOST_BITS = 4096  # of a coordinate: about 1200 digits
COSTLY_SHARE = 8  # a tape with a solver inside gets this fraction of the points


def shown(point: Point) -> dict[str, str]:
    return {name: str(value) for name, value in point.items()}


def contrary_points(
    statement: Statement, region: Region, seed: str, mechanism: Mechanism | None = None
) -> Iterator[Counterexample]:
    """Certified counterexamples of a pointwise statement, as they are found; the last ones where a side may cease to exist."""
    if isinstance(statement, ForAll):
        yield from contrary_points(statement.statement, region.extended(**statement.over), seed, mechanism)
        return
    share = COSTLY_SHARE if costly(statement) else 1
    points = chain(_candidates(region, seed, share), break_points(statement, region, BREAKS // share))
    yield from _judged(statement, region, points, mechanism)


def points_by_descent(
    statement: Statement, region: Region, seed: str, mechanism: Mechanism | None = None
) -> Iterator[Counterexample]:
    """Counterexamples at a boundary, far out, or of least slack: dearer, for statements that no proof has settled."""
    if isinstance(statement, ForAll):
        yield from points_by_descent(statement.statement, region.extended(**statement.over), seed, mechanism)
        return
    share = COSTLY_SHARE if costly(statement) else 1
    points = chain(
        _boundary(statement, region, seed, share),
        islice(extreme_points(region), EXTREMES // share),
        _descent(statement, region, seed, share),
    )
    yield from _judged(statement, region, points, mechanism)


def _judged(
    statement: Statement, region: Region, points: Iterable[Point], mechanism: Mechanism | None
) -> Iterator[Counterexample]:
    return (found for point in points if (found := judge(statement, region, point, mechanism)))


def costly(statement: Statement) -> bool:
    for part in statement.walk():
        for expr in part.expressions():
            try:
                if compiled(expr).costly:
                    return True
            except Unsupported:
                return True
    return False


def _candidates(region: Region, seed: str, share: int) -> list[dict[str, Fraction]]:
    return [*islice(simple_points(region), 96 // share), *_scattered(region, seed, SCATTERED // share)]


def _scattered(region: Region, seed: str, count: int) -> Iterator[dict[str, Fraction]]:
    return islice(scattered_points(region, seed), count if region.names else 0)


def judge(statement: Statement, region: Region, point: Point, mechanism: Mechanism | None) -> Counterexample | None:
    """The counterexample this point gives, if it lies in the region and gives one."""
    if not _can_be_shown(point) or not is_inside(region, dict(point)):
        return None
    result = truth(statement, point)
    if result.value is False:
        return _described(statement, result, point, mechanism)
    if result.value is None and not result.agreeing:
        return undefined_at(statement, point)
    return None


def _can_be_shown(point: Point) -> bool:
    """A coordinate of thousands of digits is no counterexample that anyone could read."""
    return all(max(value.numerator.bit_length(), value.denominator.bit_length()) <= MOST_BITS for value in point.values())


def _described(statement: Statement, result: Truth, point: Point, mechanism: Mechanism | None) -> Counterexample:
    full = {**point, **dict(result.bindings)}
    lhs = rhs = None
    note = result.note
    if result.relation is not None:
        lhs, rhs = (_digits(side, full) for side in (result.relation.lhs, result.relation.rhs))
        fails = f"{result.relation.text()} fails here"
        note = f"{note}; {fails}" if note else fails
    kind = "equivalence" if isinstance(statement, Iff) else "shape" if isinstance(statement, Member) and not lhs else "relation"
    finite = None
    if mechanism is not None:
        kind = "mechanism"
        finite = {side: [_exact_entry(entry, full) for entry in getattr(mechanism, side)] for side in ("P", "Q")}
    return Counterexample(kind=kind, point=shown(full), mechanism=finite, lhs=lhs, rhs=rhs, note=note)


def _digits(side: Expr, point: Point) -> str:
    """Twenty certain digits where they can be had, else as many as a ball of moderate precision gives."""
    try:
        return decimal(enclose(side, point, DIGITS_SHOWN + 5, max_bits=512), DIGITS_SHOWN)
    except OutOfBudget:
        return decimal(compiled(side).ball(point, 256), DIGITS_SHOWN)


def _exact_entry(entry: Expr, point: Point) -> str:
    return str(entry.subs({s: rational_of(point[s.name]) for s in entry.free_symbols}))


def undefined_at(statement: Statement, point: Point) -> Counterexample | None:
    """A side without value at the point; the conclusion of an implication only where its premise holds."""
    if isinstance(statement, Implies):
        return undefined_at(statement.conclusion, point) if truth(statement.premise, point).value is True else None
    if isinstance(statement, (All, Iff)):
        return next((found for part in statement.parts() if (found := undefined_at(part, point))), None)
    if isinstance(statement, (Rel, Member)):
        for expr in statement.expressions():
            reason = undefined_part(expr, point)
            if reason:
                return Counterexample(kind="undefined", point=shown(point), note=reason)
    return None


# -- boundaries -------------------------------------------------------------------------------------------------------------


def _boundary(statement: Statement, region: Region, seed: str, share: int) -> Iterator[dict[str, Fraction]]:
    """Points ever closer to where a side of an equivalence, or the premise of an implication, changes its truth value."""
    sides = statement.parts() if isinstance(statement, Iff) else (statement.premise,) if isinstance(statement, Implies) else ()
    candidates = [point for point in _candidates(region, seed, share) if is_inside(region, point)] if sides else []
    for side in sides:
        known = [(point, truth(side, point, 6).value) for point in candidates]
        holding, failing = ([point for point, value in known if value is wanted] for wanted in (True, False))
        for here, there in islice(zip(holding, failing, strict=False), max(1, BISECTIONS // share)):
            for _ in range(BISECTION_STEPS):
                middle = between(region, here, there)
                yield middle
                value = truth(side, middle, 6).value if is_inside(region, middle) else None
                if value is None or middle in (here, there):
                    break
                here, there = (middle, there) if value else (here, middle)


# -- descent --------------------------------------------------------------------------------------------------------------


def slack(statement: Statement, point: Point) -> float | None:
    """How far the statement is from failing at a point, relative to its size; None where that makes no sense."""
    if isinstance(statement, Implies):
        return slack(statement.conclusion, point) if truth(statement.premise, point, 6).value is True else None
    if isinstance(statement, All):
        found = [s for part in statement.statements if (s := slack(part, point)) is not None]
        return min(found, default=None)
    if not isinstance(statement, Rel) or statement.rel in ("=", "!="):
        return None
    try:
        left, right = (compiled(e).ball(point, 96) for e in (statement.lhs, statement.rhs))
    except (OutOfBudget, Unsupported):
        return None
    if not (left.is_finite() and right.is_finite()):
        return None
    difference = right - left if statement.rel in ("<", "<=") else left - right
    size = abs(left) + abs(right)
    return float(difference.mid()) / (float(size.mid()) or 1.0) if size > 0 else float(difference.mid())


def _descent(statement: Statement, region: Region, seed: str, share: int) -> Iterator[dict[str, Fraction]]:
    """Pattern search for the least slack, from the best candidates, in the unit cube of the region."""
    if not region.names or not any(isinstance(s, Rel) and s.rel not in ("=", "!=") for s in statement.walk()):
        return
    rng = seeded(f"{seed}/descent")
    names = region.names

    def place(cube: list[float]) -> dict[str, Fraction]:
        return {n: from_unit(region.intervals[n], u) for n, u in zip(names, cube, strict=True)}

    def height(cube: list[float]) -> float:
        point = place(cube)
        if not is_inside(region, point):
            return float("inf")
        value = slack(statement, point)
        return float("inf") if value is None else value

    starts = [[rng.random() for _ in names] for _ in range(64 // share)]
    starts.sort(key=height)
    for cube in starts[:DESCENT_STARTS]:
        best, step = height(cube), 0.2
        for _ in range(DESCENT_STEPS // max(1, share // 4)):
            improved = False
            for axis in range(len(names)):
                for sign in (step, -step):
                    trial = list(cube)
                    trial[axis] = min(max(trial[axis] + sign, 0.0), 1.0)
                    value = height(trial)
                    if value < best:
                        cube, best, improved = trial, value, True
            if best < 0:
                break
            step *= 1.0 if improved else 0.5
            if step < 1e-6:
                break
        yield place(cube)


# -- monotonicity -----------------------------------------------------------------------------------------------------------


def refute_monotone(statement: Monotone, region: Region, seed: str) -> Counterexample | None:
    """Two points that differ in one variable and are ordered the wrong way."""
    name = statement.variable.name
    tape = compiled(statement.expr)
    rising = statement.direction == "increasing"
    count = 60 // (COSTLY_SHARE if tape.costly else 1)
    rng = seeded(f"{seed}/pairs")
    for point in [*islice(simple_points(region), count), *_scattered(region, seed, count)]:
        other = {**point, name: from_unit(region.intervals[name], rng.random())}
        if other[name] == point[name] or not (is_inside(region, point) and is_inside(region, other)):
            continue
        low, high = sorted((point, other), key=lambda p: p[name])
        try:
            first, second = (tape.ball(p, 192) for p in (low, high))
        except OutOfBudget:
            first = second = arb.nan()
        if not (first.is_finite() and second.is_finite()):
            if missing := next((m for p in (low, high) if (m := undefined_part(statement.expr, p))), ""):
                return Counterexample(kind="two-points", point={**shown(low), f"{name}'": str(high[name])}, note=missing)
            continue
        wrong = first > second if rising else first < second
        if not wrong and statement.strict and first.is_exact() and second.is_exact() and first == second:
            wrong = True
        if wrong:
            pair = {**shown(low), f"{name}'": str(high[name])}
            note = f"at {name} = {low[name]} and {name}' = {high[name]} the values are not {statement.direction}"
            return Counterexample(kind="two-points", point=pair, lhs=decimal(first), rhs=decimal(second), note=note)
    return None
