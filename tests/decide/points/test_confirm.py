"""Sampling confirms only where both sides have values: a point without one is no evidence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from small_claims import verdict_of
from sympy import Derivative, Expr, Integral, Max, Piecewise, Rational, exp, gamma

from dplemma.base.errors import EngineDisagreement
from dplemma.decide.points.confirm import agreement, confirm, without_value
from dplemma.lang import Interval, Region, Rel, variables
from dplemma.lang.nodes import Root

x, t, a = variables("x t a")
UNDEFINED: dict[str, tuple[Expr, Interval]] = {
    "beyond a branch": (Piecewise((1 + x, x < 2)), Interval(0, 3)),
    "between branches": (Piecewise((1 + x, x < 1), (x, x > 1)), Interval(0, 3)),
    "at a fraction": (2 + 1 / (x - Rational(17, 13)) ** 2, Interval(0, 3)),
    "an integral that diverges": (2 + Integral(t ** (x - 2), (t, 0, 1)), Interval(0, 3)),
    "a function that no engine knows there": (4 + gamma(x) ** 2, Interval(-3, 3)),
    "a slope at a jump": (9 - Derivative(Piecewise((x, x < Rational(1, 6)), (x - 1, True)), x), Interval(-1, 1)),
    "a slope at a corner": (9 - Derivative(Max(x, Rational(1, 6)), x), Interval(-1, 1)),
    "no root": (2 + Root(t - x, (t, 0, 1)), Interval(0, 3)),
    "several roots": (9 + Root((t**2 - 1) * t + x / 100, (t, -2, 2)), Interval(0, 3)),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_what_is_undefined_in_part_is_not_confirmed(name: str) -> None:
    expr, interval = UNDEFINED[name]
    evidence = confirm(Rel(expr, ">", 0), Region(x=interval), "a seed")
    assert not evidence.supported
    assert evidence.remark
    assert verdict_of(Rel(expr, ">", 0), x=interval).verdict in ("refuted", "undecided")


def test_a_side_without_value_is_named() -> None:
    statement: Any = Rel(exp(x), ">", 1 / x)
    assert without_value(statement, {"x": Fraction(0)}) == 1 / x
    assert without_value(statement, {"x": Fraction(1)}) is None


def test_conditions_that_are_joined_are_named() -> None:
    """They have no tree, so that nothing is decided about them."""
    for joined in ((x > 0) | (a > 0), (x > 0) & (a > 0)):
        found = verdict_of(Rel(Piecewise((1, joined), (9, True)), "<=", 5), x=Interval(-1, 1), a=Interval(-1, 1))
        assert found.verdict == "undecided"
        assert found.remark.endswith(f"cannot be evaluated: the condition {joined} is not one relation; write a branch for each")


def test_a_jump_over_zero_is_no_root_and_is_said_shortly() -> None:
    found = verdict_of(Rel(Root(Piecewise((t - 1, t < 0), (t + 1, True)), (t, -5, 5)), "<=", 2))
    assert found.verdict == "undecided"
    assert found.remark.startswith("no value of Root(") and found.remark.endswith(" was found")


def test_two_arithmetics_that_disagree_are_said_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ball around zero may have an exponent of hundreds of digits."""
    monkeypatch.setattr("dplemma.decide.points.confirm._lands", lambda *_: False)
    monkeypatch.setattr("dplemma.compile.evaluate.Tape.ball", lambda *_: arb("0 +/- 1e-" + "9" * 200))
    with pytest.raises(EngineDisagreement) as caught:
        agreement(exp(x), {"x": Fraction(0)})
    assert len(str(caught.value)) < 200


def test_what_exists_everywhere_is_confirmed() -> None:
    evidence = confirm(Rel(exp(x), ">=", 1 + x), Region(x=Interval(-3, 3)), "a seed")
    assert evidence.supported
    assert evidence.points >= 6
