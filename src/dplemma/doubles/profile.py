"""The privacy profile of the Gaussian mechanism in double precision, with at most 3 bits of error; only `math` is needed.

Main definitions: `delta(eps, mu)`, `log_delta(eps, mu)`, `one_minus_delta(eps, mu)`.

Bits of error are log2(1 + n), n the number of doubles from the correctly rounded value to the result. The promise, n <= 7, holds
for eps in [1e-12, 700] and mu in [1e-8, 100] wherever delta >= 2^-1022; smaller values are right to one subnormal spacing.

With c = eps/mu, h = mu/2, a = c - h, b = c + h, the density phi, the Mills ratio M, and e^eps phi(b) = phi(a):

    delta = phi(a)(M(a) - M(b)) = mu phi(a) drop_rate(c, h)        1 - delta = phi(a)(M(-a) + M(b))

    narrow  h <= 1 or 4 h <= c   the second form: a series of positive terms, nothing cancels
    right   else, a >= 0         the first form: M(a) - M(b) is at least 2/9 of M(a) + M(b)
    left    else, a < 0          1 - (1 - delta), where 1 - delta <= 0.67

c, a, log phi(a), the Mills ratios and their products are double-doubles, because exp(-a^2/2) turns a relative error of a into a^2
times as much (1400 at delta = 1e-300) and c - h cancels near eps = mu^2/2.

Error budget: relative, to first order, each rounding at its worst, u = 2^-53; one double is u to 2 u.
    exponent  2^-90 (absolute): c and a to a few u^2, the square exact, log sqrt(2 pi) and log 2 in two words
    exp       1.02 u, the error of glibc's `math.exp`; 2 u for a libm that errs by almost an ulp
    drop      narrow: 4.4 u for c < 4 at h = 1 (I_1 0.4 u, later terms 4 u, falling like h^2), 1.3 u for c >= 4
    Mills     right: 0.25 u in M(a) and M(b), times 9/2: 1.1 u; left: 0.25 u
    result    half a double; left: 1 - x with 0.67 (1.02 + 0.25) u in x is 1.7 doubles, as 1 - x >= 0.33
    sum       narrow 5.5 u, n <= 6: 2.8 bits; right 2.2 u, n <= 3, left 1.7 doubles, n <= 2: 2 bits.
              Measured at 900,000 points: n <= 2 (1.6 bits) for c < 4 and h in [0.9, 1], n <= 1 elsewhere.

Measured against certified values, greatest and mean bits of error at 20,000 points a row (64: NaN, zero or a wrong sign).
`erfc` is the definition with `math.erfc`; `ndtr`, `log_ndtr` (inside e^(eps + log Phi)) and `erfcx` (phi(a)(M(a) - M(b))) are
SciPy 1.17's.

                                 this module    erfc           ndtr           log_ndtr       erfcx
    eps 0.1..10, mu 0.1..5       1.0  0.23      19.3   4.21    19.5   4.32    19.5   4.40    11.0   3.12
    mu 1e-8..1e-3, a 0..5        1.0  0.26      34.5  21.11    34.6  21.24    34.8  21.39    30.9  19.84
    delta 1e-300..1e-100         1.0  0.26      64.0  26.28    54.5  26.50    43.3  24.59    33.2  16.23
    eps near mu^2/2              1.0  0.38      20.2   7.24    50.5   7.26    20.2   7.34    22.6   8.91
    mu 1..100, a -9..-0.1        1.0  0.04       5.0   0.60    30.3   0.62     5.0   0.60     7.0   2.45
    region, log-uniform          1.0  0.19      54.3   8.77    54.3   8.81    42.4   8.82    64.0  11.29
    region, a uniform            1.0  0.26      64.0  21.91    54.6  22.05    42.8  21.17    32.9  14.98
"""

from __future__ import annotations

import math

from dplemma.base.double_double import (
    Pair,
    difference,
    exp_scaled,
    fast_two_sum,
    plus,
    product,
    quotient,
    two_product,
    two_sum,
)
from dplemma.doubles.mills_double import drop_rate, mills

_LOG_SQRT_2PI: Pair = (float.fromhex("0x1.d67f1c864beb5p-1"), float.fromhex("-0x1.65b5a1b7ff5dfp-55"))
_FAR = 40.0
"""phi(40) < 2^-1150: delta is 0 beyond a = 40, and 1 - delta is 0 below a = -40."""
_SMALLEST_NORMAL = 2.0**-1022
_DENSITY_IS_ALL = 2.0**100
"""Beyond it log(M(a) - M(b)) is below the last bit of a^2/2."""


def delta(eps: float, mu: float) -> float:
    """delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), the least delta for which mu-GDP gives (eps, delta)-DP."""
    limit = _limit(eps, mu)
    if limit is not None:
        return limit
    c, a, h = _middle_and_end(eps, mu)
    if a[0] > _FAR:
        return 0.0
    if a[0] < 0.0 and not _is_narrow(c, h):
        outside = _outside(c, a, h)
        high, low = fast_two_sum(1.0, -outside[0])
        return high + (low - outside[1])
    density, exponent = _density(a)
    if _is_narrow(c, h):
        mantissa, shift = math.frexp(mu)
        return math.ldexp(product(product(density, drop_rate(c, h)), (mantissa, 0.0))[0], exponent + shift)
    return math.ldexp(product(density, difference(mills(a), mills(plus(c, h))))[0], exponent)


def one_minus_delta(eps: float, mu: float) -> float:
    """1 - delta to the same accuracy where delta is near 1: phi(a)(M(-a) + M(b)) for a < 0."""
    limit = _limit(eps, mu)
    if limit is not None:
        return 1.0 - limit
    c, a, h = _middle_and_end(eps, mu)
    return _outside(c, a, h)[0] if a[0] < 0.0 else 1.0 - delta(eps, mu)


def log_delta(eps: float, mu: float) -> float:
    """log delta, also where delta underflows: -a^2/2 - log(2 pi)/2 + log(M(a) - M(b))."""
    value = delta(eps, mu)
    if value > 0.5:
        return 0.0 + math.log1p(-one_minus_delta(eps, mu))  # 0.0 + turns -0.0 into 0.0
    if value >= _SMALLEST_NORMAL or math.isnan(value):
        return math.log(value)
    if _limit(eps, mu) is not None:
        return -math.inf
    c, a, h = _middle_and_end(eps, mu)
    if a[0] > _DENSITY_IS_ALL:
        return -0.5 * a[0] * a[0]
    if _is_narrow(c, h):
        log_drop = math.log(mu) + math.log(drop_rate(c, h)[0])
    else:
        log_drop = math.log(difference(mills(a), mills(plus(c, h)))[0])
    log_density = _log_density(a)
    return log_density[0] + (log_density[1] + log_drop)


def _limit(eps: float, mu: float) -> float | None:
    """The value at infinity, at NaN, or where eps/mu overflows; None where there is something to compute."""
    if eps < 0.0:
        raise ValueError(f"eps must be >= 0, got {eps!r}. Try eps=0.5")
    if mu <= 0.0:
        raise ValueError(f"mu must be > 0, got {mu!r} (mu = sensitivity/sigma). Try mu=0.5")
    c = eps / mu
    if c < math.inf and mu < math.inf:
        return None
    if c == math.inf:
        return 0.0
    return 1.0 if c == 0.0 else math.nan


def _middle_and_end(eps: float, mu: float) -> tuple[Pair, Pair, float]:
    """c = eps/mu, a = c - h and h = mu/2."""
    c, h = quotient(eps, mu), 0.5 * mu
    return c, difference(c, (h, 0.0)), h


def _is_narrow(c: Pair, h: float) -> bool:
    """Where the drop M(c - h) - M(c + h) may cancel; elsewhere it is at least 2/9 of the sum."""
    return h <= 1.0 or 4.0 * h <= c[0]


def _outside(c: Pair, a: Pair, h: float) -> Pair:
    """1 - delta = phi(a)(M(-a) + M(b)) for a < 0."""
    if a[0] < -_FAR:
        return 0.0, 0.0
    left, right = mills((-a[0], -a[1])), mills(plus(c, h))
    density, exponent = _density(a)
    high, low = product(density, plus((left[0], left[1] + right[1]), right[0]))
    return math.ldexp(high, exponent), math.ldexp(low, exponent)


def _density(a: Pair) -> tuple[Pair, int]:
    """phi(a) = m 2^k."""
    return exp_scaled(_log_density(a))


def _log_density(a: Pair) -> Pair:
    """log phi(a) = -a^2/2 - log(2 pi)/2 to 2^-90 for |a| <= 40, mu <= 100."""
    square, error = two_product(a[0], a[0])
    high, low = two_sum(-0.5 * square, -_LOG_SQRT_2PI[0])
    return high, low - _LOG_SQRT_2PI[1] - (0.5 * error + a[0] * a[1])
