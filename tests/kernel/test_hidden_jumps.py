"""A jump that no node shows: sqrt(x^2)/x is -1 below 0 and 1 above, and as a formula has the slope 0.

It does not exist at 0. A rule that goes from one place to another by a slope asks that all between them exists; where it is given
that x is not 0, each claim here would follow if that were not asked.
"""

from __future__ import annotations

import pytest
from kernel_trees import SIGN, box, boxes, contact, goal, leaf, refuses, region, rejected, term, tree

from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.derivation import Derived, Theorem
from dplemma.kernel.normal import equal
from dplemma.kernel.steps import EQUALITIES
from dplemma.kernel.term import Json, Rejected, var

JUMP = "(x**2)**(1/2)/x"
RISES = f"x + 1 - 3/2*({JUMP})"  # by its slope; 3/2 at -1, less than 0 from 0 up to 1/2
TOUCHES = f"x + 1 - 3*({JUMP} + 1)"  # 0 at -1 and rising from there; less than 0 from 0 on
NOT_NULL = ["x != 0"]
WHOLE = box(x=(-1, 1))


def test_the_formula_has_the_slope_0() -> None:
    assert smooth(term(JUMP), "x")
    assert equal(derivative(term(JUMP), "x"), term("0"), region(x="[-1, 1]"))


LEAVES: dict[str, Json] = {
    "face": leaf("face", WHOLE, faces=[["x", [True, 0]]]),
    "mean": leaf("mean", WHOLE, slopes=[["x", 0]]),
}


@pytest.mark.parametrize("by", LEAVES)
def test_a_box_is_not_crossed_by_a_slope(by: str) -> None:
    here = goal(RISES, given=NOT_NULL, x="[-1, 1]")
    refuses(here, boxes(RISES, LEAVES[by], slopes=[["x", ["1"]]]), "edge of a domain")


@pytest.mark.parametrize("strict", [False, True])
def test_taylor_s_formula_stays_where_the_form_exists(strict: bool) -> None:
    here = goal(TOUCHES, strict=strict, given=NOT_NULL, x="(-1, 1]")
    touching = leaf("contact", WHOLE, contact=0, pieces=[WHOLE])
    refuses(here, boxes(TOUCHES, touching, contacts=[contact("x", "1")]), "edge of a domain")


RULES: dict[str, Json] = {
    "face": {"rule": "face", "name": "x", "low": True, "slope": SIGN, "face": SIGN},
    "rising": {
        "rule": "rising", "variable": "s", "low": tree("x"), "high": "1", "function": tree("-(s**2)**(1/2)/s"),
        "interval": "[-1, 1]", "order": SIGN, "slope": SIGN,
    },
}  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_an_inequality_is_not_carried_over(rule: str) -> None:
    gap = RISES if rule == "face" else f"{JUMP} - 1"
    refuses(goal(gap, given=NOT_NULL, x="[-1, 1]"), RULES[rule], "needs")


def test_what_jumps_down_does_not_rise() -> None:
    statement = ["Monotone", tree(RISES), "x", "increasing", True]
    rejected(statement, {"holds": {"rule": "slope"}, "witness": {"x": "1"}}, "needs x != 0", NOT_NULL, x="[-1, 1]")


STEPS: dict[str, tuple[str, str, Json]] = {
    "antiderivative": ("Integral(1 + 0*t, (t, -1, 1))", "4", {"variable": "s", "function": tree("s + (s**2)**(1/2)/s")}),
    "turning": ("Sup(t - 3*(t**2)**(1/2)/t, (t, -1, 1))", "-2", {"variable": "s", "at": "1", "slope": "1"}),
    "substitution": ("Integral(1 + 0*t, (t, -2, 2))", "Integral(1 + 0*t, (t, -1, 1))",
                     {"variable": "s", "value": tree("s + (s**2)**(1/2)/s")}),
}  # fmt: skip


@pytest.mark.parametrize("rule", STEPS)
def test_a_step_of_a_chain_does_not_pass_over_it(rule: str) -> None:
    old, new, parameters = STEPS[rule]
    with pytest.raises(Rejected, match="needs s != 0"):
        EQUALITIES[rule](Derived(), term(old), term(new), region(), parameters, "test")


def test_one_slope_and_one_value_make_one_function_only_where_both_exist() -> None:
    """x and x + 1 - sqrt(x^2)/x agree at 1, and not below 0."""
    checker = Derived()
    checker.theorems["slope"] = Theorem(region(x="[-2, 2]"), (("Derivative", var("x"), "x", 1), term("1")), ("=",))
    step = {"lemma": "slope", "variable": "x", "at": "1", "value": {"rule": "relation"}}
    with pytest.raises(Rejected, match="needs x != 0"):
        EQUALITIES["same derivative"](checker, var("x"), term(f"x + 1 - {JUMP}"), region(x="[-2, -1]"), step, "test")
