"""Statements, intervals and regions: what is read is what was written, and nothing else is read."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from kernel_trees import interval, region, region_tree, rel, relation, term, tree

from dplemma.kernel.reading import read_intervals, read_region, read_relation, read_statement
from dplemma.kernel.statement import (
    All,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Inference,
    Interval,
    Limit,
    Monotone,
    Not,
    Printed,
    Region,
    Rel,
    conjuncts,
    denies_a_whole,
    names_of,
    with_premises,
)
from dplemma.kernel.term import Rejected, var

HALF = Fraction(1, 2)
A, B = relation("x > 0"), relation("x < 1")


# -- intervals ----------------------------------------------------------------------------------------------------------------


def test_intervals_are_read() -> None:
    assert interval("[0, 1/2)") == Interval(Fraction(0), HALF, False, True)
    assert interval("(-oo, oo)") == Interval()
    assert interval("[-oo, 3]") == Interval(None, Fraction(3), True, False)  # an infinite end is open
    assert interval("[2, 2]") == Interval(Fraction(2), Fraction(2), False, False)


def test_integers_are_rounded_inwards() -> None:
    assert interval("the integers of (1, 7/2]") == Interval(Fraction(2), Fraction(3), False, False, True)
    assert interval("the integers of [-1/2, 3)") == Interval(Fraction(0), Fraction(2), False, False, True)
    assert interval("the integers of [1, oo)") == Interval(Fraction(1), None, False, True, True)


@pytest.mark.parametrize(
    "text",
    [
        "[1, 0]",
        "(1, 1]",
        "[1, 1)",
        "(1, 1)",
        "the integers of (0, 1)",
        "[0.5, 1]",
        "[oo, 1]",
        "[0, -oo]",
        "0, 1",
        "[0 1]",
        "[0, 1/0]",
        "[0, 1] ",
        "the reals of [0, 1]",
        "",
        5,
        None,
        ["0", "1"],
    ],
)
def test_what_is_no_interval_is_refused(text: Any) -> None:
    with pytest.raises(Rejected):
        interval(text)


def test_membership() -> None:
    assert HALF in interval("[0, 1]") and Fraction(0) in interval("[0, 1]") and Fraction(0) not in interval("(0, 1]")
    assert Fraction(1) not in interval("[0, 1)") and Fraction(10**9) in interval("[0, oo)")
    assert HALF not in interval("the integers of [0, 3]") and Fraction(3) in interval("the integers of [0, 3]")


@pytest.mark.parametrize(
    ("inner", "outer", "held"),
    [
        ("[0, 1]", "[0, 1]", True),
        ("[0, 1]", "(0, 1]", False),
        ("(0, 1]", "[0, 1]", True),
        ("(0, 1)", "(0, 1)", True),
        ("[0, 1]", "[0, 1)", False),
        ("[0, 1)", "[0, 1]", True),
        ("[0, 2]", "[0, 1]", False),
        ("[0, oo)", "[0, 5]", False),
        ("(-oo, 0]", "[-5, 0]", False),
        ("[0, 1]", "(-oo, oo)", True),
        ("[0, 3]", "the integers of [0, 3]", False),
        ("the integers of [0, 3]", "[0, 3]", True),
        ("[1/3, 1/2]", "(0, 1)", True),
        ("[-1, 0]", "(-2, 0)", False),
    ],
)
def test_containment(inner: str, outer: str, held: bool) -> None:
    assert interval(inner).within(interval(outer)) is held


def test_what_an_interval_says_of_a_term() -> None:
    assert interval("[0, 1)").relations(var("x")) == [rel("x >= 0"), rel("x < 1")]
    assert interval("(0, oo)").relations(var("x")) == [rel("x > 0")]
    assert interval("(-oo, oo)").relations(var("x")) == []
    assert interval("[0, 1)").inside() == interval("(0, 1)")


# -- relations ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "opposite", "gap", "strict"),
    [
        ("x < y", "x >= y", "y - x", True),
        ("x <= y", "x > y", "y - x", False),
        ("x > y", "x <= y", "x - y", True),
        ("x >= y", "x < y", "x - y", False),
    ],
)
def test_the_gap_and_the_opposite_of_an_inequality(text: str, opposite: str, gap: str, strict: bool) -> None:
    assert rel(text).opposite() == rel(opposite)
    assert rel(text).gap == term(gap)
    assert rel(text).strict is strict


def test_the_opposite_of_an_equality() -> None:
    assert rel("x == y").opposite() == rel("x != y")
    assert rel("x != y").opposite() == rel("x == y")


# -- statements ---------------------------------------------------------------------------------------------------------------

READ: dict[str, tuple[Any, Any]] = {
    "chain": (["Chain", ["0", "<", tree("x"), "<=", "1"]], All((rel("0 < x"), rel("x <= 1")))),
    "all": (["All", [A, B]], All((rel("x > 0"), rel("x < 1")))),
    "either": (["Either", [A, B]], Either((rel("x > 0"), rel("x < 1")))),
    "not": (["Not", A], Not(rel("x > 0"))),
    "implies": (["Implies", A, B], Implies(rel("x > 0"), rel("x < 1"))),
    "iff": (["Iff", A, B], Iff(rel("x > 0"), rel("x < 1"))),
    "forall": (["ForAll", [["x", "[0, 1]"]], A], ForAll((("x", interval("[0, 1]")),), rel("x > 0"))),
    "exists": (["Exists", [["x", "[0, 1]"]], A], Exists((("x", interval("[0, 1]")),), rel("x > 0"))),
    "monotone": (["Monotone", tree("x**2"), "x", "decreasing", True], Monotone(term("x**2"), "x", False, True)),
    "limit": (["Limit", tree("1/x"), "x", "oo", "0", "-"], Limit(term("1/x"), "x", "oo", Fraction(0), "-")),
    "printed": (["Number", "1/3", ["0.33", "rounded"]], Printed(Fraction(1, 3), "0.33", "rounded")),
    "printed on a grid": (["Number", "1/3", ["0.4", "least", "0.2"]], Printed(Fraction(1, 3), "0.4", "least", "0.2")),
    "member": (["Member", [tree("x"), tree("y")], ["(0, 1]", "[2, oo)"]], All((rel("x > 0"), rel("x <= 1"), rel("y >= 2")))),
    "member of another dimension": (["Member", [tree("x")], ["(0, 1]", "[2, oo)"]], Rel(Fraction(1), "<", Fraction(0))),
    "obligations": (["Obligations", [["defined", A], ["bounded", B]]], All((rel("x > 0"), rel("x < 1")))),
    "inference": (["Inference", [A], B, "a line"], Inference((rel("x > 0"),), rel("x < 1"))),
}


@pytest.mark.parametrize("name", READ)
def test_statements_are_read(name: str) -> None:
    statement, expected = READ[name]
    assert read_statement(statement) == expected


REFUSED: dict[str, Any] = {
    "no list": {"Rel": 1},
    "empty": [],
    "unknown kind": ["Sometimes", A],
    "head that is no text": [["Rel"], A],
    "relation of two": ["Rel", "1", "<"],
    "relation sign": ["Rel", "1", "==", "2"],
    "no relation": ["Rel", "1", None, "2"],
    "short chain": ["Chain", ["1", "<"]],
    "even chain": ["Chain", ["1", "<", "2", "<"]],
    "chain of nothing": ["Chain", "1<2"],
    "all of one thing": ["All", A],
    "not of two": ["Not", A, B],
    "direction": ["Monotone", "1", "x", "up", False],
    "strictness": ["Monotone", "1", "x", "increasing", "yes"],
    "side": ["Limit", "1", "x", "oo", "0", "both"],
    "two intervals for a variable": ["ForAll", [["x", "[0, 1]"], ["x", "[2, 3]"]], A],
    "interval": ["Exists", [["x", "0 to 1"]], A],
    "pairs": ["Exists", {"x": "[0, 1]"}, A],
    "printed text": ["Number", "1", "0.3"],
    "printed with more than a grid": ["Number", "1", ["0.3", "least", "0.1", "0.1"]],
    "a grid that is no text": ["Number", "1", ["0.3", "least", 1]],
    "long printed text": ["Number", "1", ["0." + "3" * 200, "rounded"]],
    "printed number": ["Number", "1", [0, "rounded"]],
    "member that is an integer": ["Member", ["2"], ["the integers of [0, 3]"]],
    "member whose values are a text": ["Member", "12", ["[0, 3]", "[0, 3]"]],
    "member of what is no list": ["Member", ["2"], {"[0, 3]": True}],
    "no obligations": ["Obligations", []],
    "obligation without name": ["Obligations", [[A]]],
    "a program": ["Algorithm", "x"],
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_statement_is_refused(name: str) -> None:
    with pytest.raises(Rejected) as caught:
        read_statement(REFUSED[name])
    assert "\n" not in str(caught.value)


def test_a_relation_is_not_another_statement() -> None:
    assert read_relation(A, "test") == rel("x > 0")
    with pytest.raises(Rejected, match="is not a relation"):
        read_relation(["Not", A], "test")


# -- regions ------------------------------------------------------------------------------------------------------------------


def test_a_conjunction_is_given_part_by_part() -> None:
    found = read_region({"intervals": [["x", "[0, 1]"]], "such_that": [["All", [A, ["All", [B]]]], ["Not", A]]})
    assert found.given == (rel("x > 0"), rel("x < 1"))
    assert found.others == (Not(rel("x > 0")),)
    assert conjuncts(All((rel("x > 0"), All((rel("x < 1"),))))) == (rel("x > 0"), rel("x < 1"))


@pytest.mark.parametrize(
    "bad", [None, [], {}, {"intervals": []}, {"such_that": []}, {"intervals": [["x", "[0, 1]"]], "such_that": A[1:]}]
)
def test_what_is_no_region_is_refused(bad: Any) -> None:
    with pytest.raises(Rejected):
        read_region(bad)


def test_a_variable_has_one_interval() -> None:
    with pytest.raises(Rejected, match="two intervals"):
        read_intervals([["x", "[0, 1]"], ["x", "[0, 2]"]], "test")


def test_a_region_without_a_variable_forgets_what_is_given_of_it() -> None:
    wide = region(["x < y", "y > 1"], x="[0, 1]", y="[0, 2]")
    assert wide.without("x") == region(["y > 1"], y="[0, 2]")
    assert wide.box_only() == region(x="[0, 1]", y="[0, 2]")
    assert wide.names == ("x", "y") and names_of(rel("x < y")) == {"x", "y"}


def test_premises_are_added_to_what_is_given() -> None:
    found = with_premises(region(["x > 0"], x="[0, 1]"), [All((rel("x < 1"), Not(rel("x > 0"))))])
    assert found.given == (rel("x > 0"), rel("x < 1")) and found.others == (Not(rel("x > 0")),)


def test_a_fresh_name_is_in_no_term() -> None:
    wide = Region({"t": Interval(), "t1": Interval()}, (rel("t1 > 0"),))
    assert wide.fresh(term("t2 + 1")) == "t3"
    assert wide.fresh(like="s") == "s"


def test_substitution_in_what_is_given() -> None:
    assert region(["x < y"], x="[0, 1]", y="[0, 2]").substituted("x", term("exp(t)")) == (rel("exp(t) < y"),)
    assert region_tree(["x > 0"], x="[0, 1]") == {"intervals": [["x", "[0, 1]"]], "such_that": [A]}


def test_what_denies_something_of_a_whole_region() -> None:
    rises = Monotone(var("x"), "x", True, False)
    assert denies_a_whole(Not(rises)) and denies_a_whole(All((rel("x > 0"), All((Not(rises),)))))
    assert not denies_a_whole(rises) and not denies_a_whole(Not(rel("x > 0")))
