"""What the kernel once took for a slope, a value or a limit where there is none; each beside its true counterpart."""

from __future__ import annotations

import pytest
from kernel_trees import RELATION, checked, rejected, relation, tree

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


# -- lemmas that say nothing of a region ----------------------------------------------------------------------------------

ABOVE: Json = ["Implies", relation("x > 5"), relation("x > 4")]
LEMMA: Json = {
    "name": "L",
    "region": {"intervals": [["x", "[0, 10]"]], "such_that": []},
    "statement": ABOVE,
    "proof": {"rule": "given", "witness": {"x": "6"}, "inner": RELATION},
}


@pytest.mark.parametrize(
    "statement", [ABOVE, ["All", [ABOVE]], ["All", [["All", [ABOVE]], relation("x > 4")]], ["Implies", relation("x >= 0"), ABOVE]]
)
def test_a_premise_of_a_lemma_holds_somewhere_in_the_region(statement: Json) -> None:
    """x > 5 implies x > 4 says something on [0, 10], and nothing on [0, 1]."""
    several = {**LEMMA, "statement": statement, "region": {"intervals": [["x", "[5, 10]"]], "such_that": []}}
    given = {"rule": "given", "witness": {"x": "6"}, "inner": RELATION}
    both = {"rule": "all", "parts": [{"rule": "all", "parts": [given]}, RELATION]}
    inner = {"Implies": {**given, "inner": given}, "All": both if len(statement[1]) > 1 else {"rule": "all", "parts": [given]}}
    lemma = LEMMA if statement == ABOVE else {**several, "proof": inner[statement[0]]}
    use = {"rule": "lemma", "lemma": "L", "witness": {"x": "6"}}
    proof = {"rule": "derived", "lemmas": [lemma], "inner": use}
    assert checked(statement, holds(witness={"x": "6"}, proof=proof), x="[5, 7]").verdict == "proved"
    rejected(statement, holds(witness={"x": "5"}, proof=proof), "point", x="[5, 5]")


# -- ranges without a point -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("head", ["Sup", "Inf"])
def test_a_bound_over_no_range(head: str) -> None:
    truth = holds(witness={}, proof={"rule": "truth"})
    assert checked(relation(f"{head}(t, (t, 0, 1)) <= 1"), truth).verdict == "certified"
    for ends in ("1, 1", "1, 0"):
        rejected(relation(f"{head}(t, (t, {ends})) <= 5"), truth, "not certain")


# -- what does not move -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("proof", [{"rule": "slope"}, {"rule": "ordered", "variable": "h", "inner": {"rule": "sign"}}])
def test_what_is_tied_to_others_does_not_move_while_they_stay(proof: Json) -> None:
    """Where y = x, or at one point, x - 2 y would be both increasing and decreasing in x: no two places are compared."""
    rising = ["Monotone", tree("x - 2*y"), "x", "increasing", True]
    at = holds(witness={"x": "1", "y": "1"}, proof=proof)
    assert checked(rising, at, given=["y >= x"], x="[0, 1]", y="[0, 1]").verdict == "proved"
    rejected(rising, at, "does not move", given=["y == x"], x="[0, 1]", y="[0, 1]")
    rejected(rising, at, "does not move", x="[1, 1]", y="[0, 1]")
