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


@pytest.mark.parametrize(
    ("expr", "printed", "rounding", "remark"),
    [
        (Phi(1), Printed("0.85", promise="least"), "rounded up, to the safe side", ""),
        (Phi(1), Printed("0.84", promise="largest"), "rounded to nearest", ""),
        (Phi(1), Printed("0.8", promise="largest"), "rounded to nearest", ""),
        (Phi(1), Printed("0.86", promise="least", grid="0.02"), "rounded up to the grid of 0.02, to the safe side", ""),
        (Phi(1), Printed("0.84", promise="least"), "rounded to nearest", "0.84 falls short by 0.00134"),
        (R(7, 20), Printed("0.4", promise="largest"), "rounded to nearest", "0.4 falls short by 0.0500"),
        (R(7, 20), Printed("0.3", promise="largest"), "rounded to nearest", ""),
        (R(39, 100), Printed("0.3", promise="largest"), "rounded down, to the safe side", ""),
    ],
)
def test_a_promise_may_be_rounded_to_its_safe_side(expr: Expr, printed: Printed, rounding: str, remark: str) -> None:
    verdict = verdict_of(Number(expr, printed))
    assert (verdict.verdict, verdict.form) == ("certified", rounding)
    assert remark in verdict.remark and bool(remark) == bool(verdict.remark)


@pytest.mark.parametrize(
    ("expr", "printed"),
    [
        (Phi(1), Printed("0.83", promise="least")),
        (Phi(1), Printed("0.85", promise="largest")),
        (Phi(1), Printed("0.86", promise="least")),
        (Phi(1), Printed("0.82", promise="largest")),
        (Phi(1), Printed("0.88", promise="least", grid="0.02")),
        (R(3, 10), Printed("0.4", promise="least")),
        (R(4, 10), Printed("0.3", promise="largest")),
        (R(29, 10), Printed("3", decimals=2)),
    ],
    ids=str,
)
def test_a_promise_may_not_be_rounded_further_or_to_the_other_side(expr: Expr, printed: Printed) -> None:
    assert verdict_of(Number(expr, printed)).verdict == "refuted"


def test_the_shown_value_is_right() -> None:
    verdict = verdict_of(Number(Phi(1), Printed("0.85")))
    assert verdict.counterexample is not None
    assert verdict.counterexample.lhs == "0.84134474606854294859"
