"""Each condition is asked by the rule itself: the reason given is its own, though another rule might refuse later."""

from __future__ import annotations

from typing import Any

import pytest
from kernel_trees import SIGN, box, boxes, goal, leaf, refuses, region, region_tree, rejected, shows, term, tree

from dplemma.kernel.derivation import Derived, Theorem
from dplemma.kernel.limits import check_limit, refute_limit
from dplemma.kernel.statement import Limit, Region
from dplemma.kernel.steps import EQUALITIES, end_value, wider_than_a_point
from dplemma.kernel.term import ONE, ZERO, Json, Rejected

# -- steps of chains ----------------------------------------------------------------------------------------------------------

INTEGRAL = "Integral(1 + 0*t, (t, 0, 1))"
STEPS: dict[str, tuple[str, str, str, Json, str]] = {
    "antiderivative of what jumps": (
        "antiderivative", "Integral(1 + 0*sign(t), (t, -1, 1))", "2", {"function": tree("s")}, "may jump"
    ),
    "antiderivative without bound below": (
        "antiderivative", "Integral(1/t, (t, 0, 1))", "0", {"function": tree("log(s)")}, "grows beyond every bound"
    ),
    "antiderivative without bound above": (
        "antiderivative", "Integral(1/(1 - t), (t, 0, 1))", "0", {"function": tree("-log(1 - s)")}, "grows beyond every bound"
    ),
    "substitution into what may not exist": (
        "substitution", INTEGRAL, "Integral((b + 0*t)/b, (t, 0, 1))", {"value": tree("s")}, "needs b != 0"
    ),
    "linearity of nothing": ("linearity", "Integral(0*t, (t, 0, 1))", "0", {"parts": []}, "factors without the variable"),
    "linearity of what jumps": (
        "linearity", "Integral(sign(t), (t, -1, 1))", "Integral(sign(t), (t, -1, 1))", {"parts": [["1", tree("sign(s)")]]},
        "do not jump",
    ),
    "derivative under the integral that may not exist": (
        "leibniz", "Derivative(Integral(b*t, (t, 0, 1)), (b, 1))", "Integral(t*b/b, (t, 0, 1))", {"majorant": "1"}, "needs b != 0"
    ),
    "derivative under an integral whose low end moves": (
        "leibniz", "Derivative(Integral(b*t, (t, b, 1)), (b, 1))", "Integral(t, (t, b, 1))", {"majorant": "1"}, "depends on b"
    ),
    "derivative under an integral whose high end moves": (
        "leibniz", "Derivative(Integral(b*t, (t, -1, b)), (b, 1))", "Integral(t, (t, -1, b))", {"majorant": "1"}, "depends on b"
    ),
    "turning where a power may have no values": (
        "turning", "Sup(t**t, (t, 1, 2))", "4", {"at": "2"}, "may have no value near 2 where it has one there"
    ),
    "root of what does not exist": ("root", "Root(log(t), (t, -1, 2))", "1", {}, r"log\(s\) needs s > 0"),
    "turning where there is no value": (
        "turning", "Inf(log(t)/log(t**2 + t**3), (t, 0, 1/4))", "1", {"at": "0"}, r"log\(0\) needs 0 > 0"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STEPS)
def test_a_step(name: str) -> None:
    rule, old, new, parameters, reason = STEPS[name]
    with pytest.raises(Rejected, match=reason):
        EQUALITIES[rule](Derived(), term(old), term(new), region(b="(-1, 1)"), {"variable": "s", **parameters}, "test")


def test_a_value_at_an_end_where_there_is_none_is_a_limit() -> None:
    assert end_value(term("s*log(s)"), "s", ZERO, "+", Region(), "test") == ZERO
    assert end_value(term("s + 1"), "s", ZERO, "+", Region(), "test") == ONE
    with pytest.raises(Rejected, match="no limit"):  # not continuous as far as is known
        end_value(term("Integral(exp(-s*t**4), (t, 0, 1))"), "s", ZERO, "+", Region(), "test")


def test_a_value_of_a_power_at_an_end_beside_which_it_has_none_is_no_limit() -> None:
    """(s - 3)^s is 1 at s = 2 and has no value near it; s^2 tends to 4."""
    two = term("2")
    assert end_value(term("s**2"), "s", two, "+", Region(), "test") == term("4")
    with pytest.raises(Rejected, match="limit"):
        end_value(term("(s - 3)**s"), "s", two, "+", Region(), "test")


def test_one_slope_is_asked_to_exist() -> None:
    """s and (s^2)^(1/2) have the slope 1 for s > 0; the formula s/(s^2)^(1/2) has no value at s = 0."""
    step = {"lemma": "slope", "variable": "s", "at": "1", "value": {"rule": "relation"}}

    def same_on(interval: str) -> None:
        checker, here = Derived(), region(s=interval)
        checker.theorems["slope"] = Theorem(here, (term("Derivative(s, (s, 1))"), ONE), ("=",))
        EQUALITIES["same derivative"](checker, term("s"), term("(s**2)**(1/2)"), here, step, "test")

    same_on("(0, 2]")
    with pytest.raises(Rejected, match=r"needs \(s\^2\) > 0"):
        same_on("[0, 2]")


@pytest.mark.parametrize("ends", ["oo, oo", "-oo, -oo", "0, -oo", "oo, 0"])
def test_a_range_beyond_infinity_is_turned_around(ends: str) -> None:
    """No number lies below -oo: whatever is asked between such ends would hold."""
    with pytest.raises(Rejected, match="is turned around"):
        Derived().range(term(f"Sup(t, (t, {ends}))"), "s", Region(), {}, "test")


@pytest.mark.parametrize(
    ("ends", "wide"), [("-oo, b", True), ("b, oo", True), ("b, b + 1", True), ("b, b", False), ("b, 2*b", False), ("b, 1", False)]
)
def test_which_ranges_are_never_one_point(ends: str, wide: bool) -> None:
    """From b to 2 b is one point for b = 0, and from b to 1 for b = 1."""
    assert wider_than_a_point(term(f"Sup(t, (t, {ends}))"), region(b="[0, 1]")) is wide


# -- chains -------------------------------------------------------------------------------------------------------------------

HERE = region_tree(x="[0, 1]", y="[0, 1]")
SAME: Json = {"rel": "=", "line": tree("x"), "rule": "equal"}


def chain(**parts: Any) -> Json:
    return {"name": "it", "region": HERE, "start": tree("x"), "steps": [SAME], **parts}


@pytest.mark.parametrize(
    ("chains", "reason"),
    [
        ([chain(steps=[])], "lacks its steps"),
        ([chain(steps={})], "lacks its steps"),
        ([chain(), chain()], "two lemmas of one name"),
        ([chain(steps=[SAME, {**SAME, "line": tree("x*y/y")}])], "needs y != 0"),  # the last of three lines
        ([chain(steps=[{**SAME, "context": tree("h"), "hole": "h", "old": tree("q"), "new": tree("x")}])], "a name of its own"),
        ([chain(steps=[{**SAME, "context": tree("h"), "hole": "x", "old": tree("x"), "new": tree("x")}])], "a name of its own"),
    ],
)
def test_a_chain(chains: list[Json], reason: str) -> None:
    checker = Derived()
    with pytest.raises(Rejected, match=reason):
        for each in chains:
            checker.chain(each, "test")


def test_what_is_denied_of_all_values_is_not_denied_of_one() -> None:
    """x (y - 1/2) does not rise in x for each y, and does for y = 1."""
    denied = ["Not", ["Monotone", tree("x*(y - 1/2)"), "x", "increasing", False]]
    evidence = {"point": {"x": "0", "y": "0"}, "second": "1"}
    first = {"name": "it", "region": HERE, "statement": denied, "proof": {"rule": "refuted", "evidence": evidence}}
    proof = {"rule": "derived", "lemmas": [first], "inner": {"rule": "lemma", "lemma": "it", "values": {"y": "1"}}}
    other = ["Not", ["Monotone", tree("x*(1 - 1/2)"), "x", "increasing", False]]
    rejected(other, {"holds": proof, "witness": {"x": "0", "y": "0"}}, "may hold on another", x="[0, 1]", y="[0, 1]")


# -- inequalities -------------------------------------------------------------------------------------------------------------

ROOT = "Root(t + Abs(t)/2 - 1/4, (t, -1, 1))"
PLAIN = "Root(t**3 + t - 1, (t, 0, 1))"


POLE = "Root(y - 1/t, (t, -1, 2))"
LEVEL = "Root(y**2 + 0*t, (t, 0, 1))"


def below(root: str, factor: str = "1", bound: str = "9/10") -> Json:
    crosses = {"slope": SIGN, "crosses": SIGN, "reaches": SIGN}
    return {"rule": "below", "root": tree(root), "variable": "r", "factor": tree(factor), "bound": bound, **crosses}


GOALS: dict[str, tuple[Any, Json, str]] = {
    "a root of what has a corner": (goal(f"9/10 - {ROOT}"), below(ROOT), "may jump or have a corner"),
    "a factor that may not exist": (goal(f"9/10 - {PLAIN}", y="[-1, 1]"), below(PLAIN, "y/y"), "needs y != 0"),
    "a root beyond a pole, 1/y > -1/2": (goal(f"-1/2 - {POLE}", y="[1, 2]"), below(POLE, bound="-1/2"), "needs r != 0"),
    "a root of what does not move": (goal(f"9/10 - {LEVEL}", y="[1, 2]"), below(LEVEL), "slope"),
    "a root from an end that moves": (
        goal("9/10 - Root(t**3 + t - 1, (t, y, 1))", y="[-1, 0]"), below("Root(t**3 + t - 1, (t, y, 1))"), "are not numbers"
    ),
    "a root up to an end that moves": (
        goal("9/10 - Root(t**3 + t - 1, (t, 0, y))", y="[1, 2]"), below("Root(t**3 + t - 1, (t, 0, y))"), "are not numbers"
    ),
    "a high face outside the domain": (
        goal("1 + log(1 - x)", x="[0, 1)"), {"rule": "face", "name": "x", "low": False, "slope": SIGN, "face": SIGN}, "needs"
    ),
    "a rise over a corner": (
        goal("(y**2)**(1/2) - (x**2)**(1/2)", given=["x <= y"], x="[-1, 1]", y="[-1, 1]"),
        {
            "rule": "rising", "variable": "s", "low": tree("x"), "high": tree("y"), "function": tree("(s**2)**(1/2)"),
            "interval": "[-1, 1]", "order": SIGN, "slope": SIGN,
        },
        r"needs \(s\^2\) > 0",
    ),
    "a path over a corner": (
        goal("(y**2)**(1/2) - (x**2)**(1/2)", given=["x <= y"], x="[-1, 1]", y="[-1, 1]"),
        {"rule": "path", "moves": [{"from": "x", "to": "y", "slope": SIGN}]},
        r"needs \(y\^2\) > 0",
    ),
    "a path that goes one way twice": (
        goal("y - x", given=["x <= y"], x="[-1, 1]", y="[-1, 1]"),
        {"rule": "path", "moves": [{"from": "x", "to": "y", "slope": SIGN}] * 2},
        "pairs of different variables",
    ),
    "a face of a box outside the domain": (
        goal("(x**2)**(1/2)/x - 1/2", x="(0, 1]"),
        boxes("(x**2)**(1/2)/x - 1/2", leaf("face", box(x=(0, 1)), faces=[["x", [True, 0]]]), slopes=[["x", ["0"]]]),
        "edge of a domain",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GOALS)
def test_an_inequality(name: str) -> None:
    refuses(*GOALS[name])


def test_the_root_is_below_without_them() -> None:
    assert shows(goal(f"9/10 - {PLAIN}", y="[-1, 1]"), below(PLAIN)).boxes == 0


# -- limits -------------------------------------------------------------------------------------------------------------------


def no_proof(*_: Any) -> None:
    """Whatever relation is asked for is taken as shown."""


def test_a_way_may_come_from_minus_infinity() -> None:
    """u = -s for s up to -1."""
    proof = {"rule": "tail", "variable": "s", "way": tree("-s"), "interval": "(-oo, -1]", "bound": tree("-1/s")}
    check_limit(Limit(term("1/u"), "u", "oo", ZERO, "-"), Region(), proof, no_proof)
    with pytest.raises(Rejected, match="found oo"):
        check_limit(Limit(term("1/u"), "u", "-oo", ZERO, "-"), Region(), proof, no_proof)


def test_the_variable_of_a_way_is_new() -> None:
    """Where it is given that s >= 1 there is no s up to 1/8, and all would hold."""
    proof = {"rule": "tail", "variable": "s", "way": tree("1/s"), "interval": "(0, 1/8]", "bound": tree("s")}
    with pytest.raises(Rejected, match="not a new variable"):
        check_limit(Limit(term("1/u"), "u", "oo", ONE, "-"), region(["s >= 1"], s="[0, 2]"), proof, no_proof)


@pytest.mark.parametrize(
    "claimed",
    [
        Limit(term("s/u"), "u", "oo", ZERO, "-"),
        Limit(term("1/u"), "u", "oo", term("s - s"), "-"),
        Limit(term("u"), "u", term("s"), ZERO, "+"),
    ],
    ids=["term", "value", "place"],
)
def test_the_variable_of_a_way_is_in_no_part_of_the_limit(claimed: Limit) -> None:
    proof = {"rule": "tail", "variable": "s", "way": tree("1/s"), "interval": "(0, 1/8]", "bound": tree("s")}
    with pytest.raises(Rejected, match="not a new variable"):
        check_limit(claimed, Region(), proof, no_proof)


AWAY: Json = {"rule": "away", "rel": "<=", "variable": "s", "way": tree("s"), "interval": "[1, oo)", "bound": "1"}


@pytest.mark.parametrize("change", [{"rule": "elsewhere"}, {"rel": "="}, {"rel": "<"}])
def test_a_refutation_of_a_limit(change: dict[str, str]) -> None:
    claimed = Limit(term("1/u"), "u", "oo", term("2"), "-")
    refute_limit(claimed, {}, AWAY, no_proof)
    with pytest.raises(Rejected, match="a refutation is limit, nowhere, or away"):
        refute_limit(claimed, {}, {**AWAY, **change}, no_proof)


def test_a_limit_at_the_edge_of_an_open_domain() -> None:
    with pytest.raises(Rejected, match="not shown to exist near the point"):
        check_limit(Limit(term("gamma(u)"), "u", ZERO, ONE, "+"), Region(), {"rule": "limit"}, no_proof)


@pytest.mark.parametrize(
    ("text", "to", "value"),
    [
        ("phi(u)*exp(u**2/2)", "oo", "(2*pi)**(-1/2)"),
        ("erfinv(1 - 1/u)/PhiInv(1 - 1/(2*u))", "oo", "2**(-1/2)"),
    ],
)
def test_constants_of_limits(text: str, to: str, value: str) -> None:
    check_limit(Limit(term(text), "u", to, term(value), "-"), Region(), {"rule": "limit"}, no_proof)
