"""Whether derivatives exist at a point, as far as values at the point and beside it tell.

Main definitions: `missing_slope(expr, point)`, `has_value(expr, point)`.

A tape knows a derivative by its formula, which may have a value where there is no derivative: at a corner, at an end of the
domain, and, of d/dy d/dx (x y + sqrt(y)), at y = 0 and below, since the first slope loses what has no value there.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sympy import Derivative, Expr, preorder_traversal
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.base.errors import BadClaim, OutOfBudget, Unsupported
from dplemma.compile.evaluate import Point, compiled
from dplemma.ground.breaks import before_each_slope, slope_breaks
from dplemma.ground.points import simple_values
from dplemma.ground.truth import truth
from dplemma.lang.interval import Interval
from dplemma.lang.statements import Rel

FINITE_BITS = (128, 320)
BESIDE = Fraction(1, 2**80)


def has_value(expr: Expr, point: Point) -> bool:
    """Some ball finds it finite."""
    try:
        return any(compiled(expr).ball(point, bits).is_finite() for bits in FINITE_BITS)
    except (OutOfBudget, Unsupported):
        return False


def missing_slope(expr: Expr, point: Point) -> Derivative | None:
    """A derivative in the expression that may not exist at the point."""
    inside = {**dict(_bound_values(expr)), **point}
    slopes = (node for node in preorder_traversal(expr) if isinstance(node, Derivative))
    return next((slope for slope in slopes if _has_corner(slope, point) or not _is_two_sided(slope, inside)), None)


def _bound_values(expr: Expr) -> Iterator[tuple[str, Fraction]]:
    """A value between the ends for each variable that is bound between numbers."""
    for node in preorder_traversal(expr):
        for name, *ends in node.limits if isinstance(node, ExprWithLimits) else ():
            try:
                yield name.name, simple_values(Interval.open(*ends))[0]
            except BadClaim:
                continue


def _has_corner(slope: Derivative, point: Point) -> bool:
    """What is differentiated may jump or have a corner there. Where a bound variable says where, it may be anywhere."""
    return any(not _names(gap) <= set(point) or truth(Rel(gap, "=", 0), point).value for gap in slope_breaks(slope))


def _is_two_sided(slope: Derivative, point: Point) -> bool:
    """What is differentiated, each time, has a value at the point and on all sides of it."""
    if not _names(slope) <= set(point):
        return False
    return all(
        has_value(before, beside) and missing_slope(before, beside) is None
        for before in before_each_slope(slope)
        for beside in _around(point, sorted({variable.name for variable in slope.variables}))
    )


def _around(point: Point, names: list[str]) -> Iterator[dict[str, Fraction]]:
    for steps in product((0, BESIDE, -BESIDE), repeat=len(names)):
        yield {**point, **{name: point[name] + step for name, step in zip(names, steps, strict=True)}}


def _names(expr: Expr) -> set[str]:
    return {symbol.name for symbol in expr.free_symbols}
