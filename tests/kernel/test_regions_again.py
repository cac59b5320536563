"""What was shown, or contradicted, by what says nothing of any point of the region; each beside one that says something."""

from __future__ import annotations

from typing import Any

import pytest
from kernel_trees import RELATION, SIGN, checked, region_tree, rejected, relation, tree

from dplemma.kernel.term import Json

SQUARE = {"x": "[0, 1]", "y": "[0, 1]"}
FALLS: Json = ["Monotone", tree("x"), "x", "decreasing", True]
RISES: Json = ["Monotone", tree("x"), "x", "increasing", True]
SLOPE: Json = {"rule": "slope"}
TIED: Json = ["All", [relation("x <= y"), relation("y <= x")]]
NO_PAIR: Json = {
    "rule": "ordered",
    "variable": "h",
    "inner": {"rule": "contrary", "relation": relation("x + h <= y"), "inner": SIGN},
}


# -- pairs of points, under a condition -------------------------------------------------------------------------------------


def given(inner: Json, **witness: str) -> Json:
    return {"rule": "given", "witness": witness, "inner": inner}


def against(claim: str, part: Json, proof: Json, **point: str) -> tuple[Json, Json]:
    """A claim that the part contradicts, and the refutation by a proof of the part."""
    if claim == "inference":
        return ["Inference", [part], relation("x > 5"), ""], {"point": point, "premises": [proof], "inner": {"point": point}}
    return ["Not", part], {"point": point, "proof": proof}


@pytest.mark.parametrize("claim", ["proof", "denial", "inference"])
def test_two_points_of_the_region_differ_in_one_of_its_variables(claim: str) -> None:
    """y is constant in x; where there is no x, the values at x = 0 and x = 1 were those of two points that the region does not
    have, and showed that y does not rise."""
    rises: Json = ["Monotone", tree("y"), "x", "increasing", True]
    places: Json = {"point": {"x": "0", "y": "0"}, "second": "1"}
    denied = {"rule": "refuted", "evidence": places}
    statement, proof = {
        "proof": (["Not", rises], {"holds": denied, "witness": {"x": "0", "y": "0"}}),
        "denial": (rises, {"fails": places}),
        "inference": against("inference", ["Not", rises], denied, x="0", y="0"),
    }[claim]
    proof = {"fails": proof} if claim == "inference" else proof
    rejected(statement, proof, "no interval for x", y="[0, 1]")
    assert checked(statement, proof, **SQUARE).verdict == ("proved" if claim == "proof" else "refuted")


# -- a variable that is bound again -----------------------------------------------------------------------------------------

LARGE: Json = ["ForAll", [["y", "[5, 6]"]], ["Implies", relation("x >= 5"), relation("x >= 4")]]


def by_lemma(**intervals: Any) -> Json:
    """The statement on its own region, where x may be 5; then where x = y is at most 1, or where there is no y outside."""
    shown = {"rule": "forall", "inner": given(RELATION, x="5", y="5")}
    lemma = {"name": "it", "region": region_tree(x="[0, 10]"), "statement": LARGE, "proof": shown}
    used = {"rule": "lemma", "lemma": "it", "witness": {"x": "5", "y": "5"}}
    return {"holds": {"rule": "derived", "lemmas": [lemma], "inner": used}, "witness": intervals}


def test_a_premise_holds_at_a_point_of_the_region_and_not_of_what_is_bound_again() -> None:
    """y is at most 1 in the region, and from 5 to 6 inside the statement; one y = x = 5 was taken for both, though x = y <= 1
    leaves no point at which x >= 5."""
    rejected(LARGE, by_lemma(x="1", y="1"), "bound twice", given=["x == y"], x="[0, 10]", y="[0, 1]")
    assert checked(LARGE, by_lemma(x="1"), x="[0, 8]").verdict == "proved"


# -- parts that are not asked for -------------------------------------------------------------------------------------------

CHOICE: Json = ["Either", [relation("x == 0"), relation("1/x > 0")]]
BOTH: Json = ["All", [relation("x != 0"), relation("1/x > 0")]]
AT_ZERO: Json = {"fails": {"point": {"x": "0"}}}


@pytest.mark.parametrize(
    ("parts", "other", "wrong"), [(CHOICE, "x >= 0", "x > 0"), (BOTH, "x > 0", "x >= 0")], ids=["a choice", "a conjunction"]
)
def test_a_part_that_is_not_asked_for_refutes_no_equivalence(parts: Json, other: str, wrong: str) -> None:
    """1/x is asked for only where x is not 0. That it has no value at 0 was believed to contradict the equivalence, though at 0
    both sides hold, or both fail, and each follows from the other."""
    rejected(["Iff", parts, relation(other)], AT_ZERO, "not certain to fail", x="[0, 1]")
    assert checked(["Iff", parts, relation(wrong)], AT_ZERO, x="[0, 1]").verdict == "refuted"


def test_what_such_an_equivalence_says_is_shown() -> None:
    witness = {"x": "1"}
    either = {"rule": "either", "inner": RELATION}
    assert checked(CHOICE, {"holds": either, "witness": witness}, x="[0, 1]").verdict == "proved"
    for premise, conclusion, inner in (
        (BOTH, relation("x > 0"), RELATION),
        (relation("x > 0"), BOTH, {"rule": "all", "parts": [RELATION, RELATION]}),
    ):
        proof = {"holds": given(inner, **witness), "witness": witness}
        assert checked(["Implies", premise, conclusion], proof, x="[0, 1]").verdict == "proved"


# -- what is given of nobody ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "z"),
    [
        (["Not", relation("z > 0")], "-1"),
        (["Either", [relation("z > 0"), relation("x > 2")]], "1"),
        (["Iff", relation("z > 0"), relation("x > 1/2")], "-1"),
        (["Exists", [["y", "[0, 1]"]], relation("y > z")], "-1"),
    ],
)
def test_a_condition_that_is_no_relation_is_about_the_variables_of_the_region(condition: Json, z: str) -> None:
    """Whether x = 0 was in the region was for the proof to choose: by a number for z, which the claim does not have."""
    point = {"x": "0", "y": "1", "z": z}
    rejected(relation("x > 1"), {"fails": {"point": point}}, "no interval for z", [condition], x="[0, 1]")
    rejected(relation("x >= 0"), {"holds": RELATION, "witness": point}, "no interval for z", [condition], x="[0, 1]")
    each: Json = ["ForAll", [["z", "[-1, 1]"]], relation("z < x - 1")]
    rejected(each, {"fails": {"point": point}}, "no interval for z", [condition], x="[0, 1]")
