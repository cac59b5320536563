"""Linear implications: the conclusion as a combination of premises with nonnegative weights (Farkas).

Main definition: `weighed(statement, region)`: objects for the kernel, any one of which may show the conclusion where the
premises hold.

Let the premises d_1, ..., d_k >= 0 and the conclusion g >= 0 be affine in k variables, the matrix of the d_i have the
determinant c, and let w_i solve sum w_i d_i = c g up to a rest r without these variables. Then c > 0, w_i >= 0 and r >= 0 give
g = (sum w_i d_i + r)/c >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from sympy import Expr, Matrix, S, Symbol, expand, simplify

from dplemma.lang.region import Region
from dplemma.lang.statements import Rel
from dplemma.lang.tree import Json, written

MAX_PREMISES, MAX_SYMBOLS = 6, 8
SIGN: Json = {"rule": "sign"}


def weighed(conclusion: Rel, region: Region) -> Iterator[Json]:
    """Objects for an inequality on a region, from the inequalities that are given on it."""
    premises = [_gap(c) for c in region.such_that if isinstance(c, Rel) and c.rel not in ("=", "!=")]
    if conclusion.rel in ("=", "!=") or not 2 <= len(premises) <= MAX_PREMISES:
        return
    goal = _gap(conclusion)
    known = {s for gap in premises for s in gap.free_symbols}
    symbols = sorted(known & goal.free_symbols, key=lambda s: s.name)[:MAX_SYMBOLS]
    for chosen in (*combinations(symbols, 3), *combinations(symbols, 2)):
        used = [gap for gap in premises if gap.free_symbols & set(chosen)]
        if len(used) == len(chosen) and all(_affine(gap, chosen) for gap in (*used, goal)):
            yield from _objects(used, goal, chosen)


def _gap(rel: Rel) -> Expr:
    return rel.lhs - rel.rhs if ">" in rel.rel else rel.rhs - rel.lhs


def _affine(expr: Expr, chosen: tuple[Symbol, ...]) -> bool:
    """A polynomial of degree one at most in these variables together."""
    slopes = [expr.diff(s) for s in chosen]
    return not any(expand(slope.diff(s)) != 0 for slope in slopes for s in chosen)


def _objects(gaps: list[Expr], goal: Expr, chosen: tuple[Symbol, ...]) -> Iterator[Json]:
    matrix = Matrix([[expand(gap.diff(s)) for gap in gaps] for s in chosen])
    determinant = expand(matrix.det())
    if determinant == 0:
        return
    weights = matrix.adjugate() * Matrix([expand(goal.diff(s)) for s in chosen])
    rest = simplify(determinant * goal - sum((w * gap for w, gap in zip(weights, gaps, strict=True)), S.Zero))
    if rest.free_symbols & set(chosen):
        return
    for sign in (S.One, S.NegativeOne):
        terms = [sign * rest, *(sign * expand(w) * gap for w, gap in zip(weights, gaps, strict=True))]
        parts: list[Any] = [{"term": written(term), "proof": SIGN} for term in terms if term != 0]
        total = {"term": written(sum(terms, S.Zero)), "proof": {"rule": "sum", "factors": parts}}
        yield {"rule": "product", "factors": [{"term": written(1 / (sign * determinant)), "proof": SIGN}, total]}
