"""Exact grids of inputs: what `dplemma table` reads after `name=`.

    a,b,c                   these numbers, in this order
    start:stop:count        evenly spaced: the exact ends, and between them the exact points if these are decimals of at most
                            17 significant digits; else the nearest decimals, off by less than a millionth of the step
    start:stop:count:log    spaced by ratio: the exact ends, and between them decimals rounded to 6 significant digits
                            (more digits where 6 do not keep the points apart)

Every point is an exact rational, and only a number that was typed as a fraction is no decimal. For a parameter that takes whole
numbers the points between the ends are rounded to the nearest whole number and repeated ones dropped, so a grid may then have
fewer points than `count`.
Main definitions: `grid(text, name, whole)`, `on_doubles(points, name)`, `MAX_ROWS`.
"""

from __future__ import annotations

from itertools import pairwise
from math import isinf

from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.values.exact import BadInput, decimal_text, double, exact_number, short_text, shortened
from dplemma.values.rounding import decimal_of

MAX_ROWS = 1_000_000
"""A table has at most so many rows, and a grid so many points."""
LOG_DIGITS, MOST_LOG_DIGITS, MOST_LINEAR_DIGITS = 6, 48, 17
_FORMS = "a,b,c or start:stop:count or start:stop:count:log"


def grid(text: str, name: str, whole: bool = False) -> list[fmpq]:
    """The points a text stands for; `whole` says that the parameter takes whole numbers only."""
    if ":" not in text:
        return [exact_number(part, name) for part in text.split(",")]
    start, stop, count, by_ratio = _range(text, name)
    if count == 1:
        return [start]
    points = _geometric(start, stop, count, name, whole) if by_ratio else _linear(start, stop, count)
    if whole:
        return _distinct_whole(points)
    return points if by_ratio else _on_decimals(points)


def on_doubles(points: list[fmpq], name: str) -> list[fmpq]:
    """The double nearest to each point, as a program in binary64 gets it; a point that has none is refused."""
    return [exact_number(_representable(point, name), name) for point in points]


def _representable(point: fmpq, name: str) -> float:
    number = double(point)
    if isinf(number) or (number == 0 and point != 0):
        beyond = "beyond the largest double" if number else "nearer to 0 than to any other double"
        raise BadInput(f"{name}={short_text(point)} is {beyond}: a table at doubles cannot have it. Try {name}=1")
    return number


def _range(text: str, name: str) -> tuple[fmpq, fmpq, int, bool]:
    parts = text.split(":")
    if len(parts) not in (3, 4) or (len(parts) == 4 and parts[3].strip() != "log"):
        raise BadInput(f"{name} needs a grid {_FORMS}, got {shortened(text)!r}")
    start, stop, count = exact_number(parts[0], name), exact_number(parts[1], name), _count(parts[2].strip(), name)
    by_ratio = len(parts) == 4
    if count == 1 and start != stop:
        raise BadInput(f"{name}={shortened(text)}: one point cannot be both ends. Try {name}={shortened(parts[0])}")
    if count > 1 and start == stop:
        raise BadInput(f"{name}={shortened(text)}: both ends are the same. Try {name}={shortened(parts[0])}")
    if by_ratio and not (start > 0 and stop > 0):
        raise BadInput(f"{name}={shortened(text)}: the ends of a log grid must be > 0. Try {name}=1e-3:1:4:log")
    return start, stop, count, by_ratio


def _count(text: str, name: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text[:9]):
        raise BadInput(f"{name}: the number of points must be a whole number >= 1, got {shortened(text)!r}")
    if len(text) > 9 or int(text) > MAX_ROWS:
        raise OutOfBudget(f"{name} asks for {shortened(text)} points; a table has at most {MAX_ROWS} rows")
    return int(text)


def _linear(start: fmpq, stop: fmpq, count: int) -> list[fmpq]:
    step = (stop - start) / (count - 1)
    return [*(start + i * step for i in range(count - 1)), stop]


def _on_decimals(points: list[fmpq]) -> list[fmpq]:
    """Evenly spaced points as short decimals: unchanged if they are, else the inner ones rounded to 10^k < step/10^6."""
    if all(map(_is_short, points[1:-1])):
        return points
    step = abs(points[1] - points[0])
    unit = fmpq(10) ** (len(str(step.p)) - len(str(step.q)) - 7)
    return [points[0], *(_nearest_whole(point / unit) * unit for point in points[1:-1]), points[-1]]


def _is_short(point: fmpq) -> bool:
    mantissa = (decimal_text(point) or "").partition("e")[0]
    return 0 < len(mantissa.replace(".", "").strip("-0") or mantissa) <= MOST_LINEAR_DIGITS


def _geometric(start: fmpq, stop: fmpq, count: int, name: str, whole: bool) -> list[fmpq]:
    """Points by ratio; more digits until all are strictly between their neighbours (whole ones are thinned out instead)."""
    digits = LOG_DIGITS
    while digits <= MOST_LOG_DIGITS:
        points = [start, *_between(start, stop, count, digits), stop]
        if whole or _strictly_monotone(points):
            return points
        digits += LOG_DIGITS
    raise BadInput(f"{name}: the ends of the log grid are too near each other for {count} points. Leave out :log")


def _between(start: fmpq, stop: fmpq, count: int, digits: int) -> list[fmpq]:
    # log of the largest input, 10^5000, has 14 bits before the point: they are lost in the exponential
    with working_precision(4 * digits + 64):
        first, last = arb(start).log(), arb(stop).log()
        step = (last - first) / (count - 1)
        return [exact_number(_rounded((first + i * step).exp(), digits), "grid point") for i in range(1, count - 1)]


def _rounded(point: arb, digits: int) -> str:
    """Nearest decimal of so many digits; a point that may be half-way between two is rounded up."""
    text = decimal_of(point, digits) or decimal_of(point.upper(), digits)
    assert text is not None
    return text


def _strictly_monotone(points: list[fmpq]) -> bool:
    rising = points[0] < points[-1]
    return all((a < b) == rising and a != b for a, b in pairwise(points))


def _distinct_whole(points: list[fmpq]) -> list[fmpq]:
    """The ends as they are, the points between them rounded to whole numbers, each once."""
    return list(dict.fromkeys([points[0], *map(_nearest_whole, points[1:-1]), points[-1]]))


def _nearest_whole(x: fmpq) -> fmpq:
    """Halves are rounded up."""
    return fmpq((2 * x.p + x.q) // (2 * x.q))
