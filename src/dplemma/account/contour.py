"""The profile of a composition as a contour integral, by a sum whose error is proved: `Contour`.

Let (P, Q) be the composed pair, L its loss, M(z) = E_Q[e^(zL)] and delta(y) = E_Q[(e^L - e^y)_+]. For c > 1 with M(c) finite,

    G(y) := e^((c-1) y) delta(y) = (1/2 pi) int F(t) e^(-ity) dt,    F(t) = M(c+it)/((c+it) (c+it-1)),

because int e^((z-1) y) (e^L - e^y)_+ dy = e^(zL)/(z (z-1)) for Re z > 1, and Fubini. G is continuous and positive.

Lemma (aliasing). With the step D = 2 pi/W, Poisson's formula (F is summable, G decays exponentially to both sides) reads
    (D/2 pi) sum_n F(nD) e^(-inDy) = sum_k G(y + kW) = G(y) + sum_{k != 0} G(y + kW),
so the sum is too large by a nonnegative amount. To the left, delta <= M(1) <= m, with m = 1 or a better bound of the P-mass,
gives G(y - kW) <= m e^((c-1)(y - kW)). To the right, for any lam > c, (e^L - e^x)_+ <= C e^(lam L) e^((1-lam) x) with
C = (lam-1)^(lam-1)/lam^lam, the maximum of (v-1) v^-lam over v > 1, gives G(y + kW) <= C M(lam) e^((c-lam)(y + kW)). Both are
geometric series in k.

Lemma (truncation). |F(t)| <= |M(c+it)|/t^2. If |M(c+is)| <= b_j M(c) for all s >= t_j, t_0 = N' D < t_1 < ..., then
    (D/2 pi) sum_{|n| > N'} |F(nD)| <= (M(c)/pi) sum_j b_j (1/t_j - 1/t_(j+1)),
because D/(nD)^2 <= 1/((n-1) D) - 1/(nD), if the t_j are multiples of D.

Claims: folklore/hockey-stick-transform, folklore/alias-series, folklore/chernoff-factor, folklore/kernel-modulus,
folklore/tail-telescopes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from flint import acb, arb, ctx

from dplemma.account.losses import Decay, Loss, Steerable
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

Parts = Sequence[tuple[Loss, int]]
"""The steps of a composition: each loss with how often it is taken."""
Steered = Sequence[tuple[Steerable, int]]
"""The same, as far as the choice of a line needs it."""

_MOST_NODES = 40_000
_MOST_WORK = 1_500_000
_FEW_NODES = 250
_SHARES = (1.0, 0.97, 0.93, 0.88, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
_BLOCK = 1.25
_ONE = arb(1)


@dataclass(frozen=True)
class LinePlan:
    """Where to integrate: the line Re z = c, the period W, nodes, lam of the right alias, bits of precision."""

    c: float
    period: float
    count: int
    lam: float
    bits: int
    cells: int
    work: float


def steered(parts: Steered, c: float) -> tuple[float, float, float]:
    """log M(c) of the composition and its first two derivatives, in doubles."""
    value = first = second = 0.0
    for loss, count in parts:
        k, k1, k2 = loss.steer(c)
        value, first, second = value + count * k, first + count * k1, second + count * k2
    return value, first, second


class Profile(Protocol):
    """What reads delta(y) off values on lines."""

    @property
    def plan(self) -> LinePlan: ...

    @property
    def c(self) -> arb: ...

    def delta(self, y: arb) -> arb: ...

    def slope(self, y: arb) -> arb: ...


class Contour:
    """The values of F on one line, and with them delta(y) for any y; `mass` bounds M(1)."""

    mass = _ONE

    def __init__(self, parts: Parts, plan: LinePlan) -> None:
        self.plan = plan
        with working_precision(plan.bits):
            self.c, self.step = arb(plan.c), 2 * arb.pi() / arb(plan.period)
            self.log_scale = sum((count * loss.log_moment(self.c) for loss, count in parts), arb(0))
            self.log_right = sum((count * loss.log_moment(arb(plan.lam)) for loss, count in parts), arb(0)) + log_factor(plan.lam)
            self.values = self._line(parts)
            decays = [(loss.decay(self.c, plan.cells), count) for loss, count in parts]
            self.rest = self._truncated(lambda t: _decayed(decays, t))

    def _line(self, parts: Parts) -> list[acb]:
        """F(nD)/M(c) for n = 0, ..., count - 1, the first one halved."""
        values = [1 / ((self.c + acb(0, n * self.step)) * (self.c - 1 + acb(0, n * self.step))) for n in range(self.plan.count)]
        for loss, count in parts:
            ratios = loss.line(self.c, self.step, self.plan.count)
            values = [value * power_of(ratio, count) for value, ratio in zip(values, ratios, strict=True)]
        return [values[0] / 2, *values[1:]]

    def _truncated(self, bound_from: Callable[[arb], arb]) -> arb:
        """The bound of the terms beyond the last node relative to M(c), given one of |M(c + is)| for all s >= t."""
        total, place = arb(0), self.plan.count - 1
        for _ in range(64):
            bound, t = bound_from(place * self.step), place * self.step
            following = math.ceil(place * _BLOCK)
            if bound < arb(2) ** -(4 * ctx.prec) or following > 2**40:
                return (total + bound / t) / arb.pi()
            total += bound * (1 / t - 1 / (following * self.step))
            place = following
        return (total + bound_from(place * self.step) / (place * self.step)) / arb.pi()

    def delta(self, y: arb) -> arb:
        """An enclosure of delta(y)."""
        with working_precision(self.plan.bits):
            total = arb(0)
            for n, value in enumerate(self.values):
                sine, cosine = (n * self.step * y).sin_cos()
                total += value.real * cosine + value.imag * sine
            total = total * self.step / arb.pi() + arb(0, self.rest.abs_upper())
            scaled = (self.log_scale - (self.c - 1) * y).exp() * total
            return scaled - arb(0).union(self._aliases(y).upper())

    def slope(self, y: arb) -> arb:
        """About the derivative of delta at y."""
        with working_precision(self.plan.bits):
            total = arb(0)
            for n, value in enumerate(self.values):
                sine, cosine = (n * self.step * y).sin_cos()
                along = value * acb(self.c - 1, n * self.step)
                total -= along.real * cosine + along.imag * sine
            return (self.log_scale - (self.c - 1) * y).exp() * total * self.step / arb.pi()

    def _aliases(self, y: arb) -> arb:
        """The bound of sum_{k != 0} G(y + kW), divided by e^((c-1) y)."""
        period, lam = arb(self.plan.period), arb(self.plan.lam)
        left = (-(self.c - 1) * period).exp()
        right = ((self.c - lam) * period).exp()
        chernoff = (self.log_right - (lam - 1) * y).exp()
        return self.mass * left / (1 - left) + chernoff * right / (1 - right)


def _decayed(decays: Sequence[tuple[Decay, int]], t: arb) -> arb:
    total = arb(1)
    for decay, count in decays:
        total *= decay.bound(t) ** count
    return total.upper()


def power_of(ratio: acb, count: int) -> acb:
    """ratio^count for a ratio of modulus <= 1: by the logarithm, whose branch does not matter, where that exists."""
    if count == 1:
        return ratio
    size = ratio.abs_lower()
    if size > 0 and ratio.rel_accuracy_bits() > 4:
        return (ratio.log() * count).exp()
    bound = arb(0, (ratio.abs_upper().min(arb(1)) ** count).abs_upper())
    return acb(bound, bound)


def log_factor(lam: float) -> arb:
    """log of (lam-1)^(lam-1)/lam^lam."""
    exact = arb(lam)
    return (exact - 1) * (exact - 1).log() - exact * exact.log()


def cheapest(parts: Parts, *, y: float, log_delta: float, c: float, log_error: float, cells: int) -> LinePlan:
    """The plan at the saddle c, or nearer to 1 where that takes fewer nodes.

    Where a single large loss makes the tail (rare sampling), the tilted law at the saddle is that jump, wide and slow to decay;
    a lesser tilt keeps to the bulk, and what it wastes in size costs only bits.
    """
    best: LinePlan | None = None
    problem = OutOfBudget("no line of integration suits this composition")
    for share in _SHARES:
        try:
            plan = planned(parts, y=y, log_delta=log_delta, c=1 + share * (c - 1), log_error=log_error, cells=cells)
        except OutOfBudget as error:
            problem = error
            continue
        if best is None or plan.count < best.count:
            best = plan
        elif plan.count > 2 * best.count:
            break
        if best.count <= _FEW_NODES:
            break
    if best is None:
        raise problem
    return best


def planned(parts: Parts, *, y: float, log_delta: float, c: float, log_error: float, cells: int) -> LinePlan:
    """A plan whose errors at y are each about e^log_error delta, in doubles: nothing here is trusted."""
    period, lam = period_for(parts, y=y, log_delta=log_delta, c=c, log_error=log_error)
    value, _, spread = steered(parts, c)
    budget = log_error + log_delta + (c - 1) * y - value
    with working_precision(64):
        decays = [(loss.decay(arb(c), cells), count) for loss, count in parts]
    end = cut_where(lambda t: sum(count * math.log(decay.rough(t)) for decay, count in decays), budget, 1 / math.sqrt(spread))
    count = math.ceil(end * period / (2 * math.pi)) + 2
    with working_precision(80):
        work = sum(loss.nodes(c, end) for loss, _ in parts) * (2 * math.sqrt(count) + count / 40)
    if count > _MOST_NODES or work > _MOST_WORK:
        raise OutOfBudget(f"the contour integral needs {count} nodes and {work:.0g} exponentials: too many")
    steps = sum(many for _, many in parts)
    bits = (
        32 + math.ceil(-log_error / math.log(2)) + steps.bit_length() + max(0, math.ceil(math.log2(abs(y * c) + abs(value) + 1)))
    )
    return LinePlan(c=c, period=period, count=count, lam=lam, bits=max(64, bits), cells=cells, work=work)


def period_for(
    parts: Steered, *, y: float, log_delta: float, c: float, log_error: float, log_mass: float = 0.0
) -> tuple[float, float]:
    """A period that keeps both aliases below the error, and the lam of the right one."""
    right, lam = _right_period(parts, y=y, log_delta=log_delta, c=c, log_error=log_error)
    return 1.02 * max((log_mass - log_delta - log_error) / (c - 1), right), lam


def _right_period(parts: Steered, *, y: float, log_delta: float, c: float, log_error: float) -> tuple[float, float]:
    """The least period that keeps the right alias below the error, and its lam."""
    best = (math.inf, 2 * c)
    gap, misses = (c - 1) / 4096, 0
    while misses < 5 and gap < 1e9:
        lam = c + gap
        value, _, _ = steered(parts, lam)
        chernoff = value + (lam - 1) * math.log(lam - 1) - lam * math.log(lam) - (lam - 1) * y
        period = (chernoff - log_delta - log_error) / gap
        misses = 0 if period < best[0] else misses + 1
        best = min(best, (period, lam))
        gap *= 1.7
    return best


def cut_where(log_bound: Callable[[float], float], budget: float, start: float) -> float:
    """The t from which on all is below e^budget: from a start up, or down, to where that changes, and there halved."""

    def excess(t: float) -> float:
        return log_bound(t) - math.log(math.pi * t) - budget

    low = high = start
    while excess(high) > 0:
        low, high = high, 1.6 * high
        if high > 1e12:
            raise OutOfBudget("the characteristic function of the loss decays too slowly for the contour integral")
    while excess(low) <= 0:
        low, high = low / 1.6, low
    for _ in range(8):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return high
