"""The Gaussian profile inverted: eps of delta, mu of delta, and the F_beta optimum, on Arb balls.

With a = eps/mu - mu/2, b = eps/mu + mu/2 and the Mills ratio M = Q/phi (e^eps phi(b) = phi(a)):
    delta     = Q(a) - e^eps Q(b) = phi(a) (M(a) - M(b)),
    1 - delta = Q(-a) + e^eps Q(b) = phi(a) (M(-a) + M(b)),
    d delta/d eps = -e^eps Q(b) = -phi(a) M(b) < 0,    d delta/d mu = phi(a) > 0.
Both derivatives have one sign, so each inverse exists and is unique; delta runs from 1 to 0 as eps does from -oo to oo
and from 0 (for eps >= 0) to 1 as mu does from 0 to oo.

A double-precision Newton iteration on log delta (or on log(1 - delta) above 1/2) gives some 40 bits; `polished_root`
turns them into a proved enclosure. Floating point steers only: where it fails, the slower bracketed search takes over.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from flint import arb, ctx

from dplemma.arb.normal import log_norm_cdf, mills_ratio, norm_cdf, norm_isf, norm_pdf, norm_sf
from dplemma.arb.precision import working_precision
from dplemma.arb.roots import bracketed_root, polished_root

_SEED_BITS = 41
_SETTLED, _USABLE = 1e-13, 1e-8
"""Relative steps of the double-precision iteration: it stops at the first, and the second is still a seed."""
_DEEP = 256.0
"""Beyond |a| = 256 the logarithm of delta is solved for; below it delta itself, which is cheaper."""
_TOUCHING, _TOUCHING_BITS = arb(2) ** -24, 20
"""For eps below 2^-24 mu, just where delta reaches delta(0), delta(0) - eps Q(mu/2) gives the seed."""
_FAR = 2**15
_WIDE = 10.0
"""From mu = 10 on (or eps = 100) the double-precision search is for a, below for eps/mu: neither cancels there."""
_HALF = arb(0.5)
_LOG_SQRT_2PI = 0.5 * math.log(2 * math.pi)
_SQRT_HALF, _SQRT_HALF_PI = math.sqrt(0.5), math.sqrt(math.pi / 2)


def log_delta(eps: arb, mu: arb) -> arb:
    """log delta without cancellation of exponentials: -a^2/2 - log(2 pi)/2 + log(M(a) - M(b))."""
    a, b = eps / mu - mu * _HALF, eps / mu + mu * _HALF
    return (mills_ratio(a) - mills_ratio(b)).log() - (a * a + (arb.pi() * 2).log()) * _HALF


def epsilon(delta: arb, mu: arb) -> arb:
    """The eps >= 0 with delta(eps, mu) = delta; 0 where delta >= delta(0, mu) = 1 - 2 Q(mu/2)."""
    if not (0 < delta < 1 and mu > 0):
        return arb.nan()
    with working_precision(64):
        rough = delta - (mu * _HALF * _sqrt_half(64)).erf()
    if rough > 0:
        return arb(0)
    if not -rough > mu * _TOUCHING:  # then eps > -excess is not tiny
        excess = delta - (mu * _HALF * _sqrt_half(ctx.prec)).erf()
        if excess >= 0:
            return arb(0)
        if not excess < 0:
            return arb.nan()
        linear = -excess / norm_sf(mu * _HALF)
        if linear < mu * _TOUCHING:
            lost = int((delta / linear).log().abs_upper().mid().ceil().unique_fmpz() or 0) * 2 + 8
            found = _root_in_eps(delta, mu, linear.mid(), lost, _TOUCHING_BITS)
            return found if found is not None else arb.nan()
    target = _Target(delta)
    seed = _seed(lambda: _epsilon_seed(target, mu))
    if seed is None:
        return _searched(lambda e: log_delta(e, mu), lambda e: _log_slopes(e, mu)[0], delta, arb(0), _far_epsilon(target, mu))
    x, a = seed
    if abs(a) < _DEEP:
        found = _root_in_eps(delta, mu, x, target.bits_lost(a, float(x)))
    else:
        found = _deep(delta, x, lambda e: (log_delta(e, mu), _log_slopes(e, mu)[0]), target, a)
    return found if found is not None else arb.nan()


def mu(eps: arb, delta: arb) -> arb:
    """The mu > 0 with delta(eps, mu) = delta, the GDP transform of one (eps, delta) pair."""
    if not (0 < delta < 1 and eps >= 0):
        return arb.nan()
    if eps.is_zero():
        return 2 * norm_isf((1 - delta) * _HALF)
    target = _Target(delta)
    seed = _seed(lambda: _mu_seed(target, eps))
    if seed is None:
        start = _far_mu(target, eps)
        return _searched(lambda m: log_delta(eps, m), lambda m: _log_slopes(eps, m)[1], delta, (start / 1024).mid(), start)
    x, a = seed
    if abs(a) < _DEEP:
        found = _root_in_mu(delta, eps, x, target.bits_lost(a, float(eps)))
    else:
        found = _deep(delta, x, lambda m: (log_delta(eps, m), _log_slopes(eps, m)[1]), target, a)
    return found if found is not None else arb.nan()


def sigma(eps: arb, delta: arb) -> arb:
    """The noise of the Gaussian mechanism of unit sensitivity that is exactly (eps, delta)-DP: 1/mu(eps, delta)."""
    return 1 / mu(eps, delta)


def fbeta_threshold(beta: arb, mu: arb) -> arb:
    """The z at which the test {output > z} has the greatest F_beta, prior 1/2.

    F = (1 + b) R/(b + R + x) with b = beta^2, x = Q(z), R = Q(z - mu) is quasi-concave in x because R is concave in x;
    it is stationary where g(z) = mu z - mu^2/2 + log(b + Q(z)) - log Q(z - mu) = 0. The derivative
    g' = mu - phi(z)/(b + Q(z)) + phi(z - mu)/Q(z - mu) equals mu > 0 at a root, where phi(z - mu) = e^(mu z - mu^2/2) phi(z),
    and e^g - 1 changes as mu e^(mu z - mu^2/2)(b + Q(z)) > 0 after multiplying by Q(z - mu): the root is unique.
    """
    if not (beta > 0 and mu > 0):
        return arb.nan()
    b = beta * beta

    def gap(z: arb) -> arb:
        return mu * (z - mu * _HALF) + (b + norm_sf(z)).log() - log_norm_cdf(mu - z)

    def slope(z: arb) -> arb:
        return mu - norm_pdf(z) / (b + norm_sf(z)) + norm_pdf(z - mu) / norm_cdf(mu - z)

    seed = _float_threshold(float(b), float(mu))
    if seed is not None:
        found = polished_root(lambda z: (gap(z), slope(z)), arb(seed), _SEED_BITS - 4)
        if found is not None:
            return found
    # At z <= mu/2 - (log(1 + 1/b) + 1)/mu the gap is below log((1 + b)/Phi(.)): search between generous ends.
    return bracketed_root(gap, slope, arb.neg_inf(), arb.pos_inf(), seed=arb(seed) if seed is not None else mu * _HALF)


def fbeta(beta: arb, mu: arb) -> arb:
    """The greatest F_beta over all tests: (1 + b)/(1 + e^(mu^2/2 - mu z)) at the best threshold z."""
    z = fbeta_threshold(beta, mu)
    return (1 + beta * beta) / (1 + (mu * (mu * _HALF - z)).exp())


def fbeta_fpr(beta: arb, mu: arb) -> arb:
    """False positive rate Q(z) of the test with the greatest F_beta."""
    return norm_sf(fbeta_threshold(beta, mu))


def mu_for_fbeta(f: arb, beta: arb) -> arb:
    """The mu whose greatest F_beta is f: that of the pair eps = |log(f/(1 + b - f))| and the delta that belongs to its sign.

    Where the sign is open, eps lies between 0 and what bounds the logarithm, and delta in one of both balls; mu rises with eps.
    """
    b = beta * beta
    rest = 1 + b - f
    loss = (f / rest).log()
    at_plus, at_minus = b * f / rest, 2 + b - (1 + b) / f
    if loss >= 0:
        return mu(loss, at_plus)
    if loss < 0:
        return mu(-loss, at_minus)
    if not loss.is_finite():
        return arb.nan()
    delta = at_plus.union(at_minus)
    return mu(arb(0), delta).union(mu(loss.abs_upper(), delta))


# -- enclosures -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _sqrt_half(bits: int) -> arb:
    with working_precision(bits):
        return _HALF.sqrt()


def _tails(eps: arb, mu: arb) -> tuple[arb, arb]:
    """Q(a) and e^eps Q(b)."""
    return ((eps / mu - mu * _HALF) * _sqrt_half(ctx.prec)).erfc() * _HALF, _far_tail(eps, mu)


def _far_tail(eps: arb, mu: arb) -> arb:
    """e^eps Q(b), which is phi(a) M(b): the second way where b is too far out for Arb's erfc."""
    ratio, half = eps / mu, mu * _HALF
    b = ratio + half
    return norm_pdf(ratio - half) * mills_ratio(b) if b > _FAR else eps.exp() * (b * _sqrt_half(ctx.prec)).erfc() * _HALF


def _density(eps: arb, mu: arb) -> arb:
    """phi(a)."""
    a = eps / mu - mu * _HALF
    return (-a * a * _HALF).exp() * _sqrt_half(ctx.prec) / arb.const_sqrt_pi()


def _log_slopes(eps: arb, mu: arb) -> tuple[arb, arb]:
    """The derivatives of log delta in eps and in mu: -M(b)/(M(a) - M(b)) and 1/(M(a) - M(b))."""
    far = mills_ratio(eps / mu + mu * _HALF)
    gap = mills_ratio(eps / mu - mu * _HALF) - far
    return -far / gap, 1 / gap


def _root_in_eps(delta: arb, mu: arb, seed: arb, lost: int, seed_bits: int = _SEED_BITS) -> arb | None:
    """The root of delta(eps, mu) - delta near a seed, with guard bits for the digits the difference loses."""

    def pair(eps: arb) -> tuple[arb, arb]:
        near, far = _tails(eps, mu)
        return near - far - delta, -far

    return polished_root(pair, seed, seed_bits, lost, lambda ball: -_far_tail(ball, mu))


def _root_in_mu(delta: arb, eps: arb, seed: arb, lost: int) -> arb | None:
    """The same in mu, at fixed eps."""

    def pair(mu: arb) -> tuple[arb, arb]:
        near, far = _tails(eps, mu)
        return near - far - delta, _density(eps, mu)

    return polished_root(pair, seed, _SEED_BITS, lost, lambda ball: _density(eps, ball))


def _deep(delta: arb, seed: arb, pair: Callable[[arb], tuple[arb, arb]], target: _Target, a: float) -> arb | None:
    """The same on the logarithm, whose size is about a^2/2 and whose M(a) - M(b) cancels."""
    lost = target.bits_lost(a, 0.0) + int(4 * math.log2(abs(a)))
    log_target = delta.log()

    def shifted(x: arb) -> tuple[arb, arb]:
        value, slope = pair(x)
        return value - log_target, slope

    return polished_root(shifted, seed, _SEED_BITS, lost)


def _searched(value: Callable[[arb], arb], slope: Callable[[arb], arb], delta: arb, low: arb, seed: arb) -> arb:
    """Without a seed in double precision: bracket the root of the logarithm."""
    log_target = delta.log()
    return bracketed_root(lambda x: value(x) - log_target, slope, low, arb.pos_inf(), seed=seed)


def _far_epsilon(target: _Target, mu: arb) -> arb:
    """a^2/2 = -log delta to leading order."""
    with working_precision(64):
        return (mu * (-2 * target.exact_log).sqrt() + mu * mu * _HALF).mid()


def _far_mu(target: _Target, eps: arb) -> arb:
    with working_precision(64):
        z = (-2 * target.exact_log).sqrt()
        return (2 * eps / (z + (z * z + 2 * eps).sqrt())).mid()


# -- seeds in double precision ------------------------------------------------------------------------------------------


class _Target:
    """The wanted delta by its logarithm, or by that of 1 - delta where delta > 1/2."""

    __slots__ = ("above", "exact_log", "log", "sign")

    def __init__(self, delta: arb) -> None:
        self.above = bool(delta > _HALF)
        self.sign = -1 if self.above else 1
        side = 1 - delta if self.above else delta
        with working_precision(64):
            self.exact_log = side.log()
        self.log = float(self.exact_log)

    @property
    def quantile(self) -> float:
        """z with Q(z) = delta to three digits, a start for Newton (Abramowitz and Stegun 26.2.22)."""
        t = math.sqrt(-2 * self.log)
        return self.sign * (t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t))

    def bits_lost(self, a: float, eps: float) -> int:
        """log2 of Q(a) over delta (or 1 - delta), which Q(a) - e^eps Q(b) - delta cancels, and what e^eps and a^2 amplify."""
        log_tail = _log_mills(a) - a * a / 2 - _LOG_SQRT_2PI
        return max(0, int((log_tail - self.log) * 1.4427)) + int(math.log2(1 + abs(a)) + math.log2(1 + eps)) + 4


def _seed(solve: Callable[[], tuple[arb, float] | None]) -> tuple[arb, float] | None:
    """The wanted x and its a, or None where doubles overflow or the iteration does not settle."""
    try:
        return solve()
    except (OverflowError, ZeroDivisionError, ValueError):
        return None


def _settle(step_at: Callable[[float], float], x: float) -> float | None:
    """Iterate x -> x - step until steps are rounding noise; None if they do not become small.

    Steps are cut to 1 + |x|/2, so that an iteration far from the root cannot run away.
    """
    before = math.inf
    for _ in range(100):
        step = step_at(x)
        size = abs(step) / max(abs(x), 1e-2)
        if size <= _SETTLED or (size <= _USABLE and size >= before / 2):
            return x - step
        limit = 1 + abs(x) / 2
        x, before = x - max(-limit, min(limit, step)), size
    return None


def _epsilon_seed(target: _Target, mu: arb) -> tuple[arb, float] | None:
    """Newton in log(eps/mu), or for large mu in a."""
    with working_precision(64):
        log_mu, width = float(mu.log()), float(mu)

    def step_in_a(a: float) -> float:
        excess, far, log_gap = _objective(a, width, log_mu, target)
        return -target.sign * excess * math.exp(log_gap - log_mu) / far

    def step_in_log_ratio(w: float) -> float:
        ratio = math.exp(w)
        return step_in_a(ratio - width / 2) / ratio

    z = target.quantile
    if width > _WIDE:
        a = _settle(step_in_a, z)
        with working_precision(128 + int(3 * log_mu)):  # eps is so large that a is in its last bits
            return None if a is None else ((mu * (arb(a) + mu * _HALF)).mid(), a)
    w = _settle(step_in_log_ratio, math.log(max(z + width / 2, width / 1024, 1e-2)))
    with working_precision(128):
        return None if w is None else ((mu * arb(w).exp()).mid(), math.exp(w) - width / 2)


def _mu_seed(target: _Target, eps: arb) -> tuple[arb, float] | None:
    """Newton in log mu, or for large eps in a, with mu = sqrt(a^2 + 2 eps) - a."""
    with working_precision(64):
        log_eps, level = float(eps.log()), float(eps)

    def step_in_a(a: float) -> float:
        b = math.sqrt(a * a + 2 * level)
        width = 2 * level / (a + b) if a > 0 else b - a
        excess, _, log_gap = _objective(a, width, math.log(width), target)
        return -target.sign * excess * math.exp(log_gap) * b / width

    def step_in_log_mu(w: float) -> float:
        width = math.exp(w)
        excess, _, log_gap = _objective(math.exp(log_eps - w) - width / 2, width, w, target)
        return target.sign * excess * math.exp(log_gap - w)

    z = target.quantile
    if level > _WIDE * _WIDE:
        a = _settle(step_in_a, z)
        with working_precision(128 + int(1.45 * log_eps)):  # mu is so large that a is its last bits
            return None if a is None else (((arb(a) ** 2 + 2 * eps).sqrt() - arb(a)).mid(), a)
    start = math.log(math.sqrt(z * z + 2 * level) - z) if z <= 0 else math.log(2 / (z + math.sqrt(z * z + 2 * level))) + log_eps
    w = _settle(step_in_log_mu, start)
    with working_precision(128):
        return None if w is None else (arb(w).exp().mid(), math.exp(log_eps - w) - math.exp(w) / 2)


def _objective(a: float, width: float, log_width: float, target: _Target) -> tuple[float, float, float]:
    """log delta (or log(1 - delta)) minus its target, M(b), and log of M(a) - M(b) (or of M(-a) + M(b)); b = a + width."""
    far, log_gap = _far_and_log_gap(a, width, log_width, target.above)
    return log_gap - a * a / 2 - _LOG_SQRT_2PI - target.log, far, log_gap


def _float_mills(x: float) -> float:
    """Q(x)/phi(x) in double precision, to a few units in the last place."""
    if x < 5:
        return math.erfc(x * _SQRT_HALF) * math.exp(x * x / 2) * _SQRT_HALF_PI
    # Continued fraction x + 1/(x + 2/(x + 3/...)), evaluated from inside; enough terms for x >= 5.
    tail = x
    for j in range(4 + int(300 / (x * x)), 0, -1) if x < 40 else (3, 2, 1):
        tail = x + j / tail
    return 1 / tail


def _log_mills(x: float) -> float:
    return math.log(_float_mills(x)) if x > -37 else x * x / 2 + _LOG_SQRT_2PI


def _far_and_log_gap(a: float, width: float, log_width: float, above: bool) -> tuple[float, float]:
    """M(b) and log(M(a) - M(b)), or log(M(-a) + M(b)), for b = a + width; through M' = x M - 1 for a small width."""
    b = a + width
    far = _float_mills(b)
    if above:
        return far, math.log(_float_mills(-a) + far)
    if width > 1e-3 * (1 + abs(b)):
        return far, math.log(_float_mills(a) - far)
    x = (a + b) / 2
    if x > 30:
        s = 1 / (x * x)
        return far, log_width + math.log(s * (1 - s * (3 - s * (15 - s * (105 - s * 945)))))
    return far, log_width + math.log(1 - x * _float_mills(x))


def _float_threshold(b: float, mu: float) -> float | None:
    """Newton for the F_beta threshold in double precision."""
    try:
        z = mu / 2 + math.log(1 / (1 + b)) / mu if mu > 1 else math.log1p(1 / b) * -1 / mu
        for _ in range(80):
            tail, power = math.erfc(z * _SQRT_HALF) / 2, math.erfc((z - mu) * _SQRT_HALF) / 2
            log_power = math.log(power) if power > 1e-280 else _log_mills(z - mu) - (z - mu) ** 2 / 2 - _LOG_SQRT_2PI
            gap = mu * (z - mu / 2) + math.log(b + tail) - log_power
            # The slope is mu at the root and positive nearby; damping keeps the steps in range far away.
            density = math.exp(-z * z / 2) / (2 * _SQRT_HALF_PI)
            slope = mu - density / (b + tail) + math.exp(-((z - mu) ** 2) / 2 - log_power) / (2 * _SQRT_HALF_PI)
            step = gap / slope if slope > mu / 16 else gap / mu
            step = max(-2 - abs(z) / 2, min(2 + abs(z) / 2, step))
            z -= step
            if abs(step) <= 1e-13 * (1e-3 + abs(z)):
                return z
    except (OverflowError, ZeroDivisionError, ValueError):
        return None
    return z if math.isfinite(z) else None
