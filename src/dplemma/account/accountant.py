"""eps at delta and delta at eps of a composition, enclosed from both sides, by the method that suits it.

Main definitions: `Enclosure`, `composed_epsilon_of`, `composed_delta_of`.

The profile is the larger of the two directions. One is solved; where the other one's delta at the lower end is certainly
below the target, its eps is lower too and need not be solved.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, fmpq

from dplemma.account.by_contour import Ends
from dplemma.account.mechanisms import Composition
from dplemma.account.profiles import Way, ways_to
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, OutOfBudget

WIDTH = 1e-6


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
        return Enclosure(self.lower.max(other.lower), decides.upper, method, decides.direction)


def build_bits(width: float) -> int:
    """The precision at which decimal parameters are enclosed: far beyond what the answer has."""
    return 192 + 2 * math.ceil(-math.log2(width))


def composed_epsilon_of(composition: Composition, delta: fmpq | arb, width: float = WIDTH) -> Enclosure:
    """The least eps >= 0 for which the composition is (eps, delta)-DP."""
    composition = composition.simplified()
    with working_precision(build_bits(width)):
        target = arb(delta) - composition.infinite()
        if not target >= 0:
            mass = composition.infinite().str(6, radius=False)
            raise NoEpsilon(f"no eps has so small a delta: losses are infinite with probability {mass}")
        first, *others = composition.directions
        best = _asked(composition, first, lambda way: way.epsilon(target, width))
        for direction in others:
            if not _is_lower(composition, direction, best.lower, target):
                best = best.larger(_asked(composition, direction, lambda way: way.epsilon(target, width)))
        return best


def composed_delta_of(composition: Composition, eps: fmpq | arb, width: float = WIDTH) -> Enclosure:
    """The least delta for which the composition is (eps, delta)-DP."""
    composition = composition.simplified()
    with working_precision(build_bits(width)):
        first, *others = composition.directions
        best = one_delta(composition, first, arb(eps), width)
        for direction in others:
            best = best.larger(one_delta(composition, direction, arb(eps), width))
        infinite = composition.infinite()
        return Enclosure((best.lower + infinite).lower(), (best.upper + infinite).upper(), best.method, best.direction)


def one_delta(composition: Composition, direction: str, eps: arb, width: float) -> Enclosure:
    """delta at eps of the finite losses of one direction of a simplified composition."""
    return _asked(composition, direction, lambda way: way.delta(eps, width))


def _is_lower(composition: Composition, direction: str, eps: arb, target: arb) -> bool:
    """True if this direction certainly has a smaller delta at eps, hence a smaller eps."""
    return bool(eps > 0 and one_delta(composition, direction, eps, 1e-3).upper < target)


def _asked(composition: Composition, direction: str, ask: Callable[[Way], Ends]) -> Enclosure:
    """The answer of the first way that has one."""
    problem = OutOfBudget("no method is known for this composition")
    for way in ways_to(composition, direction):
        try:
            lower, upper = ask(way)
        except OutOfBudget as error:
            problem = error
        else:
            return Enclosure(lower, upper, way.name, direction)
    raise problem
