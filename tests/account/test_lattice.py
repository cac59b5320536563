"""Measures on a lattice: above and below the profile everywhere, before and after composition."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from flint import arb, fmpq

from dplemma.account.by_lattice import LatticeMeasures, composed_offset, one_step
from dplemma.account.curves import Curve
from dplemma.account.lattice import Lattice, LatticeMeasure, ProfileTable
from dplemma.account.mechanisms import (
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
from dplemma.arb.precision import working_precision

CURVED: list[DominatingPair] = [
    SubsampledGaussian(fmpq(1), fmpq(1, 10)),
    SubsampledGaussian(fmpq(1, 2), fmpq(1, 100)),
    Gaussian(fmpq(1)),
    Laplace(fmpq(3, 2)),
    SubsampledLaplace(fmpq(1), fmpq(1, 5)),
]


def profile(curve: Curve, y: arb) -> arb:
    tails = curve.tails(y)
    return tails.p - y.exp() * tails.q


@pytest.mark.parametrize("add", [False, True])
@pytest.mark.parametrize("mechanism", CURVED, ids=lambda mechanism: type(mechanism).__name__)
def test_one_step_is_between_its_measures(mechanism: DominatingPair, add: bool) -> None:
    ways = LatticeMeasures(Composition(((mechanism, 1),)), add)
    with working_precision(180):
        curve = mechanism.curve(add)
        assert curve is not None
        for lattice, _ in zip(ways._lattices(), range(2), strict=False):
            whole = replace(lattice, offset=composed_offset([(mechanism, 1)], add))
            below, above = (ProfileTable(measure, whole) for measure in one_step(mechanism, add, lattice))
            for i in range(-150, 400):
                y = arb(i) / 61
                truth = profile(curve, y)
                assert not below.delta(y) > truth
                assert not above.delta(y) < truth


@pytest.mark.parametrize("add", [False, True])
def test_losses_below_every_double_have_measures_too(add: bool) -> None:
    """All of them are at one point of the lattice: nothing is below, and above is the whole mass at a loss near 0."""
    test_one_step_is_between_its_measures(Gaussian(fmpq(1, 10**400)), add)


def response_delta(ratio: Fraction, count: int, level: float) -> Fraction:
    """delta at e^eps = level of `count` randomised responses with e^eps0 = ratio, exactly, by enumeration."""
    p = ratio / (1 + ratio)
    exact, total = Fraction(level), Fraction(0)
    for i in range(count + 1):
        weight = math.comb(count, i)
        total += weight * max(Fraction(0), p**i * (1 - p) ** (count - i) - exact * p ** (count - i) * (1 - p) ** i)
    return total


@pytest.mark.parametrize(("parts", "count"), list(product((7, 13, 29, 101), (1, 2, 5, 20))))
def test_kinks_off_the_lattice(parts: int, count: int) -> None:
    """Randomised response with e^eps0 = 2 on lattices that its losses miss: no violation on either side."""
    mechanism = RandomizedResponse(ratio=fmpq(2))
    lattice = Lattice(fmpq(1), parts, 100)
    with working_precision(160):
        below, above = one_step(mechanism, False, lattice)
        low = ProfileTable(below.power(count, 100, 1 << 20), lattice)
        high = ProfileTable(above.power(count, 100, 1 << 20), lattice)
        for level in (1.0, 1.25, 1.9, 2.0, 3.5, 17.0):
            truth = response_delta(Fraction(2), count, level)
            exact = arb(fmpq(truth.numerator, truth.denominator))
            assert not low.delta(arb(level).log()) > exact
            assert not high.delta(arb(level).log()) < exact


def test_kinks_on_the_lattice_are_exact() -> None:
    ways = LatticeMeasures(Composition(((RandomizedResponse(ratio=fmpq(2)), 20),)), False)
    truth = response_delta(Fraction(2), 20, 3.5)
    with working_precision(200):
        lower, upper = ways.delta(arb(3.5).log(), 1e-12)
        exact = arb(fmpq(truth.numerator, truth.denominator))
        assert lower <= exact <= upper
        assert upper - lower < exact * 1e-20


def test_a_discrete_gaussian_is_nearly_a_gaussian() -> None:
    from dplemma.arb import gaussian

    with working_precision(220):
        lower, upper = LatticeMeasures(Composition(((DiscreteGaussian(fmpq(20)), 16),)), False).epsilon(arb("1e-5"), 1e-6)
        smooth = gaussian.epsilon(arb("1e-5"), arb(4) / 20)
        assert upper - lower < 1e-6
        assert abs(lower - smooth) < 2e-3


def test_points_of_one_pair_are_the_pair() -> None:
    """One point (eps, delta) stands for (eps, delta)-DP as such: at that eps the profile is that delta."""
    mechanism = Points(((fmpq(1), fmpq(1, 1000)),))
    with working_precision(200):
        lower, upper = LatticeMeasures(Composition(((mechanism, 1),)), False).delta(arb("0.5"), 1e-9)
        truth = (1 - arb("0.001")) * (arb(1).exp() - arb("0.5").exp()) / (1 + arb(1).exp())
        assert lower <= truth <= upper
        assert upper - lower < 1e-12


def test_many_laplace_steps_have_the_known_eps() -> None:
    """50 steps of eps0 = 0.1 at delta = 1e-6: 3.1207095977 to 3.1207095994 on a finer lattice."""
    with working_precision(220):
        lower, upper = LatticeMeasures(Composition(((Laplace(fmpq(1, 10)), 50),)), False).epsilon(arb("1e-6"), 1e-5)
        assert lower < arb("3.1207095994")
        assert upper > arb("3.1207095977")
        assert upper - lower < 1e-4


def test_a_dear_lattice_is_announced_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    ways, said = LatticeMeasures(Composition(((SubsampledGaussian(fmpq(1), fmpq(1, 100)), 2),)), False), []
    ways.say = said.append

    def not_made(lattice: Lattice) -> tuple[LatticeMeasure, LatticeMeasure]:
        made.append(lattice)
        return measures

    made: list[Lattice] = []
    measures = ways._composed(next(ways._lattices()))
    monkeypatch.setattr(ways, "_composed", not_made)
    assert len(list(ways._tables())) == len(made)
    assert len(said) == 2
    assert all("points a step follows: about" in line for line in said)


@pytest.mark.bulk
@pytest.mark.parametrize("add", [False, True])
@pytest.mark.parametrize("mechanism", CURVED, ids=lambda mechanism: type(mechanism).__name__)
def test_ten_thousand_points_of_each_curve(mechanism: DominatingPair, add: bool) -> None:
    """As `test_one_step_is_between_its_measures`, which is the sample, on a dense set of losses."""
    ways = LatticeMeasures(Composition(((mechanism, 1),)), add)
    with working_precision(180):
        curve, lattice = mechanism.curve(add), next(ways._lattices())
        assert curve is not None
        whole = replace(lattice, offset=composed_offset([(mechanism, 1)], add))
        below, above = (ProfileTable(measure, whole) for measure in one_step(mechanism, add, lattice))
        for i in range(-3000, 7000):
            y = arb(i) / 1009
            truth = profile(curve, y)
            assert not below.delta(y) > truth
            assert not above.delta(y) < truth
