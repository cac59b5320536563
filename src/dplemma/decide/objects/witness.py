"""A point of a region, for the kernel: simple values first, equalities solved, then scattered ones.

Main definition: `point_in(region)`: values by name as trees, certified by the kernel to lie in the region; None if none was
found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from typing import Any

from dplemma.ground.points import from_unit, seeded, simple_values
from dplemma.kernel.calculus import polynomial
from dplemma.kernel.points import must_lie_in
from dplemma.kernel.statement import Interval, Region, Rel, names_of
from dplemma.kernel.term import Rejected, Term, div, free, neg, put
from dplemma.proofs.terms import write_term

SIMPLE, SCATTERED = 160, 400


def point_in(region: Region) -> dict[str, Any] | None:
    """The first candidate that the kernel finds inside; none where what is given speaks of other variables."""
    first = next(_points(region), None)
    return None if first is None else {name: write_term(first[name]) for name in region.names}


def scattered(region: Region, count: int) -> list[dict[str, Any]]:
    """Up to so many rational points of the region, simple ones first."""
    return list(_scattered(tuple(region.intervals.items()), region.given, count))


@lru_cache(maxsize=256)
def _scattered(intervals: tuple[tuple[str, Interval], ...], given: tuple[Rel, ...], count: int) -> tuple[dict[str, Any], ...]:
    return tuple(islice(_points(Region(dict(intervals), given), _is_rational), count))


def _is_rational(point: dict[str, Term]) -> bool:
    return all(isinstance(value, Fraction) for value in point.values())


def _points(region: Region, wanted: Callable[[dict[str, Term]], bool] = lambda point: True) -> Iterator[dict[str, Term]]:
    """The candidates that are wanted and that the kernel finds inside, with the values that equalities give."""
    if not all(names_of(rel) <= set(region.names) for rel in region.given):
        return
    solved, rest = _solved(region)
    for point in _candidates(rest):
        full = {**point, **{name: put(term, point) for name, term in solved.items()}}
        if any(free(value) for value in full.values()) or not wanted(full):
            continue
        try:
            must_lie_in(region, full)
        except Rejected:
            continue
        yield full


def _candidates(region: Region) -> Iterator[dict[str, Term]]:
    choices = {name: simple_values(interval) for name, interval in region.intervals.items()}  # pyright: ignore[reportArgumentType]
    depth = {0: 1, 1: 12, 2: 10, 3: 5}.get(len(choices), 3)
    places = sorted(product(*(range(min(depth, len(c))) for c in choices.values())), key=lambda p: (sum(p), max(p, default=0), p))
    for place in islice(places, SIMPLE):
        yield {name: values[n] for (name, values), n in zip(choices.items(), place, strict=True)}
    rng = seeded("point")
    for _ in range(SCATTERED if choices else 0):
        yield {name: from_unit(interval, rng.random()) for name, interval in region.intervals.items()}  # pyright: ignore[reportArgumentType]


def _solved(region: Region) -> tuple[dict[str, Term], Region]:
    """Equalities that are linear in a variable give its value; the variables that are left."""
    solved: dict[str, Term] = {}
    for rel in region.given:
        if rel.rel != "=":
            continue
        gap = put(rel.gap, solved)
        for name in sorted(names_of(rel) - solved.keys()):
            parts = polynomial(gap, name, 1)
            if parts is not None and len(parts) == 2 and not region.intervals[name].integer:
                value = neg(div(*parts))
                solved = {n: put(term, {name: value}) for n, term in solved.items()} | {name: value}
                break
    return solved, Region({n: i for n, i in region.intervals.items() if n not in solved})
