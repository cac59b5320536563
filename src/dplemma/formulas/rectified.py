"""Clip and rectify: a mechanism that is mu-GDP up to eps0 (its head) becomes mu-GDP as a whole and eps0-DP.

Outputs are clipped to an interval and Laplace noise of scale width/eps0 is added. What is known then is both at once, so the ROC
curve is at most the smaller of gaussian.roc and pure.roc, and there is a mechanism with that curve. Near 0 it is the line
e^eps0 x, up to the x_c = Phi(-z) at which Phi(mu - z) = e^eps0 Phi(-z); then that of the Gaussian, whose slope there is e^(mu z
- mu^2/2); then the mirror image. So the profile is gaussian.delta up to eps = mu z - mu^2/2, then (e^eps0 - e^eps) x_c, the
tangent from (e^eps0, 0) to it as a function of e^eps. If mu >= pure.mu(eps0), being eps0-DP says it all: z <= mu/2, and the
curves do not cross.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.formulas import gaussian, pure
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT
from dplemma.lang.quantity import quantity

_BOTH = "every mechanism that is both mu-GDP and eps0-DP, at its worst"


@quantity(
    "rectified.scale", latex=r"b(<width>, <eps0>)",
    width=POSITIVE, eps0=POSITIVE, role="calibration-lower", example={"width": "2", "eps0": "1"}, formula="width/eps0",
    note="clip to an interval of this width, add Laplace noise of this scale: a mechanism that is mu-GDP for eps up to eps0 "
    "becomes mu-GDP and eps0-DP",
)  # fmt: skip
def scale(width: Any, eps0: Any) -> Any:
    """Scale of the Laplace noise that makes a clipped mechanism eps0-DP, and mu-GDP if it was so up to eps0."""
    return width / eps0


@quantity(
    "rectified.roc", latex=r"R_{<mu>, <eps0>}(<fpr>)",
    fpr=UNIT, mu=POSITIVE, eps0=POSITIVE, values=UNIT, role="guarantee",
    example={"fpr": "0.01", "mu": "1", "eps0": "2"}, formula="min(gaussian.roc(fpr, mu), pure.roc(fpr, eps0))", note=_BOTH,
)  # fmt: skip
def roc(fpr: Any, mu: Any, eps0: Any) -> Any:
    """Greatest true positive rate of a test against a mechanism that is mu-GDP and eps0-DP."""
    return L.Min(gaussian.roc(fpr, mu), pure.roc(fpr, eps0))


@quantity(
    "rectified.delta", latex=r"\delta_{<mu>, <eps0>}(<eps>)",
    eps=NONNEGATIVE, mu=POSITIVE, eps0=POSITIVE, values=UNIT, role="guarantee",
    example={"eps": "1.9", "mu": "1", "eps0": "2"},
    formula="0 for eps >= eps0; pure.delta(eps, eps0) for mu >= pure.mu(eps0); gaussian.delta(eps, mu) for eps <= mu z - mu^2/2; "
    "(e^eps0 - e^eps) Phi(-z) beyond, z the root of log(Phi(mu - z)/Phi(-z)) = eps0",
    note=_BOTH, kernel="rectified.delta",
    because="the crossing by interval Newton on the logarithm; both branches agree to first order where they meet",
)  # fmt: skip
def delta(eps: Any, mu: Any, eps0: Any) -> Any:
    """Privacy profile of a mechanism that is mu-GDP and eps0-DP: the least delta for which every such one is (eps, delta)-DP."""
    z = L.Symbol("z_crossing", real=True)
    crossing = L.Root(L.log(L.Phi(mu - z) / L.Phi(-z)) - eps0, (z, -L.oo, L.oo))
    return L.Piecewise(
        (L.Integer(0), eps >= eps0),
        (pure.delta(eps, eps0), mu >= pure.mu(eps0)),
        (gaussian.delta(eps, mu), eps <= mu * crossing - mu**2 / 2),
        ((L.exp(eps0) - L.exp(eps)) * L.Phi(-crossing), True),
    )
