"""Where a search should look: identities, directions of monotonicity, places to cut a region. Hints only; nothing is proved here
but that an expression vanishes.

Main definitions: `is_zero(gap)`, `direction(goal, name, seed)`, `cut_places(goal, forms)`, `below_applies(goal, node)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sympy import CoercionFailed, Expr, Piecewise, Poly, S, Symbol, factor, numer, together

from dplemma.base.errors import DplemmaError
from dplemma.base.exact import fraction_of
from dplemma.base.limiter import TimeUp, work_limit
from dplemma.compile.evaluate import compiled
from dplemma.decide.regions.enclosures import inner
from dplemma.decide.regions.equals import MAX_OPERATIONS, SECONDS, lightened
from dplemma.ground.equal import by_erf
from dplemma.ground.points import certified_points
from dplemma.lang.exact import rational_of
from dplemma.lang.nodes import Root
from dplemma.proofs.rules import Box, Goal, SignForm

SIGN_POINTS = 6
MAX_PLACES = 50

Point = dict[str, Fraction]


def is_zero(gap: Expr) -> bool:
    if gap == 0:
        return True
    if gap.has(Piecewise, Root) or gap.count_ops() > MAX_OPERATIONS:
        return False
    try:
        with work_limit(SECONDS, "whether a gap vanishes"):
            return by_erf(gap, S.Zero)
    except (TimeUp, TypeError, ValueError):
        return False


def below_applies(goal: Goal, node: Root) -> bool:
    """The gap is c (R - root) with a number c > 0 and no other root in it; the equation has a value where its interval starts."""
    place = Symbol("|root", real=True)
    linear = goal.gap.xreplace({node: place})
    slope = linear.diff(place)
    return bool(slope.is_number and slope.is_negative and not linear.has(Root)) and _starts(node)


def _starts(node: Root) -> bool:
    x, lower, _ = node.bound
    return not lower.is_infinite and not node.function.subs(x, lower).has(
        S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity
    )


def direction(goal: Goal, name: str, seed: str) -> bool | None:
    """The finite end at which the gap is least, by the signs of its slope at points; None if they differ."""
    symbol, interval = Symbol(name, real=True), goal.region.intervals[name]
    if symbol not in goal.gap.free_symbols:
        return None
    signs = set()
    try:
        tape = compiled(goal.gap.diff(symbol), goal.region.names)
        for point in certified_points(goal.region, f"{seed}/direction", SIGN_POINTS, tries=100):
            ball = tape.ball(point, 192)
            signs |= {bool(ball > 0)} if ball > 0 or ball < 0 else set()
    except DplemmaError:
        return None
    if len(signs) != 1:
        return None
    low = signs.pop()
    return low if (interval.lo if low else interval.hi) is not None else None


def whole_point(goal: Goal, name: str, point: Point | None, open_boxes: list[Box]) -> Point | None:
    """A point with a whole value of `name` at which the gap has the wrong sign: the given one, or an end of an open box."""
    places = [] if point is None else [point]
    for box in open_boxes[:MAX_PLACES]:
        rest = {n: inner(*ends) for n, ends in box.items() if n != name}
        places += [{**rest, name: end} for end in box.get(name, ()) if end is not None]
    for place in places:
        if place[name].denominator == 1 and set(place) == set(goal.region.names) and _fails(goal, place):
            return place
    return None


def _fails(goal: Goal, point: Point) -> bool:
    try:
        ball = compiled(goal.gap, goal.region.names).ball(point, 192)
    except DplemmaError:
        return False
    return bool(ball <= 0 if goal.strict else ball < 0)


def point_through(goal: Goal, node: Root, name: str, point: Point | None) -> Point | None:
    """The point of the goal's own region that belongs to a point in terms of the root, `name` as a rational number next to it."""
    if point is None or node.bound[0].name not in point:
        return None
    symbol = Symbol(name, real=True)
    value = -node.function.xreplace({symbol: S.Zero}) / node.function.diff(symbol)
    try:
        near = Fraction(compiled(value).ball(point, 192).mid().str(20, radius=False))
    except (DplemmaError, ValueError):
        return None
    return {**{n: v for n, v in point.items() if n != node.bound[0].name}, name: near}


def contact_places(goal: Goal) -> Iterator[tuple[str, Fraction]]:
    """Simple values of one variable, ends of its interval first, at which the gap vanishes identically in several others."""
    if goal.strict or len(goal.region.names) < 2:
        return
    for name, interval in goal.region.intervals.items():
        ends = [end for end in (interval.lo, interval.hi) if end is not None]
        inside = [value for value in (Fraction(0), Fraction(1)) if value in interval and value not in ends]
        for value in (*ends, *inside):
            try:
                at = goal.gap.subs(Symbol(name, real=True), rational_of(value))
            except (TypeError, ValueError):  # SymPy does not compare infinite values
                continue
            if not at.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity) and is_zero(at):
                yield name, value


def cut_places(goal: Goal, forms: list[SignForm]) -> Iterator[tuple[str, Fraction]]:
    """Rational zeros, inside the interval, of factors in one variable alone."""
    seen = set()
    expressions = [slope for form in forms if form.rule == "equal" for slopes in form.slopes.values() for slope in slopes]
    for expr in [*expressions, *(form.gap for form in forms)]:
        if expr.count_ops() > MAX_OPERATIONS:
            continue
        try:
            with work_limit(SECONDS, "factors of a gap"):
                light, back = lightened(expr)
                above = factor(numer(together(light))).xreplace(back)
        except (TimeUp, TypeError, ValueError):
            continue
        for part in above.args if above.is_Mul else (above,):
            base = part.as_base_exp()[0]
            if len(base.free_symbols) != 1:
                continue
            (symbol,) = base.free_symbols
            interval = goal.region.intervals[symbol.name]
            for root in _rational_roots(base, symbol):
                inside = root in interval and root not in (interval.lo, interval.hi)
                if inside and (symbol.name, root) not in seen:
                    seen.add((symbol.name, root))
                    yield symbol.name, root


def _rational_roots(expr: Expr, symbol: Symbol) -> list[Fraction]:
    if expr.is_polynomial(symbol):
        try:
            return [fraction_of(r) for r in Poly(expr, symbol, domain="QQ").ground_roots()]
        except CoercionFailed:  # coefficients that are not rational
            return []
    value = expr.subs(symbol, 1)
    return [Fraction(1)] if value == 0 else [Fraction(0)] if expr.subs(symbol, 0) == 0 else []
