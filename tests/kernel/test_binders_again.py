"""Nodes that bind a variable, and their derivatives: false claims that were proved once, each beside a true one."""

from __future__ import annotations

import pytest
from kernel_trees import RELATION, checked, rejected, tree

from dplemma.kernel.term import Json


def holds(proof: Json = RELATION, **witness: str) -> Json:
    return {"holds": proof, "witness": witness}


# -- derivatives of derivatives -------------------------------------------------------------------------------------------------

BEYOND = {
    "an integrand": "Integral((t + y)**(1/2), (t, 0, x))",
    "another integrand": "x*y + Integral(y**(1/2)*t, (t, 0, 1))",
    "a supremum": "x*y + Sup(y**(1/2)*t, (t, 0, 1))",
    "an infimum": "x*y + Inf(y**(1/2)*t, (t, 0, 1))",
    "an end": "x*y + Integral(t**(1/2), (t, y, 2))",
}


@pytest.mark.parametrize("name", BEYOND)
def test_what_the_first_derivative_loses_must_exist_on_both_sides_for_the_second(name: str) -> None:
    """There is no value for y < 0, so at y = 0 the derivative in x has none in y; both sides were asked for only of what is left
    when the derivative in x is taken, such as sqrt(x + y) or y."""
    slope = ["Derivative", tree(BEYOND[name]), ["x", "1"], ["y", "1"]]
    rejected(["Rel", slope, "=", slope], holds(x="1", y="0"), x="[1, 2]", y="[0, 1]")


def test_what_exists_on_both_sides_has_a_derivative_of_a_derivative() -> None:
    """x y + the integral of sqrt(t) from y to 2, for y > 0; x times the integral of t from 0 to y."""
    for term, value in (("x*y + Integral(t**(1/2), (t, y, 2))", "1"), ("x*Integral(t, (t, 0, y))", "y")):
        slope = ["Derivative", tree(term), ["x", "1"], ["y", "1"]]
        assert checked(["Rel", slope, "=", tree(value)], holds(x="1", y="1"), x="[1, 2]", y="(0, 1]").verdict == "proved"
