"""Measures: the number is a certified bound that is nearly reached; draws are seeded and carry their band."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from flint import arb
from small_claims import verdict_of
from sympy import Abs, Expr, Min, Rational, exp, sqrt

from dplemma.base.errors import BadClaim
from dplemma.compile.evaluate import enclose
from dplemma.decide.measures import _distance, _is_beyond
from dplemma.lang import All, Interval, Measure, Phi, Rel, Simulation, variables

x = variables("x")
UNIT_INTERVAL = Interval(0, 1)


@pytest.mark.parametrize(
    ("measure", "number"),
    [
        (Measure(x * (1 - x), of="a parabola"), "within 0.25"),
        (Measure(x * (1 - x), of="a parabola", percent=True), "within 25 %"),
        (Measure(exp(x), of="growth", how="at most", digits=3), "at most 2.72"),
        (Measure(exp(x), of="growth", how="at least"), "at least 1"),
        (Measure(Abs(exp(x) - 1 - x) / exp(x), of="the relative error", percent=True), "within 27 %"),
        (Measure(exp(x), relative_to=1 + x, of="how far e^x is above 1 + x", percent=True), "within 36 %"),
        (Measure(1 + x, relative_to=exp(x), of="how far 1 + x is below e^x", percent=True), "within 27 %"),
        (Measure(exp(x), relative_to=1 + x, of="how far e^x is above 1 + x", how="at least"), "at least 0"),
        (Measure(exp(x), of="growth", at=({"x": "1/2"}, {"x": "1/4"})), "within 1.7"),
        (Measure(x - Rational(3, 4), of="how far it is from 3/4"), "within 0.75"),
        (Measure(x - 5, of="a negative number", how="at most"), "at most -4"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.text(),
)
def test_the_number_is_a_certified_bound(measure: Measure, number: str) -> None:
    verdict = verdict_of(measure, x=UNIT_INTERVAL)
    assert (verdict.verdict, verdict.measured) == ("measured", number)
    assert "the bound is" in verdict.form and "reached" in verdict.remark
    assert verdict.holds is None


def test_a_bound_that_no_engine_certifies_is_said_to_be_sampled() -> None:
    verdict = verdict_of(Measure(1 / (x * (1 - x)), of="no bound at all"), x=Interval.open(0, 1))
    assert verdict.measured.endswith("points")
    assert "no bound for the whole region was certified" in verdict.remark


def test_a_base_that_is_negative_somewhere_certifies_nothing() -> None:
    """Min(b, 5 b) is b for b > 0 and 5 b for b < 0: at most b everywhere, but five times b where that is negative."""
    base = x - Rational(1, 10**4)
    verdict = verdict_of(Measure(Min(base, 5 * base), relative_to=base, of="the excess", how="at most"), x=UNIT_INTERVAL)
    assert "no bound for the whole region was certified" in verdict.remark


def test_a_sampled_bound_is_beyond_what_was_seen() -> None:
    """The nearest decimal of twelve digits, 0.5, is below the value."""
    measure = Measure(1 / (x * (1 - x)), of="no bound", at=({"x": "1/2"},), how="at most")
    assert _is_beyond(Decimal("0.51"), arb(1) / 2 + arb(2) ** -60, upward=True)
    assert not _is_beyond(Decimal("0.50"), arb(1) / 2 + arb(2) ** -60, upward=True)
    assert not _is_beyond(Decimal("0.50"), arb(1) / 2 - arb(2) ** -60, upward=False)
    assert "at these points" in verdict_of(measure, x=Interval.open(0, 1)).form


def test_what_is_measured_beside_a_false_part_is_not_measured() -> None:
    measure = Measure(x, of="a number")
    assert verdict_of(All(measure, Rel(x, "<=", 2)), x=UNIT_INTERVAL).verdict == "measured"
    assert verdict_of(All(measure, Rel(x, ">=", 2)), x=UNIT_INTERVAL).verdict == "undecided"  # no proof object can say both


def test_a_point_that_leaves_a_variable_out_is_refused() -> None:
    with pytest.raises(BadClaim, match="no value for x"):
        verdict_of(Measure(x, of="a number", at=({"y": 1},)), x=UNIT_INTERVAL)


def uniform(rng: Random) -> float:
    return rng.random()


def test_draws_from_the_distribution_are_inside_the_band() -> None:
    verdict = verdict_of(Simulation(uniform, x, x, of="a uniform", samples=400))
    assert verdict.verdict == "measured"
    assert "inside the band of 8.2 % at 99 %" in verdict.measured  # sqrt(log(200)/800) = 0.0814
    assert verdict == verdict_of(Simulation(uniform, x, x, of="a uniform", samples=400)).with_(seconds=verdict.seconds)


def test_draws_from_another_distribution_are_outside() -> None:
    verdict = verdict_of(Simulation(uniform, Phi(sqrt(2) * x), x, of="no normal", samples=200))
    assert verdict.measured.startswith("within 5") and "outside the band" in verdict.measured


@pytest.mark.parametrize("cdf", [x, x**2, sqrt(x), Phi(sqrt(2) * x)], ids=str)
def test_draws_that_are_not_looked_at_are_no_further(cdf: Expr) -> None:
    rng = Random(11)
    draws = sorted(Fraction(uniform(rng)) for _ in range(150))
    statement = Simulation(uniform, cdf, x, of="a uniform", samples=len(draws))
    heights = [enclose(cdf, {"x": value}, 12) for value in draws]
    steps = [(here, Fraction(step, len(draws))) for place, here in enumerate(heights) for step in (place, place + 1)]
    furthest = max(abs(here - arb(step.numerator) / step.denominator) for here, step in steps)
    found = _distance(statement, draws)
    assert abs(found - furthest) < 1e-10 and found < 1


def test_what_falls_is_no_distribution_function() -> None:
    with pytest.raises(BadClaim, match="does not fall"):
        verdict_of(Simulation(uniform, 1 - x, x, of="a uniform", samples=50))
