"""Rényi divergence of Gaussians with different variances, and the conversions from Rényi DP to (eps, delta)-DP."""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, REAL, UNIT, Interval
from dplemma.lang.quantity import quantity

_ORDER = Interval.open(1, "oo")
_ALIASES = {"alpha": "order", "rho": "rdp"}


@quantity(
    "renyi.gaussian", order=_ORDER, mu0=REAL, sigma0=POSITIVE, mu1=REAL, sigma1=POSITIVE, role="guarantee",
    aliases=_ALIASES, example={"order": "2", "mu0": "0", "sigma0": "1", "mu1": "1", "sigma1": "1"},
    formula="log(sigma1/sigma0) + log(sigma1^2/v)/(2(order - 1)) + order (mu0 - mu1)^2/(2v), "
    "v = order sigma1^2 + (1 - order) sigma0^2 > 0",
    note="infinite where v <= 0",
)  # fmt: skip
def gaussian(order: Any, mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    """Rényi divergence D_order(N(mu0, sigma0^2) || N(mu1, sigma1^2)) on the line."""
    v = order * sigma1**2 + (1 - order) * sigma0**2
    spread = L.log(sigma1 / sigma0) + L.log(sigma1**2 / v) / (2 * (order - 1))
    return spread + order * (mu0 - mu1) ** 2 / (2 * v)


@quantity(
    "renyi.epsilon_standard", order=_ORDER, rdp=NONNEGATIVE, delta=UNIT, role="guarantee",
    status="bound", aliases=_ALIASES, example={"order": "8", "rdp": "4", "delta": "1e-5"},
    formula="rdp + log(1/delta)/(order - 1)",
)  # fmt: skip
def epsilon_standard(order: Any, rdp: Any, delta: Any) -> Any:
    """Standard conversion: (order, rdp)-RDP implies (eps, delta)-DP with this eps."""
    return rdp + L.log(1 / delta) / (order - 1)


@quantity(
    "renyi.epsilon_improved", order=_ORDER, rdp=NONNEGATIVE, delta=UNIT, role="guarantee",
    status="bound", aliases=_ALIASES, example={"order": "8", "rdp": "4", "delta": "1e-5"},
    formula="rdp + log((order - 1)/order) - log(delta order)/(order - 1)",
)  # fmt: skip
def epsilon_improved(order: Any, rdp: Any, delta: Any) -> Any:
    """Improved conversion of Balle et al.: (order, rdp)-RDP implies (eps, delta)-DP with this smaller eps."""
    return rdp + L.log((order - 1) / order) - L.log(delta * order) / (order - 1)
