"""Profiles of one step by the survival functions of its loss: what the lattice is built from.

Main definitions: `Curve`, `GaussianCurve`, `LaplaceCurve`, `SampledCurve`.

With u = e^l, f(u) = delta(l) = P(L > l) - u Q(L > l) is convex with the slopes -Q(L >= l) to the left and -Q(L > l) to the right.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from flint import arb

from dplemma.arb.normal import norm_sf

FAR = 12.0
"""Standard deviations beyond which a Gaussian has a mass of 1e-33."""


class Tails(NamedTuple):
    """P(L > l), Q(L > l) and Q(L >= l)."""

    p: arb
    q: arb
    q_closed: arb


class Curve(Protocol):
    """One direction of one step."""

    def tails(self, loss: arb) -> Tails: ...

    def ends(self) -> tuple[arb | None, arb | None]:
        """The least and the largest loss, where there are such."""
        ...

    def top_mass(self) -> arb:
        """The Q-mass of an atom at the largest loss."""
        ...

    def bottom_masses(self) -> tuple[arb, arb]:
        """The P- and the Q-mass of an atom at the least loss."""
        ...

    def spread(self, deviations: float = FAR) -> float:
        """About how far the loss reaches where it matters, as a double: so many standard deviations of Gaussian noise."""
        ...


@dataclass(frozen=True)
class GaussianCurve:
    """L is normal with variance mu^2 and mean -mu^2/2 under Q, mu^2/2 under P."""

    mu: arb

    def tails(self, loss: arb) -> Tails:
        under_q = norm_sf(loss / self.mu + self.mu / 2)
        return Tails(norm_sf(loss / self.mu - self.mu / 2), under_q, under_q)

    def ends(self) -> tuple[arb | None, arb | None]:
        return None, None

    def top_mass(self) -> arb:
        return arb(0)

    def bottom_masses(self) -> tuple[arb, arb]:
        return arb(0), arb(0)

    def spread(self, deviations: float = FAR) -> float:
        return deviations * float(self.mu) + float(self.mu) ** 2


@dataclass(frozen=True)
class LaplaceCurve:
    """Atoms at -eps0 and eps0; between them P(L > l) = 1 - e^((l - eps0)/2)/2 and Q(L > l) = e^(-(l + eps0)/2)/2."""

    eps0: arb

    def tails(self, loss: arb) -> Tails:
        if loss > self.eps0:
            return Tails(arb(0), arb(0), arb(0))
        if loss < -self.eps0:
            return Tails(arb(1), arb(1), arb(1))
        under_q = (-(loss + self.eps0) / 2).exp() / 2
        return Tails(1 - ((loss - self.eps0) / 2).exp() / 2, under_q, under_q if loss > -self.eps0 else arb(1))

    def ends(self) -> tuple[arb | None, arb | None]:
        return -self.eps0, self.eps0

    def top_mass(self) -> arb:
        return (-self.eps0).exp() / 2

    def bottom_masses(self) -> tuple[arb, arb]:
        return (-self.eps0).exp() / 2, arb(0.5)

    def spread(self, deviations: float = FAR) -> float:
        return float(self.eps0)


@dataclass(frozen=True)
class SampledCurve:
    """Poisson sampling with rate q of a symmetric base pair with the loss L0: r = 1 - q + q e^L0.

    Remove, L = log r: L > l iff L0 > l0 with e^l0 = (e^l - 1 + q)/q, always if that is not positive; under P the base pair is
    mixed. Add, the reversed pair with the loss -log r: -log r > l iff L0 < l0 with e^l0 = (e^-l - 1 + q)/q.
    """

    base: Curve
    q: arb
    add: bool = False

    def tails(self, loss: arb) -> Tails:
        ratio = ((-loss if self.add else loss).exp() - 1 + self.q) / self.q
        if not ratio > 0:
            return Tails(arb(0), arb(0), arb(0)) if self.add else Tails(arb(1), arb(1), arb(1))
        base = self.base.tails(ratio.log())
        mixed = (1 - self.q) * base.q + self.q * base.p
        if not self.add:
            return Tails(mixed, base.q, base.q_closed)
        p_closed = base.p + ratio * (base.q_closed - base.q)  # dP0 = e^L0 dQ0 on an atom
        closed = (1 - self.q) * base.q_closed + self.q * p_closed
        return Tails(1 - base.q_closed, 1 - closed, 1 - mixed)

    def ends(self) -> tuple[arb | None, arb | None]:
        low, high = self.base.ends()
        first = (1 - self.q).log() if low is None else (self.q * low.expm1()).log1p()
        last = None if high is None else (self.q * high.expm1()).log1p()
        return (first, last) if not self.add else (None if last is None else -last, -first)

    def top_mass(self) -> arb:
        if not self.add:
            return self.base.top_mass()
        under_p, under_q = self.base.bottom_masses()
        return (1 - self.q) * under_q + self.q * under_p

    def bottom_masses(self) -> tuple[arb, arb]:
        under_p, under_q = self.base.bottom_masses()
        return (1 - self.q) * under_q + self.q * under_p, under_q

    def spread(self, deviations: float = FAR) -> float:
        """Where the largest base loss that matters is sampled: log(1 - q + q e^spread), doubled for the left side."""
        reach = self.base.spread(deviations)
        return max(
            math.log1p(float(self.q) * math.expm1(min(reach, 600.0))) + max(reach - 600, 0), -2 * float((1 - self.q).log())
        )
