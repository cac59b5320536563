"""Rényi divergence of Gaussians with different variances, and the conversions from Rényi DP to (eps, delta)-DP.

The improved conversion of an (order, rdp) pair is eps = rdp + log((order-1)/order) - log(delta order)/(order-1). For the
Gaussian mechanism rdp = order mu^2/2, and its derivative in the order is mu^2/2 + log(delta order)/(order-1)^2: the best
order is the root of (mu^2/2)(order-1)^2 + log(delta order), which is strictly increasing.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, REAL, UNIT, Interval
from dplemma.lang.quantity import quantity

_ORDER = Interval.open(1, "oo")
_BEST_ORDER = "the root of (mu^2/2)(order-1)^2 + log(delta order), strictly increasing in the order, by interval Newton"


@quantity(
    "renyi.gaussian", latex=r"D_{<order>}\left(N(<mu0>, <sigma0>^2) \,\|\, N(<mu1>, <sigma1>^2)\right)",
    order=_ORDER, mu0=REAL, sigma0=POSITIVE, mu1=REAL, sigma1=POSITIVE, role="guarantee",
    example={"order": "2", "mu0": "0", "sigma0": "1", "mu1": "1", "sigma1": "1"},
    formula="log(sigma1/sigma0) + log(sigma1^2/v)/(2(order - 1)) + order (mu0 - mu1)^2/(2v), "
    "v = order sigma1^2 + (1 - order) sigma0^2 > 0",
    note="infinite where v <= 0",
    such_that=lambda order, mu0, sigma0, mu1, sigma1: order * sigma1**2 + (1 - order) * sigma0**2 > 0,
    needs="order sigma1^2 + (1 - order) sigma0^2 > 0; the divergence is infinite otherwise",
)  # fmt: skip
def gaussian(order: Any, mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    """Rényi divergence D_order(N(mu0, sigma0^2) || N(mu1, sigma1^2)) on the line."""
    v = order * sigma1**2 + (1 - order) * sigma0**2
    spread = L.log(sigma1 / sigma0) + L.log(sigma1**2 / v) / (2 * (order - 1))
    return spread + order * (mu0 - mu1) ** 2 / (2 * v)


@gaussian.form(
    "equal-variances", when=lambda order, mu0, sigma0, mu1, sigma1: (sigma0 >= sigma1) & (sigma0 <= sigma1),
    because="the logarithms are exactly 0, which no enclosure can tell",
)  # fmt: skip
def _gaussian_equal_variances(order: Any, mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    return order * (mu0 - mu1) ** 2 / (2 * sigma1**2)


@quantity(
    "renyi.epsilon_standard", latex=r"\varepsilon_{\mathrm{std}}(<order>, <rdp>, <delta>)",
    order=_ORDER, rdp=NONNEGATIVE, delta=UNIT, role="guarantee",
    status="bound", example={"order": "8", "rdp": "4", "delta": "1e-5"},
    formula="rdp + log(1/delta)/(order - 1)",
)  # fmt: skip
def epsilon_standard(order: Any, rdp: Any, delta: Any) -> Any:
    """Standard conversion: (order, rdp)-RDP implies (eps, delta)-DP with this eps."""
    return rdp + L.log(1 / delta) / (order - 1)


@quantity(
    "renyi.epsilon_improved", latex=r"\varepsilon_{\mathrm{imp}}(<order>, <rdp>, <delta>)",
    order=_ORDER, rdp=NONNEGATIVE, delta=UNIT, role="guarantee",
    status="bound", example={"order": "8", "rdp": "4", "delta": "1e-5"},
    formula="rdp + log((order - 1)/order) - log(delta order)/(order - 1)",
    note="not clamped: where it is negative, eps = 0 suffices",
)  # fmt: skip
def epsilon_improved(order: Any, rdp: Any, delta: Any) -> Any:
    """Improved conversion of Balle et al.: (order, rdp)-RDP implies (eps, delta)-DP with this smaller eps."""
    return rdp + L.log((order - 1) / order) - L.log(delta * order) / (order - 1)


@quantity(
    "renyi.order_best", latex=r"\alpha^{*}(<mu>, <delta>)",
    mu=POSITIVE, delta=UNIT, role="neutral", example={"mu": "1", "delta": "1e-5"},
    formula="the order > 1 at which renyi.epsilon_improved(order, order mu^2/2, delta) is least",
    kernel="conversions.gaussian_best_order", because=_BEST_ORDER,
)  # fmt: skip
def order_best(mu: Any, delta: Any) -> Any:
    """Order of the best conversion of the Gaussian mechanism's Rényi curve."""
    order = L.Symbol("t_order", real=True)
    return L.ArgMin(epsilon_improved(order, order * mu**2 / 2, delta), (order, 1, L.oo))


@quantity(
    "renyi.epsilon_best", latex=r"\varepsilon^{*}(<mu>, <delta>)",
    mu=POSITIVE, delta=UNIT, role="guarantee", status="bound", example={"mu": "1", "delta": "1e-5"},
    formula="inf over order > 1 of renyi.epsilon_improved(order, order mu^2/2, delta)",
    note="gaussian.epsilon(delta, mu) is the exact value; not clamped: where it is negative, eps = 0 suffices; the order is "
    "renyi.order_best",
    kernel="conversions.gaussian_epsilon", because=_BEST_ORDER,
)  # fmt: skip
def epsilon_best(mu: Any, delta: Any) -> Any:
    """Best eps that the improved conversion gives for the Gaussian mechanism, over all orders."""
    order = order_best(mu, delta)
    return epsilon_improved(order, order * mu**2 / 2, delta)
