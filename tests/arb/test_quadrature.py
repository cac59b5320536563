"""Integrals over balls: an end that has no value gives no value, and no error."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from sympy import Expr, Heaviside, Integral, Piecewise, exp, log, oo

from dplemma.arb.quadrature import integral
from dplemma.base.errors import Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.lang.functions import variables
from dplemma.lang.nodes import ArgMin, Root, Sup

x, t, u = variables("x t u")


@pytest.mark.parametrize(
    "ends", [(arb.nan(), arb(1)), (arb(0), arb.nan()), (arb.nan(), None), (None, arb.nan()), (arb.pos_inf(), None)]
)
def test_an_end_without_a_value_gives_none(ends: tuple[arb | None, arb | None]) -> None:
    assert not integral(lambda _: arb(1), *ends, tails=[]).is_finite()


def test_the_same_on_a_tape() -> None:
    tape = compiled(Integral(exp(-t), (t, log(x), oo)))
    assert not tape.ball({"x": Fraction(-1)}, 64).is_finite()
    assert tape.ball({"x": Fraction(2)}, 64).overlaps(arb(1) / 2)


STEP = Piecewise((1, t < x), (2, True))


@pytest.mark.parametrize("jump", [STEP, Piecewise((1, t <= x), (2, t > x)), Heaviside(t - x), 1 + Heaviside(x - t)])
def test_an_integral_across_a_jump_has_no_value(jump: Expr) -> None:
    """The hull of constant branches is no value of an analytic function: 2 came out where 8/5 is right."""
    assert not compiled(Integral(jump, (t, 0, 1))).ball({"x": Fraction(2, 5)}, 64).is_finite()


@pytest.mark.parametrize(("place", "value"), [(Fraction(-1), 2), (Fraction(2), 1)])
def test_an_integral_on_one_side_of_a_jump_has_one(place: Fraction, value: int) -> None:
    ball = compiled(Integral(STEP, (t, 0, 1))).ball({"x": place}, 64)
    assert ball.is_finite() and ball.overlaps(arb(value))


def test_a_condition_on_a_parameter_is_no_jump() -> None:
    ball = compiled(Integral(Piecewise((t, x < 1), (2, True)), (t, 0, 1))).ball({"x": Fraction(2, 5)}, 64)
    assert ball.is_finite() and ball.overlaps(arb(1) / 2)


@pytest.mark.parametrize("inner", [Root(u - t, (u, 0, 2)), Sup(u * t, (u, 0, 2)), ArgMin((u - t) ** 2, (u, -1, 2))])
def test_a_root_or_an_optimum_under_an_integral_is_refused(inner: Expr) -> None:
    with pytest.raises(Unsupported, match="root or an optimum"):
        compiled(Integral(inner, (t, 0, 1)))


def test_a_root_that_does_not_move_is_a_factor() -> None:
    ball = compiled(Integral(t * Root(u - x, (u, 0, 2)), (t, 0, 1))).ball({"x": Fraction(1, 2)}, 64)
    assert ball.is_finite() and ball.overlaps(arb(1) / 4)
