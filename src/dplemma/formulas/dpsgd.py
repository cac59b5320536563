"""Central-limit parameters of noisy gradient descent. Asymptotic: neither an upper nor a lower bound."""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import Interval
from dplemma.lang.quantity import quantity


@quantity(
    "dpsgd.mu_clt_uniform", sigma=Interval.open(0, "oo"), q=Interval.lopen(0, 1), steps=Interval.integers(1, "oo"),
    role="guarantee", status="asymptotic", aliases={"sample_rate": "q", "sampling_prob": "q", "noise_multiplier": "sigma"},
    example={"sigma": "1", "q": "0.01", "steps": "1000"},
    formula="q sqrt(2 steps) sqrt(e^(1/sigma^2) Phi(3/(2 sigma)) + 3 Phi(-1/(2 sigma)) - 2)",
    note="uniform subsampling without replacement, replace-one adjacency",
)  # fmt: skip
def mu_clt_uniform(sigma: Any, q: Any, steps: Any) -> Any:
    """GDP parameter in the central limit of subsampled composition, for uniform sampling."""
    inside = L.exp(1 / sigma**2) * L.Phi(L.Rational(3, 2) / sigma) + 3 * L.Phi(-1 / (2 * sigma)) - 2
    return q * L.sqrt(2) * L.sqrt(steps * inside)
