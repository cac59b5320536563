"""How far an implementation may be from the truth at a point.

Main definitions: `Tolerance`, `tolerance(rtol, ulps, condition)`, `input_noise`.

Three ways to say it: relative (`rtol`), in units in the last place of the right double (`ulps`), or from the condition of the
point (`condition=k`): k times what one unit in the last place of every input, and of the result, amounts to. The last is
measured, not estimated: the quantity is certified at the doubles next to each input.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import arb

from dplemma.arb.exact import fmpq_of
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.base.exact import fraction_of
from dplemma.values.evaluator import Evaluator, Inputs
from dplemma.values.exact import BadInput

DEFAULT_RTOL = 1e-9
BITS = 90
_NOISE_BITS = 140
"""Neighbours differ by parts in 2^53 of a value that may depend on them weakly."""


@dataclass(frozen=True)
class Tolerance:
    """`kind` is "rtol", "ulps" or "condition"; `size` how many of them."""

    kind: str
    size: float

    def allowed(self, ready: Evaluator, inputs: Inputs, exact: arb, want: float) -> arb:
        """The greatest distance from the truth that passes."""
        with working_precision(BITS):
            if self.kind == "rtol":
                return abs(exact) * self.size
            unit = arb(math.ulp(want)) if math.isfinite(want) else abs(exact) * 2.0**-52
            if self.kind == "ulps":
                return unit * self.size
            return (unit + input_noise(ready, inputs)) * self.size

    def __str__(self) -> str:
        return f"{self.kind}={self.size:g}"


def tolerance(rtol: float | None, ulps: float | None, condition: float | None) -> Tolerance | None:
    """The one that is given; None if none is."""
    given = [(kind, size) for kind, size in (("rtol", rtol), ("ulps", ulps), ("condition", condition)) if size is not None]
    if len(given) > 1:
        raise BadInput(f"give one tolerance, not {' and '.join(kind for kind, _ in given)}")
    for kind, size in given:
        if isinstance(size, bool) or not isinstance(size, (int, float)) or not 0 <= size < math.inf:
            raise BadInput(f"{kind} must be a number >= 0, got {size!r}")
        return Tolerance(kind, float(size))
    return None


def input_noise(ready: Evaluator, inputs: Inputs) -> arb:
    """How far the value moves, at most, when each input moves by one unit in its last place; integers do not move."""
    here, _, _ = ready.enclose(inputs, _NOISE_BITS)
    total = arb(0)
    with working_precision(_NOISE_BITS):
        for index, interval in enumerate(ready.quantity.params.values()):
            if interval.integer:
                continue
            moves = [abs(there - here).upper() for there in _beside(ready, inputs, index)]
            total += max(moves, default=arb(0), key=float)
    return total


def _beside(ready: Evaluator, inputs: Inputs, index: int) -> list[arb]:
    """The values at the two neighbours of one input, as far as they are in the domain and within reach."""
    value = inputs[index]
    unit = fmpq_of(math.ulp(float(fraction_of(value))))
    found = []
    for moved in (value + unit, value - unit):
        neighbour = (*inputs[:index], moved, *inputs[index + 1 :])
        try:
            ready.check(neighbour)
            found.append(ready.enclose(neighbour, _NOISE_BITS)[0])
        except (BadInput, OutOfBudget):
            continue
    return found
