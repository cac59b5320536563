"""Where an audit looks: corners, recorded hard points, ends, a spread over the range, then a climb from the worst.

Main definitions: `Space`, `starting_points`, `apart`, `refine`.

A point of the space is a dictionary of exact doubles of the range (integers where a parameter is one); its ends are the doubles
of the numbers that were typed, the same that a user of the audited function gets who types 0.01. The spread is a
Kronecker sequence, shifted by the seed, so that no part of the range stays empty; in turns it is laid by ratio, by difference,
close to the ends, and on simple numbers and ties between parameters, where code branches.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import count, product

from dplemma.audit.hard_points import HARD_POINTS
from dplemma.audit.judge import Judged
from dplemma.lang.interval import Interval
from dplemma.lang.parameters import PARAMETERS
from dplemma.values.evaluator import Evaluator
from dplemma.values.sampling import Stride, climb

Ranges = Mapping[str, tuple[Fraction, Fraction]]
Point = dict[str, Fraction]
_MOST_CORNERS, _HARD_SHARE, _FROM_ZERO = 64, 0.2, 1e-12
_SIMPLE = tuple(
    map(Fraction, ("1", "2", "0.5", "0.1", "10", "0.25", "4", "1.5", "3", "5", "1e-3", "1e-5", "0", "20", "100", "64"))
)
_STYLES = ("ratio", "ratio", "difference", "ratio", "ends", "ratio", "difference", "ratio", "simple", "ratio", "corner", "tie")
_STRIDE = Stride(0.1, grow=1.6, shrink=0.75, least=1e-7, largest=0.5, level=True)


class Space:
    """The ranges as doubles, and a unit coordinate for each parameter, by ratio or by difference.

    By ratio goes what people space by ratio and what spans several decades; a range from 0 on is spaced over twelve decades.
    """

    def __init__(self, ready: Evaluator, ranges: Ranges) -> None:
        self.ready = ready
        self.ranges = {name: _doubles(*ranges[name], ready.quantity.params[name]) for name in ready.names}
        self._least = {name: _least(name, *ends) for name, ends in self.ranges.items()}

    @property
    def names(self) -> tuple[str, ...]:
        return self.ready.names

    def at(self, name: str, unit: float, *, ratio: bool = True) -> Fraction:
        """The double at a coordinate from 0 to 1."""
        low, high = self.ranges[name]
        if unit <= 0 or unit >= 1 or low == high:
            return low if unit <= 0 else high
        least = self._least[name] if ratio else 0.0
        if least:
            x = math.exp((1 - unit) * math.log(least) + unit * math.log(high))
        else:
            x = (1 - unit) * float(low) + unit * float(high)
        return self.inside(name, Fraction(x))

    def inside(self, name: str, value: Fraction) -> Fraction:
        low, high = self.ranges[name]
        value = Fraction(round(value)) if name in self.ready.whole else value if low == high else Fraction(float(value))
        return min(max(value, low), high)

    def unit(self, name: str, value: Fraction) -> float:
        """Where a value lies between the ends, from 0 to 1."""
        low, high = self.ranges[name]
        if low == high:
            return 0.5
        least = self._least[name]
        if least:
            part = math.log(max(float(value), least) / least) / math.log(float(high) / least)
        else:
            part = float((value - low) / (high - low))
        return min(max(part, 0.0), 1.0)

    def distance(self, one: Mapping[str, Fraction], other: Mapping[str, Fraction]) -> float:
        return max(abs(self.unit(name, one[name]) - self.unit(name, other[name])) for name in self.names)

    @property
    def moving(self) -> list[str]:
        return [name for name, (low, high) in self.ranges.items() if low < high]


def _least(name: str, low: Fraction, high: Fraction) -> float:
    """Where spacing by ratio starts; 0 where a range is spaced by difference."""
    by_ratio = PARAMETERS[name].log if name in PARAMETERS else True
    if low > 0:
        return float(low) if by_ratio or high > 100 * low else 0.0
    return float(high) * _FROM_ZERO if low == 0 and by_ratio else 0.0


def _doubles(low: Fraction, high: Fraction, domain: Interval) -> tuple[Fraction, Fraction]:
    """The doubles of two numbers, inside the domain; a single number, or two without a double between them, stay as they are."""
    if domain.integer:
        first, last = Fraction(math.ceil(low)), Fraction(math.floor(high))
    elif low == high:
        return low, high
    else:
        first, last = _double_of(low, domain, math.inf), _double_of(high, domain, -math.inf)
    return (first, last) if first <= last else (low, low)


def _double_of(end: Fraction, domain: Interval, inward: float) -> Fraction:
    """The nearest double; the next one inward where rounding leaves the domain."""
    near = Fraction(float(end))
    return near if near in domain else Fraction(math.nextafter(float(end), inward))


# -- where to start -------------------------------------------------------------------------------------------------------


def starting_points(space: Space, chance: random.Random, total: int) -> Iterator[tuple[str, Point]]:
    """Points with the word for what they are, without end; a caller takes at most `total`."""
    corners = [dict(zip(space.names, ends, strict=True)) for ends in product(*(space.ranges[name] for name in space.names))]
    if len(corners) > min(_MOST_CORNERS, max(2, total // 4)):
        corners = chance.sample(corners, min(_MOST_CORNERS, max(2, total // 4)))
    yield from (("corner", corner) for corner in corners)
    hard = list(_hard_points(space))
    chance.shuffle(hard)
    yield from (("hard", point) for point in hard[: int(total * _HARD_SHARE)])
    for name in space.moving:
        for end in space.ranges[name]:
            others = {other: space.at(other, chance.random()) for other in space.names}
            yield "end", {**others, name: end}
    yield from (("spread", point) for point in _spread(space, chance))


def _hard_points(space: Space) -> Iterator[Point]:
    for texts in HARD_POINTS.get(space.ready.quantity.name, []):
        point = {name: Fraction(float(Fraction(text))) for name, text in zip(space.names, texts, strict=True)}
        if all(space.ranges[name][0] <= value <= space.ranges[name][1] for name, value in point.items()):
            yield {name: space.inside(name, value) for name, value in point.items()}


def _spread(space: Space, chance: random.Random) -> Iterator[Point]:
    size = len(space.names)
    golden = 2.0
    for _ in range(60):  # the root of x^(size + 1) = x + 1
        golden = (1 + golden) ** (1 / (size + 1))
    shift = [chance.random() for _ in range(size)]
    for number in count(1):
        style = _STYLES[number % len(_STYLES)]
        units = [(shift[k] + number * golden ** -(k + 1)) % 1 for k in range(size)]
        yield _styled(space, chance, style, dict(zip(space.names, units, strict=True)))


def _styled(space: Space, chance: random.Random, style: str, units: dict[str, float]) -> Point:
    point = {name: space.at(name, unit, ratio=style != "difference") for name, unit in units.items()}
    if style in ("ends", "corner"):
        chosen = space.names if style == "corner" else [chance.choice(space.names)]
        for name in chosen:
            near = 10 ** -chance.uniform(0.3, 5)
            point[name] = space.at(name, chance.choice((near, 1 - near)), ratio=chance.random() < 0.5)
    elif style == "simple":
        for name in space.names:
            low, high = space.ranges[name]
            fitting = [value for value in _SIMPLE if low <= value <= high]
            point[name] = space.inside(name, chance.choice(fitting)) if fitting else point[name]
    elif style == "tie" and len(space.names) > 1:
        one, other = chance.sample(space.names, 2)
        factor = chance.choice((1.0, 1.0, 1 + 2.0**-50, 1 - 2.0**-50, 0.5, 2.0))
        point[one] = space.inside(one, Fraction(float(point[other]) * factor))
    return point


# -- how to go on ---------------------------------------------------------------------------------------------------------


def apart(space: Space, seen: list[Judged], key: Callable[[Judged], float], most: int, gap: float = 0.05) -> list[Judged]:
    """The worst few that do not lie next to each other."""
    chosen: list[Judged] = []
    for candidate in sorted(seen, key=key, reverse=True):
        if all(space.distance(candidate.inputs, other.inputs) > gap for other in chosen):
            chosen.append(candidate)
        if len(chosen) == most:
            break
    return chosen


def refine(
    space: Space, chance: random.Random, start: Mapping[str, Fraction], badness: float, look: Callable[[Point], float], steps: int
) -> None:
    """A climb from a point, along one parameter or along all."""

    def moved(here: Point, size: float) -> Point:
        chosen = space.moving if chance.random() < 0.5 else [chance.choice(space.moving)]
        return {**here, **{name: _moved(space, chance, name, here[name], size) for name in chosen}}

    climb(dict(start), badness, look, moved, steps if space.moving else 0, _STRIDE)


def _moved(space: Space, chance: random.Random, name: str, value: Fraction, size: float) -> Fraction:
    if name in space.ready.whole:
        low, high = space.ranges[name]
        reach = max(1, round(size * float(high - low)))
        return space.inside(name, value + chance.randint(-reach, reach))
    return space.at(name, min(max(space.unit(name, value) + chance.gauss(0, size), 0.0), 1.0))
