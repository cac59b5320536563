"""Privacy losses and their moment generating functions on vertical lines, in Arb balls.

Main definitions: `Loss` (what an accountant asks of one), `GaussianLoss`, `RectangleDecay`, `products_on_line`.

A pair of laws (P, Q) has the loss L = log dP/dQ and the moment generating function M(z) = E_Q[e^(zL)], so that M(0) = 1 and
M(1) <= 1. The pair (Q, P) has M(1 - z). Losses of a composition add under Q, so its M is the product.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from flint import acb, acb_mat, arb

from dplemma.account.rectangles import Rectangles, rough_bound

Steering = tuple[float, float, float]
"""log M and its first two derivatives, as doubles that only steer."""


class Steerable(Protocol):
    """What the choice of a line needs to know about one step."""

    def steer(self, c: float) -> Steering:
        """log M(c) and its first two derivatives in doubles."""
        ...


class Loss(Steerable, Protocol):
    """What the contour integral needs to know about one step."""

    @property
    def largest(self) -> arb | None:
        """A bound of the loss; None if there is none."""
        ...

    def log_moment(self, c: arb) -> arb:
        """log M(c) for real c > 1."""
        ...

    def line(self, c: arb, step: arb, count: int) -> list[acb]:
        """M(c + i n step)/M(c) for n = 0, ..., count - 1."""
        ...

    def nodes(self, c: float, reach: float) -> int:
        """How many exponentials a value on the line up to |t| <= reach takes."""
        ...

    def decay(self, c: arb, cells: int) -> Decay:
        """A bound of |M(c + is)|/M(c) for all s >= t, as a function of t."""
        ...


class Decay(Protocol):
    """A bound of |M(c + is)|/M(c), for all s >= t."""

    def bound(self, t: arb) -> arb: ...

    def rough(self, t: float) -> float:
        """The same in doubles."""
        ...


@dataclass(frozen=True)
class RectangleDecay:
    """The decay that rectangles under the tilted density prove."""

    rectangles: Rectangles

    @cached_property
    def _pairs(self) -> Sequence[tuple[float, float]]:
        return self.rectangles.steering()

    def bound(self, t: arb) -> arb:
        return self.rectangles.bound(t)

    def rough(self, t: float) -> float:
        return rough_bound(self._pairs, t)


@dataclass(frozen=True)
class GaussianDecay:
    """|M(c + it)|/M(c) = e^(-mu^2 t^2/2)."""

    mu: arb

    def bound(self, t: arb) -> arb:
        return (-((self.mu * t) ** 2) / 2).exp().upper()

    def rough(self, t: float) -> float:
        return math.exp(-min((float(self.mu) * t) ** 2 / 2, 690.0))


@dataclass(frozen=True)
class GaussianLoss:
    """N(mu, 1) against N(0, 1): L is normal with mean -mu^2/2 and variance mu^2 under Q, so M(z) = e^(z (z - 1) mu^2/2)."""

    mu: arb
    largest = None

    def steer(self, c: float) -> Steering:
        variance = float(self.mu) ** 2
        return variance * c * (c - 1) / 2, variance * (c - 0.5), variance

    def log_moment(self, c: arb) -> arb:
        return self.mu * self.mu * c * (c - 1) / 2

    def line(self, c: arb, step: arb, count: int) -> list[acb]:
        """The exponent at c + it less that at c is (mu^2/2) (i t (2c - 1) - t^2)."""
        half = self.mu * self.mu / 2
        return [(half * acb(-((n * step) ** 2), n * step * (2 * c - 1))).exp() for n in range(count)]

    def nodes(self, c: float, reach: float) -> int:
        return 1

    def decay(self, c: arb, cells: int) -> GaussianDecay:
        return GaussianDecay(self.mu)


def products_on_line(angles: Sequence[arb], weights: Sequence[arb], count: int) -> list[acb]:
    """sum_k w_k e^(i n a_k) for n = 0, ..., count - 1, by one product of matrices.

    With n = g b + r, 0 <= r < b, the entry (g, r) of (w_k e^(i g b a_k))_(g,k) (e^(i r a_k))_(k,r) is the sum for n. Every
    exponential is a sine and a cosine of n a_k: powers of a ball on the unit circle would lose a bit every other step.
    """
    baby = max(1, round(count**0.5))
    giant = -(-count // baby)
    rows = [acb(*_turned(g * baby, angle, weight)) for g in range(giant) for angle, weight in zip(angles, weights, strict=True)]
    columns = [acb(*_turned(r, angle, None)) for angle in angles for r in range(baby)]
    product = acb_mat(giant, len(angles), rows) * acb_mat(len(angles), baby, columns)
    return product.entries()[:count]


def _turned(n: int, angle: arb, weight: arb | None) -> tuple[arb, arb]:
    sine, cosine = (n * angle).sin_cos()
    return (cosine, sine) if weight is None else (weight * cosine, weight * sine)
