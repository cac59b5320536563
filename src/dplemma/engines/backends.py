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
from typing import Any

import mpmath
from flint import acb, arb, arb_series, fmpq

from dplemma.errors import Unsupported
from dplemma.kernels import chi_square, normal
from dplemma.kernels.intervals import RealInterval
from dplemma.kernels.optimise import supremum
from dplemma.kernels.quadrature import integral
from dplemma.kernels.roots import bracketed_root

_METHODS = ("exp", "erf", "erfc", "sinh", "cosh", "tanh", "sqrt", "log", "log1p", "gamma")
_CUT = ("sqrt", "log", "log1p")  # functions with a branch cut, unsafe inside complex quadrature
_CHI_SQUARE = (
    "chi2_cdf", "chi2_sf", "chi2_pdf", "chi2_ppf", "chi2_isf", "ncx2_cdf", "ncx2_sf", "ncx2_pdf", "ncx2_ppf", "ncx2_isf",
    "marcum_q_half",
)  # fmt: skip
_SOLVERS = ("integral", "root", "argmin", "argmax", "sup", "inf")
_NOWHERE = acb(arb.nan())


def _unsupported(carrier: str, name: str) -> Callable[..., Any]:
    def refuse(*_: Any) -> Any:
        raise Unsupported(f"{name} is not available in {carrier}")

    return refuse


# -- comparisons and branches: three-valued for enclosures ------------------------------------------------------------


def _real(x: Any) -> Any:
    """Complex balls are compared by their real part: a branch that holds on the whole ball is analytic there."""
    return x.real if isinstance(x, acb) else x


def _lt(a: Any, b: Any) -> bool | None:
    a, b = _real(a), _real(b)
    return True if a < b else (False if a >= b else None)


def _le(a: Any, b: Any) -> bool | None:
    a, b = _real(a), _real(b)
    return True if a <= b else (False if a > b else None)


def _gt(a: Any, b: Any) -> bool | None:
    return _lt(b, a)


def _ge(a: Any, b: Any) -> bool | None:
    return _le(b, a)


def _piecewise(pieces: list[tuple[bool | None, Callable[[], Any]]]) -> Any:
    """Value of the branch that applies; the hull of all that may apply when conditions are undecided."""
    hull = None
    for condition, branch in pieces:
        if condition is False:
            continue
        value = branch()
        if hull is not None and (isinstance(hull, acb) or isinstance(value, acb)):
            return _NOWHERE
        hull = value if hull is None else hull.union(value)
        if condition is True:
            return hull
    raise Unsupported("a Piecewise without a final branch has no value here")


def _absolute(x: Any) -> Any:
    """|x|; on a complex ball the analytic branch of the side it lies on, and no value across zero."""
    if isinstance(x, acb):
        return x if x.real > 0 else -x if x.real < 0 else _NOWHERE
    return abs(x)


def _greater(a: Any, b: Any, sign: int = 1) -> Any:
    """The maximum (minimum for sign -1) of any two numbers; no value where complex balls leave it open."""
    if isinstance(a, acb) or isinstance(b, acb):
        difference = sign * (acb(a) - acb(b)).real
        return a if difference > 0 else b if difference < 0 else _NOWHERE
    if isinstance(a, RealInterval) or isinstance(b, RealInterval):
        first = a if isinstance(a, RealInterval) else RealInterval.from_ball(a)
        return first.max(b) if sign > 0 else first.min(b)
    return a.max(b) if sign > 0 else a.min(b)


def _real_only(function: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(*arguments: Any) -> Any:
        if any(isinstance(x, acb) for x in arguments):
            raise Unsupported("this function cannot be integrated in the complex plane")
        return function(*arguments)

    return guarded


def _ball_laplace_cdf(x: Any) -> Any:
    if isinstance(x, acb):
        return x.exp() / 2 if x.real < 0 else 1 - (-x).exp() / 2 if x.real > 0 else _NOWHERE
    if x < 0:
        return x.exp() / 2
    if x >= 0:
        return 1 - (-x).exp() / 2
    return _ball_laplace_cdf(arb(x.lower())).union(_ball_laplace_cdf(arb(x.upper())))


# -- Arb ----------------------------------------------------------------------------------------------------------------


def _method(name: str) -> Callable[[Any], Any]:
    """Call the method of this name; on complex balls, functions with a cut answer only where they are analytic."""

    def call(x: Any) -> Any:
        if isinstance(x, acb) and name in _CUT:
            return (1 + x).log(analytic=True) if name == "log1p" else getattr(x, name)(analytic=True)
        return getattr(x, name)()

    return call


def _generic_ppf(x: Any) -> Any:
    if isinstance(x, acb):
        raise Unsupported("PhiInv cannot be integrated in the complex plane")
    return x.norm_ppf() if isinstance(x, RealInterval) else normal.norm_ppf(x)


def _root(value: Callable[[arb], arb], slope: Callable[[arb], arb], lower: arb, upper: arb) -> arb:
    """A root strictly inside an interval at whose ends the function need not exist: ends are moved in until it does."""
    ends = []
    for end, other in ((lower, upper), (upper, lower)):
        towards = other if other.is_finite() else end + (1 if end is lower else -1)
        inner, share = end, arb(2) ** -48
        while end.is_finite() and not value(inner).is_finite() and share < 1:
            inner, share = end + (towards - end) * share, share * 4
        ends.append(arb(inner.mid()))
    root = bracketed_root(value, slope, *ends)
    return root if value(root).is_finite() else arb.nan()  # a change of sign across a pole is no root


def _optimum(sign: int) -> Callable[..., arb]:
    """Where a derivative vanishes with the second derivative of this sign: a certified local optimum."""

    def solve(derivative: Callable[[arb], arb], second: Callable[[arb], arb], lower: arb, upper: arb) -> arb:
        root = _root(derivative, second, lower, upper)
        return root if root.is_finite() and sign * second(root) > 0 else arb.nan()

    return solve


def _infinity(sign: int) -> arb:
    return arb.pos_inf() if sign > 0 else arb.neg_inf()


def _ball() -> dict[str, Any]:
    names: dict[str, Any] = {name: getattr(arb, name) for name in _METHODS}
    names |= {f"g_{name}": _method(name) for name in _METHODS}
    names |= {
        "absolute": _absolute, "maximum": arb.max, "minimum": arb.min, "norm_ppf": normal.norm_ppf, "g_norm_ppf": _generic_ppf,
        "laplace_cdf": _ball_laplace_cdf, "rational": lambda p, q: arb(fmpq(p, q)), "pi": arb.pi, "infinity": _infinity,
        "integral": integral, "root": _root, "argmin": _optimum(1), "argmax": _optimum(-1), "sup": supremum,
        "inf": lambda f, a, b: -supremum(lambda t: -f(t), a, b),
    }  # fmt: skip
    names |= {name: getattr(chi_square, name) for name in _CHI_SQUARE}
    names |= {f"g_{name}": _real_only(getattr(chi_square, name)) for name in _CHI_SQUARE}
    names |= {"g_maximum": _greater, "g_minimum": lambda a, b: _greater(a, b, -1)}
    return names


def _interval() -> dict[str, Any]:
    names: dict[str, Any] = {name: getattr(RealInterval, name, _unsupported("intervals", name)) for name in _METHODS}
    names |= {name: _unsupported("intervals", name) for name in (*_CHI_SQUARE, *_SOLVERS)}
    names |= {
        "absolute": _absolute, "maximum": RealInterval.max, "minimum": RealInterval.min, "norm_ppf": RealInterval.norm_ppf,
        "laplace_cdf": _unsupported("intervals", "LaplaceCDF"), "infinity": _unsupported("intervals", "an infinite constant"),
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
    names: dict[str, Any] = {name: _method(name) for name in ("exp", "erf", "erfc", "sqrt", "log", "gamma")}
    names |= {name: _unsupported("power series", name) for name in (*_CHI_SQUARE, *_SOLVERS, "absolute", "maximum", "minimum")}
    names |= {
        "sinh": lambda x: (x.exp() - (-x).exp()) / 2, "cosh": lambda x: (x.exp() + (-x).exp()) / 2,
        "tanh": lambda x: 1 - 2 / ((2 * x).exp() + 1), "log1p": lambda x: (1 + x).log(), "norm_ppf": _series_ppf,
        "laplace_cdf": _unsupported("power series", "LaplaceCDF"), "rational": lambda p, q: arb(fmpq(p, q)), "pi": arb.pi,
        "infinity": _infinity,
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
        "root": _mp_root, "argmin": _mp_root, "argmax": _mp_root,
        "sup": _unsupported("mpmath", "Sup"), "inf": _unsupported("mpmath", "Inf"), "piecewise": _plain_piecewise,
        "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    }  # fmt: skip
    return names


def _binary64() -> dict[str, Any]:
    names: dict[str, Any] = {name: getattr(math, name) for name in _METHODS}
    names |= {name: _unsupported("binary64", name) for name in (*_CHI_SQUARE, *_SOLVERS)}
    names |= {
        "absolute": abs, "maximum": max, "minimum": min, "norm_ppf": statistics.NormalDist().inv_cdf,
        "laplace_cdf": lambda x: math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2, "rational": lambda p, q: p / q,
        "pi": lambda: math.pi, "infinity": lambda s: s * math.inf, "piecewise": _plain_piecewise,
        "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    }  # fmt: skip
    return names


_FAMILIES = {"ball": _ball, "interval": _interval, "series": _series, "mpmath": _mp, "binary64": _binary64}
CARRIERS = tuple(_FAMILIES)


@cache
def namespace(carrier: str) -> dict[str, Any]:
    """Every name a tape may call, for one carrier."""
    if carrier not in _FAMILIES:
        raise Unsupported(f"unknown carrier {carrier!r}; use one of {', '.join(CARRIERS)}")
    names = {"lt": _lt, "le": _le, "gt": _gt, "ge": _ge, "piecewise": _piecewise, **_FAMILIES[carrier]()}
    return {**{f"g_{name}": value for name, value in names.items() if not name.startswith("g_")}, **names}
