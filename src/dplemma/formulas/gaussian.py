"""The Gaussian mechanism with mu = psi = sensitivity / sigma.

Main definitions: privacy profile `delta` and its inverse `epsilon`, `roc`, `tradeoff`, `auc`, `tv`, `renyi`, `kl`.
Adjacency enters only through the sensitivity, so all of these hold for add/remove and for replace.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT
from dplemma.lang.quantity import quantity

_ALIASES = {"epsilon": "eps", "psi": "mu", "sensitivity_index": "mu", "x": "fpr"}


@quantity(
    "gaussian.delta", eps=NONNEGATIVE, mu=POSITIVE, role="guarantee", aliases=_ALIASES, example={"eps": "1", "mu": "1"},
    formula="Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)",
)  # fmt: skip
def delta(eps: Any, mu: Any) -> Any:
    """Privacy profile: the least delta for which the mechanism is (eps, delta)-DP."""
    return L.Phi(mu / 2 - eps / mu) - L.exp(eps) * L.Phi(-mu / 2 - eps / mu)


@quantity(
    "gaussian.epsilon", delta=UNIT, mu=POSITIVE, role="guarantee", aliases=_ALIASES, example={"delta": "1e-5", "mu": "1"},
    formula="the root x of gaussian.delta(x, mu) = delta; 0 once delta >= gaussian.delta(0, mu)",
)  # fmt: skip
def epsilon(delta: Any, mu: Any) -> Any:
    """Least eps >= 0 for which the mechanism is (eps, delta)-DP; the profile is strictly decreasing in eps."""
    x = L.Symbol("x_eps", real=True)
    root = L.Root(profile(x, mu) - delta, (x, 0, L.oo))
    return L.Piecewise((L.Integer(0), delta >= 2 * L.Phi(mu / 2) - 1), (root, True))


profile = delta


@quantity(
    "gaussian.roc", fpr=UNIT, mu=POSITIVE, role="guarantee", aliases={**_ALIASES, "alpha": "fpr"},
    example={"fpr": "0.1", "mu": "1"}, formula="Phi(mu + PhiInv(fpr))",
)  # fmt: skip
def roc(fpr: Any, mu: Any) -> Any:
    """Greatest true positive rate of a test with this false positive rate."""
    return L.Phi(mu + L.PhiInv(fpr))


@quantity(
    "gaussian.tradeoff", fpr=UNIT, mu=POSITIVE, role="tradeoff", aliases={**_ALIASES, "alpha": "fpr"},
    example={"fpr": "0.1", "mu": "1"}, formula="Phi(PhiInv(1 - fpr) - mu)",
)  # fmt: skip
def tradeoff(fpr: Any, mu: Any) -> Any:
    """Trade-off function G_mu: least type II error of a test of level fpr."""
    return L.Phi(L.PhiInv(1 - fpr) - mu)


@quantity(
    "gaussian.auc", mu=POSITIVE, role="guarantee", aliases=_ALIASES, example={"mu": "1"}, formula="Phi(mu/sqrt(2))",
)  # fmt: skip
def auc(mu: Any) -> Any:
    """Area under the ROC curve."""
    return L.Phi(mu / L.sqrt(2))


@quantity(
    "gaussian.tv", mu=POSITIVE, role="guarantee", aliases=_ALIASES, example={"mu": "1"}, formula="2 Phi(mu/2) - 1",
)  # fmt: skip
def tv(mu: Any) -> Any:
    """Total variation distance, the advantage of the best adversary; equals gaussian.delta(0, mu)."""
    return 2 * L.Phi(mu / 2) - 1


@quantity(
    "gaussian.renyi", order=POSITIVE, mu=POSITIVE, role="guarantee", aliases={**_ALIASES, "alpha": "order"},
    example={"order": "2", "mu": "1"}, formula="order mu^2 / 2",
)  # fmt: skip
def renyi(order: Any, mu: Any) -> Any:
    """Rényi divergence of this order between the outputs on neighbours (order 1: Kullback-Leibler)."""
    return order * mu**2 / 2


@quantity(
    "gaussian.kl", mu=POSITIVE, role="guarantee", aliases=_ALIASES, example={"mu": "1"}, formula="mu^2 / 2",
)  # fmt: skip
def kl(mu: Any) -> Any:
    """Kullback-Leibler divergence between the outputs on neighbours."""
    return mu**2 / 2
