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
    [("LaplaceCDF(x)", "x"), ("LaplaceCDF(x + y)", "y"), ("LaplaceCDF(x)*exp(x)", "x")],
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


# -- integrals over one point -------------------------------------------------------------------------------------------------


def by_chain(start: str, step: Json) -> Json:
    """A proof by one lemma, a chain of two lines."""
    nowhere = {"intervals": [], "such_that": []}
    lemma = {"name": "L", "region": nowhere, "start": tree(start), "steps": [{"rel": "=", "variable": "u", **step}]}
    return {"rule": "derived", "lemmas": [lemma], "inner": {"rule": "lemma", "lemma": "L"}}


def test_an_integral_that_shrinks_to_a_point_has_a_value_there_if_its_integrand_has() -> None:
    """The inner integral is 1/x, and that of 1/x diverges: that 1/t^2 is integrated from 0 to 0 at x = 0 bounds nothing."""
    inner = "Integral(Integral({}, (t, 0, x)), (x, 0, 1))"
    assert checked(relation(f"{inner.format('x')} == 1/3"), holds(witness={})).verdict == "proved"
    for body in ("x**-2", "t**-2", "x**-2 + t"):
        rejected(relation(f"{inner.format(body)} > 0"), holds(witness={}), "defined")
    assert checked(relation("Integral(1/t, (t, a, a)) == 0"), holds(witness={"a": "1"}), a="(0, 1]").verdict == "proved"
    rejected(relation("Integral(1/t, (t, a, a)) == 0"), holds(witness={"a": "1"}), "needs a != 0", a="[0, 1]")


def test_the_end_of_an_antiderivative_is_a_limit() -> None:
    """From u to 2 u the integral of 1/t is log 2 for all u > 0, and not 0 as u falls to 0: else 0 = log 2."""
    for body, slope in (("exp(s)", "2*exp(2*t) - exp(t)"), ("1/s", "0")):
        start, end = f"Integral({slope}, (t, 0, 1))", f"Integral({body}, (s, 1, 2))"
        step = {"line": tree(end), "rule": "antiderivative", "function": tree(f"Integral({body}, (s, u, 2*u))")}
        statement, proof = relation(f"{start} == {end}"), holds(witness={}, proof=by_chain(start, step))
        if slope != "0":
            assert checked(statement, proof).verdict == "proved"
        else:
            rejected(statement, proof, "no limit")


def test_the_greatest_value_at_an_end_is_a_limit() -> None:
    """It is 0 for the integral of -e^t from u to 2 u, which falls, and log 2, not 0, for that of 1/t."""
    for body in ("-exp(s)", "1/s"):
        bound = f"Sup(Integral({body}, (s, t, 2*t)), (t, 0, 1))"
        step = {"line": "0", "rule": "turning", "at": "0"}
        statement, proof = relation(f"{bound} == 0"), holds(witness={}, proof=by_chain(bound, step))
        if body != "1/s":
            assert checked(statement, proof).verdict == "proved"
        else:
            rejected(statement, proof, "needs 0 != 0")
