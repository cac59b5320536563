"""What tactics give is accepted by the kernel as it stands: a case distinction is between sides that exist."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Max, Piecewise, log, sqrt

from dplemma.decide.objects import accepted, by_tactics, in_kernel
from dplemma.lang import All, ForAll, Implies, Interval, Region, Rel, variables

x, y = variables("x y")
BRANCHES = Piecewise((y + 1, log(x) <= 1), (3, True))
STATEMENTS: dict[str, Any] = {
    "condition without a value": Rel(BRANCHES, "<=", sqrt(x) + BRANCHES),
    "the same of two parts": All(Rel(x, ">=", 0), Rel(BRANCHES, "<=", sqrt(x) + BRANCHES)),
    "the same for all": ForAll({"y": Interval(0, 1)}, Rel(BRANCHES, "<=", sqrt(x) + BRANCHES)),
    "the same under a premise": Implies(Rel(x, "<=", 1), Rel(BRANCHES, "<=", sqrt(x) + BRANCHES)),
    "argument without a value": Rel(Abs(log(x)) ** 2, "=", log(x) ** 2),
    "greater without a value": Rel(Max(log(x), y), ">=", y),
}


@pytest.mark.parametrize("name", STATEMENTS)
@pytest.mark.parametrize("interval", [Interval(0, 4), Interval.lopen(0, 4)], ids=["with 0", "without"])
def test_what_is_given_is_accepted(name: str, interval: Interval) -> None:
    statement = STATEMENTS[name]
    on = {"x": interval} | ({"y": Interval(0, 1)} if "y" in statement.free_names() else {})
    proof, read = by_tactics(statement, Region(**on)), in_kernel(statement, Region(**on))
    assert read is not None
    assert (proof is not None) == (interval.lo_open and accepted(*read, proof))
