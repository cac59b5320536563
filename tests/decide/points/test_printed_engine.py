"""Printed numbers decided: the closed half unit, the slips that would reproduce a wrong digit, orders of magnitude."""

from __future__ import annotations

import pytest
from small_claims import verdict_of
from sympy import Expr, Rational, exp, pi, sqrt

from dplemma.lang import Number, Phi, PhiInv, Printed, Q

R = Rational


@pytest.mark.parametrize(
    ("expr", "printed"),
    [
        (Phi(1), Printed("0.84")),
        (Phi(1), Printed("0.8413")),
        (PhiInv(R(1, 20)), Printed("-1.645")),
        (exp(10), Printed("22026")),
        (exp(10), Printed("2.20e4")),
        (R(5, 4), Printed("1.2")),
        (R(5, 4), Printed("1.3")),
        (R(7, 20), Printed("0.3")),
        (R(7, 20), Printed("0.4")),
        (R(-7, 20), Printed("-0.3")),
        (Q(14), Printed.order("1e-44")),
        (exp(1), Printed.order("1")),
        (sqrt(11), Printed.order("10")),
        (R(2, 3), Printed.about("0.7")),
        (pi - pi, Printed("0.00")),
    ],
    ids=str,
)
def test_certified(expr: Expr, printed: Printed) -> None:
    verdict = verdict_of(Number(expr, printed))
    assert (verdict.verdict, verdict.engine) == ("certified", "printed")


@pytest.mark.parametrize(
    ("expr", "printed", "reading"),
    [
        (Phi(1), Printed("0.85"), "read as rounded up it comes out"),
        (R(2, 3), Printed("0.66"), "read as truncated it comes out"),
        (R(-2, 3), Printed("-0.66"), "read as truncated it comes out"),
        (R(-2, 3), Printed("-0.6"), "read as truncated it comes out"),
        (Phi(1), Printed("0.94"), "no usual reading reproduces it"),
        (R(1251, 1000), Printed("1.2"), "read as truncated it comes out"),
        (-Phi(1), Printed("0.84"), "no usual reading reproduces it"),
        (Q(14), Printed.order("1e-42"), "the value is"),
        (exp(-100), Printed("0.2"), "no usual reading reproduces it"),
    ],
    ids=str,
)
def test_refuted_with_the_reading_that_reproduces_it(expr: Expr, printed: Printed, reading: str) -> None:
    verdict = verdict_of(Number(expr, printed))
    assert verdict.counterexample is not None
    assert reading in verdict.counterexample.note
    assert verdict.counterexample.rhs == str(printed)


def test_a_negative_value_has_not_the_order_of_a_positive_number() -> None:
    assert verdict_of(Number(-Q(14), Printed.order("1e-44"))).verdict == "refuted"


def test_a_dash_is_not_decided_by_a_number() -> None:
    assert verdict_of(Number(Phi(1), Printed.dash())).verdict == "undecided"


def test_the_shown_value_is_right() -> None:
    verdict = verdict_of(Number(Phi(1), Printed("0.85")))
    assert verdict.counterexample is not None
    assert verdict.counterexample.lhs == "0.84134474606854294859"
