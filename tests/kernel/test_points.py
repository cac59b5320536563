"""Truth at points is three-valued; refutations show a point of the region at which the statement certainly fails."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from kernel_trees import RELATION, checked, region, rejected, relation, tree

from dplemma.kernel.points import absent_at, exists_at, must_lie_in, printed_holds, read_point, truth
from dplemma.kernel.reading import read_statement
from dplemma.kernel.statement import Printed
from dplemma.kernel.term import Rejected, read_term

A, B = relation("x > 0"), relation("x > 1")
UNDEFINED = relation("log(x) > -100")
OPEN_TERM = "Sum(x, (k, 1, y))"  # y is no integer: it cannot be evaluated
OPEN = relation(f"{OPEN_TERM} > 100")
RADICALS = relation("(7 + 5*2**(1/2))**(1/3) == 1 + 2**(1/2)")  # true, and no normal form says so
NEVER = ["Rel", "1", "<", "0"]

TRUTH: dict[str, tuple[Any, Any, bool | None]] = {
    "relation": (A, "1/2", True),
    "relation that fails": (B, "1/2", False),
    "equality at its edge": (relation("x >= 1/2"), "1/2", True),
    "strict at its edge": (relation("x > 1/2"), "1/2", False),
    "exact equality of roots": (relation("x**(1/2) == 2**(1/2)"), "2", True),
    "numbers that differ in the hundredth digit": (relation(f"x + 1/{10**100} > x"), "2", True),
    "root of zero": (relation("(x - 1/2)**(1/2) > 0"), "1/2", False),
    "undefined side": (UNDEFINED, "-1", False),
    "undefined side that cancels": (relation("log(x) - log(x) == 0"), "-1", False),
    "undefined power": (relation("x**(1/2) >= 0"), "-1", False),
    "division by zero": (relation("1/x != 5"), "0", False),
    "quantile outside": (relation("PhiInv(x) < 9"), "2", False),
    "what cannot be evaluated": (OPEN, "1", None),
    "one of two, after one that does not exist": (["Either", [relation("log(-1) > 0"), A]], "1/2", None),
    "one of two, before one that does not exist": (["Either", [A, relation("log(-1) > 0")]], "1/2", True),
    "an equivalence, of which a part is open": (["Iff", ["All", [OPEN, NEVER]], NEVER], "1", None),
    "none of two, one of which does not exist": (["Either", [relation("log(-1) > 0"), B]], "1/2", False),
    "variable without value": (relation("z > 0"), "1", None),
    "Piecewise without branch": (relation("Piecewise((1, x < 0)) > 0"), "1", False),
    "Piecewise whose branch is open": (relation(f"Piecewise((1, {OPEN_TERM} > 100)) > 0"), "1", None),
    "Piecewise whose value is undefined": (relation("Piecewise((1, x < 0), (log(x - 2), x < 5), (1, True)) > 0"), "1", False),
    "Piecewise that need not reach what is undefined": (relation("Piecewise((1, x > 0), (log(0 - x), True)) > 0"), "1", True),
    "Piecewise after a branch that is open": (relation(f"Piecewise((1, {OPEN_TERM} > 100), (log(0 - x), True)) > 0"), "1", None),
    "Piecewise with a condition that is undefined": (relation("Piecewise((1, log(0 - x) < 0)) > 0"), "1", False),
    "Piecewise whose open branch is undefined": (
        relation(f"Piecewise((log(0 - x), {OPEN_TERM} > 100), (1, True)) > 0"),
        "1",
        None,
    ),
    "open, with a logarithm that exists": (relation(f"{OPEN_TERM} + log(x) > 100"), "1", None),
    "open, with a power that exists": (relation(f"{OPEN_TERM} + x**exp(x) > 100"), "1", None),
    "open, with a reciprocal that exists": (relation(f"{OPEN_TERM} + 1/x > 100"), "1", None),
    "open, with a square of a negative number": (relation(f"{OPEN_TERM} + x**3 > 100"), "-1", None),
    "open, with a root of zero": (relation(f"{OPEN_TERM} + (x - 1)**(1/2) > 100"), "1", None),
    "open, with a reciprocal root that exists": (relation(f"{OPEN_TERM} + x**(-1/2) > 100"), "1", None),
    "open, with a reciprocal root of zero": (relation(f"{OPEN_TERM} + (x - 1)**(-1/2) > 100"), "1", False),
    "root towards infinity that is not there": (relation("Root(t + x, (t, 0, oo)) <= 5"), "1", False),
    "root from infinity that is not there": (relation("Root(exp(t) + x, (t, -oo, 0)) <= 5"), "1", False),
    "root on the line that is not there": (relation("Root(t**2 - t + x, (t, -oo, oo)) <= 5"), "1", False),
    "two roots on a half-line": (relation("Root(t*exp(-t) - 1/10, (t, 0, oo)) <= 5"), "1", False),
    "one root on a half-line, not monotone": (relation("Root(t*exp(-t) - 1/10, (t, 1, oo)) >= 4"), "1", False),
    "root far out": (relation("Root(t - 10**12, (t, 0, oo)) >= 5"), "1", True),
    "two roots close to each other": (relation("Root((t - 1)*(t - 1 - 1/1000000), (t, 0, oo)) <= 5"), "1", None),
    "root that only touches": (relation("Root((t - x)**2, (t, 0, oo)) <= 5"), "1", None),
    "root towards infinity of what has no sign": (relation(f"Root(t - 5 + 0*{OPEN_TERM}, (t, 0, oo)) <= 4"), "1", None),
    "root of what has no value near an end": (relation("Root(log(t - 1), (t, 0, oo)) <= 5"), "1", None),
    "root from infinity to infinity": (relation("Root(t, (t, oo, -oo)) <= 5"), "1", None),
    "integral of what stays away from zero": (relation("Integral(exp(x*t), (t, 0, oo)) > 0"), "1", False),
    "integral of a constant over a half-line": (relation("Integral(x + 0*t, (t, -oo, 0)) > 0"), "-1", False),
    "integral that begins with growth": (relation("Integral(exp(t*(4 - t)), (t, 0, oo)) > 0"), "1", True),
    "integral that is divergent, of what tends to zero": (relation("Integral(1/t, (t, 1, oo)) > 0"), "1", None),
    "integral of what oscillates in sign": (relation("Integral(t, (t, -oo, oo)) > 0"), "1", False),
    "integral over one point at infinity": (relation("Integral(1 + 0*t, (t, oo, oo)) == 0"), "1", None),
    "integral of a large constant over a short range": (relation("Integral(exp(t), (t, 0, 1)) > 1"), "1", True),
    "slope of a root that is not there": (relation("Derivative(Root(t + x, (t, 0, oo)), (x, 1)) <= 5"), "1", False),
    "slope of what has no value": (relation("Derivative(log(x), (x, 1)) <= 5"), "-1", False),
    "slope where it has a corner": (relation("Derivative(Abs(x), (x, 1)) <= 5"), "0", None),
    "root on a range turned around": (relation("Root(t + 5, (t, 1, 0)) <= 5"), "1", None),
    "root on a range of one point": (relation("Root(t, (t, 1, 1)) <= 5"), "1", None),
    "root where the slope vanishes": (relation("Root(t**3, (t, -2, 3)) <= 5"), "1", None),
    "root that is not there": (relation("Root(t - 2 - x, (t, 0, 1)) <= 5"), "1", False),
    "root at the end": (relation("Root(t - x, (t, 0, 1)) <= 5"), "1", False),
    "root just inside": (relation("Root(t - x, (t, 0, 1000001/1000000)) <= 5"), "1", True),
    "several roots": (relation("Root((t**2 - 1)*t, (t, -2, 2)) <= 5"), "1", False),
    "one sign change of three": (relation("Root((t**2 - 1)*t, (t, 1/2, 3)) <= 5"), "1", True),
    "root at a double zero": (relation("Root(t**2, (t, -2, 2)) <= 5"), "1", None),
    "root with a moving end": (relation("Root(t - 2, (t, 0, exp(x))) <= 5"), "1", True),
    "all": (["All", [A, B]], "2", True),
    "all, one fails": (["All", [A, B]], "1/2", False),
    "all, one open": (["All", [A, OPEN]], "1", None),
    "all, one fails and one open": (["All", [B, OPEN]], "1/2", False),
    "either": (["Either", [A, B]], "1/2", True),
    "either, none": (["Either", [A, B]], "-1", False),
    "either, one open": (["Either", [B, OPEN]], "1/2", None),
    "not": (["Not", B], "1/2", True),
    "not, false": (["Not", A], "1/2", False),
    "not of undefined": (["Not", UNDEFINED], "-1", None),
    "not of open": (["Not", OPEN], "1", None),
    "implies": (["Implies", A, relation("x < 9")], "1", True),
    "implies, fails": (["Implies", A, B], "1/2", False),
    "implies, no premise": (["Implies", B, NEVER], "1/2", True),
    "implies, premise open": (["Implies", OPEN, NEVER], "1", None),
    "implies, conclusion undefined": (["Implies", relation("x < 9"), UNDEFINED], "-1", False),
    "implies, premise undefined": (["Implies", UNDEFINED, NEVER], "-1", None),
    "iff": (["Iff", A, B], "2", True),
    "iff, both fail": (["Iff", A, B], "-1", True),
    "iff, one fails": (["Iff", A, B], "1/2", False),
    "iff, one open": (["Iff", A, OPEN], "1", None),
    "implies, premise exists and is not decided": (["Implies", RADICALS, NEVER], "1", None),
    "implies, premise not decided, conclusion holds": (["Implies", RADICALS, A], "1", True),
    "not of what exists and is not decided": (["Not", RADICALS], "1", None),
    "slope": (["Rel", ["Derivative", tree("x**3"), ["x", "1"]], "=", "3"], "1", True),
    "slope at a jump": (["Rel", ["Derivative", tree("Piecewise((x, x < 1), (x + 1, True))"), ["x", "1"]], "<=", "1"], "1", None),
    "iff, the first open": (["Iff", OPEN, A], "1", None),
    "iff, undefined and false": (["Iff", UNDEFINED, A], "-1", False),
    "iff of negations": (["Iff", ["Not", relation("x <= 0")], A], "1", True),
    "iff with an open part": (["Iff", ["All", [relation("x < 0"), OPEN]], relation("x < -5")], "1", None),
    "forall is not about one point": (["ForAll", [["x", "[0, 9]"]], A], "1", None),
    "forall fails at a point": (["ForAll", [["x", "[0, 9]"]], B], "1/2", False),
    "forall outside its box": (["ForAll", [["x", "[0, 1/4]"]], B], "1/2", None),
    "forall outside its box in one of two": (["ForAll", [["x", "[0, 9]"], ["y", "[5, 9]"]], B], "1/2", None),
    "not of an implication to what is undefined": (["Not", ["Implies", A, relation("log(x - 1) > 0")]], "1/2", None),
    "exists at a point": (["Exists", [["x", "[0, 9]"]], A], "1", True),
    "exists is not refuted by a point": (["Exists", [["x", "[0, 9]"]], B], "1/2", None),
    "exists outside its box": (["Exists", [["x", "[2, 9]"]], A], "1", None),
    "monotone": (["Monotone", tree("x"), "x", "increasing", False], "1", None),
}


@pytest.mark.parametrize("name", TRUTH)
def test_truth_at_a_point(name: str) -> None:
    statement, value, held = TRUTH[name]
    assert truth(read_statement(statement), {"x": Fraction(value), "y": Fraction(1, 2)}) is held


def test_existence_at_a_point() -> None:
    point = {"x": Fraction(0)}
    assert exists_at(read_term(tree("exp(x)")), point) and not exists_at(read_term(tree("log(x)")), point)
    assert absent_at(read_term(tree("1 + exp(log(x))")), point) == "log(0)"
    assert absent_at(read_term(tree("gamma(x)")), point) == ""  # outside of the language, but not of mathematics
    assert absent_at(read_term(tree("Piecewise((log(x), x > 5), (0, True))")), point) == ""
    assert absent_at(read_term(tree("1 + exp(Piecewise((1, x > 5)))")), point).startswith("Piecewise")
    assert absent_at(read_term(tree("Integral(1/(t - x), (t, 1, 2))")), point) == ""


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ([], "object of values"),
        ({"x": 1}, "is not a term"),
        ({"x": "0.5"}, "exact number"),
        ({"x": ["var", "y"]}, "is not a number"),
        ({"1": "1"}, "name"),
    ],
)
def test_what_is_no_point(bad: Any, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        read_point(bad)


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        ({}, "value to each of x"),
        ({"y": "1/2"}, "value to each of x"),
        ({"x": "2"}, "not in its interval"),
        ({"x": "0"}, "not in its interval"),
        ({"x": "1/3"}, "what is given"),
        ({"x": tree("PhiInv(2)")}, "not in its interval"),
    ],
)
def test_a_point_must_lie_in_the_region(point: Any, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        must_lie_in(region(["x > 1/2"], x="(0, 1]"), read_point(point))


def test_points_of_a_region() -> None:
    must_lie_in(region(["x > 1/2"], x="(0, 1]"), read_point({"x": tree("2**(-1/2)")}))
    must_lie_in(region(["x == 2**(1/2)"], x="(0, 2]"), read_point({"x": tree("2**(1/2)")}))
    with pytest.raises(Rejected):
        must_lie_in(region(n="the integers of [0, 3]"), read_point({"n": "1/2"}))
    for text, interval in (("log(0 - 1)", "(-oo, oo)"), ("2**(1/2)", "[0, 1]")):  # no number, and one beyond the interval
        with pytest.raises(Rejected, match="not in its interval"):
            must_lie_in(region(x=interval), read_point({"x": tree(text)}))
    with pytest.raises(Rejected):  # an integer that is not written as one
        must_lie_in(region(n="the integers of [0, 3]"), read_point({"n": tree("4**(1/2)")}))
    with pytest.raises(Rejected, match="what is given"):  # what no proof uses is asked of points, too
        must_lie_in(region([["Not", A]], x="[-1, 1]"), read_point({"x": "1"}))
    with pytest.raises(Rejected, match="what is given"):
        must_lie_in(region([UNDEFINED], x="[-1, 1]"), read_point({"x": "-1"}))


# -- refutations -----------------------------------------------------------------------------------------------------

X = {"x": "(0, oo)"}
RISES: Any = ["Monotone", tree("x**2"), "x", "increasing", False]
HILL: Any = ["Monotone", tree("3*x - x**2"), "x", "increasing", False]


def at(**point: Any) -> Any:
    return {"fails": {"point": {name: value if isinstance(value, list) else str(value) for name, value in point.items()}}}


REFUTED: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "relation": (relation("exp(x) <= 1 + x"), at(x=1), X),
    "at an irrational point": (relation("(x**2 - 2)**2 > 0"), at(x=tree("2**(1/2)")), X),
    "undefined": (relation("log(x - 1) <= x"), at(x="1/2"), X),
    "equivalence": (["Iff", relation("x > 1"), relation("x > 2")], at(x="3/2"), X),
    "implication": (["Implies", relation("x > 1"), relation("x > 2")], at(x="3/2"), X),
    "a part": (["All", [A, relation("x > 2")]], {"fails": {"part": 1, "inner": {"point": {"x": "1"}}}}, X),
    "a part of a conclusion": (
        ["Implies", A, ["All", [A, relation("x > 2")]]],
        {"fails": {"part": 1, "inner": {"point": {"x": "1"}}}},
        X,
    ),
    "for all": (["ForAll", [["y", "[0, 1]"]], relation("x > y")], at(x="1/2", y=1), X),
    "falling values": (RISES, {"fails": {"point": {"x": "-1"}, "second": "0"}}, {"x": "[-1, 1]"}),
    "equal values of a strict one": (
        ["Monotone", tree("0*x"), "x", "increasing", True],
        {"fails": {"point": {"x": "1"}, "second": "2"}},
        X,
    ),
    "a value that does not exist": (
        ["Monotone", tree("log(x - 1)"), "x", "increasing", False],
        {"fails": {"point": {"x": "1/2"}, "second": "2"}},
        X,
    ),
    "not": (["Not", A], {"fails": {"point": {"x": "1"}, "proof": RELATION}}, X),
    "not, by a point": (["Not", A], at(x=1), X),
    "exists nowhere": (["Exists", [["y", "[2, 3]"]], relation("y < 1")], {"fails": {"point": {"x": "1"}, "proof": RELATION}}, X),
    "an inequality, by equality": (
        relation("(x + 1)**2 < x**2 + 2*x + 1"),
        {"fails": {"point": {"x": "1"}, "proof": RELATION}},
        X,
    ),
    "a difference, by equality": (relation("exp(2*x) != exp(x)**2"), {"fails": {"point": {"x": "1"}, "proof": RELATION}}, X),
    "an inequality, by its opposite": (relation("x <= -1"), {"fails": {"point": {"x": "1"}, "proof": RELATION}}, X),
    "printed": (["Number", tree("exp(1)"), ["2.71", "rounded"]], {"fails": {"point": {}}}, {}),
    "printed of a root that is not there": (
        ["Number", tree("Root(exp(t) + 1, (t, 0, oo))"), ["2.71", "least", "0.01"]],
        {"fails": {"point": {}}},
        {},
    ),
    "inference": (
        ["Inference", [relation("x > -1")], relation("x > 2"), "a line"],
        {"fails": {"premises": [RELATION], "inner": {"point": {"x": "1"}}}},
        X,
    ),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refutations(name: str) -> None:
    statement, proof, about = REFUTED[name]
    assert checked(statement, proof, **about).verdict == "refuted"


FORGED: dict[str, tuple[Any, Any, dict[str, Any], str]] = {
    "a true relation": (relation("exp(x) >= 1 + x"), at(x=1), X, "not certain to fail"),
    "equality at the point": (relation("x**2 >= 0"), at(x=tree("2**(1/2) - 2**(1/2)")), {"x": "[0, 1]"}, "not certain to fail"),
    "a point outside": (relation("exp(x) <= 1 + x"), at(x=-1), X, "not in its interval"),
    "a point without value": (relation("exp(x) <= 1 + x"), at(), X, "value to each"),
    "a point that is not given": (relation("2*x <= x"), at(x=1), {"x": "(0, oo)", "given": ["x > 2"]}, "what is given"),
    "what cannot be evaluated": (relation("Sum(x, (k, 1, x)) > 100"), at(x="1/2"), X, "not certain to fail"),
    "an equivalence of negations": (["Iff", ["Not", relation("x <= 0")], A], at(x=1), X, "not certain to fail"),
    "an implication without premise": (["Implies", relation("x > 5"), NEVER], at(x=1), X, "not certain to fail"),
    "a part that is none": (["All", [A]], {"fails": {"part": 7, "inner": {"point": {"x": "1"}}}}, X, ""),
    "a part that holds": (
        ["All", [A, relation("x > 2")]],
        {"fails": {"part": 0, "inner": {"point": {"x": "1"}}}},
        X,
        "not certain to fail",
    ),
    "for all, outside its box": (["ForAll", [["y", "[0, 1]"]], relation("x > y")], at(x=1, y=2), X, "not in its interval"),
    "points in the right order of values": (
        ["Monotone", tree("x"), "x", "increasing", False],
        {"fails": {"point": {"x": "1"}, "second": "2"}},
        X,
        "wrong order",
    ),
    "equal values of a falling one that need not be strict": (
        ["Monotone", tree("0*x"), "x", "decreasing", False],
        {"fails": {"point": {"x": "1"}, "second": "2"}},
        X,
        "wrong order",
    ),
    "equal values of a rising one that need not be strict": (
        ["Monotone", tree("0*x"), "x", "increasing", False],
        {"fails": {"point": {"x": "1"}, "second": "2"}},
        X,
        "wrong order",
    ),
    "falling values of a falling one": (
        ["Monotone", tree("-x"), "x", "decreasing", False],
        {"fails": {"point": {"x": "1"}, "second": "2"}},
        X,
        "wrong order",
    ),
    "points not in order": (
        ["Monotone", tree("x"), "x", "increasing", False],
        {"fails": {"point": {"x": "2"}, "second": "1"}},
        X,
        "not in order",
    ),
    "one point only": (RISES, {"fails": {"point": {"x": "-1"}}}, {"x": "[-1, 1]"}, "is not a term"),
    "the same point twice": (
        ["Monotone", tree("x"), "x", "increasing", True],
        {"fails": {"point": {"x": "1"}, "second": "1"}},
        X,
        "not in order",
    ),
    "second point outside what is given": (
        HILL,
        {"fails": {"point": {"x": "1"}, "second": "9"}},
        {"x": "[0, 10]", "given": ["x**2 < 2"]},
        "what is given",
    ),
    "second point outside the interval": (
        HILL,
        {"fails": {"point": {"x": "1"}, "second": "3"}},
        {"x": "[0, 3/2]"},
        "not in its interval",
    ),
    "a value that cannot be evaluated": (
        ["Monotone", tree("Sum(x, (k, 1, x))"), "x", "increasing", False],
        {"fails": {"point": {"x": "1/2"}, "second": "3/4"}},
        X,
        "not certain to exist",
    ),
    "not, where nothing is": (
        ["Not", relation("x > 1/2")],
        {"fails": {"proof": RELATION, "point": {"x": "1"}}},
        {"x": "[0, 1]", "given": ["x > 2"]},
        "what is given",
    ),
    "not, by no proof": (["Not", relation("x > 1")], {"fails": {"point": {"x": "1"}, "proof": RELATION}}, X, "is not shown"),
    "exists, where it does": (
        ["Exists", [["y", "[0, 3]"]], relation("y < 1")],
        {"fails": {"point": {"x": "1"}, "proof": RELATION}},
        X,
        "is not shown",
    ),
    "exists, by a name of the region": (
        ["Exists", [["x", "[0, 10]"]], relation("x > 5")],
        {"fails": {"point": {"x": "1/2"}, "proof": RELATION}},
        {"x": "[0, 1]", "given": ["x < 1"]},
        "its variables must be new",
    ),
    "exists, by one point": (["Exists", [["y", "[0, 3]"]], relation("y < 1")], at(x=1, y=2), X, "not certain to fail"),
    "exists of no relation": (
        ["Exists", [["y", "[2, 3]"]], ["All", [relation("y < 1")]]],
        {"fails": {"point": {"x": "1"}, "proof": RELATION}},
        X,
        "only a relation",
    ),
    "an inequality, by a proof of it": (
        relation("x >= -1"),
        {"fails": {"point": {"x": "1"}, "proof": RELATION}},
        X,
        "is not shown",
    ),
    "an inequality that equality does not deny": (
        relation("(x + 1)**2 <= x**2 + 2*x + 1"),
        {"fails": {"point": {"x": "1"}, "proof": RELATION}},
        X,
        "is not shown",
    ),
    "the contrary, where nothing is": (
        relation("x <= 1/2"),
        {"fails": {"point": {"x": "1"}, "proof": RELATION}},
        {"x": "[0, 1]", "given": ["x > 2"]},
        "what is given",
    ),
    "the contrary without a point": (relation("x <= -1"), {"fails": {"proof": RELATION}}, X, "value to each"),
    "the contrary on a part of the region": (
        relation("log(x) != log(x)"),
        {"fails": {"point": {"x": "1"}, "proof": RELATION}},
        {"x": "[-1, 1]"},
        "",
    ),
    "printed as it is": (["Number", tree("exp(1)"), ["2.72", "rounded"]], {"fails": {"point": {}}}, {}, "not certain to differ"),
    "premise that fails": (
        ["Inference", [relation("x > 5")], relation("x > 2"), "a line"],
        {"fails": {"premises": [RELATION], "inner": {"point": {"x": "1"}}}},
        X,
        "is not shown",
    ),
    "premise without proof": (
        ["Inference", [relation("x > 5")], relation("x > 2"), "a line"],
        {"fails": {"premises": [], "inner": {"point": {"x": "1"}}}},
        X,
        "a proof for each premise",
    ),
    "obligation that holds": (
        ["Obligations", [["defined", relation("x <= 5")]]],
        {"fails": {"part": 0, "inner": {"point": {"x": "4"}}}},
        X,
        "not certain to fail",
    ),
    "evidence that is none": (A, {"fails": None}, X, "is not an object"),
    "evidence of words": (A, {"fails": "it is false"}, X, "is not an object"),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_refutations_are_rejected(name: str) -> None:
    statement, proof, about, reason = FORGED[name]
    rejected(statement, proof, reason, **about)


@pytest.mark.parametrize(
    ("text", "printed", "mode", "held"),
    [
        ("1/3", "0.333", "rounded", True),
        ("1/3", "0.334", "rounded", False),
        ("1/3", "0.33", "rounded", True),
        ("1/2", "0.5", "rounded", True),
        ("exp(1)", "2.7183", "rounded", True),
        ("exp(1)", "2.7182", "rounded", False),
        ("1/4", "0.2", "rounded", True),
        ("1/4", "0.3", "rounded", True),
        ("251/1000", "0.2", "rounded", False),
        ("1/1000", "1e-3", "rounded", True),
        ("1/1000", "1E-2", "order", False),
        ("2/1000", "1E-3", "order", True),
        ("-1", "1", "order", False),
        ("0", "1", "order", False),
        ("log(-1)", "1", "order", None),
        ("log(-1)", "1", "rounded", False),
        ("1", "one", "rounded", None),
        ("10", "1_0", "rounded", None),
        ("1", "\uff11", "rounded", None),  # a wide digit of another script
        ("1", "nan", "rounded", None),
        ("1", "inf", "rounded", None),
        ("1", "1e99999999", "rounded", None),
        ("1", "1", "vaguely", None),
        ("1", "-1", "order", None),
    ],
)
def test_printed_numbers(text: str, printed: str, mode: str, held: bool | None) -> None:
    assert printed_holds(Printed(read_term(tree(text)), printed, mode)) is held


@pytest.mark.parametrize(
    ("text", "printed", "mode", "grid", "held"),
    [
        ("exp(1)", "2.72", "least", "", True),
        ("exp(1)", "2.8", "least", "", True),
        ("exp(1)", "2.7", "least", "", True),  # to the nearest
        ("266/100", "2.7", "largest", "", True),
        ("exp(1)", "2.8", "rounded", "", False),
        ("exp(1)", "2.71", "largest", "", True),
        ("exp(1)", "2.71", "least", "", False),
        ("exp(1)", "2.73", "least", "", False),
        ("exp(1)", "2.70", "largest", "", False),
        ("exp(1)", "2.73", "largest", "", False),
        ("exp(1)", "2.76", "least", "0.06", True),
        ("exp(1)", "2.76", "least", "0.04", False),
        ("exp(1)", "2.70", "largest", "0.05", True),
        ("exp(1)", "2.70", "least", "0.05", False),
        ("exp(1)", "2.76", "least", "0.05", None),
        ("exp(1)", "2.8", "least", "0", None),
        ("exp(1)", "2.8", "least", "-0.4", None),
        ("exp(1)", "2.8", "least", "wide", None),
        ("exp(1)", "2.8", "least", "1e99999999", None),
        ("exp(1)", "2.72", "rounded", "0.04", None),
        ("exp(1)", "1", "order", "1", None),
        ("27/10", "2.8", "least", "", False),
        ("28/10", "2.7", "largest", "", False),
        ("28/10", "2.8", "least", "", True),
        ("log(-1)", "1", "least", "", False),
    ],
)
def test_promises(text: str, printed: str, mode: str, grid: str, held: bool | None) -> None:
    assert printed_holds(Printed(read_term(tree(text)), printed, mode, grid)) is held
