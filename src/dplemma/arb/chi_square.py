"""Central and noncentral chi-square laws on Arb balls: both tails, density and quantiles.

Notation: a = k/2, z = x/2, l = lam/2 (`rate` in the code) and, for j = 0, 1, 2, ...
    w_j = e^-l l^j / j!                          Poisson weights
    g_j = z^(a+j) e^-z / Gamma(a+j+1)
    P_j = P(a+j, z) = sum_{i >= j} g_i           regularised lower incomplete gamma
    Q_j = 1 - P_j, with Q_{j+1} = Q_j + g_j
    CDF(x) = sum_j w_j P_j,    SF(x) = sum_j w_j Q_j,    pdf(x) = (1/2) sum_j w_j g_{j-1}.
Only positive terms are added, so no digits cancel, however deep the tail; the larger tail is the complement.

Truncation. w_j is log-concave; so are P_j and Q_j, because
    P_j/g_j = (a+j) int_0^1 u^(a+j-1) e^(z(1-u)) du   decreases with j,
    Q_j/g_j = (a+j) int_1^inf u^(a+j-1) e^(z(1-u)) du   increases with j.
Hence the terms t_j = w_j P_j (or w_j Q_j) are log-concave, the ratios t_{j+1}/t_j decrease, and what is left out on
either side of a window is at most t r/(1-r) with t the last term kept and r the next ratio. Floating point chooses the
window; the bound on what lies outside is computed in balls.

Balls. A value is first computed on the balls themselves; if that is poor (wide arguments) it is replaced by the hull of
the values at two exact corners: the CDF increases in x and decreases in k and lam.
Outside the domain (k <= 0, lam < 0) the result is not finite; x <= 0 is in the domain (CDF 0).
"""

from __future__ import annotations

import math
from functools import partial
from itertools import accumulate, repeat
from operator import mul

from flint import arb, ctx

from dplemma.arb.normal import SHARP_BITS, norm_isf, norm_sf
from dplemma.arb.precision import working_precision
from dplemma.arb.roots import bracketed_root, peak_window
from dplemma.arb.series import float_log, geometric_rest

__all__ = [
    "chi2_cdf", "chi2_isf", "chi2_pdf", "chi2_ppf", "chi2_sf", "marcum_q_half",
    "ncx2_cdf", "ncx2_isf", "ncx2_pdf", "ncx2_ppf", "ncx2_sf",
]  # fmt: skip

_HALF = arb(0.5)
_LARGEST_WINDOW = 1_000_000
_LARGEST_LOG = 1000.0  # of the argument of a Bessel sum: the peak, near its root, is beyond any window long before
_LARGEST_PARAMETER = 1e14
"""Beyond these sizes no sum is attempted and the trivial enclosure is returned."""
_SMALLEST_SHAPE = 1e-300


def ncx2_cdf(x: arb, k: arb, lam: arb) -> arb:
    """P(X <= x) for X noncentral chi-square with k degrees of freedom and noncentrality lam."""
    return _tail(x, k, lam, upper=False)


def ncx2_sf(x: arb, k: arb, lam: arb) -> arb:
    """P(X > x) for X noncentral chi-square with k degrees of freedom and noncentrality lam."""
    return _tail(x, k, lam, upper=True)


def marcum_q_half(a: arb, b: arb) -> arb:
    """Marcum Q of order 1/2, b >= 0: Q(b-a) + Q(b+a), the SF of ncx2 with k = 1, lam = a^2 at b^2; even in a."""
    if not b >= 0:
        return arb.nan()
    a = abs(a)
    value = norm_sf(b - a) + norm_sf(b + a)
    if value.rel_accuracy_bits() >= SHARP_BITS or (a.is_exact() and b.is_exact()) or not (a + b).is_finite():
        return value
    # It increases in a and decreases in b.
    return marcum_q_half(a.lower().max(arb(0)), b.upper()).union(marcum_q_half(a.upper(), b.lower().max(arb(0))))


def ncx2_pdf(x: arb, k: arb, lam: arb) -> arb:
    """Density of the noncentral chi-square law; 0 for x < 0, and at x = 0 its limit from the right."""
    if not _valid(k, lam) or x.is_nan():
        return arb.nan()
    if x < 0 or x == arb.pos_inf():
        return arb(0)
    if x.is_zero() and k.is_exact():
        return arb(0) if k > 2 else (-lam * _HALF).exp() * _HALF if k == 2 else arb.pos_inf()
    if not (x > 0 and x.is_finite()):
        # For k >= 2 the density is a mixture of gamma densities of shape >= 1, each at most 1/2.
        return arb(0).union(_HALF) if k >= 2 else arb.nan()
    if _narrow(x, k, lam) or not k.is_exact():
        value = _density(x, k, lam)
        if value.rel_accuracy_bits() >= SHARP_BITS or not k.is_exact():
            return value
    return _wide_density(x, k, lam)


def ncx2_ppf(p: arb, k: arb, lam: arb) -> arb:
    """The x with CDF(x) = p, for p in [0, 1]; 0 at 0, +inf at 1. `OutOfBudget` where the sums are out of reach."""
    return _quantile(p, k, lam, upper=False)


def ncx2_isf(p: arb, k: arb, lam: arb) -> arb:
    """The x with SF(x) = p, for p in [0, 1]; +inf at 0, 0 at 1. `OutOfBudget` where the sums are out of reach."""
    return _quantile(p, k, lam, upper=True)


# The central law: the same functions of (x, k) or (p, k).
chi2_cdf = partial(ncx2_cdf, lam=arb(0))
chi2_sf = partial(ncx2_sf, lam=arb(0))
chi2_pdf = partial(ncx2_pdf, lam=arb(0))
chi2_ppf = partial(ncx2_ppf, lam=arb(0))
chi2_isf = partial(ncx2_isf, lam=arb(0))


def _valid(k: arb, lam: arb) -> bool:
    return k > 0 and lam >= 0 and k.is_finite() and lam.is_finite()


def _narrow(*balls: arb) -> bool:
    return all(ball.rel_accuracy_bits() >= SHARP_BITS for ball in balls)


def _half(x: arb) -> arb:
    """x/2 without rounding."""
    with working_precision(max(ctx.prec, x.bits())):
        return x * _HALF


def _too_large(*sizes: arb) -> bool:
    return any(size.mid() > _LARGEST_PARAMETER for size in sizes)


def _tail(x: arb, k: arb, lam: arb, *, upper: bool) -> arb:
    if not _valid(k, lam) or x.is_nan():
        return arb.nan()
    if x > 0 and x.is_finite():
        if _narrow(x, k, lam):
            value = _tail_on_balls(x, k, lam, upper=upper)
            if value.rel_accuracy_bits() >= SHARP_BITS or (x.is_exact() and k.is_exact() and lam.is_exact()):
                return value
    elif x <= 0:
        return arb(1 if upper else 0)
    elif x == arb.pos_inf():
        return arb(0 if upper else 1)
    elif not x.is_finite():
        return arb(0).union(arb(1))
    corner = _tail(x.lower(), k.upper(), lam.upper(), upper=upper)
    return corner.union(_tail(x.upper(), k.lower(), lam.lower().max(arb(0)), upper=upper))


def _tail_on_balls(x: arb, k: arb, lam: arb, *, upper: bool) -> arb:
    """One tail for x > 0, narrow balls: summed if it is the small one, else the complement of the other."""
    z, a, rate = _half(x), _half(k), _half(lam)
    if z > _LARGEST_PARAMETER and not _too_large(a, rate):
        beyond = arb(0).union(_summed_tail(arb(_LARGEST_PARAMETER), a, rate, upper=True))
        return beyond if upper else 1 - beyond
    right_of_mean = z.mid() > a.mid() + rate.mid()
    small = _summed_tail(z, a, rate, upper=right_of_mean)
    if upper == right_of_mean:
        return small
    # The CDF at the mean exceeds 1/2, so 1 - SF is safe; for small k it is so near 1 that SF must be summed too.
    return _summed_tail(z, a, rate, upper=True) if upper and small > 0.75 else 1 - small


def _summed_tail(z: arb, a: arb, rate: arb, *, upper: bool) -> arb:
    """sum_j w_j Q_j (upper) or sum_j w_j P_j, over a window and with both remainders enclosed."""
    trivial = arb(0).union(arb(1))
    window = None if _too_large(z, a, rate) else _tail_window(z, a, rate, upper=upper)
    if window is None:
        return trivial
    first, last = window
    with working_precision(ctx.prec + _guard_bits(z, a, rate, last)):
        weights = _downward(arb(last), rate, last - first)
        masses = _downward(a + last, z, last - first)
        top = (z.log() * (a + last) - z - (a + last + 1).lgamma()).exp()
        scale = top * _poisson(rate, last)
        below = masses[-1] * (a + first) / z
        if upper:
            start = _upper_gamma(a + first, z) / top
            probabilities = list(accumulate(masses[:0:-1], initial=start))[::-1]
            next_up, next_down = probabilities[0] + 1, probabilities[-1] - below
        else:
            probabilities = list(accumulate(masses[1:], initial=_partial_exponential(a + last, z)))
            next_up, next_down = probabilities[0] - 1, probabilities[-1] + below
        total = sum(map(mul, weights, probabilities), arb(0))
        total += geometric_rest(weights[0] * probabilities[0], rate / (last + 1) * next_up / probabilities[0])
        if first:
            total += geometric_rest(weights[-1] * probabilities[-1], first / rate * next_down / probabilities[-1])
        value = total * scale
    return value + 0 if value.is_finite() else trivial


def _downward(top: arb, divisor: arb, steps: int) -> list[arb]:
    """1, top/divisor, top (top-1)/divisor^2, ...: a Poisson-like sequence from its last index down, in units of it."""
    if steps == 0:
        return [arb(1)]
    unit = 1 / divisor
    ratios = accumulate(repeat(-unit, steps - 1), initial=top * unit)
    return list(accumulate(ratios, mul, initial=arb(1)))


def _poisson(rate: arb, j: int) -> arb:
    return (rate.log() * j - rate - arb(j + 1).lgamma()).exp() if j else (-rate).exp()


def _partial_exponential(b: arb, z: arb) -> arb:
    """P(b, z)/g = 1 + z/(b+1) + z^2/((b+1)(b+2)) + ..., summed until the geometric remainder is negligible."""
    term = total = arb(1)
    tolerance = arb(2) ** (-ctx.prec)
    for _ in range(_LARGEST_WINDOW):
        b = b + 1
        ratio = z / b
        term = term * ratio
        total = total + term
        if term < tolerance * total and ratio < 0.999:
            return total + geometric_rest(term, ratio)
    return arb(0, math.inf)


def _upper_gamma(b: arb, z: arb) -> arb:
    """Q(b, z): a finite positive sum for small b in Z/2, else Arb's value with the bits it loses given back."""
    if b <= 64 and (b + b).is_integer():
        count = int(float(b))
        offset, total, term = arb(0), arb(0), (-z).exp()
        if count < b:
            offset, total, term = _HALF, z.sqrt().erfc(), 2 * (z / arb.pi()).sqrt() * term
        for i in range(count):
            total, term = total + term, term * z / (offset + (i + 1))
        return total
    if not (b.is_exact() and z.is_exact()):
        return _upper_gamma(b.lower(), z.upper()).union(_upper_gamma(b.upper(), z.lower()))
    bits, extra = ctx.prec, 0
    while True:
        with working_precision(bits + extra):
            value = z.gamma_upper(b, regularized=1)
        missing = bits - 8 - value.rel_accuracy_bits()
        if missing <= 0 or extra > 16 * bits:
            return value
        extra = max(2 * extra, min(missing, bits) + 16)


def _guard_bits(z: arb, a: arb, rate: arb, last: int) -> int:
    """Bits lost to the exponents of the scale and to the length of the sums."""
    size = (float(a.mid()) + last + 1) * (math.log(float(a.mid()) + last + 2) + abs(float_log(z)) + 1)
    size += float(z.mid()) + float(rate.mid()) + (last * abs(float_log(rate)) if last else 0)
    return 12 + math.frexp(size)[1]


def _tail_window(z: arb, a: arb, rate: arb, *, upper: bool) -> tuple[int, int] | None:
    """First and last index that matter at the working precision, from floating-point estimates of the terms."""
    if rate.is_zero():
        return 0, 0
    size_z, shape, log_z, log_rate = float(z.mid()), float(a.mid()), float_log(z), float_log(rate)
    # P_j is nearly 1 below j = z - a and about g_j sqrt(2 pi z) above; Q_j is the mirror image.
    level = 0.5 * math.log(2 * math.pi * max(size_z, 1.0)) - size_z
    turn = size_z - shape

    def saturated(j: float) -> bool:
        return j >= turn if upper else j <= turn

    def falling(j: int) -> bool:
        slope = log_rate - math.log(j + 1)
        return slope + (0.0 if saturated(j) else log_z - math.log(shape + j + 1)) < 0

    def log_term(j: int) -> float:
        probability = 0.0 if saturated(j) else (shape + j) * log_z - math.lgamma(shape + j + 1) + level
        return j * log_rate - math.lgamma(j + 1) + min(0.0, probability)

    drop = ctx.prec * math.log(2) + 0.5 * math.log1p(size_z) + 8
    return peak_window(falling, log_term, drop=drop, longest=_LARGEST_WINDOW)


def _bessel_sum(y: arb, a: arb) -> tuple[int, arb] | None:
    """sum_j y^j/(j! Gamma(a+j)) as (n, s), meaning s times its n-th term; terms are log-concave."""
    if y.is_zero():
        return 0, arb(1)
    shape, log_y = max(float(a.mid()), _SMALLEST_SHAPE), float_log(y)
    if log_y > _LARGEST_LOG:
        return None

    def falling(j: int) -> bool:
        return log_y < math.log(j + 1) + math.log(shape + j)

    def log_term(j: int) -> float:
        return j * log_y - math.lgamma(j + 1) - math.lgamma(shape + j)

    window = peak_window(falling, log_term, drop=ctx.prec * math.log(2) + 8, longest=_LARGEST_WINDOW)
    if window is None:
        return None
    first, last = window
    with working_precision(ctx.prec + 12 + last.bit_length()):
        unit = 1 / y
        ratios = [(a + (j - 1)) * j * unit for j in range(last, first, -1)]
        terms = list(accumulate(ratios, mul, initial=arb(1)))
        total = sum(terms, arb(0)) + geometric_rest(arb(1), y / ((last + 1) * (a + last)))
        if first:
            total += geometric_rest(terms[-1], (a + (first - 1)) * first * unit)
    return last, total


def _density(x: arb, k: arb, lam: arb) -> arb:
    """(1/2) e^(-z-l) z^(a-1) sum_j (l z)^j/(j! Gamma(a+j))."""
    z, a, rate = _half(x), _half(k), _half(lam)
    with working_precision(2 * ctx.prec):
        # A product rounded at the working precision would cost the sum as many bits as its index has.
        product = rate * z
    summed = None if _too_large(z, a, rate) else _bessel_sum(product, a)
    if summed is None:
        return arb.nan()
    n, total = summed
    with working_precision(ctx.prec + _guard_bits(z, a, rate, n)):
        exponent = z.log() * (a + (n - 1)) - z - (a + n).lgamma()
        value = exponent.exp() * _poisson(rate, n) * total * _HALF
    return value + 0


def _wide_density(x: arb, k: arb, lam: arb) -> arb:
    """Density on wide x and lam: each factor of (1/2) e^-l . z^(a-1) e^-z . S(l z) by its own monotonicity."""
    a = k * _HALF
    z_ends = x.lower() * _HALF, x.upper() * _HALF
    rate_ends = lam.lower().max(arb(0)) * _HALF, lam.upper() * _HALF
    peak = a - 1
    at_ends = [(peak * z.log() - z).exp() for z in z_ends]
    mode = at_ends[0].max(at_ends[1])
    if peak > 0 and x.overlaps(2 * peak):
        mode = mode.max((peak * peak.log() - peak).exp())
    sums = []
    for z, rate in zip(z_ends, rate_ends, strict=True):
        summed = _bessel_sum(rate * z, a)
        if summed is None:
            return arb.nan()
        n, total = summed
        power = ((rate * z).log() * n if n else arb(0)) - arb(n + 1).lgamma() - (a + n).lgamma()
        sums.append(total * power.exp())
    low, high = (-rate_ends[1]).exp() * at_ends[0].min(at_ends[1]) * sums[0], (-rate_ends[0]).exp() * mode * sums[1]
    return low.union(high) * _HALF


def _quantile(p: arb, k: arb, lam: arb, *, upper: bool) -> arb:
    if not (_valid(k, lam) and p >= 0 and p <= 1):
        return arb.nan()
    if p.is_exact() and (p.is_zero() or p == 1):
        return arb.pos_inf() if p.is_zero() == upper else arb(0)
    if (p.is_exact() and k.is_exact() and lam.is_exact()) or _narrow(p, 1 - p, k, lam):
        return _quantile_on_balls(p, k, lam, upper=upper)
    # Increasing in k and lam, increasing (ppf) or decreasing (isf) in p.
    p_low, p_high = (p.upper(), p.lower()) if upper else (p.lower(), p.upper())
    low = _quantile(p_low, k.lower(), lam.lower().max(arb(0)), upper=upper)
    return low.union(_quantile(p_high, k.upper(), lam.upper(), upper=upper))


def _quantile_on_balls(p: arb, k: arb, lam: arb, *, upper: bool) -> arb:
    """Root in v = sqrt(x) of log tail(v^2) - log p, for the tail with p <= 1/2: there it is nearly quadratic in v."""
    if p > _HALF:
        with working_precision(ctx.prec + p.bits()):
            p = 1 - p
        upper = not upper
    target = p.log()
    sign = -1 if upper else 1

    def square(v: arb) -> arb:
        # Exact v gives exact x: a rounded x would cost the sums several bits.
        with working_precision(max(ctx.prec, 2 * v.bits() + 2)):
            return v * v

    latest: dict[int, tuple[arb, arb, arb]] = {}

    def tail_at(v: arb) -> tuple[arb, arb]:
        # Newton asks for f and f' at the same point: the costly sum is shared.
        known = latest.get(ctx.prec)
        if known is None or known[0] is not v:
            x = square(v)
            known = latest[ctx.prec] = (v, x, _tail(x, k, lam, upper=upper))
        return known[1:]

    def f(v: arb) -> arb:
        tail = tail_at(v)[1]
        return arb.neg_inf() if tail.is_zero() else tail.log() - target

    def fprime(v: arb) -> arb:
        x, tail = tail_at(v)
        return 2 * sign * v * ncx2_pdf(x, k, lam) / tail

    root = bracketed_root(f, fprime, arb(0), arb.pos_inf(), seed=_quantile_seed(p, k, lam, upper=upper))
    return root * root


def _quantile_seed(p: arb, k: arb, lam: arb, *, upper: bool) -> arb:
    """Approximate sqrt(x): Wilson-Hilferty with two moments matched, or the leading power of x far left."""
    with working_precision(53):
        k, lam, p = k.mid(), lam.mid(), p.mid()
        normal = norm_isf(p) if upper else -norm_isf(p)
        mean, spread = k + lam, k + 2 * lam
        freedom = mean * mean / spread
        base = 1 - 2 / (9 * freedom) + normal * (2 / (9 * freedom)).sqrt()
        centre = (mean * base**3).sqrt() if base > 0.3 else arb(0)
        if upper:
            # The norm of a Gaussian vector concentrates: its tail beyond sqrt(mean) + t is at most e^(-t^2/2).
            return centre.min(mean.sqrt() + normal).mid()
        if centre > 0:
            return centre.mid()
        power = ((p.log() + (k / 2 + 1).lgamma() + lam / 2) / k).exp() * arb(2).sqrt()
        return power.min(mean.sqrt()).max(lam.sqrt() + normal).mid()
