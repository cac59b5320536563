"""What says nothing is not shown: pairs of points of which there are none, premises that hold nowhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from json_claims import rel

from dplemma.kernel.check import check
from dplemma.kernel.points import must_move
from dplemma.kernel.reading import read_region
from dplemma.kernel.term import Rejected

Json = Any
x, y, h = (["var", name] for name in "xyh")
SQUARE = {"x": "[0, 1]", "y": "[0, 1]"}
MIDDLE = {"x": "1/2", "y": "1/2"}
SLOPE: Json = {"rule": "slope"}
UNDECIDED: Json = ["Root", ["Add", ["Pow", ["var", "t"], "2"], "-2"], ["t", "0", "2"]]  # sqrt 2, which is not known


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


@pytest.mark.parametrize("given", TIES.values(), ids=TIES)
def test_one_of_several_statements_is_not_taken_from_a_lemma_where_nothing_moves(given: list[Json]) -> None:
    proof = lemma(**SQUARE)
    proof["inner"] = {"rule": "all", "parts": [proof["inner"]]}
    assert verdict(["All", [monotone()]], proof, [], SQUARE, MIDDLE) == "proved"
    with pytest.raises(Rejected, match="does not move"):
        verdict(["All", [monotone()]], proof, given, SQUARE, MIDDLE)


def test_a_lemma_from_a_lemma_needs_no_witness() -> None:
    """Only what is claimed speaks of some pair of points."""
    region = {"intervals": [[*pair] for pair in SQUARE.items()], "such_that": []}
    first = {"name": "first", "region": region, "statement": monotone(), "proof": SLOPE}
    tied = {**region, "such_that": TIES["two inequalities"]}
    second = {"name": "second", "region": tied, "statement": monotone(), "proof": {"rule": "lemma", "lemma": "first"}}
    proof = {"rule": "derived", "lemmas": [first, second], "inner": SLOPE}
    assert verdict(monotone(), proof, [], SQUARE, MIDDLE) == "proved"


def test_of_points_one_by_one_it_does_not_matter_in_which_case_the_witness_lies() -> None:
    shown = {"rule": "relation", "proof": {"rule": "sign"}}
    split = {"rule": "case", "relation": rel(UNDECIDED, "<=", ["Pow", "2", "1/2"]), "yes": shown, "no": shown}
    assert verdict(rel(x, ">=", "0"), split, [], SQUARE, MIDDLE) == "proved"


LEMMAS: dict[str, tuple[dict[str, str], list[Json]]] = {
    "at one place": ({"x": "[1/2, 1/2]", "y": "[0, 1]"}, []),
    "tied": (SQUARE, [rel(x, "=", y)]),
    "without the variable": ({"y": "[0, 1]"}, []),
}


@pytest.mark.parametrize(("intervals", "given"), LEMMAS.values(), ids=LEMMAS)
def test_a_lemma_is_about_what_moves(intervals: dict[str, str], given: list[Json]) -> None:
    region = {"intervals": [[*pair] for pair in intervals.items()], "such_that": given}
    proof = lemma(**SQUARE)
    proof["lemmas"].append({"name": "it", "region": region, "statement": monotone(y), "proof": SLOPE})
    with pytest.raises(Rejected, match="does not move"):
        verdict(monotone(), proof, [], SQUARE, MIDDLE)


def test_the_place_that_something_moves_from_is_in_the_region() -> None:
    """Only 1 is: from 0 one comes to it by a whole step, but it is one place."""
    region = read_region({"intervals": [["x", "[0, 2]"]], "such_that": [rel(["Pow", ["Add", x, "-1"], "2"], "<=", "0")]})
    for at in (0, 1):
        with pytest.raises(Rejected):
            must_move("x", region, {"x": Fraction(at)})


def test_integers_move_by_one() -> None:
    integers = {"x": "the integers of [0, 3]", "y": "[0, 1]"}
    assert verdict(monotone(), SLOPE, [rel(x, "<=", ["Add", y, "2"])], integers, {"x": "1", "y": "0"}) == "proved"
    with pytest.raises(Rejected, match="does not move"):
        verdict(monotone(), SLOPE, [rel(x, "<", ["Add", y, "1"]), rel(x, ">=", "1")], integers, {"x": "1", "y": "1/2"})


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
