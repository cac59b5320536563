"""What the tables of laws share: short names of papers and of claims that many laws cite, and a way to write a law in a line."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

from dplemma.testing.lawbook import RTOL, Law

SI, GB, CH, HT, GL = "sensitivity_index/", "gdp_bridge/", "chernoff/", "hypothesis_testing/", "glrt/"
PROFILE, RISES = f"{SI}corollary-13", f"{SI}infinite-collection-required/sharpened"
ANY_TEST, RATES, ENVELOPE = f"{SI}corollary-4", f"{SI}rates-sum", f"{SI}lemma-4/envelope"
PHI_INVERSE = NormalDist().inv_cdf


def cdf(x: float) -> float:
    """The normal distribution function."""
    return math.erfc(-x / math.sqrt(2)) / 2


def law(
    family: str, name: str, needs: str, says: str, claims: str | tuple[str, ...], holds: Callable[..., Any], rtol: float = RTOL,
    **on: str,
) -> Law:  # fmt: skip
    cited = (claims,) if isinstance(claims, str) else claims
    return Law(
        name=name, family=family, needs=tuple(needs.split()), says=says, claims=cited, holds=holds, on=on, rtol=rtol
    )  # fmt: skip


def inverse(value: float, back: float, target: float) -> tuple[float, str, float]:
    """delta(epsilon(delta)) is delta, and at most delta where epsilon is 0."""
    return (back, "=", target) if value > 0 else (back, "<=", target)
