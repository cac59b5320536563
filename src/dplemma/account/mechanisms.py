"""The mechanisms that can be composed, by exact parameters.

Main definitions: `Mechanism` and its kinds, `Composition`.

Every mechanism stands for a dominating pair (P, Q) of its neighbouring outputs, and `add` for the pair (Q, P). A pair may put
mass on outputs that Q cannot give: the loss is then infinite, and that mass is `infinite`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from flint import arb, fmpq

from dplemma.account.atoms import AtomLoss
from dplemma.account.losses import GaussianLoss, Loss
from dplemma.account.subsampled import SubsampledGaussianLoss

NONE = fmpq(0)


@dataclass(frozen=True)
class Mechanism:
    """A dominating pair; `symmetric` if both directions have the same profile."""

    @property
    def symmetric(self) -> bool:
        return True

    @property
    def infinite(self) -> fmpq:
        return NONE

    def loss(self, add: bool) -> Loss | None:
        """The finite part of the loss; None if its moments are not at hand."""
        return None


@dataclass(frozen=True)
class Gaussian(Mechanism):
    """N(mu, 1) against N(0, 1), mu = sensitivity/sigma."""

    mu: fmpq

    def loss(self, add: bool) -> Loss:
        return GaussianLoss(arb(self.mu))


@dataclass(frozen=True)
class SubsampledGaussian(Mechanism):
    """(1-q) N(0, sigma^2) + q N(1, sigma^2) against N(0, sigma^2), 0 < q < 1."""

    sigma: fmpq | arb
    q: fmpq | arb

    @property
    def symmetric(self) -> bool:
        return False

    def loss(self, add: bool) -> Loss:
        return SubsampledGaussianLoss(arb(self.sigma), arb(self.q), add)


@dataclass(frozen=True)
class RandomizedResponse(Mechanism):
    """Losses +-eps0 with the P-masses e^eps0 : 1; the worst eps0-DP mechanism, and the discrete Laplace of scale 1/eps0.

    `ratio` is e^eps0 where that is the exact number.
    """

    eps0: fmpq | None = None
    ratio: fmpq | None = None

    def loss(self, add: bool) -> AtomLoss:
        eps0 = self.level
        below = 1 / (1 + eps0.exp())
        return AtomLoss(((eps0, below), (-eps0, 1 - below)))

    @property
    def level(self) -> arb:
        return arb(self.ratio).log() if self.eps0 is None else arb(self.eps0)


@dataclass(frozen=True)
class Approximate(Mechanism):
    """(eps, delta)-DP as such: an infinite loss with P-mass delta, else randomised response."""

    eps: fmpq
    delta: fmpq

    @property
    def infinite(self) -> fmpq:
        return self.delta

    def loss(self, add: bool) -> AtomLoss:
        kept, eps = 1 - arb(self.delta), arb(self.eps)
        below = kept / (1 + eps.exp())
        return AtomLoss(((eps, below), (-eps, kept - below)) if self.eps > 0 else ((arb(0), kept),))


@dataclass(frozen=True)
class Composition:
    """Mechanisms, each with how often it is taken; independent noise, chosen adaptively or not."""

    steps: tuple[tuple[Mechanism, int], ...]
    adjacency: str = field(default="add-remove", kw_only=True)

    @property
    def symmetric(self) -> bool:
        return all(mechanism.symmetric for mechanism, _ in self.steps)

    @property
    def directions(self) -> tuple[str, ...]:
        return ("both",) if self.symmetric else ("remove", "add")

    def infinite(self) -> arb:
        """1 - prod (1 - delta_i): the P-mass of infinite losses."""
        kept = arb(1)
        for mechanism, count in self.steps:
            kept *= (1 - arb(mechanism.infinite)) ** count
        return 1 - kept

    def losses(self, add: bool) -> Sequence[tuple[Loss, int]] | None:
        """The finite losses; None if one of them has no moments at hand."""
        found = []
        for mechanism, count in self.steps:
            loss = mechanism.loss(add)
            if loss is None:
                return None
            found.append((loss, count))
        return found

    def simplified(self) -> Composition:
        """Sampling with rate 1 is none; equal mechanisms are counted together, all Gaussians in one place."""
        counts: dict[Mechanism, int] = {}
        for mechanism, count in self.steps:
            plain = _plain(mechanism)
            counts[plain] = counts.get(plain, 0) + count
        return replace(self, steps=tuple(counts.items()))


def _plain(mechanism: Mechanism) -> Mechanism:
    if isinstance(mechanism, SubsampledGaussian) and isinstance(mechanism.q, fmpq) and mechanism.q == 1:
        return Gaussian(1 / fmpq(mechanism.sigma))
    return mechanism
