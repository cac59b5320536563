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


@pytest.mark.parametrize("claim", ["denial", "inference"])
def test_what_does_not_move_under_a_condition_contradicts_nothing(claim: str) -> None:
    """Where x <= y <= x no two places are compared, and "x falls" was shown there; that x moves elsewhere was believed to be
    enough. So its denial was refuted, and the inference from it to anything."""
    statement, evidence = against(claim, ["Implies", TIED, FALLS], given(NO_PAIR, x="1/2", y="1/2"), x="0", y="1")
    rejected(statement, {"fails": evidence}, "does not move", **SQUARE)
    statement, evidence = against(claim, ["Implies", relation("x <= y"), RISES], given(SLOPE, x="1/4", y="1/2"), x="0", y="1")
    assert checked(statement, {"fails": evidence}, **SQUARE).verdict == "refuted"


def test_what_does_not_move_does_not_do_so_for_each_value_of_another() -> None:
    """There is a z for which x does not fall: that x falls for each z was shown where x does not move."""
    for part, proof, least in ((FALLS, NO_PAIR, "y <= x"), (RISES, SLOPE, "y <= x + 1/2")):
        statement = ["Exists", [["z", "[0, 1]"]], ["Not", part]]
        evidence = {"point": {"x": "1/2", "y": "1/2", "z": "0"}, "proof": proof}
        if part is FALLS:
            rejected(statement, {"fails": evidence}, "does not move", given=["x <= y", least], **SQUARE)
        else:
            evidence["point"]["y"] = "3/4"
            assert checked(statement, {"fails": evidence}, given=["x <= y", least], **SQUARE).verdict == "refuted"


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
