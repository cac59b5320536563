"""The mechanisms that can be composed, by exact parameters.

Main definitions: `DominatingPair` and its kinds, `Composition`.

Every mechanism stands for a dominating pair (P, Q) of its neighbouring outputs, and `add` for the pair (Q, P). A pair may put
mass on outputs that Q cannot give: the loss is then infinite, and that mass is `infinite`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from flint import arb, fmpq

from dplemma.account.atoms import AtomLoss, LaplaceLoss
from dplemma.account.curves import Curve, GaussianCurve, LaplaceCurve, SampledCurve
from dplemma.account.doubles import counted
from dplemma.account.losses import GaussianLoss, Loss
from dplemma.account.subsampled import SubsampledGaussianLoss

NONE, ONE = fmpq(0), fmpq(1)
Multiples = list[tuple[fmpq, arb]]
Vertex = tuple[arb, arb, fmpq]
_MOST_EXACT_BITS = 100_000


@dataclass(frozen=True)
class DominatingPair:
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

    def curve(self, add: bool) -> Curve | None:
        """The profile of the finite part, for the lattice; None if it consists of atoms."""
        return None

    def atoms(self) -> tuple[Multiples, arb]:
        """Finite losses, as multiples of the unit, with their P-masses, and a bound of the P-mass that is left out."""
        return [], arb(0)

    def unit(self, add: bool) -> fmpq | arb | None:
        """A loss of whose multiples one should be on the lattice."""
        return None

    def offset(self, add: bool) -> arb:
        """A loss around which others crowd: the lattice of one step contains it."""
        return arb(0)


@dataclass(frozen=True)
class Gaussian(DominatingPair):
    """N(mu, 1) against N(0, 1), mu = sensitivity/sigma."""

    mu: fmpq

    def loss(self, add: bool) -> Loss:
        return GaussianLoss(arb(self.mu))

    def curve(self, add: bool) -> Curve:
        return GaussianCurve(arb(self.mu))


@dataclass(frozen=True)
class SubsampledGaussian(DominatingPair):
    """(1-q) N(0, sigma^2) + q N(1, sigma^2) against N(0, sigma^2), 0 < q < 1."""

    sigma: fmpq | arb
    q: fmpq | arb

    @property
    def symmetric(self) -> bool:
        return False

    def loss(self, add: bool) -> Loss:
        return SubsampledGaussianLoss(arb(self.sigma), arb(self.q), add)

    def curve(self, add: bool) -> Curve:
        return SampledCurve(GaussianCurve(1 / arb(self.sigma)), arb(self.q), add)

    def offset(self, add: bool) -> arb:
        """The loss of an output that no hit explains, log(1 - q): with little noise nearly all losses are just above it."""
        least = (1 - arb(self.q)).log()
        return -least if add else least


@dataclass(frozen=True)
class Laplace(DominatingPair):
    """The Laplace mechanism, eps0 = sensitivity/scale."""

    eps0: fmpq

    def loss(self, add: bool) -> Loss:
        return LaplaceLoss(arb(self.eps0))

    def curve(self, add: bool) -> Curve:
        return LaplaceCurve(arb(self.eps0))

    def unit(self, add: bool) -> fmpq:
        return self.eps0


@dataclass(frozen=True)
class SubsampledLaplace(DominatingPair):
    """The Laplace mechanism on a Poisson sample of rate q."""

    eps0: fmpq
    q: fmpq

    @property
    def symmetric(self) -> bool:
        return False

    def curve(self, add: bool) -> Curve:
        return SampledCurve(LaplaceCurve(arb(self.eps0)), arb(self.q), add)

    def unit(self, add: bool) -> arb | None:
        return self.curve(add).ends()[1]


@dataclass(frozen=True)
class RandomizedResponse(DominatingPair):
    """Losses +-eps0 with the P-masses e^eps0 : 1; the worst eps0-DP mechanism, and the discrete Laplace of scale 1/eps0.

    `ratio` is e^eps0 where that is the exact number.
    """

    eps0: fmpq | None = None
    ratio: fmpq | None = None

    def loss(self, add: bool) -> AtomLoss:
        eps0 = self.level
        below = 1 / (1 + eps0.exp())
        return AtomLoss(((eps0, below), (-eps0, 1 - below)))

    def atoms(self) -> tuple[Multiples, arb]:
        eps0 = self.level
        below = 1 / (1 + eps0.exp())
        return [(ONE, 1 - below), (-ONE, below)], arb(0)

    def unit(self, add: bool) -> fmpq | arb:
        return self.level if self.eps0 is None else self.eps0

    @property
    def level(self) -> arb:
        return arb(self.ratio).log() if self.eps0 is None else arb(self.eps0)


@dataclass(frozen=True)
class Approximate(DominatingPair):
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

    def atoms(self) -> tuple[Multiples, arb]:
        kept, eps = 1 - arb(self.delta), arb(self.eps)
        below = kept / (1 + eps.exp())
        return ([(ONE, kept - below), (-ONE, below)] if self.eps > 0 else [(NONE, kept)]), arb(0)

    def unit(self, add: bool) -> fmpq:
        return self.eps if self.eps > 0 else ONE


@dataclass(frozen=True)
class DiscreteGaussian(DominatingPair):
    """Discrete Gaussian noise on the integers, P(x) ~ e^(-x^2/(2 sigma^2)), sensitivity 1.

    P centred at 1 against Q centred at 0: the loss at x is (2x - 1)/(2 sigma^2). What lies beyond the window on either side is
    at most its last term times a geometric series, for the sum Z and for the mass left out.
    """

    sigma: fmpq

    def atoms(self) -> tuple[Multiples, arb]:
        reach = counted(28 * float(arb(self.sigma))) // 2 + 16
        rate = 1 / (2 * arb(self.sigma) ** 2)
        terms = {x: (-rate * x * x).exp() for x in range(-reach, reach + 1)}
        rest = (2 * terms[reach] / (2 * rate * reach).expm1()).upper()
        total = sum(terms.values(), arb(0)) + arb(0).union(rest)
        left_out = (rest / total).upper()
        return [(fmpq(2 * x + 1), weight / total) for x, weight in terms.items()], left_out

    def unit(self, add: bool) -> fmpq:
        return 1 / (2 * self.sigma * self.sigma)


@dataclass(frozen=True)
class Points(DominatingPair):
    """Any mechanism of which only finitely many pairs (eps, delta) are known, each for both directions.

    The worst one has as profile the largest convex function through (0, 1) with these bounds, and with
    delta(-eps) <= 1 - e^-eps (1 - delta): the lower hull of all these points, constant after the last one.
    """

    pairs: tuple[tuple[fmpq, fmpq], ...]

    @property
    def infinite(self) -> fmpq:
        return min(delta for _, delta in self.pairs)

    def atoms(self) -> tuple[Multiples, arb]:
        hull = self._hull()
        slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(hull)] + [arb(0)]
        unit = self.unit(False)
        masses = [(eps / unit, u * (slopes[k + 1] - slopes[k]).max(arb(0))) for k, (u, _, eps) in enumerate(hull[1:])]
        return masses, arb(0)

    def _hull(self) -> list[Vertex]:
        """(u, delta, eps) from (0, 1) on; a point that is not certainly below the line past it is left out."""
        points: list[Vertex] = [(arb(0), arb(1), NONE)]
        for eps, delta in sorted(self._both_sides()):
            level = arb(eps)
            value = arb(delta) if eps >= 0 else 1 - level.exp() * (1 - arb(delta))
            while len(points) > 1 and not _turns_up(points[-2], points[-1], (level.exp(), value, eps)):
                points.pop()
            if not value >= points[-1][1]:
                points.append((level.exp(), value, eps))
        return points

    def _both_sides(self) -> set[tuple[fmpq, fmpq]]:
        return {(sign * eps, delta) for eps, delta in self.pairs for sign in (1, -1)}

    def unit(self, add: bool) -> fmpq:
        return common_unit([eps for eps, _ in self.pairs if eps > 0]) or ONE


@dataclass(frozen=True)
class Composition:
    """Mechanisms, each with how often it is taken; independent noise, chosen adaptively or not."""

    steps: tuple[tuple[DominatingPair, int], ...]
    adjacency: str = field(default="add-remove", kw_only=True)

    @property
    def symmetric(self) -> bool:
        return all(mechanism.symmetric for mechanism, _ in self.steps)

    @property
    def directions(self) -> tuple[str, ...]:
        return ("both",) if self.symmetric else ("remove", "add")

    def infinite(self) -> fmpq | arb:
        """1 - prod (1 - delta_i): the P-mass of infinite losses; exact if it is short, as delta may be just that."""
        kept: fmpq | arb = ONE
        for mechanism, count in self.steps:
            finite = 1 - mechanism.infinite
            exact = isinstance(kept, fmpq) and count * finite.q.bit_length() <= _MOST_EXACT_BITS
            kept = kept * finite**count if exact else arb(kept) * arb(finite) ** count
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
        counts: dict[DominatingPair, int] = {}
        for mechanism, count in self.steps:
            plain = _plain(mechanism)
            counts[plain] = counts.get(plain, 0) + count
        return replace(self, steps=tuple(counts.items()))


def common_unit(values: Sequence[fmpq]) -> fmpq | None:
    """The largest number of which all are multiples."""
    common: fmpq | None = None
    for value in values:
        common = value if common is None else fmpq((common.p * value.q).gcd(value.p * common.q), common.q * value.q)
    return common


def _turns_up(a: Vertex, b: Vertex, c: Vertex) -> bool:
    return bool((b[1] - a[1]) * (c[0] - b[0]) < (c[1] - b[1]) * (b[0] - a[0]))


def _plain(mechanism: DominatingPair) -> DominatingPair:
    if isinstance(mechanism, SubsampledGaussian) and isinstance(mechanism.sigma, fmpq) and mechanism.q == 1:
        return Gaussian(1 / mechanism.sigma)
    if isinstance(mechanism, SubsampledLaplace) and mechanism.q == 1:
        return Laplace(mechanism.eps0)
    return mechanism
