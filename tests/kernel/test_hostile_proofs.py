"""Proof objects and derivations that misuse one rule each, of claims that are false or undefined: none is accepted."""

from __future__ import annotations

from typing import Any

import pytest
from json_claims import add, by_lemma, integral, mul, region, rel

from dplemma.kernel.check import check
from dplemma.kernel.term import Rejected

A, B, P, S, T, X, Y, N, H = (["var", name] for name in "abpstxynh")
SIGN: Any = {"rule": "sign"}
NORMAL: Any = {"rule": "relation"}


def pw(base: Any, exponent: str) -> list[Any]:
    return ["Pow", base, exponent]


def goal(proof: Any, **more: Any) -> dict[str, Any]:
    return {"rule": "relation", "proof": proof, **more}


def leaf(low: str, high: str, **more: Any) -> dict[str, Any]:
    return {"box": [["x", [low, high]]], "by": "value", **more}


def boxes(gap: Any, *leaves: Any, **form: Any) -> dict[str, Any]:
    return goal({"rule": "boxes", "bits": 64, "leaves": [*leaves], "forms": [{"rule": "equal", "gap": gap, **form}]})


HOSTILE: dict[str, tuple[Any, Any, dict[str, str], dict[str, str]]] = {}
"""Statement, proof, witness and intervals, by what is wrong."""


def hostile(name: str, statement: Any, proof: Any, at: dict[str, str], **intervals: str) -> None:
    HOSTILE[name] = (statement, proof, at, intervals)


ONE, BOTH = {"x": "1"}, {"x": "1", "y": "1"}
SQUARE, LINE = pw(X, "2"), add(X, "-1/2")

# -- boxes

hostile(
    "a gap between boxes",
    rel(pw(add(X, "-1/2"), "2"), ">", "0"),
    boxes(pw(LINE, "2"), leaf("0", "1/4"), leaf("3/4", "1")),
    ONE,
    x="[0, 1]",
)
hostile("boxes that end early", rel(X, "<", "1"), boxes(add("1", mul("-1", X)), leaf("0", "99/100")), ONE, x="[0, 1]")
hostile("a box of another form", rel(X, ">", "1"), boxes(add(X, "2"), leaf("0", "1")), ONE, x="[0, 1]")
hostile(
    "contact on a closed face",
    rel(SQUARE, ">", "0"),
    boxes(
        SQUARE,
        {**leaf("0", "1"), "by": "contact", "pieces": [[["x", ["0", "1"]]]]},
        contacts=[{"name": "x", "low": True, "derivatives": [None, None]}],
    ),
    ONE,
    x="[0, 1]",
)
hostile(
    "contact of the wrong order",
    rel(mul("-1", SQUARE), ">=", "0"),
    boxes(
        mul("-1", SQUARE),
        {**leaf("0", "1"), "by": "contact", "pieces": [[["x", ["0", "1"]]]]},
        contacts=[{"name": "x", "low": True, "derivatives": [None]}],
    ),
    ONE,
    x="[0, 1]",
)
hostile(
    "a slope that is another's",
    rel(mul("-1", X), ">=", "0"),
    boxes(mul("-1", X), {**leaf("0", "1"), "by": "face", "faces": [["x", [True, 0]]]}, slopes=[["x", ["1"]]]),
    ONE,
    x="[0, 1]",
)
hostile(
    "a form with a factor of no sign",
    rel(X, ">", "0"),
    goal(
        {"rule": "boxes", "bits": 64, "leaves": [leaf("-1", "1")], "forms": [{"rule": "quotient", "gap": "1", "positive": [X]}]}
    ),
    ONE,
    x="[-1, 1]",
)
hostile(
    "outside a condition that is not given",
    rel(X, ">", "5"),
    goal({"rule": "boxes", "bits": 64, "leaves": [leaf("0", "1", by="outside", condition=0)], "conditions": [rel(X, ">", "5")]}),
    ONE,
    x="[0, 1]",
)
hostile("a pole in a box", rel(mul(X, pw(X, "-1")), ">", "0"), boxes(mul(X, pw(X, "-1")), leaf("-1", "1")), ONE, x="[-1, 1]")
hostile(
    "few bits",
    rel(X, ">=", "0"),
    goal({"rule": "boxes", "bits": 3, "leaves": [leaf("0", "1")], "forms": [{"rule": "equal", "gap": X}]}),
    ONE,
    x="[0, 1]",
)

# -- one variable

hostile(
    "a face that is in the region",
    rel(X, ">", "0"),
    goal({"rule": "face", "name": "x", "low": True, "strict_slope": True, "slope": SIGN, "face": {"rule": "zero"}}),
    ONE,
    x="[0, 1]",
)
hostile(
    "a face of what jumps",
    rel(["sign", LINE], ">", "-2"),
    goal({"rule": "face", "name": "x", "low": True, "slope": {"rule": "zero"}, "face": SIGN}),
    ONE,
    x="[0, 1]",
)
hostile(
    "a face with a pole between",
    rel(mul("-1", pw(LINE, "-1")), ">", "1"),
    goal({"rule": "face", "name": "x", "low": True, "slope": SIGN, "face": SIGN}),
    ONE,
    x="[0, 1]",
)
hostile(
    "the wrong end",
    rel(["exp", mul("-1", X)], ">", "1/2"),
    goal({"rule": "end", "name": "x", "high": True, "strict_slope": True, "slope": SIGN}),
    ONE,
    x="[0, oo)",
)
hostile(
    "a cut beyond the interval",
    rel(X, "<", "1"),
    goal({"rule": "cut", "name": "x", "at": "2", "below": SIGN, "above": SIGN}),
    ONE,
    x="[0, 1]",
)
hostile(
    "integers cut between",
    rel(pw(add(N, "-1/2"), "2"), ">", "1/4"),
    goal({"rule": "cut", "name": "n", "at": "1/2", "below": SIGN, "above": SIGN}),
    {"n": "0"},
    n="the integers of [0, 1]",
)
hostile(
    "Phi for a closed interval",
    rel(X, ">", "0"),
    goal({"rule": "moved", "name": "x", "by": "Phi", "variable": "t", "inner": SIGN}),
    ONE,
    x="[0, 1]",
)
hostile(
    "exp for what may be negative",
    rel(X, ">", "0"),
    goal({"rule": "moved", "name": "x", "by": "exp", "variable": "t", "inner": SIGN}),
    ONE,
    x="[-1, 1]",
)
hostile(
    "a shift into a variable that is there",
    rel(X, ">", "0"),
    goal({"rule": "moved", "name": "x", "by": "shift", "variable": "y", "inner": SIGN}),
    BOTH,
    x="[-1, 1]",
    y="[1, 2]",
)
hostile(
    "a variable left out",
    rel(add(X, Y), ">", "0"),
    goal({"rule": "only", "names": ["y"], "inner": SIGN}),
    BOTH,
    x="[-2, 1]",
    y="[1, 2]",
)
hostile(
    "a rise across a pole",
    rel(add(mul("-1", pw(X, "-1")), pw(Y, "-1")), ">", "0"),
    goal(
        {
            "rule": "rising",
            "variable": "t",
            "low": Y,
            "high": X,
            "function": mul("-1", pw(T, "-1")),
            "interval": "[-1, 1]",
            "order": SIGN,
            "slope": SIGN,
        }
    ),
    {"x": "1", "y": "-1"},
    x="(0, 1]",
    y="[-1, 0)",
)
hostile(
    "an inner term beyond its interval",
    rel(SQUARE, "<=", "1"),
    goal(
        {
            "rule": "inner",
            "variable": "u",
            "inner": X,
            "gap": add("1", mul("-1", pw(["var", "u"], "2"))),
            "interval": "[-1, 1]",
            "outer": SIGN,
        }
    ),
    ONE,
    x="[0, 2]",
)
hostile(
    "integers, some left out",
    rel(N, ">=", "2"),
    goal({"rule": "whole", "name": "n", "first": [SIGN, SIGN], "beyond": SIGN}),
    {"n": "2"},
    n="the integers of [0, 9]",
)
hostile(
    "a path that leaves its pair",
    rel(X, ">=", Y),
    goal({"rule": "path", "moves": [{"from": "y", "to": "x", "slope": SIGN}]}),
    BOTH,
    x="[0, 1]",
    y="[0, 1]",
)

# -- products, cases, what is given

hostile(
    "a product of what may vanish",
    rel(mul(X, Y), ">", "0"),
    goal({"rule": "product", "factors": [{"term": X, "proof": SIGN}, {"term": Y, "proof": SIGN}]}),
    BOTH,
    x="[0, 1]",
    y="[1, 2]",
)
hostile(
    "a sum with a term of no sign",
    rel(add(X, Y), ">=", "0"),
    goal({"rule": "sum", "factors": [{"term": X, "proof": SIGN}, {"term": Y, "proof": SIGN}]}),
    BOTH,
    x="[-1, 1]",
    y="[0, 2]",
)
hostile(
    "a case by what does not exist",
    rel(X, ">", "-2"),
    goal({"rule": "case", "relation": rel(["log", X], ">", "0"), "yes": SIGN, "no": {"rule": "zero"}}),
    ONE,
    x="[-1, 1]",
)
hostile(
    "a relation that is not so",
    rel(X, ">", "1/2"),
    goal({"rule": "have", "relation": rel(X, ">", "1/2"), "proof": SIGN, "inner": SIGN}),
    ONE,
    x="[0, 1]",
)
hostile(
    "a weak relation for a strict one",
    ["Implies", rel(X, ">=", "0"), rel(X, ">", "0")],
    {"rule": "given", "witness": ONE, "inner": goal({"rule": "given", "relation": rel(X, ">=", "0")})},
    ONE,
    x="[-1, 1]",
)
hostile(
    "the contrary of nothing",
    rel(X, ">", "0"),
    goal({"rule": "contrary", "relation": rel(X, ">", "0"), "inner": SIGN}),
    ONE,
    x="[-1, 1]",
)
hostile(
    "the greatest of others",
    rel(X, ">=", Y),
    goal({"rule": "greatest", "greatest": ["Max", X, Y], "other": X, "above": {"rule": "zero"}}),
    BOTH,
    x="[0, 1]",
    y="[0, 1]",
)
hostile("a number with a variable", rel(X, ">", "0"), goal({"rule": "number", "bits": 64}), ONE, x="[-1, 1]")
hostile(
    "a range turned around",
    rel(integral(T, ["t", "1", X]), ">=", "0"),
    goal({"rule": "integrand", "inner": SIGN}),
    ONE,
    x="[0, 1]",
)
hostile(
    "a bound beyond a root's range",
    rel(["Root", add(pw(T, "3"), mul("-1", X)), ["t", "0", "2"]], "<=", "-1"),
    goal(
        {
            "rule": "below",
            "root": ["Root", add(pw(T, "3"), mul("-1", X)), ["t", "0", "2"]],
            "variable": "u",
            "factor": "1",
            "bound": "-1",
            "crosses": SIGN,
        }
    ),
    ONE,
    x="[1, 2]",
)
hostile(
    "a root solved for what it does not fix",
    rel(["Root", add(T, mul("-1", X)), ["t", "0", "2"]], ">", "1"),
    goal(
        {"rule": "through", "name": "y", "root": ["Root", add(T, mul("-1", X)), ["t", "0", "2"]], "variable": "u", "inner": SIGN}
    ),
    BOTH,
    x="[1/2, 1]",
    y="[0, 1]",
)

# -- statements

hostile(
    "a factor that may vanish",
    ["Iff", rel(X, ">=", "0"), rel(mul(X, Y), ">=", "0")],
    {"rule": "factor", "factor": Y},
    BOTH,
    x="[-1, 1]",
    y="[0, 1]",
)
hostile(
    "either, one without value",
    ["Either", [rel(["log", X], ">", "0"), rel(X, "<=", "1")]],
    {"rule": "either", "inner": NORMAL},
    ONE,
    x="[-1, 2]",
)
hostile(
    "a value beyond its interval",
    ["Exists", [["y", "[0, 1]"]], rel(Y, "=", add(X, "1"))],
    {"rule": "exhibit", "values": {"y": add(X, "1")}, "inner": NORMAL},
    ONE,
    x="[0, 1]",
)
hostile(
    "a value that is no integer",
    ["Exists", [["n", "the integers of [0, 9]"]], rel(mul("2", N), "=", "5")],
    {"rule": "exhibit", "values": {"n": "5/2"}, "inner": NORMAL},
    {},
)
hostile(
    "a variable bound twice",
    ["ForAll", [["x", "[5, 6]"]], rel(X, ">", "4")],
    {"rule": "forall", "inner": goal(SIGN)},
    ONE,
    x="[0, 1]",
)
hostile("the slope of a corner", ["Monotone", ["Abs", X], "x", "increasing", False], {"rule": "slope"}, ONE, x="[-1, 1]")
hostile(
    "the slope across a pole", ["Monotone", mul("-1", pw(X, "-1")), "x", "increasing", True], {"rule": "slope"}, ONE, x="[-1, 1]"
)
hostile(
    "a step of a known name",
    ["Monotone", mul("-1", X), "x", "increasing", True],
    {"rule": "ordered", "variable": "y", "inner": SIGN},
    {"x": "1", "y": "-1"},
    x="[0, 1]",
    y="[-2, -1]",
)
hostile(
    "pieces that do not meet",
    ["Monotone", ["Piecewise", [X, ["<", X, "0"]], [add(X, "-9"), True]], "x", "increasing", True],
    {"rule": "pieces", "at": "0", "below": {"rule": "slope"}, "above": {"rule": "slope"}},
    ONE,
    x="[-1, 1]",
)
hostile(
    "monotone in two cases",
    ["Monotone", ["Abs", X], "x", "increasing", False],
    {"rule": "case", "relation": rel(X, ">=", "0"), "yes": {"rule": "slope"}, "no": {"rule": "slope"}},
    ONE,
    x="[-1, 1]",
)
hostile(
    "a tail that does not vanish",
    ["Limit", ["tanh", X], "x", "oo", "2", "-"],
    {"rule": "tail", "variable": "x", "way": X, "interval": "[1, oo)", "bound": "3", "upper": goal(SIGN), "lower": goal(SIGN)},
    {},
)
hostile(
    "a way to another point",
    ["Limit", ["exp", X], "x", "0", "0", "+"],
    {
        "rule": "tail",
        "variable": "s",
        "way": mul("-1", S),
        "interval": "[0, oo)",
        "bound": ["exp", mul("-1", S)],
        "upper": goal(SIGN),
        "lower": goal(SIGN),
    },
    {},
)
hostile("digits that are off", ["Number", "pi", ["3.15", "rounded"]], {"rule": "printed"}, {})
hostile("digits that are no number", ["Number", "pi", ["NaN", "rounded"]], {"rule": "printed"}, {})
hostile("what has a variable is evaluated", rel(X, ">", "0"), {"rule": "truth"}, ONE, x="[-1, 1]")
hostile("a witness outside", rel(X, ">", "0"), goal(SIGN), {"x": "5"}, x="[1, 2]")

# -- derivations with one wrong step


def chain(start: Any, line: Any, step: dict[str, Any], **intervals: str) -> dict[str, Any]:
    return {"region": region(**intervals), "start": start, "steps": [{"rel": "=", "line": line, **step}]}


def wrong_step(
    name: str, start: Any, line: Any, step: dict[str, Any], at: dict[str, str] | None = None, **intervals: str
) -> None:
    hostile(name, rel(start, "=", line), by_lemma(chain(start, line, step, **intervals)), at or {}, **intervals)


def over(body: Any, low: Any = "0", high: Any = "1") -> list[Any]:
    return integral(body, ["t", low, high])


FROM = {"rule": "antiderivative", "variable": "z"}
Z = ["var", "z"]
wrong_step("another antiderivative", over(pw(T, "2")), "1/2", {**FROM, "function": mul("1/2", pw(Z, "2"))})
wrong_step("an antiderivative across a pole", over(pw(T, "-2"), "-1", "1"), "-2", {**FROM, "function": mul("-1", pw(Z, "-1"))})
wrong_step(
    "an antiderivative that jumps", over("1"), "6", {**FROM, "function": add(Z, mul("5", ["Heaviside", add(Z, "-1/2"), "0"]))}
)
wrong_step("an antiderivative that grows", over(pw(T, "-1")), "0", {**FROM, "function": ["log", Z]})
wrong_step("ends the wrong way", over(mul("2", T)), "-1", {**FROM, "function": pw(Z, "2")})
SUBST = {"rule": "substitution", "variable": "z"}
wrong_step(
    "a substitution that turns back", over(T, "0", "1"), over(mul("2", pw(T, "3")), "-1", "1"), {**SUBST, "value": pw(Z, "2")}
)
wrong_step("a substitution without its slope", over(T, "0", "1"), over(pw(T, "2"), "0", "1"), {**SUBST, "value": pw(Z, "2")})
wrong_step(
    "a substitution to other ends", over(T, "0", "2"), over(mul("2", pw(T, "3")), "0", "1"), {**SUBST, "value": pw(Z, "2")}
)
wrong_step(
    "a cut beyond the range",
    over(T),
    add(over(T, "0", "2"), over(T, "2", "1")),
    {"rule": "split", "variable": "z", "at": "2", "left": Z, "right": Z},
)
wrong_step(
    "a cut with another part",
    over(T),
    add(over(T, "0", "1/2"), over("1", "1/2", "1")),
    {"rule": "split", "variable": "z", "at": "1/2", "left": Z, "right": "1"},
)
wrong_step(
    "parts that diverge",
    over(mul(add(["exp", mul("-1", T)], mul("-1", ["exp", mul("-2", T)])), pw(T, "-1")), "0", "oo"),
    add(
        over(mul(["exp", mul("-1", T)], pw(T, "-1")), "0", "oo"),
        mul("-1", over(mul(["exp", mul("-2", T)], pw(T, "-1")), "0", "oo")),
    ),
    {
        "rule": "linearity",
        "variable": "z",
        "parts": [["1", mul(["exp", mul("-1", Z)], pw(Z, "-1"))], ["-1", mul(["exp", mul("-2", Z)], pw(Z, "-1"))]],
    },
)
wrong_step(
    "a factor that moves", over(pw(T, "2")), mul("1/2", over(T)), {"rule": "linearity", "variable": "z", "parts": [["1/2", Z]]}
)
MOVES = ["Derivative", over(["exp", mul("-1", P, T)], "0", "oo"), ["p", "1"]]
MOVED = over(mul("-1", T, ["exp", mul("-1", P, T)]), "0", "oo")
LEIBNIZ = {"rule": "leibniz", "variable": "z"}
wrong_step("a majorant too small", MOVES, MOVED, {**LEIBNIZ, "majorant": ["exp", mul("-1", Z)]}, {"p": "3/2"}, p="(1, 2)")
wrong_step(
    "a majorant that moves", MOVES, MOVED, {**LEIBNIZ, "majorant": mul(Z, ["exp", mul("-1", P, Z)])}, {"p": "3/2"}, p="(1, 2)"
)
wrong_step("a closed interval", MOVES, MOVED, {**LEIBNIZ, "majorant": mul(Z, ["exp", mul("-1", Z)])}, {"p": "1"}, p="[1, 2]")
wrong_step(
    "another slope",
    MOVES,
    over(mul(T, ["exp", mul("-1", P, T)]), "0", "oo"),
    {**LEIBNIZ, "majorant": mul(Z, ["exp", mul("-1", Z)])},
    {"p": "3/2"},
    p="(1, 2)",
)
wrong_step("a root outside its range", ["Root", add(pw(T, "2"), "-1"), ["t", "0", "3"]], "-1", {"rule": "root", "variable": "z"})
wrong_step("a root of two", ["Root", add(pw(T, "2"), "-1"), ["t", "-3", "3"]], "1", {"rule": "root", "variable": "z"})
PEAK = ["Sup", mul(T, add("1", mul("-1", T))), ["t", "0", "1"]]
wrong_step("a peak beside the peak", PEAK, "3/16", {"rule": "turning", "variable": "z", "at": "1/4"})
wrong_step(
    "a bound over one half",
    PEAK,
    [
        "Max",
        ["Sup", mul(T, add("1", mul("-1", T))), ["t", "0", "1/4"]],
        ["Sup", mul(T, add("1", mul("-1", T))), ["t", "1/4", "1/3"]],
    ],
    {"rule": "split bound", "variable": "z", "at": "1/4"},
)
wrong_step(
    "a bound of something else",
    PEAK,
    ["Sup", T, ["t", "0", "1"]],
    {"rule": "inside", "variable": "z", "inner": {"rule": "equal"}},
)
wrong_step(
    "what is equal at the ends only",
    over(T),
    over(pw(T, "2")),
    {"rule": "equal", "matched": [{"old": over(T), "new": over(pw(T, "2"))}]},
)
wrong_step(
    "matched over other ends",
    over(T),
    over(T, "0", "2"),
    {"rule": "equal", "matched": [{"old": over(T), "new": over(T, "0", "2")}]},
)
RISES = {"region": region(x="[1, 2]"), "statement": rel(SQUARE, ">=", X), "proof": goal(SIGN)}
hostile("a lemma beyond its region", rel(SQUARE, ">=", X), by_lemma(RISES), ONE, x="[0, 1]")
hostile(
    "a lemma with a value beyond its region",
    rel(pw(mul(X, "1/2"), "2"), ">=", mul(X, "1/2")),
    by_lemma(RISES, values={"x": mul(X, "1/2")}),
    ONE,
    x="[1, 2]",
)
hostile("a lemma that is stronger than it", rel(SQUARE, ">", X), by_lemma(RISES), ONE, x="[1, 2]")
hostile(
    "a trusted lemma of something else",
    rel(X, ">=", "1"),
    {"rule": "derived", "lemmas": [RISES | {"name": "L"}], "inner": {"rule": "lemma", "trusted": "data-processing"}},
    ONE,
    x="[0, 1]",
)
hostile(
    "up and down",
    rel("1", "<=", "1"),
    by_lemma(
        {
            "region": region(),
            "start": "0",
            "steps": [
                {"rel": "<=", "line": "2", "rule": "proof", "proof": NORMAL},
                {"rel": ">=", "line": "1", "rule": "proof", "proof": NORMAL},
            ],
        }
    ),
    {},
)
hostile(
    "a context that takes a slope",
    rel(["Derivative", mul(A, B), ["a", "1"]], "=", "0"),
    by_lemma(
        chain(
            ["Derivative", mul(A, B), ["a", "1"]],
            ["Derivative", "1", ["a", "1"]],
            {"rule": "equal", "context": ["Derivative", H, ["a", "1"]], "hole": "h", "old": mul(A, B), "new": "1"},
            a="[1, 2]",
            b="[1, 2]",
        )
    ),
    {"a": "1", "b": "1"},
    a="[1, 2]",
    b="[1, 2]",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_none_is_accepted(name: str) -> None:
    statement, proof, at, intervals = HOSTILE[name]
    with pytest.raises(Rejected):
        check({"region": region(**intervals), "statement": statement}, {"holds": proof, "witness": at})


def test_each_attack_fails_for_a_reason_of_its_own() -> None:
    """None of them is merely misspelt: no key is missing, no head unknown."""
    for statement, proof, at, intervals in HOSTILE.values():
        with pytest.raises(Rejected) as refused:
            check({"region": region(**intervals), "statement": statement}, {"holds": proof, "witness": at})
        assert not any(word in str(refused.value) for word in ("malformed", "lacks", "no head", "is not a term", "no rule"))
