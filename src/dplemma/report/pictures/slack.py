"""The slack of an inequality over its region: how much room a <= b leaves, b - a, at the points of a grid.

Main definitions: `inequalities(claim)` (`Inequalities`), `Slice`, `slice_of`, `Slack`, `slack_over`.

Values are midpoints of balls, exact points in, doubles out: good for a picture, never evidence. A point where a side
condition is not certified, or where the balls have no value, is left out (NaN).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from flint import arb

from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.decide.points.refute import costly
from dplemma.ground.points import is_inside, where_premise_holds, witness
from dplemma.lang.claim import Claim
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Implies, Rel, Statement
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Verdict

LADDER = (96, 384)  # bits
_SIGNS = {"<": 1, "<=": 1, ">": -1, ">=": -1}
_COUNTS = {(1, False): 400, (1, True): 80, (2, False): 96, (2, True): 20}  # by axes and whether a side is an integral or a root
_NEAR, _FAR = Fraction(1, 1000), 100  # of an open end at 0 and of an infinite one, on a logarithmic axis
_LINEAR_REACH = 10  # towards an infinite end on a linear axis
_INSET = Fraction(1, 500)  # of the width, off an open end
_DECADES = 3  # more than this is drawn relative to size, or on a logarithmic axis

Point = Mapping[str, Fraction]


@dataclass(frozen=True, kw_only=True)
class Inequalities:
    """The inequalities a claim consists of and where they are said; `partial` if it says more; `reason` if there are none."""

    region: Region
    relations: tuple[Rel, ...] = ()
    partial: bool = False
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Axis:
    """The values of one variable, rising; `log` if they are spaced that way."""

    name: str
    values: tuple[Fraction, ...]
    log: bool
    whole: bool

    @property
    def floats(self) -> np.ndarray:
        return np.array([float(value) for value in self.values])


@dataclass(frozen=True, kw_only=True)
class Slice:
    """One or two axes of a region through the point `home`; `fixed` are the other variables that matter, `marks` points on it."""

    axes: tuple[Axis, ...]
    home: Point
    fixed: Point
    marks: Mapping[str, Point]


@dataclass(frozen=True, kw_only=True)
class Slack:
    """Slack of a relation on the grid of a slice and at its marks; `relative` if it is a share of the larger side."""

    values: np.ndarray
    at_marks: Mapping[str, float]
    relative: bool


def inequalities(claim: Claim) -> Inequalities:
    """What of a claim can be drawn."""
    if claim.holds is None:
        return Inequalities(region=claim.on, reason="it is not formalised")
    statement, given = unfold(claim.holds), unfold(claim.on)
    region = where_premise_holds(statement, given)
    parts = _conjuncts(statement.conclusion if isinstance(statement, Implies) else statement)
    found = tuple(part for part in parts if isinstance(part, Rel) and part.rel in _SIGNS)
    if not found:
        return Inequalities(region=region, reason=f"its statement ({_kind(parts[0])}) is not an inequality")
    if not any(_varies(region.intervals[name]) for part in found for name in part.free_names()):
        return Inequalities(region=region, reason="its inequality has no variable")
    return Inequalities(relations=found, region=region, partial=len(found) < len(parts))


def _kind(statement: Statement) -> str:
    return f"a relation with {statement.rel}" if isinstance(statement, Rel) else type(statement).__name__


def _varies(interval: Interval) -> bool:
    return interval.lo is None or interval.lo != interval.hi


def _conjuncts(statement: Statement) -> list[Statement]:
    if not isinstance(statement, All):
        return [statement]
    return [leaf for part in statement.statements for leaf in _conjuncts(part)]


def slice_of(drawn: Inequalities, verdict: Verdict, counts: Mapping[tuple[int, bool], int] = _COUNTS) -> Slice:
    """The first two variables that matter; the others where the counterexample is, or else the witness.

    `counts` says how many values an axis has, by the number of axes and whether a side is an integral or a root.
    """
    relations, region = drawn.relations, drawn.region
    complete = {kind: point for kind, point in _marked(verdict).items() if point.keys() == set(region.names)}
    marks = {kind: point for kind, point in complete.items() if is_inside(region, point)}
    home = next(iter(marks.values()), None) or witness(region, "slice")
    used = {name for relation in relations for name in relation.free_names()}
    names = [name for name in region.names if name in used and _varies(region.intervals[name])][:2]
    count = counts[len(names), any(map(costly, (*relations, *region.such_that)))]
    fixed = {name: home[name] for name in region.names if name not in names}
    seen = {kind: point for kind, point in marks.items() if all(point[name] == value for name, value in fixed.items())}
    axes = (_axis(name, region.intervals[name], [point[name] for point in seen.values()], count) for name in names)
    conditions = {name for condition in region.such_that for name in condition.free_names()}
    matter = {name: value for name, value in fixed.items() if name in used | conditions}
    return Slice(axes=tuple(axes), home=home, fixed=matter, marks=seen)


def _marked(verdict: Verdict) -> dict[str, dict[str, Fraction]]:
    """A contrary point that is no point of fractions is on no grid, and not marked."""
    contrary = None if verdict.counterexample is None else verdict.counterexample.fractions
    inside = {name: Fraction(value) for name, value in verdict.witness.items()}
    found = {} if contrary is None else {"counterexample": contrary}
    return found if contrary == inside else {**found, "witness": inside}


def _axis(name: str, interval: Interval, marked: Sequence[Fraction], count: int) -> Axis:
    low, high, log = _span(interval, marked)
    shares = [Fraction(k, count - 1) for k in range(count)]
    if log:
        first, last = math.log(low), math.log(high)
        values = [low, *(Fraction(f"{math.exp(first + (last - first) * float(u)):.9g}") for u in shares[1:-1]), high]
    else:
        values = [low + (high - low) * u for u in shares]
    if interval.integer:
        values = [Fraction(round(value)) for value in values]
    kept = sorted({value for value in (*values, *marked) if value in interval})
    return Axis(name=name, values=tuple(kept), log=log, whole=interval.integer)


def _span(interval: Interval, marked: Sequence[Fraction]) -> tuple[Fraction, Fraction, bool]:
    """The range to draw and whether its axis is logarithmic: the interval, or a sensible part with the marked points in it."""
    lo, hi = interval.lo, interval.hi
    if lo is not None and hi is not None:
        return _bounded(interval, lo, hi, marked)
    if lo is not None and lo >= 0 and (lo > 0 or interval.lo_open or any(0 < v < _NEAR * 50 or v > _FAR for v in marked)):
        start = lo if lo > 0 and not interval.lo_open else lo * (1 + _NEAR) or min([_NEAR, *(v / 5 for v in marked if v > 0)])
        return start, max([max(lo, Fraction(1)) * _FAR, *(v * 5 for v in marked)]), True
    reach = max([Fraction(_LINEAR_REACH), *(abs(v - (lo if lo is not None else hi or 0)) * Fraction(5, 4) for v in marked)])
    inset = reach * _INSET
    if lo is not None:
        return lo + (inset if interval.lo_open else 0), lo + reach, False
    return (-reach, reach, False) if hi is None else (hi - reach, hi - (inset if interval.hi_open else 0), False)


def _bounded(interval: Interval, lo: Fraction, hi: Fraction, marked: Sequence[Fraction]) -> tuple[Fraction, Fraction, bool]:
    inset = (hi - lo) * _INSET
    low, high = lo + (inset if interval.lo_open else 0), hi - (inset if interval.hi_open else 0)
    tiny = [value for value in marked if 0 < value < low + 5 * inset]
    if lo > 0 and hi / lo >= 10**_DECADES:
        return lo * (1 + _NEAR if interval.lo_open else 1), high, True
    if lo == 0 and tiny and 0 not in marked:
        return min(_NEAR * hi, min(tiny) / 5), high, True
    return low, high, False


def slack_over(relation: Rel, region: Region, where: Slice) -> Slack:
    """The slack on the grid and at the marks; relative to the larger side where the sides span many orders of magnitude."""
    names = [axis.name for axis in where.axes]
    grid = [{**where.home, **dict(zip(names, values, strict=True))} for values in product(*(axis.values for axis in where.axes))]
    samples = [_sample(relation, region, point) for point in grid]
    sizes = [sample.size for sample in samples if math.isfinite(sample.size)]
    relative = bool(sizes) and max(sizes) - min(sizes) > _DECADES
    return Slack(
        values=np.array([sample.value(relative) for sample in samples]).reshape([len(axis.values) for axis in where.axes]),
        at_marks={kind: _sample(relation, region, point).value(relative) for kind, point in where.marks.items()},
        relative=relative,
    )


@dataclass(frozen=True)
class _Sample:
    """Slack, slack divided by the larger side, and the decimal logarithm of that side."""

    slack: float = math.nan
    share: float = math.nan
    size: float = math.nan

    def value(self, relative: bool) -> float:
        return self.share if relative else self.slack


def _sample(relation: Rel, region: Region, point: Point) -> _Sample:
    """At one point; NaN outside the region and where the balls do not tell the slack from rubbish."""
    try:
        if not is_inside(region, dict(point)):
            return _Sample()
        for bits in LADDER:
            left, right = (compiled(side).ball(point, bits) for side in relation.expressions())
            with working_precision(bits):
                slack, larger = (right - left) * _SIGNS[relation.rel], abs(left).max(abs(right))
                if slack.is_finite() and (not slack.contains(0) or slack.rad() <= larger.mid() * arb(2) ** (-bits // 2)):
                    return _Sample(float(slack.mid()), _share(slack, larger), _decades(larger))
    except (OutOfBudget, Unsupported):
        return _Sample()
    return _Sample()


def _share(slack: arb, larger: arb) -> float:
    return float((slack / larger).mid()) if larger > 0 else 0.0


def _decades(larger: arb) -> float:
    return float((larger.log() / arb(10).log()).mid()) if larger > 0 else math.nan
