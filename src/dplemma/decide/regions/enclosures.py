"""What an expression does on a box: its enclosure, where it is defined, which values it takes, and how a box is halved.

Main definitions: `image_of(tape, box, region)`, `flagged`, `defined(expressions, region)`, `values_of`, `halved`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sympy import Expr

from dplemma.arb.exact import dyadic_fraction
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, Unsupported
from dplemma.compile.evaluate import Tape, compiled
from dplemma.kernel.exists import exists
from dplemma.kernel.reading import read_region
from dplemma.kernel.term import Rejected, read_term
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import region_to_tree
from dplemma.lang.statements import Rel
from dplemma.lang.tree import written
from dplemma.proofs.rules import OPPOSITE, Box, Ends

BITS = 64
MAX_DEFINING = 400
NOTHING: Mapping[str, bool | None] = {}
_WIDE = 16
_FAR_OUT = 2**200


def defined(expressions: Sequence[Expr], region: Region) -> tuple[Box, ...] | None:
    """Boxes without a flag by which all exist on the region, none where the kernel needs none; None if that is not shown."""
    if _exist(expressions, region):
        return ()
    try:
        tapes = [compiled(expr, region.names) for expr in expressions]
    except DplemmaError:
        return None
    pending, settled = [{name: (i.lo, i.hi) for name, i in region.intervals.items()}], []
    conditions = conditions_of(region)
    with working_precision(BITS):
        for _ in range(MAX_DEFINING):
            if not pending:
                return tuple(settled)
            box = pending.pop()
            if excluded(conditions, box, region) is None and any(flagged(image_of(tape, box, region)) for tape in tapes):
                halves = halved(box, {})
                if halves is None:
                    return None
                pending.extend(halves)
            else:
                settled.append(box)
    return None


def _exist(expressions: Sequence[Expr], region: Region) -> bool:
    """The kernel sees by itself that they do."""
    try:
        where = read_region(region_to_tree(region))
        return all(exists(read_term(written(expr)), where) for expr in expressions)
    except (Rejected, Unsupported):
        return False


def values_of(expr: Expr, region: Region) -> Interval | None:
    """An interval that holds all values of an expression on a region; None if it may be undefined there."""
    try:
        with working_precision(BITS):
            image = image_of(compiled(expr, region.names), {n: (i.lo, i.hi) for n, i in region.intervals.items()}, region)
        if image is None or flagged(image):
            return None
        low = dyadic_fraction(image.lo) if image.lo.is_finite() else "-oo"
        high = dyadic_fraction(image.hi) if image.hi.is_finite() else "oo"
    except DplemmaError:
        return None
    return Interval(low, high, lo_open=image.lo_open, hi_open=image.hi_open)


def excluded(conditions: list[tuple[int, Tape, bool]], box: Box, region: Region) -> int | None:
    """The number of a side condition that fails on the whole box."""
    for number, tape, strict in conditions:
        image = image_of(tape, box, region)
        if image is not None and not image.partial and (image.is_nonpositive() if strict else image.is_negative()):
            return number
    return None


def conditions_of(region: Region) -> list[tuple[int, Tape, bool]]:
    """Side conditions that are inequalities, as gaps that must be positive (strict) or nonnegative."""
    found = []
    for number, condition in enumerate(region.such_that):
        if isinstance(condition, Rel) and condition.rel in OPPOSITE:
            gap: Expr = condition.lhs - condition.rhs if ">" in condition.rel else condition.rhs - condition.lhs
            try:
                found.append((number, compiled(gap, region.names), "=" not in condition.rel))
            except DplemmaError:
                continue
    return found


def image_of(tape: Tape, box: Box, region: Region, closed: Mapping[str, bool | None] = NOTHING) -> RealInterval | None:
    """Enclosure on the box; None if unknown.

    Ends of the region are open where they are, except the low (True), high (False) or both ends (None) named in `closed`.
    """
    try:
        arguments = []
        for name in tape.names:
            lo, hi = box[name]
            i = region.intervals[name]
            lo_open = i.lo_open and lo == i.lo and lo != hi and closed.get(name, False) is False
            hi_open = i.hi_open and hi == i.hi and lo != hi and closed.get(name, True) is True
            arguments.append(RealInterval.from_fractions(lo, hi, lo_open, hi_open))
        return tape.at("interval", BITS)(*arguments)
    except (DplemmaError, ValueError, ZeroDivisionError, OverflowError):
        return None


def flagged(image: RealInterval | None) -> bool:
    """Nothing is known, or an edge of a domain was touched: no continuity on the whole box."""
    return image is None or image.partial or image.at_limit


def middle_point(box: Box) -> dict[str, Fraction]:
    return {name: lo if lo == hi and lo is not None else inner(lo, hi) for name, (lo, hi) in box.items()}


def inner(lo: Fraction | None, hi: Fraction | None) -> Fraction:
    middle = split_point(lo, hi)
    return middle if middle is not None else lo if lo is not None else hi if hi is not None else Fraction(0)


def halved(box: Box, slopes: Mapping[str, RealInterval | None]) -> list[Box] | None:
    """Two halves along the variable in which the form may move most; by relative width where its slopes are not known."""
    wide = [name for name, (lo, hi) in box.items() if lo != hi]
    if not wide:
        return None
    smear = {name: _smear(box[name], slopes.get(name)) for name in wide}
    measure = smear if None not in smear.values() else {name: _relative_width(box[name]) for name in wide}
    name = max(wide, key=lambda n: measure[n] or 0.0)
    lo, hi = box[name]
    middle = split_point(lo, hi)
    if middle is None:
        return None
    return [{**box, name: (lo, middle)}, {**box, name: (middle, hi)}]


def _smear(ends: Ends, slope: RealInterval | None) -> float | None:
    """How far the form may move along one variable; None if that is not known to be finite."""
    lo, hi = ends
    if lo is None or hi is None or slope is None or not slope.is_finite():
        return None
    return float(hi - lo) * max(1e-12, abs(float(slope.lo)), abs(float(slope.hi)))


def _relative_width(ends: Ends) -> float:
    """Width over size; an unbounded side counts less the further out it starts."""
    lo, hi = ends
    if lo is None or hi is None:
        start = max(0 if lo is None else abs(lo), 0 if hi is None else abs(hi), 1)
        return 2.0 if lo is None and hi is None else 1.0 / max(1, int(start).bit_length())
    return float((hi - lo) / max(abs(lo), abs(hi), 1))


def split_point(lo: Fraction | None, hi: Fraction | None) -> Fraction | None:
    """A dyadic point inside; further out on an unbounded side, nearer to zero where the ends are of different order."""
    if lo is None and hi is None:
        return Fraction(0)
    if max(abs(end) for end in (lo, hi) if end is not None) > _FAR_OUT:
        return None
    if hi is None:
        return lo * 2 if lo is not None and lo >= 1 else Fraction(1) if lo is not None and lo >= 0 else Fraction(0)
    if lo is None:
        return hi * 2 if hi <= -1 else Fraction(-1) if hi <= 0 else Fraction(0)
    if lo >= 0 and hi > _WIDE * max(lo, Fraction(1, 2**40)):
        return hi / 8
    if hi <= 0 and lo < _WIDE * min(hi, Fraction(-1, 2**40)):
        return lo / 8
    return (lo + hi) / 2 if hi - lo > Fraction(1, 2**48) * max(abs(lo), abs(hi), Fraction(1, 2**40)) else None
