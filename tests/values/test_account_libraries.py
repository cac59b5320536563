"""The accountant as Opacus calls it, and events of dp_accounting, without either library."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest
from flint import fmpq

from dplemma.account.mechanisms import Gaussian, Laplace, RandomizedResponse, SubsampledGaussian, SubsampledLaplace
from dplemma.values.exact import BadInput
from dplemma.values.libraries import CertifiedAccountant, composition_of_event


@dataclass
class Optimizer:
    noise_multiplier: float
    accumulated_iterations: int = 1


def event(kind: str, **fields: Any) -> Any:
    """An event with the class name and the fields that dp_accounting gives it."""
    return make_dataclass(kind, fields)(**fields)


def test_a_history_has_the_eps_of_its_steps() -> None:
    accountant = CertifiedAccountant()
    hook = accountant.get_optimizer_hook_fn(0.0078125)
    for _ in range(300):
        hook(Optimizer(1.0))
    assert (len(accountant), len(accountant.history)) == (300, 1)
    low, high = accountant.get_epsilon_interval(1e-5)
    assert 0 < low < high < low * (1 + 2e-6)
    assert accountant.get_epsilon(1e-5) == high


def test_accumulated_iterations_make_a_larger_batch() -> None:
    accountant = CertifiedAccountant()
    accountant.get_optimizer_hook_fn(0.25)(Optimizer(2.0, accumulated_iterations=2))
    assert accountant.history == [(2.0, 0.5, 1)]


def test_a_state_is_restored_and_a_foreign_one_refused() -> None:
    first, second = CertifiedAccountant(), CertifiedAccountant()
    first.step(noise_multiplier=1.0, sample_rate=0.5)
    second.load_state_dict(first.state_dict())
    assert second.history == first.history
    with pytest.raises(BadInput, match="'rdp'"):
        second.load_state_dict({"mechanism": "rdp", "history": []})


def test_no_history_has_no_eps() -> None:
    with pytest.raises(BadInput, match="no step"):
        CertifiedAccountant().get_epsilon(1e-5)


def test_events_become_mechanisms() -> None:
    gaussian = event("GaussianDpEvent", noise_multiplier=2.0)
    laplace = event("LaplaceDpEvent", noise_multiplier=4.0)
    sampled = event("PoissonSampledDpEvent", sampling_probability=0.125, event=gaussian)
    small = event("PoissonSampledDpEvent", sampling_probability=0.5, event=laplace)
    response = event("RandomizedResponseDpEvent", noise_parameter=0.5, num_buckets=2)
    nothing = event("NoOpDpEvent")
    whole = event(
        "ComposedDpEvent", events=[event("SelfComposedDpEvent", event=sampled, count=10), gaussian, small, response, nothing]
    )
    assert composition_of_event(event("SelfComposedDpEvent", event=whole, count=2)).steps == (
        (SubsampledGaussian(fmpq(2), fmpq(1, 8)), 20),
        (Gaussian(fmpq(1, 2)), 2),
        (SubsampledLaplace(fmpq(1, 4), fmpq(1, 2)), 2),
        (RandomizedResponse(ratio=fmpq(3)), 2),
    )
    assert composition_of_event(laplace).steps == ((Laplace(fmpq(1, 4)), 1),)


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        ("SampledWithoutReplacementDpEvent", {}, "fixed-size"),
        ("NonPrivateDpEvent", {}, "not private"),
        ("SomethingElse", {}, "no dominating pair"),
        ("NoOpDpEvent", {}, "nothing to account"),
        ("GaussianDpEvent", {"noise_multiplier": 0.0}, "must be > 0"),
    ],
)
def test_events_without_an_account_say_why(kind: str, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        composition_of_event(event(kind, **fields))


def test_a_sample_with_several_mechanisms_is_refused() -> None:
    gaussian = event("GaussianDpEvent", noise_multiplier=2.0)
    twice = event("PoissonSampledDpEvent", sampling_probability=0.1, event=event("SelfComposedDpEvent", event=gaussian, count=2))
    with pytest.raises(BadInput, match="only if one"):
        composition_of_event(twice)
