"""The Mills ratio M(x) = Q(x)/phi(x) as a double-double, and its drop over an interval without cancellation.

Main definitions: `mills(x)`, `drop_rate(c, h)`.

With I_n(x) = int_0^oo t^n exp(-x t - t^2/2) dt, so that M = I_0 and I_n = (-1)^n M^(n), Taylor's formula at the middle c is

    (M(c - h) - M(c + h))/(2 h) = sum over k >= 0 of I_(2k+1)(c) h^(2k)/(2k+1)!
                                = I_1 (1 + h^2 rho_2 rho_3 (1 + h^2 rho_4 rho_5 (1 + ...))),    rho_n = I_n/(n I_(n-1)):

every term is positive. Integration by parts, I_(n+1) = n I_(n-1) - x I_n, reads rho_n = 1/(x + (n+1) rho_(n+1)) for n >= 1,
and M = 1/(x + rho_1), I_1 = rho_1 M. Backwards this recurrence only adds and divides positive numbers, and a relative error of
rho_(n+1) reaches rho_n multiplied by (n+1) rho_(n+1) rho_n < 1. The drop starts it at rho_32: for x >= 4 with the guess
2/(x + sqrt(x^2 + 4 n + 3)), whose error is damped to 2^-58 in rho_1; for x < 4, where too little is damped, with a polynomial
good to 2^-53. There I_0 and I_1 themselves come from Taylor rows at centres j/8 whose first term has two words
(`mills_table.py`, made by `build_mills_table.py`).

Relative errors to first order, u = 2^-53, every rounding taken at its worst:
    M, x < 4    0.25 u   first term exact; the rest is at most 0.05 of M and known to 5 u
    M, x >= 4   0.2 u    rho_1 is known to 3.4 u and is at most 0.054 of x + rho_1
    I_1         0.4 u    x < 4: the rest of the row is at most 0.08 of I_1; 0.5 u for x >= 4: 2 rho_2 and rho_1 beside x
    bracket     4 u      x < 4: its later terms are at most 0.3 of it and known to 15 u (the pair rho_2 rho_3 = 1/(3 + x/rho_3)
                         feels rho_3 the less, the smaller x is and the less was damped);
                         0.8 u for x >= 4: later terms at most 0.07 of it, known to 12 u
"""

from __future__ import annotations

import math

from dplemma.base.double_double import Pair, fast_two_sum, plus, product, reciprocal
from dplemma.doubles.mills_table import CENTRES_PER_UNIT, END, ROWS, START, START_POLYNOMIAL

_FIRST_ROWS = tuple((*row[:2], tuple(reversed((row[2], *row[4:])))) for row in ROWS)
"""I_0 in two words, then I_n/n! for n = 13 .. 1."""
_SECOND_ROWS = tuple((*row[2:4], tuple(reversed([n * c for n, c in enumerate(row[4:], 2)]))) for row in ROWS)
"""I_1 in two words, then I_(n+1)/n! for n = 12 .. 1."""
_START_DOWN = tuple(reversed(START_POLYNOMIAL))
_PAIRS = tuple((n + 2.0, n + 1.0) for n in range(START - 2, 0, -2))
"""n + 2 and n + 1 for n = 30, 28 .. 2: rho_(n+1) comes of (n + 2) rho_(n+2), then rho_n of (n + 1) rho_(n+1)."""
_NEGLIGIBLE = 2.0**-56


def mills(x: Pair) -> Pair:
    """M(x) for x >= 0 to a relative error of 0.25 u."""
    if x[0] < END:
        return _row_value(_FIRST_ROWS, x)
    return reciprocal(plus(x, _rho_one(x[0], 4 + int(100.0 / x[0]))))


def drop_rate(c: Pair, h: float) -> Pair:
    """(M(c - h) - M(c + h))/(2 h) for c >= 0 and 0 < h <= max(1, c/4); I_1(c) = -M'(c) for tiny h. To 4.4 u."""
    x, square = c[0], h * h
    if x >= END:
        rest, rho_two = _later_terms(x, square, 2.0 / (x + math.sqrt(x * x + (4.0 * START + 3.0))))
        after = plus(c, 2.0 * rho_two)  # 1/rho_1
        return product(fast_two_sum(1.0, rest), reciprocal(product(after, plus(c, 1.0 / after[0]))))
    first = _row_value(_SECOND_ROWS, c)
    if square < _NEGLIGIBLE:
        return first
    t, rho = 0.5 * x - 1.0, 0.0
    for coefficient in _START_DOWN:
        rho = rho * t + coefficient
    return product(fast_two_sum(1.0, _later_terms(x, square, rho)[0]), first)


def _later_terms(x: float, square: float, rho: float) -> tuple[float, float]:
    """h^2 rho_2 rho_3 (1 + h^2 rho_4 rho_5 (1 + ...)), and rho_2, from rho_32."""
    rest = 0.0
    for upper, lower in _PAIRS:
        odd = 1.0 / (x + upper * rho)
        rho = 1.0 / (x + lower * odd)
        rest = square * odd * rho * (1.0 + rest)
    return rest, rho


def _rho_one(x: float, start: int) -> float:
    rho = 2.0 / (x + math.sqrt(x * x + 4.0 * start + 3.0))
    for n in range(start, 1, -1):
        rho = 1.0 / (x + n * rho)
    return rho


def _row_value(rows: tuple[tuple[float, float, tuple[float, ...]], ...], x: Pair) -> Pair:
    """Taylor's series in centre - x from the row of the nearest centre."""
    index = int(x[0] * CENTRES_PER_UNIT + 0.5)
    high, low, coefficients = rows[index]
    step = (index / CENTRES_PER_UNIT - x[0]) - x[1]
    rest = 0.0
    for coefficient in coefficients:
        rest = rest * step + coefficient
    return fast_two_sum(high, rest * step + low)
