"""A training run as people describe it, and what usually goes wrong in its accounting.

Main definitions: `TrainingRun`, `training_run`, `model_card`.

DP-SGD with Poisson sampling: every record is in a batch with probability q, independently; the sum of the clipped gradients
gets noise of standard deviation noise multiplier times clipping norm. T steps compose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dplemma.account.mechanisms import Composition, SubsampledGaussian
from dplemma.base.errors import clipped
from dplemma.values.accounting import EVERY, Answer
from dplemma.values.exact import BadInput, exact_number, plain_text, short_text, shortened

ADD_REMOVE = "add-remove"
_MOST_STEPS = 10**9


@dataclass(frozen=True, kw_only=True)
class TrainingRun:
    """Noise multiplier, rate and steps, and how they were got."""

    sigma: fmpq
    q: fmpq
    steps: int
    how: str = ""
    dataset_size: fmpq | None = None

    def composition(self) -> Composition:
        return Composition(((SubsampledGaussian(self.sigma, self.q), self.steps),), adjacency=ADD_REMOVE)

    def inputs(self) -> dict[str, str]:
        return {"noise_multiplier": plain_text(self.sigma), "sample_rate": plain_text(self.q), "steps": str(self.steps)}


def checked_adjacency(text: str) -> str:
    """The adjacency of a sampled run; replace-one is refused, with the reason."""
    plain = text.lower().replace("_", "-").replace("/", "-")
    if plain in (ADD_REMOVE, "add-or-remove-one"):
        return ADD_REMOVE
    if plain in ("replace", "replace-one", "substitute"):
        raise BadInput(
            "replace-one adjacency of a subsampled step has no dominating pair that is known to survive composition; "
            "account for add-remove, and for replace-one by removing one record and adding another"
        )
    raise BadInput(f"adjacency {clipped(text)!r} is none of add-remove, replace-one")


def checked_sampling(text: str) -> str:
    """Poisson sampling; others are refused, with the reason."""
    plain = text.lower()
    if plain == "poisson":
        return "Poisson"
    if plain in ("fixed", "fixed-size", "without-replacement", "uniform"):
        raise BadInput(
            "fixed-size sampling without replacement is not the Poisson sampling that the proof is about, and its worst pair "
            "changes under composition: no certified answer. If the sampler can be changed, sample each record independently"
        )
    if plain in ("shuffle", "shuffled", "shuffling"):
        raise BadInput(
            "shuffled batches are not Poisson batches and may leak more (Chua et al. 2024 give lower bounds): no certified answer"
        )
    raise BadInput(f"sampling {clipped(text)!r} is none of poisson, fixed-size, shuffle")


def training_run(given: Mapping[str, Any], *, left_out: str = "") -> TrainingRun:
    """A run from its noise multiplier with rate and steps, or with sizes and epochs; `left_out` is to be solved for."""
    sigma = _positive(given, "noise_multiplier") if left_out != "noise_multiplier" else fmpq(1)
    rate, steps, how = _rate_and_steps(given, left_out)
    if not 0 < rate <= 1:
        raise BadInput(f"sample_rate must be in (0, 1], got {short_text(rate)}. Try 0.01")
    size = _whole_number(given, "dataset_size") if given.get("dataset_size") is not None else None
    _accumulation(given)  # without a batch size it changes nothing, and is refused where it is no number of batches
    return TrainingRun(sigma=sigma, q=rate, steps=steps, how=how, dataset_size=size)


def _rate_and_steps(given: Mapping[str, Any], left_out: str) -> tuple[fmpq, int, str]:
    """Each as it is given, or from sizes or epochs, and how; what is left out is any number."""
    rate, how = _rate(given, left_out)
    if given.get("epochs") is None:
        return rate, _whole_steps(given) if left_out != "steps" else 1, how
    if given.get("steps") is not None:
        raise BadInput("give steps, or epochs, not both")
    if left_out == "sample_rate":
        raise BadInput("epochs are no number of steps while the sample rate is solved for. Try --steps 1000")
    steps = _bounded_steps(fmpq((_positive(given, "epochs") / rate).ceil()))
    counted = f"steps = epochs {'* dataset/batch' if how else '/ sample rate'}, rounded up = {steps}"
    return rate, steps, f"{how}; {counted}" if how else counted


def _rate(given: Mapping[str, Any], left_out: str) -> tuple[fmpq, str]:
    """The sampling rate, and how it follows from sizes. A dataset's size may stand beside a rate: a warning needs it."""
    named = [name for name in ("dataset_size", "batch_size") if given.get(name) is not None]
    if "batch_size" in named and (given.get("sample_rate") is not None or left_out == "sample_rate"):
        raise BadInput("give sample_rate, or dataset_size with batch_size, not both")
    if left_out == "sample_rate":
        return fmpq(1, 2), ""
    if given.get("sample_rate") is None and (named or given.get("epochs") is not None):
        return _rate_from_sizes(given, named)
    return _positive(given, "sample_rate"), ""


def _rate_from_sizes(given: Mapping[str, Any], named: list[str]) -> tuple[fmpq, str]:
    if len(named) < 2:
        only = " and ".join([*named, *(["epochs"] if given.get("epochs") is not None else [])])
        raise BadInput(f"a sampling rate is needed: give dataset_size with batch_size, or sample_rate; got only {only}")
    size, batch = _whole_number(given, "dataset_size"), _positive(given, "batch_size") * _accumulation(given)
    rate = batch / size
    if rate > 1:
        raise BadInput(f"a batch has at most all records of the dataset, got {short_text(batch)} of {short_text(size)}")
    return rate, f"sample rate = batch/dataset = {short_text(batch)}/{short_text(size)}"


def _accumulation(given: Mapping[str, Any]) -> fmpq:
    """Micro-batches that are added up before one noisy step: they make one batch, counted once."""
    return _whole_number(given, "accumulation") if given.get("accumulation") is not None else fmpq(1)


def _whole_steps(given: Mapping[str, Any]) -> int:
    return _bounded_steps(_whole_number(given, "steps"))


def _bounded_steps(steps: fmpq) -> int:
    if steps > _MOST_STEPS:
        raise BadInput(f"steps must be at most {_MOST_STEPS}, got {short_text(steps)}")
    return int(steps.p)


def _whole_number(given: Mapping[str, Any], name: str) -> fmpq:
    number = _positive(given, name)
    if number.q != 1:
        raise BadInput(f"{name} must be a whole number, got {short_text(number)}. Try {_TRY[name]}")
    return number


def _positive(given: Mapping[str, Any], name: str) -> fmpq:
    value = given.get(name)
    if value is None:
        raise BadInput(f"{name} is missing. Try --{name.replace('_', '-')} {_TRY.get(name, '1')}")
    number = exact_number(value, name)
    if not number > 0:
        raise BadInput(f"{name} must be > 0, got {short_text(number)}. Try {_TRY.get(name, '1')}")
    return number


_TRY = {"sample_rate": "0.01", "steps": "1000", "dataset_size": "60000", "batch_size": "256", "epochs": "15", "accumulation": "4"}


def warnings_for(run: TrainingRun, delta: fmpq | None, given: Mapping[str, Any]) -> list[str]:
    """What usually goes wrong, as far as these numbers show it."""
    found = ["this holds for Poisson sampling: a loader with batches of a fixed size, shuffled or weighted, is not covered"]
    if given.get("accumulation") is not None:
        found.append(
            "micro-batches that are accumulated make one batch: noise is added once to their sum and steps count batches"
        )
    if given.get("batch_size") is not None:
        found.append("the noisy sum must be divided by the expected batch size, not by the size of the batch that was drawn")
    if delta is not None and run.dataset_size is not None and delta * run.dataset_size >= 1:
        found.append(f"delta = {short_text(delta)} is not below 1/{short_text(run.dataset_size)}: publishing a record would pass")
    return found


def counted_steps(steps: int) -> str:
    return "1 step" if steps == 1 else f"{steps} steps"


def model_card(run: TrainingRun, answer: Answer) -> str:
    """A paragraph with the fields that people register."""
    eps = shortened(answer.eps) if isinstance(answer.eps, str) else answer.eps["upper"]
    delta = shortened(answer.delta) if isinstance(answer.delta, str) else answer.delta["upper"]
    only = " only" if answer.mu and answer.mu["head"] != EVERY else ""
    mu = f"; {answer.mu['upper']}-GDP for {answer.reach}{only}" if answer.mu else ""
    return (
        f"Trained with DP-SGD: unit of privacy one record, add-remove adjacency, Poisson sampling with rate {short_text(run.q)}, "
        f"noise multiplier {short_text(run.sigma)}, {counted_steps(run.steps)}. ({eps}, {delta})-DP{mu}. Accountant: dplemma "
        f"({answer.found.method}, proved from both sides). Not covered: tuning of hyperparameters on the same data."
    )
