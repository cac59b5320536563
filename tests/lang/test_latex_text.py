r"""LaTeX as it is written by hand: one root for a product of roots, no minus in front where another term can lead, open ends."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Integral, Mul, exp, log, oo, pi, sqrt

from dplemma.lang import let, variables
from dplemma.lang.functions import Phi
from dplemma.lang.nodes import Held, Inf, Sup
from dplemma.lang.text import to_latex, to_text

x, y, t, sigma = variables("x y t sigma")


@pytest.mark.parametrize(
    ("expr", "latex"),
    [
        (sqrt(2 * pi) / 2, r"\sqrt{\frac{\pi}{2}}"),
        (sqrt(2) * x / 2, r"\frac{x}{\sqrt{2}}"),
        (-3 * sqrt(2) / 2, r"- \frac{3}{\sqrt{2}}"),
        (exp(-(t**2)) / (sqrt(2 * pi) * sigma), r"\frac{e^{- t^{2}}}{\sqrt{2 \pi} \sigma}"),
        (sqrt(3) / 2, r"\frac{\sqrt{3}}{2}"),
        (Mul(sqrt(2), sqrt(log(x)), evaluate=False), r"\sqrt{2 \log{\left(x \right)}}"),
        (sqrt(x) * sqrt(1 - x), r"\sqrt{x \left(1 - x\right)}"),
        (sqrt(x) / sqrt(y), r"\frac{\sqrt{x}}{\sqrt{y}}"),
        (sqrt(2) * t / (2 * sqrt(x)), r"\frac{t}{\sqrt{2 x}}"),
        (t - x, "t - x"),
        (1 - x - y, "1 - x - y"),
        (-x - y, "- x - y"),
        (Sup(Phi(x), (x, 0, oo)), r"\sup_{x \geq 0} \Phi{\left(x \right)}"),
        (Inf(x + 1, (x, -oo, oo)), r"\inf_{x \in \mathbb{R}} \left(x + 1\right)"),
        (Sup(x + 1, (x, -oo, 1)), r"\sup_{x \leq 1} \left(x + 1\right)"),
        (Sup(x + 1, (x, 0, 1)), r"\sup_{0 \leq x \leq 1} \left(x + 1\right)"),
        (Sup(x + 1, (x, 0, 1)) ** 2, r"\left(\sup_{0 \leq x \leq 1} \left(x + 1\right)\right)^{2}"),
        (Sup(x + 1, (x, 0, 1)) * (y + 1), r"\left(y + 1\right) \sup_{0 \leq x \leq 1} \left(x + 1\right)"),
        (Inf(x, (x, 0, 1)) * Sup(x, (x, 0, 1)), r"\left(\inf_{0 \leq x \leq 1} x\right) \sup_{0 \leq x \leq 1} x"),
        (2 * Held(x + 1), r"2 \left(x + 1\right)"),
        (-Held(x + 1), r"- \left(x + 1\right)"),
        (x - Held(y - t), r"x - \left(y - t\right)"),
        (x + Held(y + t), "x + t + y"),
        (x * Held(-y), r"x \left(- y\right)"),
        (Phi(Held(x + 1)), r"\Phi{\left(x + 1 \right)}"),
        (Held(x + 1) ** 2, r"\left(x + 1\right)^{2}"),
    ],
)
def test_a_formula_is_set_as_by_hand(expr: Any, latex: str) -> None:
    assert to_latex(expr) == latex


def test_an_abbreviation_is_a_function_of_what_it_is_said_to_be() -> None:
    hits = let("H", Integral(exp(-x), (x, t, oo)), of=t)
    assert (to_text(hits), to_latex(hits)) == ("H(t)", "H(t)")
    assert to_latex(hits.subs(t, y)) == "H(y)"
    assert hits.subs(t, y).definition() == Integral(exp(-x), (x, y, oo))
