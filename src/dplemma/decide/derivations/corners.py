"""Maxima, minima and absolute values, which are one of their arguments on each side of a corner.

Main definition: `smooth_forms(expr)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from sympy import Abs, Expr, Max, Min, S

from dplemma.lang.statements import Rel
from dplemma.lang.text import to_text

MAX_CHOICES = 64


def smooth_forms(expr: Expr) -> Iterator[tuple[Expr, list[tuple[str, Rel]]]]:
    """The expression with one argument chosen at every corner, and what has to hold for that, in words and as relations."""
    corners = sorted(expr.atoms(Max, Min, Abs), key=to_text)
    if not corners:
        return
    for choice in islice(product(*(_sides(corner) for corner in corners)), MAX_CHOICES):
        needed = [part for corner, side in zip(corners, choice, strict=True) for part in _reasons(corner, side)]
        yield expr.xreplace(dict(zip(corners, choice, strict=True))), needed


def _sides(corner: Expr) -> tuple[Expr, ...]:
    return (corner.args[0], -corner.args[0]) if isinstance(corner, Abs) else corner.args


def _reasons(corner: Expr, side: Expr) -> list[tuple[str, Rel]]:
    rel = "<=" if isinstance(corner, Min) else ">="
    others = [S.Zero] if isinstance(corner, Abs) else [arg for arg in corner.args if arg != side]
    return [(f"{to_text(corner)} is {to_text(side)} there", Rel(side, rel, other)) for other in others]
