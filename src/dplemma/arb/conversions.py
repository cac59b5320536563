"""Best orders of the conversions from Rényi DP and zCDP to (eps, delta)-DP, on Arb balls.

For a mechanism with Rényi divergence rho t at every order t > 1, with s = t - 1:
    eps(t)       = rho t + log(s/t) - log(delta t)/s,                 eps'(t) s^2      = rho s^2 + log(delta t),
    log delta(t) = s (rho t - eps) - log t + s log(s/t),              (log delta)'(t)  = (2t - 1) rho - eps + log(s/t).
Both right-hand sides increase strictly with t, from log delta < 0 and from -oo to oo: each best order exists, is unique, and
is where the value is least. The value is stationary there, so it is evaluated at the enclosed order without loss.
The unknown is w = log s, which stays of moderate size where s does not.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import arb, ctx

from dplemma.arb.precision import working_precision
from dplemma.arb.roots import bracketed_root, polished_root

_SEED_BITS = 44


def zcdp_epsilon(rho: arb, delta: arb) -> arb:
    """Least eps(t) over t > 1."""
    w = _epsilon_order(rho, delta)
    s = w.exp()
    return rho * (1 + s) + w - s.log1p() - (delta.log() + s.log1p()) / s


def zcdp_delta(rho: arb, eps: arb) -> arb:
    """Least delta(t) over t > 1."""
    w = _delta_order(rho, eps)
    s = w.exp()
    return (s * (rho * (1 + s) - eps + w - s.log1p())).exp() / (1 + s)


def zcdp_rho(eps: arb, delta: arb) -> arb:
    """The rho whose least delta(t) at this eps is delta, that is, whose least eps(t) at this delta is eps.

    At the best order rho = -log(delta t)/s^2, and eps = (2t - 1) rho + log(s/t) falls with w = log s at the rate
    1/s + 2 rho t, from oo to log(1 - delta) < 0 at t = 1/delta, where rho is 0.
    """
    if not (eps >= 0 and 0 < delta < 1):
        return arb.nan()
    log_delta = delta.log()

    def budget(s: arb) -> arb:
        return -(log_delta + s.log1p()) / (s * s)

    def pair(w: arb) -> tuple[arb, arb]:
        s = w.exp()
        rho = budget(s)
        return eps - (2 * s + 1) * rho - w + s.log1p(), 1 / s + 2 * rho * (1 + s)

    return budget(_proved_root(pair, _rho_seed(_double(eps), _double(log_delta))).exp())


def _rho_seed(eps: float, level: float) -> float:
    """w by bisection in double precision of s (eps(t) - eps), which has no large terms, from w = log(1/delta - 1) down."""

    def excess(w: float) -> float:
        s = math.exp(min(700.0, w))
        return (-level - _softplus(w)) * (2 + math.exp(min(700.0, -w))) - s * _softplus(-w) - eps * s

    high = -level + math.log(-math.expm1(level))
    width = 1.0
    while excess(high - width) <= 0 and width < 2.0**60:
        width *= 2
    low = high - width
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return low


def gaussian_best_order(mu: arb, delta: arb) -> arb:
    """The order at which the improved conversion of the Gaussian mechanism is least."""
    return 1 + _epsilon_order(mu * mu / 2, delta).exp()


def gaussian_epsilon(mu: arb, delta: arb) -> arb:
    """The improved conversion of the Gaussian mechanism at its best order."""
    return zcdp_epsilon(mu * mu / 2, delta)


def _epsilon_order(rho: arb, delta: arb) -> arb:
    """w = log s with rho s^2 + log(delta (1 + s)) = 0."""
    if not (rho > 0 and 0 < delta < 1):
        return arb.nan()
    log_delta = delta.log()

    def pair(w: arb) -> tuple[arb, arb]:
        s = w.exp()
        return rho * s * s + log_delta + s.log1p(), 2 * rho * s * s + s / (1 + s)

    log_rho, level = _double(rho.log()), _double(log_delta)

    def step(w: float) -> float:
        square = math.exp(min(700.0, log_rho + 2 * w))
        return (square + level + _softplus(w)) / (2 * square + 1 / (1 + math.exp(min(700.0, -w))))

    # without the logarithm s would be sqrt(-log delta/rho), without the square 1/delta - 1
    start = min((math.log(-level) - log_rho) / 2, -level + math.log(-math.expm1(level)))
    return _root(pair, step, start)


def _delta_order(rho: arb, eps: arb) -> arb:
    """w = log s with (2 s + 1) rho - eps + log(s/(1 + s)) = 0."""
    if not (rho > 0 and eps >= 0):
        return arb.nan()

    def pair(w: arb) -> tuple[arb, arb]:
        s = w.exp()
        return (2 * s + 1) * rho - eps + w - s.log1p(), 2 * rho * s + 1 / (1 + s)

    log_rho, r, e = _double(rho.log()), _double(rho), _double(eps)

    def step(w: float) -> float:
        slope = 2 * math.exp(min(700.0, log_rho + w))
        return (slope + r - e + w - _softplus(w)) / (slope + 1 / (1 + math.exp(min(700.0, w))))

    # three balances: of the line with eps, of the line with 1/s (small rho), of the logarithm with rho - eps
    start = max(min(e - r, -log_rho), -log_rho / 2 - 0.35 if r < 1 else -math.inf)
    if e > r:
        start = max(start, math.log((e - r) / 2) - log_rho)
    return _root(pair, step, start)


def _double(x: arb) -> float:
    with working_precision(64):
        return float(x.mid())


def _softplus(w: float) -> float:
    """log(1 + e^w)."""
    return w + math.log1p(math.exp(-w)) if w > 0 else math.log1p(math.exp(w))


def _root(pair: Callable[[arb], tuple[arb, arb]], step: Callable[[float], float], w: float) -> arb:
    """The root of an increasing function of w: Newton in double precision, then a proof; not finite if that fails."""
    for _ in range(400):
        move = max(-3.0, min(3.0, step(w)))
        w -= move
        if abs(move) <= 1e-14 * (1 + abs(w)):
            break
    return _proved_root(pair, w)


def _proved_root(pair: Callable[[arb], tuple[arb, arb]], w: float) -> arb:
    """The root near w, proved; not finite if that fails."""
    for lost in (16, ctx.prec):  # near w = 0, or with eps and rho that nearly cancel, the bits asked for are absolute
        found = polished_root(pair, arb(w), _SEED_BITS - 8, lost)
        if found is not None:
            return found
    return bracketed_root(lambda x: pair(x)[0], lambda x: pair(x)[1], arb(w - 1), arb(w + 1))
