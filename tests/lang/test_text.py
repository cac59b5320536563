"""Text of expressions: to print is not to compute."""

from __future__ import annotations

import pytest
from sympy import Expr, Integral, Piecewise, Rational

from dplemma.lang.functions import variables
from dplemma.lang.nodes import Root
from dplemma.lang.text import to_latex, to_text

x, t = variables("x t")
STEP = Integral(Piecewise((1, t < Rational(1, 3)), (2, True)), (t, 0, 1))


@pytest.mark.parametrize("number", [STEP, Root(t**3, (t, -1, 2)), 3 * STEP])
def test_no_number_is_evaluated_to_order_a_sum(number: Expr, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Expr) -> complex:
        raise AssertionError(f"{self} was evaluated")

    monkeypatch.setattr(Expr, "__complex__", refuse)
    for script in (to_text, to_latex):
        assert sorted(script(x + number).split(" + ", 1)) == sorted([script(x), script(number)])
