"""What the kernel once took for a slope, a value or a limit where there is none; each beside its true counterpart."""

from __future__ import annotations

import pytest
from kernel_trees import RELATION, checked, rejected, tree

from dplemma.kernel.term import Json


def holds(*, witness: dict[str, str], proof: Json = RELATION) -> Json:
    return {"holds": proof, "witness": witness}


# -- what has been differentiated is less smooth ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "second"),
    [("LaplaceCDF(x)", "x"), ("LaplaceCDF(x + y)", "y"), ("Integral(Abs(t), (t, -1, x))", "x")],
)
def test_a_second_derivative_in_two_steps_sees_the_corner_of_the_first(body: str, second: str) -> None:
    """The first slope has a corner at x = 0, so there is no second one."""
    slope = ["Derivative", tree(body), [second, "1"], ["x", "1"]]
    at = holds(witness={"x": "1/2", "y": "0"})
    rejected(["Rel", slope, "<=", "1"], at, "may jump or have a corner", x="[-1, 1]", y="[0, 0]")


def test_a_mixed_derivative() -> None:
    slope = ["Derivative", tree("Phi(x*y)"), ["x", "1"], ["y", "1"]]
    statement = ["Rel", slope, "=", tree("phi(x*y)*(1 - x**2*y**2)")]
    assert checked(statement, holds(witness={"x": "1", "y": "1"}), x="[-1, 1]", y="[0, 1]").verdict == "proved"
