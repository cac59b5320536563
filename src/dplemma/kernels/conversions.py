"""Best orders of the conversions from Rényi DP and zCDP to (eps, delta)-DP, on Arb balls.

For a mechanism with Rényi divergence rho t at every order t > 1, with s = t - 1:
    eps(t)       = rho t + log(s/t) - log(delta t)/s,                 eps'(t) s^2      = rho s^2 + log(delta t),
    log delta(t) = s (rho t - eps) - log t + s log(s/t),              (log delta)'(t)  = (2t - 1) rho - eps + log(s/t).
Both right-hand sides increase strictly with t, from log delta < 0 and from -oo to oo: each best order exists, is unique, and
is where the value is least. The value is stationary there, so it is evaluated at the enclosed order without loss.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import arb

from dplemma.kernels.roots import bracketed_root, polished_root

_SEED_BITS = 44


def zcdp_epsilon(rho: arb, delta: arb) -> arb:
    """Least eps(t) over t > 1."""
    s = _epsilon_order(rho, delta)
    t = 1 + s
    return rho * t + (s / t).log() - (delta * t).log() / s


def zcdp_delta(rho: arb, eps: arb) -> arb:
    """Least delta(t) over t > 1."""
    s = _delta_order(rho, eps)
    t = 1 + s
    return (s * (rho * t - eps + (s / t).log())).exp() / t


def gaussian_best_order(mu: arb, delta: arb) -> arb:
    """The order at which the improved conversion of the Gaussian mechanism is least."""
    return 1 + _epsilon_order(mu * mu / 2, delta)


def gaussian_epsilon(mu: arb, delta: arb) -> arb:
    """The improved conversion of the Gaussian mechanism at its best order."""
    return zcdp_epsilon(mu * mu / 2, delta)


def _epsilon_order(rho: arb, delta: arb) -> arb:
    """s = t - 1 > 0 with rho s^2 + log(delta (1 + s)) = 0."""
    if not (rho > 0 and 0 < delta < 1):
        return arb.nan()
    log_delta = delta.log()

    def pair(s: arb) -> tuple[arb, arb]:
        return rho * s * s + log_delta + s.log1p(), 2 * rho * s + 1 / (1 + s)

    def seed() -> float:
        r, level = float(rho), float(log_delta)
        # without the logarithm the root is sqrt(-log delta/rho); without the square it is 1/delta - 1
        start = 0.5 * math.log(-level / r)
        if level > -600:
            start = min(start, math.log(math.expm1(-level)))
        return _settled(lambda s: (r * s * s + level + math.log1p(s), s * (2 * r * s + 1 / (1 + s))), start)

    return _root(pair, seed)


def _delta_order(rho: arb, eps: arb) -> arb:
    """s = t - 1 > 0 with (2 s + 1) rho - eps + log(s/(1 + s)) = 0."""
    if not (rho > 0 and eps >= 0):
        return arb.nan()

    def pair(s: arb) -> tuple[arb, arb]:
        return (2 * s + 1) * rho - eps + (s / (1 + s)).log(), 2 * rho + 1 / (s * (1 + s))

    def seed() -> float:
        r, e = float(rho), float(eps)
        start = math.log((e / r - 1) / 2) if e > 2 * r else min(0.0, e - r)
        return _settled(lambda s: ((2 * s + 1) * r - e - math.log1p(1 / s), 2 * r * s + 1 / (1 + s)), start)

    return _root(pair, seed)


def _settled(pair: Callable[[float], tuple[float, float]], w: float) -> float:
    """e^w after Newton's method in w = log s in double precision; `pair` gives the value and its derivative in w."""
    for _ in range(80):
        value, slope = pair(math.exp(w))
        move = max(-3.0, min(3.0, value / slope))
        w -= move
        if abs(move) <= 1e-14 * (1 + abs(w)):
            break
    return math.exp(w)


def _root(pair: Callable[[arb], tuple[arb, arb]], seed: Callable[[], float]) -> arb:
    try:
        start = seed()
        found = polished_root(pair, arb(start), _SEED_BITS, 16) if 0 < start < 1e300 else None
    except (OverflowError, ZeroDivisionError, ValueError):
        found = None
    if found is not None and found > 0:
        return found
    tiny = arb(2) ** -4096
    return bracketed_root(lambda s: pair(s)[0], lambda s: pair(s)[1], tiny, arb.pos_inf())
