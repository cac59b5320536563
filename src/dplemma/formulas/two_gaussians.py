"""Two Gaussians with different means and variances, P0 = N(mu0, sigma0^2) and P1 = N(mu1, sigma1^2): how well they are told
apart.

With w = sigma1^2/sigma0^2 - 1, D = (mu0 - mu1)^2/sigma0^2 and u = 1 + a w the Chernoff divergence -log int P0^a P1^(1-a) is
    f(a) = D a (1 - a)/(2u) + log(u)/2 - a log(1 + w)/2,
    f'(a) = D (1 - 2a - a^2 w)/(2u^2) + w/(2u) - log(1 + w)/2,        f''(a) = -D (1 + w)/u^3 - w^2/(2u^2) < 0,
with f(0) = f(1) = 0, so its peak is inside (0, 1) and unique. Equal variances have it at 1/2.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import POSITIVE, REAL
from dplemma.lang.quantity import quantity

_EXAMPLE = {"mu0": "0", "sigma0": "1", "mu1": "1", "sigma1": "2"}
_DIFFERENT = "mu0 != mu1 or sigma0 != sigma1: there is nothing to tell apart otherwise"
_PEAK = (
    "the peak of a strictly concave function: the root of its derivative by interval Newton, the value by the mean value theorem"
)
_EQUAL = "the logarithms are exactly 0, which no enclosure can tell"


def _equal_variances(mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    return (sigma0 >= sigma1) & (sigma0 <= sigma1)


def _different(mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    return (mu0 > mu1) | (mu0 < mu1) | (sigma0 > sigma1) | (sigma0 < sigma1)


@quantity(
    "two_gaussians.kl", latex=r"D_{\mathrm{KL}}\left(N(<mu0>, <sigma0>^2) \,\|\, N(<mu1>, <sigma1>^2)\right)",
    mu0=REAL, sigma0=POSITIVE, mu1=REAL, sigma1=POSITIVE, role="guarantee", example=_EXAMPLE,
    formula="log(sigma1/sigma0) + (sigma0^2 + (mu0 - mu1)^2)/(2 sigma1^2) - 1/2",
    note="not symmetric: the other order exchanges the two Gaussians; the limit of renyi.gaussian as the order tends to 1",
)  # fmt: skip
def kl(mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    """Kullback-Leibler divergence of N(mu0, sigma0^2) from N(mu1, sigma1^2)."""
    return L.log(sigma1 / sigma0) + (sigma0**2 + (mu0 - mu1) ** 2) / (2 * sigma1**2) - L.Rational(1, 2)


@kl.form("equal-variances", when=_equal_variances, because=_EQUAL)
def _kl_equal_variances(mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    return (mu0 - mu1) ** 2 / (2 * sigma1**2)


def _divergence(a: Any, mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    """Chernoff divergence with the exponent a on the first and 1 - a on the second Gaussian."""
    v = (1 - a) * sigma0**2 + a * sigma1**2
    return a * (1 - a) * (mu0 - mu1) ** 2 / (2 * v) + L.log(v) / 2 - (1 - a) * L.log(sigma0) - a * L.log(sigma1)


@quantity(
    "two_gaussians.chernoff_exponent", latex=r"a^{*}(<mu0>, <sigma0>, <mu1>, <sigma1>)",
    mu0=REAL, sigma0=POSITIVE, mu1=REAL, sigma1=POSITIVE, role="neutral", example=_EXAMPLE,
    formula="the a in (0, 1) at which a (1 - a)(mu0 - mu1)^2/(2v) + log(v)/2 - (1 - a) log(sigma0) - a log(sigma1) is greatest, "
    "v = (1 - a) sigma0^2 + a sigma1^2",
    such_that=_different, needs=_DIFFERENT, kernel="two_gaussians.chernoff_exponent", because=_PEAK,
)  # fmt: skip
def chernoff_exponent(mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    """Exponent, on the first Gaussian, at which the Chernoff divergence is greatest."""
    a = L.Symbol("a_exponent", real=True)
    return L.ArgMax(_divergence(a, mu0, sigma0, mu1, sigma1), (a, 0, 1))


@chernoff_exponent.form("equal-variances", when=_equal_variances, because="exactly 1/2, by symmetry")
def _chernoff_exponent_equal_variances(mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    return L.Rational(1, 2)


@quantity(
    "two_gaussians.chernoff", latex=r"C\left(N(<mu0>, <sigma0>^2), N(<mu1>, <sigma1>^2)\right)",
    mu0=REAL, sigma0=POSITIVE, mu1=REAL, sigma1=POSITIVE, role="guarantee", example=_EXAMPLE,
    formula="max over a in (0, 1) of a (1 - a)(mu0 - mu1)^2/(2v) + log(v)/2 - (1 - a) log(sigma0) - a log(sigma1), "
    "v = (1 - a) sigma0^2 + a sigma1^2",
    note="the best exponent of the error of a test of many samples; the exponent a is two_gaussians.chernoff_exponent",
    such_that=_different, needs=_DIFFERENT, kernel="two_gaussians.chernoff", because=_PEAK,
)  # fmt: skip
def chernoff(mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    """Chernoff information of N(mu0, sigma0^2) and N(mu1, sigma1^2)."""
    return _divergence(chernoff_exponent(mu0, sigma0, mu1, sigma1), mu0, sigma0, mu1, sigma1)


@chernoff.form("equal-variances", when=_equal_variances, because=_EQUAL)
def _chernoff_equal_variances(mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    return (mu0 - mu1) ** 2 / (8 * sigma1**2)
