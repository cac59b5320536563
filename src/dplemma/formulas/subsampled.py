"""One step of Poisson subsampling with rate q, add/remove adjacency, the worse of both directions.

With a base pair (P1, P0) of a symmetric mechanism, the pair is P = (1 - q) P0 + q P1 against Q = P0. For the base profile
D(eps) = sup_S P1(S) - e^eps P0(S) and eps >= 0
    remove:  sup_S P(S) - e^eps Q(S) = q D(log(1 + (e^eps - 1)/q)),
    add:     sup_S Q(S) - e^eps P(S) = w D(eps + log(q/w)),  w = 1 - e^eps (1 - q), and 0 where w <= 0.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.formulas import gaussian, laplace
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval
from dplemma.lang.quantity import quantity

_Q = Interval.lopen(0, 1)


def _worse(profile: Any, eps: Any, q: Any) -> Any:
    """The larger of both directions, from the profile of the base mechanism."""
    weight = 1 - L.exp(eps) * (1 - q)
    remove = q * profile(L.log(1 + (L.exp(eps) - 1) / q))
    return L.Max(remove, L.Piecewise((weight * profile(eps + L.log(q / weight)), weight > 0), (L.Integer(0), True)))


@quantity(
    "subsampled.gaussian_delta", latex=r"\delta_{<sigma>, <q>}(<eps>)",
    eps=NONNEGATIVE, sigma=POSITIVE, q=_Q, values=UNIT, role="guarantee",
    example={"eps": "1", "sigma": "1", "q": "0.01"},
    formula="max(q D(log(1 + (e^eps - 1)/q)), w D(eps + log(q/w))), w = 1 - e^eps (1 - q), D(x) = gaussian.delta(x, 1/sigma)",
    note="one step, Poisson sampling, add/remove adjacency, the worse direction; the second term is 0 where w <= 0",
)  # fmt: skip
def gaussian_delta(eps: Any, sigma: Any, q: Any) -> Any:
    """Privacy profile of one step of the Poisson-subsampled Gaussian mechanism."""
    return _worse(lambda x: gaussian.delta(x, 1 / sigma), eps, q)


@gaussian_delta.form(
    "mills", when=lambda eps, sigma, q: eps > 0, because="far out, where the terms of the plain form have no digits"
)
def _gaussian_delta_mills(eps: Any, sigma: Any, q: Any) -> Any:
    return _worse(lambda x: gaussian.delta.body("mills")(x, 1 / sigma), eps, q)


@quantity(
    "subsampled.gaussian_renyi", latex=r"D_{<order>}(<sigma>, <q>)",
    order=Interval.open(1, "oo"), sigma=POSITIVE, q=_Q, role="guarantee",
    example={"order": "8", "sigma": "1", "q": "0.01"},
    formula="log(E[(1 - q + q e^((2X - 1)/(2 sigma^2)))^order])/(order - 1), X = N(0, sigma^2)",
    note="one step, Poisson sampling, add/remove adjacency; this direction is the larger one (Mironov, Talwar, Zhang 2019); "
    "fractional orders reach about 1000 digits",
    kernel="subsampled.gaussian_renyi",
    because="binomial sum of positive terms for integer orders, certified quadrature or series for fractional ones",
)  # fmt: skip
def gaussian_renyi(order: Any, sigma: Any, q: Any) -> Any:
    """Rényi divergence of one step of the Poisson-subsampled Gaussian mechanism."""
    t = L.Symbol("t_output", real=True)
    ratio = 1 - q + q * L.exp((2 * sigma * t - 1) / (2 * sigma**2))
    return L.log(L.Integral(L.phi(t) * ratio**order, (t, -L.oo, L.oo))) / (order - 1)


@quantity(
    "subsampled.laplace_delta", latex=r"\delta^{\mathrm{Lap}}_{<eps0>, <q>}(<eps>)",
    eps=NONNEGATIVE, eps0=POSITIVE, q=_Q, values=UNIT, role="guarantee",
    example={"eps": "0.1", "eps0": "1", "q": "0.1"},
    formula="max(q D(log(1 + (e^eps - 1)/q)), w D(eps + log(q/w))), w = 1 - e^eps (1 - q), D(x) = laplace.delta(x, eps0)",
    note="one step, Poisson sampling, add/remove adjacency, the worse direction; the second term is 0 where w <= 0",
)  # fmt: skip
def laplace_delta(eps: Any, eps0: Any, q: Any) -> Any:
    """Privacy profile of one step of the Poisson-subsampled Laplace mechanism."""
    return _worse(lambda x: laplace.delta(x, eps0), eps, q)


@laplace_delta.form("zero", when=lambda eps, eps0, q: eps >= eps0, because="exactly 0 from eps0 on")
def _laplace_delta_zero(eps: Any, eps0: Any, q: Any) -> Any:
    return L.Integer(0)
