"""The Laplace mechanism's area under the ROC curve inverted, on Arb balls."""

from __future__ import annotations

from flint import arb


def epsilon_for_auc(auc: arb) -> arb:
    """The x > 0 with 1 - (1/2 + x/4) e^-x = auc: y e^y = -4 e^-2 (1 - auc) for y = -2 - x < -1, Lambert's W below -1."""
    if not 0.5 < auc < 1:
        return arb.nan()
    return -2 - (-4 * (1 - auc) * arb(-2).exp()).lambertw(-1)
