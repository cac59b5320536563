"""Noisy gradient descent composed over all its steps: certified values, by the accountant.

T steps of Poisson sampling with rate q and noise sigma compose the pair P = (1-q) N(0, sigma^2) + q N(1, sigma^2) against
Q = N(0, sigma^2); the profile is the larger one of (P, Q) and (Q, P). It is a T-fold integral, for which the language has no
expression; the contour integral that computes it, with its error bounds, stands in `dplemma.account`.
"""

from __future__ import annotations

from typing import Any

from dplemma.base.errors import BadClaim
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval
from dplemma.lang.quantity import quantity

_Q, _STEPS = Interval.lopen(0, 1), Interval.integers(1, "oo")
_NOTE = "Poisson sampling, add/remove adjacency, the worse direction; up to about 60 digits, and none where hits are too rare"
_BECAUSE = "the contour integral of the moment generating function of the loss, with proved aliasing and truncation bounds"


def _no_expression(name: str) -> BadClaim:
    return BadClaim(f"{name} is computed by an algorithm and has no expression")


@quantity(
    "composed.epsilon", latex=r"\varepsilon_{<sigma>, <q>, <steps>}(<delta>)",
    delta=UNIT, sigma=POSITIVE, q=_Q, steps=_STEPS, role="guarantee",
    example={"delta": "1e-5", "sigma": "1", "q": "0.01", "steps": "1000"},
    formula="the least eps >= 0 with composed.delta(eps, sigma, q, steps) <= delta", note=_NOTE,
    kernel="account.composed.epsilon", because=_BECAUSE, in_words=True,
)  # fmt: skip
def epsilon(delta: Any, sigma: Any, q: Any, steps: Any) -> Any:
    """Least eps of so many steps of noisy gradient descent at this delta."""
    raise _no_expression("composed.epsilon")


@quantity(
    "composed.delta", latex=r"\delta_{<sigma>, <q>, <steps>}(<eps>)",
    eps=NONNEGATIVE, sigma=POSITIVE, q=_Q, steps=_STEPS, values=UNIT, role="guarantee",
    example={"eps": "2", "sigma": "1", "q": "0.01", "steps": "1000"},
    formula="the larger of E_Q (dP/dQ - e^eps)_+ for the pair of all steps and for the reversed pair", note=_NOTE,
    kernel="account.composed.delta", because=_BECAUSE, in_words=True,
)  # fmt: skip
def delta(eps: Any, sigma: Any, q: Any, steps: Any) -> Any:
    """Privacy profile of so many steps of noisy gradient descent."""
    raise _no_expression("composed.delta")
