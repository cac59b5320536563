"""Linear implications: the conclusion as a combination of premises with nonnegative weights (Farkas).

Main definition: `weighings(premises, conclusion)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sympy import Expr, Matrix, S, Symbol, expand, simplify

from dplemma.decide.symbolic.relations import excess
from dplemma.lang.statements import All, Implies, Rel, Statement

MAX_PREMISES, MAX_SYMBOLS = 5, 8


def weighings(premises: list[Rel], conclusion: Statement) -> Iterator[Statement]:
    """Statements any one of which proves the implication, each about fewer variables.

    Let the premises d_1, ..., d_k >= 0 and the conclusion g >= 0 be affine in k variables, the matrix of the d_i have the
    determinant c, and let w_i solve sum w_i d_i = c g up to a rest r without these variables. Then c > 0, w_i >= 0 and r >= 0
    prove g >= 0 (r > 0 proves g > 0); so do the opposite signs of all. The remaining premises, which must not contain these
    variables, are kept as premises of these signs.
    """
    if not isinstance(conclusion, Rel) or not 2 <= len(premises) <= MAX_PREMISES:
        return
    goal, wanted = excess(conclusion)
    if wanted not in (">", ">=") or any(excess(p)[1] not in (">", ">=") for p in premises):
        return
    known = {s for p in premises for s in excess(p)[0].free_symbols}
    symbols = sorted(known & goal.free_symbols, key=lambda s: s.name)[:MAX_SYMBOLS]
    for chosen in (*combinations(symbols, 3), *combinations(symbols, 2)):
        used = [p for p in premises if excess(p)[0].free_symbols & set(chosen)]
        rest = [p for p in premises if p not in used]
        gaps = [excess(p)[0] for p in used]
        if len(used) == len(chosen) and all(_affine(gap, chosen) for gap in (*gaps, goal)):
            for signs in _signs(gaps, goal, wanted, chosen):
                yield Implies(All(*rest), signs) if rest else signs


def _affine(expr: Expr, chosen: tuple[Symbol, ...]) -> bool:
    """A polynomial of degree one at most in these variables together."""
    slopes = [expr.diff(s) for s in chosen]
    return not any(expand(slope.diff(s)) != 0 for slope in slopes for s in chosen)


def _signs(gaps: list[Expr], goal: Expr, wanted: str, chosen: tuple[Symbol, ...]) -> Iterator[Statement]:
    matrix = Matrix([[expand(gap.diff(s)) for gap in gaps] for s in chosen])
    determinant = expand(matrix.det())
    if determinant == 0:
        return
    weights = matrix.adjugate() * Matrix([expand(goal.diff(s)) for s in chosen])
    left = determinant * goal - sum((w * gap for w, gap in zip(weights, gaps, strict=True)), S.Zero)
    rest = simplify(left)
    if rest.free_symbols & set(chosen):
        return
    for sign in (S.One, S.NegativeOne):
        signed = [sign * determinant, *(sign * expand(weight) for weight in weights), sign * rest]
        if not any(value.is_negative for value in signed):
            relations = (">", *(">=" for _ in gaps), wanted)
            yield All(*(Rel(value, relation, 0) for value, relation in zip(signed, relations, strict=True)))
