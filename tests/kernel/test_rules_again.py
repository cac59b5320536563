"""False or empty claims that were proved once, and proofs that did not end: powers of negative numbers, premises inside a choice,
denials of what does not exist, slopes and substitutions that grow; each with its true counterpart."""

from __future__ import annotations

from typing import Any

import pytest
from kernel_trees import RELATION, SIGN, box, boxes, checked, holds, leaf, rejected, relation, tree

from dplemma.kernel.term import Json

# -- powers -----------------------------------------------------------------------------------------------------------------


def cut_off(given: str, **ends: Any) -> Json:
    """One box, on which what is given is said to fail."""
    return {"rule": "relation", "proof": boxes("x - 7", leaf("outside", box(**ends)), conditions=[given])}


def test_a_power_of_a_negative_number_is_not_outside_the_region() -> None:
    """x^y was bounded for x > 0 only, so that x^y <= -1 failed on the whole box; (-1)^1 = -1, and -1 >= 7 followed."""
    proof = holds(cut_off("x**y <= -1", x=("-2", "1/2"), y=(1, 1)), x=-1, y=1)
    rejected(relation("x >= 7"), proof, "cannot be evaluated", given=["x**y <= -1"], x="[-2, 1/2]", y="[1, 1]")


def test_a_power_of_zero_is_not_outside_the_region() -> None:
    """0^2 = 0 is not positive, though x^2 is for all x > 0."""
    proof = holds(cut_off("x**y <= 0", x=(0, 1), y=(2, 2)), x=0, y=2)
    rejected(relation("x >= 7"), proof, "cannot be evaluated", given=["x**y <= 0"], x="[0, 1]", y="[2, 2]")


def test_a_power_of_positive_numbers_is_outside_the_region() -> None:
    """x^y >= 1 only for x = 1, and on [1/4, 1/2] for no x."""
    below, above = leaf("outside", box(x=("1/4", "1/2"), y=(1, 2))), leaf("value", box(x=("1/2", 1), y=(1, 2)))
    rule = {"rule": "relation", "proof": boxes("x - 1/3", below, above, conditions=["x**y >= 1"])}
    outcome = checked(relation("x >= 1/3"), holds(rule, x=1, y=1), given=["x**y >= 1"], x="[1/4, 1]", y="[1, 2]")
    assert outcome.verdict == "certified"


# -- premises inside a choice -------------------------------------------------------------------------------------------------

IMPLIED: Json = ["Implies", relation("x > 5"), relation("x > 4")]
ABOVE: Json = {"rule": "given", "witness": {"x": "6", "y": "0"}, "inner": RELATION}
INSIDE = {
    "either": (["Either", [relation("x > 100"), IMPLIED]], {"rule": "either", "inner": ABOVE}),
    "exists": (
        ["Exists", [["y", "[0, 1]"]], ["Implies", relation("x > 5"), relation("x > 4 + y")]],
        {"rule": "exhibit", "values": {"y": "0"}, "inner": ABOVE},
    ),
    "for each, one of two": (
        ["ForAll", [["y", "[0, 1]"]], ["Either", [relation("x > 100"), ["Implies", relation("x > 5"), relation("x > 4*y")]]]],
        {"rule": "forall", "inner": {"rule": "either", "inner": ABOVE}},
    ),
}


@pytest.mark.parametrize("name", INSIDE)
def test_a_premise_inside_a_choice_holds_somewhere(name: str) -> None:
    """A lemma on [0, 10] gave the same words for [0, 1], where x > 5 holds nowhere and nothing is said."""
    statement, proof = INSIDE[name]
    own = {"name": "it", "region": {"intervals": [["x", "[0, 10]"]], "such_that": []}, "statement": statement, "proof": proof}
    by_lemma = {"rule": "derived", "lemmas": [own], "inner": {"rule": "lemma", "lemma": "it", "witness": {"x": "6"}}}
    rejected(statement, holds(by_lemma, x=1), "not taken from a lemma", x="[0, 1]")
    rejected(statement, holds(proof, x=1), "is not in its interval", x="[0, 1]")
    assert checked(statement, holds(proof, x=1), x="[0, 10]").verdict == "proved"


def test_a_premise_of_its_own_is_taken_from_a_lemma() -> None:
    own = {"name": "it", "region": {"intervals": [["x", "[0, 10]"]], "such_that": []}, "statement": IMPLIED, "proof": ABOVE}
    by_lemma = {"rule": "derived", "lemmas": [own], "inner": {"rule": "lemma", "lemma": "it", "witness": {"x": "7"}}}
    assert checked(IMPLIED, holds(by_lemma, x=1), x="[0, 8]").verdict == "proved"


# -- denials ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("term", "first"), [("log(x)", "-1"), ("x/x", "0")])
def test_what_does_not_exist_is_not_denied(term: str, first: str) -> None:
    """log x rises wherever it exists; that it has no value at -1 was taken for a fall. No relation is denied in this way."""
    rule = {"rule": "refuted", "evidence": {"point": {"x": first}, "second": "1"}}
    rejected(["Not", ["Monotone", tree(term), "x", "increasing", False]], holds(rule, x=1), "needs", x="[-1, 1]")


def test_what_falls_somewhere_is_denied_to_rise() -> None:
    rule = {"rule": "refuted", "evidence": {"point": {"x": "-1"}, "second": "0"}}
    statement = ["Not", ["Monotone", tree("x**2"), "x", "increasing", False]]
    assert checked(statement, holds(rule, x=1), x="[-1, 1]").verdict == "proved"


TIED: Json = {
    "rule": "ordered",
    "variable": "h",
    "inner": {"rule": "contrary", "relation": relation("x + h <= y"), "inner": SIGN},
}


@pytest.mark.parametrize("least", ["y <= x", "y - 1/2 <= x"])
def test_what_does_not_move_contradicts_nothing(least: str) -> None:
    """Where x <= y <= x no two places are compared: "x falls" refuted its denial, and all that was said to follow from it."""
    falls = ["Monotone", tree("x"), "x", "decreasing", True]
    tied = {"given": ["x <= y", least], "x": "[0, 1]", "y": "[0, 1]"}
    rejected(["Not", falls], {"fails": {"point": {"x": "0", "y": "0"}, "proof": TIED}}, **tied)
    evidence = {"point": {"x": "0", "y": "0"}, "premises": [TIED], "inner": {"point": {"x": "0", "y": "0"}}}
    rejected(["Inference", [falls], relation("x > 5"), ""], {"fails": evidence}, **tied)


def test_what_moves_contradicts_its_denial() -> None:
    rises, proof = ["Monotone", tree("x"), "x", "increasing", True], {"rule": "slope"}
    free = {"given": ["x <= y"], "x": "[0, 1]", "y": "[0, 1]"}
    place = {"x": "0", "y": "1"}
    assert checked(["Not", rises], {"fails": {"point": place, "proof": proof}}, **free).verdict == "refuted"
    evidence = {"point": place, "premises": [proof], "inner": {"point": place}}
    assert checked(["Inference", [rises], relation("x > 5"), ""], {"fails": evidence}, **free).verdict == "refuted"


def test_what_does_not_exist_near_a_point_is_not_denied_a_limit() -> None:
    """log x as x falls to -1 has no limit because it has no values; a relation without values is not denied either."""
    limit: Json = ["Limit", tree("log(x)"), "x", "-1", "0", "+"]
    nowhere = {"point": {}, "rule": "nowhere", "interval": "(-1, 0)"}
    rejected(["Not", limit], {"holds": {"rule": "refuted", "evidence": nowhere}}, "not denied a limit")
    assert checked(limit, {"fails": nowhere}).verdict == "refuted"
    rejected(["Not", limit], {"holds": {"rule": "refuted", "evidence": [nowhere]}}, "is not an object")


def test_a_power_over_one_point_is_not_that_of_a_number() -> None:
    """(t - 3)^t has no value beside t = 2, and its integral from 2 to 2 was 0."""
    over_a_point: Json = ["Integral", tree("(t - 3)**t"), ["t", "2", "2"]]
    rejected(["Rel", over_a_point, "=", "0"], holds(RELATION), "over one point")
    assert checked(["Rel", ["Integral", tree("(t - 3)**2"), ["t", "2", "2"]], "=", "0"], holds(RELATION)).verdict == "proved"


# -- what says nothing ----------------------------------------------------------------------------------------------------------


def test_membership_of_nothing_says_nothing() -> None:
    rejected(["Member", [], []], holds({"rule": "all", "parts": []}), "at least one")


@pytest.mark.parametrize("takes", [["result"], ["x", "x"]])
def test_what_a_subroutine_takes_is_not_its_result(takes: Json) -> None:
    """The value that was taken would be replaced by the result, and the contract be one of that alone."""
    contract = ["Rel", ["var", "result"], "=", ["var", takes[0]]]
    program = ["Algorithm", [["copy", takes, contract]], [["Set", "y", "0"]], relation("y >= 1")]
    rejected(program, {"fails": {"point": {}, "results": [], "orders": []}}, "none of them its result")


# -- sizes --------------------------------------------------------------------------------------------------------------------


def nested(head: str, times: int) -> Json:
    return [head, nested(head, times - 1)] if times else tree("x")


@pytest.mark.parametrize("body", [nested("tanh", 10), nested("exp", 60), ["Mul", *[tree("x")] * 2000]])
def test_a_slope_of_a_slope_does_not_grow_without_end(body: Json) -> None:
    """Each of six slopes of ten functions one inside the other has thirteen times as many parts as the one before."""
    rejected(["Rel", ["Derivative", body, ["x", "6"]], "<=", "1"], holds(RELATION, x=0), "the slope in x", x="[0, 1]")


def test_a_slope_of_a_slope_of_one_function() -> None:
    """d^2/dx^2 exp(exp(x)) > 0."""
    statement = ["Rel", ["Derivative", nested("exp", 2), ["x", "2"]], ">", "0"]
    assert checked(statement, holds(RELATION, x=0), x="[0, 1]").verdict == "proved"


def moved(first: int, last: int) -> Json:
    """a_n is written as a_(n+1)^2 + t_n, one after the other."""
    if first == last:
        return SIGN
    centre, inner = tree(f"a{first + 1}*a{first + 1}"), moved(first + 1, last)
    return {"rule": "moved", "name": f"a{first}", "by": "shift", "centre": centre, "variable": f"t{first}", "inner": inner}


def test_what_is_put_in_does_not_double_without_end() -> None:
    """After thirty moves a0 a0 would have 2^30 parts, from a proof of thirty lines."""
    lines = {f"a{n}": "(-oo, oo)" for n in range(31)}
    proof = holds({"rule": "relation", "proof": moved(0, 30)}, **dict.fromkeys(lines, 0))
    rejected(relation("a0*a0 >= 0"), proof, "when others are put into it", **lines)


def test_what_is_put_in_twice() -> None:
    lines = {f"a{n}": "(-oo, oo)" for n in range(3)}
    proof = holds({"rule": "relation", "proof": moved(0, 2)}, **dict.fromkeys(lines, 0))
    assert checked(relation("a0*a0 >= 0"), proof, **lines).verdict == "proved"
