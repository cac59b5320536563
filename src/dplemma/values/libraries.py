"""The accountant for other libraries: one that Opacus can use, and compositions from the events of dp_accounting.

Main definitions: `CertifiedAccountant`, `register_with_opacus`, `composition_of_event`.

    from dplemma.values.libraries import CertifiedAccountant, composition_of_event, register_with_opacus
    register_with_opacus()
    engine = opacus.PrivacyEngine(accountant="dplemma")  # and get_noise_multiplier(..., accountant="dplemma")
    engine.get_epsilon(delta=1e-5)                       # the upper end, rounded up to a double

Only `register_with_opacus` imports a library; `CertifiedAccountant` has the methods of its IAccountant without it, and an event
is known by the name of its class and by its fields. A double is the binary fraction that it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from flint import fmpq

from dplemma.account.accountant import WIDTH, Accountant
from dplemma.account.mechanisms import (
    Composition,
    DiscreteGaussian,
    DominatingPair,
    Gaussian,
    Laplace,
    RandomizedResponse,
    SubsampledGaussian,
    SubsampledLaplace,
)
from dplemma.values.exact import BadInput, exact_number
from dplemma.values.rounding import double_above, double_below

Steps = list[tuple[DominatingPair, int]]


class CertifiedAccountant:
    """What Opacus asks of an accountant: a history of (noise multiplier, sample rate, steps), and eps at delta from it."""

    def __init__(self) -> None:
        self.history: list[tuple[float, float, int]] = []

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One more step; equal steps in a row are counted together."""
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def composition(self) -> Composition:
        if not self.history:
            raise BadInput("no step has been taken: there is nothing to account for")
        return Composition(tuple((_sampled_gaussian(sigma, q), count) for sigma, q, count in self.history))

    def get_epsilon(self, delta: float, *, width: float = WIDTH) -> float:
        """The least eps at delta, from above."""
        return double_above(Accountant(self.composition(), width).epsilon(exact_number(delta, "delta")).upper)

    def get_epsilon_interval(self, delta: float, *, width: float = WIDTH) -> tuple[float, float]:
        """Doubles that enclose the least eps at delta."""
        found = Accountant(self.composition(), width).epsilon(exact_number(delta, "delta"))
        return double_below(found.lower), double_above(found.upper)

    def __len__(self) -> int:
        return sum(count for _, _, count in self.history)

    @classmethod
    def mechanism(cls) -> str:
        return "dplemma"

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """The hook that Opacus calls after each step of its optimizer."""

        def hook(optimizer: Any) -> None:
            self.step(noise_multiplier=optimizer.noise_multiplier, sample_rate=sample_rate * optimizer.accumulated_iterations)

        return hook

    def state_dict(self, destination: Any = None) -> dict[str, Any]:
        state: dict[str, Any] = {} if destination is None else destination
        state.update(history=list(self.history), mechanism=self.mechanism())
        return state

    def load_state_dict(self, state: dict[str, Any]) -> None:
        if state.get("mechanism") != self.mechanism() or "history" not in state:
            raise BadInput(f"this is not the state of a dplemma accountant but of {state.get('mechanism')!r}")
        self.history = [(sigma, q, count) for sigma, q, count in state["history"]]


def register_with_opacus() -> None:
    """Make Opacus know the accountant as "dplemma"; a second time changes nothing."""
    try:
        opacus = import_module("opacus.accountants")
    except ImportError:
        raise BadInput("Opacus is not installed. Install it with: pip install 'dplemma[opacus]'") from None
    opacus.IAccountant.register(CertifiedAccountant)
    try:
        opacus.create_accountant(CertifiedAccountant.mechanism())
    except ValueError:
        opacus.register_accountant(CertifiedAccountant.mechanism(), CertifiedAccountant)


def _sampled_gaussian(noise_multiplier: Any, rate: Any) -> DominatingPair:
    sigma, q = exact_number(noise_multiplier, "noise_multiplier"), exact_number(rate, "sample_rate")
    if not (sigma > 0 and 0 < q <= 1):
        raise BadInput(f"noise_multiplier must be > 0 and sample_rate in (0, 1], got {noise_multiplier} and {rate}")
    return SubsampledGaussian(sigma, q)


def composition_of_event(event: Any) -> Composition:
    """The composition that a DpEvent of dp_accounting stands for, add-remove adjacency."""
    steps = _steps_of(event, 1)
    if not steps:
        raise BadInput("the event does nothing: there is nothing to account for")
    return Composition(tuple(steps))


def _steps_of(event: Any, times: int) -> Steps:
    kind = type(event).__name__
    if kind == "NoOpDpEvent":
        return []
    if kind == "SelfComposedDpEvent":
        return _steps_of(event.event, times * int(event.count))
    if kind == "ComposedDpEvent":
        return [step for part in event.events for step in _steps_of(part, times)]
    if kind == "PoissonSampledDpEvent":
        return [(_sampled(event), times)]
    if kind in _PLAIN:
        return [(_PLAIN[kind](event), times)]
    raise BadInput(f"{kind} has no certified account: {_REASONS.get(kind, 'no dominating pair is at hand')}")


def _positive_field(value: Any, name: str) -> fmpq:
    number = exact_number(value, name)
    if not number > 0:
        raise BadInput(f"{name} must be > 0, got {value}")
    return number


_PLAIN: dict[str, Callable[[Any], DominatingPair]] = {
    "GaussianDpEvent": lambda event: Gaussian(1 / _positive_field(event.noise_multiplier, "noise_multiplier")),
    "LaplaceDpEvent": lambda event: Laplace(1 / _positive_field(event.noise_multiplier, "noise_multiplier")),
    "RandomizedResponseDpEvent": lambda event: _response(event),
    "DiscreteLaplaceDpEvent": lambda event: _discrete_laplace(event),
    "DiscreteGaussianDpEvent": lambda event: DiscreteGaussian(_positive_field(event.sigma, "sigma")),
}
_REASONS = {
    "SampledWithoutReplacementDpEvent": "fixed-size sampling has a worst pair that changes under composition",
    "SampledWithReplacementDpEvent": "sampling with replacement has a worst pair that changes under composition",
    "ZCDpEvent": "many mechanisms have this rho, and no pair dominates them all",
    "TruncatedSubsampledGaussianDpEvent": "the truncated batch ties the records to one another",
    "RepeatAndSelectDpEvent": "the number of repetitions depends on chance that is not accounted for here",
    "NonPrivateDpEvent": "it is not private",
    "UnsupportedDpEvent": "dp_accounting itself says so",
}


def _discrete_laplace(event: Any) -> DominatingPair:
    """P(x) ~ e^(-a |x|) on the integers, sensitivity 1: the pair of randomised response with eps0 = a."""
    if int(event.sensitivity) != 1:
        raise BadInput(f"DiscreteLaplaceDpEvent has a certified account for sensitivity 1 only, got {event.sensitivity}")
    return RandomizedResponse(eps0=_positive_field(event.noise_parameter, "noise_parameter"))


def _response(event: Any) -> DominatingPair:
    """A bit that is replaced by a fair coin with probability p: the likelihood ratio is (1 - p/2)/(p/2)."""
    lie, buckets = _positive_field(event.noise_parameter, "noise_parameter"), int(event.num_buckets)
    if buckets != 2:
        raise BadInput("RandomizedResponseDpEvent has a certified account for two buckets only")
    return RandomizedResponse(ratio=(2 - lie) / lie)


def _sampled(event: Any) -> DominatingPair:
    inner = _flat(event.event)
    rate = _positive_field(event.sampling_probability, "sampling_probability")
    if rate > 1:
        raise BadInput(f"sampling_probability must be at most 1, got {event.sampling_probability}")
    if len(inner) == 1 and isinstance(inner[0], Gaussian):
        return SubsampledGaussian(1 / inner[0].mu, rate)
    if len(inner) == 1 and isinstance(inner[0], Laplace):
        return SubsampledLaplace(inner[0].eps0, rate)
    raise BadInput("a sample has a certified account only if one Gaussian or one Laplace mechanism runs on it")


def _flat(event: Any) -> Sequence[DominatingPair]:
    return [mechanism for mechanism, count in _steps_of(event, 1) for _ in range(min(count, 2))]
