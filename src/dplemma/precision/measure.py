"""Bits of error of a function of doubles, measured against certified values over a range: seeded, then refined at the worst.

Main definitions: `Measured`, `measure`, `truth_of`, `grid`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from flint import arb

from dplemma.base.sides import Side
from dplemma.errors import DplemmaError, OutOfBudget
from dplemma.kernels.precision import working_precision
from dplemma.oracle.evaluator import evaluator
from dplemma.precision.algebras import BallAlgebra, Undecided, run
from dplemma.precision.diagnose import certified
from dplemma.precision.trace import GUARD_BITS, MOST_BITS, WORST_BITS, bits_of_error

Point = tuple[float, ...]
Truth = Callable[[Point], arb]
Ranges = Mapping[str, tuple[float, float]]
_STEPS, _STARTS = 40, 3


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
                value = run(function, BallAlgebra(), point).value
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
    kinds = tuple(name in whole for name in ranges)
    for point in _sample(ranges, kinds, chance, points):
        _look(function, truth, point, found, unsafe)
    worst_first = sorted(found.seen, key=lambda pair: -pair[1])
    for start, bits in worst_first[:starts]:
        if bits < WORST_BITS:
            _climb(function, truth, start, ranges, kinds, chance, found, unsafe, steps)
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
    bits = bits_of_error(value, exact)
    found.points += 1
    found.raised += math.isnan(value)
    found.total_bits += bits
    found.seen.append((point, bits))
    if bits and not math.isnan(value):
        found.unsafe += unsafe == (Side.BELOW if arb(value) < exact.mid() else Side.ABOVE)
    if bits > found.worst_bits or not found.worst:
        found.worst_bits, found.worst = bits, point
    return bits


def _climb(
    function: Callable[..., Any], truth: Truth, start: Point, ranges: Ranges, kinds: tuple[bool, ...],
    chance: random.Random, found: Measured, unsafe: Side, steps: int,
) -> None:  # fmt: skip
    """Random steps of shrinking size that keep what is worse."""
    here, best, size = start, -1.0, 0.5
    for _ in range(steps):
        there = tuple(
            x if is_whole else _clipped(x * math.exp(chance.gauss(0, size)), low, high)
            for x, is_whole, (low, high) in zip(here, kinds, ranges.values(), strict=True)
        )
        bits = _look(function, truth, there, found, unsafe)
        if bits > best:
            here, best = there, bits
        else:
            size *= 0.85


def _clipped(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


def sample(ranges: Ranges, whole: frozenset[str], chance: random.Random, points: int) -> Iterator[Point]:
    """The points of a search: the corners, then random ones; `whole` names parameters that take whole numbers only."""
    return _sample(ranges, tuple(name in whole for name in ranges), chance, points)


def _sample(ranges: Ranges, kinds: tuple[bool, ...], chance: random.Random, points: int) -> Iterator[Point]:
    """The corners, then random points."""
    ends: list[Point] = [()]
    for low, high in ranges.values():
        ends = [(*corner, end) for corner in ends for end in (low, high)]
    yield from ends[:points]
    for _ in range(points - len(ends)):
        yield tuple(_draw(chance, low, high, is_whole) for is_whole, (low, high) in zip(kinds, ranges.values(), strict=True))


def _draw(chance: random.Random, low: float, high: float, is_whole: bool) -> float:
    x = math.exp(chance.uniform(math.log(low), math.log(high))) if low > 0 else chance.uniform(low, high)
    return float(round(x)) if is_whole else _clipped(x, low, high)


def grid(low: float, high: float, count: int) -> list[float]:
    """Logarithmic where the range is positive."""
    if low > 0:
        step = math.log(high / low) / (count - 1)
        return [_clipped(low * math.exp(k * step), low, high) for k in range(count)]
    return [low + (high - low) * k / (count - 1) for k in range(count)]


def side_that_is_unsafe(quantity: str) -> Side:
    """By the role of the quantity; a formula that is none promises nothing."""
    return evaluator(quantity).quantity.unsafe_side if quantity else Side.NEITHER
