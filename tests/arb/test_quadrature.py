"""Integrals over balls: an end that has no value gives no value, and no error."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from sympy import Integral, exp, log, oo

from dplemma.arb.quadrature import integral
from dplemma.compile.evaluate import compiled
from dplemma.lang.functions import variables

x, t = variables("x t")


@pytest.mark.parametrize(
    "ends", [(arb.nan(), arb(1)), (arb(0), arb.nan()), (arb.nan(), None), (None, arb.nan()), (arb.pos_inf(), None)]
)
def test_an_end_without_a_value_gives_none(ends: tuple[arb | None, arb | None]) -> None:
    assert not integral(lambda _: arb(1), *ends, tails=[]).is_finite()


def test_the_same_on_a_tape() -> None:
    tape = compiled(Integral(exp(-t), (t, log(x), oo)))
    assert not tape.ball({"x": Fraction(-1)}, 64).is_finite()
    assert tape.ball({"x": Fraction(2)}, 64).overlaps(arb(1) / 2)
