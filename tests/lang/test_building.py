"""SymPy rewrites an expression as it is built. Its tree has the value of what was written wherever both exist.

It may exist where what was written does not: x/x is 1, exp(log(x)) is x. The kernel decides the tree, which is what is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from sympy import Abs, Expr, Ge, Heaviside, I, Lt, Max, Min, Piecewise, exp, log, nan, oo, sign, tanh, zoo

from dplemma.base.errors import DplemmaError
from dplemma.kernel.enclose import at_point
from dplemma.kernel.points import exists_at
from dplemma.kernel.term import read_term
from dplemma.lang import LaplaceCDF, Mills, Phi, PhiInv, Q, variables
from dplemma.lang.exact import rational_of
from dplemma.lang.tree import Json, written

Both = tuple[Expr, Json]
NUMBERS = [Fraction(*parts) for parts in ((-2, 1), (-1, 1), (0, 1), (1, 1), (3, 1), (1, 2), (-1, 3), (3, 2))]
EXPONENTS = [Fraction(*parts) for parts in ((1, 2), (1, 3), (2, 3), (-1, 2), (3, 1), (2, 1), (-1, 1))]
OF_ONE: dict[str, Any] = {f.__name__: f for f in (exp, log, Abs, sign, tanh, Phi, Q, PhiInv, LaplaceCDF, Mills)}
OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "Add": lambda a, b: a + b, "Mul": lambda a, b: a * b, "Max": Max, "Min": Min,
}  # fmt: skip


def made(dice: Random, depth: int) -> Both:
    """An expression as SymPy builds it, and as a tree that nothing has rewritten."""
    if depth == 0 or dice.random() < 0.15:
        number = dice.choice(NUMBERS)
        (x, x_tree), (y, y_tree) = names = [(variables(name), ["var", name]) for name in "xy"]
        return dice.choice([*names, (x**y, ["Pow", x_tree, y_tree]), (rational_of(number), str(number))])
    (a, tree), kind = made(dice, depth - 1), dice.choice(("one", "two", "two", "power", "branch", "step"))
    if kind == "one":
        name = dice.choice(list(OF_ONE))
        return OF_ONE[name](a), [name, tree]
    if kind == "power":
        exponent = dice.choice(EXPONENTS)
        return a ** rational_of(exponent), ["Pow", tree, str(exponent)]
    if kind == "step":
        return Heaviside(a), ["Heaviside", tree, "1/2"]
    b, other = made(dice, depth - 1)
    if kind == "two":
        name = dice.choice(list(OF_TWO))
        return OF_TWO[name](a, b), [name, tree, other]
    rel, relation = dice.choice((("<", Lt), (">=", Ge)))
    return Piecewise((a, relation(a, b)), (b, True)), ["Piecewise", [tree, [rel, tree, other]], [other, True]]


def compared(dice: Random) -> tuple[int, list[str]]:
    """At how many points one expression and its tree have a value, and where these differ."""
    expr, raw = made(dice, dice.choice((2, 3)))
    if expr.has(zoo, nan, oo, I):
        return 0, []
    terms, count, different = (read_term(raw), read_term(written(expr))), 0, []
    for _ in range(3):
        point = {name: dice.choice([*NUMBERS, Fraction(dice.randint(-40, 40), 13)]) for name in "xy"}
        if all(exists_at(term, point) for term in terms):
            values = [at_point(term, point, 120) for term in terms]
            if all(value.is_finite() for value in values):
                count += 1
                different += [] if values[0].overlaps(values[1]) else [f"{raw} became {expr}; at {point}"]
    return count, different


@pytest.mark.parametrize("seed", range(4))
def test_building_changes_no_value(seed: int) -> None:
    dice, values, different = Random(seed), 0, []
    for _ in range(150):
        try:
            count, found = compared(dice)
        except (DplemmaError, ValueError, TypeError, KeyError):  # SymPy refuses some, and the kernel what is too large
            continue
        values, different = values + count, different + found
    assert different == []
    assert values > 100
