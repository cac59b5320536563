"""Central-limit parameters of noisy gradient descent. Asymptotic: neither an upper nor a lower bound."""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import POSITIVE, Interval
from dplemma.lang.quantity import quantity

_Q, _STEPS = Interval.lopen(0, 1), Interval.integers(1, "oo")


@quantity(
    "dpsgd.mu_clt_poisson", latex=r"\mu_{\mathrm{Poisson}}(<sigma>, <q>, <steps>)",
    sigma=POSITIVE, q=_Q, steps=_STEPS, role="guarantee", status="asymptotic",
    example={"sigma": "1", "q": "0.01", "steps": "1000"}, formula="q sqrt(steps (e^(1/sigma^2) - 1))",
    note="Poisson subsampling, add/remove adjacency",
)  # fmt: skip
def mu_clt_poisson(sigma: Any, q: Any, steps: Any) -> Any:
    """GDP parameter in the central limit of subsampled composition, for Poisson sampling."""
    return q * L.sqrt(steps * (L.exp(1 / sigma**2) - 1))


@quantity(
    "dpsgd.mu_clt_uniform", latex=r"\mu_{\mathrm{uniform}}(<sigma>, <q>, <steps>)",
    sigma=POSITIVE, q=_Q, steps=_STEPS, role="guarantee", status="asymptotic",
    example={"sigma": "1", "q": "0.01", "steps": "1000"},
    formula="q sqrt(2 steps) sqrt(e^(1/sigma^2) Phi(3/(2 sigma)) + 3 Phi(-1/(2 sigma)) - 2)",
    note="uniform subsampling without replacement, replace-one adjacency",
)  # fmt: skip
def mu_clt_uniform(sigma: Any, q: Any, steps: Any) -> Any:
    """GDP parameter in the central limit of subsampled composition, for uniform sampling."""
    inside = L.exp(1 / sigma**2) * L.Phi(L.Rational(3, 2) / sigma) + 3 * L.Phi(-1 / (2 * sigma)) - 2
    return q * L.sqrt(2) * L.sqrt(steps * inside)
