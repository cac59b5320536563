"""Lemmas: shown on a region of their own, used with values that lie in it, for no more than what they say."""

from __future__ import annotations

from typing import Any

import pytest
from kernel_trees import RELATION, region, region_tree, relation, tree

from dplemma.kernel.derivation import Derived
from dplemma.kernel.reading import read_statement
from dplemma.kernel.term import Rejected

LINE, UNIT = {"x": "(-oo, oo)"}, {"x": "[0, 1]"}
GIVEN: Any = {"rule": "given", "witness": {"x": "3/4"}, "inner": RELATION}


def lemma(statement: Any, proof: Any = RELATION, name: str = "it", given: Any = (), **intervals: str) -> Any:
    return {"name": name, "region": region_tree(given, **intervals), "statement": statement, "proof": proof}


def chain(start: Any, *steps: Any, name: str = "it", **intervals: str) -> Any:
    return {"name": name, "region": region_tree(**intervals), "start": start, "steps": list(steps)}


def step(line: Any, rel: str, proof: Any = RELATION, rule: str = "proof", **more: Any) -> Any:
    return {"line": line, "rel": rel, "rule": rule, "proof": proof, **more}


def used(**parts: Any) -> Any:
    return {"rule": "lemma", "lemma": "it", **parts}


def of(**values: Any) -> Any:
    return used(values={name: tree(text) for name, text in values.items()})


def shows(lemmas: list[Any], statement: Any, proof: Any, given: Any = (), **intervals: str) -> Derived:
    checker = Derived()
    for one in lemmas:
        checker.chain(one, "test")
    checker.statement(read_statement(statement), region(given, **intervals), proof, "test")
    return checker


SQUARE = lemma(relation("x**2 >= 0"), **LINE)
STRICT = lemma(relation("exp(x) > 0"), **LINE)
DIFFERS = lemma(relation("exp(x) != 0"), **LINE)
HALF = lemma(["Implies", relation("x > 1/2"), relation("x > 0")], GIVEN, **UNIT)
ORDER = lemma(relation("x - y >= 0"), given=["x >= y"], x="[0, 1]", y="[0, 1]")
WHOLE = lemma(relation("n >= 1"), n="the integers of [1, oo)")
TENDS = lemma(["Limit", tree("exp(-a*x)"), "x", "oo", "0", "-"], {"rule": "limit"}, x="(0, oo)", a="(0, oo)")
BOUNDS = lemma(["All", [relation("x >= 0"), relation("x <= 1")]], {"rule": "all", "parts": [RELATION, RELATION]}, **UNIT)
A, B = {"statement": relation("x > 1/2")}, {"statement": relation("2*x > 1")}
BOTH = chain(A, step(B, "iff", {"rule": "iff", "forward": RELATION, "backward": RELATION}), **UNIT)
DOWN = chain(A, step({"statement": relation("x > 0")}, "implies", GIVEN), **UNIT)
PREMISE = {**of(x="y"), "premise": RELATION}
PLANE = {"x": "(-oo, oo)", "y": "(-oo, oo)"}
WEAK = chain(tree("2*x"), step(tree("x + x"), "="), step(tree("x + x + y**2"), "<="), **PLANE)
Y = {"y": "[0, 1]"}

HELD: dict[str, tuple[list[Any], Any, Any, dict[str, Any]]] = {
    "with another variable": ([SQUARE], relation("y**2 >= 0"), of(x="y"), {"y": "[-1, 1]"}),
    "with a term": ([SQUARE], relation("exp(y)**2 >= 0"), of(x="exp(y)"), {"y": "[-1, 1]"}),
    "a chain of links": ([WEAK], relation("2*x <= x + x + y**2"), used(), PLANE),
    "weaker": ([STRICT], relation("exp(x) >= 0"), used(), LINE),
    "turned": ([STRICT], relation("0 < exp(x)"), used(), LINE),
    "for a sign": ([STRICT], relation("exp(y) + 1 > 1"), {"rule": "relation", "proof": of(x="y")}, Y),
    "its premise shown": ([HALF], relation("y > 0"), PREMISE, {"y": "[3/4, 1]"}),
    "with its premise": ([HALF], ["Implies", relation("y > 1/2"), relation("y > 0")], {**of(x="y"), "witness": {"y": "1"}}, Y),
    "where it holds": ([ORDER], relation("x - y >= 0"), used(), {"x": "[0, 1]", "y": "[0, 1]", "given": ["x >= y"]}),
    "of an integer": ([WHOLE], relation("7 >= 1"), of(n="7"), {}),
    "of a variable for integers": ([WHOLE], relation("k >= 1"), of(n="k"), {"k": "the integers of [2, 5]"}),
    "a limit": ([TENDS], ["Limit", tree("exp(-b*x)"), "x", "oo", "0", "-"], of(a="b"), {"x": "(0, oo)", "b": "(1, 2)"}),
    "a part of all": (
        [BOUNDS],
        relation("x <= 1"),
        used(),
        UNIT,
    ),
    "all of all, in another order and form": ([BOUNDS], ["All", [relation("1 >= x"), relation("2*x - x >= 0")]], used(), UNIT),
    "all, each at most what is said": ([BOUNDS], ["All", [relation("x <= 1"), relation("x <= 1")]], used(), UNIT),
    "an equivalence": ([BOTH], ["Iff", A["statement"], B["statement"]], used(), UNIT),
    "an equality, for a sign": (
        [chain(tree("x + x"), step(tree("2*x"), "="), **LINE)],
        relation("2*x >= x + x"),
        {"rule": "relation", "proof": used()},
        LINE,
    ),
}


@pytest.mark.parametrize("name", HELD)
def test_what_a_lemma_says(name: str) -> None:
    lemmas, statement, proof, about = HELD[name]
    assert set(shows(lemmas, statement, proof, **about).theorems) == {"it"}


BROKEN: dict[str, tuple[list[Any], Any, Any, dict[str, Any], str]] = {
    "not shown": ([lemma(relation("x > 0"), **LINE)], relation("x > 0"), used(), LINE, "is not shown"),
    "of one name": ([SQUARE, STRICT], relation("exp(x) > 0"), used(), LINE, "two lemmas"),
    "all, of which one is not said": (
        [BOUNDS],
        ["All", [relation("x <= 1"), relation("x <= 1/2")]],
        used(),
        UNIT,
        "the lemma says",
    ),
    "its premise not shown": ([HALF], relation("y > 0"), PREMISE, Y, "is not shown"),
    "its premise left out": ([HALF], relation("y > 0"), of(x="y"), Y, "the lemma says"),
    "with a premise that never holds": (
        [HALF],
        ["Implies", relation("x > 1/2"), relation("x > 0")],
        used(witness={"x": "1/4"}),
        {"x": "[0, 1/4]"},
        "what is given",
    ),
    "with another conclusion": (
        [HALF],
        ["Implies", relation("x > 1/2"), relation("x > 3/4")],
        used(witness={"x": "1"}),
        UNIT,
        "the lemma says",
    ),
    "with a weaker premise": (
        [HALF],
        ["Implies", relation("x >= 1/2"), relation("x > 0")],
        used(witness={"x": "1"}),
        UNIT,
        "the lemma says",
    ),
    "with a stronger conclusion": (
        [lemma(["Implies", relation("x > 1/2"), relation("x >= 1/2")], GIVEN, **UNIT)],
        ["Implies", relation("x > 1/2"), relation("x > 1/2")],
        used(witness={"x": "1"}),
        UNIT,
        "the lemma says",
    ),
    "all, for something else": (
        [lemma(["All", [relation("x >= 0"), relation("x <= 1")]], {"rule": "all", "parts": [RELATION, RELATION]}, **UNIT)],
        relation("x > 1/2"),
        used(),
        UNIT,
        "the lemma says",
    ),
    "a chain of one line": ([chain(A, **UNIT)], A["statement"], used(), UNIT, "lacks its steps"),
    "one way for two": ([DOWN], ["Iff", A["statement"], relation("x > 0")], used(), UNIT, "the lemma says"),
    "strictly, by weak links": ([WEAK], relation("2*x < x + x + y**2"), used(), PLANE, "the lemma says"),
    "an equality, by links that are not": ([WEAK], relation("2*x == x + x + y**2"), used(), PLANE, "the lemma says"),
    "strictly": ([SQUARE], relation("x**2 > 0"), used(), LINE, "the lemma says"),
    "the other way round": ([STRICT], relation("exp(x) < 0"), used(), LINE, "the lemma says"),
    "as an equality": ([SQUARE], relation("x**2 == 0"), used(), LINE, "the lemma says"),
    "of another term": ([STRICT], relation("exp(x) - 1 > 0"), used(), LINE, "the lemma says"),
    "for a strict sign": ([SQUARE], relation("x**2 > 0"), {"rule": "relation", "proof": used()}, LINE, "too weak"),
    "a difference for a sign": ([DIFFERS], relation("0 >= exp(x)"), {"rule": "relation", "proof": used()}, LINE, "too weak"),
    "an implication for a sign": ([HALF], relation("x > 0"), {"rule": "relation", "proof": used()}, UNIT, "too weak"),
    "for another sign": ([STRICT], relation("exp(x) > 1"), {"rule": "relation", "proof": used()}, LINE, "nothing of the sign"),
    "outside its region": ([lemma(relation("x >= 0"), **UNIT)], relation("y >= 0"), of(x="y"), {"y": "[-1, 1]"}, "is not shown"),
    "where what it is given fails": ([ORDER], relation("x - y >= 0"), used(), {"x": "[0, 1]", "y": "[0, 1]"}, "is not shown"),
    "of a region that relations do not make": (
        [lemma(relation("x >= 0"), given=[["Not", relation("x == 2")]], **UNIT)],
        relation("x >= 0"),
        used(),
        UNIT,
        "more than relations",
    ),
    "of no integer": ([WHOLE], relation("y >= 1"), of(n="y"), {"y": "[1, 5]"}, "must be an integer"),
    "of a fraction": ([WHOLE], relation("3/2 >= 1"), of(n="3/2"), {}, "must be an integer"),
    "of an integer outside": ([WHOLE], relation("-3 >= 1"), of(n="-3"), {}, "must be an integer"),
    "of what does not exist": ([SQUARE], relation("log(y)**2 >= 0"), of(x="log(y)"), Y, "defined"),
    "a limit along a value that moves": (
        [TENDS],
        ["Limit", tree("exp(-x*x)"), "x", "oo", "0", "-"],
        of(a="x"),
        {"x": "(0, oo)"},
        "what moves",
    ),
    "a chain of terms by implies": (
        [chain(tree("x"), step(tree("x + 1"), "implies"), **LINE)],
        SQUARE,
        used(),
        LINE,
        "no relation",
    ),
    "a chain of statements by an equality": ([chain(A, step(B, "="), **UNIT)], SQUARE, used(), UNIT, "linked by iff"),
    "a chain from a statement to a term": ([chain(A, step(tree("x"), "implies"), **UNIT)], SQUARE, used(), UNIT, "linked by iff"),
    "a chain from a term to a statement": ([chain(tree("x"), step(A, "implies"), **UNIT)], SQUARE, used(), UNIT, "linked by iff"),
    "a chain with a false link": (
        [chain(A, step({"statement": relation("x > 3/4")}, "implies", GIVEN), **UNIT)],
        SQUARE,
        used(),
        UNIT,
        "is not shown",
    ),
    "a chain that uses no relation": (
        [HALF, chain(tree("x"), step(tree("x"), "=", using=[used()]), name="other", **UNIT)],
        SQUARE,
        used(),
        UNIT,
        "only relations",
    ),
    "a context of another line": (
        [
            chain(
                tree("x"),
                step(tree("1 + x"), "=", rule="equal", context=tree("h"), hole="h", old=tree("x + 1"), new=tree("1 + x")),
                **LINE,
            )
        ],
        SQUARE,
        used(),
        LINE,
        "not that context",
    ),
    "a hole that is a variable": (
        [chain(tree("x"), step(tree("x"), "=", rule="equal", context=tree("x"), hole="x", old=tree("x"), new=tree("x")), **LINE)],
        SQUARE,
        used(),
        LINE,
        "name of its own",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_a_lemma_does_not_say(name: str) -> None:
    lemmas, statement, proof, about, reason = BROKEN[name]
    with pytest.raises(Rejected, match=reason):
        shows(lemmas, statement if isinstance(statement, list) else relation("1 > 0"), proof, **about)


def integral(body: str, low: str, high: str, variable: str, function: str, value: str, **about: str) -> Any:
    moved = {"variable": variable, "function": tree(function)}
    return chain(tree(f"Integral({body}, (t, {low}, {high}))"), step(tree(value), "=", rule="antiderivative", **moved), **about)


@pytest.mark.parametrize(
    ("tried", "reason"),
    [
        (integral("exp(-t)", "0", "oo", "x", "-exp(-x)", "1", **UNIT), "is a variable already"),
        (integral("exp(-t)", "oo", "0", "u", "-exp(-u)", "-1", **UNIT), "turned around"),
        (integral("exp(-t)", "log(x)", "oo", "u", "-exp(-u)", "x", **UNIT), "defined"),
    ],
)
def test_ranges_of_integrals(tried: Any, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        shows([tried], relation("1 > 0"), RELATION, **UNIT)


def test_the_integral_itself_is_found() -> None:
    found = integral("exp(-t)", "0", "oo", "u", "-exp(-u)", "1", **UNIT)
    assert "it" in shows([found], relation("1 > 0"), RELATION, **UNIT).theorems
