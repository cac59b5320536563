"""What a composition costs, as people ask for it: eps or delta, the head mu, true positive rates, in decimals rounded outwards.

Main definitions: `Question`, `Answer`, `account_for`.

mu is reported on a head 0 <= eps <= eps_h only, with eps_h printed: without a head a sampled composition is no better than the
unsampled one. Two kinds need no head (`EVERY`): Gaussian mechanisms alone are exactly sqrt(sum mu_i^2)-GDP, which gives their
rates in closed form, and where the head reaches the sum of the largest losses, the profile is 0 beyond.

For every rate q > 0 the density of T steps under P is at least q^T times that of T unsampled steps, so
    delta(eps) >= q^T D(eps + T log(1/q)),    D(x) = gaussian.delta(x, sqrt(T)/sigma),
and -log of the right side is eps^2 sigma^2/(2T) (1 + o(1)) as eps grows, while mu-GDP allows eps^2/(2 mu^2) (1 + o(1)):
hence mu >= sqrt(T)/sigma. Claims: folklore/sampled-event, folklore/rate-of-sampled-profile, folklore/mu-is-unamplified.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from flint import arb, fmpq

from dplemma.account.accountant import WIDTH, Accountant, Enclosure
from dplemma.account.doubles import within_doubles
from dplemma.account.mechanisms import Composition, Gaussian
from dplemma.account.rates import true_positive_rate
from dplemma.arb.ends import smaller
from dplemma.arb.normal import norm_cdf, norm_ppf
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.values import gdpt
from dplemma.values.exact import plain_text
from dplemma.values.rounding import decimal_of, exact_ends

FPRS = (fmpq(1, 1000), fmpq(1, 100), fmpq(1, 10))
_MU_DIGITS, _MU_STEPS, _MU_WIDTH, _MU_SHOWN, _MU_BITS = 4, 600, 1e-5, 6, 128
_RATE_DIGITS = 8
EVERY = "inf"
"""The head of a mu that holds for every eps."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A composition, and delta (then eps is asked for) or eps (then delta is)."""

    composition: Composition
    inputs: dict[str, Any]
    delta: fmpq | None = None
    eps: fmpq | None = None
    width: float = WIDTH
    fprs: tuple[fmpq, ...] = FPRS
    sampling: str = "Poisson"


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A certified answer, ready to print."""

    question: Question
    found: Enclosure
    mu: dict[str, str] | None
    tpr: list[dict[str, str]]
    seconds: float
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def digits(self) -> int:
        return max(6, math.ceil(-math.log10(self.question.width)) + 3)

    @property
    def ends(self) -> dict[str, str]:
        return outward(self.found.lower, self.found.upper, self.digits)

    @property
    def eps(self) -> dict[str, str] | str:
        return self.ends if self.question.eps is None else plain_text(self.question.eps)

    @property
    def delta(self) -> dict[str, str] | str:
        return self.ends if self.question.delta is None else plain_text(self.question.delta)

    @property
    def no_mu(self) -> str:
        """Why there is no mu, in words."""
        eps = self.question.eps if self.question.eps is not None else self.found.upper
        return (
            "it is out of reach within the budget"
            if eps > 0
            else "a head up to eps = 0 is none. Try a smaller delta, or a larger eps"
        )

    @property
    def reach(self) -> str:
        """The eps for which mu holds, in words."""
        assert self.mu is not None
        return "every eps" if self.mu["head"] == EVERY else f"eps up to {self.mu['head']}"

    @property
    def statement(self) -> str:
        ends, adjacency = self.ends, self.question.composition.adjacency
        if self.question.eps is None:
            least = f"eps at delta = {self.delta} is at least {ends['lower']} and at most {ends['upper']}"
        else:
            least = f"delta at eps = {self.eps} is at least {ends['lower']} and at most {ends['upper']}"
        return f"The least {least}: proved from both sides ({adjacency} adjacency, {self.question.sampling} sampling)."

    def to_json(self) -> dict[str, Any]:
        return {
            "inputs": self.question.inputs, "adjacency": self.question.composition.adjacency, "sampling": self.question.sampling,
            "delta": self.delta, "eps": self.eps, "direction": self.found.direction, "mu": self.mu, "tpr": self.tpr,
            "method": self.found.method, "seconds": round(self.seconds, 3), "statement": self.statement, **self.notes,
        }  # fmt: skip


def account_for(question: Question, notes: dict[str, Any] | None = None, *, say: Callable[[str], None] | None = None) -> Answer:
    """The answer to a question, with mu on the head up to its eps and the rates of the best attack; `say` is told before a
    method starts that takes seconds."""
    start = monotonic()
    accountant = Accountant(question.composition, question.width, say=say)
    if question.delta is not None:
        found = accountant.epsilon(question.delta)
        head = rounded_up(found.upper)
    else:
        assert question.eps is not None
        found, head = accountant.delta(question.eps), question.eps
    return Answer(
        question=question, found=found, mu=head_mu(accountant, head), tpr=[_rate(accountant, fpr) for fpr in question.fprs],
        seconds=monotonic() - start, notes=notes or {},
    )  # fmt: skip


def rounded_up(eps: arb) -> fmpq:
    """An end of a head: a short decimal at or above eps."""
    from dplemma.values.exact import exact_number

    return exact_number(decimal_of(eps, 4, "up") or "0", "eps")


def head_mu(accountant: Accountant, head: fmpq) -> dict[str, str] | None:
    """The least mu that bounds the profile for 0 <= eps <= head, two-sided; None where that is out of reach."""
    exact = _mu_of_gaussians(accountant.composition)
    if exact is not None:
        return {**outward(*exact_ends(exact), _MU_SHOWN), "head": EVERY}
    if not head > 0:
        return None

    def profile(eps: arb) -> arb:
        found = accountant.delta(eps, _MU_WIDTH)
        return found.lower.union(found.upper)

    try:
        with within_doubles():
            found = gdpt.mu_sup(profile, until=head, digits=_MU_DIGITS, max_steps=_MU_STEPS)
    except OutOfBudget:
        return None
    end = accountant.end()
    is_whole = found.complete or (end is not None and arb(head) >= end)
    return {**outward(*exact_ends(found.ball), _MU_SHOWN), "head": EVERY if is_whole else plain_text(head)}


def _mu_of_gaussians(composition: Composition) -> arb | None:
    """sqrt(sum mu_i^2) of Gaussian mechanisms alone, whose composition is the Gaussian mechanism with this mu; else None."""
    square = fmpq(0)
    for mechanism, count in composition.steps:
        if not isinstance(mechanism, Gaussian):
            return None
        square += count * mechanism.mu * mechanism.mu
    with working_precision(_MU_BITS):
        return arb(square).sqrt()


def _rate(accountant: Accountant, fpr: fmpq) -> dict[str, str]:
    exact = _mu_of_gaussians(accountant.composition)
    try:
        if exact is not None:
            with working_precision(_MU_BITS):
                lower, upper = exact_ends(norm_cdf(exact + norm_ppf(arb(fpr))))
        else:
            with within_doubles():
                found = true_positive_rate(accountant, fpr)
            lower, upper = found.lower, found.upper
    except OutOfBudget:
        lower, upper = arb(fpr).lower(), arb(1)
    upper = smaller(upper, arb(1))
    return {"fpr": plain_text(fpr), **outward(lower, upper, _RATE_DIGITS)}


def outward(lower: arb, upper: arb, digits: int) -> dict[str, str]:
    """Decimals around an interval: the lower end rounded down, the upper one up."""
    return {"lower": _directed(lower, digits, "down"), "upper": _directed(upper, digits, "up")}


def _directed(end: arb, digits: int, mode: str) -> str:
    if not end > 0:
        return "0"
    text = decimal_of(end, digits, mode)
    if text is None:
        raise OutOfBudget("an end of the answer could not be written as a decimal")
    return text
