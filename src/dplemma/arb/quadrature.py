"""Certified integrals: Arb's quadrature on a finite range, proved exponential tails outside it.

Integrands are called with complex balls inside the range and with intervals on the tails; see `engines.tails` for the
bound. Functions with branch cuts must return a non-finite ball where they are not analytic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import acb, arb, ctx

from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import OutOfBudget, Unsupported

# bounded factor, decaying factor, logarithmic derivative of the decaying factor
Tail = tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], Any]]
_NOWHERE = acb(arb.nan())
MAX_CUT_DOUBLINGS = 40
MAX_EVALUATIONS = 5000  # beyond it the enclosure is rigorous but wide


def integral(body: Callable[[Any], Any], lower: arb | None, upper: arb | None, tails: Sequence[Tail]) -> arb:
    """Integral of `body` from `lower` to `upper`; None is an infinite end. Not finite where an end has no value."""
    if any(end is not None and not end.is_finite() for end in (lower, upper)):
        return arb.nan()
    if lower is not None and upper is not None:
        return _finite(body, lower, upper)
    negligible = arb(2) ** (-ctx.prec - 4)
    error = arb(0)
    if upper is None:
        start = arb(1) if lower is None else lower.upper().max(arb(0)) + 1
        upper, tail = _cut(tails, start, +1, negligible)
        error += tail
    if lower is None:
        start = (-upper.lower()).max(arb(0)) + 1 if upper < 0 else arb(1)
        cut, tail = _cut(tails, start, -1, negligible)
        lower = -cut
        error += tail
    return _finite(body, lower, upper) + arb(0, error.upper())


def _finite(body: Callable[[Any], Any], lower: arb, upper: arb) -> arb:
    refused: list[Unsupported] = []  # raised again below: flint's integrator takes an exception for a failure of its own

    def integrand(t: acb, _analytic: bool) -> acb:
        try:
            return _NOWHERE if refused else acb(body(t))
        except Unsupported as error:
            refused.append(error)
            return _NOWHERE

    value = acb.integral(integrand, lower, upper, eval_limit=MAX_EVALUATIONS)
    if refused:
        raise refused[0]
    return value.real if isinstance(value, acb) else arb(value)


def _cut(tails: Sequence[Tail], start: arb, sign: int, negligible: arb) -> tuple[arb, arb]:
    """The least cut start * 2^k (or 1.5 times it) beyond which all tails together are negligible, and their bound."""
    cut = arb(start.upper())
    for _ in range(MAX_CUT_DOUBLINGS):
        for factor in (2, 3):
            here = cut * factor / 2
            bound = _tail_bound(tails, arb(here.upper()), sign)
            if bound is not None and bound < negligible:
                return arb(here.upper()), bound
        cut = cut * 2
    raise OutOfBudget("no decay of the integrand could be certified at an infinite end")


def _tail_bound(tails: Sequence[Tail], cut: arb, sign: int) -> arb | None:
    """Upper bound of the absolute integral beyond sign * cut, or None if none is certified there."""
    beyond = RealInterval(cut, arb.pos_inf()) if sign > 0 else RealInterval(arb.neg_inf(), -cut)
    total = arb(0)
    for bounded, decay, log_derivative in tails:
        size = abs(_interval(bounded(beyond)))
        slope = _interval(log_derivative(beyond))
        rate = -slope.hi if sign > 0 else slope.lo
        exists = not (size.partial or size.at_limit or slope.partial or slope.at_limit)
        if not (exists and rate > 0 and size.hi.is_finite()):
            return None
        total += size.hi * abs(decay(cut * sign)) / rate
    return arb(total.upper())


def _interval(value: Any) -> RealInterval:
    return value if isinstance(value, RealInterval) else RealInterval.from_ball(arb(value))
