"""Rules for inequalities: each where it holds, and where one of its conditions is missing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from kernel_trees import SIGN, box, boxes, contact, goal, leaf, refuses, relation, shows, tree

from dplemma.kernel.boxes import Goal
from dplemma.kernel.term import sub

ZERO: Any = {"rule": "zero"}
NUMBER: Any = {"rule": "number", "bits": 64}
UNIT = {"x": "[0, 1]"}


def rule(kind: str, /, **parts: Any) -> Any:
    return {"rule": kind, **parts}


def face(name: str, low: bool = True, *, strict: bool = False, slope: Any = SIGN, at: Any = SIGN, **more: Any) -> Any:
    return rule("face", name=name, low=low, strict_slope=strict, slope=slope, face=at, **more)


def factors(kind: str, *parts: Any) -> Any:
    return rule(kind, factors=[{"term": tree(text), "proof": proof} for text, proof in parts])


ROOT = "Root(exp(t) - 1 - a, (t, 0, oo))"
LOGARITHM = goal(f"a - {ROOT}", a="[1/2, 2]")
CROSSES = face("a", at=NUMBER)
BELOW = rule("below", root=tree(ROOT), variable="r", factor="1", bound=tree("a"), crosses=CROSSES)
INNER = "exp(r) - 1 - r"
TAYLOR = boxes(
    INNER, leaf("contact", box(r=(0, None)), pieces=[box(r=(0, None))]), contacts=[contact("r", "exp(r) - 1", "exp(r)")]
)
THROUGH = rule("through", name="a", root=tree(ROOT), variable="r", inner=TAYLOR)
ABOVE = rule(
    "below",
    root=tree("Root(t**3 + t - a, (t, 0, oo))"),
    variable="r",
    factor="2",
    bound=tree("a/9"),
    above=True,
    crosses=face("a"),
)
RISING = rule(
    "rising", variable="t", low=tree("x"), high=tree("y"), function=tree("exp(t)"), interval="[0, 1]", order=SIGN, slope=SIGN
)
NOTHING = "(x - x)**(1/2)"  # 0, but its slope, 0/0, exists nowhere
PAIR = {"x": "[0, 1]", "y": "[0, 1]"}
PATH = rule("path", moves=[{"from": "x", "to": "y", "slope": SIGN}])
WHOLE = rule("whole", name="n", first=[ZERO, SIGN], beyond=face("n"))
INNER_TERM = rule("inner", variable="r", inner=tree("x/y"), gap=tree(INNER), interval="[0, oo)", outer=TAYLOR)

END = rule("end", name="x", high=True, strict_slope=False, slope=SIGN)
GREATEST = rule("greatest", greatest=tree("Max(x, y)"), other="2", parts=[SIGN, SIGN])
INTEGRAND = rule("integrand", inner=SIGN)

HELD: dict[str, tuple[Goal, Any]] = {
    "given": (goal("y - x", given=["x <= y"], **PAIR), rule("given", relation=relation("x <= y"))),
    "greatest": (goal("2 - Max(x, y)", strict=True, **PAIR), GREATEST),
    "less than the greatest": (
        goal("2 - x", strict=True, given=["2 > Max(x, y)"], x="[0, 9]", y="[0, 9]"),
        rule("greatest", greatest=tree("Max(x, y)"), other="2", above=SIGN),
    ),
    "end at infinity": (goal("exp(-x)", x="[0, oo)"), END),
    "end at infinity, strictly": (goal("exp(-x)", strict=True, x="[0, oo)"), {**END, "strict_slope": True}),
    "end with a positive limit": (goal("exp(-x) + 1", strict=True, x="[0, oo)"), END),
    "open end": (goal("1 - x", strict=True, x="[0, 1)"), {**END, "strict_slope": True}),
    "lower end": (goal("exp(x)", x="(-oo, 0]"), {**END, "high": False}),
    "integrand": (goal("Integral(t**2*x, (t, 0, 1))", **UNIT), INTEGRAND),
    "integrand on a half line": (goal("Integral(t*exp(-t), (t, 0, oo))"), INTEGRAND),
    "integrand up to a letter": (goal("Integral(t, (t, 0, x))", **UNIT), INTEGRAND),
    "sign": (goal("x**2 + 1", strict=True, x="(-oo, oo)"), SIGN),
    "sign by what is given": (goal("x - y", given=["x >= y"], **PAIR), SIGN),
    "sign by cases": (goal("Abs(x) - x", x="[-1, 1]"), SIGN),
    "zero": (goal("(x + 1)**2 - x**2 - 2*x - 1", **UNIT), ZERO),
    "number": (goal("exp(1) - 27/10", strict=True), NUMBER),
    "number that is zero": (goal("0*1"), NUMBER),
    "as": (goal("x**2 - 2*x + 1", **UNIT), rule("as", gap=tree("(x - 1)**2"), inner=SIGN)),
    "only": (goal("x + 1", strict=True, **PAIR), rule("only", names=["x"], inner=boxes("x + 1", leaf("value", box(x=(0, 1)))))),
    "only, with an equal gap": (
        goal("x + y - y + 1", strict=True, **PAIR),
        rule("only", names=["x"], gap=tree("x + 1"), inner=boxes("x + 1", leaf("value", box(x=(0, 1))))),
    ),
    "only, with what is given of it": (goal("x", given=["x > y"], **PAIR), rule("only", names=["x", "y"], inner=SIGN)),
    "cut": (goal("exp(x) - x", x="[-1, 1]"), rule("cut", name="x", at="0", below=SIGN, above=face("x", at=NUMBER))),
    "case": (goal("Max(x, -x) + 1", strict=True, x="[-1, 1]"), rule("case", relation=relation("x > 0"), yes=SIGN, no=SIGN)),
    "have": (goal("x*y + 1", strict=True, **PAIR), rule("have", relation=relation("x*y >= 0"), proof=SIGN, inner=SIGN)),
    "face below": (goal("exp(x) - 1", **UNIT), face("x", at=ZERO)),
    "face above": (goal("1 - x", **UNIT), face("x", False)),
    "face at an open end, strictly": (goal("exp(x) - 1", strict=True, x="(0, 1]"), face("x", strict=True, at=ZERO)),
    "face that is strict itself": (goal("exp(x)", strict=True, **UNIT), face("x")),
    "face of integers": (goal("n", n="the integers of [0, 3]"), face("n", at=ZERO)),
    "product": (goal("x*(2 - x)", **UNIT), factors("product", ("x", SIGN), ("2 - x", SIGN))),
    "product with what is given": (
        goal("(y - x)*exp(x)", strict=True, given=["x < y"], **PAIR),
        factors("product", ("exp(x)", SIGN), ("y - x", SIGN)),
    ),
    "sum": (goal("x + exp(x)", strict=True, **UNIT), factors("sum", ("exp(x)", SIGN), ("x", SIGN))),
    "contrary": (
        goal("y - x", given=["exp(x) <= exp(y)"], **PAIR),
        rule("contrary", relation=relation("exp(x) <= exp(y)"), inner={**RISING, "low": tree("y"), "high": tree("x")}),
    ),
    "moved by Phi": (goal("PhiInv(x)**2", x="(0, 1)"), rule("moved", name="x", by="Phi", variable="t", inner=SIGN)),
    "moved by exp": (goal("log(x)**2", x="(0, oo)"), rule("moved", name="x", by="exp", variable="t", inner=SIGN)),
    "moved by its inverse": (goal("1 - x", x="(0, 1]"), rule("moved", name="x", by="inverse", variable="t", inner=SIGN)),
    "moved by a shift": (
        goal("x - y", given=["x > y"], **PAIR),
        rule("moved", name="x", by="shift", centre=tree("y"), variable="t", inner=SIGN),
    ),
    "rising": (goal("exp(y) - exp(x)", given=["x <= y"], **PAIR), RISING),
    "rising strictly": (goal("exp(y) - exp(x)", strict=True, given=["x < y"], **PAIR), RISING),
    "path": (goal("exp(y)*y - exp(x)*x", given=["x <= y"], **PAIR), PATH),
    "inner": (goal("exp(x/y) - 1 - x/y", x="[0, oo)", y="(0, oo)"), INNER_TERM),
    "only, with all that is given of it": (
        goal("x - y", given=["x > y"], z="[0, 1]", **PAIR),
        rule("only", names=["x", "y"], inner=SIGN),
    ),
    "cut at a fraction": (goal("exp(x)", **UNIT), rule("cut", name="x", at="1/2", below=SIGN, above=SIGN)),
    "cut of integers": (goal("n", n="the integers of [0, 3]"), rule("cut", name="n", at="1", below=SIGN, above=SIGN)),
    "sum, not strictly": (goal("x + x**2", **UNIT), factors("sum", ("x", SIGN), ("x**2", SIGN))),
    "given, strictly": (
        goal("y - x", strict=True, given=["x < y"], **PAIR),
        rule("given", relation=relation("x < y")),
    ),
    "moved by its inverse, on a half line": (
        goal("x - 1", x="[1, oo)"),
        rule("moved", name="x", by="inverse", variable="t", inner=boxes("1/t - 1", leaf("value", box(t=(0, 1))))),
    ),
    "integrand on the line": (goal("Integral(t**2*exp(-t**2), (t, -oo, oo))"), INTEGRAND),
    "whole, with another variable": (
        goal("n*x", n="the integers of [0, 1]", **UNIT),
        rule("whole", name="n", first=[SIGN, SIGN]),
    ),
    "above, up to a number": (
        goal("2*(Root(t**3 + t - a, (t, 0, 5)) - a/9)", a="[1/2, 2]"),
        {
            **ABOVE,
            "root": tree("Root(t**3 + t - a, (t, 0, 5))"),
            "crosses": boxes("a - a/9 - (a/9)**3", leaf("value", box(a=("1/2", 2)))),
        },
    ),
    "whole": (goal("n**2 - n", n="the integers of [1, oo)"), WHOLE),
    "whole, all of them": (goal("n**2 - n", n="the integers of [0, 2]"), rule("whole", name="n", first=[ZERO, ZERO, SIGN])),
    "through": (LOGARITHM, THROUGH),
    "below": (LOGARITHM, BELOW),
    "below, from a falling equation": (
        goal("a - Root(1 + a - exp(t), (t, 0, oo))", a="[1/2, 2]"),
        {**BELOW, "root": tree("Root(1 + a - exp(t), (t, 0, oo))"), "falling": True},
    ),
    "above": (
        goal("2*(Root(t**3 + t - a, (t, 0, oo)) - a/9)", a="[1/2, 2]"),
        {**ABOVE, "crosses": boxes("a - a/9 - (a/9)**3", leaf("value", box(a=("1/2", 2))))},
    ),
}


@pytest.mark.parametrize("name", HELD)
def test_rules_show_goals(name: str) -> None:
    shows(*HELD[name])


def changed(name: str, /, **parts: Any) -> tuple[Goal, Any]:
    wanted, proof = HELD[name]
    return wanted, {**proof, **parts}


BROKEN: dict[str, tuple[Goal, Any, str]] = {
    "no rule": (goal("x", **UNIT), {}, "no rule"),
    "given, strictly": (
        goal("y - x", strict=True, given=["x <= y"], **PAIR),
        rule("given", relation=relation("x <= y")),
        "has the sign",
    ),
    "given of something else": (
        goal("x - y", given=["x <= y"], **PAIR),
        rule("given", relation=relation("x <= y")),
        "has the sign",
    ),
    "given as an equality": (goal("x - y", given=["y == x"], **PAIR), rule("given", relation=relation("y == x")), "has the sign"),
    "given by nobody": (goal("y - x", **PAIR), rule("given", relation=relation("x <= y")), "is not given"),
    "greatest of nothing": (*changed("greatest", greatest=tree("x")), "not a maximum"),
    "greatest that is a number": (*changed("greatest", greatest="1"), "not a maximum"),
    "greatest that is the least": (goal("2 - Min(x, y)", **PAIR), {**GREATEST, "greatest": tree("Min(x, y)")}, "not a maximum"),
    "greatest with a part left out": (*changed("greatest", parts=[SIGN]), "other parts"),
    "greatest of others": (*changed("greatest", greatest=tree("Max(x, x)")), "other parts"),
    "greatest with a part that is larger": (
        goal("1/2 - Max(0*x, y)", **PAIR),
        {**GREATEST, "greatest": tree("Max(0*x, y)"), "other": "1/2"},
        "",
    ),
    "greatest that does not exist": (
        goal("2 - Max(x, log(y))", **PAIR),
        {**GREATEST, "greatest": tree("Max(x, log(y))")},
        "defined",
    ),
    "less than the greatest of others": (
        *changed("less than the greatest", greatest=tree("Max(y, y + 1)")),
        "part of the maximum",
    ),
    "less than a greatest that is not shown": (
        goal("1/2 - x", **PAIR),
        rule("greatest", greatest=tree("Max(x, y)"), other="1/2", above=SIGN),
        "is not shown",
    ),
    "end with the wrong slope": (goal("1 - exp(-x)", x="[0, oo)"), END, "slope"),
    "end with a negative limit": (goal("exp(-x) - 1/2", x="[0, oo)"), END, "sign of the limit"),
    "end, strictly, with limit 0": (goal("exp(-x)", strict=True, x="[0, oo)"), END, "sign of the limit"),
    "end that is closed": (goal("1 - x", **UNIT), END, "not an open end"),
    "end at -oo": (goal("5 - x", x="[0, oo)"), END, "no limit"),
    "end of a corner": (goal("Abs(x - 1)*exp(-x)", x="[0, oo)"), END, "jump or have a corner"),
    "end of integers": (goal("1/(n + 1)", n="the integers of [0, oo)"), {**END, "name": "n"}, "not an open end"),
    "end across a pole": (goal("1/(x - 1)", x="[0, oo)"), END, "defined"),
    "integrand that changes its sign": (goal("Integral(t - 1/2 + x, (t, 0, 1))", **UNIT), INTEGRAND, "is not shown"),
    "integrand, strictly": (goal("Integral(t**2, (t, 0, 1))", strict=True), INTEGRAND, "must be positive"),
    "integrand of no integral": (goal("x", **UNIT), INTEGRAND, "no integral"),
    "integrand of a multiple": (goal("-1*Integral(t**2, (t, 0, 1))"), INTEGRAND, "no integral"),
    "integrand turned around": (goal("Integral(t**2, (t, 1, 0))"), INTEGRAND, "turned around"),
    "integrand from infinity": (goal("Integral(exp(-t), (t, oo, 0))"), INTEGRAND, "turned around"),
    "integrand on a range that may turn": (goal("Integral(t**2, (t, 0, x))", x="[-1, 1]"), INTEGRAND, "turned around"),
    "a rule that is none": (goal("x", **UNIT), rule("obvious"), "no rule 'obvious'"),
    "a proof that is none": (goal("x", **UNIT), ["sign"], "no rule"),
    "a rule whose name is no text": (goal("x", **UNIT), {"rule": None}, "no rule"),
    "sign of nothing known": (goal("x - 1/2", **UNIT), SIGN, "is not shown"),
    "sign that is not strict": (goal("x**2", strict=True, **UNIT), SIGN, "is not shown"),
    "a variable of nobody": (goal("z**2", **UNIT), SIGN, "variable that the region does not have"),
    "zero, strictly": (goal("x - x", strict=True, **UNIT), ZERO, "vanish"),
    "zero of something else": (goal("x", **UNIT), ZERO, "vanish"),
    "zero up to a tiny number": (goal(f"x - x - 1/{10**200}", **UNIT), ZERO, "vanish"),
    "number with a variable": (goal("x", x="[1, 2]"), NUMBER, "not a number"),
    "number with few bits": (goal("1*1"), rule("number", bits=5), "precision"),
    "number with many bits": (goal("1*1"), rule("number", bits=10**7), "precision"),
    "number without bits": (goal("1*1"), rule("number"), "precision"),
    "negative number": (goal("-1*1"), NUMBER, "sign is not shown"),
    "number that is zero, strictly": (goal("0*1", strict=True), NUMBER, "sign is not shown"),
    "number that does not exist": (goal("log(-1)**2"), NUMBER, "sign is not shown"),
    "number too close to zero": (goal("exp(log(2)) - 2"), NUMBER, "sign is not shown"),
    "as something else": (*changed("as", gap=tree("(x - 1)**2 + 1")), "not shown to equal"),
    "as something that does not exist everywhere": (*changed("as", gap=tree("(x - 1)**2*x/x")), "defined"),
    "as without proof": (*changed("as", inner=None), "lacks the proof"),
    "only a part": (goal("x + y + 1", **PAIR), rule("only", names=["x"], inner=SIGN), "other variables"),
    "only of nobody": (goal("x", **PAIR), rule("only", names=["x", "z"], inner=SIGN), "other variables"),
    "only, with what was given of another": (
        goal("x - 1/2", given=["x > y + 1/2"], **PAIR),
        rule("only", names=["x"], inner=SIGN),
        "is not shown",
    ),
    "cut outside": (*changed("cut", at="3"), "is not inside"),
    "cut before it": (*changed("cut", at="-3"), "is not inside"),
    "cut at the first end": (*changed("cut", at="-1"), "is not inside"),
    "cut of integers at a fraction": (
        goal("n", n="the integers of [0, 3]"),
        rule("cut", name="n", at="1/2", below=SIGN, above=SIGN),
        "",
    ),
    "cut at the end": (*changed("cut", at="1"), "is not inside"),
    "cut of nobody": (*changed("cut", name="y"), "no variable"),
    "cut at no number": (*changed("cut", at="0.5"), "not an exact number"),
    "cut without one side": (*changed("cut", above=None), "lacks the proof"),
    "cut whose side is false": (
        goal("x + 1/2", x="[-1, 1]"),
        rule("cut", name="x", at="0", below=SIGN, above=SIGN),
        "is not shown",
    ),
    "case that does not exist": (*changed("case", relation=relation("log(x) > 0")), "defined"),
    "case without one side": (*changed("case", no=None), "lacks the proof"),
    "case whose contrary fails": (
        goal("x", x="[-1, 1]"),
        rule("case", relation=relation("x > 0"), yes=SIGN, no=SIGN),
        "is not shown",
    ),
    "case of a statement": (*changed("case", relation=["Not", relation("x > 0")]), "not a relation"),
    "have what is not shown": (*changed("have", relation=relation("x*y > 5")), "is not shown"),
    "have what does not exist": (*changed("have", relation=relation("log(x) < 9")), "defined"),
    "have an equality that is none": (*changed("have", relation=relation("x == y")), "not shown to equal"),
    "face with the wrong slope": (goal("1 - x", **UNIT), face("x"), "slope"),
    "face at the wrong end": (goal("exp(x) - 1", **UNIT), face("x", False, at=ZERO), "slope"),
    "face in the region, strictly": (
        goal("exp(x) - 1", strict=True, **UNIT),
        face("x", strict=True, at=ZERO),
        "strict goal of its own",
    ),
    "face that is not strict": (goal("exp(x) - 1", strict=True, x="(0, 1]"), face("x", at=ZERO), "vanish, or must be positive"),
    "face without end": (goal("exp(x)", x="(-oo, 0]"), face("x"), "no such end"),
    "face of nobody": (goal("x", **UNIT), face("y"), "no variable"),
    "face of a jump": (goal("Piecewise((x - 3, x >= 1), (x, True))", x="(0, 2)"), face("x"), "jump"),
    "face of a corner": (goal("Abs(x - 1/2) - x + 1", **UNIT), face("x"), "jump or have a corner"),
    "face where nothing exists": (goal("log(x) + 9", x="(0, 2)"), face("x"), "defined"),
    "face under the integral sign": (goal("Integral(exp(-x*t), (t, 0, oo))", x="(0, 2)"), face("x"), ""),
    "face, using what is given of the variable": (goal("x**2 - x/2", given=["x >= 1/2"], **UNIT), face("x", at=ZERO), "slope"),
    "face at integers, with a slope at integers only": (
        goal("n**2 - n", n="the integers of [0, 3]"),
        face("n", at=ZERO),
        "slope",
    ),
    "face without its own proof": (goal("exp(x) - 1", **UNIT), face("x", at=None), "lacks the proof"),
    "product of others": (*changed("product", factors=[{"term": tree("x"), "proof": SIGN}]), "not the product"),
    "product of two negatives": (
        goal("(x - 2)*(x - 3)", **UNIT),
        factors("product", ("x - 2", SIGN), ("x - 3", SIGN)),
        "is not shown",
    ),
    "product, strictly, with a zero": (
        goal("x*exp(x)", strict=True, **UNIT),
        factors("product", ("x", SIGN), ("exp(x)", SIGN)),
        "is not shown",
    ),
    "product of what does not exist": (goal("x*1", **UNIT), factors("product", ("x**2", SIGN), ("1/x", SIGN)), "defined"),
    "product of nothing": (goal("x", **UNIT), rule("product", factors=[]), "one to forty"),
    "sum of others": (*changed("sum", factors=[{"term": tree("x"), "proof": SIGN}]), ""),
    "sum of one negative": (goal("x - 1/2", **UNIT), factors("sum", ("x", SIGN), ("-1/2", SIGN)), "is not shown"),
    "sum, strictly, of what may vanish": (
        goal("x + x**2", strict=True, **UNIT),
        factors("sum", ("x", SIGN), ("x**2", SIGN)),
        "is not shown",
    ),
    "contrary of what is not given": (*changed("contrary", relation=relation("x <= y")), "is not given"),
    "contrary of an equality": (
        goal("y - x", given=["x == y"], **PAIR),
        rule("contrary", relation=relation("x == y"), inner=SIGN),
        "no inequality",
    ),
    "contrary that uses what it denies": (
        goal("y - x - 1", given=["x <= y"], **PAIR),
        rule("contrary", relation=relation("x <= y"), inner=SIGN),
        "is not shown",
    ),
    "contrary of what exists only where it is given": (
        goal("x", given=["log(x) > -1"], x="[-1, 1]"),
        rule("contrary", relation=relation("log(x) > -1"), inner=SIGN),
        "defined",
    ),
    "moved by something else": (*changed("moved by Phi", by="sin"), "does not take all its values"),
    "moved beyond its values": (
        goal("x**2", x="[0, 1]"),
        rule("moved", name="x", by="Phi", variable="t", inner=SIGN),
        "does not take all",
    ),
    "moved by exp from below 0": (
        goal("x**2", x="[-1, 1]"),
        rule("moved", name="x", by="exp", variable="t", inner=SIGN),
        "does not take all",
    ),
    "moved by an inverse across 0": (
        goal("x**2", x="[-1, 1]"),
        rule("moved", name="x", by="inverse", variable="t", inner=SIGN),
        "does not take all",
    ),
    "moved integers": (
        goal("n", n="the integers of [1, 3]"),
        rule("moved", name="n", by="exp", variable="t", inner=SIGN),
        "does not take all",
    ),
    "moved by a shift of itself": (*changed("moved by a shift", centre=tree("x")), "does not take all"),
    "moved by a shift that does not exist": (*changed("moved by a shift", centre=tree("log(y)")), "defined"),
    "moved to a variable of the region": (*changed("moved by a shift", variable="y"), "is a variable already"),
    "moved out of what is given": (
        goal("x", x="(0, 1)", given=["x > 1/2"]),
        rule("moved", name="x", by="exp", variable="t", inner=rule("cut", name="t", at="0", below=ZERO, above=SIGN)),
        "vanish",
    ),
    "rising with a falling function": (*changed("rising", function=tree("-exp(t)")), "difference of two values"),
    "rising, places turned": (
        goal("exp(x) - exp(y)", given=["x <= y"], **PAIR),
        {**RISING, "low": tree("y"), "high": tree("x")},
        "order",
    ),
    "rising beyond its interval": (*changed("rising", interval="[0, 1/2]"), "is not shown"),
    "rising where the slope changes": (
        goal("(y - 1/2)**2 - (x - 1/2)**2", given=["x <= y"], **PAIR),
        {**RISING, "function": tree("(t - 1/2)**2")},
        "slope",
    ),
    "rising with a pole between": (
        goal("-1/(y - 3/2) + 1/(x - 3/2)", given=["x <= y"], x="[1, 2]", y="[1, 2]"),
        {**RISING, "function": tree("-1/(t - 3/2)"), "interval": "[1, 2]"},
        "defined",
    ),
    "rising with a corner": (*changed("rising", function=tree("Abs(t)")), "slope"),
    "rising by a variable of the region": (*changed("rising", variable="x"), "new variable"),
    "rising strictly without order": (goal("exp(y) - exp(x)", strict=True, given=["x <= y"], **PAIR), RISING, "order"),
    "rising with a stranger": (*changed("rising", function=tree("exp(t) + u")), "variable"),
    "contrary, strictly": (
        goal("y - x", strict=True, given=["exp(x) <= exp(y)"], **PAIR),
        rule("contrary", relation=relation("exp(x) <= exp(y)"), inner={**RISING, "low": tree("y"), "high": tree("x")}),
        "is not shown",
    ),
    "rising in integers": (*changed("rising", interval="the integers of [0, 1]"), "new variable"),
    "path, strictly": (goal("y - x", strict=True, given=["x < y"], **PAIR), PATH, "may be 0"),
    "path that falls": (goal("x - y", given=["x <= y"], **PAIR), PATH, "is not shown"),
    "path without order": (goal("y - x", **PAIR), PATH, "does not move freely"),
    "path that starts above 0": (goal("y - x - 1", given=["x <= y"], **PAIR), PATH, "does not vanish"),
    "path out of the interval": (goal("y - x", given=["x <= y"], x="[0, 1]", y="[1/2, 1]"), PATH, "does not move freely"),
    "path of one variable": (
        goal("x - x", given=["x <= y"], **PAIR),
        rule("path", moves=[{"from": "x", "to": "x", "slope": SIGN}]),
        "different variables",
    ),
    "path of nobody": (
        goal("y - x", given=["x <= y"], **PAIR),
        rule("path", moves=[{"from": "x", "to": "z", "slope": SIGN}]),
        "different variables",
    ),
    "no path": (goal("x - x", **PAIR), rule("path", moves=[]), "may be 0"),
    "path over a corner": (goal("Abs(y - 1/2) - Abs(x - 1/2)", given=["x <= y"], **PAIR), PATH, "does not move freely"),
    "path that uses what is given of its end": (
        goal("(y - 1/2)**2 - (x - 1/2)**2", given=["x <= y", "y >= 1/2"], **PAIR),
        PATH,
        "is not shown",
    ),
    "inner interval": (*changed("inner", interval="[1, oo)"), "is not shown"),
    "inner expression": (*changed("inner", inner=tree("x")), "not that function"),
    "inner function of more": (*changed("inner", gap=tree("exp(r) - 1 - x/y")), "not that function"),
    "inner function that does not exist": (
        goal("x + 1", **UNIT),
        rule("inner", variable="r", inner=tree("x"), gap=tree("r*(r + 1)/r"), interval="[0, 1]", outer=SIGN),
        "defined",
    ),
    "inner term that does not exist": (
        goal("exp(log(x)) + 1", x="[0, 1]"),
        rule("inner", variable="r", inner=tree("log(x)"), gap=tree("exp(r) + 1"), interval="(-oo, oo)", outer=SIGN),
        "defined",
    ),
    "integer skipped": (
        goal("n - 3/2", n="the integers of [1, oo)"),
        rule("whole", name="n", first=[], beyond=face("n")),
        "beyond",
    ),
    "integers of reals": (goal("x", x="[1, oo)"), {**WHOLE, "name": "x"}, "does not run over integers"),
    "integers without a first": (goal("n**2", n="the integers of (-oo, 3]"), WHOLE, "does not run over integers"),
    "integers without the rest": (
        goal("n", n="the integers of [0, oo)"),
        rule("whole", name="n", first=[ZERO]),
        "lacks the proof 'beyond'",
    ),
    "integers of which one fails": (
        goal("n - 1", n="the integers of [0, 2]"),
        rule("whole", name="n", first=[SIGN, ZERO, SIGN]),
        "n = 0",
    ),
    "too many integers": (goal("n", n="the integers of [0, 900]"), rule("whole", name="n", first=[SIGN] * 201), "integers"),
    "no root": (goal("x", **UNIT), {**THROUGH, "name": "x"}, "no such root"),
    "through another root": (*changed("through", root=tree("Root(exp(t) - 2 - a, (t, 0, oo))")), "no such root"),
    "through a variable of the region": (*changed("through", variable="a"), "no such root"),
    "through what is not linear": (
        goal("a - Root(t - a**2, (t, 0, oo))", a="[1/2, 2]"),
        {**THROUGH, "root": tree("Root(t - a**2, (t, 0, oo))")},
        "not linear",
    ),
    "through a factor that vanishes": (
        goal("Root(t*a - 1 + t, (t, 0, oo)) - a", a="[-1/2, 2]"),
        {**THROUGH, "root": tree("Root(t*a - 1 + t, (t, -oo, oo))")},
        "",
    ),
    "through, a false goal": (goal(f"1/2 - {ROOT}", a="[1/2, 2]"), {**THROUGH, "inner": TAYLOR}, ""),
    "below, a smaller bound": (goal(f"1/2 - {ROOT}", a="[1/2, 2]"), {**BELOW, "bound": "1/2"}, "is not shown"),
    "below, on the wrong side": (goal(f"{ROOT} - a", a="[1/2, 2]"), BELOW, "positive multiple"),
    "below, a negative factor": (goal(f"{ROOT} - a", a="[1/2, 2]"), {**BELOW, "factor": "-1"}, "positive multiple"),
    "below, a factor that may vanish": (
        goal(f"x*(a - {ROOT})", strict=True, x="[0, 1]", a="[1/2, 2]"),
        {**BELOW, "factor": tree("x")},
        "positive multiple",
    ),
    "below, the other direction of the equation": (*changed("below", falling=True), "slope"),
    "below, turned": (*changed("below", above=True), "positive multiple"),
    "below, a bound with the root in it": (
        goal(f"{ROOT} + a - {ROOT}", a="[1/2, 2]"),
        {**BELOW, "bound": tree(f"{ROOT} + a")},
        "root in it",
    ),
    "below, a bound before the range": (
        goal("a - Root(t**3 + t - a, (t, 1/4, oo))", a="[1/2, 2]"),
        {**BELOW, "root": tree("Root(t**3 + t - a, (t, 1/4, oo))"), "bound": tree("a"), "reaches": ZERO},
        "reaches",
    ),
    "below, an equation with a corner": (
        goal("a - Root(Abs(t) - a/2, (t, 0, oo))", a="[1/2, 2]"),
        {**BELOW, "root": tree("Root(Abs(t) - a/2, (t, 0, oo))")},
        "",
    ),
    "below, strictly, where equality may hold": (
        goal("a - Root(t - a, (t, 0, oo))", strict=True, a="[1/2, 2]"),
        {**BELOW, "root": tree("Root(t - a, (t, 0, oo))"), "crosses": ZERO},
        "crosses",
    ),
    "face with a slope that exists nowhere": (goal(f"{NOTHING} + x", **UNIT), face("x", at=ZERO), "defined"),
    "end with a slope that exists nowhere": (goal(f"{NOTHING} + exp(-x)", x="[0, oo)"), END, "defined"),
    "end of what need not exist": (goal("exp(-x) + y**(1/2)", given=["y > x"], x="[0, oo)", y="(-5, 5)"), END, "defined"),
    "rising between places that do not exist": (
        goal("exp(y) - exp(x)", given=["x <= y"], **PAIR),
        {**RISING, "low": tree("x + log(x) - log(x)"), "interval": "(-oo, oo)"},
        "defined",
    ),
    "path through what does not exist": (
        goal("exp(y)*y - exp(x)*x + log(x) - log(x)", given=["x <= y", "x > y/2", "y > 0"], **PAIR),
        PATH,
        "defined",
    ),
    "path over integers": (  # y^3/3 - y^2/2 falls between 0 and 1, where its slope y (y - 1) is not looked at
        goal("y**3/3 - y**2/2 - x**3/3 + x**2/2", given=["x <= y"], x="the integers of [0, 1]", y="the integers of [0, 1]"),
        rule("path", moves=[{"from": "x", "to": "y", "slope": rule("whole", name="y", first=[ZERO, ZERO])}]),
        "does not move freely",
    ),
    "whole without the last": (goal("1 - n", n="the integers of [0, 2]"), rule("whole", name="n", first=[SIGN, ZERO]), "lacks"),
    "whole, undefined between": (
        goal("1 + 1/(2*n - 5)**2", n="the integers of [0, oo)"),
        rule("whole", name="n", first=[], beyond=SIGN),
        "defined",
    ),
    "a difference that may vanish": (
        goal("x", given=["x >= 0"], **UNIT),
        rule("have", relation=relation("x != 0"), proof=SIGN, inner=SIGN),
        "differ from 0",
    ),
    "through a factor that may vanish": (
        goal("Root((t - 1)*(a + 1), (t, 0, 2)) - 3/2", a="[1/2, 2]"),
        rule("through", name="a", root=tree("Root((t - 1)*(a + 1), (t, 0, 2))"), variable="r", inner=SIGN),
        "differ from 0",
    ),
    "below an optimum that is no root": (
        goal("a - ArgMin(exp(t) - a*t, (t, 0, oo))", a="[2, 3]"),
        {**BELOW, "root": tree("ArgMin(exp(t) - a*t, (t, 0, oo))")},
        "no such root",
    ),
    "below a root at a corner": (
        goal("a - Root(Abs(t) + t - a, (t, 0, oo))", a="[1/2, 2]"),
        {**BELOW, "root": tree("Root(Abs(t) + t - a, (t, 0, oo))")},
        "jump or have a corner",
    ),
    "below, from an equation that falls": (
        goal("a/4 - Root(1 + a - exp(t), (t, 0, oo))", a="[1/2, 2]"),
        {
            **BELOW,
            "root": tree("Root(1 + a - exp(t), (t, 0, oo))"),
            "bound": tree("a/4"),
            "crosses": boxes("1 + a - exp(a/4)", leaf("value", box(a=("1/2", 2)))),
        },
        "slope",
    ),
    "above, where the bound is said to be below the range": (
        goal("Root(t**3 + t - a, (t, 0, oo)) - 2*(a - 3)", a="[1/2, 4]"),
        {
            **ABOVE,
            "factor": "1",
            "bound": tree("2*(a - 3)"),
            "crosses": rule(
                "cut",
                name="a",
                at="3",
                below=boxes("a - 2*(a - 3) - (2*(a - 3))**3", leaf("value", box(a=("1/2", 3)))),
                above=rule("contrary", relation=relation("2*(a - 3) < 0"), inner=SIGN),
            ),
        },
        "is not given",
    ),
    "below between ends that are no numbers": (
        goal("a - Root(t - a/2, (t, 0, a))", a="[1/2, 2]"),
        {**BELOW, "root": tree("Root(t - a/2, (t, 0, a))")},
        "not numbers",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_rule_without_its_conditions_is_rejected(name: str) -> None:
    refuses(*BROKEN[name])


def test_rules_are_not_nested_without_end() -> None:
    proof: Any = SIGN
    for _ in range(70):
        proof = rule("as", gap=tree("x"), inner=proof)
    refuses(goal("x", **UNIT), proof, "nested deeper")


def test_boxes_are_counted() -> None:
    assert shows(*HELD["number"]).boxes == 1
    assert shows(*HELD["sign"]).boxes == 0
    assert shows(*HELD["inner"]).boxes == 1


def test_values_shown_on_tiles() -> None:
    wanted = goal("log(x**2 - x + 3/10) - log(x**2 - x + 3/10)", **UNIT)
    tiles = [box(x=(f"{n}/16", f"{n + 1}/16")) for n in range(16)]
    shows(wanted, rule("as", gap=tree("0*log(x**2 - x + 3/10)"), tiles=tiles, inner=ZERO))
    refuses(wanted, rule("as", gap=tree("0*log(x**2 - x + 3/10)"), tiles=tiles[1:], inner=ZERO), "do not tile the region")


@pytest.mark.parametrize("name", HELD)
def test_no_proof_shows_a_smaller_gap(name: str) -> None:
    wanted, proof = HELD[name]
    refuses(replace(wanted, gap=sub(wanted.gap, Fraction(7))), proof)


@pytest.mark.parametrize(("above", "bound"), [(False, "x - 1/10"), (True, "x + 1/10")])
def test_a_bound_on_the_wrong_side_of_a_root(above: bool, bound: str) -> None:
    """The root of t - x is x: it is not below x - 1/10, nor above x + 1/10."""
    root = "Root(t - x, (t, 0, 2))"
    gap = f"{root} - ({bound})" if above else f"{bound} - {root}"
    proof = {"rule": "below", "root": tree(root), "variable": "r", "factor": "1", "bound": tree(bound), "above": above,
             "reaches": {"rule": "sign"}, "crosses": {"rule": "sign"}}  # fmt: skip
    refuses(goal(gap, x="(1/5, 9/5)"), proof)
    right = f"{root} - (x - 1/10)" if above else f"x + 1/10 - {root}"
    shows(goal(right, x="(1/5, 9/5)"), {**proof, "bound": tree("x - 1/10" if above else "x + 1/10")})
