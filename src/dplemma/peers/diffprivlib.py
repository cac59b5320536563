"""IBM's diffprivlib: the noise its Gaussian mechanisms add, and its budget accountant.

The deviation is read through the public method `variance`. Version 0.6.6 asks for scikit-learn 1.4 or later but
does not import with 1.9.1, which no longer has a private name it uses; hence the pin in `peers.txt`.
"""

from __future__ import annotations

import math

from dplemma.peers.league.declare import Library, Peer, PeerCall

_mechanisms = Library("diffprivlib.mechanisms")
_library = Library("diffprivlib")


def gaussian_sigma(eps: float, delta: float) -> float:
    return math.sqrt(_mechanisms.GaussianAnalytic(epsilon=eps, delta=delta, sensitivity=1).variance(0))


def gaussian_sigma_classical(eps: float, delta: float) -> float:
    return math.sqrt(_mechanisms.Gaussian(epsilon=eps, delta=delta, sensitivity=1).variance(0))


def composed_epsilon(k: int, eps0: float, delta: float) -> float:
    return _library.BudgetAccountant(slack=delta, spent_budget=[(eps0, 0)] * k).total()[0]


PEER = Peer(
    name="diffprivlib",
    distribution="diffprivlib",
    imports=("diffprivlib", "diffprivlib.mechanisms"),
    note="with scikit-learn 1.7.2: it does not import with 1.9.1",
    calls=(
        PeerCall("gaussian.sigma", gaussian_sigma, "GaussianAnalytic", "exact", "docstring: the calibration of Balle and Wang",
                 points=({"eps": "20", "delta": "3.569809986700448e-10"}, {"eps": "1", "delta": "1e-20"})),
        PeerCall("gaussian.sigma", gaussian_sigma_classical, "Gaussian", "upper",
                 "docstring: the mechanism of Dwork and Roth; eps in (0, 1], delta in (0, 1]", domain={"eps": ("0", "1")}),
        PeerCall("pure.composed_epsilon", composed_epsilon, "BudgetAccountant.total", "upper",
                 "docstring: the composition theorems of Kairouz, Oh and Viswanath; the slack is the delta of the total"),
    ),
)  # fmt: skip
