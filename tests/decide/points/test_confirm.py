"""Sampling confirms only where both sides have values: a point without one is no evidence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from small_claims import verdict_of
from sympy import Derivative, Expr, Integral, Max, Piecewise, Rational, Sum, exp, gamma, sqrt

from dplemma.base.errors import EngineDisagreement
from dplemma.decide.points.confirm import agreement, confirm, without_value
from dplemma.lang import (
    All,
    Chi2CDF,
    Exists,
    ForAll,
    Implies,
    Interval,
    LaplaceCDF,
    MarcumQHalf,
    Phi,
    PhiInv,
    Region,
    Rel,
    variables,
)
from dplemma.lang.nodes import Inf, Root, Sup

x, y, s, t, a = variables("x y s t a")
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


def test_a_premise_without_value_is_named_and_one_that_is_guarded_is_not() -> None:
    """Points at which it fails say nothing; those at which it is neither true nor false are no such points."""
    small, smaller = Rel(sqrt(x), "<", 1), Rel(sqrt(x), "<", 2)
    found = confirm(Implies(small, smaller), Region(x=Interval(-1, 1)), "seed")
    assert not found.supported and found.remark.startswith("no value of sqrt(x) was found at x = -")
    assert confirm(Implies(All(Rel(x, ">", 0), small), smaller), Region(x=Interval(-1, 1)), "seed").supported


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


def test_what_is_found_at_some_points_only_is_not_confirmed_to_exist() -> None:
    """For some y in [0, 1] y > 2 x: on one half of [0, 1]."""
    there = Exists({"y": Interval(0, 1)}, Rel(y, ">", 2 * x))
    found = confirm(there, Region(x=Interval(0, 1)), "seed")
    assert not found.supported and "undecided" in found.remark
    assert not confirm(All(there, Rel(x, ">=", 0)), Region(x=Interval(0, 1)), "seed").supported
    assert confirm(there, Region(x=Interval(0, Rational(1, 4))), "seed").supported


def test_what_exists_everywhere_is_confirmed() -> None:
    evidence = confirm(Rel(exp(x), ">=", 1 + x), Region(x=Interval(-3, 3)), "a seed")
    assert evidence.supported
    assert evidence.points >= 6


# -- derivatives at closed ends ------------------------------------------------------------------------------------------------

ONE_SIDED: dict[str, Expr] = {
    "root": sqrt(y),
    "power": y ** Rational(3, 2),
    "at the high end": Phi(sqrt(1 - y)),
    "bound": Sup(sqrt(y) * t, (t, 0, 1)),
    "bound below": Inf(sqrt(y) * t + t, (t, 0, 1)),
    "bound of a quantile": Sup(PhiInv(y) * t, (t, 0, 1)),
    "integral": Integral(sqrt(y) * t, (t, 0, 1)),
    "integral near an end": Integral(sqrt(y + t), (t, 0, 1)),
    "end of an integral": Integral(t, (t, 0, sqrt(y))),
    "sum": Sum(sqrt(y) * t, (t, 0, 2)),
    "root of an equation": Root(t**2 - y, (t, 0, 2)),
    "chi-square": Chi2CDF(y, 4),
    "Marcum": MarcumQHalf(1, y),
}


def mixed(lost: Expr) -> Rel:
    """d/dy d/dx (x y + f(y)) = 1, where f is what the first slope loses."""
    return Rel(Derivative(x * y + lost, x, y), "=", 1)


@pytest.mark.parametrize("name", ONE_SIDED)
def test_what_the_first_slope_loses_has_a_value_on_both_sides(name: str) -> None:
    statement, whole = mixed(ONE_SIDED[name]), Region(x=Interval(0, 1), y=Interval(0, 1))
    assert not confirm(statement, whole, "a seed").supported
    assert confirm(statement, Region(x=Interval(0, 1), y=Interval.open(0, 1)), "a seed").supported
    assert verdict_of(statement, **whole.intervals).verdict in ("refuted", "undecided")


SLOPES: dict[str, tuple[Expr, Interval]] = {
    "power": (Derivative(x ** Rational(3, 2), x), Interval(0, 1)),
    "second": (Derivative(x ** Rational(5, 2), x, x), Interval(0, 1)),
    "second of what has one": (Derivative(LaplaceCDF(x) + exp(x) * a, x, x, a), Interval(-1, 1)),
    "end of an integral": (Derivative(Integral(sqrt(1 - t), (t, 0, x)), x), Interval(0, 1)),
    "chi-square": (Derivative(Chi2CDF(x, 2), x), Interval(0, 1)),
    "at integers": (Derivative(x * exp(x), x), Interval.integers(0, 9)),
}


@pytest.mark.parametrize("name", SLOPES)
def test_a_slope_at_an_end_is_not_that_of_its_formula(name: str) -> None:
    expr, interval = SLOPES[name]
    others = {symbol.name: Interval(0, 1) for symbol in expr.free_symbols - {x}}
    assert not confirm(Rel(expr, ">=", -99), Region(x=interval, **others), "a seed").supported


BOTH = Region(x=Interval(0, 1), y=Interval(0, 1))
WORDS: dict[str, tuple[Any, Region]] = {
    "for all": (ForAll({"y": Interval(0, 1)}, mixed(sqrt(y))), Region(x=Interval(0, 1))),
    "a conclusion": (Implies(Rel(x, ">", Rational(1, 2)), mixed(sqrt(y))), BOTH),
    "a premise": (Implies(mixed(Sup(sqrt(y) * t, (t, 0, 1))), Rel(exp(x), ">=", 1 + x)), BOTH),
    "on a border": (
        Rel(Derivative(s * y + Sup(sqrt(Rational(5, 7) - x - y) * t, (t, 0, 1)), s, y), "=", 1),
        Region(x=Interval(0, 1), y=Interval.open(0, 1), s=Interval(0, 1), such_that=(Rel(x + y, "<=", Rational(5, 7)),)),
    ),
    "all ends at once": (
        Rel(Derivative(s * x + Sup(sqrt(3 - x - y) * t, (t, 0, 1)), s, y), "=", 0),
        Region(x=Interval(0, 1), y=Interval(0, 2), s=Interval(0, 1)),
    ),
}


@pytest.mark.parametrize("name", WORDS)
def test_closed_ends_are_looked_at_whatever_is_said(name: str) -> None:
    statement, region = WORDS[name]
    evidence = confirm(statement, region, "a seed")
    assert not evidence.supported
    assert "no value" in evidence.remark
