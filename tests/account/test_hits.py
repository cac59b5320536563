"""The event that tells whether a record was drawn bounds the profile from below, and sharply where there is little noise."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from dplemma.account.accountant import Accountant
from dplemma.account.hits import delta_of_hits
from dplemma.account.mechanisms import Composition, SubsampledGaussian
from dplemma.arb.precision import working_precision


@pytest.mark.parametrize("sigma", [fmpq(1, 20), fmpq(1, 5), fmpq(1, 2), fmpq(1)])
@pytest.mark.parametrize("eps", [fmpq(0), fmpq(2)])
def test_it_is_below_the_closed_form_of_one_step(sigma: fmpq, eps: fmpq) -> None:
    q = fmpq(1, 10)
    exact = Accountant(Composition(((SubsampledGaussian(sigma, q), 1),))).delta(eps)
    with working_precision(128):
        bound = delta_of_hits(sigma, q, 1, eps)
    assert 0 <= bound <= exact.lower
    if sigma == fmpq(1, 20):
        assert bound > arb("0.0999")


def test_without_noise_it_is_the_chance_of_being_drawn() -> None:
    with working_precision(256):
        bound = delta_of_hits(fmpq(1, 1000), fmpq(1, 100), 50, fmpq(2))
        drawn = 1 - arb(fmpq(99, 100)) ** 50
        assert drawn * (1 - arb(2) ** -100) < bound <= drawn
