"""eps0-DP in the worst case, which is randomised response, and its exact composition.

Every eps0-DP mechanism is dominated by the pair (e^eps0, 1)/(1 + e^eps0) against (1, e^eps0)/(1 + e^eps0), so the values here
are exact for randomised response and the best possible bounds for all eps0-DP mechanisms (Kairouz, Oh, Viswanath 2015).
Adjacency is whichever one the mechanism is eps0-DP for.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval
from dplemma.lang.quantity import quantity

_RATE, _DELTA, _COUNT = Interval(0, 1), Interval.ropen(0, 1), Interval.integers(1, "oo")


@quantity(
    "pure.delta", latex=r"\delta^{\mathrm{RR}}_{<eps0>}(<eps>)",
    eps=NONNEGATIVE, eps0=POSITIVE, values=UNIT, role="guarantee", example={"eps": "0.5", "eps0": "1"},
    formula="max(0, (e^eps0 - e^eps)/(1 + e^eps0))",
)  # fmt: skip
def delta(eps: Any, eps0: Any) -> Any:
    """Privacy profile: the least delta for which every eps0-DP mechanism is (eps, delta)-DP."""
    return L.Max(0, (L.exp(eps0) - L.exp(eps)) / (1 + L.exp(eps0)))


delta.form("zero", when=lambda eps, eps0: eps >= eps0, because="exactly 0 from eps0 on")(lambda eps, eps0: L.Integer(0))


@quantity(
    "pure.epsilon", latex=r"\varepsilon^{\mathrm{RR}}_{<eps0>}(<delta>)",
    delta=_DELTA, eps0=POSITIVE, role="guarantee", example={"delta": "1e-5", "eps0": "1"},
    formula="max(0, log(e^eps0 - delta (1 + e^eps0)))",
)  # fmt: skip
def epsilon(delta: Any, eps0: Any) -> Any:
    """Least eps >= 0 for which every eps0-DP mechanism is (eps, delta)-DP."""
    return L.log(L.Max(1, L.exp(eps0) - delta * (1 + L.exp(eps0))))


epsilon.form("pure", when=lambda delta, eps0: delta <= 0, because="exactly eps0 at delta = 0")(lambda delta, eps0: eps0)


@quantity(
    "pure.mu", latex=r"\mu^{\mathrm{RR}}(<eps0>)",
    eps0=POSITIVE, role="guarantee", example={"eps0": "1"}, formula="-2 PhiInv(1/(1 + e^eps0))",
    note="the supremum over eps >= 0 of gaussian.mu(eps, pure.delta(eps, eps0)), attained at eps = 0",
)  # fmt: skip
def mu(eps0: Any) -> Any:
    """Least mu for which every eps0-DP mechanism is mu-GDP."""
    return -2 * L.PhiInv(1 / (1 + L.exp(eps0)))


@quantity(
    "pure.roc", latex=r"R^{\mathrm{RR}}_{<eps0>}(<fpr>)",
    fpr=_RATE, eps0=POSITIVE, values=UNIT, role="guarantee", example={"fpr": "0.1", "eps0": "1"},
    formula="min(e^eps0 fpr, 1 - e^-eps0 (1 - fpr))",
)  # fmt: skip
def roc(fpr: Any, eps0: Any) -> Any:
    """Greatest true positive rate of a test with this false positive rate."""
    return L.Min(L.exp(eps0) * fpr, 1 - L.exp(-eps0) * (1 - fpr))


@quantity(
    "pure.tradeoff", latex=r"T^{\mathrm{RR}}_{<eps0>}(<fpr>)",
    fpr=_RATE, eps0=POSITIVE, values=UNIT, role="tradeoff", example={"fpr": "0.1", "eps0": "1"},
    formula="max(1 - e^eps0 fpr, e^-eps0 (1 - fpr))",
)  # fmt: skip
def tradeoff(fpr: Any, eps0: Any) -> Any:
    """Trade-off function: least type II error of a test of level fpr."""
    return L.Max(1 - L.exp(eps0) * fpr, L.exp(-eps0) * (1 - fpr))


@quantity(
    "pure.composed_delta", latex=r"\delta^{\mathrm{RR}, <k>}_{<eps0>}(<eps>)",
    k=_COUNT, eps0=POSITIVE, eps=NONNEGATIVE, values=UNIT, role="guarantee",
    example={"k": "50", "eps0": "0.2", "eps": "4"},
    formula="sum over i of C(k, i) max(0, e^(i eps0) - e^(eps + (k - i) eps0))/(1 + e^eps0)^k",
    kernel="composition.composed_delta",
    because="exact binomials, and only positive terms C(k, i) e^(i eps0) (1 - e^(eps - (2i - k) eps0)) are added",
)  # fmt: skip
def composed_delta(k: Any, eps0: Any, eps: Any) -> Any:
    """Privacy profile of the k-fold composition of eps0-DP mechanisms."""
    i = L.Symbol("i_count", real=True)
    term = L.binomial(k, i) * L.Max(0, L.exp(i * eps0) - L.exp(eps + (k - i) * eps0))
    return L.Sum(term, (i, 0, k)) / (1 + L.exp(eps0)) ** k


@quantity(
    "pure.composed_epsilon", latex=r"\varepsilon^{\mathrm{RR}, <k>}_{<eps0>}(<delta>)",
    k=_COUNT, eps0=POSITIVE, delta=_DELTA, role="guarantee",
    example={"k": "50", "eps0": "0.2", "delta": "1e-5"},
    formula="the root x of pure.composed_delta(k, eps0, x) = delta; 0 once delta >= pure.composed_delta(k, eps0, 0)",
    kernel="composition.composed_epsilon",
    because="the profile is linear in e^eps between the losses (2i - k) eps0: certified segment, closed form on it",
)  # fmt: skip
def composed_epsilon(k: Any, eps0: Any, delta: Any) -> Any:
    """Least eps >= 0 for which every k-fold composition of eps0-DP mechanisms is (eps, delta)-DP."""
    x = L.Symbol("x_eps", real=True)
    root = L.Root(composed_delta(k, eps0, x) - delta, (x, 0, k * eps0))
    return L.Piecewise((k * eps0, delta <= 0), (L.Integer(0), delta >= composed_delta(k, eps0, 0)), (root, True))


def _beyond_all_losses(k: Any, eps0: Any, eps: Any) -> Any:
    return eps >= k * eps0


composed_delta.form("zero", when=_beyond_all_losses, because="exactly 0 from k eps0 on")(lambda k, eps0, eps: L.Integer(0))
composed_epsilon.form("pure", when=lambda k, eps0, delta: delta <= 0, because="exactly k eps0 at delta = 0")(
    lambda k, eps0, delta: k * eps0
)
