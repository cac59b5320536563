"""What would be accepted if one condition of the kernel were missing: each false, each refused."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from kernel_trees import (
    RELATION,
    SIGN,
    box,
    boxes,
    checked,
    contact,
    derived,
    goal,
    holds,
    leaf,
    lemma,
    refuses,
    region,
    region_tree,
    rejected,
    rel,
    relation,
    shows,
    term,
    tree,
)  # fmt: skip

from dplemma.kernel import points
from dplemma.kernel.enclose import at_point
from dplemma.kernel.exists import must_exist
from dplemma.kernel.normal import equal
from dplemma.kernel.points import absent_at, printed_holds, truth
from dplemma.kernel.signs import sign
from dplemma.kernel.statement import Printed
from dplemma.kernel.term import Json, Rejected, read_term

ORDERED: Json = {"rule": "ordered", "variable": "h", "inner": SIGN}


def monotone(text: str, *, strict: bool = False) -> Json:
    return ["Monotone", tree(text), "x", "increasing", strict]


# -- monotone ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rel", ["<", "<="])
def test_two_pieces_meet_in_a_place_of_both(rel: str) -> None:
    """x rises up to 1 and from 1 on, and falls by 5 between."""
    halves = {"rule": "pieces", "at": "1", "below": ORDERED, "above": ORDERED}
    rejected(monotone(f"Piecewise((x, x {rel} 1), (x - 5, True))"), holds(halves, x="1/2"), "sign", x="[0, 2]")


def test_integers_one_apart_are_ordered_too() -> None:
    """0 and 1 have one value."""
    statement = monotone("x**2 - x", strict=True)
    rejected(statement, holds(ORDERED, x=1), "sign", x="the integers of [0, oo)")
    assert checked(statement, holds(ORDERED, x=1), x="the integers of [1, oo)").verdict == "proved"


def test_what_falls_by_every_real_step_is_not_what_falls_by_whole_ones() -> None:
    """x^2 - x falls up to 1/2, and is no less one further on; x rises."""
    rejected(monotone("x**2 - x"), holds(ORDERED, x=1), "sign", x="[0, oo)")
    rejected(["Monotone", tree("x"), "x", "decreasing", False], holds(ORDERED, x=1), "sign", x="[0, oo)")


# -- existence ----------------------------------------------------------------------------------------------------------------


def test_what_is_given_to_exist_is_not_given_to_have_a_slope() -> None:
    """The three-halves power has no values below 0."""
    here = region(x="[0, 1]", given=["x**(1/2) >= 0", "x**(3/2) >= 0"])
    with pytest.raises(Rejected, match="x > 0"):
        must_exist(("Derivative", term("x**(3/2)"), "x", 1), here)


@pytest.mark.parametrize("text", ["Root(t + 2*sign(t - y), (t, -1, 1))", "Root(t + 2*Heaviside(t - y, 1) - 1, (t, -1, 1))"])
def test_what_jumps_over_zero_has_no_root(text: str) -> None:
    """It is y at y, not 0."""
    with pytest.raises(Rejected, match="monotone"):
        must_exist(term(text), region(y="[1/4, 1/3]"))


@pytest.mark.parametrize(
    "text",
    [
        "Integral(-exp(-t), (t, 0, oo))",
        "Integral(exp(-t), (t, 0, oo))",
        "Root((t + 10)*(t + 3)*(t + 1/2), (t, -oo, -5))",
        "Root((t - 10)*(t - 3)*(t - 1/2), (t, 5, oo))",
        "Root((t + 10)*(t - 3)*(t - 5), (t, -oo, -5))",
        "Root((t - 10)*(t + 3)*(t + 5), (t, 5, oo))",
        "Integral(exp(t), (t, -oo, 0))",
    ],
)
def test_what_exists_is_not_absent(text: str) -> None:
    """An integrand that tends to 0; roots beyond the range of one that has one in it."""
    assert absent_at(term(text), {}) == ""


def test_the_error_function_takes_all_values_between_minus_one_and_one() -> None:
    must_exist(term("erfinv(x)"), region(x="(-1, 1)"))
    for inside in ("0", "-1/2", "-9/10"):
        assert at_point(term(f"erfinv({inside})"), {}, 128).is_finite() and absent_at(term(f"erfinv({inside})"), {}) == ""
    assert not at_point(term("erfinv(-1)"), {}, 128).is_finite() and absent_at(term("erfinv(-1)"), {}) == "erfinv(-1)"


@pytest.mark.parametrize("text", ["t**2 - 9*Heaviside(t - 1/3, 1)", "t**2 - 9*sign(t - 1/3)"])
def test_the_least_of_what_jumps_is_not_where_its_slope_vanishes(text: str) -> None:
    """It is -80/9 at 1/3, or close to -9 beyond it, and at least 0 up to there."""
    assert not at_point(term(f"ArgMin({text}, (t, -1, 1))"), {}, 128).is_finite()


# -- points -------------------------------------------------------------------------------------------------------------------


def test_a_part_of_a_disjunction_may_fail() -> None:
    statement = ["Implies", relation("x > 0"), ["Either", [relation("x < 1"), relation("x >= 1/2")]]]
    rejected(statement, {"fails": {"part": 0, "inner": {"point": {"x": "2"}}}}, "no such part", x="[0, 3]")


def test_nothing_is_said_of_a_variable_without_a_value() -> None:
    assert truth(rel("log(-1) < y"), {}) is None
    assert truth(rel("log(-1) < y"), {"y": Fraction(0)}) is False


def test_a_sign_that_leaves_a_relation_open_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that is 0 to 2048 bits, and of which no more were known than that it is >= 0."""
    tiny = rel("exp(-20000) + 1 == 1")
    assert truth(tiny, {}) is False
    monkeypatch.setattr(points, "sign", lambda *_: ">=")
    assert truth(tiny, {}) is None


@pytest.mark.parametrize(("value", "text"), [("0", "0"), ("-1", "-1")])
def test_what_is_not_positive_has_no_order_of_magnitude(value: str, text: str) -> None:
    assert printed_holds(Printed(term(value), text, "order")) is None


def test_an_integer_among_reals_is_asked_for() -> None:
    statement = ["Member", ["1/2", "1/2"], ["the integers of [0, 1]", "[0, 1]"]]
    rejected(statement, holds({"rule": "all", "parts": [RELATION] * 4}), "integer")


# -- limits -------------------------------------------------------------------------------------------------------------------


def test_one_point_is_no_neighbourhood() -> None:
    """1/x has no value at 0, and tends to oo there."""
    statement = ["Limit", tree("1/x"), "x", "0", "oo", "+"]
    rejected(statement, {"fails": {"point": {"x": "1"}, "rule": "nowhere", "interval": "[0, 0]"}}, "reach", x="(0, 2)")


def test_below_a_number_is_not_away_from_minus_infinity() -> None:
    way = {"rule": "away", "variable": "x", "way": tree("x"), "interval": "[1, oo)", "rel": "<=", "bound": "0", "inner": RELATION}
    statement = ["Limit", tree("-x"), "x", "oo", "-oo", "-"]
    rejected(statement, {"fails": {"point": {"x": "1"}, **way}}, "differ", x="(0, oo)")


def test_the_variable_of_a_limit_has_no_value() -> None:
    """1/x tends to 0, and is 1 at 1."""
    statement = ["Limit", tree("1/x"), "x", "oo", "0", "-"]
    rejected(statement, {"fails": {"point": {"x": "1"}, "rule": "limit"}}, "differ", x="(0, oo)")


def test_beyond_the_point_is_not_before_it() -> None:
    """log(-x) exists below 0 alone."""
    statement = ["Limit", tree("log(-x)"), "x", "0", "-oo", "-"]
    rejected(statement, {"fails": {"point": {"x": "-1"}, "rule": "nowhere", "interval": "(0, 1)"}}, "reach", x="(-2, 0)")


# -- lemmas -------------------------------------------------------------------------------------------------------------------


def test_a_lemma_is_not_turned_around() -> None:
    """x <= 1, so 1 - x >= 0; not x - 1 >= 0."""
    least = lemma(relation("x <= 1"), RELATION, x="[0, 1]")
    used = {"rule": "relation", "proof": {"rule": "lemma", "lemma": "it"}}
    rejected(relation("x >= 1"), holds(derived(least, inner=used), x=1), "nothing of the sign", x="[0, 1]")
    assert checked(relation("1 >= x"), holds(derived(least, inner=used), x=1), x="[0, 1]").verdict == "proved"


def test_the_premise_of_a_lemma_for_all_values_holds_somewhere() -> None:
    """On [0, 1] no y beyond 2 is below x."""
    said = ["ForAll", [["y", "[2, 3]"]], ["Implies", relation("y < x"), relation("x > 2")]]
    shown = {"rule": "forall", "inner": {"rule": "given", "witness": {"x": "4", "y": "3"}, "inner": RELATION}}
    used = derived(lemma(said, shown, x="[0, 4]"), inner={"rule": "lemma", "lemma": "it", "witness": {"x": "1/2", "y": "3"}})
    rejected(said, holds(used, x="1/2"), "given is not certain", x="[0, 1]")
    used["inner"]["witness"] = {"x": "4", "y": "3"}
    assert checked(said, holds(used, x="1/2"), x="[0, 4]").verdict == "proved"


def test_the_variable_of_a_range_is_new() -> None:
    """What is given of y is not given of what runs from 0 to 1: there |t - 3| is 3 - t, beyond 5 it is t - 3."""
    step = {"rel": "=", "line": "-5/2", "rule": "antiderivative", "variable": "y", "function": tree("y**2/2 - 3*y")}
    start = tree("Integral(Abs(t - 3), (t, 0, 1))")
    chain = {"name": "it", "region": region_tree(["y > 5"], y="[6, 7]"), "start": start, "steps": [step]}
    claim = ["Rel", start, "=", "-5/2"]
    used = derived(chain, inner={"rule": "lemma", "lemma": "it", "values": {"y": "6"}})
    rejected(claim, holds(used), "variable already")


# -- inequalities ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "interval"), [("2 - x", "(0, 2]"), ("x - 1/2", "[1/2, 1]")])
def test_a_closed_end_is_a_closed_end_of_the_reciprocal(gap: str, interval: str) -> None:
    """The gap is 0 there."""
    by_inverse = {"rule": "moved", "name": "x", "by": "inverse", "variable": "t", "inner": SIGN}
    refuses(goal(gap, strict=True, x=interval), by_inverse, "sign")
    shows(goal(gap, x=interval), by_inverse)


def test_beyond_the_first_integers_the_next_one_is_the_first() -> None:
    refuses(goal("n", strict=True, n="the integers of [0, oo)"), {"rule": "whole", "name": "n", "beyond": SIGN}, "sign")


@pytest.mark.parametrize(("gap", "above", "interval"), [("y - {}", False, "[1/4, 2]"), ("{} - y", True, "[-1, 3/4]")])
def test_a_bound_within_the_range_of_a_root_is_compared(gap: str, above: bool, interval: str) -> None:
    """The root is 1/2; beyond the range of the root, on the other side of it, the equation has the sign."""
    root = "Root(t - 1/2, (t, 0, 1))"
    proof = {"rule": "below", "root": tree(root), "variable": "r", "factor": "1", "bound": tree("y"), "crosses": SIGN}
    refuses(goal(gap.format(root), y=interval), {**proof, "above": above}, "sign")


# -- steps ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "rel", "bound", "at", "value", "turns"),
    [
        ("phi(log(-1))", "<=", "Sup(phi(t), (t, -oo, oo))", "log(-1)", "phi(0)", "0"),
        ("0*log(0)", ">=", "Inf(t*log(t), (t, 0, 1))", "0", "-exp(-1)", "exp(-1)"),
    ],
)
def test_a_value_that_is_compared_with_a_bound_exists(start: str, rel: str, bound: str, at: str, value: str, turns: str) -> None:
    steps = [
        {"rel": rel, "line": tree(bound), "rule": "at", "variable": "t", "at": tree(at)},
        {"rel": "=", "line": tree(value), "rule": "turning", "variable": "t", "at": tree(turns)},
    ]
    chain = {"name": "it", "region": region_tree(), "start": tree(start), "steps": steps}
    claim = ["Rel", tree(start), rel, tree(value)]
    rejected(claim, holds(derived(chain, inner={"rule": "lemma", "lemma": "it"})), "defined")


def test_the_bound_below_is_the_lesser_of_two() -> None:
    """From 0 to 2 it is 0; from 1 on it is 1."""
    start, whole = tree("Inf(t, (t, 0, 2))"), ["Max", tree("Inf(t, (t, 0, 1))"), tree("Inf(t, (t, 1, 2))")]
    step = {"rel": "=", "line": whole, "rule": "split bound", "variable": "t", "at": "1"}
    chain = {"name": "it", "region": region_tree(), "start": start, "steps": [step]}
    used = holds(derived(chain, inner={"rule": "lemma", "lemma": "it"}))
    rejected(["Rel", start, "=", whole], used, "not made of")
    whole[0] = "Min"
    assert checked(["Rel", start, "=", whole], used).verdict == "proved"


# -- faces ----------------------------------------------------------------------------------------------------------------------

FALLING: Json = {"rule": "face", "name": "x", "slope": SIGN, "face": SIGN}


def test_what_falls_is_least_at_the_high_end() -> None:
    refuses(goal("1/2 - x", x="[0, 1]"), FALLING, "sign")
    shows(goal("1 - x", x="[0, 1]"), FALLING)


def test_a_strict_slope_is_not_strict_at_a_closed_end() -> None:
    """1 - x is 0 at 1, whatever the other end is."""
    refuses(goal("1 - x", strict=True, x="(0, 1]"), {**FALLING, "strict_slope": True}, "face is in the region")
    shows(goal("1 - x", strict=True, x="[0, 1)"), {**FALLING, "strict_slope": True})


def test_the_face_of_a_box_is_at_the_end_that_is_least() -> None:
    def proof(gap: str) -> Json:
        return boxes(gap, leaf("face", box(x=(0, 1)), faces=[["x", [False, 0]]]), slopes=[["x", [None]]])

    refuses(goal("1/2 - x", x="[0, 1]"), proof("1/2 - x"), "sign")
    shows(goal("1 - x", x="[0, 1]"), proof("1 - x"))


def test_a_box_that_has_a_contact_touches_the_face() -> None:
    """x (x - 1/4) (1 - x) is 0 at 1 and falls from 0 on, to less than 0."""
    gap = "x*(x - 1/4)*(1 - x)"
    ends = [Fraction(0), Fraction(1, 16), Fraction(1, 4), Fraction(1)]
    first, middle, last = (box(x=pair) for pair in itertools.pairwise(ends))
    leaves = [leaf("contact", first, pieces=[first]), leaf("outside", middle), leaf("value", last)]
    between = "(x - 1/16)*(x - 1/4) > 0"
    proof = boxes(gap, *leaves, contacts=[contact("x", "x*(1 - x) + (x - 1/4)*(1 - 2*x)", low=False)], conditions=[between])
    proof["forms"][0]["contacts"][0]["derivatives"] = [None]
    refuses(goal(gap, x="[0, 1]", given=[between]), proof, "does not touch")


# -- near a point ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "value"), [("LaplaceCDF(y + x)", "exp(y)/2"), ("LaplaceCDF(y + x)", "1 - exp(-y)/2")])
def test_a_branch_holds_where_its_condition_is_decided(text: str, value: str) -> None:
    """Of Laplace's law on one side of 0 only."""
    statement = ["Limit", tree(text), "x", "0", tree(value), "+"]
    rejected(statement, holds({"rule": "limit"}, x="1/2", y=0), "limit", x="(0, 1)", y="[-1, 1]")


# -- signs and normal forms -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"), [("x != 0", "!="), ("x**2 > 0", "!="), ("x**2 >= 0", ""), ("x*n >= 0", ""), ("x**3 > 0", ">")]
)
def test_what_is_given_says_no_more_than_it_does(given: str, expected: str) -> None:
    """Of x, where n is 0."""
    assert sign(term("x"), region(x="[-1, 1]", n="[0, 0]", given=[given])) == expected


def test_there_are_no_more_variables_than_a_form_has_room_for() -> None:
    """The generators beyond the last are those of slack, which is positive."""
    names = [f"x{n}" for n in range(61)]
    intervals = dict.fromkeys(names, "[-1, 1]")
    here = region(**intervals, y="[0, 1]", given=["y > 1/2"])
    assert sign(("Add", *(("var", name) for name in [*names, "y"])), here) == ""
    assert sign(("var", names[-1]), here) == ""


@pytest.mark.parametrize(
    ("function", "at", "value"),
    [("exp({})", 0, 1), ("Phi({})", 0, "1/2"), ("LaplaceCDF({})", 0, "1/2"), ("log({})", 1, 0), ("PhiInv({})", "1/2", 0),
     ("({})**(1/2)", 1, 1), ("({})**(1/3)", 1, 1)],
)  # fmt: skip
def test_a_function_crosses_its_value_where_it_does(function: str, at: Any, value: Any) -> None:
    """On one side of the place with more added, on the other with less: nothing but the range of the function decides."""
    place, step = Fraction(at), Fraction(1, 3)
    for low, high, shift, expected in ((place, place + step, "+ y", ">"), (place - step, place, "- y", "<")):
        here = region(x=f"({low}, {high})", y="[0, 1]")
        assert sign(term(f"{function.format('x')} {shift} - {value}"), here) == expected
    assert sign(term(f"{function.format('x')} - {value}"), region(x=f"({place - step}, {place + step})")) == ""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Integral(Phi(t), (t, 0, 1))", "Integral(Phi(t)**2, (t, 0, 1))"),
        ("Integral(y*Phi(t), (t, 0, 1))", "y"),
        ("gamma(3/2)", "1"),
        ("gamma(5/2)", "1"),
    ],
)
def test_different_numbers_are_not_equal(first: str, second: str) -> None:
    assert not equal(term(first), term(second), region(y="[1, 2]"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x**-2*y", "3/4"),
        ("y**-2*x**-3", "1/72"),
        ("x**-1*y**-1", "1/6"),
        ("gamma(3/2)", "pi**(1/2)/2"),
    ],
)
def test_values_of_products_of_powers(text: str, expected: str) -> None:
    point = {"x": Fraction(2), "y": Fraction(3)}
    assert at_point(term(text), point, 128).overlaps(at_point(term(expected), {}, 128))
    assert at_point(term(text), point, 128).rad() < 1e-30


def test_a_logarithm_of_one_and_more() -> None:
    """Of a sum of three, which is read as 1 and the rest."""
    found = read_term(["log", ["Add", "1", ["var", "x"], ["var", "y"]]])
    assert at_point(found, {"x": Fraction(2), "y": Fraction(3)}, 128).overlaps(at_point(term("log(6)"), {}, 128))


@pytest.mark.parametrize("text", ["sign(1 + exp(-20000) - 1)", "Heaviside(1 + exp(-20000) - 1, 1/2)"])
def test_a_ball_around_zero_has_no_sign(text: str) -> None:
    assert not at_point(term(text), {}, 128).is_finite()
    assert at_point(term(text), {}, 40_000) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x**3 + 2", ""), ("pi*y - 1", ""), ("1 - pi*y", ""), ("pi*y + 1", ">"), ("Chi2CDF(y, 5/2)", ">="),
        ("Chi2CDF(y + 1/4, 5/2)", ">"), ("a - c", "="),
    ],
)  # fmt: skip
def test_signs_of_sums(text: str, expected: str) -> None:
    here = region(x="(-oo, oo)", y="[0, 1/2]", a="[0, 1]", b="[0, 1]", c="[0, 1]", given=["a == b", "b == c"])
    assert sign(term(text), here) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Integral(exp(t**3 - t**2), (t, 0, oo))",
        "Integral(exp(t)*Phi(t)**(-1/2), (t, -oo, 0))",
        "Integral(1, (t, -(x**(1/2)), 3))",
        "Integral(1, (t, -gamma(x), 3))",
        "Sup(t**2, (t, -oo, 1))",
        "Inf(t, (t, -oo, 1))",
        "Sum(k, (k, 5, 3))",
    ],
)
def test_what_does_not_exist(text: str) -> None:
    """It diverges, has an end that does not exist, is unbounded, or goes backwards."""
    with pytest.raises(Rejected, match="defined"):
        must_exist(term(text), region(x="[-2, -1]"))


def test_what_grows_has_no_small_tail() -> None:
    """exp(t - 200) is small for long."""
    assert not at_point(term("Integral(exp(t - 200), (t, 0, oo))"), {}, 128).is_finite()
    assert at_point(term("Integral(exp(-t - 200), (t, 0, oo))"), {}, 128).is_finite()


@pytest.mark.parametrize(
    "text",
    [
        "Root(t - 1/2, (t, -oo, oo))",
        "Root(t + 1/2, (t, -oo, oo))",
        "Root(Piecewise((5, t <= 0), (t - 1/2, True)), (t, 0, 1))",
        "Root(Piecewise((-5, t >= 1), (t - 1/2, True)), (t, 0, 1))",
    ],
)
def test_a_root_that_is_there_is_not_absent(text: str) -> None:
    assert absent_at(term(text), {}) == ""


@pytest.mark.parametrize(("value", "holds_"), [("31/10", True), ("32/10", False), ("32/100", True), ("31/100", False)])
def test_an_order_of_magnitude_is_half_a_decade(value: str, holds_: bool) -> None:
    """The root of 10 is 3.1623."""
    assert printed_holds(Printed(term(value), "1", "order")) is holds_
    assert printed_holds(Printed(term("10**(1/2)"), "1", "order")) is None


def test_the_middle_of_a_box_is_in_it() -> None:
    """5 (x - 2)^2 - 1/10 is negative at 2; slopes on the box tell nothing of the way from 5/3."""
    gap = "5*(x - 2)**2 - 1/10"
    proof = boxes(gap, leaf("mean", box(x=(2, 3)), slopes=[["x", 0]]), slopes=[["x", [None]]])
    refuses(goal(gap, x="[2, 3]"), proof, "sign")


@pytest.mark.parametrize(
    ("text", "to", "side", "value"),
    [
        ("(Mills(x) - 1/x)*x**3", "oo", "-", "-1"),
        ("(Mills(x) - 1/x + x**-3)*x**5", "oo", "-", "3"),
        ("PhiInv(x)/(-log(x))**(1/2)", "0", "+", "-(2**(1/2))"),
        ("(log(1 + x) - x)/x**2", "0", "+", "-1/2"),
        ("(log(1 + x) - x + x**2/2)/x**3", "0", "+", "1/3"),
    ],
)
def test_expansions_have_their_coefficients(text: str, to: str, side: str, value: str) -> None:
    def proved(value: Json) -> str:
        return checked(["Limit", tree(text), "x", tree(to), value, side], holds({"rule": "limit"}, x="1/2"), x="(0, 1)").verdict

    assert proved(tree(value)) == "proved"
    with pytest.raises(Rejected):
        proved(["Mul", "-1", tree(value)])
