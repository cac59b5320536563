"""Every word of a tape in mpmath, independent of the kernels: a value is believed only if both agree.

A word that is not here is mpmath's own function of that name. Nothing is shared with `dplemma.arb`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mpmath import mp

absolute, maximum, minimum = abs, max, min


def norm_ppf(p: Any) -> Any:
    """Quantile with enough guard digits for p near 0 or 1; that of the smaller tail, which its complement mirrors."""
    if not 0 < p < 1:
        return mp.nan
    tail = min(p, 1 - p)
    guard = 15 - int(mp.log10(tail))
    with mp.workdps(mp.dps + guard):
        far = mp.sqrt(2) * mp.erfinv(1 - 2 * tail) if guard < 60 else mp.findroot(
            lambda x: mp.log(mp.ncdf(-x)) - mp.log(tail), mp.sqrt(-2 * mp.log(tail))
        )  # fmt: skip
    return far if p > tail else -far


def mills_ratio(x: Any) -> Any:
    return mp.erfc(x / mp.sqrt(2)) * mp.exp(x * x / 2) * mp.sqrt(mp.pi / 2)


def mills_moment(n: int, x: Any) -> Any:
    """n! exp(x^2/4) times the parabolic cylinder function of order -n - 1."""
    return mp.factorial(n) * mp.exp(x * x / 4) * mp.pcfd(-n - 1, x)


def mills_drop(n: int, x: Any, h: Any) -> Any:
    return mills_moment(n, x) - mills_moment(n, x + h) if h >= 0 else mp.nan


def laplace_cdf(x: Any) -> Any:
    return mp.exp(x) / 2 if x < 0 else 1 - mp.exp(-x) / 2


def step(x: Any) -> Any:
    return mp.mpf(1 if x > 0 else 0)


# -- chi-square -----------------------------------------------------------------------------------------------------------


def _from_zero(law: Callable[..., Any]) -> Callable[..., Any]:
    """The law where it is defined, for x >= 0: mpmath continues the gamma functions, at great length, to where it is not."""
    return lambda x, *rest: law(x, *rest) if x >= 0 else mp.nan


@_from_zero
def chi2_cdf(x: Any, k: Any) -> Any:
    return mp.gammainc(k / 2, 0, x / 2, regularized=True)


@_from_zero
def chi2_sf(x: Any, k: Any) -> Any:
    return mp.gammainc(k / 2, x / 2, mp.inf, regularized=True)


@_from_zero
def chi2_pdf(x: Any, k: Any) -> Any:
    return x ** (k / 2 - 1) * mp.exp(-x / 2) / (mp.mpf(2) ** (k / 2) * mp.gamma(k / 2))


def marcum_q_half(a: Any, b: Any) -> Any:
    return (mp.erfc((b - a) / mp.sqrt(2)) + mp.erfc((b + a) / mp.sqrt(2))) / 2


def _mixture(part: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    """The non-central law as a Poisson mixture of central ones."""

    @_from_zero
    def value(x: Any, k: Any, lam: Any) -> Any:
        return mp.nsum(lambda j: mp.exp(-lam / 2) * (lam / 2) ** j / mp.factorial(j) * part(x, k + 2 * j), [0, mp.inf])

    return value


def _inverse(forward: Callable[..., Any]) -> Callable[..., Any]:
    def solve(p: Any, *rest: Any) -> Any:
        return root(lambda x: forward(x, *rest) - p, lambda x: mp.diff(lambda t: forward(t, *rest), x), mp.mpf(0), mp.inf)

    return solve


ncx2_cdf, ncx2_sf, ncx2_pdf = _mixture(chi2_cdf), _mixture(chi2_sf), _mixture(chi2_pdf)
chi2_ppf, chi2_isf, ncx2_ppf, ncx2_isf = (_inverse(forward) for forward in (chi2_cdf, chi2_sf, ncx2_cdf, ncx2_sf))


# -- integrals, sums, roots -------------------------------------------------------------------------------------------------


def integral(body: Callable[[Any], Any], lower: Any, upper: Any, tails: list[Any]) -> Any:
    start = -mp.inf if lower is None else lower
    stop = mp.inf if upper is None else upper
    middle = [mp.mpf(c) for c in (-8, -3, -1, 0, 1, 3, 8) if start < c < stop]
    return mp.quad(body, [start, *middle, stop])


def total(term: Callable[[Any], Any], lower: Any, upper: Any) -> Any:
    return mp.fsum(term(mp.mpf(i)) for i in range(int(lower), int(upper) + 1))


def root(value: Callable[[Any], Any], slope: Callable[[Any], Any], lower: Any, upper: Any) -> Any:
    """Bisection to a few digits, then Newton: nothing is shared with the certified root finder.

    Where Newton's steps leave the place at which the sign changes, the function jumps there, or is too flat: no value."""
    low = lower if mp.isfinite(lower) else (min(upper, 0) - 1 if mp.isfinite(upper) else mp.mpf(-1))
    if mp.isfinite(lower) and not mp.isfinite(value(low)):
        low = low + mp.mpf(2) ** -40
    high, step_ = (upper, None) if mp.isfinite(upper) else (low + 1, mp.mpf(1))
    sign = mp.sign(value(low))
    while step_ is not None and mp.sign(value(high)) == sign:
        step_ *= 2
        high = low + step_
        if step_ > mp.mpf(10) ** 30:
            return mp.nan
    if mp.sign(value(high)) == sign:
        return mp.nan
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if mp.sign(value(middle)) == sign else (low, middle)
    x = middle = (low + high) / 2
    for _ in range(12):
        gradient = slope(x)
        if gradient == 0 or not mp.isfinite(gradient):
            break
        x = x - value(x) / gradient
    return x if lower <= x <= upper and abs(x - middle) <= (high - low) * 2**20 else mp.nan


argmin = argmax = root
