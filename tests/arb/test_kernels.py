"""Functions of balls that serve quantities: their values against mpmath by another route, and on wide balls."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module

import pytest
from flint import arb
from generic_points import POINTS
from independent import second_opinion
from meeting import agrees

from dplemma.arb.exact import ball_of
from dplemma.arb.precision import working_precision
from dplemma.formulas import quantities
from dplemma.lang.interval import exact

DIGITS, BITS = 18, 160
KERNELS = {name: form.kernel for name, quantity in quantities().items() for form in quantity.forms if form.kernel}
FURTHER = {
    "detector.laplace_exponent": ["0 1.7", "1.6 1.7"],
    "gaussian.epsilon": ["1e-30 0.7"],
    "gaussian.mu": ["3 1e-30", "0 0.3"],
    "gaussian.mu_for_fbeta": ["0.7 0.3"],
    "glrt.delta": ["1.9 3 1.3"],
    "glrt.mixed_delta": ["0.3 3 1.3 0"],
    "glrt.mixed_roc": ["0.3 3 1.3 0"],
    "glrt.roc": ["0 3 1.3", "1 3 1.3"],
    "pure.composed_delta": ["6 0.7 0.1", "1 0.7 0.1"],
    "pure.composed_epsilon": ["6 0.7 0.2"],
    "rectified.delta": ["0 1.3 1.7", "0.2 0.1 1.7"],
    "two_gaussians.chernoff": ["0.3 1.6 1.7 1.3", "1 1.3 1 1.6"],
    "zcdp.delta": ["0.3 0"],
}
CASES = [(name, point) for name in KERNELS for point in (*POINTS[name], *FURTHER.get(name, []))]


def kernel(name: str) -> Callable[..., arb]:
    module, _, function = KERNELS[name].rpartition(".")
    return getattr(import_module(f"dplemma.arb.{module}"), function)


def inputs(point: str) -> list[Fraction]:
    return [exact(text) for text in point.split()]


@pytest.mark.parametrize(("name", "point"), CASES)
def test_the_value_is_that_of_another_route(name: str, point: str) -> None:
    with working_precision(BITS):
        value = kernel(name)(*map(ball_of, inputs(point)))
    want, _ = second_opinion(name, *inputs(point), digits=DIGITS)
    assert value.is_exact() or value.rel_accuracy_bits() > BITS - 40
    assert agrees(value, want, DIGITS)


@pytest.mark.parametrize("name", KERNELS)
def test_a_wide_ball_holds_the_values_of_its_points(name: str) -> None:
    """Each parameter that is no integer widened by a thousandth; no value is right as well, a wrong one is not."""
    params, middle = quantities()[name].params, inputs(POINTS[name][0])
    whole = [name for name, interval in params.items() if interval.integer]
    shares = {p: Fraction(0) if p in whole else Fraction(1, 1000) for p in params}
    with working_precision(BITS):
        wide = [arb(ball_of(x), ball_of(x * share).upper()) for x, share in zip(middle, shares.values(), strict=True)]
        found = kernel(name)(*wide)
        for sign in (-1, 0, 1):
            inside = [ball_of(x * (1 + sign * share)) for x, share in zip(middle, shares.values(), strict=True)]
            at = kernel(name)(*inside)
            assert at.is_finite()
            assert not found.is_finite() or found.overlaps(at)


SQUARED = {("gaussian.mu_for_fbeta", "beta"), ("renyi.epsilon_best", "mu"), ("renyi.order_best", "mu")}


@pytest.mark.parametrize("name", KERNELS)
def test_outside_its_domain_it_has_no_value(name: str) -> None:
    """Just beyond each end that is a number, unless the function knows only the square of a parameter."""
    params, middle = quantities()[name].params, inputs(POINTS[name][0])
    for place, (parameter, interval) in enumerate(params.items()):
        if (name, parameter) in SQUARED:
            continue
        beyond = [] if interval.lo is None else [Fraction(interval.lo) - Fraction(1, 100)]
        beyond += [] if interval.hi is None else [Fraction(interval.hi) + Fraction(1, 100)]
        for value in beyond:
            at = [*middle[:place], value, *middle[place + 1 :]]
            with working_precision(BITS):
                assert not kernel(name)(*map(ball_of, at)).is_finite(), (parameter, value)
