"""Nodes that bind a variable, and their derivatives: false claims that were proved once, each beside a true one."""

from __future__ import annotations

import pytest
from kernel_trees import RELATION, checked, holds, region_tree, rejected, relation, tree

from dplemma.kernel.term import Json

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


def test_a_root_is_one_beyond_the_ends_of_both_variables() -> None:
    """u - 1/2 + c/u with c = (y - 1) int_0^x max(0, t - 1) dt has one zero if x <= 1 or y <= 1, and two where both are greater.
    So at x = y = 1 there is no derivative in x for y > 1, and none of it in y; each variable was asked to go on for itself."""
    root = tree("Root(u - 1/2 + Integral(Abs(Max(0, t - 1)), (t, 0, x))*(y - 1)/u, (u, 0, 1))")
    one, both = (["Derivative", root, *names] for names in ([["x", "1"]], [["x", "1"], ["y", "1"]]))
    square = {"x": "[1/2, 1]", "y": "[1/2, 1]"}
    rejected(["Rel", both, "=", "0"], holds(x="1", y="1"), "is a second derivative of Root", **square)
    assert checked(["Rel", one, "=", "0"], holds(x="1", y="1"), **square).verdict == "proved"


SECOND = {
    "of a root": ("Root(u + u**3 - x, (u, -2, 2))", [["x", "2"]]),
    "of an integral": ("Integral(t, (t, 0, x))", [["x", "2"]]),
    "of a product with an integral": ("x*Integral(t, (t, 0, y))", [["x", "1"], ["y", "1"]]),
    "where the root stays": ("x**2 + Root(u + u**3 - y, (u, -2, 2))", [["x", "2"]]),
}


@pytest.mark.parametrize("name", SECOND)
def test_of_what_binds_one_derivative_is_taken(name: str) -> None:
    term, times = SECOND[name]
    slope, square = ["Derivative", tree(term), *times], {"x": "[1/2, 1]", "y": "[1/2, 1]"}
    rejected(["Rel", slope, "=", slope], holds(x="1", y="1"), "is a second derivative of", **square)
    first = ["Derivative", tree(term), ["x", "1"]]
    assert checked(["Rel", first, "=", first], holds(x="1", y="1"), **square).verdict == "proved"


def test_of_a_finite_sum_more_are_taken() -> None:
    slope = ["Derivative", tree("Sum(k*x**2, (k, 1, 2))"), ["x", "2"]]
    assert checked(["Rel", slope, "=", "6"], holds(x="1"), x="[0, 1]").verdict == "proved"


# -- derivatives by integers ----------------------------------------------------------------------------------------------------

WHOLE = "the integers of [1, 3]"
SLOPE = relation("Derivative(n**2, (n, 1)) == 2*n")
ON_REALS: Json = {"name": "it", "region": region_tree(n="[1, 3]"), "statement": SLOPE, "proof": RELATION}


def test_what_has_values_at_integers_only_has_no_derivative() -> None:
    """n^2 for n = 1, 2, 3 has no slope. A lemma on [1, 3] was taken to say that it has the slope 2 n; and where that is given,
    at no point, n > 0 was proved and n > 5 refuted."""
    by_lemma = {"rule": "derived", "lemmas": [ON_REALS], "inner": {"rule": "lemma", "lemma": "it"}}
    rejected(SLOPE, holds(by_lemma, n="1"), "no derivative in n", n=WHOLE)
    rejected(relation("n > 0"), holds(n="1"), "no derivative in n", given=[SLOPE], n=WHOLE)
    rejected(relation("n > 5"), {"fails": {"point": {"n": "1"}}}, "no derivative in n", given=[SLOPE], n=WHOLE)
    rejected(["ForAll", [["n", WHOLE]], SLOPE], {"fails": {"point": {"n": "1"}}}, "no derivative in n")


def test_an_integer_may_be_a_parameter_of_a_derivative() -> None:
    assert checked(SLOPE, holds(n="1"), n="[1, 3]").verdict == "proved"
    statement = relation("Derivative(n*x**2, (x, 1)) == 2*n*x")
    assert checked(statement, holds(n="1", x="0"), n=WHOLE, x="[0, 1]").verdict == "proved"
