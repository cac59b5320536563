"""Likelihood ratio of the noncentral to the central chi-square law on Arb balls, and the point where it takes a given value.

With a = d/2 and y = lam t/4,
    log LR(t) = -lam/2 + G(y),   G(y) = log 0F1(; a; y) = log sum_j T_j,   T_j = y^j / (j! (a)_j),
    N(y) = y G'(y) = sum_j j T_j / sum_j T_j,   so that d log LR/dt = N/t.

Sum. The ratios T_{j+1}/T_j = y/((j+1)(a+j)) decrease, and so do those of j T_j. What is left out on either side of a window is
therefore at most t r/(1-r), with t the last term kept and r the next ratio. Floating point chooses the window; the bound on
what lies outside is computed in balls. Only positive terms are added, and G is formed as log1p where T_0 = 1 is in the window.

Two tangents. By Hadamard's product 0F1(; a; y) = prod_k (1 + 4y/z_k^2), with z_k the positive zeros of the Bessel function
J_{a-1}, so G is a sum of logarithms of linear functions: concave in t. N is the mean of j under weights proportional to T_j, and
d N/d log y is their variance, so G is convex in log t. Hence for any m > 0 and any value G(lam m/4) + q N(lam m/4) of G with
q > -1, the t where it is taken satisfies
    m (1 + q) <= t <= m e^q.
One evaluation encloses the root to second order in q: no interval Newton step is needed.
For a faster search, the equation y F'' + a F' = F of F = 0F1 gives the next derivatives of N in log y at no cost:
    N_2 = y - (a-1) N - N^2,   N_3 = y - (a-1) N_2 - 2 N N_2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from operator import mul

from flint import arb, ctx

from dplemma.arb.normal import SHARP_BITS
from dplemma.arb.precision import working_precision
from dplemma.arb.roots import peak_window
from dplemma.arb.series import float_log, geometric_rest
from dplemma.base.errors import OutOfBudget

_HALF = arb(0.5)
_QUARTER = arb(0.25)
_LONGEST_SUM = 200_000
_SEARCH_BITS = 64
_LONGEST_SEARCH = 60


def log_likelihood_ratio(t: arb, d: arb, lam: arb) -> arb:
    """log(f_nc(t)/f_c(t)) for t >= 0, chi-square laws with integer d >= 1 degrees of freedom and noncentrality lam >= 0."""
    return log_likelihood_ratio_and_slope(t, d, lam)[0]


def log_likelihood_ratio_and_slope(t: arb, d: arb, lam: arb) -> tuple[arb, arb]:
    """log(f_nc(t)/f_c(t)), which increases in t, and its derivative in t, which decreases."""
    degrees = degrees_of_freedom(d)
    if degrees is None or not (t >= 0 and lam >= 0 and t.is_finite() and lam.is_finite()):
        return arb.nan(), arb.nan()
    if t.is_zero() or lam.is_zero():
        return -lam * _HALF, lam / (2 * degrees)
    if not (t > 0 and lam > 0 and t.rel_accuracy_bits() >= SHARP_BITS and lam.rel_accuracy_bits() >= SHARP_BITS):
        return _ratio_on_wide_balls(t, degrees, lam)
    with working_precision(ctx.prec + 8 + _magnitude(lam)):
        value, mean = log_0f1(lam * t * _QUARTER, degrees)
        value, slope = value - lam * _HALF, mean / t
    return value + 0, slope + 0


def _ratio_on_wide_balls(t: arb, degrees: int, lam: arb) -> tuple[arb, arb]:
    """Hull over ends: G increases in y, and N/t = (lam/4) G'(y) with G' decreasing."""
    low, high = (lam.lower().max(arb(0)) * t.lower().max(arb(0)) * _QUARTER, lam.upper() * t.upper() * _QUARTER)
    at_low, at_high = log_0f1(low.lower().max(arb(0)), degrees), log_0f1(high.upper(), degrees)
    steepest = at_low[1] / low.lower() if low.lower() > 0 else arb(2) / degrees
    return at_low[0].union(at_high[0]) - lam * _HALF, steepest.union(at_high[1] / high.upper()) * lam * _QUARTER


def degrees_of_freedom(d: arb) -> int | None:
    """d as an integer, None if it is not certainly an integer >= 1."""
    return int(d.unique_fmpz() or 0) if d.is_exact() and d.is_integer() and d >= 1 else None


def log_0f1(y: arb, d: int) -> tuple[arb, arb]:
    """log 0F1(; d/2; y) and its derivative in log y, for y >= 0."""
    if y.is_zero():
        return arb(0), arb(0)
    first, last = _window(y, d)
    bits = ctx.prec
    with working_precision(bits + 12 + last.bit_length()):
        double = y + y
        unit = 1 / double
        # T_{j-1}/T_j = j (d + 2j - 2)/(2y), from the last term down and in units of it.
        downward = [unit * (j * (d + 2 * j - 2)) for j in range(last, first, -1)]
        terms = list(accumulate(downward, mul, initial=arb(1)))
        partial = list(accumulate(terms))
        next_ratio = double / ((last + 1) * (d + 2 * last))
        left_above = geometric_rest(arb(1), next_ratio)
        # sum_j (j - first) T_j is the sum of the partial sums from the top, the whole sum left out.
        moment = sum(partial[:-1], arb(0)) + geometric_rest(arb(last), next_ratio * (last + 1) / last) - first * left_above
        if first == 0:
            value = ((partial[-2] + left_above) / terms[-1]).log1p()
            mean = moment / (partial[-1] + left_above)
        else:
            left_below = geometric_rest(terms[-1], unit * (first * (d + 2 * first - 2)))
            total = partial[-1] + left_above + left_below
            mean = first + (moment - first * _up_to(left_below)) / total
            value = total.log() + _log_term(y, d, last)
    return value + 0, mean + 0


def _up_to(remainder: arb) -> arb:
    """[0, r] for a remainder in [0, r]: the part of first - j in a sum over j < first is at most first times it."""
    return arb(0).union(remainder.abs_upper())


def _log_term(y: arb, d: int, n: int) -> arb:
    """log T_n; the bits that its size costs are added."""
    size = n * (abs(float_log(y)) + 2 * math.log(n + d + 2)) + 1
    with working_precision(ctx.prec + math.frexp(size)[1]):
        shape = arb(d) * _HALF
        return y.log() * n - arb(n + 1).lgamma() - (shape + n).lgamma() + shape.lgamma()


def _window(y: arb, d: int) -> tuple[int, int]:
    """First and last index that matter at the working precision; last > 0, as the first index after a term that matters."""
    shape, log_y = d / 2, float_log(y)

    def falling(j: int) -> bool:
        return log_y < math.log(j + 1) + math.log(shape + j)

    def log_term(j: int) -> float:
        return j * log_y - math.lgamma(j + 1) - math.lgamma(shape + j)

    # For tiny y the first term beside T_0 = 1 is the answer, so the terms must be small beside that one.
    drop = ctx.prec * math.log(2) + 8 + max(0.0, math.log(shape) - log_y)
    window = peak_window(falling, log_term, drop=drop, longest=_LONGEST_SUM) if log_y < 60 else None
    if window is None:
        raise OutOfBudget(f"the likelihood ratio needs more than {_LONGEST_SUM} terms at {d} degrees of freedom")
    return window


def _magnitude(x: arb) -> int:
    """Least e >= 0 with x < 2^e, about."""
    return max(0, math.frexp(float(x.mid()))[1])


def slope_estimate(t: arb, d: int, lam: arb) -> float:
    """d log LR/dt about, from Amos's approximation of the ratio of two Bessel functions."""
    rate = float(lam.mid())
    return rate / (d - 1 + math.sqrt(4 * rate * float(t.mid()) + (d + 1) ** 2))


@dataclass(frozen=True, kw_only=True)
class Level:
    """Exact t near the point where log LR takes a value: that point lies between t(1 + q) and t e^q; mean is N at t."""

    t: arb
    q: arb
    mean: arb


def level(value: arb, d: int, lam: arb, needed_bits: Callable[[arb], float]) -> Level:
    """The place where log LR = value, with |q| below 2^-needed_bits(t) unless the balls of value and lam forbid it.

    value + lam/2 must be certainly positive, so that there is such a place.
    """
    with working_precision(4 * ctx.prec):
        target = value + lam * _HALF
    t = _level_seed(target, d, lam)
    bits = _SEARCH_BITS
    for _ in range(_LONGEST_SEARCH):
        wanted = math.ceil(needed_bits(t)) + 24
        bits = min(bits, max(wanted, _SEARCH_BITS))
        with working_precision(bits):
            y = lam * t * _QUARTER
            reached, mean = log_0f1(y, d)
            q = (target - reached) / mean
            certain = -log2(q.abs_upper())
            if certain > wanted - 24 or (bits >= wanted and q.contains(0)):
                return Level(t=t, q=q, mean=mean)
            move = _log_step(q.mid(), mean.mid(), y.mid(), d)
        if not q.is_finite():
            break
        # The step leaves an error of the fourth order, the next evaluation must resolve it; noise calls for all the bits.
        bits = wanted if q.contains(0) else max(bits, 4 * int(certain) + 16)
        with working_precision(min(bits, wanted)):
            t = (t * move.exp()).mid()
    raise OutOfBudget("the place where the likelihood ratio takes a value could not be enclosed")


def log2(x: arb) -> float:
    """log2 of the midpoint, about; -inf at 0 and inf where x > 0 is not certain."""
    return float_log(x) / math.log(2) if x > 0 else -math.inf if x.is_zero() else math.inf


def _log_step(q: arb, mean: arb, y: arb, d: int) -> arb:
    """Change of log t that moves G by q N, to fourth order; within its two bounds log(1 + q) and q."""
    shape = arb(d) * _HALF - 1
    second = y - shape * mean - mean * mean
    third = y - shape * second - 2 * mean * second
    b, c = second / mean, third / mean
    step = q - b * q * q * _HALF + (3 * b * b - c) * q**3 / 6
    if abs(q) < 0.25 and step <= q and step >= q.log1p():
        return step.mid()
    # Exact where G is proportional to sqrt(y), as it nearly is for large y.
    return (2 * (q * _HALF).log1p() if q > -1 else q).mid()


def _level_seed(target: arb, d: int, lam: arb) -> arb:
    """Approximate t: Amos's approximation of N, integrated, gives G = s - (a - 1/2) log(1 + s/(2a)), 4y = s (s + 2a + 1)."""
    with working_precision(53):
        goal = target.mid()
        shape = arb(d) * _HALF
        # Newton from the right end: the function is convex and its slope is at least 1/2.
        s = 2 * goal
        for _ in range(30):
            excess = s - (shape - _HALF) * (s / d).log1p() - goal
            step = excess * (s + d) / (s + shape + _HALF)
            s = (s - step).mid()
            if abs(step) < s * _SEED_TOLERANCE:
                break
        return (s * (s + d + 1) / lam).mid()


_SEED_TOLERANCE = arb(2) ** -10
