"""The noise multiplier, sample rate or number of steps for a target: the safe side, with a certificate of both neighbours.

Main definitions: `Target`, `calibrated`.

Each candidate is judged on its own: `safe` certainly meets the target and the other end certainly misses it. That more noise,
fewer steps or rarer sampling cost less is used only to look in the right place. What certainly misses an eps by one event alone
(`dplemma.account.hits`) is not put to the accountant; where the accountant knows nothing for some candidates, the search ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from flint import arb, fmpq

from dplemma.account.accountant import Accountant
from dplemma.account.doubles import within_doubles
from dplemma.account.hits import delta_of_hits
from dplemma.account.rates import true_positive_rate
from dplemma.arb import gaussian
from dplemma.arb.ends import larger
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.values.accounting import head_mu, rounded_up
from dplemma.values.exact import BadInput, exact_number, plain_text, short_text
from dplemma.values.training import TrainingRun

_DIGITS = 9
_FIRST_STEPS = 256
_MOST_TRIALS, _MOST_BLIND = 80, 3
_MOST_GAP, _HIT_BITS = 0.1, 256
_LIMITS = {"noise_multiplier": (1e-3, 1e6), "sample_rate": (1e-9, 1.0)}


Say = Callable[[str], None]


class Judgement(NamedTuple):
    """-1 if the target is certainly met, 1 if it is certainly missed, else 0; and by how much, as a logarithm that steers.

    `blind` says what little is known where the lower end is the trivial one: nothing to steer by.
    """

    side: int
    score: float
    blind: str = ""


@dataclass(frozen=True, kw_only=True)
class Target:
    """eps at delta, mu on the head up to the eps that mu-GDP has at delta, or a true positive rate at a false positive rate."""

    delta: fmpq | None = None
    eps: fmpq | None = None
    mu: fmpq | None = None
    tpr: fmpq | None = None
    fpr: fmpq | None = None
    width: float = 1e-6

    def judge(self, run: TrainingRun, say: Say | None = None) -> Judgement:
        with within_doubles():
            hits = self._delta_of_hits(run)
            if self.eps is not None and hits > arb(self.delta):
                return Judgement(1, float((hits / arb(self.delta)).log()))
            accountant = Accountant(run.composition(), self.width, say=say)
            if self.tpr is not None:
                return self._judge_rate(accountant)
            return self._judge_eps(accountant, hits) if self.mu is None else self._judge_mu(accountant)

    def _delta_of_hits(self, run: TrainingRun) -> arb:
        """What one event says of delta at the eps of the target; 0 for other targets."""
        if self.eps is None:
            return arb(0)
        with working_precision(_HIT_BITS):
            return delta_of_hits(run.sigma, run.q, run.steps, self.eps)

    def _judge_rate(self, accountant: Accountant) -> Judgement:
        """The score is how far the rate is from the target on the scale of normal quantiles, which is about that of mu."""
        assert self.tpr is not None and self.fpr is not None
        found = true_positive_rate(accountant, self.fpr)
        side = -1 if found.upper <= arb(self.tpr) else 1 if found.lower > arb(self.tpr) else 0
        blind = _blind(side, found.lower - arb(self.fpr), found.upper, "the true positive rate")
        return Judgement(side, _quantile((found.lower + found.upper) / 2) - _quantile(arb(self.tpr)), blind)

    def _judge_eps(self, accountant: Accountant, hits: arb) -> Judgement:
        assert self.eps is not None and self.delta is not None
        found = accountant.delta(self.eps)
        lower = larger(found.lower, hits)
        side = -1 if found.upper <= arb(self.delta) else 1 if lower > arb(self.delta) else 0
        middle = float(((lower + found.upper) / 2).log()) if found.upper > 0 else -1e4
        return Judgement(side, middle - math.log(float(arb(self.delta))), _blind(side, lower, found.upper, "delta"))

    def _judge_mu(self, accountant: Accountant) -> Judgement:
        found = head_mu(accountant, self.head)
        if found is None:
            raise OutOfBudget("mu on the head is out of reach here")
        low, high = exact_number(found["lower"], "mu"), exact_number(found["upper"], "mu")
        assert self.mu is not None
        side = -1 if high <= self.mu else 1 if low > self.mu else 0
        blind = _blind(side, arb(low), arb(high), "mu on the head")
        return Judgement(side, math.log(float(arb((low + high) / 2))) - math.log(float(arb(self.mu))), blind)

    @property
    def head(self) -> fmpq:
        assert self.mu is not None and self.delta is not None
        with working_precision(128):
            return rounded_up(gaussian.epsilon(arb(self.delta), arb(self.mu)).upper())


def _blind(side: int, known: arb, upper: arb, what: str) -> str:
    """Words where nothing is known of a number but its upper end, and that does not tell."""
    return "" if side or known > 0 else f"of {what} no more is known than that it is at most {upper.str(3, radius=False)}"


def _quantile(rate: arb) -> float:
    """The normal quantile of a rate, for steering: kept off 0 and 1, where it is infinite."""
    return NormalDist().inv_cdf(min(max(float(rate), 1e-300), 1 - 2.0**-52))


def calibrated(run: TrainingRun, name: str, target: Target, *, say: Say | None = None) -> dict[str, str]:
    """`lower`, `upper` and `safe` of the parameter that was left out of a run; `say` is told of each trial that takes seconds."""
    trials = _Trials(run, name, target, say)
    if name == "steps":
        return _whole(lambda steps: trials.judge(fmpq(steps)))
    return _real(trials.judge, name, target.width)


class _Trials:
    """The candidates for a parameter, judged one after another."""

    def __init__(self, run: TrainingRun, name: str, target: Target, say: Say | None) -> None:
        self.run, self.name, self.target, self.say = run, name, target, say
        self.made = self.blind = 0

    def judge(self, value: fmpq) -> Judgement:
        """Out of budget after some that the accountant knows nothing about: there is nothing to steer by."""
        self.made += 1
        found = self.target.judge(_with(self.run, self.name, value), self._announced(short_text(value)))
        self.blind += bool(found.blind)
        if self.blind >= _MOST_BLIND:
            raise OutOfBudget(
                f"no {self.name} was found: at {short_text(value)}, trial {self.made}, {found.blind}, and so at {self.blind} "
                "trials in all. Try other parameters, say more noise"
            )
        return found

    def _announced(self, value: str) -> Say | None:
        say, number = self.say, self.made
        return None if say is None else lambda text: say(f"trial {number}, {self.name} {value}: {text}")


def _with(run: TrainingRun, name: str, value: fmpq) -> TrainingRun:
    sigma, q, steps = run.sigma, run.q, run.steps
    if name == "noise_multiplier":
        sigma = value
    elif name == "sample_rate":
        q = value
    else:
        steps = int(value.p)
    return TrainingRun(sigma=sigma, q=q, steps=steps, how=run.how, dataset_size=run.dataset_size)


def _whole(judge: Callable[[int], Judgement]) -> dict[str, str]:
    """The most steps that were seen to meet the target, and a number that certainly misses it: the next one, if it is told."""
    good, bad = 0, _FIRST_STEPS
    while judge(bad).side < 0:
        good, bad = bad, 2 * bad
        if bad > 10**9:
            raise OutOfBudget("more than 10^9 steps meet the target")
    while good == 0:  # few steps are the dearest to judge: they come last
        if bad == 1:
            raise BadInput("not even one step meets the target: more noise or a lower sample rate is needed")
        half = bad // 2
        good, bad = (half, bad) if judge(half).side < 0 else (0, half)
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if judge(middle).side < 0 else (good, middle)
    while judge(bad).side <= 0:
        bad = good + 2 * (bad - good)
        if bad > 10**9:
            raise OutOfBudget("no number of steps up to 10^9 certainly misses the target")
    return {"lower": str(good), "upper": str(bad), "safe": str(good)}


def _real(judge: Callable[[fmpq], Judgement], name: str, width: float) -> dict[str, str]:
    """Two decimals, the width apart, of which one meets the target and the other one misses it."""
    safer = 1 if name == "noise_multiplier" else -1
    least, most = _LIMITS[name]
    if name == "sample_rate" and judge(fmpq(1)).side < 0:
        return {"lower": "1", "upper": "1", "safe": "1"}
    root = _root(lambda x: safer * -judge(_short(x)).score, least, most)
    gap = 0.4 * width
    while gap <= max(_MOST_GAP, width):
        low, high = _short(root * (1 - gap)), _short(min(root * (1 + gap), most))
        sides = judge(low).side, judge(high).side
        if sides == ((1, -1) if safer > 0 else (-1, 1)):
            return {"lower": plain_text(low), "upper": plain_text(high), "safe": plain_text(high if safer > 0 else low)}
        gap *= 2
    raise OutOfBudget(f"no {name} was found whose neighbours within {_MOST_GAP:.0%} certainly meet and miss the target")


def _root(rising: Callable[[float], float], least: float, most: float) -> float:
    """About the root of a function that rises, by a bracket and the rule of false position (Illinois) in log x."""
    low = high = min(1.0, most / 2)
    at_low = at_high = rising(low)
    while at_low > 0:
        high, at_high, low = low, at_low, low / 2
        if low < least:
            raise OutOfBudget(f"no value above {least:g} meets the target")
        at_low = rising(low)
    while at_high < 0:
        low, at_low, high = high, at_high, high * 2
        if high > most:
            high = most
        at_high = rising(high)
        if high == most and at_high < 0:
            raise OutOfBudget(f"no value up to {most:g} meets the target")
    return _false_position(rising, (math.log(low), at_low), (math.log(high), at_high))


def _false_position(rising: Callable[[float], float], left: tuple[float, float], right: tuple[float, float]) -> float:
    (a, at_a), (b, at_b), last = left, right, 0
    for _ in range(_MOST_TRIALS):
        x = b - at_b * (b - a) / (at_b - at_a) if at_b != at_a else (a + b) / 2
        value = rising(math.exp(x))
        if abs(value) < 1e-9 or b - a < 1e-12:
            return math.exp(x)
        if value > 0:
            b, at_b, at_a, last = x, value, at_a / 2 if last > 0 else at_a, 1
        else:
            a, at_a, at_b, last = x, value, at_b / 2 if last < 0 else at_b, -1
        if abs(value) < 1e-5:
            return math.exp(x - value * (b - a) / (at_b - at_a)) if at_b != at_a else math.exp(x)
    return math.exp((a + b) / 2)


def _short(x: float) -> fmpq:
    """A decimal of a few digits near a double."""
    return exact_number(f"{x:.{_DIGITS - 1}e}", "value")
