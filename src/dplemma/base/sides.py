"""Which side of the truth is unsafe: stated here once, read by rounding, audits, cancellation and tests.

A number that is reported in place of the truth lies below it or above it. One of the two may promise more privacy than there
is: a guarantee that is too small, a trade-off curve that is too high, too little noise, too large a budget. `ROLES` has that
side for every role of a quantity; nothing else in the project decides it, and a role that is not in the table is an error.
Main definitions: `Side`, `ROLES`.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType


class Side(StrEnum):
    """A side of the truth; `NEITHER` where no error is unsafe by itself. No direction of an error equals `NEITHER`."""

    BELOW = "below"
    ABOVE = "above"
    NEITHER = "neither"

    @property
    def words(self) -> str:
        """What it means that this side is the unsafe one."""
        return _WORDS[self]

    @property
    def safe_rounding(self) -> str:
        """The rounding that never lands on this side, for a number of which this is the unsafe side."""
        return _SAFE_ROUNDING[self]


_WORDS = {
    Side.BELOW: "too small is unsafe",
    Side.ABOVE: "too large is unsafe",
    Side.NEITHER: "neither side is unsafe by itself",
}
_SAFE_ROUNDING = {Side.BELOW: "up", Side.ABOVE: "down", Side.NEITHER: "nearest"}

ROLES = MappingProxyType(
    {
        "guarantee": Side.BELOW,  # delta, eps, a divergence, AUC, TPR, F_beta: what the adversary may reach at most
        "tradeoff": Side.ABOVE,  # a type II error, 1 - delta: what the adversary suffers at least
        "calibration-lower": Side.BELOW,  # sigma: the least noise that is enough
        "calibration-upper": Side.ABOVE,  # the largest mu, eps or rho that is allowed
        "neutral": Side.NEITHER,  # where an optimum is attained
    }
)
"""The unsafe side of every role."""
