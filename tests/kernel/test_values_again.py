"""Values that do not exist and were taken for values: derivatives at the edge of what exists; each beside a true claim."""

from __future__ import annotations

import pytest
from kernel_trees import checked, holds, rejected, relation, tree

from dplemma.kernel.term import Json

# -- derivatives by an end of an integral -------------------------------------------------------------------------------------

BEYOND = {
    "an integral of a root": "Integral((1 - t)**(1/2), (u, 0, 1))",
    "an integral up to the end": "Integral((1 - u)**(1/2), (u, 0, t))",
    "an integral that diverges": "Integral(exp(Max(0, t - 1)*u**2 - u), (u, 0, oo))",
    "a supremum of a root": "Sup((1 - t)**(1/2), (u, 0, 1))",
    "a root with a second one": "Root(u - 1/2 + (t - 1)/u, (u, 0, 1))",
    "a minimum beside a pole": "ArgMin((u - 1/2)**2 + (1 - t)/u, (u, 0, 1))",
}


@pytest.mark.parametrize("name", BEYOND)
def test_an_integrand_that_ends_where_the_integral_does_has_no_derivative_there(name: str) -> None:
    """The integrand has a value f(s) for s <= 1 and none for s > 1, so at s = 1 the integral of f up to s has no derivative; the
    value f(1) was taken for it, because what binds a variable was asked for at the points of the region only."""
    body = tree(BEYOND[name])
    slope = ["Derivative", ["Integral", body, ["t", "15/16", ["var", "s"]]], ["s", "1"]]
    rejected(["Rel", slope, "=", slope], holds(s="1"), "on both sides", s="[31/32, 1]")


BEFORE = {
    "an integral of a root": "Integral(t**(1/2), (u, 0, 1))",
    "an integral from the end": "Integral(u**(1/2), (u, t, 1))",
    "a supremum of a root": "Sup(t**(1/2), (u, 0, 1))",
}


@pytest.mark.parametrize("name", BEFORE)
def test_an_integrand_that_begins_where_the_integral_does_has_no_derivative_there(name: str) -> None:
    """The integrand has a value f(s) for s >= 0 and none for s < 0, so at s = 0 the integral of f from s has no derivative."""
    slope = ["Derivative", ["Integral", tree(BEFORE[name]), ["t", ["var", "s"], "1/16"]], ["s", "1"]]
    rejected(["Rel", slope, "=", slope], holds(s="0"), "on both sides", s="[0, 1/32]")


MARCUM: Json = ["MarcumQHalf", "1", ["var", "s"]]


@pytest.mark.parametrize("ends", [["t", MARCUM, "2"], ["t", "-2", MARCUM]], ids=["low", "high"])
def test_an_end_that_begins_somewhere_has_no_derivative_there(ends: Json) -> None:
    """Q(1, s) exists for s >= 0 only, so an integral from there or up to there has no derivative by s at 0."""
    slope = ["Derivative", ["Integral", "1", ends], ["s", "1"]]
    rejected(["Rel", slope, "=", slope], holds(s="1/2"), "needs", s="[0, 1]")
    assert checked(["Rel", slope, "=", slope], holds(s="1/2"), s="(0, 1]").verdict == "proved"


def test_an_integrand_that_goes_on_has_a_derivative() -> None:
    """d/ds of the integral of sqrt(1 - t) from 0 to s is sqrt(1 - s), where 1 - s > 0."""
    statement = relation("Derivative(Integral((1 - t)**(1/2), (t, 0, s)), (s, 1)) == (1 - s)**(1/2)")
    assert checked(statement, holds(s="1/4"), s="[0, 1/2]").verdict == "proved"
    rejected(statement, holds(s="1/4"), "needs", s="[0, 1]")


def test_an_end_that_does_not_move_asks_nothing_of_the_integrand() -> None:
    """The derivative of s times a number is that number, though the number is an integral of integrals."""
    statement = relation("Derivative(s*Integral(Integral(u, (u, 0, 1)), (t, 0, 1)), (s, 1)) == 1/2")
    assert checked(statement, holds(s="1"), s="[0, 1]").verdict == "proved"


# -- second derivatives of roots ------------------------------------------------------------------------------------------------
