"""What a coded form loses at one point, which operation loses it, and whether the formula is right at all.

Three numbers are compared: the double the code returns, the real number the code stands for (its exact values in balls), and
the certified value of the quantity it is meant to compute. The first two differ by rounding; the last two only if the formula
is not the quantity. mpmath at rising precision is the independent check: digits that change were never there.
Main definitions: `Diagnosis`, `diagnose`, `LIMIT_BITS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb

from dplemma.arb.precision import working_precision
from dplemma.base.errors import EngineDisagreement
from dplemma.base.sides import Side
from dplemma.doubles.algebras import MpAlgebra, run_in
from dplemma.doubles.carried import PlainNumber
from dplemma.doubles.trace import OUT_OF_RANGE, Operation, Trace, trace
from dplemma.values.comparison import Comparison, compared
from dplemma.values.evaluator import certified, evaluator

LIMIT_BITS = 8.0  # a form that loses more is convicted: its result has less than 45 good bits
SUMS = ("+", "-", "fsum")
_LADDER = (53, 106, 212, 424)


@dataclass(frozen=True, kw_only=True)
class Diagnosis(Comparison):
    """One coded form at one point."""

    form: str
    inputs: Mapping[str, float]
    trace: Trace
    truth: arb  # the certified value of the quantity, or what the code stands for
    is_the_quantity: bool | None  # the formula agrees with the quantity there; None without a quantity
    unsafe_side: Side
    ladder: tuple[tuple[int, str], ...]  # (bits, value) of mpmath at rising precision

    @property
    def error_bits(self) -> float:
        """Bits of error of the result, as of every operation of the trace."""
        return self.bits

    @property
    def unsafe(self) -> bool:
        """The error makes the guarantee look better than it is."""
        return self.is_on(self.unsafe_side)

    @property
    def range_error(self) -> Operation | None:
        """The first operation that left the range of the doubles, if the result is ruined."""
        left = [op for op in self.trace.operations if op.event in OUT_OF_RANGE]
        return left[0] if left and self.bits >= LIMIT_BITS else None

    @property
    def cancellation(self) -> Operation | None:
        """The sum or difference that amplifies the errors of its operands most."""
        return _worst([op for op in self.trace.operations if op.name in SUMS])

    @property
    def conditioning(self) -> Operation | None:
        """The function that amplifies the error of its argument most; its cure is another than that of a cancellation."""
        return _worst([op for op in self.trace.operations if op.name not in SUMS])

    @property
    def guilty(self) -> Operation | None:
        """What to look at first: a value out of range, else a cancellation, else a badly conditioned function."""
        return self.range_error or self.cancellation or self.conditioning

    @property
    def convicted(self) -> bool:
        return self.bits > LIMIT_BITS


def amplified_bits(operation: Operation) -> float:
    """Bits by which the operation amplifies the error of its operands."""
    return math.log2(operation.condition) if operation.condition > 1 else 0.0


def _worst(operations: list[Operation]) -> Operation | None:
    worst = max(operations, key=amplified_bits, default=None)
    return worst if worst is not None and amplified_bits(worst) >= 1 else None


def diagnose(function: Callable[..., Any], inputs: Mapping[str, float], quantity: str = "", name: str = "") -> Diagnosis:
    """Run the coded form at the doubles `inputs`, given in the order of its parameters."""
    values = tuple(inputs.values())
    found = trace(function, values)
    ladder = _ladder(function, values, found.exact)
    truth, same, side = found.exact, None, Side.NEITHER
    if quantity:
        ready = evaluator(quantity)
        truth = certified(ready, inputs)
        same = _same(truth, found)
        side = ready.quantity.unsafe_side
    return Diagnosis(
        **vars(compared(found.result, truth)), form=name or function.__name__, inputs=dict(inputs), trace=found, truth=truth,
        is_the_quantity=same, unsafe_side=side, ladder=ladder,
    )  # fmt: skip


def _same(truth: arb, found: Trace) -> bool:
    """The code stands for the quantity, up to its own rounded constants."""
    room = max(1.0, 2.0 ** min(found.predicted_bits, 50)) * 2.0**-50
    with working_precision(found.bits):
        return bool(truth.overlaps(found.exact)) or bool(abs(truth - found.exact) < room * abs(truth))


def _ladder(function: Callable[..., Any], values: tuple[PlainNumber, ...], exact: arb) -> tuple[tuple[int, str], ...]:
    """mpmath at rising precision; the last value must be the one balls give, as far as mpmath has digits left."""
    rungs, last = [], None
    for bits in _LADDER:
        algebra = MpAlgebra(bits)
        last = run_in(function, algebra, values).value
        rungs.append((bits, algebra.context.nstr(last, 17)))
    with working_precision(2 * _LADDER[-1]):
        seen = arb(str(MpAlgebra(_LADDER[-1]).context.nstr(last, 120)))
        gap = abs(seen - exact) / abs(exact) if exact != 0 else abs(seen)
        if gap > arb(2) ** -60 and _settled(rungs):
            raise EngineDisagreement(f"mpmath gives {rungs[-1][1]}, balls {exact.str(17)} for the same code")
    return tuple(rungs)


def _settled(rungs: list[tuple[int, str]]) -> bool:
    """The last two rungs agree in the first digits, so mpmath claims to know the value."""
    return rungs[-1][1][:12] == rungs[-2][1][:12]
