"""Printed algorithms run on exact inputs: refuted by a trace, confirmed at most, undecided when nothing was judged."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq
from small_claims import verdict_of
from sympy import sqrt

from dplemma.lang import Algorithm, All, Implies, Interval, Rel, exp, variables

x, y, n = variables("x y n")


def algorithm(run: Any, promise: Any, outputs: tuple[str, ...] = ("y",)) -> Algorithm:
    return Algorithm("y <- f(x)", run, outputs, promise)


def test_confirmed_at_most() -> None:
    verdict = verdict_of(algorithm(lambda x: {"y": x * x}, Rel(y, ">=", 0)), x=Interval(-1, 1))
    assert (verdict.verdict, verdict.engine) == ("confirmed", "execute")
    assert verdict.points is not None and verdict.points >= 10
    assert verdict.witness


def test_refuted_by_a_trace() -> None:
    verdict = verdict_of(algorithm(lambda x: {"y": x * x}, Rel(y, ">=", x)), x=Interval(0, 2))
    found = verdict.counterexample
    assert found is not None and found.trace is not None
    assert found.kind == "trace"
    at = Fraction(found.point["x"])
    assert at * at < at
    assert found.trace == (f"x = {at}", f"y = {at * at}")


def test_outputs_may_be_balls() -> None:
    def run(x: Fraction) -> dict[str, Any]:
        return {"y": arb(fmpq(x.numerator, x.denominator)).exp()}

    assert verdict_of(algorithm(run, Rel(y, "=", exp(x))), x=Interval(0, 1)).verdict in ("confirmed", "undecided")
    assert verdict_of(algorithm(run, Rel(y, ">", x)), x=Interval(0, 1)).verdict == "confirmed"
    assert verdict_of(algorithm(run, Rel(y, "<", 2)), x=Interval(0, 1)).verdict == "refuted"


def test_inputs_are_exact_and_inside_the_region() -> None:
    seen: list[Fraction] = []

    def run(n: Fraction) -> dict[str, Any]:
        seen.append(n)
        return {"y": n}

    verdict_of(algorithm(run, Rel(y, ">", 0)), n=Interval.integers(1, 50), such_that=Rel(n, "!=", 2))
    assert len(seen) == len(set(seen)) > 5
    assert all(isinstance(value, Fraction) and value.denominator == 1 and 1 <= value <= 50 and value != 2 for value in seen)


def test_a_promise_that_is_never_put_to_the_test_is_not_confirmed() -> None:
    vacuous = Implies(Rel(y, "<", 0), Rel(y, ">", 5))
    assert verdict_of(algorithm(lambda x: {"y": x}, vacuous), x=Interval(1, 2)).verdict == "undecided"


def test_a_run_that_cannot_be_judged_is_undecided() -> None:
    hidden = Rel(y, "<", sqrt(3 + 2 * sqrt(2)) - sqrt(2))  # the right side is 1, which no ball can force
    verdict = verdict_of(algorithm(lambda x: {"y": Fraction(1)}, hidden), x=Interval(0, 1))
    assert verdict.verdict == "undecided"


def test_a_missing_output_is_an_error() -> None:
    with pytest.raises(ValueError, match="returned no z"):
        verdict_of(algorithm(lambda x: {"y": x}, All(Rel(y, "=", x), Rel(variables("z"), "=", x)), ("y", "z")), x=Interval(0, 1))


def test_without_inputs_it_runs_once() -> None:
    assert verdict_of(algorithm(lambda: {"y": Fraction(1, 2)}, Rel(y, "<", 1))).verdict == "confirmed"
    assert verdict_of(algorithm(lambda: {"y": Fraction(3, 2)}, Rel(y, "<", 1))).verdict == "refuted"
