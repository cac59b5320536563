"""The least mu for which a mechanism with a given privacy profile is mu-GDP, enclosed by a certified staircase.

The GDP transform of a profile is G(eps) = gaussian.mu(eps, delta(eps)), and the mechanism is mu-GDP iff mu >= sup G. On a
step [a, b] a non-increasing profile gives, because gaussian.mu increases in eps and in delta,
    gaussian.mu(a, delta(a)) = G(a)  and  G(eps) <= gaussian.mu(b, delta(a)) for a <= eps <= b.
Branch and bound halves the step with the largest upper bound until it meets the best value found: the enclosure holds
whenever it stops. Only that the profile does not increase is taken on trust, beyond the points that are asked for; every number
is a ball.

    from dplemma import gdpt
    gdpt.mu_sup("laplace.delta", eps0="1", until="1")            # a profile by name, its other parameters fixed
    gdpt.mu_sup(lambda eps: (-eps).exp() / 10, until="20")       # any profile, as a function of balls
    gdpt.mu_at("laplace.delta", eps0="1", eps="1/2")             # the transform at one point
"""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Any

from flint import arb, fmpq

from dplemma.arb import gaussian
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.lang.interval import UNIT
from dplemma.lang.latex_names import latex_number
from dplemma.values.evaluator import evaluator
from dplemma.values.exact import BadInput, exact_number, plain_text, short_text
from dplemma.values.rounding import decimal_of, double_above, exact_ends

Profile = Callable[[arb], arb]
Enclosed = Callable[[fmpq], arb]
Snap = Callable[[fmpq], fmpq]
BITS, MOST_BITS = 80, 640
_NEEDS = (BITS - 12, 40, 24)
_NO_ROUNDING = (arb(0), arb(0))
MAX_STEPS, MAX_DIGITS = 10_000, 12


@dataclass(frozen=True, kw_only=True, repr=False)
class Supremum:
    """An enclosure of the supremum of G on [0, until].

    `complete` if the profile is 0 at the end, so that nothing lies beyond; `reached` if it has the digits asked for.
    """

    ball: arb
    at: fmpq
    steps: int
    until: fmpq
    complete: bool
    reached: bool
    label: str = ""

    def _ends(self) -> tuple[str, str]:
        """Ten digits of both ends, rounded outwards."""
        low, high = exact_ends(self.ball)
        return decimal_of(low, 10, "down") or "0", decimal_of(high, 10, "up") or "0"

    def __repr__(self) -> str:
        return f"<Supremum {self}>"

    def _repr_latex_(self) -> str:
        low, high = map(latex_number, self._ends())
        span = rf"0 \leq \varepsilon \leq {latex_number(plain_text(self.until))}"
        return rf"$\sup_{{{span}}} \mu_G(\varepsilon, \delta(\varepsilon)) \in [{low},\, {high}]$ ({self._remarks()})"

    def __str__(self) -> str:
        low, high = self._ends()
        return f"[{low}, {high}] for eps up to {short_text(self.until)}, near eps = {short_text(self.at)}; {self._remarks()}"

    def _remarks(self) -> str:
        parts = [
            "mu-GDP iff mu >= this supremum" if self.complete else "a head only: larger eps may need more",
            "" if self.reached else f"the {self.steps} steps ran out before the digits were reached",
            self.label,
        ]
        return "; ".join(part for part in parts if part)


def mu_sup(profile: str | Profile, *, until: Any, digits: int = 4, max_steps: int = MAX_STEPS, **fixed: Any) -> Supremum:
    """Enclose sup of gaussian.mu(eps, profile(eps)) over 0 <= eps <= until to `digits` digits, or as far as the steps go."""
    end = exact_number(until, "until")
    if not end > 0:
        raise BadInput(f"until must be > 0, got {short_text(end)}. Try until=10")
    if not 1 <= digits <= MAX_DIGITS:
        raise BadInput(f"digits must be between 1 and {MAX_DIGITS}, got {digits}")
    label = evaluator(profile).quantity.label if isinstance(profile, str) else ""
    return supremum(profile_of(profile, fixed), end, digits=digits, max_steps=max_steps, label=label)


def supremum(
    delta: Enclosed, end: fmpq, *, digits: int, max_steps: int = MAX_STEPS, label: str = "", snap: Snap = lambda point: point,
    most: fmpq | None = None,
) -> Supremum:  # fmt: skip
    """The same for a profile by enclosures; `snap` moves a new point to one at which the profile can be evaluated.

    `most` is a mu for which the mechanism is known to be mu-GDP: the supremum does not exceed it.
    """
    with working_precision(BITS):
        search = _Search(delta=delta, most=most)
        search.push(fmpq(0), end)
        steps, tolerance = 1, arb(10) ** -digits
        while steps < max_steps and search.upper - search.best > tolerance * search.best:
            _, _, low, high = heapq.heappop(search.boxes)
            middle = snap((low + high) / 2)
            if not low < middle < high:
                heapq.heappush(search.boxes, (-math.inf, 0, low, high))
                break
            search.push(low, middle)
            search.push(middle, high)
            steps += 1
        reached = bool(search.upper - search.best <= tolerance * search.best)
        ball, complete = search.best.union(search.upper), bool(delta(end).is_zero())
    return Supremum(ball=ball, at=search.at, steps=steps, until=end, complete=complete, reached=reached, label=label)


def mu_at(profile: str | Profile, *, eps: Any, **fixed: Any) -> arb:
    """A ball that contains G(eps) = gaussian.mu(eps, profile(eps)); exactly 0 where the profile is."""
    point = exact_number(eps, "eps")
    if point < 0:
        raise BadInput(f"eps must be >= 0, got {short_text(point)}")
    with working_precision(BITS):
        low, high = mu_ends(point, profile_of(profile, fixed)(point))
        return low.union(high)


class _Search:
    """Steps [a, b] by their upper bound, and the best value of G seen."""

    def __init__(self, *, delta: Enclosed, most: fmpq | None = None) -> None:
        self.delta = delta
        self.most = arb.pos_inf() if most is None else arb(most).upper()
        self.best, self.at = arb(0), fmpq(0)
        self.boxes: list[tuple[float, int, fmpq, fmpq]] = []
        self._ticket = count()

    def push(self, low: fmpq, high: fmpq) -> None:
        delta = self.delta(low)
        value = mu_ends(low, delta)[0]
        if value > self.best:
            self.best, self.at = value, low
        bound = double_above(mu_ends(high, delta)[1])
        heapq.heappush(self.boxes, (-bound, next(self._ticket), low, high))

    @property
    def upper(self) -> arb:
        """The largest upper bound; the heap is ordered by doubles rounded up, which bound what they stand for."""
        top = arb(-self.boxes[0][0])
        top = self.most if top > self.most else top
        return top if top > self.best else self.best


def mu_ends(eps: fmpq, delta: arb) -> tuple[arb, arb]:
    """Exact bounds of gaussian.mu at exact eps and an enclosed delta."""
    low, high = delta.lower(), delta.upper()
    if not high < 1:
        near = "is 1, or closer to it than the numerics tell: mu is infinite or out of reach"
        raise OutOfBudget(f"the profile at eps = {short_text(eps)} {near}")
    return (_mu_exact(eps, low).lower() if low > 0 else arb(0)), (_mu_exact(eps, high).upper() if high > 0 else arb(0))


def _mu_exact(eps: fmpq, delta: arb) -> arb:
    bits = BITS
    while bits <= MOST_BITS:
        with working_precision(bits):
            ball = gaussian.mu(arb(eps), delta)
        if ball.is_finite() and ball.rel_accuracy_bits() > 40:
            return ball
        bits *= 2
    raise OutOfBudget(f"gaussian.mu at eps = {short_text(eps)} was not reached with {MOST_BITS} bits")


def profile_of(profile: str | Profile, fixed: Mapping[str, Any]) -> Enclosed:
    """A profile by name or as a function of balls, by enclosures at exact points."""
    return _by_name(profile, fixed) if isinstance(profile, str) else _by_function(profile, fixed)


def _by_name(name: str, fixed: Mapping[str, Any]) -> Enclosed:
    """A quantity with a parameter eps, its other parameters fixed."""
    ready = evaluator(name)
    if (
        "eps" not in ready.names
        or not name.endswith("delta")
        or ready.quantity.values != UNIT
        or ready.quantity.role != "guarantee"
    ):
        raise BadInput(f"{name} is not a privacy profile in eps. Try laplace.delta")
    if "eps" in fixed or "epsilon" in fixed:
        raise BadInput("eps is what varies from 0 to until; fix the other parameters only")
    ready.read({**fixed, "eps": "1"})
    return _Enclosures(lambda eps, need: ready.enclose(ready.read({**fixed, "eps": eps}), need)[0])


class _Enclosures:
    """A profile with as many relative bits as are within the budget: composed steps have fewer of them near eps = 0."""

    def __init__(self, enclose: Callable[[fmpq, int], arb]) -> None:
        self.enclose, self.needs = enclose, list(_NEEDS)

    def __call__(self, eps: fmpq) -> arb:
        while True:
            try:
                return self.enclose(eps, self.needs[0])
            except OutOfBudget:
                if len(self.needs) == 1:
                    raise
                self.needs.pop(0)


def _by_function(profile: Profile, fixed: Mapping[str, Any]) -> Enclosed:
    if fixed:
        raise BadInput(f"{', '.join(fixed)}: parameters are for a profile given by name")

    def delta(eps: fmpq) -> arb:
        value = profile(arb(eps))
        if not (isinstance(value, arb) and value.is_finite()) or value < 0:
            raise BadInput(f"the profile at eps = {short_text(eps)} is no finite ball of a number >= 0")
        if value > 1:
            raise BadInput(f"the profile at eps = {short_text(eps)} is {value.str(6, radius=False)}: a delta is never above 1")
        return value

    return falling(delta)


def falling(delta: Enclosed, rounding: tuple[arb, arb] = _NO_ROUNDING) -> Enclosed:
    """A profile somebody gives, watched: where it certainly increases between two points that were asked for, it is none.

    `rounding` is the relative and the absolute increase that the arithmetic of its values explains.
    """
    places: list[fmpq] = []
    seen: dict[fmpq, arb] = {}

    def watched(eps: fmpq) -> arb:
        value = delta(eps)
        index = bisect_left(places, eps)
        if eps not in seen:
            places.insert(index, eps)
            seen[eps] = value
        for low, high in pairwise(places[max(index - 1, 0) : index + 2]):
            before, after = seen[low].upper(), seen[high].lower()
            if after > before + before * rounding[0] + rounding[1]:
                left, right = (
                    f"{end.str(6, radius=False)} at eps = {short_text(x)}" for end, x in ((before, low), (after, high))
                )
                raise BadInput(f"the profile increases from {left} to {right}: a privacy profile never does")
        return value

    return watched
