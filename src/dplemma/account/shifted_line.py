"""How fast the moments of a sampled Gaussian step decay along a vertical line: the path of integration is moved.

Main definitions: `Ramp`, `ShiftedDecay`.

Let r(u) = 1 - q + q e^(u/s - 1/(2 s^2)) =: A + B(u), and let a weight of the outputs be a Gaussian ramp,
    g(u) = int over [low, high] of phi_w(u - x) dx,    phi_w the density of N(0, w^2), -oo <= low < high < oo.

Lemma (moved path). For c > 0, t > 0 and 0 < b < pi s/2, put v = b/s. The integrand phi(u) r(u)^(c+it) g(u) is analytic for
0 <= Im u <= b and decays to the left, so its integral over u < e is the one over Im u = b, Re u < e, and the segment from
e + ib to e. There
    |phi(x + ib)| = phi(x) e^(b^2/2),    |g(x + ib)| <= g(x) e^(b^2/(2 w^2)),    |r(x + ib)| = |A + B e^(iv)|,
    |r^(c+it)| = |r|^c e^(-t arg r),    arg r = atan(B sin v/(A + B cos v)) in (0, v),
and |r(x+ib)|, arg r(x+ib) increase with x, because B does and cos v > 0. Hence for all s' >= t
    |int_{u < e} phi r^(c+is') g|  <=  e^(b^2 (1 + 1/w^2)/2) (S + int_{x < e} phi g |r(x+ib)|^c e^(-t arg r(x+ib)) dx)
with S = b phi(e) g(e) r(e)^c for the segment.

The last integral is bounded by a step function: on a cell [x, x'] phi is largest at the point nearest to 0, |r| at x',
e^(-t arg r) at x, and g <= min(Phi((high - x)/w), Phi((x' - low)/w)). To the left of the first point x0 it is at most
Phi(x0) |r(x0 + ib)|^c Phi((x0 - low)/w).

Claims: folklore/moved-gaussian, folklore/complex-power, folklore/ratio-rises, folklore/angle-rises, folklore/angle-at-most,
folklore/ramp-below-both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from flint import arb

from dplemma.arb.normal import norm_cdf, norm_sf
from dplemma.arb.precision import working_precision

_ROUGH_BITS = 64
_HEIGHTS = (1.0, 2.0, 3.0, 4.5, 6.5, 9.0)
"""How far the path is moved, in units of the narrower of noise and ramp."""


class SampledStep(Protocol):
    """Noise multiplier and rate."""

    @property
    def sigma(self) -> arb: ...

    @property
    def q(self) -> arb: ...


@dataclass(frozen=True)
class Ramp:
    """The weight g, by exact doubles; low may be -oo."""

    low: float
    high: float
    width: float

    def value(self, u: arb) -> arb:
        """g(u), as the difference of two tails on the side where they are small."""
        if math.isinf(self.low):
            return norm_sf((u - self.high) / self.width)
        return norm_sf((u - self.high) / self.width) - norm_sf((u - self.low) / self.width)

    def falling(self, u: arb) -> arb:
        """An upper bound of g from u on."""
        return norm_sf((u - self.high) / self.width)

    def rising(self, u: arb) -> arb:
        """An upper bound of g up to u."""
        return arb(1) if math.isinf(self.low) else norm_cdf((u - self.low) / self.width)

    @property
    def steepness(self) -> float:
        """1 + 1/w^2, at least."""
        return (1 + 1 / self.width**2) * (1 + 2.0**-50)


class ShiftedDecay:
    """The bound of the lemma divided by a scale, which is at least the integral at t = 0, with the best of a few heights b.

    `grid` are exact doubles that increase; the integral ends at the last one.
    """

    def __init__(self, step: SampledStep, ramp: Ramp, c: arb, grid: Sequence[float], scale: arb) -> None:
        self.sigma, self.q, self.ramp, self.c, self.scale = step.sigma, step.q, ramp, c, scale
        self.grid = grid
        narrow = 1 / math.sqrt(ramp.steepness)
        self.heights = [height * narrow for height in _HEIGHTS if height * narrow < 1.5 * float(step.sigma)]

    @cached_property
    def _points(self) -> list[arb]:
        return [arb(x) for x in self.grid]

    @cached_property
    def _densities(self) -> list[arb]:
        """phi at the points."""
        norm = 1 / (2 * arb.pi()).sqrt()
        return [norm * (-x * x / 2).exp() for x in self._points]

    @cached_property
    def _masses(self) -> list[arb]:
        """phi g dx from above: to the left of the first point, and on the cells."""
        points, top = self._points, 1 / (2 * arb.pi()).sqrt()
        falling, rising = [self.ramp.falling(x) for x in points], [self.ramp.rising(x) for x in points]
        masses = [norm_cdf(points[0]) * rising[0]]
        for j in range(len(points) - 1):
            holds_zero = self.grid[j] < 0 < self.grid[j + 1]
            peak = top if holds_zero else self._densities[j].max(self._densities[j + 1])
            masses.append((points[j + 1] - points[j]) * peak * falling[j].min(rising[j + 1]))
        return masses

    @cached_property
    def _hits(self) -> list[arb]:
        """B(u) at the points."""
        return [self.q * (x / self.sigma - 1 / (2 * self.sigma * self.sigma)).exp() for x in self._points]

    @cached_property
    def _levels(self) -> list[list[tuple[arb, arb]]]:
        """For every height what the cells add at t = 0, relative to the scale, with arg r on them."""
        return [self._level(arb(height)) for height in self.heights]

    def _level(self, height: arb) -> list[tuple[arb, arb]]:
        sine, cosine = (height / self.sigma).sin_cos()
        factor = (height * height * arb(self.ramp.steepness) / 2).exp() / self.scale
        cells, angle = [], arb(0)
        for mass, hit in zip(self._masses, self._hits, strict=True):
            real, imaginary = 1 - self.q + hit * cosine, hit * sine
            size = ((real * real + imaginary * imaginary).log() * self.c / 2).exp()
            cells.append((factor * mass * size, angle))
            angle = (imaginary / real).atan().lower()
        return [*cells, (factor * self._segment(height), arb(0))]

    def _segment(self, height: arb) -> arb:
        """What the segment down to the end adds."""
        size = ((1 - self.q + self._hits[-1]).log() * self.c).exp()
        return height * self._densities[-1] * size * self.ramp.value(self._points[-1])

    def bound(self, t: arb) -> arb:
        """An upper bound for all s' >= t, relative to the scale."""
        with working_precision(_ROUGH_BITS):
            best = arb(1)
            for cells in self._levels:
                total = arb(0)
                for mass, angle in cells:
                    total += mass * (-t * angle).exp()
                best = best.min(total.upper())
            return best.upper()

    def rough(self, t: float) -> float:
        return max(float(self.bound(arb(t))), 1e-300)
