"""Rules for statements: each where it holds, and where one of its conditions is missing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from kernel_trees import RELATION, SIGN, box, boxes, checked, leaf, region_tree, rejected, relation, tree

from dplemma.kernel.check import check
from dplemma.kernel.normal import normaliser
from dplemma.kernel.reading import read_region
from dplemma.kernel.signs import sign
from dplemma.kernel.term import Rejected

UNIT, LINE = {"x": "[0, 1]"}, {"x": "(-oo, oo)"}
A, B = relation("x >= 0"), relation("x <= 1")
LOGS = relation("log(x) > -1")  # does not exist at 0
DIVERGES = "Integral(t**x, (t, 0, 1))"


def holds(proof: Any, **witness: Any) -> Any:
    return {"holds": proof, "witness": {name: str(value) for name, value in witness.items()}}


def rule(kind: str, /, **parts: Any) -> Any:
    return {"rule": kind, **parts}


def monotone(text: str, direction: str = "increasing", strict: bool = False) -> Any:
    return ["Monotone", tree(text), "x", direction, strict]


NUMBER = rule("relation", proof=rule("number", bits=64))
GIVEN = rule("given", witness={"x": "3/4"}, inner=RELATION)
SLOPE = rule("slope")
ORDERED = rule("ordered", variable="h", inner=SIGN)
CUBE = boxes("3*x**2 + 1", leaf("value", box(x=(-1, 1))))

HELD: dict[str, tuple[Any, Any, dict[str, Any], str]] = {
    "relation": (relation("x**2 + 1 > 0"), holds(RELATION, x=0), LINE, "proved"),
    "equality": (relation("(x + 1)**2 == x**2 + 2*x + 1"), holds(RELATION, x=0), LINE, "proved"),
    "difference": (relation("exp(x) != 0"), holds(RELATION, x=0), LINE, "proved"),
    "by boxes": (
        relation("x**2 > -1"),
        holds(rule("relation", proof=boxes("x**2 + 1", leaf("value", box(x=(0, 1))))), x=0),
        UNIT,
        "certified",
    ),
    "by a number": (relation("exp(1) > 2"), holds(NUMBER), {}, "certified"),
    "all": (["All", [A, B]], holds(rule("all", parts=[RELATION, RELATION]), x=0), UNIT, "proved"),
    "chain": (["Chain", ["0", "<=", tree("x"), "<=", "1"]], holds(rule("all", parts=[RELATION, RELATION]), x=0), UNIT, "proved"),
    "implication": (["Implies", relation("x > 1/2"), relation("x > 0")], holds(GIVEN, x=0), UNIT, "proved"),
    "implication of parts": (
        ["Implies", ["All", [relation("x > 0"), LOGS]], relation("x > 0")],
        holds(GIVEN, x=0),
        UNIT,
        "proved",
    ),
    "equivalence": (
        ["Iff", relation("x > 1/2"), relation("2*x > 1")],
        holds(rule("iff", forward=RELATION, backward=RELATION), x=0),
        UNIT,
        "proved",
    ),
    "equivalence by the contrary": (
        ["Iff", relation("x > 1/2"), relation("2*x > 1")],
        holds(rule("contrary", holds=RELATION, fails=RELATION), x=0),
        UNIT,
        "proved",
    ),
    "equivalence, turned": (
        ["Iff", relation("x > 1/2"), relation("2*x > 1")],
        holds(rule("contrary", turned=True, holds=RELATION, fails=RELATION), x=0),
        UNIT,
        "proved",
    ),
    "equivalence by a factor": (
        ["Iff", relation("x > 1/2"), relation("2*exp(x)*x > exp(x)")],
        holds(rule("factor", factor=tree("2*exp(x)")), x=0),
        UNIT,
        "proved",
    ),
    "equivalence of equalities": (
        ["Iff", relation("x == 1/2"), relation("2*x == 1")],
        holds(rule("factor", factor="2"), x=0),
        UNIT,
        "proved",
    ),
    "either": (
        ["Either", [relation("x < 1/2"), relation("x >= 1/2")]],
        holds(rule("either", inner=RELATION), x=0),
        UNIT,
        "proved",
    ),
    "not": (["Not", relation("x < 0")], holds(rule("not", inner=RELATION), x=0), UNIT, "proved"),
    "not monotone": (
        ["Not", monotone("x**2")],
        holds(rule("refuted", evidence={"point": {"x": "-1"}, "second": "0"}), x=0),
        {"x": "[-1, 1]"},
        "proved",
    ),
    "for all": (
        ["ForAll", [["y", "[0, 1]"]], relation("x + y >= 0")],
        holds(rule("forall", inner=RELATION), x=0),
        UNIT,
        "proved",
    ),
    "exists": (
        ["Exists", [["y", "[0, 2]"]], relation("y > x")],
        holds(rule("exhibit", values={"y": tree("x + 1")}, inner=RELATION), x=0),
        UNIT,
        "proved",
    ),
    "exists an integer": (
        ["Exists", [["n", "the integers of [0, 9]"]], relation("n > x")],
        holds(rule("exhibit", values={"n": "2"}, inner=RELATION), x=0),
        UNIT,
        "proved",
    ),
    "exists, with parts": (
        ["Exists", [["y", "[0, 2]"]], ["All", [relation("y > x"), relation("y < 5")]]],
        holds(rule("exhibit", values={"y": tree("x + 1")}, inner=rule("all", parts=[RELATION, RELATION])), x=0),
        UNIT,
        "proved",
    ),
    "rising": (monotone("exp(x)", strict=True), holds(SLOPE, x=0), LINE, "proved"),
    "falling": (monotone("exp(-x)", "decreasing"), holds(SLOPE, x=0), LINE, "proved"),
    "rising by boxes": (monotone("x**3 + x", strict=True), holds(rule("slope", slope=CUBE), x=0), {"x": "[-1, 1]"}, "certified"),
    "rising root at its end": (monotone("x**(1/2)", strict=True), holds(SLOPE, x=0), UNIT, "proved"),
    "rising on a part that is given": (
        monotone("exp(x)"),
        holds(SLOPE, x="1/2"),
        {"x": "[0, 1]", "given": ["x < 3/4"]},
        "proved",
    ),
    "pieces": (
        monotone("x**3", strict=True),
        holds(rule("pieces", at="0", below=SLOPE, above=SLOPE), x=0),
        {"x": "[-1, 1]"},
        "proved",
    ),
    "ordered": (monotone("2*x", strict=True), holds(ORDERED, x=0), LINE, "proved"),
    "ordered integers": (
        ["Monotone", tree("2*n"), "n", "increasing", True],
        holds(ORDERED, n=0),
        {"n": "the integers of [0, 9]"},
        "proved",
    ),
    "printed": (["Number", tree("exp(1)"), ["2.718", "rounded"]], holds(rule("printed")), {}, "certified"),
    "case": (
        relation("Max(x, 1 - x) > 0"),
        holds(rule("case", relation=relation("x > 1/2"), yes=RELATION, no=RELATION), x=0),
        UNIT,
        "proved",
    ),
    "have": (
        relation("x*x >= 0"),
        holds(rule("have", relation=relation("x**2 >= 0"), proof=SIGN, inner=RELATION), x=0),
        LINE,
        "proved",
    ),
    "derivative": (["Rel", ["Derivative", tree("x**3"), ["x", "1"]], "=", tree("3*x**2")], holds(RELATION, x=0), LINE, "proved"),
    "truth": (["Not", relation("1 > 2")], holds(rule("truth"), x=0), LINE, "certified"),
    "chain of one link": (["Chain", [tree("x"), "<=", "1"]], holds(rule("all", parts=[RELATION]), x=0), UNIT, "proved"),
    "given one of two": (
        ["Implies", ["Either", [relation("x > 1/2"), relation("x > 2/3")]], A],
        holds(GIVEN, x=0),
        UNIT,
        "proved",
    ),
    "exhibit what is not so": (
        ["Exists", [["y", "[0, 3]"]], ["Not", relation("y > 1")]],
        holds(rule("exhibit", values={"y": "0"}, inner=rule("not", inner=RELATION)), x=0),
        UNIT,
        "proved",
    ),
    "exhibit an implication": (
        ["Exists", [["y", "[0, 3]"]], ["Implies", relation("x > 1/2"), relation("x > y")]],
        holds(rule("exhibit", values={"y": "1/4"}, inner=GIVEN), x=0),
        UNIT,
        "proved",
    ),
    "exhibit an equivalence": (
        ["Exists", [["y", "[0, 3]"]], ["Iff", relation("x > y"), relation("2*x > 1")]],
        holds(rule("exhibit", values={"y": "1/2"}, inner=rule("iff", forward=RELATION, backward=RELATION)), x=0),
        UNIT,
        "proved",
    ),
    "limit": (["Limit", tree("exp(-x)"), "x", "oo", "0", "-"], holds(rule("limit"), x=1), {"x": "(0, oo)"}, "proved"),
}


@pytest.mark.parametrize("name", HELD)
def test_statements_are_shown(name: str) -> None:
    statement, proof, about, verdict = HELD[name]
    outcome = checked(statement, proof, **about)
    assert outcome.verdict == verdict and (outcome.boxes > 0) is (verdict == "certified")


def changed(name: str, /, **parts: Any) -> tuple[Any, Any, dict[str, Any]]:
    statement, proof, about, _ = HELD[name]
    return statement, {**proof, "holds": {**proof["holds"], **parts}}, about


BROKEN: dict[str, tuple[Any, Any, dict[str, Any], str]] = {
    "no rule": (A, holds({}, x=0), UNIT, "no rule"),
    "a rule for other statements": (A, holds(rule("all", parts=[]), x=0), UNIT, "no rule 'all'"),
    "a rule that is none": (A, holds(rule("trust", me=True), x=0), UNIT, "no rule 'trust'"),
    "no proof": (A, holds(None, x=0), UNIT, "no rule"),
    "witness missing": (A, {"holds": RELATION}, UNIT, "value to each of x"),
    "witness of other names": (A, holds(RELATION, y=0), UNIT, "value to each of x"),
    "witness outside": (A, holds(RELATION, x=2), UNIT, "not in its interval"),
    "witness where nothing is given": (A, holds(RELATION, x=0), {"x": "[0, 1]", "given": ["x > 1/2"]}, "what is given"),
    "a claim about nothing": (relation("x > 5"), holds(RELATION, x=1), {"x": "[0, 1]", "given": ["x > 2"]}, "what is given"),
    "false relation": (relation("x > 0"), holds(RELATION, x=0), UNIT, "is not shown"),
    "false equality": (relation("x == x**2"), holds(RELATION, x=0), UNIT, "not shown to equal"),
    "equality that is tiny": (relation(f"x + 1/{10**50} == x"), holds(RELATION, x=0), UNIT, "not shown to equal"),
    "equality of what does not exist": (relation("log(x) == log(x)"), holds(RELATION, x=1), UNIT, "defined"),
    "cancelled": (relation("x/x == 1"), holds(RELATION, x=1), UNIT, "defined"),
    "difference that vanishes": (relation("x != 0"), holds(RELATION, x=1), UNIT, "differ from 0"),
    "variable of nobody": (relation("z == z"), holds(RELATION, x=1), UNIT, "no interval for z"),
    "divergent integrals": (["Rel", tree(DIVERGES), "=", tree(DIVERGES)], holds(RELATION, x=1), {"x": "(-3, 3)"}, "defined"),
    "a root that does not exist": (relation("Root(t - 2 - y, (t, 0, 1)) <= 5"), holds(RELATION, y=0), {"y": "[0, 1]"}, "defined"),
    "Piecewise with a gap": (relation("Piecewise((1 + x, x < 2)) > 0"), holds(RELATION, x=0), {"x": "[0, 3]"}, "defined"),
    "derivative at a jump": (
        ["Rel", ["Derivative", tree("Piecewise((x, x < 1), (x + 1, True))"), ["x", "1"]], "<=", "1"],
        holds(RELATION, x=0),
        {"x": "[0, 2]"},
        "defined",
    ),
    "tiles that leave a gap": (
        relation("log(x**2 - x + 3/10) < 9"),
        holds(rule("relation", proof=SIGN, tiles=[box(x=(0, "1/2"))]), x=0),
        UNIT,
        "do not tile",
    ),
    "a proof too few": (*changed("all", parts=[RELATION]), "2 parts need as many"),
    "a proof too many": (*changed("all", parts=[RELATION] * 3), "2 parts need as many"),
    "a part that fails": (["All", [A, relation("x > 1/2")]], holds(rule("all", parts=[RELATION, RELATION]), x=0), UNIT, "all 1"),
    "vacuous premise": (["Implies", relation("x > 1"), relation("x > 5")], holds(GIVEN, x=0), UNIT, "what is given"),
    "premise without witness": (*changed("implication", witness={}), "value to each of x"),
    "premise whose witness fails": (*changed("implication", witness={"x": "1/4"}), "what is given"),
    "premise that does not exist": (["Implies", LOGS, A], holds(GIVEN, x=0), UNIT, "defined"),
    "premise that exists only after": (["Implies", ["All", [LOGS, relation("x > 0")]], A], holds(GIVEN, x=0), UNIT, "defined"),
    "conclusion that does not follow": (
        ["Implies", relation("x > 1/2"), relation("x > 7/8")],
        holds(GIVEN, x=0),
        UNIT,
        "is not shown",
    ),
    "premise of another kind": (["Implies", ["Implies", A, A], A], holds(GIVEN, x=0), UNIT, "not one that relations make"),
    "premise that no proof may use": (
        ["Implies", ["Not", relation("x <= 1/2")], relation("x > 1/2")],
        holds(GIVEN, x=0),
        UNIT,
        "is not shown",
    ),
    "equivalence of one direction": (
        ["Iff", relation("x > 1/2"), relation("x > 1/4")],
        holds(rule("iff", forward=RELATION, backward=RELATION), x=0),
        UNIT,
        "backward",
    ),
    "equivalence of the other direction": (
        ["Iff", relation("x > 1/4"), relation("x > 1/2")],
        holds(rule("iff", forward=RELATION, backward=RELATION), x=0),
        UNIT,
        "forward",
    ),
    "equivalence of what does not exist": (
        ["Iff", LOGS, relation("2*log(x) > -2")],
        holds(rule("iff", forward=RELATION, backward=RELATION), x=1),
        UNIT,
        "defined",
    ),
    "equivalence of divergent integrals": (
        ["Iff", relation(f"{DIVERGES} <= 1"), relation(f"2*{DIVERGES} <= 2")],
        holds(rule("factor", factor="2"), x=1),
        {"x": "(-3, 3)"},
        "defined",
    ),
    "contrary of what does not exist": (
        ["Iff", LOGS, relation("2*log(x) > -2")],
        holds(rule("contrary", holds=RELATION, fails=RELATION), x=1),
        UNIT,
        "defined",
    ),
    "contrary of other statements": (
        ["Iff", ["Not", A], ["Not", A]],
        holds(rule("contrary", holds=RELATION, fails=RELATION), x=1),
        UNIT,
        "must be relations",
    ),
    "contrary that fails": (
        ["Iff", relation("x > 1/2"), relation("x > 1/4")],
        holds(rule("contrary", holds=RELATION, fails=RELATION), x=0),
        UNIT,
        "fails",
    ),
    "contrary without one side": (*changed("equivalence by the contrary", fails=None), "lacks the proof"),
    "factor that is not positive": (
        ["Iff", relation("x > 1/2"), relation("-x > -1/2")],
        holds(rule("factor", factor="-1"), x=0),
        UNIT,
        "is not shown",
    ),
    "factor that vanishes": (
        ["Iff", relation("x + 1 > 0"), relation("x*(x + 1) > 0")],
        holds(rule("factor", factor=tree("x")), x=0),
        UNIT,
        "is not shown",
    ),
    "factor that does not exist": (
        ["Iff", relation("x >= 0"), relation("x >= 0")],
        holds(rule("factor", factor=tree("exp(log(x)-log(x))")), x=0),
        UNIT,
        "defined",
    ),
    "another factor": (*changed("equivalence by a factor", factor="2"), "not that multiple"),
    "factor between two kinds": (
        ["Iff", relation("x > 0"), relation("x >= 0")],
        holds(rule("factor", factor="1"), x=0),
        UNIT,
        "of one kind",
    ),
    "factor between an equality and an inequality": (
        ["Iff", relation("x == 0"), relation("x >= 0")],
        holds(rule("factor", factor="1"), x=0),
        UNIT,
        "of one kind",
    ),
    "either that leaves a gap": (
        ["Either", [relation("x < 1/2"), relation("x > 1/2")]],
        holds(rule("either", inner=RELATION), x=0),
        UNIT,
        "is not shown",
    ),
    "either of what does not exist": (["Either", [LOGS, A]], holds(rule("either", inner=RELATION), x=1), UNIT, "defined"),
    "either of other statements": (
        ["Either", [["Not", A], A]],
        holds(rule("either", inner=RELATION), x=1),
        UNIT,
        "must be relations",
    ),
    "not of what holds": (["Not", A], holds(rule("not", inner=RELATION), x=0), UNIT, "is not shown"),
    "not of what does not exist": (["Not", relation("log(x) > 5")], holds(rule("not", inner=RELATION), x=1), UNIT, "defined"),
    "not of a conjunction": (
        ["Not", ["All", [A, relation("x > 2")]]],
        holds(rule("not", inner=RELATION), x=1),
        UNIT,
        "only a relation",
    ),
    "not, by one point": (
        ["Not", relation("x > 1/2")],
        holds(rule("refuted", evidence={"point": {"x": "0"}}), x=0),
        UNIT,
        "must hold at all of them",
    ),
    "not monotone, but it is": (
        ["Not", monotone("x")],
        holds(rule("refuted", evidence={"point": {"x": "-1"}, "second": "0"}), x=0),
        {"x": "[-1, 1]"},
        "wrong order",
    ),
    "not monotone outside of what is given": (
        ["Not", monotone("3*x - x**2")],
        holds(rule("refuted", evidence={"point": {"x": "1"}, "second": "9"}), x=0),
        {"x": "[0, 10]", "given": ["x**2 < 2"]},
        "what is given",
    ),
    "for all of a name twice": (
        ["ForAll", [["x", "[5, 6]"]], relation("x >= 5")],
        holds(rule("forall", inner=RELATION), x=0),
        UNIT,
        "bound twice",
    ),
    "for all that fails": (
        ["ForAll", [["y", "[-1, 1]"]], relation("x + y >= 0")],
        holds(rule("forall", inner=RELATION), x=0),
        UNIT,
        "is not shown",
    ),
    "exhibited outside": (*changed("exists", values={"y": tree("x + 3")}), "is not shown"),
    "exhibited without the property": (*changed("exists", values={"y": tree("x")}), "is not shown"),
    "exhibited what does not exist": (*changed("exists", values={"y": tree("x + 1 + log(x) - log(x)")}), "defined"),
    "exhibited by itself": (*changed("exists", values={"y": tree("y")}), "region does not have"),
    "exhibited by nothing": (*changed("exists", values={}), "a term for each"),
    "exhibited for another": (*changed("exists", values={"y": "1", "z": "1"}), "a term for each"),
    "exhibited fraction": (*changed("exists an integer", values={"n": "5/2"}), "must be an integer"),
    "exhibited term as integer": (*changed("exists an integer", values={"n": tree("x + 2")}), "must be an integer"),
    "exhibited integer outside": (*changed("exists an integer", values={"n": "10"}), "must be an integer"),
    "falling slope": (monotone("exp(-x)"), holds(SLOPE, x=0), LINE, "is not shown"),
    "slope that vanishes, strictly": (monotone("0*x + 1", strict=True), holds(SLOPE, x=0), LINE, "is not shown"),
    "slope of a jump": (monotone("sign(x)"), holds(SLOPE, x=0), LINE, "jump or have a corner"),
    "slope of a corner": (monotone("Abs(x)"), holds(SLOPE, x=0), LINE, "jump or have a corner"),
    "slope across a pole": (monotone("-1/x"), holds(SLOPE, x=1), {"x": "[-1, 1]"}, "defined"),
    "slope across a pole that is not given": (
        monotone("-1/x"),
        holds(SLOPE, x=1),
        {"x": "[-1, 1]", "given": ["x != 0"]},
        "defined",
    ),
    "slope at an end without value": (monotone("log(x)"), holds(SLOPE, x=1), UNIT, "defined"),
    "slope of nobody": (["Monotone", tree("x"), "z", "increasing", False], holds(SLOPE, x=0), UNIT, "no interval for z"),
    "slope under the integral sign": (
        monotone("Integral(exp(-x*t), (t, 0, oo))", "decreasing"),
        holds(SLOPE, x=1),
        {"x": "[0, oo)"},
        "",
    ),
    "slope where it is not given": (
        monotone("(x - 1/2)**2"),
        holds(SLOPE, x=1),
        {"x": "[0, 1]", "given": ["x > 1/2"]},
        "is not shown",
    ),
    "pieces outside": (*changed("pieces", at="2"), "not inside"),
    "pieces at the end": (*changed("pieces", at="1"), "not inside"),
    "pieces of which one falls": (
        monotone("x**2"),
        holds(rule("pieces", at="0", below=SLOPE, above=SLOPE), x=0),
        {"x": "[-1, 1]"},
        "is not shown",
    ),
    "pieces with a hole between": (
        monotone("x**3"),
        holds(rule("pieces", at="0", below=SLOPE, above=SLOPE), x=1),
        {"x": "[-1, 1]", "given": ["x**2 > 1/4"]},
        "outside what is given",
    ),
    "pieces of integers": (
        ["Monotone", tree("n"), "n", "increasing", False],
        holds(rule("pieces", at="1", below=SLOPE, above=SLOPE), n=0),
        {"n": "the integers of [0, 9]"},
        "not inside",
    ),
    "ordered that falls": (monotone("-x"), holds(ORDERED, x=0), LINE, "is not shown"),
    "ordered by a variable of the region": (*changed("ordered", variable="x"), "name of its own"),
    "ordered where it does not exist": (monotone("log(x) + x"), holds(ORDERED, x=1), UNIT, "defined"),
    "printed otherwise": (["Number", tree("exp(1)"), ["2.717", "rounded"]], holds(rule("printed")), {}, "within the digits"),
    "printed of nothing": (["Number", tree("log(-1)"), ["2.717", "rounded"]], holds(rule("printed")), {}, "within the digits"),
    "case that does not exist": (*changed("case", relation=LOGS), "defined"),
    "case without one side": (*changed("case", no=None), "lacks the proof"),
    "have, and nothing else": (
        relation("x > 5"),
        holds(rule("have", relation=relation("x >= 0"), proof=SIGN, inner=RELATION), x=0),
        UNIT,
        "is not shown",
    ),
    "truth of what fails": (["Rel", "1", "<", "0"], holds(rule("truth"), x=0), UNIT, "not certain to hold"),
    "truth of what has variables": (A, holds(rule("truth"), x=0), UNIT, "not certain to hold"),
    "witness below": (A, holds(RELATION, x=-1), UNIT, "not in its interval"),
    "nothing at all": (["All", []], holds(rule("all", parts=[]), x=0), UNIT, "says nothing"),
    "one of nothing": (["Either", []], holds(rule("either", inner=RELATION), x=0), UNIT, "says nothing"),
    "chain without a link": (["Chain", [tree("x")]], holds(rule("all", parts=[]), x=0), UNIT, "a chain is"),
    "member that does not exist": (
        ["Member", [tree("log(x)")], ["(-oo, oo)"]],
        holds(rule("all", parts=[RELATION]), x="1/2"),
        UNIT,
        "defined",
    ),
    "limit of a variable of nobody": (
        ["Limit", tree("z*exp(-x)"), "x", "oo", "0", "-"],
        holds(rule("limit"), x=1),
        {"x": "(0, oo)"},
        "no interval for z",
    ),
    "limit to a variable of nobody": (
        ["Limit", tree("exp(-x)"), "x", "oo", tree("z - z"), "-"],
        holds(rule("limit"), x=1),
        {"x": "(0, oo)"},
        "no interval for z",
    ),
    "monotone with a variable of nobody": (monotone("x + z"), holds(SLOPE, x=0), UNIT, "no interval for z"),
    "premise with an undefined part": (
        ["Implies", ["Either", [LOGS, relation("x > 1/2")]], A],
        holds(GIVEN, x=0),
        UNIT,
        "defined",
    ),
    "premise that denies what is undefined": (["Implies", ["Not", LOGS], A], holds(GIVEN, x=0), UNIT, "defined"),
    "exhibit what does not exist": (
        ["Exists", [["y", "(-oo, oo)"]], relation("1 > 0")],
        holds(rule("exhibit", values={"y": tree("log(0 - 1)")}, inner=RELATION), x=0),
        UNIT,
        "defined",
    ),
    "pieces at a place that is left out": (
        monotone("x**3"),
        holds(rule("pieces", at="1/2", below=SLOPE, above=SLOPE), x=0),
        {"x": "[0, 1]", "given": [["Not", relation("x == 1/2")]]},
        "outside what is given",
    ),
    "have what is false": (*changed("have", relation=relation("x > 0")), "is not shown"),
    "inference is never shown": (["Inference", [A], B, "a line"], holds(RELATION, x=0), UNIT, "no rule"),
    "limit to something else": (["Limit", tree("exp(-x)"), "x", "oo", "1", "-"], holds(rule("limit"), x=1), {"x": "(0, oo)"}, ""),
    "boxes that prove less": (
        relation("x > 3/2"),
        holds(rule("relation", proof=boxes("x", leaf("value", box(x=(1, 2))))), x="7/4"),
        {"x": "[1, 2]"},
        "not shown to equal",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_rule_without_its_conditions_is_rejected(name: str) -> None:
    statement, proof, about, reason = BROKEN[name]
    rejected(statement, proof, reason, **about)


CLAIM = {"region": {"intervals": [["x", "[0, 1]"]], "such_that": []}, "statement": A}
PROOF = holds(RELATION, x=0)
MALFORMED: dict[str, tuple[Any, Any]] = {
    "claim": ([], PROOF),
    "proof": (CLAIM, []),
    "no region": ({"statement": A}, PROOF),
    "no statement": ({"region": CLAIM["region"]}, PROOF),
    "more in the claim": ({**CLAIM, "verdict": "proved"}, PROOF),
    "decoration": (CLAIM, {**PROOF, "engine": "certified by Lean 4"}),
    "both": (CLAIM, {**PROOF, "fails": {"point": {"x": "0"}}}),
    "neither": (CLAIM, {"witness": {"x": "0"}}),
    "empty": (CLAIM, {}),
    "lists for objects": (CLAIM, holds({"rule": "relation", "proof": {"rule": "boxes", "bits": 64, "leaves": [[]]}}, x=0)),
    "numbers for objects": (CLAIM, holds({"rule": "relation", "proof": {"rule": "boxes", "bits": 64, "leaves": [7]}}, x=0)),
    "tiles of nonsense": (CLAIM, holds({"rule": "relation", "tiles": 5}, x=0)),
    "an unhashable rule": (CLAIM, holds({"rule": ["relation"]}, x=0)),
    "witness of nonsense": (CLAIM, {"holds": RELATION, "witness": []}),
    "forms of nonsense": (
        CLAIM,
        holds({"rule": "relation", "proof": {**boxes("x", leaf("value", box(x=(0, 1)))), "forms": 5}}, x=0),
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_malformed_is_rejected_in_one_line(name: str) -> None:
    with pytest.raises(Rejected) as caught:
        check(*MALFORMED[name])
    assert "\n" not in str(caught.value)


def test_the_honest_one_is_accepted() -> None:
    assert check(CLAIM, PROOF).verdict == "proved"


def test_what_was_asked_before_leaves_nothing_behind() -> None:
    """The table of a region holds what was asked of it so far, and may know more for it; a check begins with an empty one."""
    region = read_region(region_tree(x="[1, 2]"))
    for name in ("log", "exp"):
        assert sign(("Add", (name, ("var", "x")), Fraction(1)), region) == ">"
    asked = {atom.kind for atom in normaliser(region).atoms}
    assert {"log", "exp"} <= asked
    checked(relation("x > 0"), {"holds": RELATION, "witness": {"x": "1"}}, x="[1, 2]")
    assert not {"log", "exp"} & {atom.kind for atom in normaliser(region).atoms}


def test_a_product_of_roots_beside_a_number_is_no_two_values_of_one_function() -> None:
    """Of 2^(1/3) x^(1/4) - 1 two roots stand in one term and none in the other: the signs of other rules are asked, too."""
    region = read_region(region_tree(x="(1, 2)"))
    root = ("Mul", ("Pow", Fraction(2), Fraction(1, 3)), ("Pow", ("var", "x"), Fraction(1, 4)))
    assert sign(("Add", root, Fraction(-1)), region) == ">"
