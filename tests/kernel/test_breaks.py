"""False, undefined or vacuous claims that a proof object must not get accepted: each attacks one rule of the kernel."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from json_claims import claim, refuse, refuse_refutation, rel

from dplemma.kernel.calculus import derivative
from dplemma.kernel.check import check
from dplemma.kernel.term import Rejected, free, put, read_term

Json = Any
SIGN: Json = {"rule": "relation"}
NUMBER: Json = {"rule": "relation", "proof": {"rule": "number", "bits": 64}}
x, y, t, n, h = (["var", name] for name in "xytnh")


def plus(*terms: Json) -> Json:
    return ["Add", *terms]


def times(*terms: Json) -> Json:
    return ["Mul", *terms]


def power(base: Json, exponent: Json) -> Json:
    return ["Pow", base, exponent]


# -- variables that the region does not have ------------------------------------------------------------------------------


def test_a_case_cannot_speak_of_a_variable_that_a_rule_names_later() -> None:
    """x = t for t > 5 and x = t - 10 for t <= 5 leave out -5 < x <= 5."""
    shifted = {"rule": "moved", "name": "x", "by": "shift", "variable": "t", "inner": {"rule": "sign"}}
    split = {"rule": "case", "relation": rel(t, ">", "5"), "yes": shifted, "no": {**shifted, "centre": "-10"}}
    proof = {"rule": "relation", "proof": split}
    refuse(claim(rel(power(x, "2"), ">", "20"), x="(-oo, oo)"), proof, "region does not have", x="10")


def test_nothing_is_given_of_a_variable_without_an_interval() -> None:
    shifted = {"rule": "moved", "name": "x", "by": "shift", "variable": "t", "inner": {"rule": "sign"}}
    claimed = claim(rel(x, ">", "5"), rel(t, ">", "5"), x="(-oo, oo)")
    refuse(claimed, {"rule": "relation", "proof": shifted}, "no interval", x="0", t="6")


def test_a_statement_has_no_variable_without_an_interval() -> None:
    step = {"rule": "ordered", "variable": "h", "inner": {"rule": "sign"}}
    refuse(claim(["Monotone", times(x, h), "x", "increasing", True], x="[0, 1]"), step, "no interval", x="1")


# -- refutations ----------------------------------------------------------------------------------------------------------


def test_an_equivalence_of_negations_is_not_refuted() -> None:
    claimed = claim(["Iff", ["Not", rel(x, ">", "5")], rel(x, "<=", "5")], x="[0, 10]")
    refuse_refutation(claimed, {"point": {"x": "3"}}, "not certain to fail")


def test_an_equivalence_with_a_quantifier_is_not_refuted_where_both_sides_hold() -> None:
    claimed = claim(["Iff", ["Exists", [["y", "[0, 1]"]], rel(y, "<=", x)], rel(x, ">=", "0")], x="[0, 1]")
    refuse_refutation(claimed, {"point": {"x": "1/2", "y": "1/4"}}, "not certain to fail")


def test_an_equivalence_fails_where_a_side_does_not_exist() -> None:
    claimed = claim(["Iff", rel(["log", x], ">", "0"), rel(x, ">", "1")], x="[-1, 2]")
    assert check(claimed, {"fails": {"point": {"x": "-1"}}}).verdict == "refuted"


def test_what_is_claimed_of_no_point_is_not_refuted() -> None:
    nowhere = rel(x, "<", "-5"), rel(x, ">", "5")
    refuse_refutation(claim(["Not", rel(x, ">", "0")], *nowhere, x="[1, 10]"), {"proof": SIGN, "point": {"x": "6"}}, "point")
    exists = ["Exists", [["y", "[0, 1]"]], rel(y, ">", "2")]
    refuse_refutation(claim(exists, *nowhere, x="[1, 10]"), {"proof": SIGN, "point": {"x": "6"}}, "point")
    assert check(claim(exists), {"fails": {"proof": SIGN}}).verdict == "refuted"


def test_the_contrary_of_existence_is_not_shown_by_what_is_given_of_another_variable() -> None:
    claimed = claim(["Exists", [["x", "[0, 10]"]], rel(x, "<=", "5")], rel(x, ">", "5"), x="[0, 10]")
    refuse_refutation(claimed, {"proof": SIGN, "point": {"x": "6"}}, "must be new")


# -- signs ----------------------------------------------------------------------------------------------------------------


def test_a_power_that_is_given_may_be_negative() -> None:
    """(-1)^1 is a number, so x^y may be given where x < 0."""
    claimed = claim(rel(power(x, y), ">=", "0"), rel(power(x, y), "<=", "5"), x="[-2, -1]", y="[1, 1]")
    refuse(claimed, SIGN, "is not shown", x="-1", y="1")


def test_branches_are_not_the_ends_of_a_range() -> None:
    branches = ["Piecewise", [plus(x, "2"), [">", x, "0"]], [plus(x, "1/10"), True]]
    refuse(claim(rel(branches, ">=", "0"), x="[-1, 1]"), SIGN, "is not shown", x="1")


def test_a_variable_that_is_bound_between_equal_ends_says_nothing_of_them() -> None:
    """0 < t < y has no solution for y = 0."""
    integral = ["Integral", ["exp", power(t, "3")], ["t", "0", y]]
    claimed = claim(rel(plus(y, x, times("0", integral)), ">", "0"), y="[0, 1]", x="[0, 1]")
    refuse(claimed, SIGN, "is not shown", x="1", y="1")


def test_a_root_that_is_only_mentioned_says_nothing_of_its_ends() -> None:
    root = ["Root", plus(t, times("-1/2", y)), ["t", "0", y]]
    mentioned = rel(plus(x, times("0", root)), ">=", "0")
    leaf = {"box": [["x", ["0", "1"]], ["y", ["0", "1"]]], "by": "outside", "condition": 0}
    boxes = {"rule": "boxes", "bits": 64, "forms": [], "conditions": [mentioned], "leaves": [leaf]}
    claimed = claim(rel(plus(x, y), ">", "0"), rel(x, ">=", "0"), x="[0, 1]", y="[0, 1]")
    refuse(claimed, {"rule": "relation", "proof": boxes}, "does not fail", x="1", y="1")
    refuse(claimed, SIGN, "is not shown", x="1", y="1")


def test_distribution_functions_of_different_laws_are_not_compared_by_their_arguments() -> None:
    first, second = ["NCChi2CDF", x, "2", "5"], ["NCChi2CDF", y, "2", "1"]
    refuse(claim(rel(first, ">", second), x="[3, 4]", y="[1, 2]"), SIGN, "is not shown", x="3", y="2")
    same = ["NCChi2CDF", y, "2", "5"]
    assert check(claim(rel(first, ">", same), x="[3, 4]", y="[1, 2]"), {"holds": SIGN, "witness": {"x": "3", "y": "2"}})


# -- rules ------------------------------------------------------------------------------------------------------------------


def test_integers_are_cut_at_integers() -> None:
    """5/2, 7/2 are not the integers above 5/2."""
    number = {"rule": "number", "bits": 64}
    halves = {
        "rule": "cut",
        "name": "n",
        "at": "5/2",
        "below": {"rule": "whole", "name": "n", "first": [number] * 3},
        "above": {"rule": "whole", "name": "n", "first": [number] * 2},
    }
    claimed = claim(rel(power(plus(n, "-3"), "2"), ">=", "1/4"), n="the integers of [0, 4]")
    refuse(claimed, {"rule": "relation", "proof": halves}, "integer", n="0")


JUMP = ["Piecewise", [x, ["<", x, "1"]], [plus(x, "-5"), True]]
ORDERED = {"rule": "ordered", "variable": "h", "inner": {"rule": "sign"}}
BELOW_ONE = {"rule": "case", "relation": rel(x, "<", "1")}


@pytest.mark.parametrize("wrapped", [False, True], ids=["alone", "in a conjunction"])
def test_monotone_in_two_cases_is_not_monotone(wrapped: bool) -> None:
    statement = ["Monotone", JUMP, "x", "increasing", True]
    own = {"rule": "all", "parts": [ORDERED]} if wrapped else ORDERED
    claimed = claim(["All", [statement]] if wrapped else statement, x="[0, 2]")
    refuse(claimed, {**BELOW_ONE, "yes": own, "no": own}, "not shown of two parts", x="1")


def test_a_density_has_no_slope_by_one_of_no_degrees() -> None:
    """f_x = (f(k - 2) - f)/2 would make f + F/2 rise for one degree, where f falls from infinity."""
    rising = plus(["NCChi2PDF", x, "1", "1"], times("1/2", ["NCChi2CDF", x, "1", "1"]))
    refuse(claim(["Monotone", rising, "x", "increasing", True], x="(0, 1)"), {"rule": "slope"}, "NCChi2PDF", x="1/2")


# -- existence ----------------------------------------------------------------------------------------------------------------

QUANTILE = ["PhiInv", ["var", "u"]]
ITSELF = {"rule": "relation", "proof": {"rule": "zero"}}


@pytest.mark.parametrize(
    "term",
    [
        power(["log", "-1"], "0"),
        ["Heaviside", "1", ["log", "-1"]],
        ["MillsMoment", plus("1", ["exp", "-1000"]), "1"],
        ["binomial", plus("3", ["exp", "-1000"]), "1"],
        ["Sum", "1", ["k", "1", plus("3", ["exp", "-1000"])]],
        ["NCChi2PDF", "-1", "2", "1"],
        ["Chi2PDF", "0", "3"],
        ["NCChi2CDF", "-1", "2", "1"],
        ["NCChi2Inv", "0", "2", "1"],
        ["LaplaceCDF", ["log", "-1"]],
        ["Root", plus(t, "-1"), ["t", "0", "1"]],
        ["Root", plus(t, "-1"), ["t", "1", "2"]],
        ["Root", plus(times("10", t), times("-1", power(t, "-1"))), ["t", "-3", "3"]],
        ["ArgMin", plus(power(t, "2"), power(t, "-2")), ["t", "-3", "3"]],
    ],
    ids=lambda term: str(term)[:60],
)
def test_what_is_no_number_is_not_at_most_a_million(term: Json) -> None:
    refuse(claim(rel(plus(term, "1000000"), ">=", "0")), NUMBER)
    refuse(claim(rel(plus(term, "1000000"), ">=", "0")), SIGN)


def test_a_quantile_in_an_integrand_does_not_take_the_name_of_another_variable() -> None:
    """int_0^1 exp(3/4 PhiInv(u)^2) du diverges, whatever multiplies it."""
    body = times(["exp", times("3/4", power(QUANTILE, "2"))], ["exp", times("-1", power(["var", "x1z"], "2"))])
    integral = ["Integral", body, ["u", "0", "1"]]
    refuse(claim(rel(integral, ">=", integral), x1z="[1, 2]"), ITSELF, "converge", x1z="1")


def test_equal_ends_of_an_integral_exist() -> None:
    turned = power(x, "-1")
    refuse(claim(rel(["Integral", t, ["t", turned, turned]], "=", "0"), x="[-1, 1]"), SIGN, "!= 0", x="1")
    refuse(claim(rel(["Integral", t, ["t", "oo", "oo"]], "=", ["Integral", t, ["t", "oo", "oo"]])), SIGN, "infinity")


def test_a_singular_end_stays_one_where_a_quantile_occurs() -> None:
    body = times(QUANTILE, power(plus(["var", "u"], "-1/4"), "-2"))
    integral = ["Integral", body, ["u", "1/4", "3/4"]]
    refuse(claim(rel(plus(integral, integral), "=", times("2", integral))), SIGN, "singular")


def test_the_slope_of_a_root_inside_a_root_captures_no_variable() -> None:
    """r + t = p with t + t^2 = r, the sum written as one over k: its slope depends on p."""
    inner = ["Root", plus(["Sum", power(t, ["var", "k"]), ["k", "1", "2"]], times("-1", ["var", "r"])), ["t", "0", "10"]]
    outer = ["Root", plus(inner, ["var", "r"], times("-1", ["var", "p"])), ["r", "0", "100"]]
    slope = derivative(read_term(outer), "p")
    assert free(slope) == {"p"}


def test_a_slope_that_exists_nowhere_shows_nothing() -> None:
    """sqrt(e^(n x) - 1) - x falls for n = 0, where its slope is 0/0 - 1."""
    falling = plus(power(plus(["exp", times(n, x)], "-1"), "1/2"), times("-1", x))
    claimed = claim(["Monotone", falling, "x", "increasing", True], x="(0, 1)", n="[0, 0]")
    refuse(claimed, {"rule": "slope"}, "defined", x="1/2", n="0")


def test_a_derivative_of_a_sum_at_an_end_of_its_domain_does_not_exist() -> None:
    slope = ["Derivative", ["Sum", power(x, "3/2"), ["k", "1", "1"]], ["x", "1"]]
    claimed = claim(rel(slope, "=", times("3/2", power(x, "1/2"))), x="[0, 1]")
    refuse(claimed, SIGN, "needs x > 0", x="1")


# -- misuses that each rule refuses -------------------------------------------------------------------------------------------

SQUARE_FORM = {"rule": "equal", "gap": power(plus(x, "-1/2"), "2")}
BY_SIGN = {"rule": "sign"}
ROOT = ["Root", plus(t, times("-1", x)), ["t", "0", "1"]]


def leaf(by: str, low: str, high: str, **more: Json) -> Json:
    return {"by": by, "box": [["x", [low, high]]], **more}


def boxes(form: Json, *leaves: Json) -> Json:
    return {"rule": "boxes", "bits": 64, "forms": [form], "leaves": [*leaves]}


def touching(low: bool, gap: Json) -> Json:
    form = {"rule": "equal", "gap": gap, "contacts": [{"name": "x", "low": low, "derivatives": ["1"]}]}
    return boxes(form, leaf("contact", "0", "1", pieces=[[["x", ["0", "1"]]]]))


MISUSES: dict[str, tuple[Json, str, Json, str]] = {
    "a face where the gap does not exist": (
        rel(["log", x], ">=", "-5"),
        "(0, 1)",
        {"rule": "face", "name": "x", "low": True, "slope": BY_SIGN, "face": BY_SIGN},
        "needs x > 0",
    ),
    "a strict slope from a face of the region": (
        rel(x, ">", "0"),
        "[0, 1]",
        {"rule": "face", "name": "x", "low": True, "strict_slope": True, "slope": BY_SIGN, "face": {"rule": "zero"}},
        "in the region",
    ),
    "an equal gap that does not exist": (
        rel(x, ">", "0"),
        "[0, 1]",
        {"rule": "as", "gap": times(power(x, "2"), power(x, "-1")), "inner": BY_SIGN},
        "!= 0",
    ),
    "zero is not positive": (rel(plus(x, times("-1", x)), ">", "0"), "[0, 1]", {"rule": "zero"}, "must be positive"),
    "a sum whose first term may vanish": (
        rel(power(x, "2"), ">", "0"),
        "[-1, 1]",
        {"rule": "sum", "factors": [{"term": power(x, "2"), "proof": BY_SIGN}, {"term": "0", "proof": {"rule": "zero"}}]},
        "not shown",
    ),
    "more values than Phi has": (
        rel(x, "<", "1"),
        "(0, 2)",
        {"rule": "moved", "name": "x", "by": "Phi", "variable": "t", "inner": BY_SIGN},
        "all its values",
    ),
    "zero has no reciprocal": (
        rel(x, ">", "0"),
        "[0, 2]",
        {"rule": "moved", "name": "x", "by": "inverse", "variable": "t", "inner": BY_SIGN},
        "all its values",
    ),
    "a shift by the variable itself": (
        rel(x, ">", "0"),
        "(-oo, oo)",
        {"rule": "moved", "name": "x", "by": "shift", "centre": power(x, "2"), "variable": "t", "inner": BY_SIGN},
        "all its values",
    ),
    "places out of order": (
        rel(plus(power(x, "2"), "-1/4"), ">=", "0"),
        "[0, 1]",
        {
            "rule": "rising",
            "variable": "s",
            "low": "1/2",
            "high": x,
            "function": power(["var", "s"], "2"),
            "interval": "[0, 1]",
            "order": BY_SIGN,
            "slope": BY_SIGN,
        },
        "order",
    ),
    "an inner term outside the interval": (
        rel(power(x, "2"), ">", "1/4"),
        "[0, 1]",
        {
            "rule": "inner",
            "variable": "u",
            "inner": x,
            "gap": plus(power(["var", "u"], "2"), "-1/4"),
            "interval": "[2/3, 1]",
            "outer": BY_SIGN,
        },
        "not shown",
    ),
    "boxes with a gap between": (
        rel(SQUARE_FORM["gap"], ">", "0"),
        "[0, 1]",
        boxes(SQUARE_FORM, leaf("value", "0", "1/4"), leaf("value", "3/4", "1")),
        "tile",
    ),
    "boxes beyond the region for those inside": (
        rel(SQUARE_FORM["gap"], ">", "0"),
        "[0, 1]",
        boxes(SQUARE_FORM, leaf("value", "0", "1/4"), leaf("value", "2", "1")),
        "tile",
    ),
    "a factor of the form that may vanish": (
        rel(times(x, plus(x, "1")), ">", "0"),
        "[0, 1]",
        boxes({"rule": "quotient", "gap": plus(x, "1"), "positive": [x]}, leaf("value", "0", "1")),
        "not positive",
    ),
    "a strict goal on the face it touches": (rel(x, ">", "0"), "[0, 1]", touching(True, x), "equality holds"),
    "the sign of a contact from above": (
        rel(plus(x, "-1"), ">=", "0"),
        "[0, 1]",
        touching(False, plus(x, "-1")),
        "sign is not shown",
    ),
    "a bound that the root passes": (
        rel("1/2", ">=", ROOT),
        "(0, 1)",
        {"rule": "below", "root": ROOT, "variable": "r", "factor": "1", "bound": "1/2", "crosses": BY_SIGN},
        "crosses",
    ),
    "a root put in for its parameter": (
        rel("1/2", ">=", ROOT),
        "(0, 1)",
        {"rule": "through", "name": "x", "root": ROOT, "variable": "r", "inner": BY_SIGN},
        "not shown",
    ),
}


@pytest.mark.parametrize("name", MISUSES)
def test_a_rule_is_not_misused(name: str) -> None:
    statement, interval, proof, reason = MISUSES[name]
    refuse(claim(statement, x=interval), {"rule": "relation", "proof": proof}, reason, x="3/4")


def test_a_positive_multiple_exists() -> None:
    claimed = claim(["Iff", rel(times(x, y), ">", "0"), rel(y, ">", "0")], x="[0, 1]", y="[-1, 1]")
    refuse(claimed, {"rule": "factor", "factor": power(x, "-1")}, "!= 0", x="1", y="1")


def test_what_is_exhibited_lies_in_its_interval() -> None:
    shown = {"rule": "exhibit", "values": {"y": x}, "inner": SIGN}
    refuse(claim(["Exists", [["y", "(0, 1)"]], rel(y, ">=", x)], x="[0, 1)"), shown, "not shown", x="1/2")


def test_monotone_across_a_pole() -> None:
    statement, hole = ["Monotone", times("-1", power(x, "-1")), "x", "increasing", True], rel(x, "!=", "0")
    halves = {"rule": "pieces", "at": "0", "below": ORDERED, "above": ORDERED}
    refuse(claim(statement, hole, x="[-1, 1]"), {"rule": "slope"}, "!= 0", x="1")
    refuse(claim(statement, hole, x="[-1, 1]"), ORDERED, "not shown", x="1")
    refuse(claim(statement, hole, x="[-1, 1]"), halves, "outside what is given", x="1")


def test_half_a_unit_of_the_last_digit_neither_fails_nor_less_holds() -> None:
    assert check(claim(["Number", "25/1000", ["0.02", "rounded"]]), {"holds": {"rule": "printed"}}).verdict == "certified"
    refuse(claim(["Number", "251/10000", ["0.02", "rounded"]]), {"rule": "printed"}, "not certain")
    refuse_refutation(claim(["Number", "25/1000", ["0.03", "rounded"]]), {"point": {}}, "not certain")


def test_a_supremum_is_not_reached_beyond_an_inexact_end() -> None:
    """max(0, 3 t + 1) is 0 on [-1, -1/3]; the first binary number beyond -1/3 is not part of it."""
    steep = times(["Max", "0", plus(times("3", t), "1")], power("2", "300"))
    for head, body in (("Sup", steep), ("Inf", times("-1", steep))):
        term = [head, body, ["t", "-1", "-1/3"]]
        refuse(claim(rel(times(term, term), ">", "0")), NUMBER, "sign is not shown")


def test_what_is_given_of_a_variable_is_not_given_of_another_of_the_same_name() -> None:
    """The region is empty: nothing is claimed."""
    claimed = claim(["ForAll", [["x", "[-1, 0]"]], rel(x, ">", "0")], rel(x, "<", "0"), x="[5, 6]")
    refuse_refutation(claimed, {"point": {"x": "-1"}}, "bound twice")


def test_an_integral_that_no_quadrature_reaches_exists_by_continuity() -> None:
    """Chi-square laws are not evaluated in the complex plane; that must not end the check."""
    integral = ["Integral", ["Chi2CDF", t, "1"], ["t", "0", "2"]]
    claimed = claim(rel(plus(integral, integral), "=", times("2", integral)))
    assert check(claimed, {"holds": SIGN}).verdict == "proved"


def test_a_value_that_moves_with_the_variable_of_a_derivative_is_not_put_into_it() -> None:
    """The slope of x y in x is y; with y = x put in it would become that of x^2."""
    slope = ("Derivative", ("Mul", ("var", "x"), ("var", "y")), "x", 1)
    with pytest.raises(Rejected, match="derivative"):
        put(slope, {"y": ("var", "x")})
    assert put(slope, {"y": Fraction(2)}) == ("Derivative", ("Mul", ("var", "x"), Fraction(2)), "x", 1)


def test_a_slope_that_exists_nowhere_shows_no_monotonicity() -> None:
    """sqrt(x - x) + x rises, but its slope, 0/0 + 1, exists nowhere."""
    term = ["Add", ["Pow", ["Add", ["var", "x"], ["Mul", "-1", ["var", "x"]]], "1/2"], ["var", "x"]]
    claim = {
        "region": {"intervals": [["x", "[0, 1]"]], "such_that": []},
        "statement": ["Monotone", term, "x", "increasing", True],
    }
    with pytest.raises(Rejected, match="defined"):
        check(claim, {"holds": {"rule": "slope"}, "witness": {"x": "1/2"}})


# -- statements about pairs of points and about limits, under quantifiers and disjunctions ----------------------------------


def test_what_fails_for_one_value_does_not_fail_for_each() -> None:
    """y x/(x + 1) tends to y, so it does tend to 0 for y = 0; y x does increase in x for y = 1."""
    limit = ["Limit", times(y, x, power(plus(x, "1"), "-1")), "x", "oo", "0", "-"]
    rising = ["Monotone", times(y, x), "x", "increasing", True]
    one_limit = {"rule": "limit", "point": {"x": "1", "y": "1"}}
    one_pair = {"point": {"x": "1", "y": "-1"}, "second": "2"}
    for statement, evidence in ((limit, one_limit), (rising, one_pair)):
        denied, refuted = ["Not", statement], {"rule": "refuted", "evidence": evidence}
        every = claim(["ForAll", [["y", "[-1, 1]"]], denied], x="[0, 5]")
        refuse(every, {"rule": "forall", "inner": refuted}, "at each point is wanted", x="1")
        together = claim(denied, x="[0, 5]", y="[-1, 1]")
        assert check(together, {"holds": refuted, "witness": {"x": "1", "y": "1"}}).verdict == "proved"


# -- an integrand with branches that are constant


def test_a_jump_of_an_integrand_is_seen_in_the_complex_plane() -> None:
    """int_0^1 (1 if t < 1/3 else 2) dt = 5/3; a hull of two real branches is no value of an analytic function."""
    step = ["Integral", ["Piecewise", ["1", ["<", t, "1/3"]], ["2", True]], ["t", "0", "1"]]
    refuse(claim(rel(step, ">", "19/10"), x="[0, 1]"), NUMBER, "may jump", x="1/2")
    refuse_refutation(claim(rel(step, "<", "9/5"), x="[0, 1]"), {"rule": "point", "point": {"x": "1/2"}})
