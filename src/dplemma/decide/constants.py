"""The constants of an inequality: at every point it is linear in each, so that a point says beyond which factor it fails there.

Main definitions: `stated_inequalities`, `linear_constants`, `LinearConstant`, `tight_points`, `climbed`; `sharpen` and `mend`
ask for them. A constant K is the number before one term K*rest of a side; s*K*rest = target gives the s beyond which the
inequality fails at a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import chain, islice, product

from sympy import Add, Expr, S

from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import Point, compiled, decimal, enclose
from dplemma.decide.points.refute import COSTLY_SHARE, costly
from dplemma.ground.points import extreme_points, is_inside, scattered_points, simple_points
from dplemma.lang.exact import rational_of
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.lang.statements import All, ForAll, Implies, Rel, Statement
from dplemma.lang.text import to_text
from dplemma.proofs.goals import given

POINTS, STARTS, CLIMB_STEPS, FIRST_RATIO, LAST_RATIO = 64, 3, 120, 16.0, 1 + 1e-5
GAIN = 1e-8  # relative; a smaller gain is not worth a less simple point
NEAR, FAR, FAR_RATIO = Fraction(1, 10**12), Fraction(10**12), 10**30
BITS, MIN_BITS = 192, 40  # of a point's reach
DIGITS, PRINTED_DIGITS, WORKING_DIGITS = 6, 8, 40
SHOWN_CHARACTERS = 60

Measured = list[tuple[float, dict[str, Fraction]]]


def stated_inequalities(statement: Statement, region: Region) -> Iterator[tuple[Rel, Region]]:
    """The inequalities the statement consists of, each with the region on which it is said to hold."""
    if isinstance(statement, All):
        for part in statement.parts():
            yield from stated_inequalities(part, region)
    elif isinstance(statement, ForAll):
        yield from stated_inequalities(statement.statement, region.extended(**statement.over))
    elif isinstance(statement, Implies):
        yield from stated_inequalities(statement.conclusion, given(region, statement.premise))
    elif isinstance(statement, Rel) and statement.rel not in ("=", "!="):
        yield statement, region


# -- the constants of an inequality -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LinearConstant:
    """The inequality s*number*rest + others `rel` other_side, read from the side that has the constant; it holds for s = 1."""

    number: Expr
    rest: Expr
    others: Expr
    other_side: Expr
    rel: str
    region: Region
    where: str

    def times(self, factor: Fraction) -> Rel:
        scaled = rational_of(factor) * self.number * self.rest
        return Rel(scaled + self.others, self.rel, self.other_side)

    def reach(self, point: Point, direction: int) -> float | None:
        """direction * s for the s beyond which it fails at the point, None if there is none; the less, the tighter the point."""
        try:
            term = compiled(self.number * self.rest).ball(point, BITS)
            target = compiled(self.other_side - self.others).ball(point, BITS)
        except (OutOfBudget, Unsupported):
            return None
        bounds_below = bool(term > 0) == (self.rel in (">", ">="))
        if not (term > 0 or term < 0) or bounds_below != (direction < 0) or not is_inside(self.region, dict(point)):
            return None
        ratio = target / term
        return direction * float(ratio.mid()) if ratio.rel_accuracy_bits() > MIN_BITS and abs(ratio) < FAR_RATIO else None

    def reaches(self, points: Iterable[dict[str, Fraction]], direction: int) -> Measured:
        return [(reach, point) for point in points if (reach := self.reach(point, direction)) is not None]


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def linear_constants(relation: Rel, region: Region, link: str) -> list[LinearConstant]:
    """Those of the right side; those of the left side if the right one is 0. A lone term against 0 has a sign and no size."""
    on_right = relation.rhs != 0
    side, other_side = (relation.rhs, relation.lhs) if on_right else (relation.lhs, relation.rhs)
    terms = Add.make_args(side)
    if other_side == 0 and len(terms) == 1:
        return []
    rel = _MIRRORED[relation.rel] if on_right else relation.rel
    found: list[LinearConstant] = []
    for term in terms:
        number, rest = term.as_independent(*term.free_symbols, as_Add=False) if term.free_symbols else (term, S.One)
        if number == 0 or not (number.is_finite and number.is_real):
            continue
        where = _short(to_text(rest)) if rest != 1 else "the right side" if len(terms) == 1 else "the constant term"
        others = Add(*(t for t in terms if t is not term))
        found.append(LinearConstant(number, rest, others, other_side, rel, region, where + link))
    return found


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 3]}..."


# -- the tightest point -------------------------------------------------------------------------------------------------------


def tight_points(constant: LinearConstant, direction: int, seed: str) -> Measured:
    """Points that bound s in this direction, each with its reach, short ones first; the tightest are among them."""
    region = constant.region
    share = COSTLY_SHARE if costly(constant.times(Fraction(1))) else 1
    scattered = scattered_points(region, seed) if region.names else ()
    endless = (simple_points(region), corner_points(region), extreme_points(region), scattered)
    measured = constant.reaches(chain(*(islice(points, POINTS // share) for points in endless)), direction)
    starts = sorted(measured, key=lambda item: item[0])[:STARTS]
    tightest = (climbed(point, constant, direction, CLIMB_STEPS // share) for _, point in starts)
    return sorted(measured + constant.reaches(tightest, direction), key=lambda item: len("".join(map(str, item[1].values()))))


def corner_points(region: Region) -> Iterator[dict[str, Fraction]]:
    """Points with every coordinate at or near an end of its interval."""
    return (dict(zip(region.names, values, strict=True)) for values in product(*map(_near_ends, region.intervals.values())))


def _near_ends(interval: Interval) -> list[Fraction]:
    lo, hi = interval.lo, interval.hi
    small = Fraction(1, 1000) * (min(hi - lo, 1) if lo is not None and hi is not None else 1)
    low = [lo, lo + small] if lo is not None else [Fraction(-1000)]
    high = [hi, hi - small] if hi is not None else [Fraction(1000)]
    return [value for value in dict.fromkeys((*low, *high)) if value in interval]


def climbed(start: dict[str, Fraction], constant: LinearConstant, direction: int, steps: int) -> dict[str, Fraction]:
    """Coordinate search for the least reach, by ever smaller factors of the distance to an end."""
    point, best, ratio = start, constant.reach(start, direction), FIRST_RATIO
    for _ in range(steps):
        if best is None or ratio < LAST_RATIO or not point:
            break
        trials = [{**point, n: v} for n in point for v in _moves(constant.region.intervals[n], point[n], ratio)]
        least, trial = min(constant.reaches(trials, direction), key=lambda item: item[0], default=(best, point))
        if best - least > GAIN * abs(best):
            point, best = trial, least
        else:
            ratio = ratio**0.5
    return point


def _moves(interval: Interval, value: Fraction, ratio: float) -> list[Fraction]:
    """Values nearer to an end, or further from it, by the ratio."""
    ends = [end for end in (interval.lo, interval.hi) if end is not None] or [Fraction(0)]
    moved = [end + way for end in ends for way in _ways(value - end, ratio)]
    if interval.integer:
        moved = [Fraction(round(v)) for v in moved]
    return [v for v in dict.fromkeys(moved) if v != value and v in interval]


def _ways(distance: Fraction, ratio: float) -> list[Fraction]:
    if distance == 0:
        step = Fraction(f"{(ratio - 1) / ratio:.3g}")
        return [step, -step]
    if abs(distance) > FAR:  # no double may hold it
        return []
    lengths = (float(distance) * ratio, float(distance) / ratio)
    return [Fraction(f"{length:.6g}") for length in lengths if NEAR < abs(length) < FAR]


# -- in print ----------------------------------------------------------------------------------------------------------------


def printed_constant(number: Expr) -> str:
    """`1/2`; an irrational number as the shorter of its own text and that of the root of its square, with its decimals."""
    if number.is_Rational:
        return str(number)
    text = min(to_text(number), f"{'-' if number.is_negative else ''}sqrt({to_text(number**2)})", key=len)
    return f"{text} = {decimal(enclose(number, {}, WORKING_DIGITS), PRINTED_DIGITS)}"


def directed(value: Fraction, rounding: str, digits: int = DIGITS) -> str:
    """So many significant digits, rounded to the side."""
    context = Context(prec=digits, rounding=rounding)
    return format(context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context), "f")
