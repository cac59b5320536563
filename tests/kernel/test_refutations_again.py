"""True or empty claims that were refuted once, and empty ones whose denial was proved: variables that do not move, parts that are
not asked for, limits that are no numbers; each beside a false claim that is refuted still."""

from __future__ import annotations

import pytest
from kernel_trees import RELATION, SIGN, checked, holds, region_tree, rejected, relation, tree

from dplemma.kernel.term import Json

# -- what does not move -------------------------------------------------------------------------------------------------------


def strict(term: str, name: str) -> Json:
    return ["Monotone", tree(term), name, "increasing", True]


def test_no_two_points_differ_in_a_variable_that_the_region_does_not_have() -> None:
    """Two values of z beside one point x were taken for two points of the region of x, at which x is the same: so it was refuted,
    and its denial proved, that x rises in z."""
    pair = {"point": {"x": "1", "z": "0"}, "second": "1"}
    rejected(strict("x", "z"), {"fails": pair}, "no interval for z", x="[0, 1]")
    denied = holds({"rule": "refuted", "evidence": pair}, x=1)
    rejected(["Not", strict("x", "z")], denied, "no interval for z", x="[0, 1]")
    assert checked(strict("x", "z"), {"fails": pair}, x="[0, 1]", z="[0, 1]").verdict == "refuted"
    each = ["ForAll", [["z", "[0, 1]"]], strict("x", "z")]
    assert checked(each, {"fails": pair}, x="[0, 1]").verdict == "refuted"


@pytest.mark.parametrize("least", ["0", "1"])
def test_that_something_is_not_monotone_for_one_value_is_not_contradicted_where_nothing_moves(least: str) -> None:
    """Where y <= x <= 1 and y = 1, x does not move, and x + z rises in it for each z only because nothing is said."""
    statement = ["Exists", [["z", "[0, 1]"]], ["Not", strict("x + z", "x")]]
    evidence = {"fails": {"point": {"x": "1", "y": least, "z": "0"}, "proof": {"rule": "slope"}}}
    region = {"given": ["x >= y"], "x": "[0, 1]", "y": f"[{least}, 1]"}
    if least == "1":
        rejected(statement, evidence, "does not move", **region)
    else:
        assert checked(statement, evidence, **region).verdict == "refuted"


GIVEN = [{"rule": "given", "relation": relation(part)} for part in ("x >= y", "y >= 1")]
BEYOND = [{"term": tree(term), "proof": proof} for term, proof in zip(("h", "x - y", "y - 1"), (SIGN, *GIVEN), strict=True)]
NO_PAIR: Json = {
    "rule": "ordered",
    "variable": "h",
    "inner": {"rule": "contrary", "relation": relation("x + h <= 1"), "inner": {"rule": "sum", "factors": BEYOND}},
}  # x + h > 1 where x >= y >= 1


@pytest.mark.parametrize("least", ["0", "1"])
def test_what_does_not_move_under_a_premise_contradicts_nothing(least: str) -> None:
    """Where x >= y >= 1, x does not move in [0, 1], and -x rises in it only because nothing is said; in the region itself x does
    move, and was asked for there alone."""
    term, inner = ("-x", NO_PAIR) if least == "1" else ("x", {"rule": "slope"})
    implied = ["Implies", ["All", [relation("x >= y"), relation(f"y >= {least}")]], strict(term, "x")]
    place, region = {"x": "1", "y": least}, {"x": "[0, 1]", "y": "[0, 1]"}
    proof = {"rule": "given", "witness": place, "inner": inner}
    denied = {"point": place, "proof": proof}
    inferred = {"point": place, "premises": [proof], "inner": {"point": place}}
    for statement, evidence in ((["Not", implied], denied), (["Inference", [implied], relation("x > 5"), ""], inferred)):
        if least == "1":
            rejected(statement, {"fails": evidence}, "does not move", **region)
        else:
            assert checked(statement, {"fails": evidence}, **region).verdict == "refuted"


@pytest.mark.parametrize("least", ["0", "1"])
def test_what_does_not_move_where_the_other_part_fails_contradicts_nothing(least: str) -> None:
    """Where x >= y, and y < 1 fails, x does not move in [0, 1]; it was asked to move at y = 0."""
    term, inner = ("-x", NO_PAIR) if least == "1" else ("x", {"rule": "slope"})
    either, place = ["Either", [relation(f"y < {least}"), strict(term, "x")]], {"x": "1", "y": "0"}
    evidence = {"fails": {"point": place, "proof": {"rule": "either", "inner": inner}}}
    region = {"given": ["x >= y"], "x": "[0, 1]", "y": "[0, 1]"}
    if least == "1":
        rejected(["Not", either], evidence, "not certain there: y >= 1", **region)
    else:
        assert checked(["Not", either], evidence, **region).verdict == "refuted"


def test_what_moves_under_a_premise_elsewhere_contradicts_nothing_here() -> None:
    """For x in [0, 2] a lemma says that x rises where x >= y >= 1; in [0, 1] x does not move there."""
    implied = ["Implies", ["All", [relation("x >= y"), relation("y >= 1")]], strict("x", "x")]
    proof, place = {"rule": "given", "witness": {"x": "3/2", "y": "1"}, "inner": {"rule": "slope"}}, {"x": "1", "y": "1"}
    wide = {"x": "[0, 2]", "y": "[0, 1]"}
    lemma = {"name": "it", "region": region_tree(**wide), "statement": implied, "proof": proof}
    used = {"rule": "derived", "lemmas": [lemma], "inner": {"rule": "lemma", "lemma": "it", "witness": place}}
    rejected(["Not", implied], {"fails": {"point": place, "proof": used}}, "not taken from a lemma", x="[0, 1]", y="[0, 1]")
    assert checked(["Not", implied], {"fails": {"point": place, "proof": proof}}, **wide).verdict == "refuted"


# -- parts that are not asked for ---------------------------------------------------------------------------------------------

ABOVE_ONE: Json = ["All", [relation("x > 0"), relation("log(x) > 0")]]
TWO_RANGES: Json = ["Either", [relation("x <= 1"), relation("log(x) > 0")]]


def test_an_equivalence_whose_two_directions_are_proved_is_not_refuted() -> None:
    """x > 0 and log x > 0 iff x > 1: at x = -1 both sides fail, and log x is not asked for; that it does not exist there was
    taken for a failure of the equivalence."""
    range_, above = {"x": "[-1, 2]"}, relation("x > 1")
    for first, second, inner in ((ABOVE_ONE, above, RELATION), (above, ABOVE_ONE, {"rule": "all", "parts": [RELATION] * 2})):
        given = {"rule": "given", "witness": {"x": "2"}, "inner": inner}
        assert checked(["Implies", first, second], holds(given, x=2), **range_).verdict == "proved"
    for sides in ([ABOVE_ONE, above], [above, ABOVE_ONE]):
        rejected(["Iff", *sides], {"fails": {"point": {"x": "-1"}}}, "not certain to fail", **range_)


def test_two_statements_that_are_proved_are_equivalent() -> None:
    """x <= 1 or log x > 0, and x <= 2, hold for all -1 <= x <= 2; that they are equivalent was refuted at -1."""
    range_, below = {"x": "[-1, 2]"}, relation("x <= 2")
    assert checked(TWO_RANGES, holds({"rule": "either", "inner": RELATION}, x=2), **range_).verdict == "proved"
    assert checked(below, holds(RELATION, x=2), **range_).verdict == "proved"
    rejected(["Iff", TWO_RANGES, below], {"fails": {"point": {"x": "-1"}}}, "not certain to fail", **range_)


@pytest.mark.parametrize(
    ("first", "point"),
    [
        (["All", [relation("log(x) > 0"), relation("x > 0")]], "-1"),  # asked for first
        (["All", [relation("x < 0"), relation("log(x) > 0")]], "-1"),  # asked for where the other holds
        (["Either", [relation("x > 0"), relation("log(x) > 0")]], "-1"),  # asked for where the other fails
        (ABOVE_ONE, "1/2"),
    ],
)
def test_an_equivalence_fails_where_a_part_that_is_asked_for_does_not_exist_or_the_sides_differ(first: Json, point: str) -> None:
    second = relation("x > 1") if point == "-1" else relation("x > 0")
    assert checked(["Iff", first, second], {"fails": {"point": {"x": point}}}, x="[-1, 2]").verdict == "refuted"


# -- limits that are no numbers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [["Mul", "-1", "oo"], tree("log(-1)"), tree("Root(t + 1, (t, 0, 1))"), "5"], ids=str)
def test_an_infinite_limit_differs_from_numbers_only(value: Json) -> None:
    """-x falls beyond every bound as x grows; that its limit is not -1 times oo was proved, because -oo was held to differ from
    all that is not written as an infinity. What does not exist is not denied."""
    limit: Json = ["Limit", tree("-x"), "x", "oo", value, "-"]
    evidence = {"point": {}, "rule": "limit"}
    denied = holds({"rule": "refuted", "evidence": evidence})
    if value == "5":
        assert checked(limit, {"fails": evidence}).verdict == "refuted"
        assert checked(["Not", limit], denied).verdict == "proved"
    else:
        rejected(limit, {"fails": evidence}, "is not shown to differ")
        rejected(["Not", limit], denied, "is not shown to differ")


# -- what is said of a whole region ---------------------------------------------------------------------------------------------

RISES: Json = ["Monotone", tree("a*x"), "x", "increasing", False]
FALLING = {"rule": "refuted", "evidence": {"point": {"x": "0", "a": "-1"}, "second": "1"}}
GROWS: Json = ["Limit", tree("a*x"), "x", "oo", "oo", "-"]
NOT_GROWING = {"rule": "refuted", "evidence": {"point": {"a": "-1"}, "rule": "limit"}}


@pytest.mark.parametrize(
    ("part", "proof"),
    [
        (["Not", RISES], FALLING),
        (["Not", GROWS], NOT_GROWING),
        (["All", [["Not", RISES]]], {"rule": "all", "parts": [FALLING]}),
        (["Either", [relation("a > 5"), ["Not", RISES]]], {"rule": "either", "inner": FALLING}),
    ],
)
def test_that_nothing_is_denied_of_a_whole_for_any_value_is_not_refuted_by_one_value(part: Json, proof: Json) -> None:
    """For a = 1 it is not so that a x does not rise: that some a is like this was refuted by a = -1."""
    statement = ["Exists", [["a", "[-1, 1]"]], ["Not", part]]
    point = {} if proof is NOT_GROWING else {"x": "0"}
    region = {} if proof is NOT_GROWING else {"x": "[0, 1]"}
    rejected(statement, {"fails": {"point": point, "proof": proof}}, "need not fail for each", **region)


def test_that_something_holds_for_no_value_is_refuted_still() -> None:
    statement = ["Exists", [["a", "[1, 2]"]], ["Not", relation("a*x >= 0")]]
    evidence = {"fails": {"point": {"x": "0"}, "proof": {"rule": "relation", "proof": SIGN}}}
    assert checked(statement, evidence, x="[0, 1]").verdict == "refuted"


FALLS: Json = ["Monotone", tree("-x"), "x", "increasing", True]


@pytest.mark.parametrize(
    "statement",
    [
        ["Implies", ["Implies", relation("x > 0"), FALLS], relation("x > 5")],
        ["Implies", ["Either", [relation("x <= 0"), FALLS]], relation("x > 5")],
        ["Implies", ["Either", [relation("x <= 0"), ["Limit", tree("-x"), "x", "oo", "oo", "-"]]], relation("x > 5")],
        ["Iff", ["Implies", relation("x > 0"), FALLS], relation("x > 5")],
    ],
)
def test_what_is_said_of_a_whole_under_a_condition_does_not_hold_at_one_point(statement: Json) -> None:
    """On 0 < x <= 1 nothing rises; that it does where x > 0 counted as true at x = 0, where the condition fails."""
    rejected(statement, {"fails": {"point": {"x": "0"}}}, "not certain to fail", x="[0, 1]")
    plain = ["Implies", ["Implies", relation("x > 0"), relation("x > 2")], relation("x > 5")]
    assert checked(plain, {"fails": {"point": {"x": "0"}}}, x="[0, 1]").verdict == "refuted"


def test_denials_one_inside_the_other_are_read_once() -> None:
    """Each of them asks whether the next one holds and whether it speaks: 40 would be asked 10^7 times."""
    statement = relation("x >= 0")
    for _ in range(20):
        statement = ["All", [["Not", statement]]]
    assert checked(["Not", statement], {"fails": {"point": {"x": "1"}}}, x="[0, 1]").verdict == "refuted"
    rejected(statement, {"fails": {"point": {"x": "1"}}}, "not certain to fail", x="[0, 1]")


# -- one value for all that is denied -------------------------------------------------------------------------------------------

FALLS_ALONG: Json = ["Monotone", tree("-a*x"), "x", "increasing", False]


def denied_by(a: str) -> Json:
    return {"rule": "refuted", "evidence": {"point": {"x": "0", "a": a}, "second": "1"}}


def test_two_denials_for_each_value_are_of_one_value() -> None:
    """For each a one of a x and -a x rises; it was refuted by a = -1 for the one and a = 1 for the other."""
    statement = ["ForAll", [["a", "[-1, 1]"]], ["Not", ["All", [["Not", RISES], ["Not", FALLS_ALONG]]]]]
    proof = {"rule": "all", "parts": [denied_by("-1"), denied_by("1")]}
    rejected(statement, {"fails": {"point": {"x": "0", "a": "0"}, "proof": proof}}, "need not fail for each", x="[0, 1]")


def test_a_premise_and_its_conclusion_for_each_value_are_of_one_value() -> None:
    """If a x does not rise, then a < 0: the premise was shown by a = -1 and the conclusion refuted at a = 1."""
    statement = ["ForAll", [["a", "[-1, 1]"]], ["Inference", [["Not", RISES]], relation("a < 0"), ""]]
    evidence = {"point": {"x": "0", "a": "1"}, "premises": [denied_by("-1")], "inner": {"point": {"x": "0", "a": "1"}}}
    rejected(statement, {"fails": evidence}, "need not fail for each", x="[0, 1]")


def test_a_relation_for_each_value_is_still_refuted_with_its_premises() -> None:
    statement = ["ForAll", [["a", "[0, 1]"]], ["Inference", [relation("a*x >= 0")], relation("a < 0"), ""]]
    premise = {"rule": "relation", "proof": SIGN}
    evidence = {"point": {"x": "0", "a": "1"}, "premises": [premise], "inner": {"point": {"x": "0", "a": "1"}}}
    assert checked(statement, {"fails": evidence}, x="[0, 1]").verdict == "refuted"
