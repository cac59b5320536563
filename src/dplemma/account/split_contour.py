"""The contour integral for few steps and rare hits: outputs told apart by the size of their loss, each size on its own line.

Main definitions: `SplitContour`, `LayeredContour`.

Where the record is seldom drawn, nearly all outputs of a step crowd just above the loss log(1-q), and a few jump far from it.
Along a vertical line the moments of the crowd decay slowly, and those of the jumps are so large that no line with a useful tilt
exists. So let K_i0 >= K_i1 >= ... >= K_im be what ever lower cuts keep of step i (`account.split`). Steps are independent,
so Q^T is the sum of nonnegative measures:

    what is left out    one step at least is beyond the highest cut; under P its mass is at most sum_i T_i p_i0;
    layer j < m         no step is beyond cut j, one at least is beyond cut j+1; its moments are
                        F_j = prod_i K_ij^T_i - prod_i K_i(j+1)^T_i;
    the bulk            none is beyond cut m: moments prod_i K_im^T_i. With a lowest cut at -oo there is none.

delta(y) = int (e^L - e^y)_+ dQ^T is the sum of these parts. The first is at least 0 and at most its P-mass, because (e^L -
e^y)_+ dQ <= dP. The moments of layer j are integrals over u < e_j; what layer j+1, or the bulk, lacks beyond its own e_(j+1) of
the measure that layer j has taken off is nonnegative, of P-mass at most sum_i T_i k_i(j+1)(e_(j+1)) P(u > e_(j+1)), and belongs
to the first part too. The bulk is at least 0 and at most C(lam) prod_i K_im(lam)^T_i e^((1-lam) y) for every lam > 1
(Chernoff): if its losses are small, y is far beyond their sum. A layer is the integral of `account.contour`, whose lemmas ask of
the measure only that it is nonnegative, that prod_i K_ij(lam)^T_i bounds its moments, and for a bound of its P-mass: that is at
most 1, and at most sum_i T_i p_i(j+1).

Lemma (truncation). If |A_i(c+is)| <= alpha_i and |B_i(c+is)| <= beta_i for all s >= t, A_i = K_i(j+1), B_i = K_ij - A_i, then
    |F_j| <= prod_i (alpha_i + beta_i)^T_i - prod_i alpha_i^T_i,
because prod (A_i + B_i)^T_i - prod A_i^T_i is a sum of products of which each has a factor B_i, with the coefficients of the
right side. So one factor that decays is enough, and the crowd need not. A step without a lower cut has A = 0; a loss of another
kind has B = 0.

Losses of one size need a step of the line and an end of it that are some hundred nodes apart; all sizes on one line would need
the end of the smallest and the step of the largest.

Claims: folklore/difference-of-products, folklore/union-of-steps, folklore/chernoff-factor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from flint import acb, arb

from dplemma.account.atoms import NoDecay
from dplemma.account.contour import Contour, LinePlan, Parts, log_factor, power_of
from dplemma.account.losses import Decay
from dplemma.account.split import SplitStep
from dplemma.arb.precision import working_precision

CELLS, _SHARP_BITS = 400, 20
Steps = Sequence[tuple[SplitStep, int]]


@dataclass(frozen=True)
class Bounds:
    """Decays of what is below and what is beyond the lower cut of one step, relative to K(c); `share` is that of the first."""

    bulk: Decay | None
    jumps: Decay | None
    share: arb

    def alpha(self, t: arb) -> arb:
        return arb(0) if self.bulk is None else (self.share * self.bulk.bound(t)).upper()

    def beta(self, t: arb) -> arb:
        return arb(0) if self.jumps is None else self.jumps.bound(t)


class SplitContour(Contour):
    """One layer: the values of F_j on its line, and with them its part of delta(y) for any y."""

    def __init__(self, steps: Steps, others: Parts, plan: LinePlan) -> None:
        self.plan, self.steps = plan, steps
        with working_precision(plan.bits):
            self.c, self.step = arb(plan.c), 2 * arb.pi() / arb(plan.period)
            self.mass = layer_mass(steps)
            self.log_scale = log_moments(steps, others, self.c)
            self.log_right = log_moments(steps, others, arb(plan.lam)) + log_factor(plan.lam)
            self.values = self._split_line(steps, others)
            bounds = all_bounds(steps, others, self.c)
            self.rest = self._truncated(lambda t: without_bulk(bounds, t))

    def _split_line(self, steps: Steps, others: Parts) -> list[acb]:
        """F_j(nD)/prod K_ij(c)^T_i over z (z - 1) for n = 0, ..., count - 1, the first one halved."""
        count, divided = self.plan.count, is_divided(steps)
        kept, bulk = [acb(1)] * count, [acb(1 if divided else 0)] * count
        for step, many in steps:
            values, parts = step.lines(self.c, self.step, count)
            kept = [value * power_of(ratio, many) for value, ratio in zip(kept, values, strict=True)]
            if divided:
                bulk = [value * power_of(ratio, many) for value, ratio in zip(bulk, parts, strict=True)]
        for loss, many in others:
            powers = [power_of(ratio, many) for ratio in loss.line(self.c, self.step, count)]
            kept = [value * power for value, power in zip(kept, powers, strict=True)]
            bulk = [value * power for value, power in zip(bulk, powers, strict=True)]
        places = [acb(self.c, n * self.step) for n in range(count)]
        values = [(whole - part) / (z * (z - 1)) for whole, part, z in zip(kept, bulk, places, strict=True)]
        return [values[0] / 2, *values[1:]]


class LayeredContour:
    """All layers, highest first, with bounds of what none of them has; so it gives delta(y) for any y."""

    def __init__(self, layers: Sequence[SplitContour], others: Parts, bulk_tilt: float) -> None:
        """`bulk_tilt` is the lam of the Chernoff bound of the bulk; 0 if there is no bulk."""
        self.layers, self.bulk_tilt = layers, bulk_tilt
        plans = [layer.plan for layer in layers]
        self.plan = replace(
            min(plans, key=lambda plan: plan.period), bits=max(plan.bits for plan in plans), work=sum(plan.work for plan in plans)
        )
        self.c = arb(self.plan.c)
        with working_precision(self.plan.bits):
            self.left_out = _total(layers[0].steps, lambda step: step.left_out())
            for layer in layers[1:]:
                self.left_out += _total(layer.steps, lambda step: step.beyond())
            self.log_bulk = arb.neg_inf()
            if bulk_tilt:
                bulk = [(step.bulk_alone(), count) for step, count in layers[-1].steps]
                self.left_out += _total(bulk, lambda step: step.beyond())
                self.log_bulk = log_moments(bulk, others, arb(bulk_tilt)) + log_factor(bulk_tilt)

    def delta(self, y: arb) -> arb:
        """An enclosure of delta(y)."""
        with working_precision(self.plan.bits):
            bulk = (self.log_bulk - (arb(self.bulk_tilt) - 1) * y).exp() if self.bulk_tilt else arb(0)
            return sum((layer.delta(y) for layer in self.layers), arb(0).union((self.left_out + bulk).upper()))

    def slope(self, y: arb) -> arb:
        """About the derivative of delta at y."""
        with working_precision(self.plan.bits):
            return sum((layer.slope(y) for layer in self.layers), arb(0))


def _total(steps: Steps, mass: Callable[[SplitStep], arb]) -> arb:
    return sum((count * mass(step) for step, count in steps), arb(0)).upper()


def is_divided(steps: Steps) -> bool:
    return any(step.is_split for step, _ in steps)


def layer_mass(steps: Steps) -> arb:
    """A bound of the P-mass of a layer."""
    return _total(steps, lambda step: step.beyond_bulk()).min(arb(1)) if is_divided(steps) else arb(1)


def log_moments(steps: Steps, others: Parts, c: arb) -> arb:
    return sum((count * part.log_moment(c) for part, count in [*steps, *others]), arb(0))


def all_bounds(steps: Steps, others: Parts, c: arb) -> list[tuple[Bounds, int]]:
    found = [(bounds_of(step, c), count) for step, count in steps]
    return [*found, *((Bounds(loss.decay(c, CELLS), None, arb(1)), count) for loss, count in others)]


def bounds_of(step: SplitStep, c: arb) -> Bounds:
    """The decays of one step: of the bulk by rectangles under its density, of the jumps by moving the path, of an undivided
    step the better one of both."""
    kept = step.log_moment(c).exp()
    if not step.is_split:
        both = _Best((step.rectangles(c, step.cuts.kept, kept, CELLS), step.shifted(c, step.cuts.kept, kept)))
        return Bounds(None, both, arb(0))
    bulk, jumps = step.bulk_mass(c), step.shifted(c, step.cuts.jumps, kept)
    known = bulk.rel_accuracy_bits() > _SHARP_BITS
    return Bounds(step.rectangles(c, step.cuts.bulk, bulk, CELLS) if known else NoDecay(), jumps, bulk / kept)


@dataclass(frozen=True)
class _Best:
    """The least of several bounds."""

    bounds: Sequence[Decay]

    def bound(self, t: arb) -> arb:
        best = arb(1)
        for decay in self.bounds:
            best = best.min(decay.bound(t))
        return best.upper()

    def rough(self, t: float) -> float:
        return min(decay.rough(t) for decay in self.bounds)


def without_bulk(bounds: Sequence[tuple[Bounds, int]], t: arb) -> arb:
    """The bound of the lemma, relative to prod K_i(c)^T_i."""
    whole = part = arb(1)
    for bound, count in bounds:
        alpha = bound.alpha(t)
        whole, part = whole * (alpha + bound.beta(t)) ** count, part * alpha**count
    return (whole - part).upper()
