"""eps at delta and delta at eps of a composition, enclosed from both sides, by the method that suits it.

Main definitions: `Accountant`, `Enclosure`; `composed_epsilon_of` and `composed_delta_of` for a single answer.

The profile is the larger of the two directions. One is solved; where the other one's delta at the lower end is certainly
below the target, its eps is lower too and need not be solved.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, fmpq

from dplemma.account.by_contour import Ends
from dplemma.account.by_lattice import LatticeMeasures, largest_losses
from dplemma.account.doubles import within_doubles
from dplemma.account.mechanisms import Composition
from dplemma.account.profiles import ChernoffBound, Way, ways_to
from dplemma.arb.ends import larger, smaller
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, OutOfBudget

WIDTH = 1e-6
_PATIENCE = 2
"""A way that was out of budget so often is not asked again."""


class NoEpsilon(DplemmaError):
    """No eps has the delta that is asked for."""


@dataclass(frozen=True)
class Enclosure:
    """Exact ends between which a number lies, how they were found, and the direction that decides."""

    lower: arb
    upper: arb
    method: str
    direction: str

    def larger(self, other: Enclosure) -> Enclosure:
        """The enclosure of the larger of two numbers."""
        decides = self if self.upper >= other.upper else other
        method = self.method if self.method == other.method else f"{self.method}, {other.method}"
        return Enclosure(larger(self.lower, other.lower), decides.upper, method, decides.direction)


def build_bits(width: float) -> int:
    """The precision at which decimal parameters are enclosed: far beyond what the answer has."""
    return 192 + 2 * math.ceil(-math.log2(width))


class Accountant:
    """The profile of one composition: the larger of its directions, with what was computed for one answer kept for the next."""

    def __init__(
        self, composition: Composition, width: float = WIDTH, *, sharp: bool = False, say: Callable[[str], None] | None = None
    ) -> None:
        """`sharp` leaves out the ways that do not reach any width: out of budget is then the answer instead of a wide one.

        `say` is told what a way will cost before it starts, if that is seconds.
        """
        self.composition = composition.simplified()
        self.width, self.bits = width, build_bits(width)
        with working_precision(self.bits):
            self.infinite = self.composition.infinite()
            with within_doubles():
                ways = {direction: list(ways_to(self.composition, direction)) for direction in self.composition.directions}
        self._ways = {direction: [way for way in known if way.sharp or not sharp] for direction, known in ways.items()}
        self._quick = {direction: [way for way in known if isinstance(way, ChernoffBound)] for direction, known in ways.items()}
        self._failures: Counter[Way] = Counter()
        for lattices in (way for known in ways.values() for way in known if isinstance(way, LatticeMeasures)):
            lattices.say = say

    @property
    def directions(self) -> tuple[str, ...]:
        return tuple(self._ways)

    def end(self) -> arb | None:
        """An eps from which on the profile is 0; None if there is none: a loss is unbounded, or infinite with mass."""
        if not arb(self.infinite).is_zero():
            return None
        try:
            with working_precision(self.bits):
                ends = [largest_losses(self.composition.steps, direction == "add")[1] for direction in self.directions]
        except OutOfBudget:
            return None
        return ends[0] if len(ends) == 1 else larger(*ends)

    def epsilon(self, delta: fmpq | arb) -> Enclosure:
        """The least eps >= 0 for which the composition is (eps, delta)-DP."""
        with working_precision(self.bits):
            target = arb(delta - self.infinite)
            if not target >= 0:
                mass = arb(self.infinite).str(6, radius=False)
                if not target < 0:
                    raise OutOfBudget(f"delta cannot be told from the probability of infinite losses, {mass}")
                raise NoEpsilon(f"no eps has so small a delta: losses are infinite with probability {mass}")
            first, *others = self.directions
            best = self._asked(first, lambda way: way.epsilon(target, self.width))
            for direction in others:
                if target.is_zero() or not self._is_lower(direction, best.lower, target):
                    best = best.larger(self._asked(direction, lambda way: way.epsilon(target, self.width)))
            return best

    def delta(self, eps: fmpq | arb, width: float | None = None) -> Enclosure:
        """The least delta for which the composition is (eps, delta)-DP."""
        first, *others = self.directions
        best = self.one_delta(first, eps, width)
        for direction in others:
            if not self._is_quickly_below(direction, arb(eps), best.lower - self.infinite):
                best = best.larger(self.one_delta(direction, eps, width))
        return best

    def one_delta(self, direction: str, eps: fmpq | arb, width: float | None = None) -> Enclosure:
        """delta at eps in one direction; eps may be negative: delta(eps) = 1 - e^eps + e^eps delta(-eps) of the other one."""
        with working_precision(self.bits):
            level = arb(eps)
            if level < 0:
                reverse = {"remove": "add", "add": "remove"}.get(direction, direction)
                other, shrunk = self.one_delta(reverse, -level, width), level.exp()
                lower, upper = 1 - shrunk * (1 - other.lower), 1 - shrunk * (1 - other.upper)
                return Enclosure(lower.lower(), smaller(upper.upper(), arb(1)), other.method, direction)
            found = self._asked(direction, lambda way: way.delta(level, width or self.width))
            lower, upper = found.lower + self.infinite, found.upper + self.infinite
            return Enclosure(lower.lower(), smaller(upper.upper(), arb(1)), found.method, direction)

    def sharpest(self, direction: str) -> float:
        """A relative width of delta that costs little more than a wide one: a lattice is as sharp as it is."""
        left = [way.name for way in self._ways[direction] if self._failures[way] < _PATIENCE]
        return 1e-4 if left[:1] == ["lattice"] else 1e-9

    def _is_lower(self, direction: str, eps: arb, target: arb) -> bool:
        """True if this direction certainly has a smaller delta at eps, hence a smaller eps."""
        if not eps > 0:
            return False
        lattices = [way for way in self._ways[direction] if isinstance(way, LatticeMeasures)]
        if self._is_quickly_below(direction, eps, target) or any(way.is_below(eps, target) for way in lattices):
            return True
        return bool(self.one_delta(direction, eps, 1e-3).upper < target + self.infinite)

    def _is_quickly_below(self, direction: str, eps: arb, target: arb) -> bool:
        """True if a Chernoff bound shows it."""
        return bool(eps > 0 and target > 0) and any(way.is_below(eps, target) for way in self._quick[direction])

    def _asked(self, direction: str, ask: Callable[[Way], Ends]) -> Enclosure:
        """The answer of the first way that has one."""
        problem = OutOfBudget("no method is known for this composition")
        for way in [way for way in self._ways[direction] if self._failures[way] < _PATIENCE]:
            try:
                with within_doubles():
                    lower, upper = ask(way)
            except OutOfBudget as error:
                problem = error
                self._failures[way] += 1
            else:
                return Enclosure(lower, upper, way.name, direction)
        raise problem


def composed_epsilon_of(composition: Composition, delta: fmpq | arb, width: float = WIDTH) -> Enclosure:
    """The least eps >= 0 for which a composition is (eps, delta)-DP."""
    return Accountant(composition, width).epsilon(delta)


def composed_delta_of(composition: Composition, eps: fmpq | arb, width: float = WIDTH) -> Enclosure:
    """The least delta for which a composition is (eps, delta)-DP."""
    return Accountant(composition, width).delta(eps)
