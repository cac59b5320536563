"""One comparison of a double with the certified value, as fast as it goes.

Main definitions: `quick_truth(ready, values)`, `agrees(exact, got, rtol)`.

A relative tolerance is decided by few bits of the value, so the first ball of the general form is enough nearly always; the
certified evaluation with its forms and its precision comes in where it is not. Either way the answer is certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from flint import arb, ctx

from dplemma.values.evaluator import Evaluator

CHECK_BITS, _WORKING_BITS = 60, 102


def quick_truth(ready: Evaluator, values: Iterable[float | int]) -> arb:
    """A ball with at least 60 relative bits around the value at doubles, in the order of the parameters."""
    place = tuple(values)
    ball = ready.ball(place, _WORKING_BITS)
    if ball is not None and ball.rel_accuracy_bits() >= CHECK_BITS and ball.is_finite():
        return ball
    return ready.enclose(ready.read(dict(zip(ready.names, place, strict=True))), CHECK_BITS)[0]


def agrees(exact: arb, got: float, rtol: float) -> bool:
    """True only if |got - exact| <= rtol |exact| for every number of the ball."""
    if not math.isfinite(got):
        return False
    saved = ctx.prec
    ctx.prec = _WORKING_BITS
    try:
        return bool(abs(arb(got) - exact) <= abs(exact) * rtol)
    finally:
        ctx.prec = saved
