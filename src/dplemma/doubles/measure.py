"""Bits of error of a function of doubles, measured against certified values over a range: seeded, then refined at the worst.

Main definitions: `Measured`, `measure`, `truth_of`, `spaced_points`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from flint import arb

from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.base.sides import Side
from dplemma.doubles.algebras import BallAlgebra, Undecided, run_in
from dplemma.doubles.trace import GUARD_BITS, MOST_BITS
from dplemma.values.comparison import WORST_BITS, compared
from dplemma.values.evaluator import certified, evaluator
from dplemma.values.sampling import Stride, at_unit, climb

Point = tuple[float, ...]
Truth = Callable[[Point], arb]
Ranges = Mapping[str, tuple[float, float]]
_STEPS, _STARTS = 40, 3
_STRIDE = Stride(0.5, grow=1.0, shrink=0.85)


@dataclass
class Measured:
    """What a search over a range saw. `raised` counts the points at which the code raised or gave NaN."""

    points: int = 0
    worst_bits: float = 0.0
    worst: Point = ()
    total_bits: float = 0.0
    unsafe: int = 0  # errors on the side that promises too much
    raised: int = 0
    out_of_reach: int = 0  # points without a certified value
    seen: list[tuple[Point, float]] = field(default_factory=list, repr=False)

    @property
    def mean_bits(self) -> float:
        return self.total_bits / self.points if self.points else 0.0


def truth_of(function: Callable[..., Any], quantity: str, names: tuple[str, ...]) -> Truth:
    """The certified value of the quantity; without one, the real number the code stands for."""
    if quantity:
        ready = evaluator(quantity)
        return lambda point: certified(ready, dict(zip(names, point, strict=True)))
    return lambda point: meant_by(function, point)


def meant_by(function: Callable[..., Any], point: Point) -> arb:
    """The code in balls, at a precision that is raised until the value is sharp."""
    bits = 2 * GUARD_BITS
    while bits <= MOST_BITS:
        with working_precision(bits):
            try:
                value = run_in(function, BallAlgebra(), point).value
            except Undecided:
                value = arb.nan()
        if value.is_exact() or value.rel_accuracy_bits() >= GUARD_BITS:
            return value
        bits *= 2
    raise OutOfBudget(f"the value at {point} is not sharp at {MOST_BITS} bits")


def measure(
    function: Callable[..., Any],
    ranges: Ranges,
    truth: Truth,
    *,
    points: int = 400,
    seed: int = 0,
    unsafe: Side = Side.NEITHER,
    whole: frozenset[str] = frozenset(),
    starts: int = _STARTS,
    steps: int = _STEPS,
) -> Measured:
    """Seeded points, log-uniform where the range is positive, ends included; then a local search from the worst ones.

    `whole` names parameters that take whole numbers only; the local search makes `steps` steps from each of `starts` points.
    """
    found, chance = Measured(), random.Random(seed)

    def look(point: Point) -> float:
        return _look(function, truth, point, found, unsafe)

    for point in sample(ranges, whole, chance, points):
        look(point)
    worst_first = sorted(found.seen, key=lambda pair: -pair[1])
    for start, bits in worst_first[:starts]:
        if bits < WORST_BITS:
            climb(start, -1.0, look, lambda here, size: _moved(here, size, ranges, whole, chance), steps, _STRIDE)
    return found


def _look(function: Callable[..., Any], truth: Truth, point: Point, found: Measured, unsafe: Side) -> float:
    try:
        exact = truth(point)
    except DplemmaError:
        found.out_of_reach += 1
        return 0.0
    try:
        value = float(function(*point))
    except (ArithmeticError, ValueError):
        value = math.nan
    seen = compared(value, exact)
    found.points += 1
    found.raised += math.isnan(value)
    found.total_bits += seen.bits
    found.seen.append((point, seen.bits))
    found.unsafe += seen.is_on(unsafe)
    if seen.bits > found.worst_bits or not found.worst:
        found.worst_bits, found.worst = seen.bits, point
    return seen.bits


def _moved(here: Point, size: float, ranges: Ranges, whole: frozenset[str], chance: random.Random) -> Point:
    """A step by ratio that stays in the range; whole numbers stay where they are."""
    return tuple(
        x if name in whole else min(max(x * math.exp(chance.gauss(0, size)), low), high)
        for x, (name, (low, high)) in zip(here, ranges.items(), strict=True)
    )


def sample(ranges: Ranges, whole: frozenset[str], chance: random.Random, points: int) -> Iterator[Point]:
    """The points of a search: the corners, then random ones; `whole` names parameters that take whole numbers only."""
    corners = list(product(*ranges.values()))
    yield from corners[:points]
    for _ in range(points - len(corners)):
        drawn = {name: at_unit(low, high, chance.random()) for name, (low, high) in ranges.items()}
        yield tuple(float(round(x)) if name in whole else x for name, x in drawn.items())


def spaced_points(low: float, high: float, count: int) -> list[float]:
    """Logarithmic where the range is positive."""
    return [at_unit(low, high, k / (count - 1)) for k in range(count)]


def side_that_is_unsafe(quantity: str) -> Side:
    """By the role of the quantity; a formula that is none promises nothing."""
    return evaluator(quantity).quantity.unsafe_side if quantity else Side.NEITHER
