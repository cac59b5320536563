"""The accountant against exact cases, and its ways against one another."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

import dplemma
from dplemma.account.accountant import Accountant, Enclosure, NoEpsilon, composed_delta_of, composed_epsilon_of
from dplemma.account.by_contour import PlainLines
from dplemma.account.by_lattice import LatticeMeasures
from dplemma.account.mechanisms import (
    Approximate,
    Composition,
    DiscreteGaussian,
    DominatingPair,
    Gaussian,
    Laplace,
    Points,
    RandomizedResponse,
    SubsampledGaussian,
    SubsampledLaplace,
)
from dplemma.account.profiles import ChernoffBound, ContourIntegral
from dplemma.account.rates import convex_minimum, true_positive_rate
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

DELTA = fmpq(1, 10**5)
ROWS = [
    # noise, rate, steps, delta, and the pessimistic eps that dp-accounting 0.6.0 gives on a grid of 1e-4
    ("4", "1/100", 10000, "1e-5", "0.94700"),
    ("13/10", "256/60000", 3516, "1e-5", "0.86459"),
    ("11/10", "256/60000", 14063, "1e-5", "2.38178"),
    ("3/2", "1/25", 2250, "1e-5", "6.76879"),
    ("4/5", "1/8", 1000, "1e-6", "56.7260"),
    ("3", "1/5", 50, "1/48000", "1.96081"),
]


def run(sigma: str, q: str, steps: int) -> Composition:
    return Composition(((SubsampledGaussian(number(sigma), number(q)), steps),))


def number(text: str) -> fmpq:
    from dplemma.values.exact import exact_number

    return exact_number(text, "number")


def holds(found: Enclosure, truth: arb) -> bool:
    """The enclosure and the ball of the truth have a number in common; which one is narrower does not matter."""
    return not found.lower > truth and not found.upper < truth


@pytest.mark.parametrize(("sigma", "q", "steps", "delta", "pessimistic"), ROWS)
def test_known_runs(sigma: str, q: str, steps: int, delta: str, pessimistic: str) -> None:
    found = composed_epsilon_of(run(sigma, q, steps), number(delta))
    assert found.upper - found.lower <= found.upper * 1e-6
    assert found.lower <= arb(pessimistic) + arb("1e-5")
    assert found.upper > arb(pessimistic) * (1 - arb("2e-4"))
    assert found.direction == "remove"


def test_a_case_with_an_independent_interval() -> None:
    """sigma 1, q 0.01, 1000 steps: [1.828236013, 1.828236945] by a lattice of another program."""
    found = composed_epsilon_of(run("1", "0.01", 1000), DELTA, 1e-10)
    assert arb("1.828236013") < found.lower < found.upper < arb("1.828236945")
    assert found.upper - found.lower < 1e-9


@pytest.mark.parametrize("eps", ["0.05", "0.5", "2"])
def test_one_step_is_the_quantity(eps: str) -> None:
    truth = dplemma.value("subsampled.gaussian_delta", eps=eps, sigma="1", q="0.01").ball
    with working_precision(120):
        assert holds(composed_delta_of(run("1", "0.01", 1), number(eps)), truth)


@pytest.mark.parametrize(("k", "eps0", "delta"), [(50, "0.2", "1e-6"), (7, "1", "1e-3"), (200, "0.1", "1e-9")])
def test_randomised_response_is_the_quantity(k: int, eps0: str, delta: str) -> None:
    truth = dplemma.value("pure.composed_epsilon", k=k, eps0=eps0, delta=delta).ball
    found = composed_epsilon_of(Composition(((RandomizedResponse(number(eps0)), k),)), number(delta), 1e-12)
    with working_precision(200):
        assert holds(found, truth)
        assert found.upper - found.lower < found.upper * 1e-11


def test_rate_one_is_the_gaussian() -> None:
    truth = dplemma.value("gaussian.epsilon", delta="1e-5", mu="1/2").ball
    found = composed_epsilon_of(run("20", "1", 100), DELTA)
    assert holds(found, truth)
    assert found.method == "closed form"


@pytest.mark.parametrize(("sigma", "q", "steps"), [("1", "0.1", 5), ("2", "0.5", 3), ("1", "1/20", 20)])
def test_contour_and_lattice_overlap(sigma: str, q: str, steps: int) -> None:
    composition = run(sigma, q, steps)
    with working_precision(232):
        for add in (False, True):
            parts = composition.losses(add)
            assert parts is not None
            low, high = ContourIntegral(parts, PlainLines(parts)).epsilon(arb(DELTA), 1e-6)
            below, above = LatticeMeasures(composition, add).epsilon(arb(DELTA), 1e-2)
            assert low <= above and below <= high
            assert ChernoffBound(parts).epsilon(arb(DELTA), 1e-6)[1] >= low


def test_splitting_a_composition_changes_nothing() -> None:
    whole = composed_epsilon_of(run("1", "0.01", 1000), DELTA)
    half: tuple[DominatingPair, int] = (SubsampledGaussian(fmpq(1), fmpq(1, 100)), 500)
    assert composed_epsilon_of(Composition((half, half)), DELTA) == whole


def test_gaussians_of_both_kinds_compose() -> None:
    """Subsampled steps with one more Gaussian cost more than either, and less than the sum."""
    alone = composed_epsilon_of(run("1", "0.01", 1000), DELTA)
    both = composed_epsilon_of(Composition((*run("1", "0.01", 1000).steps, (Gaussian(fmpq(1, 2)), 1))), DELTA)
    gaussian = dplemma.value("gaussian.epsilon", delta="1e-5", mu="1/2").ball
    assert alone.upper < both.lower
    assert both.upper < alone.lower + gaussian


def test_laplace_beside_gaussians_is_between_nothing_and_pure() -> None:
    alone = composed_epsilon_of(run("1", "0.01", 1000), DELTA)
    both = composed_epsilon_of(Composition((*run("1", "0.01", 1000).steps, (Laplace(fmpq(1, 10)), 1))), DELTA)
    assert alone.upper < both.lower
    assert both.upper < alone.lower + arb("0.1")


@pytest.mark.parametrize("count", [1, 2, 50])
def test_delta_just_that_of_the_infinite_losses_has_the_largest_eps(count: int) -> None:
    """Of n steps of (eps, delta)-DP as such: n eps at 1 - (1 - delta)^n, and nothing at less."""
    composition = Composition(((Approximate(fmpq(1, 10), DELTA), count),))
    least = 1 - (1 - DELTA) ** count
    assert holds(composed_epsilon_of(composition, least), arb(fmpq(count, 10)))
    with pytest.raises(NoEpsilon, match="infinite with probability"):
        composed_epsilon_of(composition, least - fmpq(1, 10**90))


def test_delta_that_cannot_be_told_from_the_infinite_losses_is_not_judged() -> None:
    composition = Composition(((Approximate(fmpq(1, 10), DELTA), 10**5),))
    with working_precision(4000):
        mass = composition.infinite()
        assert isinstance(mass, arb)
        near = mass.mid().fmpq()
    with pytest.raises(OutOfBudget, match="cannot be told"):
        composed_epsilon_of(composition, near)


def test_infinite_losses_are_a_floor_of_delta() -> None:
    composition = Composition(((Approximate(fmpq(1, 10), fmpq(1, 10**6)), 20),))
    with pytest.raises(NoEpsilon, match="infinite with probability"):
        composed_epsilon_of(composition, DELTA)
    found = composed_delta_of(composition, fmpq(2))
    assert holds(found, 1 - (1 - arb(fmpq(1, 10**6))) ** 20)


def test_delta_and_eps_are_inverse() -> None:
    accountant = Accountant(run("2", "0.05", 300), 1e-8)
    eps = accountant.epsilon(DELTA)
    with working_precision(120):
        assert accountant.delta(eps.lower).upper >= arb(DELTA)
        assert accountant.delta(eps.upper).lower <= arb(DELTA)


@pytest.mark.parametrize("fpr", ["0.001", "0.1", "0.5", "0.9"])
@pytest.mark.parametrize("mu", ["0.5", "2"])
def test_rates_of_a_gaussian(fpr: str, mu: str) -> None:
    truth = dplemma.value("gaussian.roc", fpr=fpr, mu=mu).ball
    found = true_positive_rate(Accountant(Composition(((Gaussian(number(mu)), 1),))), number(fpr))
    assert holds(found, truth)
    assert found.upper - found.lower < found.upper * 1e-4


@pytest.mark.parametrize("mu", ["10.54", "31.6", "100"])
def test_rates_next_to_one_are_bounded_from_below(mu: str) -> None:
    """The minimum is too flat for doubles, and still the rate is known to be next to 1."""
    truth = dplemma.value("gaussian.roc", fpr="0.001", mu=mu).ball
    found = true_positive_rate(Accountant(Composition(((Gaussian(number(mu)), 1),))), number("0.001"))
    assert holds(found, truth)
    assert found.lower > 0.99999


def test_the_least_value_of_a_parabola_from_four_points() -> None:
    points = [(arb(u), arb((u - 2) ** 2 + 1), arb((u - 2) ** 2 + 1)) for u in (0.5, 1.5, 2.25, 3.5)]
    lower, upper = convex_minimum(points)
    assert lower <= 1 <= upper
    assert lower > 0.4


def test_points_on_one_side_of_the_minimum_say_nothing_from_below() -> None:
    points = [(arb(u), arb(1) / u, arb(1) / u) for u in (1, 2, 3, 4)]
    assert convex_minimum(points)[0] == 0


def test_sampling_with_rate_one_is_none_and_nearly_one_is_nearly_none() -> None:
    """A rate that is 1 as a double is still a rate: its delta is that of the Laplace mechanism up to its distance from 1."""
    eps0, eps = fmpq(1), fmpq(1, 2)
    with working_precision(200):
        truth = 1 - arb(fmpq(-1, 4)).exp()
    assert holds(composed_delta_of(Composition(((SubsampledLaplace(eps0, fmpq(1)), 1),)), eps), truth)
    near = composed_delta_of(Composition(((SubsampledLaplace(eps0, 1 - fmpq(1, 10**20)), 1),)), eps, 1e-2)
    with working_precision(200):
        assert near.lower <= truth <= near.upper + arb("1e-19")
    gaussian = composed_delta_of(Composition(((SubsampledGaussian(fmpq(1), 1 - fmpq(1, 10**20)), 2),)), eps, 1e-2)
    plain = composed_delta_of(Composition(((Gaussian(fmpq(1)), 2),)), eps)
    assert gaussian.lower <= plain.upper and plain.lower <= gaussian.upper + arb("1e-18")


def test_points_at_their_least_delta_have_their_largest_eps() -> None:
    """Beyond the last point nothing is known but that delta stays: eps is the last one, and twice that for two."""
    points = Points(((fmpq(1), fmpq(1, 1000)), (fmpq(2), fmpq(1, 10**5))))
    once = composed_epsilon_of(Composition(((points, 1),)), fmpq(1, 10**5))
    assert once.lower == once.upper == 2
    twice = composed_epsilon_of(Composition(((points, 2),)), 1 - (1 - fmpq(1, 10**5)) ** 2)
    assert twice.lower == twice.upper == 4


def test_laplace_at_delta_zero_is_pure() -> None:
    found = composed_epsilon_of(Composition(((Laplace(fmpq(1, 4)), 3), (SubsampledLaplace(fmpq(1), fmpq(1, 2)), 1))), fmpq(0))
    with working_precision(100):
        assert holds(found, fmpq(3, 4) + ((1 + arb(1).exp()) / 2).log())
        assert found.upper - found.lower < 1e-20
    with pytest.raises(OutOfBudget, match="eps is infinite"):
        composed_epsilon_of(Composition(((DiscreteGaussian(fmpq(2)), 2),)), fmpq(0))


def test_delta_is_never_above_one() -> None:
    """e^eps0 = 10^18: the masses of a lattice, rounded up, exceed 1; the answer does not."""
    assert composed_delta_of(Composition(((Laplace(fmpq(42)), 2),)), fmpq(0), 1e-2).upper <= 1
