"""What can be measured: what a measure and a simulation say of themselves, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dplemma.base.errors import BadClaim
from dplemma.lang import Measure, Phi, Simulation, variables

x, y = variables("x y")


def uniform(rng: Random) -> float:
    return rng.random()


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Measure(x, of=""), "says in words"),
        (lambda: Measure(x, of="the error", how="about"), "within, at most, at least"),
        (lambda: Measure(x, of="the error", digits=0), "1 to 12 digits"),
        (lambda: Measure(x, of="the error", at=({"x": 0.5},)), "is a float"),
        (lambda: Simulation(uniform, x + y, x, of="a uniform"), "depends on it, and on nothing else"),
        (lambda: Simulation(uniform, x, x, of=""), "says in words"),
        (lambda: Simulation(uniform, x, x, of="a uniform", samples=0), "1 to 1000000 samples"),
        (lambda: Simulation(uniform, x, x, of="a uniform", confidence=Fraction(1)), "between 0 and 1"),
    ],
)
def test_what_cannot_be_measured_is_refused(build: Callable[[], Any], said: str) -> None:
    with pytest.raises(BadClaim, match=said):
        build()


def test_they_say_what_is_measured() -> None:
    assert Measure(Phi(x), of="the error").text() == "the greatest Phi(x) is measured (the error)"
    assert Measure(Phi(x), of="the error", how="at least").text() == "the least Phi(x) is measured (the error)"
    assert Simulation(uniform, Phi(x), x, of="a normal", samples=7).text() == "7 draws of a normal against Phi(x)"


def test_the_region_gives_the_variables_of_a_measure_but_not_that_of_a_distribution() -> None:
    assert Measure(x * y, of="the error").free_names() == {"x", "y"}
    assert Simulation(uniform, Phi(x), x, of="a normal").free_names() == frozenset()


def test_the_hash_knows_points_digits_and_draws() -> None:
    measures = [
        Measure(x, of="e"),
        Measure(x, of="e", digits=3),
        Measure(x, of="e", at=({"x": "1/2"},)),
        Measure(x, of="e", percent=True),
    ]
    draws = [Simulation(uniform, x, x, of="u", samples=n) for n in (10, 20)]
    assert len({statement.canonical() for statement in (*measures, *draws)}) == 6
