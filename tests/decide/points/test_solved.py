"""Contrary points whose coordinate solves an equation exactly: found where there are some, and nowhere else."""

from __future__ import annotations

import pytest
from sympy import Piecewise, exp, log, sqrt

from dplemma.decide.points.solved import refuted_where_solved, solved_points
from dplemma.lang import Chi2SF, Chi2SFInv, Iff, Implies, Interval, Region, Rel, Statement, oo, variables

x, y = variables("x y")
BOTH = Region(x=Interval.open(0, oo), y=Interval.open(0, oo))

FALSE: dict[str, Statement] = {
    "equations that are not the same": Iff(Rel(x**2, "=", 2 * y), Rel(x, "=", 2 * sqrt(y))),
    "an inverse with a wrong factor": Iff(Rel(x, "=", Chi2SF(y, 2)), Rel(y, "=", 2 * Chi2SFInv(x, 2))),
    "an inequality that ends elsewhere": Iff(Rel(exp(x), "<=", 2 * y), Rel(x, "<", log(2 * y))),
    "a pole at no rational point": Rel(1 / (exp(x) - 2), "=", 1 / (exp(x) - 2)),
    "a pole behind a premise": Implies(Rel(x, "<", 1), Rel(y / (exp(x) - 2), "=", y / (exp(x) - 2))),
}
TRUE: dict[str, Statement] = {
    "equations that are the same": Iff(Rel(x**2, "=", 2 * y), Rel(x, "=", sqrt(2) * sqrt(y))),
    "an inverse": Iff(Rel(x, "=", exp(y)), Rel(y, "=", log(x))),
    "a pole outside": Rel(1 / (exp(x) + 2), "=", 1 / (exp(x) + 2)),
    "a pole where the premise fails": Implies(Rel(x, ">", 1), Rel(1 / (exp(x) - 2), ">", 0)),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_fails_where_an_equation_holds(name: str) -> None:
    found = refuted_where_solved(FALSE[name], BOTH, "seed")
    assert found is not None and found.verdict == "refuted" and found.counterexample is not None and found.proof is not None


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_does_not(name: str) -> None:
    assert refuted_where_solved(TRUE[name], BOTH, "seed") is None


def test_points_keep_to_equations_that_can_be_undone() -> None:
    assert list(solved_points(Iff(Rel(x * exp(x), "=", 1), Rel(x, "<", 1)), Region(x=Interval(0, 2)), "seed")) == [
        {"x": 1}
    ] * len(list(solved_points(Iff(Rel(x * exp(x), "=", 1), Rel(x, "<", 1)), Region(x=Interval(0, 2)), "seed")))
    assert list(solved_points(Rel(x, "<", 1), Region(x=Interval(0, 2)), "seed")) == []


def test_a_condition_that_is_not_real_at_a_point_is_no_error() -> None:
    """log(x) <= sqrt(y) at x = 0: SymPy compares zoo with nothing, and raises."""
    branches = Piecewise((x, log(x) <= sqrt(y)), (-2 * x, True))
    statement = Iff(Rel(branches, "!=", 2), Rel(log(branches), "!=", log(2)))
    points = list(solved_points(statement, Region(x=Interval(-1, 1), y=Interval.open(0, oo)), "seed"))
    assert all(point.keys() == {"x", "y"} for point in points)
