"""The accountant as Opacus calls it, and events of dp_accounting, without either library."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest
from flint import fmpq

from dplemma.account.accountant import Accountant
from dplemma.account.mechanisms import Gaussian, Laplace, RandomizedResponse, SubsampledGaussian, SubsampledLaplace
from dplemma.values.exact import BadInput
from dplemma.values.libraries import CertifiedAccountant, composition_of_event, register_with_opacus
from dplemma.values.rounding import double_above, double_below


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
    discrete = event("DiscreteLaplaceDpEvent", noise_parameter=0.5, sensitivity=1)
    assert composition_of_event(discrete).steps == ((RandomizedResponse(eps0=fmpq(1, 2)), 1),)


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        ("SampledWithoutReplacementDpEvent", {}, "fixed-size"),
        ("NonPrivateDpEvent", {}, "not private"),
        ("ZCDpEvent", {"rho": 0.5, "xi": 0.0}, "no pair dominates"),
        ("DiscreteLaplaceDpEvent", {"noise_parameter": 0.5, "sensitivity": 2}, "sensitivity 1 only"),
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


def test_without_opacus_there_is_a_line_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opacus.accountants", None)
    with pytest.raises(BadInput, match=r"dplemma\[opacus\]"):
        register_with_opacus()


# -- the libraries themselves, where they are installed ---------------------------------------------------------------------


def test_real_events_have_intervals_that_the_library_holds() -> None:
    """dp_accounting's own events, and its pessimistic and optimistic ends around ours."""
    events = pytest.importorskip("dp_accounting", reason="needs dp-accounting: make peers")
    pld = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution", reason="needs dp-accounting: make peers")
    step = events.PoissonSampledDpEvent(0.0625, events.GaussianDpEvent(1.0))
    run = events.SelfComposedDpEvent(step, 64)
    found = Accountant(composition_of_event(run)).epsilon(fmpq(1, 10**5))
    one_step = {"standard_deviation": 1.0, "sampling_prob": 0.0625, "use_connect_dots": False}
    ends = [
        pld.from_gaussian_mechanism(pessimistic_estimate=above, **one_step).self_compose(64).get_epsilon_for_delta(1e-5)
        for above in (False, True)
    ]
    assert ends[0] <= double_above(found.upper) and double_below(found.lower) <= ends[1]
    discrete = importlib.import_module("dp_accounting.dp_event").DiscreteLaplaceDpEvent(0.25, 1)
    mixed = events.ComposedDpEvent([run, events.LaplaceDpEvent(4.0), discrete, events.NoOpDpEvent()])
    assert len(composition_of_event(mixed).steps) == 3
    for refused in (events.NonPrivateDpEvent(), events.ZCDpEvent(0.5), events.SampledWithoutReplacementDpEvent(100, 10, step)):
        with pytest.raises(BadInput):
            composition_of_event(refused)


def test_opacus_knows_the_accountant_by_name() -> None:
    """Its registry, its search for a noise multiplier and its own upper bound on the same history."""
    pytest.importorskip("torch", reason="needs Opacus with torch: pip install 'dplemma[opacus]'")
    accountants = pytest.importorskip("opacus.accountants", reason="needs Opacus: pip install 'dplemma[opacus]'")
    utils = pytest.importorskip("opacus.accountants.utils", reason="needs Opacus: pip install 'dplemma[opacus]'")
    register_with_opacus()
    register_with_opacus()
    ours, theirs = accountants.create_accountant("dplemma"), accountants.create_accountant("rdp")
    assert isinstance(ours, accountants.IAccountant)
    for accountant in (ours, theirs):
        accountant.history = [(1.0, 0.0078125, 500)]
    assert ours.get_epsilon(1e-5) <= theirs.get_epsilon(1e-5)
    sigma = utils.get_noise_multiplier(
        target_epsilon=2.0, target_delta=1e-5, sample_rate=0.0078125, steps=500, accountant="dplemma"
    )
    ours.history = [(sigma, 0.0078125, 500)]
    assert 1.98 < ours.get_epsilon(1e-5) <= 2.0
