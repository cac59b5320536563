"""Zero-concentrated DP to (eps, delta)-DP: the best of the improved Rényi conversions over all orders (Canonne, Kamath,
Steinke 2020, Proposition 7). A rho-zCDP mechanism has Rényi divergence at most rho order at every order > 1.

log delta(order) = (order-1)(order rho - eps) - log(order) + (order-1) log(1 - 1/order) is strictly convex in the order, with
derivative (2 order - 1) rho - eps + log(1 - 1/order).
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.formulas.renyi import epsilon_improved
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT
from dplemma.lang.quantity import quantity


@quantity(
    "zcdp.delta", latex=r"\delta^{\mathrm{zCDP}}_{<rho>}(<eps>)",
    rho=POSITIVE, eps=NONNEGATIVE, values=UNIT, role="guarantee", status="bound",
    example={"rho": "0.5", "eps": "4"},
    formula="inf over order > 1 of e^((order - 1)(order rho - eps)) (1 - 1/order)^order/(order - 1)",
    kernel="conversions.zcdp_delta",
    because="the root of (2 order - 1) rho - eps + log(1 - 1/order), strictly increasing in the order, by interval Newton",
)  # fmt: skip
def delta(rho: Any, eps: Any) -> Any:
    """Least delta that the improved conversion gives for a rho-zCDP mechanism."""
    t = L.Symbol("t_order", real=True)
    log_delta = (t - 1) * (t * rho - eps) - L.log(t) + (t - 1) * L.log((t - 1) / t)
    return L.exp(log_delta.subs(t, L.ArgMin(log_delta, (t, 1, L.oo))))


@quantity(
    "zcdp.epsilon", latex=r"\varepsilon^{\mathrm{zCDP}}_{<rho>}(<delta>)",
    rho=POSITIVE, delta=UNIT, role="guarantee", status="bound", example={"rho": "0.5", "delta": "1e-5"},
    formula="inf over order > 1 of renyi.epsilon_improved(order, order rho, delta)",
    note="not clamped: where it is negative, eps = 0 suffices",
    kernel="conversions.zcdp_epsilon",
    because="the root of rho (order-1)^2 + log(delta order), strictly increasing in the order, by interval Newton",
)  # fmt: skip
def epsilon(rho: Any, delta: Any) -> Any:
    """Least eps that the improved conversion gives for a rho-zCDP mechanism."""
    t = L.Symbol("t_order", real=True)
    converted = epsilon_improved(t, t * rho, delta)
    return converted.subs(t, L.ArgMin(converted, (t, 1, L.oo)))


@quantity(
    "zcdp.rho", latex=r"\rho^{\mathrm{zCDP}}(<eps>, <delta>)",
    eps=NONNEGATIVE, delta=UNIT, role="calibration-upper", status="bound", example={"eps": "1", "delta": "1e-5"},
    formula="the root r of log zcdp.delta(r, eps) = log delta",
    note="every rho-zCDP mechanism with rho up to this one is (eps, delta)-DP by the improved conversion",
    kernel="conversions.zcdp_rho",
    because="at the best order of both conversions rho = -log(delta order)/(order - 1)^2 and eps = (2 order - 1) rho "
    "+ log(1 - 1/order), which falls strictly with the order: its root by interval Newton",
)  # fmt: skip
def rho(eps: Any, delta: Any) -> Any:
    """Largest rho for which the improved conversion makes every rho-zCDP mechanism (eps, delta)-DP."""
    t = L.Symbol("t_order", real=True)
    budget = -L.log(delta * t) / (t - 1) ** 2
    spent = (2 * t - 1) * budget + L.log((t - 1) / t)
    return budget.subs(t, L.Root(spent - eps, (t, 1, 1 / delta)))
