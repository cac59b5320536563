"""A sampled Gaussian step whose outputs are told apart: an upper cut that keeps moments small, and the bulk beside the jumps.

Main definitions: `Cuts`, `SplitStep`.

In the notation of `account.subsampled` (remove direction, L = log r(u), u standard normal under Q), an output u < end is kept
with the weight k(u) = Phi((high - u)/w), and belongs to the bulk with the weight a(u) = Phi((low - u)/w) <= k(u), low < high,
else to the jumps, with k - a. So
    K(z) = int_{u < end} phi r^z k,    A(z) = int_{u < end} phi r^z a,    B = K - A,
are the moments of nonnegative measures whose sum, with what is left out, is the law of L under Q. Under P, what is left out has
the mass  int (1 - k) r phi + int_{u > end} k r phi, at most
    (1-q) Phi(-high/v) + q Phi((1/s - high)/v) + k(end) P(u > end),    v^2 = 1 + w^2,
because int phi(u - m) Phi((u - high)/w) du = Phi((m - high)/v).

Lemma (values on a line). On the ellipse around a cell, with its extreme real points x < x' and its height b < pi s/2,
    |phi(u)| <= e^(b^2/2) phi(nearest to 0),    |k(u)| <= min(e^(b^2/(2w^2)) k(x), 1 + e^(b^2/(2w^2)) (1 - k(x'))),
    |r(u)^(c+it)| <= r(x')^c e^(t arg r(x' + ib))    for c, t >= 0,
because k is a Gaussian integral over a half line and |phi_w(x + ib)| = phi_w(x) e^(b^2/(2w^2)), for 1 - k as for k, and
|A' + B' e^(iv)| <= A' + B', while arg(A' + B' e^(iv)) increases with B'/A' and with 0 <= v <= pi/2. The same holds for a. With
`account.gauss_cells` this bounds the error of the rule; to the left of the first cell all is at most Phi(x0) r(x0)^c.

Claims: folklore/tilted-gaussian, folklore/two-gaussians, folklore/moved-gaussian, folklore/ratio-from-above,
folklore/angle-rises, folklore/angle-rises-with-height, folklore/mills-falls.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

from flint import acb, arb, ctx

from dplemma.account.doubles import counted
from dplemma.account.gauss_cells import RULE, Cell, cell_error, cell_nodes
from dplemma.account.losses import RectangleDecay, Steering, products_on_line
from dplemma.account.rectangles import layered
from dplemma.account.shifted_line import Ramp, ShiftedDecay
from dplemma.arb.normal import norm_cdf, norm_sf
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

_ROUGH_BITS = 64
_RHOS = (1.3, 1.6, 2.0, 2.5, 3.2, 4.0)
_MOST_CELLS = 1500
_DECAY_CELLS, _RAMP = 240, 9.0


@dataclass(frozen=True)
class Cuts:
    """Exact doubles: where outputs cease to be kept, where the bulk ends (-oo: there is none), the width of both, and the end."""

    high: float
    low: float
    width: float
    end: float

    @property
    def kept(self) -> Ramp:
        return Ramp(-math.inf, self.high, self.width)

    @property
    def bulk(self) -> Ramp:
        return Ramp(-math.inf, self.low, self.width)

    @property
    def jumps(self) -> Ramp:
        return Ramp(self.low, self.high, self.width)


@dataclass(frozen=True)
class _Rule:
    """Nodes, the losses there, the weights of K(c) and A(c), and the errors of both sums at any |t| up to a reach."""

    losses: list[arb]
    kept: list[arb]
    bulk: list[arb]
    error: arb


@dataclass(frozen=True)
class SplitStep:
    """One step with noise multiplier sigma and rate q, in the remove direction, with its cuts."""

    sigma: arb
    q: arb
    cuts: Cuts

    @property
    def is_split(self) -> bool:
        return math.isfinite(self.cuts.low)

    def left_out(self) -> arb:
        """A bound of the P-mass of what is not kept."""
        return (self._beyond_ramp(self.cuts.high) + self.beyond()).upper()

    def beyond_bulk(self) -> arb:
        """A bound of the P-mass of the jumps."""
        return self._beyond_ramp(self.cuts.low).upper()

    def _beyond_ramp(self, middle: float) -> arb:
        """int (1 - k) r phi for a ramp k."""
        spread, place = (1 + arb(self.cuts.width) ** 2).sqrt(), arb(middle)
        return (1 - self.q) * norm_sf(place / spread) + self.q * norm_sf((place - 1 / self.sigma) / spread)

    # -- doubles that steer -----------------------------------------------------------------------------------------

    @cached_property
    def _rough(self) -> tuple[float, float]:
        return float(self.sigma), float(self.q)

    @cached_property
    def depth(self) -> float:
        """-log(1 - q), by which losses may be negative."""
        return -math.log1p(-min(self._rough[1], 1 - 2.0**-53))

    def rough_loss(self, u: float) -> float:
        sigma, q = self._rough
        exponent = u / sigma - 0.5 / sigma**2
        return exponent + math.log(q) if exponent > 600 else math.log1p(min(q, 1 - 2.0**-53) * math.expm1(exponent))

    @cached_property
    def _rough_points(self) -> list[tuple[float, float]]:
        """On a grid up to the end: L, and the logarithm of phi k du."""
        step = min(0.1, self.cuts.width / 1.5)
        points = [self.cuts.end - j * step for j in range(counted((self.cuts.end + 10) / step))]
        norm = math.log(step / math.sqrt(2 * math.pi))
        return [(self.rough_loss(u), norm - u * u / 2 + self._log_ramp(u, self.cuts.high)) for u in points]

    def _log_ramp(self, u: float, middle: float) -> float:
        """log Phi((middle - u)/w)."""
        x = (u - middle) / self.cuts.width
        if x > 30:
            return -x * x / 2 - math.log(x * math.sqrt(2 * math.pi))
        return math.log(math.erfc(x / math.sqrt(2)) / 2) if math.isfinite(x) else -math.inf

    def steer(self, c: float) -> Steering:
        """log K and its first two derivatives."""
        if not self._rough_points:
            raise OutOfBudget("a cut below all outputs that count")
        top = max(weight + c * loss for loss, weight in self._rough_points)
        total = first = second = 0.0
        for loss, weight in self._rough_points:
            size = weight + c * loss - top
            if size > -60:
                size = math.exp(size)
                total, first, second = total + size, first + size * loss, second + size * loss * loss
        return top + math.log(total), first / total, max(second / total - (first / total) ** 2, 1e-300)

    # -- enclosures ---------------------------------------------------------------------------------------------------

    def log_moment(self, c: arb) -> arb:
        """log K(c)."""
        return self._total(c, bulk=False).log()

    def bulk_mass(self, c: arb) -> arb:
        """A(c), with an error that is small beside K(c)."""
        return self._total(c, bulk=True)

    def bulk_alone(self) -> SplitStep:
        """The bulk as a step of its own, up to where the ramp has fallen as far as that of the kept outputs at their end."""
        fallen = self.cuts.end - self.cuts.high
        return replace(self, cuts=Cuts(high=self.cuts.low, low=-math.inf, width=self.cuts.width, end=self.cuts.low + fallen))

    def beyond(self) -> arb:
        """A bound of the P-mass that is kept beyond the end: that of u > end times the ramp there."""
        end = arb(self.cuts.end)
        return (self.cuts.kept.falling(end) * ((1 - self.q) * norm_sf(end) + self.q * norm_sf(end - 1 / self.sigma))).upper()

    def _total(self, c: arb, *, bulk: bool) -> arb:
        rule = self._rule(c, 0.0)
        return sum(rule.bulk if bulk else rule.kept, arb(0)) + arb(0, rule.error.abs_upper())

    def lines(self, c: arb, step: arb, count: int) -> tuple[list[acb], list[acb]]:
        """K(c + i n step)/K(c) and A(c + i n step)/K(c) for n = 0, ..., count - 1; no second list without a bulk."""
        rule, scale = self._rule(c, float(step) * count), 1 / self._total(c, bulk=False)
        angles = [step * loss for loss in rule.losses]
        fuzz = arb(0, (rule.error * scale).abs_upper())
        found = []
        for weights in (rule.kept, rule.bulk) if self.is_split else (rule.kept,):
            used = [(angle, weight) for angle, weight in zip(angles, weights, strict=True) if not weight.is_zero()]
            values = products_on_line([angle for angle, _ in used], [weight for _, weight in used], count)
            found.append([value * scale + acb(fuzz, fuzz) for value in values])
        return found[0], found[1] if self.is_split else []

    def nodes(self, c: float, reach: float) -> int:
        """About how many: some ten cells, and more where the phase turns."""
        return round(10 * RULE + reach * self.rough_loss(self.cuts.high + _RAMP * self.cuts.width))

    def _rule(self, c: arb, reach: float) -> _Rule:
        cells = self._cells(float(c), reach, ctx.prec)
        norm = 1 / (2 * arb.pi()).sqrt()
        losses, kept, bulk = [], [], []
        nothing = self.cuts.low + self.cuts.width * math.sqrt(4 * ctx.prec)
        for cell in cells:
            beyond = not self.is_split or cell.left > nothing
            for u, weight in cell_nodes(cell):
                loss = self._loss(u)
                value = norm * weight * (c * loss - u * u / 2).exp()
                losses.append(loss)
                kept.append(value * self.cuts.kept.value(u))
                bulk.append(arb(0) if beyond else value * self.cuts.bulk.value(u))
        with working_precision(_ROUGH_BITS):
            error = sum(
                (cell_error(cell, self._on_ellipse(c, arb(reach), cell)) for cell in cells),
                self._left_rest(c, arb(cells[0].left)),
            )
            if self.is_split:
                dropped = [cell for cell in cells if cell.left > nothing]
                if dropped:
                    error += self._dropped_share(arb(dropped[0].left)) * (sum(kept, arb(0)) + error)
        return _Rule(losses, kept, bulk, error)

    def _left_rest(self, c: arb, start: arb) -> arb:
        return norm_cdf(start) * (c * self._loss(start)).exp()

    def _dropped_share(self, start: arb) -> arb:
        """A bound of what A has from here on, where it is not computed, in parts of K(c): a/k falls, as the hazard rate of the
        normal law increases."""
        return self.cuts.bulk.value(start) / self.cuts.kept.value(start)

    def _on_ellipse(self, c: arb, reach: arb, cell: Cell) -> arb:
        """The bound of the integrands of K and A on the ellipse."""
        left, right, height = cell.middle - cell.reach, cell.middle + cell.reach, cell.height
        near = left.max(-right).max(arb(0))
        growth = (height / arb(self.cuts.width)) ** 2 / 2
        ramp = self._ramp_bound(self.cuts.kept, left, right, growth)
        if self.is_split:
            ramp = ramp.max(self._ramp_bound(self.cuts.bulk, left, right, growth))
        hits = self.q * (right / self.sigma - 1 / (2 * self.sigma * self.sigma)).exp()
        sine, cosine = (height / self.sigma).sin_cos()
        angle = (hits * sine / (1 - self.q + hits * cosine)).atan()
        size = c * (1 - self.q + hits).log() + reach * angle + (height * height - near * near) / 2
        return size.exp() * ramp / (2 * arb.pi()).sqrt()

    @staticmethod
    def _ramp_bound(ramp: Ramp, left: arb, right: arb, growth: arb) -> arb:
        grown = growth.exp()
        return (grown * ramp.falling(left)).min(1 + grown * norm_cdf((right - ramp.high) / ramp.width))

    def _loss(self, u: arb) -> arb:
        return (self.q * (u / self.sigma - 1 / (2 * self.sigma * self.sigma)).expm1()).log1p()

    # -- cells: doubles that are exact once they are chosen ----------------------------------------------------------------

    def _cells(self, c: float, reach: float, bits: int) -> list[Cell]:
        """Cells from the left end of what matters to the end, each as wide as an error of 2^-bits K(c) allows."""
        goal = self.steer(c)[0] - (bits + 4) * math.log(2)
        left = -math.sqrt(max(2 * (c * self.rough_loss(0.0) - goal), 1.0)) - 1
        cells, width = [], 1.0
        while left < self.cuts.end:
            width *= 2
            right = min(left + width, self.cuts.end)
            while (rho := self._best_rho(c, reach, left, right, goal)) is None:
                width = 0.8 * (right - left)
                right = left + width
                if width < 1e-7:
                    raise OutOfBudget("the moments of a sampled step need too many nodes")
            cells.append(Cell(left, right, rho))
            left = right
            if len(cells) > _MOST_CELLS:
                raise OutOfBudget("the moments of a sampled step need too many nodes")
        return cells

    def _best_rho(self, c: float, reach: float, left: float, right: float, goal: float) -> float | None:
        """A rho with which the error on a cell is small enough, if there is one."""
        for rho in _RHOS:
            height = (right - left) / 4 * (rho - 1 / rho)
            if height < 1.5 * self._rough[0] and self._rough_error(c, reach, left, right, rho) < goal:
                return rho
        return None

    def _rough_error(self, c: float, reach: float, left: float, right: float, rho: float) -> float:
        """The logarithm of the error on a cell."""
        middle, half = (left + right) / 2, (right - left) / 2
        height = half * (rho - 1 / rho) / 2
        left, right = middle - half * (rho + 1 / rho) / 2, middle + half * (rho + 1 / rho) / 2
        near = 0 if left < 0 < right else min(abs(left), abs(right))
        growth = (height / self.cuts.width) ** 2 / 2
        ramp = self._rough_ramp(left, right, growth, self.cuts.high)
        if self.is_split:
            ramp = max(ramp, self._rough_ramp(left, right, growth, self.cuts.low))
        loss, (sigma, q) = self.rough_loss(right), self._rough
        odds = math.exp(min(math.log(q) + right / sigma - 0.5 / sigma**2 + self.depth, 600))
        angle = math.atan2(odds * math.sin(height / sigma), 1 + odds * math.cos(height / sigma))
        size = c * loss + reach * angle + (height * height - near * near) / 2
        return size + ramp + math.log(8 * half / (1 - 1 / rho)) - 2 * RULE * math.log(rho)

    def _rough_ramp(self, left: float, right: float, growth: float, middle: float) -> float:
        """The logarithm of the bound of a ramp: the smaller of both."""
        beyond = growth + self._log_ramp(2 * middle - right, middle)
        return min(growth + self._log_ramp(left, middle), math.log1p(math.exp(min(beyond, 600))))

    # -- decay --------------------------------------------------------------------------------------------------------------

    def shifted(self, c: arb, ramp: Ramp, scale: arb) -> ShiftedDecay:
        """A bound of the moments of a part of the step, by moving the path; cells are narrow where the part is."""
        begin = self._begin(float(c))
        rise = max(begin, ramp.low - _RAMP * ramp.width)
        coarse = _between(begin, rise, _DECAY_CELLS // 4) if rise > begin else []
        return ShiftedDecay(self, ramp, c, [*coarse, *_between(rise, self.cuts.end, _DECAY_CELLS), self.cuts.end], scale)

    def rectangles(self, c: arb, ramp: Ramp, scale: arb, cells: int) -> RectangleDecay:
        """The same by rectangles under the tilted density phi r^c g/(L' scale) of the loss: on a cell at least the product of the
        least phi, r^c at its left end, g at its right end (g falls), and 1/L' there."""
        last = min(self.cuts.end, ramp.high + _RAMP * ramp.width)
        grid = [*_between(self._begin(float(c)), last, cells), last]
        losses = [self._loss(arb(u)) for u in grid]
        norm = 1 / ((arb.pi() * 2).sqrt() * scale)
        heights = []
        for j in range(len(grid) - 1):
            far, right = arb(max(abs(grid[j]), abs(grid[j + 1]))), arb(grid[j + 1])
            share = self.q * (right / self.sigma - 1 / (2 * self.sigma * self.sigma) - losses[j + 1]).exp()
            density = norm * (c * losses[j] - far * far / 2).exp() * ramp.falling(right) * self.sigma / share
            heights.append(density.lower())
        return RectangleDecay(layered(losses, heights))

    def _begin(self, c: float) -> float:
        """Where phi r^c is e^-45 of K(c), about."""
        return -math.sqrt(max(2 * (45 + c * self.rough_loss(0.0) - self.steer(c)[0]), 1.0)) - 1

    def with_bulk(self, low: float) -> SplitStep:
        return replace(self, cuts=replace(self.cuts, low=low))


def _between(low: float, high: float, count: int) -> list[float]:
    """So many points from low on, at equal distances, before high."""
    return [low + (high - low) * j / count for j in range(count)]
