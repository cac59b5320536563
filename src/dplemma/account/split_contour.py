"""The contour integral for few steps and rare hits: the bulk of the outputs apart from the jumps, and the largest losses cut off.

Main definitions: `SplitContour`, `SplitLines`.

Where the record is seldom drawn, nearly all outputs of a step crowd just above the loss log(1-q), and a few jump far from it.
Along a vertical line the moments of the crowd decay slowly, and those of the jumps are so large that no line with a useful tilt
exists. With the parts of `account.split`, steps independent, Q^T is the sum of nonnegative measures:

    what is left out      one step at least is not kept; under P its mass is at most sum_i T_i p_i;
    the bulk alone        moments prod_i A_i^T_i;
    the rest              one step at least jumps; moments F = prod_i K_i^T_i - prod_i A_i^T_i.

delta(y) = int (e^L - e^y)_+ dQ^T is the sum of three parts. The first is at least 0 and at most that P-mass, because (e^L -
e^y)_+ dQ <= dP. The second is at least 0; where all u < e_i, it is at most C(lam) prod A'_i(lam)^T_i e^((1-lam) y) for every
lam > 1 (Chernoff), A' the moments of the bulk up to e_i: if the losses of the bulk are small, y is far beyond their sum; where
one u >= e_i, at most its P-mass, sum_i T_i a_i(e_i) P(u > e_i). The third is the integral of `account.contour`, whose lemmas
ask of the measure only that it is nonnegative, that its mass under P is at most 1, and that prod K_i(lam)^T_i bounds its
moments.

Lemma (truncation). If |A_i(c+is)| <= alpha_i and |B_i(c+is)| <= beta_i for all s >= t, then there
    |F| <= prod_i (alpha_i + beta_i)^T_i - prod_i alpha_i^T_i,
because prod (A_i + B_i)^T_i - prod A_i^T_i is a sum of products of which each has a factor B_i, with the coefficients of the
right side. So one factor that decays is enough, and the crowd need not. A step without a bulk has A = 0; a loss of another kind
has B = 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flint import acb, arb

from dplemma.account.atoms import NoDecay
from dplemma.account.contour import Contour, LinePlan, Parts, Steered, cut_where, log_factor, period_for, power_of, steered
from dplemma.account.losses import Decay
from dplemma.account.saddle import Saddle, saddle_for_delta, saddle_for_eps
from dplemma.account.split import Cuts, SplitStep
from dplemma.account.subsampled import SubsampledGaussianLoss
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

_SHARES = (1.0, 0.75, 0.5, 0.3)
_MOST_NODES, _MOST_WORK, _FEW_NODES = 60_000, 6_000_000, 400
_CELLS, _SHARP_BITS = 400, 20
Steps = Sequence[tuple[SplitStep, int]]


@dataclass(frozen=True)
class _Bounds:
    """Decays of the bulk and of the jumps of one step, relative to K(c); `share` is that of the bulk at t = 0."""

    bulk: Decay | None
    jumps: Decay | None
    share: arb

    def alpha(self, t: arb) -> arb:
        return arb(0) if self.bulk is None else (self.share * self.bulk.bound(t)).upper()

    def beta(self, t: arb) -> arb:
        return arb(0) if self.jumps is None else self.jumps.bound(t)


class SplitContour(Contour):
    """The values of the third part on one line, and with them delta(y) for any y."""

    def __init__(self, steps: Steps, others: Parts, plan: LinePlan, bulk_tilt: float) -> None:
        self.plan, self.bulk_tilt = plan, bulk_tilt
        with working_precision(plan.bits):
            self.c, self.step = arb(plan.c), 2 * arb.pi() / arb(plan.period)
            self.log_scale = _log_moments(steps, others, self.c)
            self.log_right = _log_moments(steps, others, arb(plan.lam)) + log_factor(plan.lam)
            self.values = self._split_line(steps, others)
            bounds = [(bounds_of(step, self.c), count) for step, count in steps]
            bounds += [(_Bounds(loss.decay(self.c, _CELLS), None, arb(1)), count) for loss, count in others]
            self.rest = self._truncated(lambda t: _without_bulk(bounds, t))
            self.left_out = sum((count * step.left_out() for step, count in steps), arb(0)).upper()
            self.log_bulk = arb.neg_inf()
            if bulk_tilt:
                alone = [(step.bulk_alone(), count) for step, count in steps]
                self.log_bulk = _log_moments(alone, others, arb(bulk_tilt)) + log_factor(bulk_tilt)
                self.left_out += sum((count * step.beyond() for step, count in alone), arb(0)).upper()

    def _split_line(self, steps: Steps, others: Parts) -> list[acb]:
        """F(nD)/prod K_i(c)^T_i over z (z - 1) for n = 0, ..., count - 1, the first one halved."""
        count = self.plan.count
        kept, bulk = [acb(1)] * count, [acb(1 if self.bulk_tilt else 0)] * count
        for step, many in steps:
            values, parts = step.lines(self.c, self.step, count)
            kept = [value * power_of(ratio, many) for value, ratio in zip(kept, values, strict=True)]
            if self.bulk_tilt:
                bulk = [value * power_of(ratio, many) for value, ratio in zip(bulk, parts, strict=True)]
        for loss, many in others:
            powers = [power_of(ratio, many) for ratio in loss.line(self.c, self.step, count)]
            kept = [value * power for value, power in zip(kept, powers, strict=True)]
            bulk = [value * power for value, power in zip(bulk, powers, strict=True)]
        places = [acb(self.c, n * self.step) for n in range(count)]
        values = [(whole - part) / (z * (z - 1)) for whole, part, z in zip(kept, bulk, places, strict=True)]
        return [values[0] / 2, *values[1:]]

    def delta(self, y: arb) -> arb:
        with working_precision(self.plan.bits):
            bulk = (self.log_bulk - (arb(self.bulk_tilt) - 1) * y).exp() if self.bulk_tilt else arb(0)
            return super().delta(y) + arb(0).union((self.left_out + bulk).upper())


def _log_moments(steps: Steps, others: Parts, c: arb) -> arb:
    return sum((count * part.log_moment(c) for part, count in [*steps, *others]), arb(0))


def bounds_of(step: SplitStep, c: arb) -> _Bounds:
    """The decays of one step: of the bulk by rectangles under its density, of the jumps by moving the path, of an undivided
    step the better one of both."""
    kept = step.log_moment(c).exp()
    if not step.is_split:
        both = _Best((step.rectangles(c, step.cuts.kept, kept, _CELLS), step.shifted(c, step.cuts.kept, kept)))
        return _Bounds(None, both, arb(0))
    bulk, jumps = step.bulk_mass(c), step.shifted(c, step.cuts.jumps, kept)
    known = bulk.rel_accuracy_bits() > _SHARP_BITS
    return _Bounds(step.rectangles(c, step.cuts.bulk, bulk, _CELLS) if known else NoDecay(), jumps, bulk / kept)


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


def _without_bulk(bounds: Sequence[tuple[_Bounds, int]], t: arb) -> arb:
    whole = part = arb(1)
    for bound, count in bounds:
        alpha = bound.alpha(t)
        whole, part = whole * (alpha + bound.beta(t)) ** count, part * alpha**count
    return (whole - part).upper()


# -- plans, in doubles: nothing here is trusted ---------------------------------------------------------------------------------


class SplitLines:
    """Lines for a composition with sampled Gaussian steps in the remove direction; cuts follow the delta that is looked for."""

    def __init__(self, parts: Parts, guess: Callable[[arb], float] | None = None) -> None:
        """`guess` is asked for about the eps of a delta: where jumps decide, that of the saddle is several times too large."""
        self.parts, self.guess = parts, guess
        self.sampled = [(loss, count) for loss, count in parts if isinstance(loss, SubsampledGaussianLoss)]
        self.others = [(loss, count) for loss, count in parts if not isinstance(loss, SubsampledGaussianLoss)]
        self.total = sum(count for _, count in self.sampled)
        self._steps: list[tuple[SplitStep, int]] = []

    @property
    def _capped(self) -> Steered:
        return [*self._steps, *self.others]

    def for_delta(self, log_delta: float) -> Saddle:
        self._cut_for(log_delta, math.log(1e-8))
        guessed = self.guess(arb(log_delta).exp()) if self.guess is not None else math.inf
        if not 0 < guessed < math.inf:
            return saddle_for_delta(self._capped, log_delta)
        return Saddle(guessed, saddle_for_eps(self._capped, guessed).c, log_delta)

    def for_eps(self, y: float) -> Saddle:
        """The cuts want a delta, which the saddle of what they leave estimates."""
        if not self._steps:
            self._cut_for(saddle_for_eps(self.parts, y).log_delta, math.log(1e-8))
            self._cut_for(saddle_for_eps(self._capped, y).log_delta, math.log(1e-8))
        return saddle_for_eps(self._capped, y)

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

    def contour(self, *, y: float, log_delta: float, c: float, log_error: float) -> Contour:
        """The line with the fewest nodes: with the largest bulk that is certainly too small for y, or without any."""
        self._cut_for(log_delta, log_error)
        steps, tilt = self._with_bulk(y, log_delta + log_error)
        choices = [(self._steps, 0.0), *([(steps, tilt)] if tilt else [])]
        best: tuple[LinePlan, list[tuple[SplitStep, int]], float] | None = None
        problem = OutOfBudget("no line of integration suits this composition")
        for share in _SHARES:
            before = best
            for chosen, bulk_tilt in choices:
                try:
                    plan = self._planned(chosen, y=y, log_delta=log_delta, c=1 + share * (c - 1), log_error=log_error)
                except OutOfBudget as error:
                    problem = error
                    continue
                if best is None or plan.work < best[0].work:
                    best = plan, chosen, bulk_tilt
            if best is not None and (best is before or best[0].count <= _FEW_NODES):
                break
        if best is None:
            raise problem
        return SplitContour(best[1], self.others, best[0], best[2])

    def _with_bulk(self, y: float, log_goal: float) -> tuple[list[tuple[SplitStep, int]], float]:
        """The largest bulk whose Chernoff bound at y is below the goal, with the lam of that bound; 0 if there is none."""
        for k in range(1, 20):
            steps = [(step.with_bulk(_output_of(step, y * 2 ** (-k / 2))), count) for step, count in self._steps]
            alone = [(step.bulk_alone(), count) for step, count in steps]
            for j in range(14):
                lam = 1 + 2.0 ** (j - 2) / max(y, 1e-9)
                value = sum(count * step.steer(lam)[0] for step, count in alone) + steered(self.others, lam)[0]
                if value + (lam - 1) * math.log(lam - 1) - lam * math.log(lam) - (lam - 1) * y < log_goal - 2:
                    return steps, lam
        return [], 0.0

    def _planned(self, steps: Steps, *, y: float, log_delta: float, c: float, log_error: float) -> LinePlan:
        capped = self._capped
        period, lam = period_for(capped, y=y, log_delta=log_delta, c=c, log_error=log_error)
        value, _, spread = steered(capped, c)
        budget = log_error + log_delta + (c - 1) * y - value
        with working_precision(64):
            bounds = [(bounds_of(step, arb(c)), count) for step, count in steps]
            bounds += [(_Bounds(loss.decay(arb(c), _CELLS), None, arb(1)), count) for loss, count in self.others]
        extra = max(0, math.ceil(-budget / math.log(2)))

        def log_bound(t: float) -> float:
            with working_precision(96 + extra):
                return float(_without_bulk(bounds, arb(t)).max(arb(2) ** -4000).log())

        end = cut_where(log_bound, budget, 1 / math.sqrt(spread))
        count = math.ceil(end * period / (2 * math.pi)) + 2
        total = sum(many for _, many in capped)
        bits = 40 + extra + total.bit_length() + max(0, math.ceil(math.log2(abs(y * c) + abs(value) + 1)))
        with working_precision(bits):
            work = sum(step.nodes(c, end) for step, _ in steps) * (2 * math.sqrt(count) + count / 40)
        if count > _MOST_NODES or work > _MOST_WORK:
            raise OutOfBudget(f"the contour integral needs {count} nodes and {work:.0g} exponentials: too many")
        return LinePlan(c=c, period=period, count=count, lam=lam, bits=bits, cells=_CELLS, work=work)


def _deviation(log_mass: float) -> float:
    """About where the tail of a normal law is e^log_mass."""
    x = math.sqrt(max(-2 * log_mass, 1.0))
    return math.sqrt(max(-2 * (log_mass + math.log(x * math.sqrt(2 * math.pi))), 0.0)) if log_mass < -2 else 1.0


def _output_of(step: SplitStep, loss: float) -> float:
    """The output with a loss > 0."""
    sigma, q = float(step.sigma), float(step.q)
    return sigma * (math.log(math.expm1(min(loss, 500.0)) / q + 1) + max(loss - 500.0, 0.0)) + 0.5 / sigma
