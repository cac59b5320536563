"""Losses with atoms: finitely many values (`AtomLoss`) or atoms and a density (`LaplaceLoss`), exact expansions (`all_atoms`).

The loss of a composition of atoms takes the values sum_j (i_j l_j + (n_j - i_j) l'_j); with two atoms a step the Q-masses
are binomial, and delta(y) = sum mass (e^l - e^y)_+ is a finite sum of nonnegative terms, each a ball.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from flint import acb, arb, fmpz

from dplemma.account.losses import Steering
from dplemma.base.errors import OutOfBudget

_MOST_TERMS = 400_000


@dataclass(frozen=True)
class NoDecay:
    """Atoms alone: |M(c + it)| <= M(c), and no better for all t."""

    def bound(self, t: arb) -> arb:
        return arb(1)

    def rough(self, t: float) -> float:
        return 1.0


@dataclass(frozen=True)
class AtomLoss:
    """Values of the loss with their Q-masses, whose sum may be below 1."""

    atoms: tuple[tuple[arb, arb], ...]

    @property
    def largest(self) -> arb:
        """The largest value, in balls: values that are the same double are told apart, and overlapping ones enclosed together."""
        return reduce(arb.max, (loss for loss, _ in self.atoms))

    @cached_property
    def _rough(self) -> list[tuple[float, float]]:
        return [(float(loss), math.log(float(mass))) for loss, mass in self.atoms]

    def steer(self, c: float) -> Steering:
        exponents = [(c * loss + log_mass, loss) for loss, log_mass in self._rough]
        top = max(exponent for exponent, _ in exponents)
        weights = [(math.exp(exponent - top), loss) for exponent, loss in exponents]
        total = sum(weight for weight, _ in weights)
        mean = sum(weight * loss for weight, loss in weights) / total
        return top + math.log(total), mean, max(sum(w * (loss - mean) ** 2 for w, loss in weights) / total, 1e-300)

    def log_moment(self, c: arb) -> arb:
        return sum((mass * (c * loss).exp() for loss, mass in self.atoms), arb(0)).log()

    def line(self, c: arb, step: arb, count: int) -> list[acb]:
        scale = (-self.log_moment(c)).exp()
        weights = [(loss, scale * mass * (c * loss).exp()) for loss, mass in self.atoms]
        return [sum((acb(weight) * acb(0, n * step * loss).exp() for loss, weight in weights), acb(0)) for n in range(count)]

    def nodes(self, c: float, reach: float) -> int:
        return len(self.atoms)

    def decay(self, c: arb, cells: int) -> NoDecay:
        return NoDecay()


@dataclass(frozen=True)
class LaplaceLoss:
    """Atoms at -eps0 (Q-mass 1/2) and eps0 (e^-eps0/2), and between them the Q-density e^(-(l + eps0)/2)/4.

    So M(z) = (e^(-z eps0) + e^((z-1) eps0))/2 + e^(-eps0/2) sinh((z - 1/2) eps0)/(2z - 1), where Re z > 1 keeps off z = 1/2.
    """

    eps0: arb

    @property
    def largest(self) -> arb:
        return self.eps0

    def _moment(self, z: acb) -> acb:
        ends = ((-z * self.eps0).exp() + ((z - 1) * self.eps0).exp()) / 2
        return ends + (-self.eps0 / 2).exp() * ((z - 0.5) * self.eps0).sinh() / (2 * z - 1)

    def steer(self, c: float) -> Steering:
        step = 1e-3 / (1 + float(self.eps0))
        left, here, right = (float(self.log_moment(arb(x))) for x in (c - step * (c - 1), c, c + step * (c - 1)))
        step *= c - 1
        return here, (right - left) / (2 * step), max((right - 2 * here + left) / step**2, 1e-300)

    def log_moment(self, c: arb) -> arb:
        return self._moment(acb(c)).real.log()

    def line(self, c: arb, step: arb, count: int) -> list[acb]:
        scale = 1 / self._moment(acb(c)).real
        return [self._moment(acb(c, n * step)) * scale for n in range(count)]

    def nodes(self, c: float, reach: float) -> int:
        return 3

    def decay(self, c: arb, cells: int) -> NoDecay:
        return NoDecay()


Atoms = list[tuple[arb, arb]]
"""Losses with their Q-masses."""


def all_atoms(parts: Sequence[tuple[AtomLoss, int]]) -> Atoms:
    """All values of the composed loss with their Q-masses."""
    terms = math.prod(count + 1 if len(loss.atoms) == 2 else 1 for loss, count in parts)
    if terms > _MOST_TERMS or any(len(loss.atoms) > 2 for loss, _ in parts):
        raise OutOfBudget(f"the expansion has {terms} terms; at most {_MOST_TERMS} are summed")
    found: Atoms = [(arb(0), arb(1))]
    for loss, count in parts:
        powers = _power_of(loss, count)
        found = [(first + second, mass * other) for first, mass in found for second, other in powers]
    return found


def _power_of(loss: AtomLoss, count: int) -> Atoms:
    """The binomial law of `count` such losses; adding terms up front keeps masses sharp: no product of many balls."""
    if len(loss.atoms) == 1:
        value, mass = loss.atoms[0]
        return [(count * value, mass**count)]
    (high, above), (low, below) = loss.atoms
    return [
        (i * high + (count - i) * low, arb(fmpz.bin_uiui(count, i)) * above**i * below ** (count - i)) for i in range(count + 1)
    ]


def atoms_delta(atoms: Atoms, y: arb) -> arb:
    """sum mass (e^l - e^y)_+."""
    level, total = y.exp(), arb(0)
    for loss, mass in atoms:
        total += mass * (loss.exp() - level).max(arb(0))
    return total
