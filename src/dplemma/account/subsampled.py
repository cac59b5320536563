"""The Poisson-subsampled Gaussian step: moments on vertical lines by the trapezoidal rule, with a proved error.

Main definitions: `SubsampledGaussianLoss`.

Remove: P = (1-q) N(0, s^2) + q N(1, s^2) against Q = N(0, s^2); in units of s, u standard normal under Q,
    L(u) = log r(u),    r(u) = 1 - q + q e^(u/s - 1/(2 s^2)),    M(z) = int phi(u) r(u)^z du.
Add is the reversed pair: loss -L, moments M(1 - z). Both are int phi(u) r(u)^a e^(it k L(u)) du with the real exponent a = c,
k = 1 (remove) or a = 1 - c, k = -1 (add); M(c) is the one at t = 0.

Lemma (trapezoidal rule). For 0 < b < pi s the integrand g is analytic on |Im u| <= b: r(u) = 0 only where Im u is an odd
multiple of pi s. There r = A + B e^(iv) with A, B > 0 and v = Im u/s, hence
    |arg r| <= |v|,    |r(u)| <= r(Re u),    |r(u)| >= r(Re u) cos(v/2),    |phi(u)| = phi(Re u) e^((Im u)^2/2),
so int |g(x +- ib)| dx <= e^(b^2/2 + |t| b/s) k_a M(c), with k_a = 1 for a >= 0 and cos(b/(2s))^a for a < 0, and by the
classical theorem on the trapezoidal rule in a strip (Trefethen and Weideman 2014, theorem 5.1)
    |h sum_j g(jh) - int g|  <=  eta_t M(c),    eta_t = 2 e^(b^2/2 + |t| b/s) k_a/(e^(2 pi b/h) - 1).
At t = 0 this encloses M(c) itself: h sum_j g(jh)/(1 +- eta_0).

Lemma (cut sums). L' = w/s with w = (r - 1 + q)/r in (0, 1) increasing in u. To the right of u1 > max(a, 0)/s neighbouring
terms have a quotient of at most e^(-(u1 - max(a, 0)/s) h) < 1; to the left of u0 < 0 of at most
e^((u0 + max(-a, 0) w(u0)/s) h). Both rests are at most the last term times a geometric series.

Lemma (decay). Under dP-tilting the density of L at l = L(u) is phi(u) r(u)^a/(L'(u) M(c)). On a cell [u, u'] it is at least
min phi . min r^a/max L', attained at ends because phi is unimodal and r and L' increase: a step function, cut into rectangles.

Claims: folklore/ratio-from-below, folklore/ratio-from-above, folklore/loss-slope, folklore/right-quotient.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from flint import acb, arb, ctx

from dplemma.account.doubles import counted
from dplemma.account.losses import RectangleDecay, Steering, products_on_line
from dplemma.account.rectangles import layered

_MOST_STEERED = 50_000
"""Points of a rule in doubles: a tilt that needs more is that of a jump, for which there are other lines."""
_STRIP = 0.97
"""The share of the strip of analyticity that is used."""


@dataclass(frozen=True)
class _Nodes:
    """Points jh from first to last, with the error of the rule at |t| <= reach relative to M(c)."""

    width: float
    first: int
    last: int
    strip: float


@dataclass(frozen=True)
class SubsampledGaussianLoss:
    """One step with noise multiplier sigma and Poisson sampling rate 0 < q < 1; `add` for the reversed pair."""

    sigma: arb
    q: arb
    add: bool = False

    @property
    def largest(self) -> arb | None:
        """r > 1 - q, so the loss -L of the reversed pair is below -log(1 - q)."""
        return -(1 - self.q).log() if self.add else None

    # -- doubles that steer -----------------------------------------------------------------------------------------

    def steer(self, c: float) -> Steering:
        """log M and two derivatives: mean and variance of the loss under the tilted law."""
        a = 1 - c if self.add else c
        top, points = -math.inf, []
        for u, loss in self._rough_losses(a):
            exponent = a * loss - u * u / 2
            points.append((exponent, loss))
            top = max(top, exponent)
        total = first = second = 0.0
        for exponent, loss in points:
            if exponent > top - 60:
                weight = math.exp(exponent - top)
                total += weight
                first += weight * loss
                second += weight * loss * loss
        mean = first / total
        spread = max(second / total - mean * mean, 1e-300)
        value = top + math.log(total * self._rough_step / math.sqrt(2 * math.pi))
        return value, -mean if self.add else mean, spread

    @cached_property
    def _rough_sigma(self) -> float:
        return float(self.sigma)

    @cached_property
    def _rough_step(self) -> float:
        return min(0.25, 0.6 * self._rough_sigma)

    @cached_property
    def _known_losses(self) -> dict[int, float]:
        return {}

    def _rough_losses(self, a: float) -> Iterator[tuple[float, float]]:
        step, known = self._rough_step, self._known_losses
        low, high = self._rough_ends(a, 80.0)
        counted((high - low) / step, _MOST_STEERED)
        for j in range(math.floor(low / step), math.ceil(high / step) + 1):
            if j not in known:
                known[j] = self.rough_loss(j * step)
            yield j * step, known[j]

    def _rough_ends(self, a: float, nats: float) -> tuple[float, float]:
        """Ends beyond which phi r^a is below e^-nats times its integral, about."""
        reach = math.sqrt(2 * nats) + 0.5
        if a >= 0:
            return -reach, a / self._rough_sigma + reach
        low = -math.sqrt(2 * (nats + a * float((1 - self.q).log()))) - 0.5
        while low - a * self._rough_share(low) / self._rough_sigma > -1:
            low -= 1
        return low, reach

    def _rough_share(self, u: float) -> float:
        return float(self.q) * math.exp(u / self._rough_sigma - 0.5 / self._rough_sigma**2 - self.rough_loss(u))

    def rough_loss(self, u: float) -> float:
        exponent = u / self._rough_sigma - 0.5 / self._rough_sigma**2
        q = min(float(self.q), 1 - 2.0**-53)  # a rate that is 1 as a double is still below 1, and this is rough
        return exponent + math.log(q) if exponent > 600 else math.log1p(q * math.expm1(exponent))

    # -- enclosures ---------------------------------------------------------------------------------------------------

    def log_moment(self, c: arb) -> arb:
        return self._rule(c, 0.0).moment.log()

    def line(self, c: arb, step: arb, count: int) -> list[acb]:
        reach = float(step) * count
        rule = self._rule(c, reach)
        angles = [step * loss for loss in (rule.negated if self.add else rule.losses)]
        values = products_on_line(angles, rule.weights, count)
        scale = 1 / rule.moment
        eta, rest = self._eta(rule.nodes, rule.exponent, step * (count - 1)), rule.rest * scale
        fuzz = arb(0, (eta + rest).abs_upper())
        return [acb(1)] + [value * scale + acb(fuzz, fuzz) for value in values[1:]]

    def nodes(self, c: float, reach: float) -> int:
        grid = self._nodes(1 - c if self.add else c, reach)
        return grid.last - grid.first

    def decay(self, c: arb, cells: int) -> RectangleDecay:
        a = 1 - c if self.add else c
        low, high = self._rough_ends(float(a), 24.0)
        scale = (arb.pi() * 2).sqrt() * self._rule(c, 0.0).moment
        grid = [low + (high - low) * j / cells for j in range(cells + 1)]
        losses = [self._loss(arb(u)) for u in grid]
        powers = [(a * loss).exp() for loss in losses]
        slopes = [self._share(arb(u), loss) / self.sigma for u, loss in zip(grid, losses, strict=True)]
        least = 1 if a < 0 else 0
        heights = [
            ((-(arb(max(abs(grid[j]), abs(grid[j + 1]))) ** 2) / 2).exp() * powers[j + least] / slopes[j + 1] / scale).lower()
            for j in range(cells)
        ]
        return RectangleDecay(layered(losses, heights))

    def _rule(self, c: arb, reach: float) -> _Rule:
        a = 1 - c if self.add else c
        nodes = self._nodes(float(a), reach)
        h = arb(nodes.width)
        points = [h * j for j in range(nodes.first, nodes.last + 1)]
        losses = [self._loss(u) for u in points]
        norm = h / (arb.pi() * 2).sqrt()
        weights = [norm * (a * loss - u * u / 2).exp() for u, loss in zip(points, losses, strict=True)]
        rest = self._rest(a, h, points, losses, weights)
        total = arb(0)
        for weight in weights:
            total += weight
        total += arb(0).union(rest)
        eta = self._eta(nodes, a, arb(0))
        return _Rule(nodes, a, losses, weights, rest, total / (1 + arb(0, eta.abs_upper())))

    def _nodes(self, a: float, reach: float) -> _Nodes:
        """A step that makes eta_t about 2^-bits: the strip as wide as the pole allows, or as the Gaussian wants it."""
        nats, sigma = (ctx.prec + 2) * math.log(2), self._rough_sigma
        strip = min(math.sqrt(2 * nats), _STRIP * math.pi * sigma)
        if a < 0:
            strip = min(strip, math.pi * sigma / 2)
            nats += a * math.log(math.cos(strip / (2 * sigma)))
        width = 2 * math.pi * strip / (nats + strip * strip / 2 + reach * strip / sigma)
        low, high = self._rough_ends(a, nats)
        counted((high - low) / width)
        return _Nodes(width, math.floor(low / width), math.ceil(high / width), strip)

    def _eta(self, nodes: _Nodes, a: arb, t: arb) -> arb:
        strip = arb(nodes.strip)
        growth = (strip * strip / 2 + t * strip / self.sigma).exp()
        if not a >= 0:
            growth *= (strip / (2 * self.sigma)).cos() ** a
        return 2 * growth / (2 * arb.pi() * strip / arb(nodes.width)).expm1()

    def _rest(self, a: arb, h: arb, points: list[arb], losses: list[arb], weights: list[arb]) -> arb:
        """An upper bound of all the terms that were left out."""
        right = (-(points[-1] - a.max(arb(0)) / self.sigma) * h).exp()
        left = ((points[0] + (-a).max(arb(0)) * self._share(points[0], losses[0]) / self.sigma) * h).exp()
        if not (right < 1 and left < 1):
            return arb.nan()
        return (weights[-1] * right / (1 - right) + weights[0] * left / (1 - left)).upper()

    def _loss(self, u: arb) -> arb:
        return (self.q * (u / self.sigma - 1 / (2 * self.sigma * self.sigma)).expm1()).log1p()

    def _share(self, u: arb, loss: arb) -> arb:
        """w = q e^(u/s - 1/(2 s^2))/r, the slope of L times s."""
        return self.q * (u / self.sigma - 1 / (2 * self.sigma * self.sigma) - loss).exp()


@dataclass(frozen=True)
class _Rule:
    nodes: _Nodes
    exponent: arb
    losses: list[arb]
    weights: list[arb]
    rest: arb
    moment: arb

    @property
    def negated(self) -> list[arb]:
        return [-loss for loss in self.losses]
