"""The privacy profile of the Gaussian mechanism in double precision, with at most 3 bits of error; only `math` is needed.

Main definitions: `delta(eps, mu)`, `log_delta(eps, mu)`, `one_minus_delta(eps, mu)`.
"""

from __future__ import annotations

import math

from dplemma.precision.double_double import Pair, difference, exp_scaled, fast_two_sum, plus, product, quotient, two_product, two_sum
from dplemma.precision.mills_double import drop_rate, mills

_LOG_SQRT_2PI: Pair = (float.fromhex("0x1.d67f1c864beb5p-1"), float.fromhex("-0x1.65b5a1b7ff5dfp-55"))
_FAR = 40.0
"""phi(40) < 2^-1150: delta is 0 beyond a = 40, and 1 - delta is 0 below a = -40."""
_SMALLEST_NORMAL = 2.0**-1022
_DENSITY_IS_ALL = 2.0**500


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
    """log phi(a) = -a^2/2 - log(2 pi)/2 to 2^-95 for |a| <= 40."""
    square, error = two_product(a[0], a[0])
    high, low = two_sum(-0.5 * square, -_LOG_SQRT_2PI[0])
    return high, low - _LOG_SQRT_2PI[1] - (0.5 * error + a[0] * a[1])

