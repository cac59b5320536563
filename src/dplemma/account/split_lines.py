"""Lines for the layers of `account.split_contour`: cuts, tilts and ends, in doubles. Nothing here is trusted.

Main definitions: `SplitLines`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from flint import arb

from dplemma.account.contour import LinePlan, Parts, Steered, cut_where, period_for, steered
from dplemma.account.saddle import Saddle, saddle_for_delta, saddle_for_eps
from dplemma.account.split import Cuts, SplitStep
from dplemma.account.split_contour import (
    CELLS,
    LayeredContour,
    SplitContour,
    Steps,
    all_bounds,
    layer_mass,
    without_bulk,
)
from dplemma.account.subsampled import SubsampledGaussianLoss
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

_SHARES = (1.0, 0.6, 0.3)
_RATIO = 6.0
"""About the quotient of the losses at both cuts of a layer."""
_MOST_NODES, _MOST_WORK, _FEW_NODES = 60_000, 6_000_000, 600
_FIRST_LOG_DELTA = -40.0
"""Of the cuts before anything is known of delta."""
Planned = tuple[Steps, LinePlan]


class SplitLines:
    """Lines for a composition with sampled Gaussian steps in the remove direction; cuts follow the delta that is looked for."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.sampled = [(loss, count) for loss, count in parts if isinstance(loss, SubsampledGaussianLoss)]
        self.others = [(loss, count) for loss, count in parts if not isinstance(loss, SubsampledGaussianLoss)]
        self.total = sum(count for _, count in self.sampled)
        self._steps: list[tuple[SplitStep, int]] = []

    def _with_others(self, steps: Steps) -> Steered:
        return [*steps, *self.others]

    def for_delta(self, log_delta: float) -> Saddle:
        self._cut_for(log_delta, math.log(1e-8))
        return saddle_for_delta(self._with_others(self._steps), log_delta)

    def for_eps(self, y: float) -> Saddle:
        """The cuts want a delta, which the saddle of what they leave estimates."""
        if not self._steps:
            self._cut_for(_FIRST_LOG_DELTA, math.log(1e-8))
            self._cut_for(saddle_for_eps(self._with_others(self._steps), y).log_delta, math.log(1e-8))
        return saddle_for_eps(self._with_others(self._steps), y)

    def _cut_for(self, log_delta: float, log_error: float) -> None:
        """Cuts beyond which there is a P-mass of e^log_error delta in all."""
        log_mass = log_delta + log_error - math.log(8 * self.total)
        deviations = math.sqrt(2 * (50 - log_error - log_delta))
        self._steps = []
        for loss, count in self.sampled:
            sigma, q = float(loss.sigma), float(loss.q)
            width = min(sigma / 8, 0.5)
            high = max(
                _deviation(log_mass - math.log(2)), 1 / sigma + _deviation(log_mass - math.log(2) - math.log(q))
            ) * math.sqrt(1 + width * width)
            cuts = Cuts(high=high, low=-math.inf, width=width, end=high + deviations * width)
            self._steps.append((SplitStep(loss.sigma, loss.q, cuts), count))

    def contour(self, *, y: float, log_delta: float, c: float, log_error: float) -> LayeredContour:
        """The lines with the least work: layers down to the largest bulk that is too small for y, or one layer without any."""
        self._cut_for(log_delta, log_error)
        bottom, tilt = self._bulk_for(y, log_delta + log_error)
        best: tuple[Sequence[Planned], float] | None = None
        problem = OutOfBudget("no line of integration suits this composition")
        for levels, bulk_tilt in ([(self._levels(bottom), tilt)] if tilt else []) + [([], 0.0)]:
            most = math.inf if best is None else _work(best[0])
            try:
                layers = self._planned(levels, most, y=y, log_delta=log_delta, c=c, log_error=log_error)
            except OutOfBudget as error:
                problem = error
                continue
            if _work(layers) < most:
                best = layers, bulk_tilt
        if best is None:
            raise problem
        return LayeredContour([SplitContour(steps, self.others, plan) for steps, plan in best[0]], self.others, best[1])

    def _bulk_for(self, y: float, log_goal: float) -> tuple[float, float]:
        """The largest loss of a bulk whose Chernoff bound at y is below the goal, with the lam of that bound; 0 if none is.

        Losses of a step are counted from the least one, and y from the sum of these.
        """
        room = max(y + sum(count * step.depth for step, count in self._steps), 1e-9)
        for k in range(1, 20):
            level = room * 2 ** (-k / 2)
            alone = [(step.with_bulk(_output_of(step, level)).bulk_alone(), count) for step, count in self._steps]
            for j in range(14):
                lam = 1 + 2.0 ** (j - 2) / room
                try:
                    value = steered(self._with_others(alone), lam)[0]
                except OutOfBudget:  # the bulk lies below all outputs that count, and a smaller one does, too
                    return 0.0, 0.0
                if value + (lam - 1) * math.log(lam - 1) - lam * math.log(lam) - (lam - 1) * y < log_goal - 2:
                    return level, lam
        return 0.0, 0.0

    def _levels(self, bottom: float) -> list[float]:
        """Losses at the lower cuts of the layers, down to the bottom."""
        top = max(step.rough_loss(step.cuts.high) + step.depth for step, _ in self._steps)
        count = max(1, round(math.log(max(top / bottom, 1.0)) / math.log(_RATIO)))
        return [bottom * (top / bottom) ** ((count - j) / count) for j in range(1, count + 1)]

    def _layers(self, levels: Sequence[float]) -> list[Steps]:
        """The steps of each layer, between neighbouring cuts; without levels, one layer without a lower cut."""
        layers, steps = [], self._steps
        for level in levels:
            split = [(step.with_bulk(min(_output_of(step, level), step.cuts.high)), count) for step, count in steps]
            layers.append(split)
            steps = [(step.bulk_alone(), count) for step, count in split]
        return layers or [steps]

    def _planned(
        self, levels: Sequence[float], most: float, *, y: float, log_delta: float, c: float, log_error: float
    ) -> list[Planned]:
        """A plan for every layer, all together with less than the most work."""
        found: list[Planned] = []
        layers = self._layers(levels)
        for steps in layers:
            tilt = c if len(layers) == 1 else saddle_for_eps(self._with_others(steps), y).c
            plan = self._best_line(steps, y=y, log_delta=log_delta, c=tilt, log_error=log_error - math.log(len(layers)))
            found.append((steps, plan))
            if _work(found) > most:
                raise OutOfBudget("another choice of lines is cheaper")
        return found

    def _best_line(self, steps: Steps, *, y: float, log_delta: float, c: float, log_error: float) -> LinePlan:
        """The cheapest of a few tilts."""
        best: LinePlan | None = None
        problem = OutOfBudget("no line of integration suits this composition")
        for share in _SHARES:
            try:
                plan = self._line(steps, y=y, log_delta=log_delta, c=1 + share * (c - 1), log_error=log_error)
            except OutOfBudget as error:
                problem = error
                continue
            if best is not None and plan.work >= best.work:
                break
            best = plan
            if best.count <= _FEW_NODES:
                break
        if best is None:
            raise problem
        return best

    def _line(self, steps: Steps, *, y: float, log_delta: float, c: float, log_error: float) -> LinePlan:
        capped = self._with_others(steps)
        with working_precision(64):
            log_mass = float(layer_mass(steps).log())
            bounds = all_bounds(steps, self.others, arb(c))
        period, lam = period_for(capped, y=y, log_delta=log_delta, c=c, log_error=log_error, log_mass=log_mass)
        value, _, spread = steered(capped, c)
        budget = log_error + log_delta + (c - 1) * y - value
        extra = max(0, math.ceil(-budget / math.log(2)))

        def log_bound(t: float) -> float:
            with working_precision(96 + extra):
                return float(without_bulk(bounds, arb(t)).max(arb(2) ** -4000).log())

        end = cut_where(log_bound, budget, 1 / math.sqrt(spread))
        count = math.ceil(end * period / (2 * math.pi)) + 2
        total = sum(many for _, many in capped)
        bits = 40 + extra + total.bit_length() + max(0, math.ceil(math.log2(abs(y * c) + abs(value) + 1)))
        with working_precision(bits):
            work = sum(step.nodes(c, end) for step, _ in steps) * (2 * math.sqrt(count) + count / 40)
        if count > _MOST_NODES or work > _MOST_WORK:
            raise OutOfBudget(f"the contour integral needs {count} nodes and {work:.0g} exponentials: too many")
        return LinePlan(c=c, period=period, count=count, lam=lam, bits=bits, cells=CELLS, work=work)


def _work(layers: Sequence[Planned]) -> float:
    return sum(plan.work for _, plan in layers)


def _deviation(log_mass: float) -> float:
    """About where the tail of a normal law is e^log_mass."""
    x = math.sqrt(max(-2 * log_mass, 1.0))
    return math.sqrt(max(-2 * (log_mass + math.log(x * math.sqrt(2 * math.pi))), 0.0)) if log_mass < -2 else 1.0


def _output_of(step: SplitStep, loss: float) -> float:
    """The output whose loss is by so much above the least one, log(1 - q)."""
    sigma, q = float(step.sigma), float(step.q)
    hits = math.log(math.expm1(min(loss, 500.0))) + max(loss - 500.0, 0.0) - step.depth - math.log(q)
    return sigma * hits + 0.5 / sigma
