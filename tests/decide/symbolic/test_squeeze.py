"""Limits by a certified bound near the point: never for a false limit, and the proof of the bound passes the replay."""

from __future__ import annotations

from typing import Any

import pytest
from small_claims import verdict_of
from sympy import Max, Piecewise, Rational, S, log, oo, pi, sqrt

from dplemma.base.limiter import clock_stops
from dplemma.decide import objects
from dplemma.decide.symbolic import squeeze
from dplemma.formulas import gaussian
from dplemma.kernel.check import Statements
from dplemma.kernel.points import check_refutation
from dplemma.lang import Interval, Limit, Mills, Phi, PhiInv, Region, Rel, asymptotic, exp, variables
from dplemma.ledger.verdict import Verdict

x, a = variables("x a")
JUMP = Piecewise((x, x < 1), (2, True))
CLOSED, POSITIVE, UNBOUNDED = Interval(0, 1), Interval.open(0, oo), Interval(0, oo)


def shown(value: Any) -> str:
    return value.text() if isinstance(value, Limit) else ""


def squeezed(statement: Limit, **region: Interval) -> Verdict | None:
    return squeeze.squeeze(statement, statement.value, Region(**region), "seed")


def replayed(statement: Limit, verdict: Verdict, **region: Interval) -> None:
    """The kernel accepts the bound."""
    read = objects.in_kernel(statement, Region(**region))
    assert read is not None and objects.accepted(*read, verdict.proof)


@pytest.mark.parametrize(
    ("statement", "region", "form"),
    [
        (Limit(x**2 / (a + x), x, 0, 0), {"a": CLOSED}, "|f| <= 2*x for 0 < x <= 1/8"),
        (Limit(exp(-a * x) / x, x, oo, 0), {"a": CLOSED}, "|f| <= 2/x for x >= 8"),
        (Limit(log(1 + a * x) / x, x, 0, a), {"a": Interval(-1, 1)}, "|f - a| <= 2*x for 0 < x <= 1/8"),
        (Limit(Max(0, x - a), x, 0, 0), {"a": POSITIVE}, "|f| <= 2*x"),
        (Limit(Max(a, 1 / x), x, 0, oo), {"a": Interval(-1, 1)}, "f >= 1/(2*x)"),
        (Limit(Max(a, x), x, oo, oo), {"a": CLOSED}, "f >= x/2"),
        (Limit(JUMP, x, 1, 1, "-"), {}, "|f - 1| <= 2*t with x = 1 - t, 0 < t <= 1/8"),
        (Limit(gaussian.delta.definition(a, x), x, 0, 0), {"a": UNBOUNDED}, "|f| <= x for 0 < x <= 1/8"),
    ],
    ids=shown,
)  # fmt: skip
def test_certified_where_sympy_does_not_settle_it(statement: Limit, region: dict[str, Any], form: str) -> None:
    verdict = squeezed(statement, **region)
    assert verdict is not None and (verdict.verdict, verdict.engine) == ("certified", "limit")
    assert form in verdict.form
    replayed(statement, verdict, **region)


@pytest.mark.parametrize(
    ("statement", "region"),
    [
        (Limit(log(1 + x) / x, x, 0, 1), {}),
        (Limit((exp(x) - 1) / x, x, 0, 1, "-"), {}),
        (Limit(x * log(x), x, 0, 0), {}),
        (Limit(log(x), x, 0, -oo), {}),
        (Limit(1 / x, x, 0, -oo, "-"), {}),
        (Limit(Phi(x), x, -oo, 0), {}),
        (Limit(x, x, pi, pi), {}),
        (Limit(x * exp(-a * x), x, oo, 0), {"a": POSITIVE}),
        (Limit(Phi(a + x) - Phi(a), x, 0, 0), {"a": Interval(-oo, oo)}),
        (asymptotic(gaussian.delta.definition(0, x), x / sqrt(2 * pi), x, 0), {}),
    ],
    ids=shown,
)  # fmt: skip
def test_squeezed_without_sympy(statement: Limit, region: dict[str, Any]) -> None:
    verdict = squeezed(statement, **region)
    assert verdict is not None and verdict.verdict == "certified"
    replayed(statement, verdict, **region)


def test_a_limit_through_the_mills_ratio_is_proved() -> None:
    assert verdict_of(asymptotic(Mills(x), 1 / x, x, oo)).verdict == "proved"


@pytest.mark.parametrize(
    ("statement", "region"),
    [
        (Limit(log(1 + x) / x, x, 0, Rational(99, 100)), {}),
        (Limit(x**2 / (a + x), x, 0, Rational(1, 100)), {"a": CLOSED}),
        (Limit(x**2 / (a + x), x, 0, Rational(-1, 10**6)), {"a": CLOSED}),
        (Limit(log(1 + a * x) / x, x, 0, a * Rational(101, 100)), {"a": POSITIVE}),
        (Limit(Max(a, 1 / x), x, 0, -oo), {"a": CLOSED}),
        (Limit(1 / x, x, 0, oo, "-"), {}),
        (Limit(Max(a, exp(-x)), x, oo, oo), {"a": CLOSED}),
        (Limit(JUMP, x, 1, 2, "-"), {}),
        (Limit(JUMP, x, 1, 1, "+"), {}),
        (Limit(JUMP, x, 1, Rational(3, 2), "-"), {}),
        (Limit(exp(-a * x), x, oo, 0), {"a": CLOSED}),
        (Limit(exp(-a * x), x, oo, 0), {"a": Interval(-1, 1)}),
        (Limit(x**a, x, 0, 0), {"a": CLOSED}),
        (Limit(x / (x + a), x, 0, 0), {"a": UNBOUNDED}),
        (Limit(gaussian.delta.definition(a, x), x, oo, Rational(99, 100)), {"a": UNBOUNDED}),
    ],
    ids=shown,
)  # fmt: skip
def test_a_false_limit_is_never_certified(statement: Limit, region: dict[str, Any]) -> None:
    assert squeezed(statement, **region) is None
    assert verdict_of(statement, **region).verdict not in ("proved", "certified")


@pytest.mark.parametrize(
    ("statement", "region", "note"),
    [
        (Limit(JUMP, x, 1, 2, "-"), {}, "1 - t <= 7/4 with x = 1 - t"),
        (Limit(exp(-a * x), x, oo, 0), {"a": CLOSED}, "1 >= 1/2"),
        (Limit(Max(a, 1 / x), x, 0, -oo), {"a": CLOSED}, "so the limit is not -oo"),
        (Limit(Max(a, exp(-x)), x, oo, oo), {"a": CLOSED}, "for x >= 8, so the limit is not oo"),
        (Limit(Max(a, x), x, 0, -1), {"a": CLOSED}, "so the limit is not -1"),
    ],
    ids=shown,
)  # fmt: skip
def test_refuted_by_a_bound_that_keeps_away(statement: Limit, region: dict[str, Any], note: str) -> None:
    verdict = squeeze.exclude(statement, Region(**region), "seed")
    assert verdict is not None and verdict.counterexample is not None
    assert verdict.counterexample.kind == "limit"
    assert note in verdict.counterexample.note
    read = objects.in_kernel(statement, Region(**region))
    assert read is not None
    check_refutation(*read, verdict.proof, Statements().statement)


@pytest.mark.parametrize(
    ("statement", "region"),
    [
        (Limit(x ** Rational(1, 50), x, 0, 0), {}),
        (Limit(1 / log(x), x, oo, 0), {}),
        (Limit(Phi(x), x, oo, 1), {}),
        (Limit(log(log(x)), x, oo, oo), {}),
        (Limit(a * x, x, 0, 0), {"a": POSITIVE}),
    ],
    ids=shown,
)  # fmt: skip
def test_a_true_limit_is_not_excluded(statement: Limit, region: dict[str, Any]) -> None:
    assert squeeze.exclude(statement, Region(**region), "seed") is None


def test_a_limit_of_what_has_no_value_for_one_parameter_is_refuted_there() -> None:
    verdict = verdict_of(Limit(x**2 / (a - Rational(1, 7)), x, 0, 0), a=CLOSED)
    assert verdict.verdict == "refuted"
    assert verdict.counterexample is not None
    assert verdict.counterexample.point["a"] == "1/7"


def test_out_of_time_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(squeeze, "SECONDS", -1.0)
    with clock_stops() as stops:
        assert squeezed(asymptotic(-PhiInv(1 / (1 + exp(x))), sqrt(2 * x), x, oo)) is None
    assert stops == ["the search for a tail bound, -1 s"]


def test_side_conditions_restrict_the_parameters() -> None:
    below = Rel(a, "<", 2)
    squeezable = Limit(Max(0, a * x), x, 0, 0)
    verdict = squeeze.squeeze(squeezable, S.Zero, Region(a=POSITIVE, such_that=below), "seed")
    assert verdict is not None and verdict.verdict == "certified"
    assert Rational(verdict.witness["a"]) < 2


@pytest.mark.parametrize("body", [Piecewise((x, x + sqrt(a) > 0), (1, True)), Max(x, log(x - 2))], ids=str)
def test_what_is_not_real_is_no_error(body: Any) -> None:
    """SymPy compares the root of a negative number with nothing, and raises."""
    assert verdict_of(Limit(body, x, 0, 0), a=Interval(-2, -1)).verdict in ("refuted", "undecided")
