"""Exact points of a region: simple ones first, then scattered ones; all the same on every machine.

Points are rationals. Intervals are met by construction; side conditions are certified with balls before a point counts.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice, product

from dplemma.base.errors import EmptyRegion
from dplemma.compile.evaluate import Point
from dplemma.ground.truth import truth
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.lang.statements import Implies, Statement

_POSITIVE = [Fraction(t) for t in ("1", "2", "1/2", "3", "1/4", "5", "1/10", "10", "3/2", "20", "1/100")]
_UNIT = [Fraction(t) for t in ("1/2", "1/4", "3/4", "1/10", "9/10", "1/3", "1/100", "99/100", "1/1000", "999/1000")]
_EXTREMES = [(Fraction(1, 10**k), Fraction(10**h)) for k, h in ((5, 2), (9, 4))]
MAX_TRIES = 4000


def seeded(name: str) -> random.Random:
    """A random generator that depends on the name only."""
    return random.Random(hashlib.sha256(name.encode()).digest())


def simple_values(interval: Interval) -> list[Fraction]:
    """A handful of readable values of an interval, plain ones first, closed ends included."""
    lo, hi = interval.lo, interval.hi
    if lo is not None and hi is not None:
        values = [lo + (hi - lo) * u for u in _UNIT]
        values += [v for v in _POSITIVE if lo < v < hi]
        values[1:1] = closed_ends(interval)
    elif lo is not None:
        values = [v for v in _POSITIVE if v > lo] + [lo + v for v in _POSITIVE]
        values[1:1] = closed_ends(interval)
    elif hi is not None:
        values = [hi - v for v in _POSITIVE] + closed_ends(interval)
    else:
        values = [Fraction(1), Fraction(0), Fraction(-1)] + [s * v for v in _POSITIVE[1:] for s in (1, -1)]
    if interval.integer:
        values = [Fraction(round(v)) for v in values]
    found = [v for v in dict.fromkeys(values) if v in interval]
    return found or [_any_value(interval)]


def closed_ends(interval: Interval) -> list[Fraction]:
    """The finite ends that belong to the interval."""
    ends = ((interval.lo, interval.lo_open), (interval.hi, interval.hi_open))
    return [end for end, is_open in ends if end is not None and not is_open]


def _any_value(interval: Interval) -> Fraction:
    if interval.lo is not None and interval.hi is not None:
        return interval.lo if interval.lo in interval else (interval.lo + interval.hi) / 2
    return interval.lo + 1 if interval.lo is not None else (interval.hi or Fraction(0)) - 1


def from_unit(interval: Interval, u: float) -> Fraction:
    """A readable rational of the interval for u in (0, 1): linear if bounded, logarithmic towards an infinite end.

    It rises with u, except on (-oo, hi], where it falls from hi on.
    """
    u = min(max(u, 1e-6), 1 - 1e-6)
    lo, hi = interval.lo, interval.hi
    if lo is not None and hi is not None:
        value = lo + (hi - lo) * Fraction(round(u * 2**20), 2**20)
    elif lo is not None:
        value = lo + _rounded(_stretch(u))
    elif hi is not None:
        value = hi - _rounded(_stretch(u))
    else:
        value = _rounded(_stretch(abs(2 * u - 1) or 1e-6)) * (1 if u > 0.5 else -1)
    if interval.integer:
        value = Fraction(round(value))
        value = max(value, lo) if lo is not None else value
        value = min(value, hi) if hi is not None else value
    return value if value in interval else _any_value(interval)


def _stretch(u: float) -> float:
    """(0, 1) onto about (1e-3, 60), half of it below 1."""
    return 2.0 ** (-10 + 16 * u)


def _rounded(x: float) -> Fraction:
    """About four significant digits."""
    return Fraction(f"{x:.4g}")


def between(region: Region, first: Point, second: Point) -> dict[str, Fraction]:
    """A point about half-way between two others, each coordinate as simple as the middle half of the way allows."""
    return {n: _middle(first[n], second[n], region.intervals[n].integer) for n in region.names}


def _middle(a: Fraction, b: Fraction, integer: bool) -> Fraction:
    if integer:
        return Fraction(round((a + b) / 2))
    quarter = (b - a) / 4
    low, high = sorted((a + quarter, b - quarter))
    return -_simplest(-high, -low) if high < 0 else _simplest(low, high)


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator in [low, high], where high >= 0."""
    whole = max(math.ceil(low), 0)
    if whole <= high:
        return Fraction(whole)
    below = math.floor(low)
    return below + 1 / _simplest(1 / (high - below), 1 / (low - below))


def is_inside(region: Region, point: dict[str, Fraction]) -> bool:
    """True if the point is certified to satisfy every side condition (intervals hold by construction)."""
    return all(truth(c, point).value is True for c in region.such_that)


def simple_points(region: Region, limit: int = 96) -> Iterator[dict[str, Fraction]]:
    """Points made of simple values, the author's points first; side conditions not yet checked."""
    yield from (dict(p) for p in region.points)
    names = region.names
    choices = [simple_values(region.intervals[n]) for n in names]
    depth = 3 if len(names) > 3 else (4 if len(names) > 2 else 10)
    combos = sorted(product(*(range(min(depth, len(c))) for c in choices)), key=lambda c: (sum(c), max(c, default=0), c))
    for combo in islice(combos, limit):
        yield {n: choice[i] for n, choice, i in zip(names, choices, combo, strict=True)}


def end_points(region: Region, base: Point) -> Iterator[dict[str, Fraction]]:
    """Points with coordinates at closed ends, first with one, the others as in the base; side conditions not yet checked."""
    for count in range(1, len(region.names) + 1):
        for names in combinations(region.names, count):
            for ends in product(*(closed_ends(region.intervals[name]) for name in names)):
                yield {**base, **dict(zip(names, ends, strict=True))}


def extreme_points(region: Region) -> Iterator[dict[str, Fraction]]:
    """Points with one coordinate, or all, very close to an end of its interval, or very far out where there is none."""
    base = {n: simple_values(i)[0] for n, i in region.intervals.items()}
    corners: list[tuple[dict[str, Fraction], dict[str, Fraction]]] = []
    for near, far in _EXTREMES:
        corners.append(({}, {}))
        for name, interval in region.intervals.items():
            width = Fraction(1) if interval.lo is None or interval.hi is None else interval.hi - interval.lo
            low = -far if interval.lo is None else interval.lo + near * width
            high = far if interval.hi is None else interval.hi - near * width
            yield from ({**base, name: value} for value in (low, high) if value in interval)
            corners[-1][0].update({name: low} if low in interval else {})
            corners[-1][1].update({name: high} if high in interval else {})
    yield from ({**base, **corner} for pair in corners for corner in pair)


def scattered_points(region: Region, seed: str) -> Iterator[dict[str, Fraction]]:
    """Endless pseudo-random points of the intervals; one in four has a coordinate near or on an end."""
    rng = seeded(seed)
    while True:
        point = {n: from_unit(i, rng.random()) for n, i in region.intervals.items()}
        if point and rng.random() < 0.25:
            name = rng.choice(region.names)
            point[name] = from_unit(region.intervals[name], rng.choice((0.001, 0.02, 0.98, 0.999)))
        yield point


def certified_points(region: Region, seed: str, count: int, tries: int = MAX_TRIES) -> list[dict[str, Fraction]]:
    """Up to `count` distinct points certified inside: about a third simple, the rest scattered."""
    found: dict[tuple[Fraction, ...], dict[str, Fraction]] = {}

    def take(points: Iterator[dict[str, Fraction]], enough: int) -> None:
        for point in points:
            if len(found) >= enough:
                return
            if is_inside(region, point):
                found.setdefault(tuple(point.values()), point)

    take(simple_points(region), max(1, count // 3))
    if region.names:
        take(islice(scattered_points(region, seed), tries), count)
    return list(found.values())


def witness(region: Region, seed: str) -> dict[str, Fraction]:
    """A point certified inside the region; an empty region is an error."""
    points = certified_points(region, seed, 1)
    if not points:
        raise EmptyRegion(f"no point could be certified inside the region {region.text()}")
    return points[0]


def where_premise_holds(statement: Statement, region: Region) -> Region:
    """The part of the region on which an implication says something; the region itself for any other statement."""
    if not isinstance(statement, Implies):
        return region
    return Region(such_that=(*region.such_that, statement.premise), points=region.points, **region.intervals)
