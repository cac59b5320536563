"""The guilty operation is named, its lost bits are right, and well-behaved code is acquitted."""

from __future__ import annotations

import math

import pytest
import user_formulas as user
from mpmath import erfc, exp, log, mp, mpf, sqrt, workprec

from dplemma.doubles.bound import bits_bound
from dplemma.doubles.diagnose import LIMIT_BITS, diagnose
from dplemma.doubles.trace import trace
from dplemma.values.comparison import WORST_BITS

OUTER = "phi_of(a) - math.exp(eps) * phi_of(-mu / 2 - eps / mu)"


def lost_in_the_outer_subtraction(eps: float, mu: float) -> float:
    """log2 of the largest operand over the result, by mpmath at a thousand bits."""
    with workprec(1000):
        e, m = mpf(eps), mpf(mu)
        first, second = (erfc(-x / sqrt(2)) / 2 for x in (m / 2 - e / m, -m / 2 - e / m))
        return float(log(max(first, exp(e) * second) / (first - exp(e) * second), 2))


@pytest.mark.parametrize(("eps", "mu"), [(1.0, 1.0), (10.0, 0.5), (50.0, 0.1), (1e-3, 1e-6)])
def test_the_outer_subtraction_of_the_profile_is_named(eps: float, mu: float) -> None:
    found = diagnose(user.profile, {"eps": eps, "mu": mu}, "gaussian.delta")
    assert found.guilty is found.cancellation is not None
    assert found.guilty.source == OUTER
    assert found.guilty.lost_bits == pytest.approx(lost_in_the_outer_subtraction(eps, mu), abs=0.01)
    assert found.is_the_quantity


@pytest.mark.parametrize("eps", [710.0, 720.0, 5000.0])
def test_overflow_of_the_exponential_is_found(eps: float) -> None:
    found = diagnose(user.profile, {"eps": eps, "mu": 30.0}, "gaussian.delta")
    assert found.guilty is found.range_error is not None
    assert (found.guilty.source, found.guilty.event) == ("math.exp(eps)", "overflow")
    assert (found.trace.raised, found.error_bits) == ("OverflowError", WORST_BITS)


def test_no_overflow_before_710() -> None:
    assert diagnose(user.profile, {"eps": 709.0, "mu": 30.0}, "gaussian.delta").range_error is None


CONVICTED = [
    (user.complement, {"p": 1e-10}, "1 - (1 - p)"),
    (user.log_of_sum, {"x": 1e-9}, "math.log(1 + x)"),
    (user.quadratic_root, {"b": 1e8, "c": 1.0}, "b - sqrt(b * b - c)"),
    (user.rump, {"a": 77617.0, "b": 33096.0}, "333.75 * b**6 + a**2 * (11 * a**2 * b**2 - b**6 - 121 * b**4 - 2) + 5.5 * b**8"),
    (user.profile, {"eps": 10.0, "mu": 0.5}, OUTER),
]
ACQUITTED = [
    (user.log_of_sum_well, {"x": 1e-9}), (user.quadratic_root_well, {"b": 1e8, "c": 1.0}),
    (user.hypotenuse, {"x": 3.1, "y": 4.7}),
    (user.kl, {"mu": 1e-9}), (user.profile, {"eps": 0.1, "mu": 3.0}),
]  # fmt: skip


@pytest.mark.parametrize(("function", "inputs", "source"), CONVICTED)
def test_classics_are_convicted(function, inputs, source: str) -> None:
    found = diagnose(function, inputs)
    assert found.convicted and found.trace.predicted_bits > LIMIT_BITS
    assert found.guilty is not None and found.guilty.source == source


@pytest.mark.parametrize(("function", "inputs"), ACQUITTED)
def test_good_code_is_acquitted(function, inputs) -> None:
    found = diagnose(function, inputs)
    assert not found.convicted and found.error_bits < 3
    assert found.trace.predicted_bits < LIMIT_BITS


def test_a_wrong_formula_is_told_from_a_badly_rounded_one() -> None:
    def wrong(eps, mu):
        return user.phi_of(mu / 2 - eps / mu) - math.exp(eps) * user.phi_of(mu / 2 - eps / mu)

    found = diagnose(wrong, {"eps": 1.0, "mu": 1.0}, "gaussian.delta")
    assert found.is_the_quantity is False
    assert (found.direction, found.unsafe) == ("below", True)


def test_digits_that_change_were_never_there() -> None:
    ladder = dict(diagnose(user.complement, {"p": 1e-10}).ladder)
    assert ladder[53] != ladder[106]
    assert ladder[212] == ladder[424]


@pytest.mark.parametrize(
    ("function", "ranges", "at_most"),
    [
        (user.kl, {"mu": (1e-3, 10.0)}, 3), (user.log_of_sum_well, {"x": (1e-12, 1.0)}, 3),
        (user.quadratic_root_well, {"b": (2.0, 1e6), "c": (1e-3, 1.0)}, 4),
        (user.profile, {"eps": (0.1, 1.0), "mu": (1.0, 2.0)}, 7),
    ],
)  # fmt: skip
def test_a_bound_over_a_region_holds_at_its_points(function, ranges, at_most: float) -> None:
    bound = bits_bound(function, ranges, good=at_most)
    assert bound.bits <= at_most
    low = tuple(low for low, _ in ranges.values())
    middle = tuple(math.sqrt(low * high) for low, high in ranges.values())
    high = tuple(high for _, high in ranges.values())
    assert all(trace(function, point).error_bits <= bound.bits for point in (low, middle, high))


def test_there_is_no_bound_where_the_digits_are_lost() -> None:
    assert bits_bound(user.log_of_sum, {"x": (1e-12, 1.0)}, good=LIMIT_BITS).bits > 30
    assert bits_bound(user.complement, {"p": (1e-12, 0.5)}, good=LIMIT_BITS).bits > 30
    assert bits_bound(user.profile, {"eps": (1.0, 800.0), "mu": (1.0, 30.0)}, good=LIMIT_BITS, boxes=60).bits == math.inf
    assert mp.prec == 53
