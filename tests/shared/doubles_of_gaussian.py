"""The Gaussian mechanism as a careful author writes it with SciPy: what is right passes every law."""

from __future__ import annotations

import math
from collections.abc import Callable

from scipy.optimize import brentq
from scipy.special import erf, erfinv, log_ndtr, ndtr, ndtri


def log_delta(eps: float, mu: float) -> float:
    first, second = log_ndtr(mu / 2 - eps / mu), eps + log_ndtr(-mu / 2 - eps / mu)
    return float(first + math.log(-math.expm1(second - first))) if second < first else -math.inf


def epsilon(delta: float, mu: float) -> float:
    aim, high = math.log(delta), 1.0
    if log_delta(0.0, mu) <= aim:
        return 0.0
    while log_delta(high, mu) > aim:
        high *= 2
    return brentq(lambda eps: log_delta(eps, mu) - aim, 0, high, xtol=1e-15, rtol=1e-15)


def largest_mu(eps: float, delta: float) -> float:
    aim, low, high = math.log(delta), 1.0, 1.0
    while log_delta(eps, high) < aim:
        high *= 2
    while log_delta(eps, low) > aim:
        low /= 2
    return brentq(lambda mu: log_delta(eps, mu) - aim, low, high, xtol=1e-15, rtol=1e-15)


CAREFUL: dict[str, Callable[..., float]] = {
    "delta": lambda eps, mu: math.exp(log_delta(eps, mu)),
    "log_delta": log_delta,
    "epsilon": epsilon,
    "mu": largest_mu,
    "sigma": lambda eps, delta: 1 / largest_mu(eps, delta),
    "roc": lambda fpr, mu: float(ndtr(mu + ndtri(fpr))),
    "tradeoff": lambda fpr, mu: float(ndtr(-ndtri(fpr) - mu)),
    "auc": lambda mu: float(ndtr(mu / math.sqrt(2))),
    "tv": lambda mu: float(erf(mu / math.sqrt(8))),
    "renyi": lambda order, mu: order * mu**2 / 2,
    "kl": lambda mu: mu**2 / 2,
    "chernoff": lambda mu: mu**2 / 8,
    "mu_for_auc": lambda auc: float(math.sqrt(2) * ndtri(auc)),
    "mu_for_tv": lambda tv: float(math.sqrt(8) * erfinv(tv)),
}
