"""The standard normal law on Arb balls: Phi, its tail, density, quantile, Mills ratio and log Phi.

Definitions, with phi(x) = exp(-x^2/2)/sqrt(2 pi):
    norm_cdf(x)     = Phi(x) = erfc(-x/sqrt 2)/2
    norm_sf(x)      = 1 - Phi(x) = erfc(x/sqrt 2)/2
    mills_ratio(x)  = (1 - Phi(x))/phi(x) = U(1/2, 1/2, x^2/2)/sqrt 2 for x > 0
    log_norm_cdf(x) = log Phi(x) = log M(-x) - x^2/2 - log(2 pi)/2
    norm_ppf(p)     = Phi^-1(p), norm_isf(p) = -Phi^-1(p)

Each function first evaluates the plain formula on the ball. That is sharp unless the ball is wide or its argument
extreme; then the value is poor (fewer than `SHARP_BITS` bits) and is replaced by the hull of the values at the two
exact ends, which is right because every function here but phi is monotone (phi is monotone on each side of 0).
Exact arguments are evaluated with 2 log2|x| more bits, the number x^2 in the exponent costs.
Outside the domain, or where no bound is known, the result is not finite.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from flint import arb, ctx

from dplemma.arb.precision import working_precision

__all__ = ["log_norm_cdf", "mills_ratio", "norm_cdf", "norm_isf", "norm_pdf", "norm_ppf", "norm_sf"]

SHARP_BITS = 20
"""A value with at least this many certain bits is returned as it is: taking end points would not sharpen it visibly."""

_HALF = arb(0.5)
_ERFC_BITS = 15
"""Beyond |x| = 2^15 Arb's bound on the derivative of erfc is useless; phi(x) M(x) is used there."""
_LARGEST_EXPONENT = 4096
"""Beyond |x| = 2^4096 tails are bounded by the value at 2^4096 instead of being computed with 8192 more bits."""


@lru_cache(maxsize=256)
def _sqrt_half(bits: int) -> arb:
    with working_precision(bits):
        return _HALF.sqrt()


@lru_cache(maxsize=256)
def _sqrt_half_pi(bits: int) -> arb:
    with working_precision(bits):
        return (arb.pi() * _HALF).sqrt()


def norm_cdf(x: arb) -> arb:
    """Phi(x)."""
    value = (-x * _sqrt_half(ctx.prec)).erfc() * _HALF
    return value if value.rel_accuracy_bits() >= SHARP_BITS else _by_ends(_exact_sf, -x, at_minus_inf=1, at_inf=0)


def norm_sf(x: arb) -> arb:
    """1 - Phi(x)."""
    value = (x * _sqrt_half(ctx.prec)).erfc() * _HALF
    return value if value.rel_accuracy_bits() >= SHARP_BITS else _by_ends(_exact_sf, x, at_minus_inf=1, at_inf=0)


def norm_pdf(x: arb) -> arb:
    """phi(x)."""
    value = _plain_pdf(x)
    if value.rel_accuracy_bits() >= SHARP_BITS:
        return value
    if x.is_nan():
        return arb.nan()
    distance = abs(x)
    if x.contains(0):
        # The ball of |x| may reach below 0, where phi would wrongly be treated as still increasing.
        far = distance.upper() if x.is_finite() else arb.pos_inf()
        return _by_ends(_exact_pdf, arb(0), at_inf=0).union(_by_ends(_exact_pdf, far, at_inf=0))
    return _by_ends(_exact_pdf, distance, at_inf=0)


def mills_ratio(x: arb) -> arb:
    """M(x) = (1 - Phi(x))/phi(x), decreasing, from +inf at -inf to 0 at +inf."""
    value = _plain_mills(x)
    if value.rel_accuracy_bits() >= SHARP_BITS:
        return value
    return _by_ends(_exact_mills, x, at_minus_inf=arb.pos_inf(), at_inf=0)


def log_norm_cdf(x: arb) -> arb:
    """log Phi(x), to full relative accuracy in both tails."""
    value = _plain_log_cdf(x)
    if value.rel_accuracy_bits() >= SHARP_BITS:
        return value
    return _by_ends(_exact_log_cdf, x, at_minus_inf=arb.neg_inf(), at_inf=0)


def norm_ppf(p: arb) -> arb:
    """Phi^-1(p) for p in [0, 1]; -inf at 0 and +inf at 1."""
    return -norm_isf(p)


def norm_isf(p: arb) -> arb:
    """The x with 1 - Phi(x) = p, for p in [0, 1]; +inf at 0 and -inf at 1."""
    value = (p + p).erfcinv() / _sqrt_half(ctx.prec)
    if value.rel_accuracy_bits() >= SHARP_BITS:
        return value
    if not (p.is_finite() and p >= 0 and p <= 1):
        return arb.nan()
    return _hull(_exact_isf, p)


def _hull(function: Callable[[arb], arb], x: arb) -> arb:
    """Hull of the values of a monotone function at the exact ends of a finite ball."""
    if x.is_exact():
        return function(x)
    return function(x.lower()).union(function(x.upper()))


def _by_ends(function: Callable[[arb], arb], x: arb, *, at_inf: arb | int, at_minus_inf: arb | int | None = None) -> arb:
    """Monotone `function` on the ball x, with its limits where x is infinite."""
    if x.is_finite():
        return _hull(function, x)
    if x.is_nan():
        return arb.nan()
    if x == arb.pos_inf():
        return arb(at_inf)
    if at_minus_inf is None:
        return arb.nan()
    return arb(at_minus_inf) if x == arb.neg_inf() else arb(at_minus_inf).union(arb(at_inf))


def _magnitude_bits(x: arb) -> int:
    """Least e >= 0 with |x| < 2^e, for exact finite x."""
    if x.is_zero():
        return 0
    mantissa, exponent = x.man_exp()
    return max(0, int(exponent) + int(mantissa).bit_length())


def _plain_pdf(x: arb) -> arb:
    return (-x * x * _HALF).exp() * _sqrt_half(ctx.prec) / arb.const_sqrt_pi()


def _plain_mills(x: arb) -> arb:
    half_square = x * x * _HALF
    # U's asymptotic series reaches the working precision only if exp(-x^2/2) is below it; elsewhere U is slow and poor.
    if x > 0 and half_square > max(450, ctx.prec):
        return half_square.hypgeom_u(_HALF, _HALF) * _sqrt_half(ctx.prec)
    return (x * _sqrt_half(ctx.prec)).erfc() * half_square.exp() * _sqrt_half_pi(ctx.prec)


def _plain_log_cdf(x: arb) -> arb:
    if x > -1:
        return (-norm_sf(x)).log1p()
    return mills_ratio(-x).log() - x * x * _HALF - (arb.pi() * 2).log() * _HALF


def _plain_sf(x: arb) -> arb:
    if x > 0 and _magnitude_bits(x) > _ERFC_BITS:
        return _plain_pdf(x) * _plain_mills(x)
    return (x * _sqrt_half(ctx.prec)).erfc() * _HALF


def _guarded(function: Callable[[arb], arb], x: arb) -> arb:
    """`function` at exact x with the bits added that squaring x and exponentiating costs, rounded back."""
    with working_precision(ctx.prec + 2 * _magnitude_bits(x) + 8):
        value = function(x)
    return value + 0


def _exact_sf(x: arb) -> arb:
    if x < 0 and _magnitude_bits(x) > 1:
        return 1 - _exact_sf(x.neg(exact=True))
    if _magnitude_bits(x) > _LARGEST_EXPONENT:
        return arb(0).union(_guarded(_plain_sf, arb(2) ** (_LARGEST_EXPONENT - 1)))
    return _guarded(_plain_sf, x)


def _exact_pdf(x: arb) -> arb:
    if _magnitude_bits(x) > _LARGEST_EXPONENT:
        return arb(0).union(_guarded(_plain_pdf, arb(2) ** (_LARGEST_EXPONENT - 1)))
    return _guarded(_plain_pdf, x)


def _exact_mills(x: arb) -> arb:
    if x > 1:
        return _guarded(_plain_mills, x) if _magnitude_bits(x) <= _ERFC_BITS else _plain_mills(x)
    return arb.nan() if _magnitude_bits(x) > _LARGEST_EXPONENT else _guarded(_plain_mills, x)


def _exact_log_cdf(x: arb) -> arb:
    return _guarded(_plain_log_cdf, x) if _magnitude_bits(x) <= _ERFC_BITS else _plain_log_cdf(x)


def _exact_isf(p: arb) -> arb:
    """The inverse tail at exact p in [0, 1]: p or its complement is formed without rounding, then inverted."""
    if p.is_zero():
        return arb.pos_inf()
    if p == 1:
        return arb.neg_inf()
    root = _sqrt_half(ctx.prec)
    if p <= 0.25:
        return (p + p).erfcinv() / root
    with working_precision(p.bits() + 8):
        complement, slope_side = 1 - p, 1 - 2 * p
    if p >= 0.75:
        return -(complement + complement).erfcinv() / root
    return slope_side.erfinv() / root
