"""The functions a coded form may call: what each is in mpmath, in balls and as a tree, and how its argument is conditioned.

`FUNCTIONS` has one entry a function; `LIBRARIES` says under which names `math`, NumPy and SciPy have them.
A condition number is |x f'(x)/f(x)|: the factor by which a relative error of the argument grows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import arb

from dplemma.arb.normal import log_norm_cdf, mills_ratio, norm_cdf, norm_isf, norm_pdf, norm_ppf, norm_sf

Ball = Callable[..., Any]


@dataclass(frozen=True)
class Function:
    """`mp` takes an mpmath context and numbers; `ball` balls; `slopes` balls, and gives the derivative in each argument."""

    name: str
    mp: Callable[..., Any]
    ball: Ball
    slopes: Callable[..., tuple[arb, ...]]
    fpcore: str = ""  # the operator of FPCore; without one, see `fpcore.EXPANDED`
    ulps: int = 1  # assumed error of the library function, for bounds over a region


def _log_add(x: arb, y: arb) -> arb:
    return x + (y - x).exp().log1p() if x.mid() >= y.mid() else y + (x - y).exp().log1p()


def _erfcx(x: arb) -> arb:
    return mills_ratio(x * arb(2).sqrt()) * (arb(2) / arb.pi()).sqrt()


def _expit(x: arb) -> arb:
    return 1 / (1 + (-x).exp())


def _power(x: arb, y: arb) -> arb:
    whole = y.unique_fmpz() if y.is_exact() else None
    return x**y if whole is None else x ** int(whole)


def _power_slopes(x: arb, y: arb) -> tuple[arb, arb]:
    return y * _power(x, y - 1), (_power(x, y) * x.log() if x > 0 else arb(0))


_ROOT_PI = arb.const_sqrt_pi  # called for the working precision


def _gauss(x: arb) -> arb:
    """2/sqrt(pi) e^(-x^2), the slope of erf."""
    return 2 * (-x * x).exp() / _ROOT_PI()


_TABLE = (
    Function("+", lambda c, x, y: x + y, lambda x, y: x + y, lambda x, y: (arb(1), arb(1)), "+"),
    Function("-", lambda c, x, y: x - y, lambda x, y: x - y, lambda x, y: (arb(1), arb(-1)), "-"),
    Function("*", lambda c, x, y: x * y, lambda x, y: x * y, lambda x, y: (y, x), "*"),
    Function("/", lambda c, x, y: x / y, lambda x, y: x / y, lambda x, y: (1 / y, -x / (y * y)), "/"),
    Function("**", lambda c, x, y: c.power(x, y), _power, _power_slopes, "pow"),
    Function("fsum", lambda c, *x: c.fsum(x), lambda *x: sum(x, arb(0)), lambda *x: tuple(arb(1) for _ in x)),
    Function("neg", lambda c, x: -x, lambda x: -x, lambda x: (arb(-1),), "-"),
    Function("abs", lambda c, x: abs(x), abs, lambda x: (arb(1),), "fabs"),
    Function("max", lambda c, x, y: max(x, y), lambda x, y: x.max(y), lambda x, y: (arb(1), arb(1)), "fmax"),
    Function("min", lambda c, x, y: min(x, y), lambda x, y: x.min(y), lambda x, y: (arb(1), arb(1)), "fmin"),
    Function("exp", lambda c, x: c.exp(x), lambda x: x.exp(), lambda x: (x.exp(),), "exp"),
    Function("expm1", lambda c, x: c.expm1(x), lambda x: x.expm1(), lambda x: (x.exp(),), "expm1"),
    Function("log", lambda c, x: c.log(x), lambda x: x.log(), lambda x: (1 / x,), "log"),
    Function("log1p", lambda c, x: c.log1p(x), lambda x: x.log1p(), lambda x: (1 / (1 + x),), "log1p"),
    Function("log2", lambda c, x: c.log(x, 2), lambda x: x.log() / arb(2).log(), lambda x: (1 / (x * arb(2).log()),), "log2"),
    Function("log10", lambda c, x: c.log10(x), lambda x: x.log() / arb(10).log(), lambda x: (1 / (x * arb(10).log()),), "log10"),
    Function("sqrt", lambda c, x: c.sqrt(x), lambda x: x.sqrt(), lambda x: (1 / (2 * x.sqrt()),), "sqrt"),
    Function("sin", lambda c, x: c.sin(x), lambda x: x.sin(), lambda x: (x.cos(),), "sin"),
    Function("cos", lambda c, x: c.cos(x), lambda x: x.cos(), lambda x: (-x.sin(),), "cos"),
    Function("tan", lambda c, x: c.tan(x), lambda x: x.tan(), lambda x: (1 + x.tan() ** 2,), "tan"),
    Function("atan", lambda c, x: c.atan(x), lambda x: x.atan(), lambda x: (1 / (1 + x * x),), "atan"),
    Function("sinh", lambda c, x: c.sinh(x), lambda x: x.sinh(), lambda x: (x.cosh(),), "sinh"),
    Function("cosh", lambda c, x: c.cosh(x), lambda x: x.cosh(), lambda x: (x.sinh(),), "cosh"),
    Function("tanh", lambda c, x: c.tanh(x), lambda x: x.tanh(), lambda x: (1 - x.tanh() ** 2,), "tanh"),
    Function("erf", lambda c, x: c.erf(x), lambda x: x.erf(), lambda x: (_gauss(x),), "erf"),
    Function("erfc", lambda c, x: c.erfc(x), lambda x: 2 * norm_sf(x * arb(2).sqrt()), lambda x: (-_gauss(x),), "erfc"),
    Function("erfcx", lambda c, x: c.exp(x * x) * c.erfc(x), _erfcx, lambda x: (2 * x * _erfcx(x) - 2 / _ROOT_PI(),), ulps=4),
    Function("erfinv", lambda c, x: c.erfinv(x), lambda x: x.erfinv(), lambda x: (1 / _gauss(x.erfinv()),), ulps=4),
    Function("erfcinv", lambda c, x: c.erfinv(1 - x), lambda x: x.erfcinv(), lambda x: (-1 / _gauss(x.erfcinv()),), ulps=4),
    Function("ndtr", lambda c, x: c.erfc(-x / c.sqrt(2)) / 2, norm_cdf, lambda x: (norm_pdf(x),), ulps=4),
    Function("norm_sf", lambda c, x: c.erfc(x / c.sqrt(2)) / 2, norm_sf, lambda x: (-norm_pdf(x),), ulps=4),
    Function("norm_pdf", lambda c, x: c.npdf(x), norm_pdf, lambda x: (-x * norm_pdf(x),), ulps=4),
    Function("log_ndtr", lambda c, x: c.log(c.erfc(-x / c.sqrt(2)) / 2), log_norm_cdf, lambda x: (1 / mills_ratio(-x),), ulps=4),
    Function("ndtri", lambda c, p: c.sqrt(2) * c.erfinv(2 * p - 1), norm_ppf, lambda p: (1 / norm_pdf(norm_ppf(p)),), ulps=4),
    Function("norm_isf", lambda c, p: c.sqrt(2) * c.erfinv(1 - 2 * p), norm_isf, lambda p: (-1 / norm_pdf(norm_isf(p)),), ulps=4),
    Function("expit", lambda c, x: 1 / (1 + c.exp(-x)), _expit, lambda x: (_expit(x) * _expit(-x),), ulps=2),
    Function("logit", lambda c, p: c.log(p / (1 - p)), lambda p: p.log() - (-p).log1p(), lambda p: (1 / (p * (1 - p)),), ulps=2),
    Function(
        "logaddexp", lambda c, x, y: c.log(c.exp(x) + c.exp(y)), _log_add,
        lambda x, y: (_expit(x - y), _expit(y - x)), ulps=2,
    ),
    Function(
        "lgamma", lambda c, x: c.loggamma(x), lambda x: x.lgamma(), lambda x: (x.digamma(),), "lgamma", ulps=4,
    ),
    Function("gamma", lambda c, x: c.gamma(x), lambda x: x.gamma(), lambda x: (x.gamma() * x.digamma(),), "tgamma", ulps=4),
)  # fmt: skip
FUNCTIONS = {function.name: function for function in _TABLE}

_SAME = ("exp", "expm1", "log1p", "log2", "log10", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh")
LIBRARIES: dict[str, dict[str, str]] = {
    "math": {
        **{name: name for name in (*_SAME, "log", "atan", "erf", "erfc", "lgamma", "gamma")}, "pow": "**", "fabs": "abs",
    },
    "numpy": {
        **{name: name for name in (*_SAME, "log", "logaddexp")}, "arctan": "atan", "power": "**", "float_power": "**",
        "abs": "abs", "absolute": "abs", "fabs": "abs", "maximum": "max", "fmax": "max", "minimum": "min", "fmin": "min",
        "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "negative": "neg",
    },
    "scipy.special": {
        **{name: name for name in ("expm1", "log1p", "erf", "erfc", "erfcx", "erfinv", "erfcinv", "ndtr", "ndtri", "log_ndtr")},
        "expit": "expit", "logit": "logit", "gammaln": "lgamma", "gamma": "gamma",
    },
    "scipy.stats.norm": {
        "cdf": "ndtr", "sf": "norm_sf", "pdf": "norm_pdf", "logcdf": "log_ndtr", "ppf": "ndtri", "isf": "norm_isf",
    },
    "statistics.NormalDist": {"cdf": "ndtr", "inv_cdf": "ndtri", "pdf": "norm_pdf"},
}  # fmt: skip
CONSTANTS = {"pi": "pi", "e": "e"}
