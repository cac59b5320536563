"""The namespaces a tape runs in, one for each carrier of numbers.

`ball` (Arb, certified at points), `interval` (inf-sup with Arb ends, certified on boxes), `series` (Arb power series in one
variable), `mpmath` (independent second opinion), `binary64` (what a plain program would print). Each gives the same bare
names the tape calls; names with the prefix `g_` accept any number type of that family (see `lowering`).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from operator import methodcaller
from typing import Any

import mpmath
from flint import arb, arb_series, fmpq

from dplemma.errors import Unsupported
from dplemma.kernels import ball, mills, normal
from dplemma.kernels.intervals import RealInterval

_METHODS, _CHI_SQUARE = ball.METHODS, ball.CHI_SQUARE
_SOLVERS = ("integral", "root", "argmin", "argmax", "sup", "inf", "total", "binomial", "step")


def _unsupported(carrier: str, name: str) -> Callable[..., Any]:
    def refuse(*_: Any) -> Any:
        raise Unsupported(f"{name} is not available in {carrier}")

    return refuse


def _interval() -> dict[str, Any]:
    names: dict[str, Any] = {name: getattr(RealInterval, name, _unsupported("intervals", name)) for name in _METHODS}
    names |= {name: _unsupported("intervals", name) for name in (*_CHI_SQUARE, *_SOLVERS)}
    names |= {
        "absolute": abs, "maximum": RealInterval.max, "minimum": RealInterval.min, "norm_ppf": RealInterval.norm_ppf,
        "laplace_cdf": RealInterval.laplace_cdf, "step": RealInterval.step,
        "mills_ratio": RealInterval.mills_ratio, "mills_moment": mills.interval_moment, "mills_drop": mills.interval_drop,
        "infinity": _unsupported("intervals", "an infinite constant"),
        "rational": lambda p, q: RealInterval.from_fraction(Fraction(p, q)),
        "pi": lambda: RealInterval.from_ball(arb.pi()),
    }  # fmt: skip
    return names


# -- power series ---------------------------------------------------------------------------------------------------------


def _series_ppf(p: Any) -> Any:
    """PhiInv of a power series by Newton's method on Phi(y) = p, doubling the correct terms each time."""
    if not isinstance(p, arb_series):
        return normal.norm_ppf(p)
    y = arb_series([normal.norm_ppf(p[0])], p.prec)
    root2 = arb(2).sqrt()
    for _ in range(max(1, p.prec.bit_length())):
        density = (-(y * y) / 2).exp() / (2 * arb.pi()).sqrt()
        y = y - ((-y / root2).erfc() / 2 - p) / density
    return y


def _series() -> dict[str, Any]:
    names: dict[str, Any] = {name: methodcaller(name) for name in ("exp", "erf", "erfc", "sqrt", "log", "gamma")}
    names |= {name: _unsupported("power series", name) for name in (*_CHI_SQUARE, *_SOLVERS, "absolute", "maximum", "minimum")}
    names |= {
        "sinh": lambda x: (x.exp() - (-x).exp()) / 2, "cosh": lambda x: (x.exp() + (-x).exp()) / 2,
        "tanh": lambda x: 1 - 2 / ((2 * x).exp() + 1), "log1p": lambda x: (1 + x).log(), "norm_ppf": _series_ppf,
        "laplace_cdf": _unsupported("power series", "LaplaceCDF"),
        "mills_ratio": _unsupported("power series", "Mills"), "mills_moment": _unsupported("power series", "MillsMoment"),
        "mills_drop": _unsupported("power series", "MillsDrop"), "rational": lambda p, q: arb(fmpq(p, q)), "pi": arb.pi,
        "infinity": lambda sign: arb.pos_inf() if sign > 0 else arb.neg_inf(),
    }  # fmt: skip
    return names


# -- mpmath ---------------------------------------------------------------------------------------------------------------


def _mp_ppf(p: Any) -> Any:
    """Quantile with enough guard digits for p near 0 or 1."""
    mp = mpmath.mp
    if not 0 < p < 1:
        return mp.nan
    guard = 15 - int(mp.log10(min(p, 1 - p)))
    with mp.workdps(mp.dps + guard):
        return mp.sqrt(2) * mp.erfinv(2 * p - 1) if guard < 60 else mp.findroot(
            lambda x: mp.log(mp.ncdf(x)) - mp.log(p), -mp.sqrt(-2 * mp.log(p)) if p < 0.5 else mp.sqrt(-2 * mp.log(1 - p))
        )  # fmt: skip


def _mp_mills(x: Any) -> Any:
    mp = mpmath.mp
    return mp.erfc(x / mp.sqrt(2)) * mp.exp(x * x / 2) * mp.sqrt(mp.pi / 2)


def _mp_moment(n: int, x: Any) -> Any:
    """n! exp(x^2/4) times the parabolic cylinder function of order -n - 1."""
    mp = mpmath.mp
    return mp.factorial(n) * mp.exp(x * x / 4) * mp.pcfd(-n - 1, x)


def _mp_drop(n: int, x: Any, h: Any) -> Any:
    return _mp_moment(n, x) - _mp_moment(n, x + h) if h >= 0 else mpmath.mp.nan


def _mp_integral(body: Callable[[Any], Any], lower: Any, upper: Any, tails: list[Any]) -> Any:
    mp = mpmath.mp
    start = -mp.inf if lower is None else lower
    stop = mp.inf if upper is None else upper
    middle = [mp.mpf(c) for c in (-8, -3, -1, 0, 1, 3, 8) if start < c < stop]
    return mp.quad(body, [start, *middle, stop])


def _mp_root(value: Callable[[Any], Any], slope: Callable[[Any], Any], lower: Any, upper: Any) -> Any:
    """Bisection to a few digits, then Newton: nothing is shared with the certified root finder."""
    mp = mpmath.mp
    low = lower if mp.isfinite(lower) else (min(upper, 0) - 1 if mp.isfinite(upper) else mp.mpf(-1))
    if mp.isfinite(lower) and not mp.isfinite(value(low)):
        low = low + mp.mpf(2) ** -40
    high, step = (upper, None) if mp.isfinite(upper) else (low + 1, mp.mpf(1))
    sign = mp.sign(value(low))
    while step is not None and mp.sign(value(high)) == sign:
        step *= 2
        high = low + step
        if step > mp.mpf(10) ** 30:
            return mp.nan
    if mp.sign(value(high)) == sign:
        return mp.nan
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if mp.sign(value(middle)) == sign else (low, middle)
    x = (low + high) / 2
    for _ in range(12):
        gradient = slope(x)
        if gradient == 0 or not mp.isfinite(gradient):
            break
        x = x - value(x) / gradient
    return x


def _mp_chi_square() -> dict[str, Any]:
    mp = mpmath.mp

    def cdf(x: Any, k: Any) -> Any:
        return mp.gammainc(k / 2, 0, x / 2, regularized=True)

    def sf(x: Any, k: Any) -> Any:
        return mp.gammainc(k / 2, x / 2, mp.inf, regularized=True)

    def mixture(part: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
        def value(x: Any, k: Any, lam: Any) -> Any:
            return mp.nsum(lambda j: mp.exp(-lam / 2) * (lam / 2) ** j / mp.factorial(j) * part(x, k + 2 * j), [0, mp.inf])

        return value

    def pdf(x: Any, k: Any) -> Any:
        return x ** (k / 2 - 1) * mp.exp(-x / 2) / (mp.mpf(2) ** (k / 2) * mp.gamma(k / 2))

    def marcum(a: Any, b: Any) -> Any:
        return (mp.erfc((b - a) / mp.sqrt(2)) + mp.erfc((b + a) / mp.sqrt(2))) / 2

    def inverse(forward: Callable[..., Any]) -> Callable[..., Any]:
        def solve(p: Any, *rest: Any) -> Any:
            return _mp_root(lambda x: forward(x, *rest) - p, lambda x: mp.diff(lambda t: forward(t, *rest), x), mp.mpf(0), mp.inf)

        return solve

    return {
        "chi2_cdf": cdf, "chi2_sf": sf, "chi2_pdf": pdf, "ncx2_cdf": mixture(cdf), "ncx2_sf": mixture(sf),
        "ncx2_pdf": mixture(pdf), "chi2_ppf": inverse(cdf), "chi2_isf": inverse(sf), "ncx2_ppf": inverse(mixture(cdf)),
        "ncx2_isf": inverse(mixture(sf)), "marcum_q_half": marcum,
    }  # fmt: skip


def _plain_piecewise(pieces: list[tuple[bool, Callable[[], Any]]]) -> Any:
    for condition, branch in pieces:
        if condition:
            return branch()
    raise Unsupported("a Piecewise without a final branch has no value here")


def _mp() -> dict[str, Any]:
    mp = mpmath.mp
    names: dict[str, Any] = {name: getattr(mp, name) for name in _METHODS}
    names |= _mp_chi_square()
    names |= {
        "absolute": abs, "maximum": max, "minimum": min, "norm_ppf": _mp_ppf, "infinity": lambda s: s * mp.inf,
        "laplace_cdf": lambda x: mp.exp(x) / 2 if x < 0 else 1 - mp.exp(-x) / 2,
        "rational": lambda p, q: mp.mpf(p) / q, "pi": lambda: +mp.pi, "integral": _mp_integral,
        "root": _mp_root, "argmin": _mp_root, "argmax": _mp_root, "mills_ratio": _mp_mills, "binomial": mp.binomial,
        "mills_moment": _mp_moment, "mills_drop": _mp_drop,
        "step": lambda x: mp.mpf(1 if x > 0 else 0),
        "total": lambda term, lower, upper: mp.fsum(term(mp.mpf(i)) for i in range(int(lower), int(upper) + 1)),
        "sup": _unsupported("mpmath", "Sup"), "inf": _unsupported("mpmath", "Inf"), "piecewise": _plain_piecewise,
        "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    }  # fmt: skip
    return names


def _binary64() -> dict[str, Any]:
    names: dict[str, Any] = {name: getattr(math, name) for name in _METHODS}
    names |= {name: _unsupported("binary64", name) for name in (*_CHI_SQUARE, *_SOLVERS, "mills_moment", "mills_drop")}
    names |= {
        "absolute": abs, "maximum": max, "minimum": min, "norm_ppf": statistics.NormalDist().inv_cdf,
        "laplace_cdf": lambda x: math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2, "rational": lambda p, q: p / q,
        "mills_ratio": lambda x: math.erfc(x / math.sqrt(2)) * math.exp(x * x / 2) * math.sqrt(math.pi / 2),
        "pi": lambda: math.pi, "infinity": lambda s: s * math.inf, "piecewise": _plain_piecewise,
        "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    }  # fmt: skip
    return names


_FAMILIES = {"ball": ball.all_names, "interval": _interval, "series": _series, "mpmath": _mp, "binary64": _binary64}
CARRIERS = tuple(_FAMILIES)


@cache
def namespace(carrier: str) -> dict[str, Any]:
    """Every name a tape may call, for one carrier."""
    if carrier not in _FAMILIES:
        raise Unsupported(f"unknown carrier {carrier!r}; use one of {', '.join(CARRIERS)}")
    return ball.generic({**ball.BRANCHES, **_FAMILIES[carrier]()})
