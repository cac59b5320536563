"""Laws of every mechanism: what a profile, its divergence and its tests have in common."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from dplemma.testing.law_table.shared import ANY_TEST, CH, GB, HT, RATES, SI, law
from dplemma.testing.lawbook import Functions, Law


def _profile_laws(family: str, name: str, before: str, after: str) -> list[Law]:
    """What holds for the profile of any mechanism; `before` and `after` are the parameters around eps."""
    called = f"{name}({', '.join([*before.split(), 'eps', *after.split()])})"

    def at(F: Functions, eps: float, rest: Mapping[str, Any]) -> float:
        return getattr(F, name)(*(rest[key] for key in before.split()), eps, *(rest[key] for key in after.split()))

    def between(F: Functions, eps: float, **rest: Any) -> Any:
        d, bare = at(F, eps, rest), at(F, 0.0, rest)
        return [(0.0, "<=", d), (d, "<=", bare), (bare, "<=", (math.expm1(eps) + 2 * d) / (math.exp(eps) + 1))]

    def implied(F: Functions, eps: float, eps_2: float, **rest: Any) -> Any:
        d = at(F, eps_2, rest)
        return at(F, eps, rest), "<=", d + (1 - d) * max(0.0, math.exp(eps_2) - math.exp(eps)) / (1 + math.exp(eps_2))

    others = (*before.split(), *after.split())
    return [
        Law(
            name=f"{name.replace('_', '-')}-between-its-ends", family=family, needs=(name,), over=("eps", *others), holds=between,
            says=f"0 <= d(eps) <= d(0) <= (e^eps - 1 + 2 d(eps))/(e^eps + 1) for d(eps) = {called}",
            claims=(f"{CH}chain/delta-dp-eps-delta-dp",),
        ),
        Law(
            name=f"{name.replace('_', '-')}-one-pair-bounds-all", family=family, needs=(name,), over=("eps", "eps_2", *others),
            says=f"d(eps) <= d(eps_2) + (1 - d(eps_2)) max(0, e^eps_2 - e^eps)/(1 + e^eps_2) for d(eps) = {called}",
            claims=(f"{GB}theorem-2-1/sufficiency",), holds=implied,
        ),
    ]  # fmt: skip


def _test_laws(family: str) -> list[Law]:
    """What holds for the tests of an eps0-DP mechanism."""
    return [
        law(family, "roc-below-its-tangents", "delta roc", "roc(fpr, eps0) <= e^eps fpr + delta(eps, eps0)", ANY_TEST,
             lambda F, eps, fpr, eps0: (F.roc(fpr, eps0), "<=", math.exp(eps) * fpr + F.delta(eps, eps0))),
        law(family, "roc-and-tradeoff", "roc tradeoff", "roc + tradeoff = 1", RATES,
             lambda F, fpr, eps0: (F.roc(fpr, eps0) + F.tradeoff(fpr, eps0), "=", 1.0)),
        law(family, "roc-within-the-ratio", "roc", "e^-eps0 <= (roc(y) - roc(x))/(y - x) <= e^eps0 for x < y",
             (f"{HT}theorem-3/proof/lambda-range", f"{SI}def-4-infinity", f"{SI}def-3-symmetric"),
             lambda F, fpr, fpr_2, eps0: [
                 (F.roc(b := max(fpr, fpr_2), eps0), "<=", (y := F.roc(a := min(fpr, fpr_2), eps0)) + math.exp(eps0) * (b - a)),
                 (y + math.exp(-eps0) * (b - a), "<=", F.roc(b, eps0))]),
    ]  # fmt: skip


EVERY = [
    *_profile_laws("gaussian", "delta", "", "mu"),
    *_profile_laws("laplace", "delta", "", "eps0"),
    *_profile_laws("pure", "delta", "", "eps0"),
    *_profile_laws("pure", "composed_delta", "k eps0", ""),
    *_profile_laws("glrt", "delta", "", "d mu"),
    *_profile_laws("subsampled", "gaussian_delta", "", "sigma q"),
    *_profile_laws("subsampled", "laplace_delta", "", "eps0 q"),
    *(law(family, "delta-below-pinsker", "delta kl", f"delta(eps, {name}) <= sqrt(kl({name})/2)",
           f"{CH}section-iv/kl-dp-stronger-than-approx-dp", holds)
      for family, name, holds in (
          ("gaussian", "mu", lambda F, eps, mu: (F.delta(eps, mu), "<=", math.sqrt(F.kl(mu) / 2))),
          ("laplace", "eps0", lambda F, eps, eps0: (F.delta(eps, eps0), "<=", math.sqrt(F.kl(eps0) / 2))))),
    *_test_laws("laplace"),
    *_test_laws("pure"),
]  # fmt: skip
