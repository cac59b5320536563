"""False claims that were proved once: ranges of one point, bounds that move, roots that are not there, tails that jump."""

from __future__ import annotations

import pytest
from json_claims import accept, by_lemma, claim, minus, over, refuse, refuse_refutation, rel
from kernel_trees import RELATION

from dplemma.kernel.check import check
from dplemma.kernel.term import Json

x, y, z, t, s, p = (["var", name] for name in "xyztsp")


def derived(region: Json, start: Json, *steps: Json, **values: Json) -> Json:
    return by_lemma({"region": region, "start": start, "steps": [*steps]}, **({"values": values} if values else {}))


# -- exponents over roots ----------------------------------------------------------------------------------------------------

ROOT = ["Pow", "2", "2/3"]
FIRST, SECOND = (["exp", ["Pow", ["Add", ROOT, number], "-1"]] for number in "12")  # 1.4718 and 1.3215


def test_exponents_over_different_sums_of_roots_differ() -> None:
    """(r + 1)(r + 2) reduced by r^3 = 4 is no multiple of r + 1 as a polynomial; its rows were read without the rest."""
    refuse(claim(rel(FIRST, "=", SECOND)), RELATION, "equal")
    refuse(claim(rel(FIRST, "<=", SECOND)), {"rule": "relation", "proof": {"rule": "zero"}}, "zero")
    refuse_refutation(claim(rel(FIRST, ">", SECOND)), {"point": {}, "proof": RELATION}, "equal|opposite|shown")
    exchanged = {"rule": "as", "gap": ["Add", FIRST, "-7/5"], "inner": {"rule": "sign"}}
    refuse(claim(rel(SECOND, ">", "7/5")), {"rule": "relation", "proof": exchanged}, "as")


def test_exponents_over_roots_of_variables() -> None:
    root = ["Pow", z, "1/2"]
    first, second = (["exp", over("1", ["Add", root, each])] for each in (x, y))
    refuse(claim(rel(first, "=", second), x="(0, oo)", y="(0, oo)", z="[0, oo)"), RELATION, "equal", x="1", y="1", z="1")


def test_exponents_that_depend_on_each_other_still_cancel() -> None:
    root = ["Pow", z, "1/2"]
    gap = minus(over("1", ["Add", root, x]), over("1", ["Add", root, y]))
    for above, fine in ((minus(y, x), True), (minus(x, y), False)):
        same = ["exp", over(above, ["Mul", ["Add", root, x], ["Add", root, y]])]
        claimed = claim(rel(["exp", gap], "=", same), x="(0, oo)", y="(0, oo)", z="[0, oo)")
        if fine:
            accept(claimed, RELATION, x="1", y="2", z="1")
        else:
            refuse(claimed, RELATION, "equal", x="1", y="2", z="1")


# -- limits ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("to", "term", "order"), [("oo", x, "<="), ("-oo", ["Mul", "-1", x], ">=")])
def test_a_limit_is_not_refuted_by_a_bound_that_moves(to: str, term: Json, order: str) -> None:
    """x -> oo, and x <= s along the way x = s says nothing."""
    bound = s if to == "oo" else ["Mul", "-1", s]
    evidence = {
        "point": {}, "rule": "away", "rel": order, "variable": "s", "way": s, "interval": "[1, oo)", "bound": bound,
        "inner": {"rule": "relation", "proof": {"rule": "zero"}},
    }  # fmt: skip
    limit = ["Limit", term, "x", "oo", to, "-"]
    refuse_refutation(claim(limit), evidence, "may move")
    refuse(claim(["Not", limit]), {"rule": "refuted", "evidence": evidence}, "may move")
    accept(claim(limit), {"rule": "limit"})


def test_a_number_as_a_bound_refutes_a_limit() -> None:
    evidence = {
        "point": {}, "rule": "away", "rel": "<=", "variable": "s", "way": s, "interval": "[1, oo)", "bound": "1",
        "inner": RELATION,
    }  # fmt: skip
    check(claim(["Limit", ["Pow", x, "-1"], "x", "oo", "oo", "-"]), {"fails": evidence})


# -- slopes at the edge of a domain ------------------------------------------------------------------------------------------

MARCUM = ["MarcumQHalf", "1", p]
SLOPE = ["Mul", "-1", ["Add", ["phi", ["Add", p, "-1"]], ["phi", ["Add", p, "1"]]]]


@pytest.mark.parametrize("term", [MARCUM, ["Integral", "1", ["t", "0", MARCUM]]], ids=["itself", "as an end"])
def test_no_slope_at_the_edge_of_a_domain(term: Json) -> None:
    statement = rel(["Derivative", term, ["p", "1"]], "=", SLOPE)
    refuse(claim(statement, p="[0, 1]"), RELATION, "needs", p="1/2")
    accept(claim(statement, p="(0, 1]"), RELATION, p="1/2")


# -- ranges of one point -----------------------------------------------------------------------------------------------------

UNIT = {"intervals": [["x", "[0, 1]"]], "such_that": []}
JUMP = ["Piecewise", ["0", [">", x, "0"]], ["-5", True]]
BOUND, JUMPING = ["Sup", t, ["t", "0", x]], ["Sup", ["Add", t, JUMP], ["t", "0", x]]


@pytest.mark.parametrize(
    "step",
    [
        {"rel": "=", "line": JUMPING, "rule": "inside", "variable": "u", "inner": {"rule": "equal"}},
        {"rel": "=", "line": JUMPING, "rule": "equal", "matched": [{"old": BOUND, "new": JUMPING}]},
    ],
    ids=["inside", "matched"],
)
def test_bounds_over_a_range_of_one_point_are_not_compared_between_its_ends(step: Json) -> None:
    """At x = 0 nothing lies between 0 and x, and 0 <= -5 followed."""
    up = {"rel": "<=", "line": BOUND, "rule": "at", "variable": "u", "at": x}
    down = {"rel": "=", "line": ["Add", x, JUMP], "rule": "turning", "variable": "u", "at": x}
    refuse(claim(rel("0", "<=", "-5")), derived(UNIT, x, up, step, down, x="0"), "one point")


def test_an_integral_over_one_point_asks_for_its_integrand() -> None:
    """x/x has no value at x = 0, so its integral from 0 to x has none there."""
    whole, one = ["Integral", over(x, x), ["t", "0", x]], ["Integral", "1", ["t", "0", x]]
    steps = (
        {"rel": "=", "line": one, "rule": "equal", "matched": [{"old": whole, "new": one}]},
        {"rel": "=", "line": x, "rule": "equal"},
    )
    refuse(claim(rel(whole, "=", x), x="[0, 1]"), derived(UNIT, whole, *steps), "defined", x="1/2")
    positive = {"intervals": [["x", "(0, 1]"]], "such_that": []}
    accept(claim(rel(whole, "=", x), x="(0, 1]"), derived(positive, whole, *steps), x="1/2")


def test_a_bound_over_one_point_asks_for_what_it_bounds() -> None:
    whole = ["Sup", ["Mul", t, over(x, x)], ["t", "0", x]]
    step = {"rel": "=", "line": x, "rule": "turning", "variable": "u", "at": x}
    refuse(claim(rel(whole, "=", x), x="[0, 1]"), derived(UNIT, whole, step), "defined", x="1/2")


def test_an_antiderivative_over_one_point_asks_for_the_integrand() -> None:
    whole = ["Integral", over("1", x), ["t", "0", x]]
    pieces = ["Piecewise", [over("1", x), [">", x, "0"]], ["7", True]]
    step = {
        "rel": "=",
        "line": ["Mul", x, pieces],
        "rule": "antiderivative",
        "variable": "u",
        "function": ["Mul", ["var", "u"], pieces],
    }
    refuse(claim(rel(whole, "=", ["Mul", x, pieces]), x="[0, 1]"), derived(UNIT, whole, step), "defined", x="1/2")


def test_a_range_is_not_turned_around_at_infinity() -> None:
    statement = rel(["Sup", ["Pow", ["Add", "1", ["Pow", t, "2"]], "-1"], ["t", "oo", x]], "<=", "1")
    refuse(claim(statement, x="(0, 1)"), RELATION, "turned around|not numbers", x="1/2")


# -- roots that are not there -------------------------------------------------------------------------------------------------

NO_ROOT = ["Root", minus(t, x), ["t", "0", "1"]]  # exists for 0 < x < 1


@pytest.mark.parametrize(
    "gap",
    [
        ["Piecewise", [["Add", "1", NO_ROOT], [">", x, "0"]], ["-1", True]],
        ["Add", x, ["Sum", NO_ROOT, ["k", "1", "0"]]],
    ],
    ids=["another branch", "an empty sum"],
)
def test_points_without_the_root_are_not_forgotten(gap: Json) -> None:
    through = {"rule": "through", "name": "x", "root": NO_ROOT, "variable": "r", "inner": {"rule": "sign"}}
    refuse(claim(rel(gap, ">", "0"), x="(-1, 1)"), {"rule": "relation", "proof": through}, "defined", x="1/2")


# -- tails that jump ----------------------------------------------------------------------------------------------------------


def tail(*pieces: Json) -> Json:
    return ["Integral", ["exp", ["Add", ["Mul", "-1", t], ["Piecewise", *pieces]]], ["t", "0", "oo"]]


LATE = tail(["0", ["<", t, "1000"]], ["1000", True])  # 2 - e^-1000


def test_a_jump_beyond_the_cut_of_an_integral_is_seen() -> None:
    """The part of a tail that decays must not jump: its slope says nothing of the jump."""
    for proof in ({"rule": "truth"}, {"rule": "relation", "proof": {"rule": "number", "bits": 128}}):
        refuse(claim(rel(LATE, "<", "3/2")), proof, "not certain|defined|number")
    refuse_refutation(claim(rel(LATE, ">", "3/2")), {"point": {}}, "not certain")


def test_an_integrand_that_ends_beyond_the_cut_has_no_integral() -> None:
    ends = tail(["0", ["<", t, "1000"]], [["log", "-1"], True])
    refuse(claim(rel(ends, "<=", "2")), {"rule": "truth"}, "not certain")


def test_a_tail_with_a_parameter_in_its_jump() -> None:
    late = tail(["0", ["<", t, ["Mul", "1000", x]]], [["Mul", "1000", x], True])
    refuse_refutation(claim(rel(late, ">", "3/2"), x="[1, 2]"), {"point": {"x": "1"}}, "not certain")


def test_a_tail_without_a_jump_has_a_value() -> None:
    plain = ["Integral", ["exp", ["Mul", "-1", t]], ["t", "0", "oo"]]
    check(claim(rel(plain, "<", "3/2")), {"holds": {"rule": "truth"}})


# -- exponents ----------------------------------------------------------------------------------------------------------------


def test_a_number_put_into_an_exponent_does_not_show_that_a_power_is_continuous() -> None:
    """t^t exists for t > 0 only; that 0^0 is 1 says nothing of its values near 0."""
    statement = rel(["Integral", ["Pow", t, t], ["t", "0", x]], ">=", "0")
    proof = {"rule": "relation", "proof": {"rule": "integrand", "inner": {"rule": "sign"}}}
    refuse(claim(statement, x="(0, 1)"), proof, "defined", x="1/2")


# -- antiderivatives and substitutions over one point ------------------------------------------------------------------------

JUMPING = ["Mul", ["Pow", ["Pow", s, "2"], "1/2"], ["Pow", s, "-1"]]  # sqrt(s^2)/s: -1 below 0, 1 above, no value at 0
NOUGHT = minus(["Pow", "2", "1/2"], ["Pow", "2", "1/2"])
NOWHERE: Json = {"intervals": [], "such_that": []}


@pytest.mark.parametrize("low, high", [(NOUGHT, NOUGHT), ("0", NOUGHT), (NOUGHT, "0")])
def test_an_antiderivative_over_one_point_has_one_value_there(low: Json, high: Json) -> None:
    """Its limits from above and from below were taken for its values at the two ends: int_0^0 0 ds = -1 - 1."""
    step = {"rel": "=", "line": "-2", "rule": "antiderivative", "variable": "s", "function": JUMPING}
    proof = derived(NOWHERE, ["Integral", "0", ["s", low, high]], step)
    refuse({"region": NOWHERE, "statement": rel("0", "=", "-2")}, proof, "the range may be one point")


@pytest.mark.parametrize("interval, given", [("[0, 0]", []), ("[-1, 1]", [rel(["var", "a"], "=", "0")])])
def test_a_range_whose_ends_may_meet_is_not_reached_by_limits(interval: str, given: Json) -> None:
    a = ["var", "a"]
    region = {"intervals": [["a", interval]], "such_that": given}
    step = {"rel": "=", "line": "-2", "rule": "antiderivative", "variable": "s", "function": JUMPING}
    proof = derived(region, ["Integral", "0", ["s", a, a]], step)
    refuse({"region": region, "statement": rel("0", "=", "-2")}, proof, "the range may be one point", a="0")


def test_a_substitution_into_one_point_has_one_value_there() -> None:
    """sqrt(s^2)/s - s falls from 1 to -1 over no range at all, so that int_-1^1 1 dx was an integral over one point."""
    a = ["var", "a"]
    region = {"intervals": [["a", "[-1, 1]"]], "such_that": [rel(a, "=", "0")]}
    changed = {"rule": "substitution", "variable": "s", "value": minus(JUMPING, s), "falling": True}
    step = {"rel": "=", "line": ["Integral", "1", ["s", a, a]], **changed}
    proof = derived(region, ["Integral", "1", ["x", "-1", "1"]], step)
    refuse({"region": region, "statement": rel("2", "=", "0")}, proof, "the range may be one point", a="0")


def test_an_antiderivative_with_a_value_at_the_point_is_integrated_over_it() -> None:
    """int_a^a 1 ds = a - a, for any a; and over a range that is wide, by limits: int_0^1 0 ds = 1 - 1."""
    a = ["var", "a"]
    region = {"intervals": [["a", "[0, 1]"]], "such_that": []}
    step = {"rel": "=", "line": "0", "rule": "antiderivative", "variable": "s", "function": s}
    over_a = ["Integral", "1", ["s", a, a]]
    accept({"region": region, "statement": rel(over_a, "=", "0")}, derived(region, over_a, step), a="0")
    step = {"rel": "=", "line": "0", "rule": "antiderivative", "variable": "s", "function": JUMPING}
    wide = ["Integral", "0", ["s", "0", "1"]]
    accept({"region": NOWHERE, "statement": rel(wide, "=", "0")}, derived(NOWHERE, wide, step))


# -- exponents ---------------------------------------------------------------------------------------------------------------


def _in_a_context(context: Json, old: Json, new: Json, start: Json, line: Json) -> Json:
    step = {"rel": "=", "line": line, "rule": "equal", "context": context, "hole": "h", "old": old, "new": new}
    return derived({"intervals": [["a", "[-1, 1]"]], "such_that": []}, start, step)


def test_an_exponent_is_not_replaced_in_its_context() -> None:
    """a^2 exists for a < 0, and a^(1 + 1), as it is written, does not."""
    a, two = ["var", "a"], ["Add", "1", "1"]
    written, squared = ["Pow", a, two], ["Pow", a, "2"]
    proof = _in_a_context(["Pow", a, ["var", "h"]], two, "2", written, squared)
    refuse(claim(rel(written, "=", squared), a="[-1, 1]"), proof, "an exponent may not be replaced", a="1")
    beside = ["Mul", ["Pow", a, "2"], ["var", "h"]]
    start, line = ["Mul", squared, two], ["Mul", squared, "2"]
    accept(claim(rel(start, "=", line), a="[-1, 1]"), _in_a_context(beside, two, "2", start, line), a="1")
