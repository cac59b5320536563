"""Certifying that an expression has no value at a point: the first partial function whose argument is out of its domain.

What that does not find is left to the kernel: a Piecewise none of whose conditions holds, a root that is not there, a quotient by
what its normal form shows to be zero.
"""

from __future__ import annotations

from flint import arb
from sympy import Expr, Integral, Piecewise, Pow, Sum, preorder_traversal
from sympy.core.basic import Basic

from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import Point, compiled
from dplemma.kernel.points import absent_at
from dplemma.kernel.term import Rejected, read_term
from dplemma.lang.facts import facts_of, rational_ends
from dplemma.lang.interval import POSITIVE, Interval
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.text import to_text
from dplemma.lang.tree import written

_BINDERS = (Integral, Sum, Piecewise, Root, ArgMin, ArgMax, Sup, Inf)  # bound variables, branches not taken


def undefined_part(expr: Expr, point: Point) -> str:
    """Why `expr` is certainly undefined at the point, e.g. "division by alpha - 1 = 0"; "" if that is not certain."""
    walk = preorder_traversal(expr)
    for node in walk:
        if isinstance(node, _BINDERS):
            walk.skip()
            continue
        reason = _reason(node, point)
        if reason:
            return reason
    return _absent_part(expr, point)


def _absent_part(expr: Expr, point: Point) -> str:
    """The innermost part of which the kernel says that it has no value."""
    if not _absent(expr, point):
        return ""
    while not isinstance(expr, _BINDERS) and (inner := next((a for a in expr.args if _absent(a, point)), None)) is not None:
        expr = inner
    return f"{to_text(expr)} has no value"


def _absent(expr: Basic, point: Point) -> bool:
    if not isinstance(expr, Expr):
        return False
    try:
        return bool(absent_at(read_term(written(expr)), dict(point)))
    except (Rejected, Unsupported):
        return False


def _reason(node: Basic, point: Point) -> str:
    if isinstance(node, Pow) and node.exp.is_number and node.exp.is_negative and _is_zero(node.base, point):
        return f"division by {to_text(node.base)} = 0"
    if isinstance(node, Pow) and node.exp.is_Rational and not node.exp.is_Integer and _below(node.base, point):
        return f"{to_text(node)} needs {to_text(node.base)} >= 0"
    facts = facts_of(node)
    if facts is not None and facts.natural:
        for argument, interval in zip(node.args, facts.domain, strict=True):
            if _outside(argument, interval, point):
                needs = "> 0" if interval == POSITIVE else f"in {interval}"
                return f"{to_text(node)} needs {to_text(argument)} {needs}"
    return ""


def _outside(argument: Expr, interval: Interval, point: Point) -> bool:
    """Certainly beyond an end of the interval, or at one that is open."""
    low, high = rational_ends(interval)
    if low is not None and (_below(argument - low, point) or (interval.lo_open and _is_zero(argument - low, point))):
        return True
    return high is not None and (_below(high - argument, point) or (interval.hi_open and _is_zero(high - argument, point)))


def _value(expr: Expr, point: Point) -> arb | None:
    try:
        value = compiled(expr).ball(point, 256)
    except (OutOfBudget, Unsupported):
        return None
    return value if value.is_finite() else None


def _is_zero(expr: Expr, point: Point) -> bool:
    """Exactly zero: rational arithmetic on balls is exact at such points, and nothing else counts."""
    value = _value(expr, point)
    return value is not None and value.is_exact() and value.is_zero()


def _below(expr: Expr, point: Point) -> bool:
    value = _value(expr, point)
    return value is not None and bool(value < 0)
