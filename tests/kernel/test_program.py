"""Programs in the kernel: a run is repeated from what it was told, and every way to tell a false one is rejected."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from dplemma.kernel.check import check
from dplemma.kernel.program import read_program
from dplemma.kernel.term import Rejected

X, Y, Z, K = (["var", name] for name in "xyzk")
REGION = {"intervals": [["x", "[0, 2]"]], "such_that": [], "points": []}


def rel(left: Any, sign: str, right: Any) -> Any:
    return ["Rel", left, sign, right]


def claim(lines: Any, promise: Any, routines: Any = ()) -> Any:
    return {"region": REGION, "statement": ["Algorithm", list(routines), lines, promise]}


def told(x: str = "1/2", **more: Any) -> Any:
    return {"fails": {"point": {"x": x}, **more}}


SQUARE = [["Set", "y", ["Mul", X, X]]]
TWO_INPUTS = {"intervals": [["x", "[0, 2]"], ["z", "[0, 2]"]], "such_that": []}


def test_a_run_refutes() -> None:
    assert check(claim(SQUARE, rel(Y, ">=", X)), told()).verdict == "refuted"


@pytest.mark.parametrize(
    ("proof", "says"),
    [
        (told("3/2"), "not certain to fail"),  # the promise is kept there
        (told("1"), "not certain to fail"),
        (told("3"), "not in its interval"),
        (told(["Pow", "2", "-1/2"]), "a rational number for each input"),
        ({"fails": {"point": {"x": "1/2", "y": "0"}}}, "for nothing else"),
        ({"fails": {"point": {}}}, "a rational number for each input"),
        ({"fails": []}, "is not an object"),
        ({"holds": {"rule": "truth"}, "witness": {"x": "1"}}, "not certain to hold"),
        ({"holds": {"rule": "relation"}, "witness": {"x": "1"}}, "no rule"),
    ],
)
def test_what_does_not_refute(proof: Any, says: str) -> None:
    with pytest.raises(Rejected, match=says):
        check(claim(SQUARE, rel(Y, ">=", X)), proof)


def test_every_input_is_a_rational_number() -> None:
    """One that the program does not use, too."""
    statement = {**claim(SQUARE, rel(Y, ">=", X)), "region": TWO_INPUTS}
    assert check(statement, {"fails": {"point": {"x": "1/2", "z": "1"}}}).verdict == "refuted"
    with pytest.raises(Rejected, match="a rational number for each input"):
        check(statement, {"fails": {"point": {"x": "1/2", "z": ["Pow", "2", "1/2"]}}})


ROOT = ["root", ["x"], ["All", [rel(["Mul", ["var", "result"], ["var", "result"]], "<=", X), rel(["var", "result"], ">=", "0")]]]
CALLED = [["Call", "y", "root", [X]]]


def test_results_are_held_against_the_contract() -> None:
    tight = claim(CALLED, rel(["Mul", Y, Y], ">=", ["Mul", "1/2", X]), [ROOT])
    assert check(tight, told("1", results=["1/2"])).verdict == "refuted"
    for results, says in (
        (["1"], "not certain to fail"),
        (["2"], "contract"),
        (["-1"], "contract"),
        ([], "no result"),
        (["pi"], "not an exact number"),
    ):
        with pytest.raises(Rejected, match=says):
            check(tight, told("1", results=results))


def test_a_subroutine_returns_equal_results_for_equal_values() -> None:
    """Called twice with x it must return the same: one result is asked for, and the difference is 0."""
    twice = [
        ["Call", "a", "root", [X]],
        ["Call", "b", "root", [X]],
        ["Set", "y", ["Add", ["var", "a"], ["Mul", "-1", ["var", "b"]]]],
    ]
    with pytest.raises(Rejected, match="not certain to fail"):
        check(claim(twice, rel(Y, "=", "0"), [ROOT]), told("1", results=["1", "0"]))
    other = copy.deepcopy(twice)
    other[1] = ["Call", "b", "root", [["Mul", "2", X]]]
    assert check(claim(other, rel(Y, "=", "0"), [ROOT]), told("1", results=["1", "0"])).verdict == "refuted"


LAST = [["Set", "y", "0"], ["Each", "k", "1", "3", True, [["Set", "y", K]]]]


def test_an_open_order_is_any_order_and_each_integer_comes_once() -> None:
    promise = rel(Y, "=", "3")
    assert check(claim(LAST, promise), told(orders=[[2, 1, 0]])).verdict == "refuted"
    for orders in ([[0, 1, 2]], [[0, 1]], [[0, 0, 1]], [[0, 1, 2, 2]], [[0, 1, 5]], [[True, 0, 2]], [], ["012"]):
        with pytest.raises(Rejected):
            check(claim(LAST, promise), told(orders=orders))
    for orders in ([[0.0, 1.0, 2.0]], [[0, 1, 2.0]], [["0", "1", "2"]]):
        with pytest.raises(Rejected, match="a list of integers"):
            check(claim(LAST, promise), told(orders=orders))
    in_turn = copy.deepcopy(LAST)
    in_turn[1][4] = False
    with pytest.raises(Rejected, match="not certain to fail"):
        check(claim(in_turn, promise), told(orders=[[2, 1, 0]]))


def branches(condition: Any) -> Any:
    return [["When", condition, [["Set", "y", "1"]], [["Set", "y", "0"]]]]


def test_a_condition_is_decided_or_the_run_is_none() -> None:
    assert check(claim(branches(rel(X, ">", "1")), rel(Y, "=", "1")), told("1/2")).verdict == "refuted"
    with pytest.raises(Rejected, match="not certain to fail"):
        check(claim(branches(rel(X, ">", "1")), rel(Y, "=", "1")), told("3/2"))
    cubic = [["Pow", ["Add", ["Pow", "5", "1/2"], two], "1/3"] for two in ("2", "-2")]
    one = ["Add", cubic[0], ["Mul", "-1", cubic[1]]]  # exactly 1, which neither balls nor normal forms see
    undefined = rel(["log", ["Mul", "-1", X]], ">", "0")
    for condition in (rel(one, ">", "1"), undefined):
        with pytest.raises(Rejected, match="could not be decided"):
            check(claim(branches(condition), rel(Y, "=", "1")), told("1/2"))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([["Set", "y", ["exp", X]]], "is not a rational number"),
        ([["Set", "y", ["Pow", "0", "-1"]]], "no integral power"),
        ([["Set", "y", ["Pow", X, "1/2"]]], "no integral power"),
        ([["Set", "y", "2"], ["Each", "k", "1", "60", False, [["Set", "y", ["Pow", Y, "60"]]]]], "too long"),
        ([["Set", "y", ["var", "z"]], ["Set", "z", "1"]], "is not a rational number"),
        ([["Each", "k", "1", "1000000", False, [["Set", "y", K]]]], "not too far"),
        ([["Each", "k", "1/2", "3", False, [["Set", "y", K]]]], "from an integer"),
        ([["Each", "k", "1", "9999", False, [["Set", "y", K], ["Set", "y", K]]]], "lines are run"),
        ([["Set", "x", "0"], ["Set", "y", "1"]], "sets one of its inputs"),
        ([["Set", "y", "1"], ["While", rel(X, ">", "0"), []]], "not a line of a known kind"),
        ([["Set", "y", "1", "2"]], "not a line of a known kind"),
        ([["Unset", "y", "1"]], "not a line of a known kind"),
        ([["Set", "y", "-1"], ["Ring", "y", "root", [X]]], "not a line of a known kind"),
        ([["Call", "y", "root", [X], []]], "not a line of a known kind"),
        ([["Call", "y", ["root"], [X]]], "not a line of a known kind"),
        ([["Set", "y", "-1"], ["Unless", rel(X, ">", "0"), [], []]], "not a line of a known kind"),
        ([["Set", "y", "-1"], ["When", rel(X, ">", "0"), [], [], []]], "not a line of a known kind"),
        ([["Set", "y", "-1"], ["Some", "k", "1", "3", False, []]], "not a line of a known kind"),
        ([["Set", "y", "-1"], ["Each", "k", "1", "3", False, [], []]], "not a line of a known kind"),
        ([["Set", "y", "-1"], ["Each", "k", "1", "3", 0, []]], "not a line of a known kind"),
        ([["Set", "y", "-1"], ["Each", "k", "1", "5/2", False, []]], "from an integer"),
        ([["Set", "y", ["var", "w"]]], "no interval for w"),
        ([["Call", "y", "root", [X]]], "is not one of a subroutine"),
        ("y", "is not a list"),
    ],
)
def test_programs_that_cannot_be_run(lines: Any, says: str) -> None:
    with pytest.raises(Rejected, match=says):
        check(claim(lines, rel(Y, "<", "0")), told("1/2"))


def test_numbers_are_exact() -> None:
    """x = 1/2: (1/2 + 3)^2 - max(1/2, 2) + min(1/2, 2)/(1/2) is 45/4, and nothing else."""
    square, rest = ["Pow", ["Add", X, "3"], "2"], ["Mul", "-1", ["Max", X, "2"]]
    term = ["Add", square, rest, ["Mul", ["Min", X, "2"], ["Pow", X, "-1"]]]
    lines = [["Set", "y", term]]
    for sign, wrong in (("=", "0"), ("!=", "45/4"), ("<", "45/4"), (">", "45/4")):
        assert check(claim(lines, rel(Y, sign, wrong)), told("1/2")).verdict == "refuted"
    with pytest.raises(Rejected, match="not certain to fail"):
        check(claim(lines, rel(Y, "=", "45/4")), told("1/2"))


def test_a_loop_runs_up_to_its_last_integer_and_an_empty_one_not_at_all() -> None:
    summed = [["Set", "y", "0"], ["Each", "k", "2", "4", False, [["Set", "y", ["Add", Y, K]]]]]
    assert check(claim(summed, rel(Y, "!=", "9")), told()).verdict == "refuted"
    never = [["Set", "y", "0"], ["Each", "k", "4", "2", False, [["Set", "y", "1"]]]]
    assert check(claim(never, rel(Y, "=", "1")), told()).verdict == "refuted"


def test_calls_take_as_many_values_as_the_subroutine() -> None:
    with pytest.raises(Rejected, match="as many values"):
        check(claim([["Call", "y", "root", [X, X]]], rel(Y, "<", "0"), [ROOT]), told("1", results=["0"]))
    with pytest.raises(Rejected, match="two contracts"):
        check(claim(CALLED, rel(Y, "<", "0"), [ROOT, ROOT]), told("1", results=["0"]))


def test_what_is_never_set_satisfies_nothing_and_refutes_nothing() -> None:
    lines = [["When", rel(X, ">", "1"), [["Set", "y", "1"]], []]]
    with pytest.raises(Rejected, match="not certain to fail"):
        check(claim(lines, rel(Y, "=", "1")), told("1/2"))


def test_nested_too_deep() -> None:
    lines: Any = [["Set", "y", "1"]]
    for _ in range(30):
        lines = [["When", rel(X, ">", "0"), lines, []]]
    with pytest.raises(Rejected, match="nested deeper"):
        check(claim(lines, rel(Y, "<", "0")), told("1/2"))


def test_a_loop_does_not_run_too_far() -> None:
    """From -9,000 to 9,000 are more than 10,000 integers, though the ends add to 0."""
    with pytest.raises(Rejected, match="not too far"):
        check(claim([["Each", "k", "-9000", "9000", False, [["Set", "y", K]]]], rel(Y, "<", "0")), told("1/2"))


def test_loops_nested_too_deep() -> None:
    """Twenty loops, one inside the other, are read."""

    def nested(depth: int) -> Any:
        return [["Each", "k", "1", "1", False, nested(depth - 1)]] if depth else [["Set", "y", "1"]]

    assert check(claim(nested(20), rel(Y, "<", "0")), told("1/2")).verdict == "refuted"
    with pytest.raises(Rejected, match="nested deeper"):
        check(claim(nested(21), rel(Y, "<", "0")), told("1/2"))


@pytest.mark.parametrize(
    ("lines", "inputs"),
    [
        ([["Call", "y", "double", [Z]]], {"z"}),
        ([["Set", "y", Z]], {"z"}),
        ([["Set", "z", "1"], ["Call", "y", "double", [Z]]], set()),
        ([["Each", "k", X, Z, False, [["Set", "y", K]]]], {"x", "z"}),
    ],
)
def test_the_inputs_are_what_is_used_and_not_set(lines: Any, inputs: set[str]) -> None:
    double = ["double", ["a"], rel(["var", "result"], "=", ["Mul", "2", ["var", "a"]])]
    assert read_program([double], lines, rel(Y, ">", "0"), "test").inputs == inputs
