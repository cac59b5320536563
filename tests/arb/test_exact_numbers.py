"""One number in four dresses: a fraction, SymPy's rational, FLINT's rational and a ball of radius zero."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational

from dplemma.arb.exact import ball_of, dyadic_fraction, fmpq_of
from dplemma.base.errors import Unsupported
from dplemma.base.exact import fraction_of
from dplemma.lang.exact import rational_of


@given(st.fractions())
def test_a_fraction_comes_back_from_sympy_and_from_flint(value: Fraction) -> None:
    assert fraction_of(rational_of(value)) == fraction_of(fmpq_of(value)) == value
    assert isinstance(rational_of(value), Rational)
    assert value.numerator == int(fmpq_of(value).p)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_is_the_binary_fraction_that_it_is(value: float) -> None:
    assert fraction_of(fmpq_of(value)) == Fraction(value) == dyadic_fraction(arb(value))


@given(st.fractions())
def test_the_ball_of_a_fraction_holds_it(value: Fraction) -> None:
    ball = ball_of(value)
    assert dyadic_fraction(ball.lower()) <= value <= dyadic_fraction(ball.upper())


def test_only_exact_numbers_become_balls_and_only_exact_balls_become_numbers() -> None:
    assert ball_of(fmpq(1, 2)) == ball_of(arb(0.5)) == arb(0.5)
    with pytest.raises(TypeError, match="float"):
        ball_of(0.1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="exact"):
        dyadic_fraction(ball_of(Fraction(1, 3)))


@pytest.mark.parametrize("size", [arb(10**12).exp().upper(), (-arb(10**12)).exp().lower(), arb(-(10**12)).sinh().lower()])
def test_a_number_that_has_no_room_in_memory_is_refused(size: arb) -> None:
    """exp(10**12) is a finite ball of few bits, but its numerator has 1.4 * 10**12 of them."""
    with pytest.raises(Unsupported, match="too many bits"):
        dyadic_fraction(size)
    assert dyadic_fraction(arb(2) ** -100_000) == Fraction(1, 2**100_000)
