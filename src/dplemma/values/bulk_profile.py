"""The profile of the Gaussian mechanism on whole arrays: two words a value, with a proved bound of the error.

Main definitions: `profile_doubles(eps, mu)`, `profile_pairs(eps, mu)`.

With c = eps/mu, h = mu/2, a = c - h, b = c + h, the density phi and the Mills ratio M = Q/phi,

    narrow  mu <= 1/16    delta = mu phi(a) D,  D = (M(a) - M(b))/mu a divided difference, where nothing cancels
    right   else, a >= 0  delta = phi(a)(M(a) - M(b))
    left    else, a < 0   delta = 1 - phi(a)(M(-a) + M(b))

Only +, -, *, / and exact scalings are used, which IEEE 754 rounds correctly (to nearest and with subnormal numbers, as every
Python starts): no exponential of a library is trusted. With
u = 2^-53 and t = 2^-102 (c + h) the errors are, each generously rounded up,

    a, b      t, absolute: the quotient to 2 u^2, the sum to 2 u^2 (c + h); t > 2^-1074 is not needed, see below
    phi(a)    2^-72 + |a| t + a^2 2^-103, relative (`_density`)
    M         2^-71 below 40 and 2^-69 above, relative (`mills_pair`), and t, absolute, as |M'| <= 1
    D         2^-69 + 2 t, relative (`drop_pair`)
    products  5 u^2 < 2^-103 each, sums 2 u^2 of what is added

and are added up at each point, with the cancellation that is there. A quotient c or an a that is so small that a word of it
underflows is wrong by 2^-1074 at most, which changes delta by less than 2^-1000 of itself: phi and M are flat there.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from flint import arb

from dplemma.arb.normal import mills_ratio
from dplemma.arb.precision import working_precision
from dplemma.base.double_double import Pair, difference, fast_two_sum, pair_sum, plus, product, reciprocal, two_product, two_sum
from dplemma.values.bulk_rounding import Enclosed, Rounded, rounded_pairs

NARROW = 0.0625
_VANISHING, _CERTAIN, _LARGEST_SIZE, _LEAST_MU = 38.7, -9.0, 2.0**20, 2.0**-1000
"""Where delta is next to 0, next to 1, c + h too large for two words, and mu so small that a half of it may be rounded."""
_ENDS = (0.0, 1.0), (0.0, 1.0 - 2.0**-53), (2.0**-1074, 1.0)
"""The nearest double, the one below and the one above: of a number in (0, 2^-1075), and of one in (1 - 2^-54, 1)."""
CENTRES_PER_UNIT, TABLE_END = 16, 40.0
_TERMS, _TWO_WORDS = 16, 5
_PARTS = 64
"""The exponential is reduced by multiples of log(2)/64."""
_LOG_STEP_HEAD = float.fromhex("0x1.62e42fefa0000p-7")
"""The first 36 bits of log(2)/64: its product with an integer below 2^17 is exact."""
_LOG_STEP_TAIL = float.fromhex("0x1.cf79abc9e3b3ap-46")
_PER_LOG_STEP = 92.33248261893617
_EXP_TAIL = tuple(1.0 / f for f in (40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0))
_ASYMPTOTIC = (-34459425.0, 2027025.0, -135135.0, 10395.0, -945.0, 105.0, -15.0, 3.0)
_EXP_ERROR, _MILLS_ERROR, _FAR_MILLS_ERROR, _DROP_ERROR, _ROUNDINGS = (2.0**-n for n in (72, 71, 69, 69, 98))


def profile_doubles(eps: Any, mu: Any) -> Rounded:
    """delta at doubles eps >= 0, mu > 0, rounded wherever that is decided.

    Beyond a = 38.7 it is below Q(38.7) < 2^-1080, and below a = -9 it is above 1 - 2 Q(9) > 1 - 2^-61, as M(b) <= M(-a). The
    doubles that decide where a point lies may be off by 2^-51 (c + h).
    """
    with np.errstate(all="ignore"):
        c, h = eps / mu, 0.5 * mu
        a, size = c - h, c + h
        slack = 2.0**-40 * size
        vanishing, certain = np.isinf(c) | (a > _VANISHING + slack), a < _CERTAIN - slack
        chosen = np.flatnonzero(~vanishing & ~certain & (size < _LARGEST_SIZE) & (mu > _LEAST_MU))
        nearest, below, above = (np.where(certain, at_one, at_zero) for at_zero, at_one in _ENDS)
        result = Rounded(nearest, below, above, vanishing | certain)
        for all_of_it, part in zip(result, rounded_pairs(profile_pairs(eps[chosen], mu[chosen])), strict=True):
            all_of_it[chosen] = part
    return result


def profile_pairs(eps: Any, mu: Any) -> Enclosed:
    """delta at doubles eps >= 0, mu > 2^-1000 with -9.1 < a < 38.8 and c + h < 2^20."""
    c, h = _quotient(eps, mu), 0.5 * mu
    a, slack = difference(c, (h, 0.0 * h)), 2.0**-102 * (c[0] + h)
    density, exponent, error = _density(a, slack)
    found = [np.empty_like(h), np.empty_like(h), np.array(exponent), np.empty_like(h)]
    narrow, left = mu <= NARROW, a[0] < 0.0
    for where, form in ((narrow, _narrow), (~narrow & ~left, _right), (~narrow & left, _left)):
        chosen = np.flatnonzero(where)
        if len(chosen):
            point = _Point(*(_part(x, chosen) for x in (c, a, density)), *(x[chosen] for x in (h, exponent, slack, error)))
            for all_of_it, part in zip(found, form(point), strict=True):
                all_of_it[chosen] = part
    return Enclosed(*found)


class _Point(NamedTuple):
    """What the three forms start from: c, a, phi(a) without its power of two, h, that power, t, the error of phi(a)."""

    c: Pair
    a: Pair
    density: Pair
    h: Any
    exponent: Any
    slack: Any
    error: Any


def _part(pair: Pair, chosen: Any) -> Pair:
    return pair[0][chosen], pair[1][chosen]


def _narrow(at: _Point) -> Enclosed:
    """mu phi(a) D: both factors are known to their relative errors."""
    mantissa, shift = np.frexp(2.0 * at.h)
    high, low = product(product(at.density, drop_pair(at.c, at.h)), (mantissa, 0.0 * mantissa))
    return Enclosed(high, low, at.exponent + shift, at.error + _DROP_ERROR + 2.0 * at.slack + _ROUNDINGS)


def _right(at: _Point) -> Enclosed:
    """phi(a)(M(a) - M(b)): the errors of both ratios, absolute, relative to what is left of them."""
    b = plus(at.c, at.h)
    near, far = mills_pair(at.a), mills_pair(b)
    gap = difference(near, far)
    of_far = np.where(b[0] < TABLE_END, _MILLS_ERROR, _FAR_MILLS_ERROR)
    of_gap = (_MILLS_ERROR * near[0] + of_far * far[0] + 2.0 * at.slack) / gap[0]
    high, low = product(at.density, gap)
    return Enclosed(high, low, at.exponent, at.error + of_gap * (1 + 2.0**-40) + _ROUNDINGS)


def _left(at: _Point) -> Enclosed:
    """1 - x with x = phi(a)(M(-a) + M(b)) < 1: the error of x, absolute, relative to 1 - x."""
    near, far = mills_pair((-at.a[0], -at.a[1])), mills_pair(plus(at.c, at.h))
    x = product(at.density, pair_sum(near, far))
    high, low = np.ldexp(x[0], at.exponent), np.ldexp(x[1], at.exponent)
    one = np.ones_like(high)
    of_x = at.error + _FAR_MILLS_ERROR + 2.0 * at.slack / near[0] + _ROUNDINGS
    high, low, below = *difference((one, 0.0 * one), (high, low)), high
    return Enclosed(high, low, np.zeros_like(at.exponent), (of_x * below + _ROUNDINGS) / high * (1 + 2.0**-40))


def _quotient(x: Any, y: Any) -> Pair:
    """x / y to 2 u^2, as `double_double.quotient` but on arrays."""
    (x, x_exponent), (y, y_exponent) = np.frexp(x), np.frexp(y)
    high = x / y
    back, error = two_product(high, y)
    low = ((x - back) - error) / y
    shift = x_exponent - y_exponent
    return np.ldexp(high, shift), np.ldexp(low, shift)


def _density(a: Pair, slack: Any) -> tuple[Pair, Any, Any]:
    """phi(a) = m 2^k with m in [0.39, 0.81], and a bound of its relative error, for |a| < 39.

    y = -a^2/2 is known to 3 u^2 a^2 + |a| t. With n = round(64 y/log 2), r = y - n log(2)/64 loses 2^-76 (n times the tail of the
    constant, a 2^-42.5 of which 53 bits are kept) and |r| < 2^-7.5. In e^r = 1 + r + r^2/2 + r^3 q the first terms are two words
    and r^3 q < 2^-25, in one, is off by 2^-74.5; nine terms leave out less than 2^-85, the sums lose 2^-76.
    """
    square, error = two_product(a[0], a[0])
    y = -0.5 * square, -(0.5 * error + a[0] * a[1])
    count = np.rint(y[0] * _PER_LOG_STEP)
    high, low = two_sum(y[0], -count * _LOG_STEP_HEAD)
    r = two_sum(high, low + (y[1] - count * _LOG_STEP_TAIL))
    whole = count.astype(np.int64)
    table = _powers()
    factor = table[0][whole % _PARTS], table[1][whole % _PARTS]
    bound = _EXP_ERROR + np.abs(a[0]) * slack + a[0] * a[0] * 2.0**-103
    return product(_small_exp(r), factor), (whole // _PARTS).astype(np.int32), bound


def _small_exp(r: Pair) -> Pair:
    """e^r for |r| < 2^-7.5 to 2^-74."""
    x = r[0]
    q = np.full_like(x, _EXP_TAIL[0])
    for coefficient in _EXP_TAIL[1:]:
        q = q * x + coefficient
    square, error = two_product(x, x)
    rest = x * square * q + (r[1] + (0.5 * error + x * r[1]))
    high, low = two_sum(x, 0.5 * square)
    one, lost = fast_two_sum(1.0, high)
    return fast_two_sum(one, lost + (low + rest))


def mills_pair(x: Pair) -> Pair:
    """M(x) for 0 <= x < 2^21, to 2^-71 of itself below 40 and 2^-69 above."""
    far = x[0] >= TABLE_END
    result = _mills_by_rows((np.where(far, 0.0, x[0]), np.where(far, 0.0, x[1])))
    if far.any():
        chosen = np.flatnonzero(far)
        result[0][chosen], result[1][chosen] = _far_mills(_part(x, chosen))
    return result


def _mills_by_rows(x: Pair) -> Pair:
    """Taylor's series sum of m_n s^n, m_n = I_n/n!, s = centre - x, |s| <= 1/32, from the nearest centre.

    From n = 4 on one word: there m_4 s^4 <= 2^-23 M with an error of 6 u, 2^-73; left out is m_16 s^16 < 2^-90.
    """
    row, s = _nearest_centre(x)
    rows = _rows()
    tail = rows.high[_TERMS - 1][row]
    for n in range(_TERMS - 2, 3, -1):
        tail = tail * s[0] + rows.high[n][row]
    value = pair_sum(rows.pair(3, row), (tail * s[0], 0.0 * tail))
    for n in (2, 1, 0):
        value = pair_sum(rows.pair(n, row), product(value, s))
    return value


def drop_pair(c: Pair, h: Any) -> Pair:
    """D = (M(c - h) - M(c + h))/(2 h) for 0 <= c < 39 and 0 < h <= 1/32, to 2^-69 of itself.

    Of the series at the nearest centre, s = centre - c, D = sum over n >= 1 of m_n q_n with q_n = ((s + h)^n - (s - h)^n)/(2 h),
    q_0 = 0, q_1 = 1, q_(n+1) = 2 s q_n + (h^2 - s^2) q_(n-1). So, by Clenshaw, D = b_1 with
    b_n = m_n + 2 s b_(n+1) + (h^2 - s^2) b_(n+2). As |2 s| <= 2^-4 and |h^2 - s^2| <= 2^-10, an error of b_5, one word good to
    4 u, reaches b_1 times 29/2^20; b_5 < 0.08 b_1, so that is 2^-69.8 of D. Left out is m_16 q_16 <= 16 m_16 2^-60 < 2^-79 D.
    """
    row, s = _nearest_centre(c)
    rows = _rows()
    square = two_product(h, h)
    first, second = (2.0 * s[0], 2.0 * s[1]), difference(square, product(s, s))
    after, now = np.zeros_like(h), rows.high[_TERMS - 1][row]
    for n in range(_TERMS - 2, _TWO_WORDS - 1, -1):
        after, now = now, rows.high[n][row] + (first[0] * now + second[0] * after)
    one, two = (now, 0.0 * now), (after, 0.0 * after)
    for n in range(_TWO_WORDS - 1, 0, -1):
        one, two = pair_sum(rows.pair(n, row), pair_sum(product(first, one), product(second, two))), one
    return one


def _nearest_centre(x: Pair) -> tuple[Any, Pair]:
    """The number of the row and centre - x, which is exact: the difference of the first words is, by Sterbenz."""
    row = np.rint(x[0] * CENTRES_PER_UNIT)
    return row.astype(np.intp), two_sum(row / CENTRES_PER_UNIT - x[0], -x[1])


def _far_mills(x: Pair) -> Pair:
    """The asymptotic series (1 - y + 3 y^2 - 15 y^3 + ...)/x, y = 1/x^2 <= 2^-10.6, which envelops M.

    What is left out is below 654729075 y^10 < 2^-76; 3 y^2 - ... < 2^-19.7 is one word with an error of 8 u.
    """
    inverse = reciprocal(x)
    y = product(inverse, inverse)
    tail = np.full_like(y[0], _ASYMPTOTIC[0])
    for coefficient in _ASYMPTOTIC[1:]:
        tail = tail * y[0] + coefficient
    one = np.ones_like(tail)
    bracket = pair_sum(difference((one, 0.0 * one), y), (tail * y[0] * y[0], 0.0 * one))
    return product(inverse, bracket)


# -- tables, from balls -----------------------------------------------------------------------------------------------------


class _Rows(NamedTuple):
    """m_n = I_n/n! at the centres: first words for all n, second words for the first five."""

    high: Any
    low: Any

    def pair(self, n: int, row: Any) -> Pair:
        return self.high[n][row], self.low[n][row]


@cache
def _rows() -> _Rows:
    """I_0 = M, I_1 = 1 - x M, I_(n+1) = n I_(n-1) - x I_n in balls of 400 bits, of which the recurrence loses 140."""
    with working_precision(400):
        columns = [_moments(arb(j) / CENTRES_PER_UNIT) for j in range(int(TABLE_END) * CENTRES_PER_UNIT + 1)]
        words = np.array([[_two_words(value) for value in column] for column in columns])
    return _Rows(np.ascontiguousarray(words[:, :, 0].T), np.ascontiguousarray(words[:, :_TWO_WORDS, 1].T))


def _moments(x: arb) -> list[arb]:
    """I_n/n! for n < 16."""
    first = mills_ratio(x)
    moments, factorial = [first, 1 - x * first], 1
    for n in range(1, _TERMS - 1):
        moments.append(n * moments[n - 1] - x * moments[n])
    scaled = []
    for n, moment in enumerate(moments):
        factorial *= max(1, n)
        scaled.append(moment / factorial)
    return scaled


@cache
def _powers() -> Pair:
    """2^(j/64)/sqrt(2 pi) for j < 64."""
    with working_precision(400):
        scale = (2 * arb.pi()).sqrt()
        words = np.array([_two_words((arb(2).log() * j / _PARTS).exp() / scale) for j in range(_PARTS)])
    return np.ascontiguousarray(words[:, 0]), np.ascontiguousarray(words[:, 1])


def _two_words(value: arb) -> tuple[float, float]:
    """The nearest double and that of the rest: together within u^2 of a ball that is narrower still."""
    assert value.rel_accuracy_bits() > 200
    high = float(value.mid())
    return high, float((value - high).mid())
