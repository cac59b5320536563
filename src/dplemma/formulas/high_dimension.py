"""The length test in high dimension: its ROC curve becomes that of a Gaussian mechanism, and how far it still is from it.

The squared length is a sum of d independent squares: turned so that the shift is the same in every coordinate, of (z + m)^2 with
m = mu/sqrt(d), mean 1 + m^2 and variance 2 + 4 m^2. In the limit d -> oo with mu^2/sqrt(2d) fixed both laws are normal.

Distance (Berry and Esseen, with Shevtsova's constant 0.4748): at no point does the distribution function of the standardised
length differ from Phi by more than 0.4748 E|Y|^3/((2 + 4 m^2)^(3/2) sqrt(d)), Y = (z + m)^2 - 1 - m^2. Y is negative where |z +
m| < c = sqrt(1 + m^2), and (z^2 + 2mz - 1)^3 phi(z) integrates to 8 (1 + 3 m^2) Phi(z) - B(z) phi(z) with B(c - m) = 4 (c (2
m^2 + 3) + m (2 m^2 + 7)) and B(-c - m) = -4 (c (2 m^2 + 3) - m (2 m^2 + 7)).
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval
from dplemma.lang.quantity import quantity

_DIMENSION = Interval.integers(1, "oo")
_LABEL = "of the length test, a restricted adversary: not a DP guarantee"


@quantity(
    "high_dimension.mu", latex=r"\mu_{\infty}(<d>, <mu>)",
    d=_DIMENSION, mu=POSITIVE, role="guarantee", status="asymptotic", example={"d": "300", "mu": "1"}, formula="mu^2/sqrt(2 d)",
    note=f"{_LABEL}; for N outputs of one query mu is sqrt(N) times that of one",
)  # fmt: skip
def mu(d: Any, mu: Any) -> Any:
    """GDP parameter that the length test has in the limit of high dimension."""
    return mu**2 / L.sqrt(2 * d)


@quantity(
    "high_dimension.roc", latex=r"R^{\infty}_{<d>, <mu>}(<fpr>)",
    fpr=UNIT, d=_DIMENSION, mu=POSITIVE, values=UNIT, role="guarantee", status="asymptotic",
    example={"fpr": "0.1", "d": "300", "mu": "1"},
    formula="Phi((PhiInv(fpr) + mu^2/sqrt(2 d))/sqrt(1 + 2 mu^2/d))",
    note=f"{_LABEL}; glrt.roc with normal laws of the same means and variances",
)  # fmt: skip
def roc(fpr: Any, d: Any, mu: Any) -> Any:
    """True positive rate of the length test as if the lengths were normal."""
    return L.Phi((L.PhiInv(fpr) + mu**2 / L.sqrt(2 * d)) / L.sqrt(1 + 2 * mu**2 / d))


@quantity(
    "high_dimension.distance", latex=r"\Delta_{\mathrm{BE}}(<d>, <mu>)",
    d=_DIMENSION, mu=NONNEGATIVE, role="guarantee", status="bound", example={"d": "300", "mu": "1"},
    formula="0.4748 E|Y|^3/((2 + 4 m^2)^(3/2) sqrt(d)), Y = (z + m)^2 - 1 - m^2, z = N(0, 1), m = mu/sqrt(d)",
    note="of the laws, so of the true positive rate at a given length; mu = 0 is the law without the record, of the false "
    "positive rate. Constant 0.4748 of Shevtsova (2011)",
)  # fmt: skip
def distance(d: Any, mu: Any) -> Any:
    """Bound on how far the law of the squared length is from the normal law of the same mean and variance (Berry-Esseen)."""
    m = mu / L.sqrt(d)
    c = L.sqrt(1 + m**2)
    even, odd = c * (2 * m**2 + 3), m * (2 * m**2 + 7)
    inside = L.Phi(c - m) - L.Phi(-c - m)
    density = L.exp(-L.Rational(1, 2) - m**2) / L.sqrt(2 * L.pi)  # phi(c - m) is e^(cm) and phi(c + m) e^(-cm) times this
    outside = (even + odd) * L.exp(c * m) + (even - odd) * L.exp(-c * m)
    third = 8 * (1 + 3 * m**2) * (1 - 2 * inside) + 8 * density * outside
    return L.Rational(1187, 2500) * third / ((2 + 4 * m**2) * L.sqrt(2 + 4 * m**2) * L.sqrt(d))
