"""Proofs that once showed something false by a scope, a kink, a jump or a denial; each with its true counterpart."""

from __future__ import annotations

from typing import Any

import pytest
from json_claims import add, by_lemma, integral, mul, region, rel

from dplemma.kernel.check import check
from dplemma.kernel.enclose import at_point
from dplemma.kernel.term import Rejected, bind, put, read_term, swap, var

TRUTH, NORMAL = {"rule": "truth"}, {"rule": "relation"}
X, A, B, P, T, S = (["var", name] for name in "xabpts")


def shown(statement: Any, proof: Any, at: dict[str, str] | None = None, **intervals: str) -> str:
    claim = {"region": region(**intervals), "statement": statement}
    return check(claim, {"holds": proof, "witness": at or {}}).verdict


# -- one variable bound inside the range of another

E = integral(["exp", mul("-1", S)], ["s", "0", "1"])


def double(factor: Any) -> list[Any]:
    """int int factor a b^3 da db = factor/8."""
    return integral(integral(mul(factor, A, ["Pow", B, "3"]), ["a", "0", "1"]), ["b", "0", "1"])


EIGHTH = {"region": region(x="[0, 2]"), "statement": rel(double(X), "=", mul(X, "1/8")), "proof": NORMAL}
CAPTURED = integral(integral(mul(E, ["Pow", A, "4"]), ["a", "0", "1"]), ["b", "0", "1"])  # 1/5 of E


def test_a_value_that_binds_is_not_captured_in_a_lemma() -> None:
    with pytest.raises(Rejected):
        shown(rel(CAPTURED, "=", mul(E, "1/8")), by_lemma(EIGHTH, values={"x": E}))


def test_a_value_that_binds_is_put_into_a_lemma() -> None:
    assert shown(rel(double(E), "=", mul(E, "1/8")), by_lemma(EIGHTH, values={"x": E})) == "proved"


def test_a_value_that_binds_is_not_captured_in_what_exists() -> None:
    """x = 8 E/5 = 1.01 is not in [0, 1]."""
    with pytest.raises(Rejected):
        shown(
            ["Exists", [["x", "[0, 1]"]], rel(double(X), "=", CAPTURED)], {"rule": "exhibit", "values": {"x": E}, "inner": NORMAL}
        )


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_putting_in_commutes_with_evaluation(depth: int) -> None:
    value = read_term("1/3")
    for _ in range(depth):
        value = bind("Integral", ("Mul", value, var("s"), var("s")), "s", *map(read_term, ("0", "2")))
    here = put(read_term(double(X)), {"x": value})
    assert (at_point(here, {}, 64) * 8 - at_point(value, {}, 64)).contains(0) or not at_point(here, {}, 64).is_finite()
    assert put(put(read_term(double(X)), {"x": var("y")}), {"y": value}) == here


def test_a_node_does_not_bind_what_is_bound_outside() -> None:
    with pytest.raises(Rejected, match="bound outside"):
        bind("Integral", ("Mul", var("@1"), var("t")), "t", *map(read_term, ("0", "1")))


# -- derivatives

J = integral(["exp", mul("-1", T)], ["t", "0", P])
SLOPE = ["Derivative", mul(P, J), ["p", "1"]]


def slope_is(value: Any, step: dict[str, Any]) -> str:
    chain = {"region": region(p="[1, 2]"), "start": SLOPE, "steps": [{"rel": "=", "line": value, "rule": "equal", **step}]}
    return shown(rel(SLOPE, "=", value), by_lemma(chain), {"p": "1"}, p="[1, 2]")


def test_what_moves_is_not_a_number_under_a_derivative() -> None:
    with pytest.raises(Rejected, match="under a derivative"):
        slope_is(J, {"matched": [{"old": J, "new": J}]})


def test_a_product_rule() -> None:
    assert slope_is(add(J, mul(P, ["exp", mul("-1", P)])), {}) == "proved"


def test_what_a_derivative_does_not_see_may_be_replaced() -> None:
    old = read_term(add(["Derivative", ["exp", X], ["x", "1"]], J))
    assert swap(old, read_term(J), var("v")) == read_term(add(["Derivative", ["exp", X], ["x", "1"]], ["var", "v"]))


LIVES = ["Root", add(T, "-1/2", mul(add(A, "-1"), ["Pow", T, "-1"])), ["t", "0", "1"]]  # for a > 1 there are two, or none


@pytest.mark.parametrize("interval", ["[3/4, 1]", "[1, 1]"])
def test_a_root_has_no_slope_at_the_end_of_its_life(interval: str) -> None:
    slope = ["Derivative", LIVES, ["a", "1"]]
    with pytest.raises(Rejected, match="both sides"):
        shown(rel(slope, "=", slope), NORMAL, {"a": "1"}, a=interval)


def test_a_root_has_a_slope_inside() -> None:
    slope = ["Derivative", LIVES, ["a", "1"]]
    assert shown(rel(slope, "=", slope), NORMAL, {"a": "7/8"}, a="(3/4, 1)") == "proved"


def test_a_root_that_is_there_beyond_the_end_has_a_slope_at_it() -> None:
    """t^3 + t = a, for all a of (-2, 2)."""
    root = ["Root", add(["Pow", T, "3"], T, mul("-1", A)), ["t", "-1", "1"]]
    slope = ["Derivative", root, ["a", "1"]]
    assert shown(rel(slope, ">", "0"), NORMAL, {"a": "1"}, a="[0, 1]") == "proved"


def test_a_root_inside_another_node_has_no_slope_that_is_shown() -> None:
    """The root depends on the variable of the sum; each of its terms would have to be looked at."""
    total = ["Sum", ["Root", add(T, mul("-1", A), mul("-1", ["var", "k"])), ["t", "-9", "9"]], ["k", "1", "2"]]
    slope = ["Derivative", total, ["a", "1"]]
    with pytest.raises(Rejected, match="not a root for each"):
        shown(rel(slope, ">", "0"), NORMAL, {"a": "1"}, a="[0, 1]")


# -- kinks, jumps, and what does not exist

KINK = ["Pow", ["Pow", add(T, "-1/2"), "2"], "1/2"]


@pytest.mark.parametrize(("low", "high"), [("-2", "10"), ("-7/4", "100")])
def test_a_kink_hides_a_second_valley(low: str, high: str) -> None:
    """t^2 - 3 |t - 1/2| is least at -3/2; its slope vanishes at 3/2, too."""
    place = ["ArgMin", add(["Pow", T, "2"], mul("-3", KINK)), ["t", low, high]]
    with pytest.raises(Rejected):
        shown(rel(place, ">", "0"), TRUTH)


def test_a_valley_without_a_kink() -> None:
    place = ["ArgMin", add(["Pow", T, "4"], mul("-3", T)), ["t", "-2", "10"]]
    assert shown(rel(place, ">", "0"), TRUTH) == "certified"


BLUNT = ["Piecewise", ["5", ["<=", T, "0"]], ["0", True]]


def test_what_jumps_at_an_end_has_no_bound_by_its_values() -> None:
    with pytest.raises(Rejected):
        shown(rel(["Sup", BLUNT, ["t", "0", "1"]], ">=", "4"), TRUTH)


@pytest.mark.parametrize("step", [{"rule": "inside", "variable": "z", "inner": {"rule": "equal"}}, {"rule": "equal"}])
def test_what_jumps_at_an_end_has_no_bound_by_what_is_inside(step: dict[str, Any]) -> None:
    jumps, flat = ["Sup", BLUNT, ["t", "0", "1"]], ["Sup", "0", ["t", "0", "1"]]
    if step["rule"] == "equal":
        step = {**step, "matched": [{"old": jumps, "new": flat}]}
    chain = {"region": region(), "start": jumps, "steps": [{"rel": "=", "line": flat, **step}]}
    with pytest.raises(Rejected, match="jump"):
        shown(rel(jumps, "=", "0"), by_lemma(chain))


def boxes(gap: Any) -> dict[str, Any]:
    leaf = {"box": [["x", ["0", "2"]]], "by": "value"}
    proof = {"rule": "boxes", "bits": 64, "leaves": [leaf], "forms": [{"rule": "equal", "gap": gap}]}
    return {"rule": "relation", "proof": proof}


def test_the_sign_of_what_does_not_exist_does_not_exist() -> None:
    gap = ["sign", add("2", ["Pow", add(X, "-1"), "1/2"])]
    with pytest.raises(Rejected, match="defined"):
        shown(rel(gap, ">=", "0"), boxes(gap), {"x": "1"}, x="[0, 2]")


@pytest.mark.parametrize(("shift", "relation"), [("2", ">="), ("-2", "<=")])
def test_the_sign_of_what_exists(shift: str, relation: str) -> None:
    inner = add(shift, ["Pow", X, "1/2"])
    gap = ["sign", inner if relation == ">=" else add("-2", mul("-1", ["Pow", X, "1/2"]))]
    shape = gap if relation == ">=" else mul("-1", gap)
    assert shown(rel(gap, relation, "0"), boxes(shape), {"x": "1"}, x="[0, 2]") == "certified"


@pytest.mark.parametrize(("low", "high", "holds"), [("5", "1", False), ("2", "1", True), ("1", "5", True)])
def test_a_sum_runs_upwards(low: str, high: str, holds: bool) -> None:
    value = "0" if low > high else "15"
    if holds:
        assert shown(rel(["Sum", ["var", "k"], ["k", low, high]], "=", value), NORMAL) == "proved"
    else:
        with pytest.raises(Rejected, match="known number of terms"):
            shown(rel(["Sum", ["var", "k"], ["k", low, high]], "=", value), NORMAL)


@pytest.mark.parametrize(("premise", "holds"), [(["log", "-1"], False), (["log", "2"], True), (["log", "1/2"], False)])
def test_a_premise_must_exist_and_hold(premise: Any, holds: bool) -> None:
    statement = ["Implies", rel(premise, ">", "0"), rel("1", "<", "2")]
    if holds:
        assert shown(statement, TRUTH) == "certified"
    else:
        with pytest.raises(Rejected):
            shown(statement, TRUTH)


def test_a_least_upper_bound_beyond_the_digits_of_a_double() -> None:
    """1 + 2^-60 (a t - t^3) is greatest at sqrt(a/3), and no smaller number bounds it."""
    a, small = "1923/1000", ["Pow", "2", "-60"]
    peak = ["Sup", add("1", mul(small, add(mul(a, T), mul("-1", ["Pow", T, "3"])))), ["t", "0", "1"]]
    greatest = add("1", mul(small, "1282/1000", ["Pow", "641/1000", "1/2"]))
    with pytest.raises(Rejected):
        shown(rel(peak, "<", greatest), TRUTH)
    assert shown(rel(peak, "<", add(greatest, ["Pow", "2", "-58"])), TRUTH) == "certified"


# -- denials of what is claimed of a whole region

PARABOLA = mul(X, add("4", mul("-1", X)))
FALLS = ["Not", ["Monotone", PARABOLA, "x", "increasing", True]]
STAYS = ["Not", ["Limit", ["exp", mul(A, X)], "x", "oo", "oo", "-"]]
TWO_POINTS = {"rule": "refuted", "evidence": {"point": {"x": "3"}, "second": "4"}}
A_RATE = {"rule": "refuted", "evidence": {"point": {"a": "-1", "x": "1"}, "rule": "limit"}}


def test_what_falls_somewhere_need_not_fall_on_a_part() -> None:
    lemma = {"region": region(x="[0, 10]"), "statement": FALLS, "proof": TWO_POINTS}
    with pytest.raises(Rejected, match="may hold on another"):
        shown(FALLS, by_lemma(lemma), {"x": "1"}, x="[0, 1]")


def test_a_limit_that_fails_for_one_rate_may_hold_for_others() -> None:
    lemma = {"region": region(a="[-1, 2]", x="(0, oo)"), "statement": STAYS, "proof": A_RATE}
    with pytest.raises(Rejected, match="may hold on another"):
        shown(STAYS, by_lemma(lemma), {"x": "1", "a": "1"}, a="[1, 2]", x="(0, oo)")


def test_a_denial_of_the_same_region() -> None:
    lemma = {"region": region(x="[0, 10]"), "statement": FALLS, "proof": TWO_POINTS}
    assert shown(FALLS, by_lemma(lemma), {"x": "1"}, x="[0, 10]") == "proved"


def test_a_monotone_function_is_so_on_a_part() -> None:
    rises = ["Monotone", PARABOLA, "x", "increasing", True]
    lemma = {"region": region(x="[0, 2]"), "statement": rises, "proof": {"rule": "slope"}}
    assert shown(rises, by_lemma(lemma), {"x": "1"}, x="[0, 1]") == "proved"


# -- bounds on work

N, K, L = (["var", name] for name in "nkl")


def test_a_binomial_coefficient_too_long_is_not_computed() -> None:
    claim = {
        "region": region(n="the integers of [0, oo)", k="the integers of [0, oo)"),
        "statement": rel(["binomial", N, K], "<", "1"),
    }
    with pytest.raises(Rejected):
        check(claim, {"fails": {"point": {"n": "4000000000", "k": "2000000000"}}})
    assert check(claim, {"fails": {"point": {"n": "4000000000", "k": "3"}}}).verdict == "refuted"
    assert check(claim, {"fails": {"point": {"n": "4000000000", "k": "3999999999"}}}).verdict == "refuted"


@pytest.mark.parametrize(("most", "holds"), [("200", False), ("12", True)])
def test_sums_inside_sums_are_short(most: str, holds: bool) -> None:
    body = mul(N, K, ["log", add(L, X)])
    total = ["Sum", ["Sum", ["Sum", body, ["n", "1", most]], ["k", "1", most]], ["l", "1", most]]
    at = put(read_term(total), {"x": read_term("1")})
    assert bool(at_point(at, {}, 64).is_finite()) == holds
    with pytest.raises(Rejected, match=r"too many terms|is not shown"):
        shown(rel(total, "<", "0"), NORMAL, {"x": "1"}, x="[1, 2]")


def test_a_number_too_long_is_no_end_of_a_range() -> None:
    end: Any = "2"
    for _ in range(33):
        end = ["Pow", end, "2"]
    assert not at_point(read_term(["Root", add(T, "-1"), ["t", "0", end]]), {}, 64).is_finite()
    assert at_point(read_term(["Root", add(T, "-1"), ["t", "0", ["Pow", "2", "99"]]]), {}, 64).is_finite()
