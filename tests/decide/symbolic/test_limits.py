"""Limits: proved with SymPy and balls together, refuted by another limit, undecided otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from small_claims import verdict_of
from sympy import Rational, log, oo, pi, sin, sqrt

from dplemma.base.errors import Unsupported
from dplemma.lang import Chi2SF, Interval, Limit, NCChi2SF, Phi, PhiInv, Q, QInv, Rel, asymptotic, exp, phi, variables

x, a, p = variables("x a p")
POSITIVE = Interval.open(0, oo)


@pytest.mark.parametrize(
    ("statement", "region"),
    [
        (Limit(Phi(x), x, oo, 1), {}),
        (Limit(Phi(x), x, -oo, 0), {}),
        (Limit(a * x, x, 0, 0), {"a": POSITIVE}),
        (Limit((exp(x) - 1) / x, x, 0, 1), {}),
        (Limit((exp(x) - 1) / x, x, 0, 1, "-"), {}),
        (Limit(1 / x, x, 0, -oo, "-"), {}),
        (Limit(x * exp(-a * x), x, oo, 0), {"a": POSITIVE}),
        (Limit(log(1 + a * x) / x, x, 0, a), {"a": POSITIVE}),
        (asymptotic(Q(x), phi(x) / x, x, oo), {}),
        (Limit(Phi(a + PhiInv(p)), p, 0, 0), {"a": POSITIVE}),
        (Limit(NCChi2SF(a, 5, x), x, 0, Chi2SF(a, 5)), {"a": POSITIVE}),
        (Limit(Q((QInv(p) - a) / sqrt(1 + x)), x, 0, Q(QInv(p) - a)), {"a": POSITIVE, "p": Interval.open(0, 1)}),
    ],
    ids=lambda v: v.text() if isinstance(v, Limit) else "",
)
def test_proved(statement: Limit, region: dict[str, Any]) -> None:
    verdict = verdict_of(statement, **region)
    assert (verdict.verdict, verdict.engine) == ("proved", "limit")


@pytest.mark.parametrize(
    ("statement", "region", "limit"),
    [
        (Limit(Phi(x), x, oo, Rational(999, 1000)), {}, "1"),
        (Limit((exp(x) - 1) / x, x, 0, 0), {}, "1"),
        (Limit(1 / x, x, 0, 0), {}, "oo"),
        (Limit(exp(-x), x, oo, oo), {}, "0"),
        (Limit(log(1 + a * x) / x, x, 0, 1), {"a": POSITIVE}, "a"),
        (asymptotic(Q(x), phi(x), x, oo), {}, "0"),
        (Limit(NCChi2SF(a, 5, x), x, 0, Chi2SF(a, 6)), {"a": POSITIVE}, "Chi2SF(a, 5)"),
    ],
    ids=lambda v: v.text() if isinstance(v, Limit) else "",
)
def test_refuted_by_another_limit(statement: Limit, region: dict[str, Any], limit: str) -> None:
    verdict = verdict_of(statement, **region)
    assert verdict.counterexample is not None
    assert verdict.counterexample.kind == "limit"
    assert verdict.counterexample.note.endswith(f", not {statement.value}")


@pytest.mark.parametrize(
    ("statement", "region"),
    [
        (Limit(exp(-a * x), x, oo, 0), {"a": Interval(-1, 1)}),
        (Limit(x**a, x, 0, 0), {"a": Interval(-1, 1)}),
        (Limit(x**2 / (a - Rational(1, 7)), x, 0, 0), {"a": Interval(0, 1)}),
        (Limit((x - a) / abs(x - a), x, 0, -1), {"a": Interval(0, 1)}),
    ],
    ids=lambda v: v.text() if isinstance(v, Limit) else "",
)
def test_a_limit_that_fails_for_some_parameter_is_not_proved(statement: Limit, region: dict[str, Any]) -> None:
    assert verdict_of(statement, **region).verdict not in ("proved", "certified")


def test_a_limit_at_an_irrational_point() -> None:
    assert verdict_of(Limit(x, x, pi, pi)).verdict == "proved"
    assert verdict_of(Limit(x, x, pi, pi, "-")).verdict == "proved"
    assert verdict_of(Limit(x, x, pi, 3)).verdict == "refuted"


def test_a_limit_at_a_point_that_is_a_variable() -> None:
    """The quotient has no value at b = 0, and tends to 0 elsewhere."""
    unit = Interval(-1, 1)
    assert verdict_of(Limit(Phi((x - a) / p), x, a, Rational(1, 2)), a=unit, p=unit).verdict in ("undecided", "refuted")
    assert verdict_of(Limit(Phi((x - a) / p), x, a, Rational(1, 2)), a=unit, p=POSITIVE).verdict == "proved"
    assert verdict_of(Limit(Phi((x - a) / p), x, a, Rational(2, 3)), a=unit, p=POSITIVE).verdict == "refuted"


def test_balls_tell_a_limit_from_a_value_on_the_way() -> None:
    """exp(-x) comes nearer to -1/10 all the time and does not tend to it."""
    assert verdict_of(Limit(exp(-x), x, oo, Rational(-1, 10))).verdict == "refuted"


def test_an_expression_no_engine_can_evaluate_is_undecided_or_unsupported() -> None:
    try:
        verdict = verdict_of(Limit(sin(x) / x, x, 0, 1))
    except Unsupported:
        return
    assert verdict.verdict == "undecided"


def test_limits_respect_side_conditions_of_other_variables() -> None:
    verdict = verdict_of(Limit(a * x, x, 0, 0), a=POSITIVE, such_that=Rel(a, "<", 2))
    assert verdict.verdict == "proved"
    assert 0 < Rational(verdict.witness["a"]) < 2
