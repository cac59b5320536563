"""Which part of a line a step rewrites.

Main definition: `only_there(before, part, after)`.
"""

from __future__ import annotations

from collections import Counter

from sympy import Add, Dummy, Expr, Max, Min, Mul

from dplemma.lang.derivation import Line
from dplemma.lang.statements import Statement

IN_ANY_ORDER = (Add, Mul, Max, Min)


def only_there(before: Line, part: Line, after: Line) -> bool:
    """Whether the line after is the one before with something else for the part, and nothing else has changed."""
    if isinstance(before, Statement) or isinstance(part, Statement) or isinstance(after, Statement):
        return before == part
    hole = Dummy(real=True)
    around = before.xreplace({part: hole})
    return around.has(hole) and _fits(around, after, hole)


def _fits(around: Expr, after: Expr, hole: Dummy) -> bool:
    """Whether something for the hole makes the one the other. Of a sum or product what is around the hole is among its parts."""
    if around == hole or not around.has(hole):
        return around in (hole, after)
    if around.func != after.func:
        return False
    if not isinstance(around, IN_ANY_ORDER):
        pairs = zip(around.args, after.args, strict=False)
        return len(around.args) == len(after.args) and all(_fits(mine, its, hole) for mine, its in pairs)
    inner = [arg for arg in around.args if arg.has(hole)]
    left = Counter(after.args)
    left.subtract(arg for arg in around.args if not arg.has(hole))
    return len(inner) == 1 and min(left.values()) >= 0 and _fits(inner[0], around.func(*left.elements()), hole)
