"""Where a claim is said to hold: an interval for each variable, and side conditions.

`Region(eps=Interval(0, oo), delta=Interval.open(0, 1), such_that=Rel(delta, "<", gaussian.auc(eps)))`.
Interval ends are rational; anything else, such as delta < 2 Phi(mu/2) - 1, is a side condition. `points` are exact points
the engines look at first; they direct the search and are never evidence by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Symbol

from dplemma.base.errors import BadClaim
from dplemma.lang.interval import Interval, exact
from dplemma.lang.statements import Statement, holding_at_points
from dplemma.lang.text import latex_name


@dataclass(frozen=True, init=False, repr=False)
class Region:
    """A product of intervals cut by side conditions; `points` are exact points to look at first."""

    intervals: Mapping[str, Interval]
    such_that: tuple[Statement, ...]
    points: tuple[Mapping[str, Any], ...] = field(compare=False)

    def __init__(self, *, such_that: Any = (), points: Any = (), **intervals: Interval) -> None:
        for name, interval in intervals.items():
            if not isinstance(interval, Interval):
                raise BadClaim(f"region: {name} needs an Interval, got {interval!r}")
        conditions = tuple(such_that) if isinstance(such_that, (list, tuple)) else (such_that,)
        for condition in conditions:
            if not isinstance(condition, Statement):
                raise BadClaim(f"region: side condition {condition!r} is not a statement; write Rel(lhs, '<', rhs)")
            unknown = condition.free_names() - intervals.keys()
            if unknown:
                raise BadClaim(f"region: side condition uses {', '.join(sorted(unknown))}, which has no interval")
        holding_at_points("region", *conditions)
        exact_points = []
        for point in points:
            if set(point) != set(intervals):
                raise BadClaim(f"region: point {dict(point)} must give a value to each of {', '.join(intervals)}")
            values = {name: exact(value, f"point {name}") for name, value in point.items()}
            outside = [n for n, v in values.items() if v not in intervals[n]]
            if outside:
                raise BadClaim(f"region: point {dict(point)} lies outside the interval of {', '.join(outside)}")
            exact_points.append(values)
        object.__setattr__(self, "intervals", intervals)
        object.__setattr__(self, "such_that", conditions)
        object.__setattr__(self, "points", tuple(exact_points))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.intervals)

    def extended(self, **intervals: Interval) -> Region:
        """The same region with more variables; one bound anew hides the old one and what was said of it."""
        kept = [c for c in self.such_that if not c.free_names() & intervals.keys()]
        return Region(such_that=kept, **{**self.intervals, **intervals})

    def without(self, name: str) -> Region:
        """The region with one variable forgotten; side conditions must not use it."""
        if any(name in c.free_names() for c in self.such_that):
            raise BadClaim(f"region: {name} is used by a side condition")
        return Region(such_that=self.such_that, **{n: i for n, i in self.intervals.items() if n != name})

    def assumed_symbols(self) -> dict[Symbol, Symbol]:
        """Each variable as a symbol that carries what its interval says: sign, integrality."""
        return {Symbol(n, real=True): Symbol(n, **_assumptions(i)) for n, i in self.intervals.items()}

    def text(self) -> str:
        shown = [f"{name} in {interval}" for name, interval in self.intervals.items()]
        return ", ".join(shown + [c.text() for c in self.such_that])

    def latex(self) -> str:
        shown = [f"{latex_name(name)} {interval.latex()}" for name, interval in self.intervals.items()]
        return r",\; ".join(shown + [c.latex() for c in self.such_that])

    def __repr__(self) -> str:
        return f"<Region {self.text() or 'without variables'}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$" if self.names else "a region without variables"

    def canonical(self) -> str:
        return "|".join([f"{n}:{i}" for n, i in sorted(self.intervals.items())] + sorted(c.canonical() for c in self.such_that))


def _assumptions(interval: Interval) -> dict[str, bool]:
    found: dict[str, bool] = {"integer": True} if interval.integer else {"real": True}
    if interval.sign:
        found[interval.sign] = True
    return found
