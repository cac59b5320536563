"""Maxima, minima and absolute values, which are one of their arguments on each side of a corner.

Main definition: `equal_with_corners(ground, expr, smooth, piece)`.
"""

from __future__ import annotations

from itertools import product

from sympy import Abs, Expr, Max, Min, S

from dplemma.engines.derivations.ground import Ground, same
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel
from dplemma.lang.text import to_text


def equal_with_corners(ground: Ground, expr: Expr, smooth: Expr, piece: Region, what: str) -> None:
    """Equal on the piece: where corners are chosen, because the chosen argument is the greatest (least) there."""
    if same(expr, smooth):
        return
    corners = sorted(expr.atoms(Max, Min, Abs), key=to_text)
    for choice in product(*(_sides(corner) for corner in corners)):
        chosen = expr.xreplace(dict(zip(corners, choice, strict=True)))
        if corners and same(chosen, smooth):
            for corner, side in zip(corners, choice, strict=True):
                rel = "<=" if isinstance(corner, Min) else ">="
                others = [S.Zero] if isinstance(corner, Abs) else [arg for arg in corner.args if arg != side]
                for other in others:
                    ground.require(f"{to_text(corner)} is {to_text(side)} there", Rel(side, rel, other), piece)
            return
    ground.equal(what, expr, smooth, piece)


def _sides(corner: Expr) -> tuple[Expr, ...]:
    return (corner.args[0], -corner.args[0]) if isinstance(corner, Abs) else corner.args
