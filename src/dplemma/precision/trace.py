"""A coded form in binary64, operation by operation, beside its exact values.

Each operation is done twice: on the floats the code has, by the library function the code calls, and on Arb balls that carry
the real numbers meant. The two tell how many bits the result has lost so far, how many of them this operation lost
(log2 of the largest operand over the result, for a sum), how its arguments are conditioned, and whether a value overflowed,
vanished or was rounded to 1.
Main definitions: `Operation`, `Trace`, `trace`, `bits_of_error`.
"""

from __future__ import annotations

import linecache
import math
import operator
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from types import FrameType
from typing import Any

from flint import arb

from dplemma.errors import OutOfBudget
from dplemma.kernels.precision import working_precision
from dplemma.oracle.rounding import nearest_double
from dplemma.precision.algebras import exact_ball, run
from dplemma.precision.carried import Carried, Number
from dplemma.precision.functions import FUNCTIONS, Function
from dplemma.precision.lift import is_lifted_frame

UNIT = 2.0**-53
WORST_BITS = 64.0  # a result that has nothing to do with the truth
START_BITS, MOST_BITS, GUARD_BITS = 256, 1 << 16, 80
_LEAST_NORMAL = 2.0**-1022
_EXACT = ("neg", "abs", "max", "min")
_PLAIN: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow, "neg": operator.neg,
    "abs": abs, "max": max, "min": min,
}  # fmt: skip
_RELATIONS: dict[str, Callable[..., Any]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


@dataclass(frozen=True)
class Operation:
    """One step of the code: what it computed, what it should have, and what it did to the error."""

    name: str
    line: int
    source: str  # the piece of the line that this operation is
    operands: tuple[float, ...]
    result: float
    exact_operands: tuple[arb, ...]
    exact: arb
    lost_bits: float  # of a sum or difference: log2(largest operand / result); 0 elsewhere
    condition: float  # largest |x f'(x)/f(x)| of the arguments that carry an error
    predicted: float  # relative error to first order, in units of 2^-53
    bits_in: float  # worst error among its operands
    bits_out: float
    event: str  # "overflow", "underflow", "rounded to 0", "rounded to 1", "nan", "" ...
    inputs: tuple[int, ...]  # indices of the operations that gave the operands; -1 for data

    @property
    def growth(self) -> float:
        return self.bits_out - self.bits_in


@dataclass(frozen=True)
class Trace:
    """The operations in order; the last one gave the result."""

    operations: tuple[Operation, ...]
    result: float
    exact: arb
    bits: int  # working precision of the exact values
    raised: str  # what plain Python would have raised, e.g. OverflowError

    @property
    def error_bits(self) -> float:
        return bits_of_error(self.result, self.exact)

    @property
    def predicted_bits(self) -> float:
        """Bits of error to be expected from the condition numbers alone."""
        last = self.operations[-1] if self.operations else None
        if any(op.event in ("overflow", "nan") for op in self.operations):
            return WORST_BITS
        return 0.0 if last is None else min(WORST_BITS, math.log2(1 + last.predicted))


def trace(function: Callable[..., Any], inputs: tuple[Number, ...]) -> Trace:
    """Run the coded form at exact inputs; the precision of the exact values is raised until they are sharp."""
    bits = START_BITS
    while bits <= MOST_BITS:
        with working_precision(bits):
            recorder = _Recorder()
            result = run(function, recorder, inputs)
            float_value, exact, _ = result.value
        sharp = all(op.exact.is_exact() or op.exact.rel_accuracy_bits() >= GUARD_BITS for op in recorder.operations)
        if sharp or (not math.isfinite(float_value) and exact.rel_accuracy_bits() >= GUARD_BITS):
            return Trace(tuple(recorder.operations), float_value, exact, bits, recorder.raised)
        if math.isnan(float_value) and not exact.is_finite():
            raise OutOfBudget(f"the code has no real value at {', '.join(map(str, inputs))}")
        bits *= 2
    raise OutOfBudget(f"the exact values are not sharp at {MOST_BITS} bits")


def bits_of_error(computed: float, exact: arb) -> float:
    """log2(1 + distance in units of the last place) between a double and the correctly rounded value; at most 64."""
    wanted = nearest_double(exact.lower(), exact.upper())
    if wanted is None:
        wanted = float(exact.mid())
    if math.isnan(computed) or math.isinf(computed) != math.isinf(wanted):
        return WORST_BITS
    if computed == wanted:
        return 0.0
    distance = float(abs(exact - exact_ball(computed)).upper()) / math.ulp(wanted)
    return min(WORST_BITS, math.log2(1 + distance))


class _Recorder:
    """Traced binary64: a value is (double, exact ball, index of the operation that gave it)."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.raised = ""

    def constant(self, value: Number) -> Carried:
        return Carried(self, (float(value), exact_ball(value), -1))

    def named_constant(self, name: str) -> Carried:
        return Carried(self, (math.pi, arb.pi(), -1) if name == "pi" else (math.e, arb.const_e(), -1))

    def compare(self, relation: str, left: Carried, right: Carried) -> bool:
        """Branches are taken as binary64 takes them; a NaN is unequal to everything."""
        return bool(_RELATIONS[relation](left.value[0], right.value[0]))

    def apply(self, name: str, args: tuple[Carried, ...], plain: Callable[..., Any] | None) -> Carried:
        floats = tuple(arg.value[0] for arg in args)
        balls = tuple(arg.value[1] for arg in args)
        sources = tuple(arg.value[2] for arg in args)
        function = FUNCTIONS[name]
        result, event = self._float_result(plain or _PLAIN[name], floats)
        exact = function.ball(*balls)
        lost, conditions = _conditioning(name, balls, exact)
        if name in ("max", "min"):  # the other operand has no influence
            conditions = tuple(1.0 if value == result else 0.0 for value in floats)
        line, source = _place()
        errors = [self.operations[k].predicted if k >= 0 else _data_error(arg) for k, arg in zip(sources, args, strict=True)]
        carried = [condition * error for condition, error in zip(conditions, errors, strict=True) if error]
        worst = max((condition for condition, error in zip(conditions, errors, strict=True) if error), default=0.0)
        rounding = 0 if name in _EXACT or _is_exact(function, floats, result) else 1
        self.operations.append(
            Operation(
                name, line, source or name, floats, result, balls, exact, lost, worst, sum(carried) + rounding,
                max(bits_of_error(value, ball) for value, ball in zip(floats, balls, strict=True)),
                bits_of_error(result, exact), event or _event(result, exact, floats, balls), sources,
            )
        )  # fmt: skip
        return Carried(self, (result, exact, len(self.operations) - 1))

    def _float_result(self, plain: Callable[..., Any], floats: tuple[float, ...]) -> tuple[float, str]:
        try:
            return float(plain(*floats)), ""
        except OverflowError:
            self.raised = self.raised or "OverflowError"
            return math.inf, "overflow"
        except ZeroDivisionError:
            self.raised = self.raised or "ZeroDivisionError"
            return math.nan if floats[0] == 0 else math.copysign(math.inf, floats[0]), "division by zero"
        except (ValueError, TypeError):  # outside the domain, or a complex power
            self.raised = self.raised or "ValueError"
            return math.nan, "nan"


def _is_exact(function: Function, floats: tuple[float, ...], result: float) -> bool:
    """The operation made no rounding error on the floats it was given."""
    if not all(map(math.isfinite, (*floats, result))) or function.name not in ("+", "-", "*", "/", "**"):
        return False
    ideal = function.ball(*(arb(value) for value in floats))
    return ideal.is_exact() and ideal == result


def _data_error(arg: Carried) -> float:
    """A constant such as pi is rounded; data are exact."""
    value, ball, _ = arg.value
    return 0.0 if ball.is_exact() and ball == value else 1.0


def _conditioning(name: str, balls: tuple[arb, ...], exact: arb) -> tuple[float, tuple[float, ...]]:
    """Bits lost by a sum, and |x f'(x)/f(x)| of every argument; infinite where the result is 0 and the operands are not."""
    if name in ("neg", "abs", "*", "/"):
        return 0.0, tuple(1.0 for _ in balls)
    if name in ("+", "-"):
        sizes = [abs(ball) for ball in balls]
        if exact == 0:
            worst = 0.0 if all(size == 0 for size in sizes) else math.inf
            return worst, tuple(0.0 if size == 0 else math.inf for size in sizes)
        conditions = tuple(_number(size / abs(exact)) for size in sizes)
        return max(0.0, math.log2(max(conditions))) if max(conditions) > 0 else 0.0, conditions
    slopes = FUNCTIONS[name].slopes(*balls)
    return 0.0, tuple(_condition(x, slope, exact) for x, slope in zip(balls, slopes, strict=True))


def _condition(x: arb, slope: arb, exact: arb) -> float:
    if x == 0 or slope == 0:
        return 0.0
    return math.inf if exact == 0 else _number(abs(x * slope / exact))


def _number(ball: arb) -> float:
    """The midpoint as a float; a size beyond the floats is infinite, an unknown one too."""
    middle = float(ball.mid())
    return middle if ball.is_finite() and not math.isnan(middle) else math.inf


def _event(result: float, exact: arb, floats: tuple[float, ...], balls: tuple[arb, ...]) -> str:
    """What binary64 did to the value beyond rounding it."""
    if math.isnan(result):
        return "nan" if not any(math.isnan(value) for value in floats) else ""
    if math.isinf(result):
        return "overflow" if all(math.isfinite(value) for value in floats) else ""
    if result == 0 and exact != 0:
        return "rounded to 0" if all(value != 0 or ball == 0 for value, ball in zip(floats, balls, strict=True)) else ""
    if abs(result) < _LEAST_NORMAL and exact != 0:
        return "underflow"
    if abs(result) == 1 and exact != result and all(abs(value) != 1 for value in floats):
        return "rounded to 1"
    return ""


def _place() -> tuple[int, str]:
    """Line and text of the operation the user's code is at."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and not is_lifted_frame(frame):
        frame = frame.f_back
    if frame is None:
        return 0, ""
    code = frame.f_code
    position = next(islice(code.co_positions(), frame.f_lasti // 2, None), None)
    line, end_line, start, end = position or (frame.f_lineno, None, None, None)
    text = linecache.getline(code.co_filename, line or 0).rstrip("\n") if line else ""
    if line is None or end_line != line or start is None or end is None:
        return line or 0, text.strip()
    return line, text.encode()[start:end].decode(errors="replace")
