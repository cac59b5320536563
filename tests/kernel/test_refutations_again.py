"""True or empty claims that were refuted once, and empty ones whose denial was proved: variables that do not move, parts that are
not asked for, limits that are no numbers; each beside a false claim that is refuted still."""

from __future__ import annotations

import pytest
from kernel_trees import RELATION, SIGN, checked, holds, rejected, relation, tree

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


# -- quantifiers and denials ----------------------------------------------------------------------------------------------------


def test_that_something_holds_for_no_value_is_refuted_still() -> None:
    statement = ["Exists", [["a", "[1, 2]"]], ["Not", relation("a*x >= 0")]]
    evidence = {"fails": {"point": {"x": "0"}, "proof": {"rule": "relation", "proof": SIGN}}}
    assert checked(statement, evidence, x="[0, 1]").verdict == "refuted"


def test_denials_one_inside_the_other_are_read_once() -> None:
    """Each of them asks whether the next one holds and whether it speaks: 40 would be asked 10^7 times."""
    statement = relation("x >= 0")
    for _ in range(20):
        statement = ["All", [["Not", statement]]]
    assert checked(["Not", statement], {"fails": {"point": {"x": "1"}}}, x="[0, 1]").verdict == "refuted"
    rejected(statement, {"fails": {"point": {"x": "1"}}}, "not certain to fail", x="[0, 1]")


def test_a_condition_inside_a_premise_is_asked_at_the_point() -> None:
    """x > 0 implies x > 2 at x = 0, where its premise fails; so it implies nothing that fails there."""
    plain = ["Implies", ["Implies", relation("x > 0"), relation("x > 2")], relation("x > 5")]
    assert checked(plain, {"fails": {"point": {"x": "0"}}}, x="[0, 1]").verdict == "refuted"
