"""Sampled confirmation: Arb supports the statement at many points of the region and mpmath gives the same numbers.

Evidence, never proof. A disagreement between the two is an error of dplemma and is raised.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice

import mpmath
from flint import arb
from sympy import Derivative, Expr

from dplemma.arb.precision import working_precision
from dplemma.base.errors import EngineDisagreement, OutOfBudget, Unsupported, clipped
from dplemma.compile.evaluate import Point, compiled
from dplemma.decide.points.refute import costly
from dplemma.ground.breaks import break_points
from dplemma.ground.domain import undefined_part
from dplemma.ground.points import certified_points, end_points, is_inside, where_premise_holds
from dplemma.ground.slopes import has_value, missing_slope
from dplemma.ground.truth import DIGITS, choices, truth
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.lang.statements import Exists, ForAll, Implies, Rel, Statement
from dplemma.lang.text import to_text

POINTS, COSTLY_POINTS = 48, 12
SECOND_OPINIONS, COSTLY_SECOND_OPINIONS = 12, 2
COSTLY_DIGITS = 15
MIN_POINTS = 6
ROOTED = 2  # points at which roots must not certainly be missing or several: numerics give one of them


@dataclass(frozen=True)
class Evidence:
    """Outcome of the sampling: enough support or not, and why not."""

    supported: bool
    points: int
    bits: int
    second_opinion: str
    remark: str = ""
    refuting: dict[str, Fraction] | None = None


def confirm(statement: Statement, region: Region, seed: str) -> Evidence:
    """Look at many points: every decided one must support the statement, most must be decided, and at each the sides exist.

    Where something is claimed to exist, all: a point is open there because no value was found."""
    if (slope := _whole_slope(statement, region)) is not None:
        return Evidence(False, 0, 0, "none", f"there is no {to_text(slope)} at integers")
    heavy = costly(statement)
    count = COSTLY_POINTS if heavy else POINTS
    if isinstance(statement, Implies) and (remark := _open_premise(statement.premise, region, seed, count)):
        return Evidence(False, 0, 0, "none", remark)
    points = _sample(statement, where_premise_holds(statement, region), seed, count)
    support: list[dict[str, Fraction]] = []
    undecided = vacuous = bits = 0
    for point in points:
        result = truth(statement, point)
        bits = max(bits, result.bits)
        if result.value is False:
            return Evidence(False, len(support), bits, "none", "a point refutes it", point)
        if result.vacuous:
            vacuous += 1
        elif (absent := without_slope(statement, point) if result.supports else without_value(statement, point)) is not None:
            lacking = point if _lacks_a_root(statement, point) else None
            return Evidence(False, len(support), bits, "none", _no_value(absent, point), lacking)
        elif result.supports:
            support.append(point)
        else:
            undecided += 1
    most_open = 0 if any(isinstance(part, Exists) for part in statement.walk()) else len(support)
    enough = len(support) >= min(MIN_POINTS, len(points)) and undecided <= most_open and len(support) > 0
    if not enough:
        remark = f"{len(support)} of {len(points)} points support it, {undecided} undecided, {vacuous} without premise"
        return Evidence(False, len(support), bits, "none", remark)
    if (nowhere := next((point for point in support[:ROOTED] if _lacks_a_root(statement, point)), None)) is not None:
        return Evidence(False, len(support), bits, "none", "a root is not the only one, or not there", nowhere)
    opinion = second_opinion(statement, support, COSTLY_SECOND_OPINIONS if heavy else SECOND_OPINIONS)
    return Evidence(True, len(support), bits, opinion)


def _open_premise(premise: Statement, region: Region, seed: str, count: int) -> str:
    """Why a premise may be neither true nor false at a point of the whole region; "" if no such point is met."""
    for point in _sample(premise, region, seed, count):
        if truth(premise, point).value is None and (absent := without_value(premise, point)) is not None:
            return _no_value(absent, point)
    return ""


def _no_value(absent: Expr, point: Point) -> str:
    try:
        compiled(absent)
    except Unsupported as error:
        return f"{to_text(absent)} cannot be evaluated: {error}"
    where = ", ".join(f"{name} = {value}" for name, value in point.items())
    return f"no value of {to_text(absent)} was found{' at ' if where else ''}{where}"


def _sample(statement: Statement, region: Region, seed: str, count: int) -> list[dict[str, Fraction]]:
    """Points certified inside the region, its closed ends and those among them where a side may cease to exist."""
    points = certified_points(region, f"{seed}/confirm", count)
    ends = islice(end_points(region, points[0]), count) if points else ()
    edges = chain(ends, break_points(statement, region, count // 3))
    found = {tuple(sorted(point.items())): point for point in (*points, *(p for p in edges if is_inside(region, p)))}
    return list(found.values())


def without_value(statement: Statement, point: Point) -> Expr | None:
    """A side that no ball finds finite at the point: it may not exist there, so the point is no evidence for anything."""
    return next((expr for expr in _sides(statement, point) if not has_value(expr, point)), None)


def without_slope(statement: Statement, point: Point) -> Expr | None:
    """A derivative that may not exist at the point, whatever its formula gives; or at one of some values of a bound variable."""
    bound = choices(statement.over) if isinstance(statement, ForAll) else () if isinstance(statement, Exists) else ({},)
    within = (without_slope(part, {**point, **choice}) for choice in bound for part in statement.parts())
    sides = (expr for expr in statement.expressions() if {s.name for s in expr.free_symbols} <= set(point))
    return next((slope for slope in chain((missing_slope(expr, point) for expr in sides), within) if slope is not None), None)


def _whole_slope(statement: Statement, region: Region) -> Derivative | None:
    """A derivative in a variable that has no values beside an integer."""
    slopes = (slope for part in statement.walk() for expr in part.expressions() for slope in expr.atoms(Derivative))
    whole = {name for name, interval in region.intervals.items() if interval.integer}
    return next((slope for slope in slopes if whole & {variable.name for variable in slope.variables}), None)


def _lacks_a_root(statement: Statement, point: Point) -> bool:
    return any(undefined_part(expr, point) for expr in _sides(statement, point) if expr.has(Root))


def second_opinion(statement: Statement, points: list[dict[str, Fraction]], count: int) -> str:
    """mpmath's value of every side at some of the points must lie in Arb's ball; returns what it reached."""
    reached = None
    for point in points[:count]:
        for expr in _sides(statement, point):
            digits = agreement(expr, point)
            if digits is None:
                return "none"
            reached = digits if reached is None else min(reached, digits)
    return "none" if reached is None else f"mpmath, {reached} digits"


def _sides(statement: Statement, point: Point) -> list[Expr]:
    if isinstance(statement, Rel):
        return [e for e in statement.expressions() if {s.name for s in e.free_symbols} <= set(point)]
    if isinstance(statement, (ForAll, Exists)):
        return []
    direct = [e for e in statement.expressions() if {s.name for s in e.free_symbols} <= set(point)]
    return direct + [e for part in statement.parts() for e in _sides(part, point)]


def agreement(expr: Expr, point: Point) -> int | None:
    """Digits to which mpmath confirms Arb at a point; None where mpmath has no value; an error where they differ."""
    try:
        tape = compiled(expr)
        digits = COSTLY_DIGITS if tape.costly else DIGITS
        ball = tape.ball(point, 4 * digits + 64)
    except (OutOfBudget, Unsupported):
        return None
    if not ball.is_finite():
        return None
    for working in (digits + 20, 2 * digits + 60, 6 * digits + 200):
        try:
            value = tape.mp(point, working)
        except (ArithmeticError, TypeError, Unsupported, ValueError, mpmath.libmp.NoConvergence):
            return None
        if not mpmath.isfinite(value):
            return None
        if _lands(value, ball, digits, working):
            return digits
        if tape.costly:
            break
    raise EngineDisagreement(
        f"Arb and mpmath disagree on {expr} at {dict(point)}: {clipped(ball.str(20))} against {mpmath.nstr(value, 20)}"
    )


def _lands(value: mpmath.mpf, ball: arb, digits: int, working: int) -> bool:
    """The mpmath value lies in the ball widened by 10^-digits of its size (of 1 for a ball around zero)."""
    with working_precision(4 * working + 64):
        exact = arb(mpmath.nstr(value, working))
        size = abs(ball).upper()
        scale = size if not ball.contains(0) else size.max(arb(1))
        return bool(abs(exact - ball).lower() <= scale * arb(10) ** -digits)
