"""Signs as sets, and polynomials in the distance of an atom from the ends of its interval.

Main definitions: `Signs`, `shifted`, `put_in`, `corners_of`, `grouped`, `as_facts`, `cut`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from dplemma.kernel.atoms import GENERATORS, RING, ZERO_POLY, Poly, by_degree, rational, times, to_power, used
from dplemma.kernel.statement import Interval

Signs: TypeAlias = frozenset[int]
ANY, PLUS, MINUS, NULL = frozenset((-1, 0, 1)), frozenset((1,)), frozenset((-1,)), frozenset((0,))
NOT_MINUS, NOT_PLUS, NOT_NULL = PLUS | NULL, MINUS | NULL, PLUS | MINUS


def put_in(poly: Poly, index: int, above: Poly, below: Poly) -> Poly:
    """below^n p(above/below) for a polynomial p of degree n in a generator."""
    parts = by_degree(poly, index)
    top = max(parts, default=0)
    pieces = (times(part, times(to_power(above, e), to_power(below, top - e))) for e, part in parts.items())
    return sum(pieces, ZERO_POLY) if top else poly


def shifted(poly: Poly, index: int, interval: Interval) -> Poly:
    """The polynomial, up to a positive factor, in the u of an atom, which takes its place as a generator."""
    u, lo, hi = GENERATORS[index], interval.lo, interval.hi
    if (lo is None and hi is None) or (lo == 0 and hi is None):
        return poly
    if lo is None or hi is None:
        shifted = u + rational(lo) if lo is not None else rational(hi or 0) - u
        return put_in(poly, index, shifted, RING.constant(1))
    return put_in(poly, index, u * rational(hi) + rational(lo), u + 1)


def corners_of(interval: Interval, top: int) -> list[range]:
    """The powers of u that are not 0 at an end that belongs to the interval (u = 0, or u infinite); all of them if none does."""
    if interval.lo is None and interval.hi is None:
        return [range(1)]
    closed = [] if (interval.lo_open if interval.lo is not None else interval.hi_open) else [range(1)]
    if interval.lo is not None and interval.hi is not None and not interval.hi_open:
        closed.append(range(top, top + 1))
    return closed or [range(top + 1)]


def grouped(poly: Poly, moving: list[int]) -> dict[tuple[int, ...], Poly]:
    """By the exponents of some atoms, the others in the coefficients."""
    terms, groups = poly.to_dict(), {}
    if moving == used(poly):
        return {tuple(int(exponents[n]) for n in moving): RING.constant(c) for exponents, c in terms.items()}
    for exponents, c in terms.items():
        rest = tuple(0 if n in moving else e for n, e in enumerate(exponents))
        groups.setdefault(tuple(int(exponents[n]) for n in moving), {})[rest] = c
    return {key: RING.from_dict(group) for key, group in groups.items()}


def as_facts(index: int, interval: Interval) -> Iterator[tuple[Poly, Signs]]:
    """What an interval says of an atom: polynomials that are > 0 or >= 0."""
    if interval.lo is not None:
        yield GENERATORS[index] - rational(interval.lo), PLUS if interval.lo_open else NOT_MINUS
    if interval.hi is not None:
        yield rational(interval.hi) - GENERATORS[index], PLUS if interval.hi_open else NOT_MINUS


def cut(known: Interval, signs: Signs, at: Fraction) -> Interval:
    """The part of an interval on one side of a number."""
    if signs <= NOT_MINUS and (known.lo is None or known.lo <= at):
        return Interval(at, known.hi, 0 not in signs, known.hi_open)
    if signs <= NOT_PLUS and (known.hi is None or known.hi >= at):
        return Interval(known.lo, at, known.lo_open, 0 not in signs)
    return known
