"""What says nothing is not shown: pairs of points of which there are none, premises that hold nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from dplemma.kernel.check import check
from dplemma.kernel.statement import read_interval
from dplemma.kernel.term import Rejected

Json = Any
x, y, h = (["var", name] for name in "xyh")
SQUARE = {"x": "[0, 1]", "y": "[0, 1]"}
MIDDLE = {"x": "1/2", "y": "1/2"}
SLOPE: Json = {"rule": "slope"}


def rel(left: Json, relation: str, right: Json) -> Json:
    return ["Rel", left, relation, right]


def claim(statement: Json, given: list[Json], intervals: dict[str, str]) -> Json:
    return {"region": {"intervals": [[*pair] for pair in intervals.items()], "such_that": given}, "statement": statement}


def monotone(term: Json = x) -> Json:
    return ["Monotone", term, "x", "increasing", True]


def verdict(statement: Json, proof: Json, given: list[Json], intervals: dict[str, str], witness: dict[str, str]) -> str:
    return check(claim(statement, given, intervals), {"holds": proof, "witness": witness}).verdict


def lemma(**intervals: str) -> Json:
    """x rises where it is, by a lemma on its own region."""
    region = {"intervals": [[*pair] for pair in intervals.items()], "such_that": []}
    return {
        "rule": "derived",
        "lemmas": [{"name": "rises", "region": region, "statement": monotone(), "proof": SLOPE}],
        "inner": {"rule": "lemma", "lemma": "rises"},
    }


TIES: dict[str, list[Json]] = {
    "two inequalities": [rel(x, "<=", y), rel(x, ">=", y)],
    "their conjunction": [["All", [rel(x, "<=", y), rel(x, ">=", y)]]],
    "two denials": [["Not", rel(x, "<", y)], ["Not", rel(x, ">", y)]],
    "a square": [rel(["Pow", ["Add", x, ["Mul", "-1", y]], "2"], "<=", "0")],
    "one of two places": [["Either", [rel(x, "<=", "0"), rel(x, ">=", "1/2")]], rel(x, "<=", "1/2"), rel(y, "=", x)],
}


@pytest.mark.parametrize("given", TIES.values(), ids=TIES)
@pytest.mark.parametrize("proof", [SLOPE, lemma(x="[0, 1]")], ids=["slope", "lemma"])
def test_what_does_not_move_is_not_monotone(given: list[Json], proof: Json) -> None:
    with pytest.raises(Rejected, match="does not move"):
        verdict(monotone(), proof, given, SQUARE, MIDDLE)


def test_what_is_shown_of_no_pair_may_be_false() -> None:
    """-x rises strictly for x <= y <= x: x + h <= y and h > 0 contradict x >= y."""
    inner = {"rule": "contrary", "relation": rel(["Add", x, h], "<=", y), "inner": {"rule": "sign"}}
    ordered = {"rule": "ordered", "variable": "h", "inner": inner}
    with pytest.raises(Rejected, match="does not move"):
        verdict(monotone(["Mul", "-1", x]), ordered, TIES["two inequalities"], SQUARE, MIDDLE)


@pytest.mark.parametrize("name", TIES)
def test_a_premise_that_ties_is_one_under_which_nothing_moves(name: str) -> None:
    premise = ["All", TIES[name]]
    proof = {"rule": "given", "witness": MIDDLE, "inner": SLOPE}
    with pytest.raises(Rejected, match="does not move"):
        verdict(["Implies", premise, monotone()], proof, [], SQUARE, MIDDLE)


def test_a_premise_that_leaves_room() -> None:
    proof = {"rule": "given", "witness": {"x": "1/4", "y": "1/2"}, "inner": SLOPE}
    assert verdict(["Implies", rel(x, "<=", y), monotone()], proof, [], SQUARE, MIDDLE) == "proved"


@pytest.mark.parametrize(
    ("interval", "holds"), [("[1/2, 1/2]", False), ("[1/2, 3/4]", True), ("(1/2, 500000001/1000000000)", True)]
)
def test_a_lemma_at_one_place_is_no_lemma_about_pairs(interval: str, holds: bool) -> None:
    at = {"x": "1/2" if interval.startswith("[") else "5000000005/10000000000"}
    if holds:
        assert verdict(monotone(), lemma(x="[0, 1]"), [], {"x": interval}, at) == "proved"
        return
    with pytest.raises(Rejected, match="does not move"):
        verdict(monotone(), lemma(x="[0, 1]"), [], {"x": interval}, at)


def test_a_lemma_does_not_bring_a_condition_with_it() -> None:
    statement = ["Implies", ["All", TIES["two inequalities"]], monotone()]
    region = {"intervals": [[*pair] for pair in SQUARE.items()], "such_that": []}
    shown = {"rule": "given", "witness": MIDDLE, "inner": SLOPE}
    chain = {"name": "tied", "region": region, "statement": statement, "proof": shown}
    proof = {"rule": "derived", "lemmas": [chain], "inner": {"rule": "lemma", "lemma": "tied", "witness": MIDDLE}}
    with pytest.raises(Rejected, match="under a condition"):
        verdict(statement, proof, [], SQUARE, MIDDLE)


def test_in_one_of_two_cases_something_moves() -> None:
    """y = 0 leaves no room below it; the other case does."""
    split = {"rule": "case", "relation": rel(y, "<=", "0"), "yes": SLOPE, "no": SLOPE}
    below = [rel(x, "<=", y)]
    assert verdict(monotone(), split, below, SQUARE, MIDDLE) == "proved"
    with pytest.raises(Rejected, match="does not move"):
        verdict(monotone(), split, below, SQUARE, {"x": "0", "y": "0"})


def test_the_witness_lies_certainly_in_one_case() -> None:
    """The root of t^2 - 2 is sqrt 2, but balls and normal forms do not tell."""
    root = ["Root", ["Add", ["Pow", ["var", "t"], "2"], "-2"], ["t", "0", "2"]]
    split = {"rule": "case", "relation": rel(root, "<=", ["Pow", "2", "1/2"]), "yes": SLOPE, "no": SLOPE}
    with pytest.raises(Rejected, match="which of the two parts"):
        verdict(monotone(), split, [rel(x, "<=", y)], SQUARE, MIDDLE)


def test_integers_move_by_one() -> None:
    integers = {"x": "the integers of [0, 3]", "y": "[0, 1]"}
    assert verdict(monotone(), SLOPE, [rel(x, "<=", ["Add", y, "2"])], integers, {"x": "1", "y": "0"}) == "proved"
    with pytest.raises(Rejected, match="does not move"):
        verdict(monotone(), SLOPE, [rel(x, "<", ["Add", y, "1"]), rel(x, ">=", "1")], integers, {"x": "1", "y": "1/2"})


def test_for_each_of_other_values() -> None:
    part = ["ForAll", [["x", "(0, 1)"]], monotone(["Mul", x, y])]
    proof = {"rule": "forall", "inner": SLOPE}
    assert verdict(part, proof, [], {"y": "(0, oo)"}, {"y": "1"}) == "proved"
    tied = ["ForAll", [["x", "[0, 1]"]], ["Implies", ["All", TIES["two inequalities"]], monotone()]]
    proof = {"rule": "forall", "inner": {"rule": "given", "witness": MIDDLE, "inner": SLOPE}}
    with pytest.raises(Rejected, match="does not move"):
        verdict(tied, proof, [], {"y": "[0, 1]"}, {"y": "1"})


@pytest.mark.parametrize(
    "text", ["[0, 1]", "(0, 1]", "[0, 1)", "(0, 1)", "(-oo, oo)", "(-oo, 2]", "(-oo, 2)", "(3, oo)", "[3, oo)", "[5, 5]"]
)
@pytest.mark.parametrize("integers", ["", "the integers of "])
def test_a_point_of_an_interval_is_in_it(text: str, integers: str) -> None:
    if integers and text == "(0, 1)":
        return
    interval = read_interval(integers + text, "here")
    assert interval.point() in interval


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        (["Implies", rel("1", "<", "0"), rel("2", "<", "1")], False),
        (["All", [rel("1", "<", "2"), ["Implies", rel("1", "<", "0"), rel("1", "<", "2")]]], False),
        (["Either", [rel("1", "<", "0"), ["Implies", rel("1", "<", "0"), rel("2", "<", "1")]]], False),
        (["Not", ["Implies", rel("1", "<", "2"), rel("2", "<", "1")]], False),
        (["Implies", rel("0", "<", "1"), rel("1", "<", "2")], True),
    ],
)
def test_without_variables_a_premise_holds_too(statement: Json, holds: bool) -> None:
    if holds:
        assert verdict(statement, {"rule": "truth"}, [], {}, {}) == "certified"
        return
    with pytest.raises(Rejected, match="premise"):
        verdict(statement, {"rule": "truth"}, [], {}, {})
