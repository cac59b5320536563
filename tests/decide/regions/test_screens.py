"""What is not tried: rewritings that balls rule out, boxes beyond the effort."""

from __future__ import annotations

import pytest
from sympy import Expr, Integer, exp, log

from dplemma.decide.regions import balls, links
from dplemma.decide.regions.budget import Attempt, Budget
from dplemma.lang import Interval, Region, oo, variables
from dplemma.lang.statements import Rel
from dplemma.proofs.found import FoundProof
from dplemma.proofs.rules import Goal

x, y = variables("x y")
BOX = {"x": Interval.open(0, oo), "y": Interval.open(0, oo)}


def goal(gap: Expr, condition: Expr) -> Goal:
    return Goal.on(gap, Region(such_that=Rel(condition, ">", 0), **BOX), strict=True)


def test_a_multiple_of_a_condition_is_found() -> None:
    multiple = goal(3 * (x + y) ** 2 - 6, x**2 + 2 * x * y + y**2 - 2)
    found = links.number_times(multiple)
    assert found is not None and found.proof == FoundProof.by_condition(multiple, 0, Integer(3))


@pytest.mark.parametrize("gap", [exp(x) - y, 3 * x - 2 * y, x * (x - y)])
def test_what_is_no_multiple_at_points_is_not_simplified(gap: Expr, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(expr: Expr) -> Expr:
        raise AssertionError(f"simplify({expr})")

    monkeypatch.setattr(links, "simplify", never)
    assert links.number_times(goal(gap, x - y)) is None


def test_what_has_no_value_at_a_point_is_left_to_the_rewriting() -> None:
    assert links._may_be_multiple(goal(log(-x) + y, x - y), log(-x) - y)


def test_the_effort_is_a_number_of_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[Budget] = []
    monkeypatch.setattr(balls, "search_proof", lambda goal, seed, budget: budgets.append(budget) or Attempt())
    for effort in ("small", "usual", "large"):
        balls.certify(Rel(x, "<", exp(x)), Region(x=BOX["x"]), "seed", effort=effort)
    assert [budget.boxes for budget in budgets] == [600, 6000, 30000]
    assert [budget.seconds for budget in budgets] == [300, 300, 1500]
