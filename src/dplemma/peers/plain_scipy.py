"""The textbook formulas as people type them with SciPy: the yardstick of the league, and what most private code contains.

Nothing here is tuned: differences of normal probabilities, SciPy's root finder with its default tolerances.
"""

# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
from __future__ import annotations

import math

from dplemma.peers.league.declare import Peer, PeerCall


def gaussian_delta(eps: float, mu: float) -> float:
    from scipy.stats import norm

    return norm.cdf(mu / 2 - eps / mu) - math.exp(eps) * norm.cdf(-mu / 2 - eps / mu)


def gaussian_log_delta(eps: float, mu: float) -> float:
    from scipy.stats import norm

    first, second = norm.logcdf(mu / 2 - eps / mu), eps + norm.logcdf(-mu / 2 - eps / mu)
    return first + math.log(-math.expm1(second - first))


def gaussian_epsilon(delta: float, mu: float) -> float:
    from scipy.optimize import brentq

    if gaussian_delta(0.0, mu) <= delta:
        return 0.0
    most = mu * mu / 2 + mu * math.sqrt(2 * math.log(1 / delta))
    return brentq(lambda eps: gaussian_delta(eps, mu) - delta, 0.0, most)


def gaussian_sigma(eps: float, delta: float) -> float:
    from scipy.optimize import brentq

    return brentq(lambda sigma: gaussian_delta(eps, 1 / sigma) - delta, 1e-3, 1e6)


def gaussian_sigma_classical(eps: float, delta: float) -> float:
    return math.sqrt(2 * math.log(1.25 / delta)) / eps


def gaussian_tradeoff(fpr: float, mu: float) -> float:
    from scipy.stats import norm

    return norm.cdf(norm.ppf(1 - fpr) - mu)


def gaussian_tv(mu: float) -> float:
    from scipy.stats import norm

    return 2 * norm.cdf(mu / 2) - 1


def gaussian_auc(mu: float) -> float:
    from scipy.stats import norm

    return norm.cdf(mu / math.sqrt(2))


def laplace_delta(eps: float, eps0: float) -> float:
    return max(0.0, 1 - math.exp((eps - eps0) / 2))


def laplace_renyi(order: float, eps0: float) -> float:
    first = order / (2 * order - 1) * math.exp((order - 1) * eps0)
    second = (order - 1) / (2 * order - 1) * math.exp(-order * eps0)
    return math.log(first + second) / (order - 1)


_TEXTBOOK = "a textbook formula, exact on paper"
_ROOT = "a textbook formula; SciPy's root finder stops at 2e-12 by its documented default"
PEER = Peer(
    name="plain_scipy",
    distribution="scipy",
    imports=("scipy.stats", "scipy.optimize"),
    needs=("numpy", "scipy"),
    note="formulas of ours, not a library",
    calls=(
        PeerCall("gaussian.delta", gaussian_delta, "norm.cdf difference", "exact", _TEXTBOOK),
        PeerCall("gaussian.log_delta", gaussian_log_delta, "norm.logcdf difference", "exact", _TEXTBOOK),
        PeerCall("gaussian.epsilon", gaussian_epsilon, "brentq on the cdf difference", "exact", _ROOT, atol=2e-12),
        PeerCall("gaussian.sigma", gaussian_sigma, "brentq on the cdf difference", "exact", _ROOT, atol=2e-12),
        # Dwork and Roth, Theorem A.1: sufficient for 0 < eps < 1 only.
        PeerCall("gaussian.sigma", gaussian_sigma_classical, "sqrt(2 log(1.25/delta))/eps", "upper",
                 "Dwork and Roth (2014), Theorem A.1: enough noise if eps < 1",
                 domain={"eps": ("0", "1"), "delta": ("0", "1/2")}),
        PeerCall("gaussian.tradeoff", gaussian_tradeoff, "norm.cdf(norm.ppf(1 - fpr) - mu)", "exact", _TEXTBOOK),
        PeerCall("gaussian.tv", gaussian_tv, "2 norm.cdf(mu/2) - 1", "exact", _TEXTBOOK),
        PeerCall("gaussian.auc", gaussian_auc, "norm.cdf(mu/sqrt(2))", "exact", _TEXTBOOK),
        PeerCall("laplace.delta", laplace_delta, "1 - exp((eps - eps0)/2)", "exact", _TEXTBOOK),
        PeerCall("laplace.renyi", laplace_renyi, "Mironov's Table II", "exact", _TEXTBOOK),
    ),
)  # fmt: skip
