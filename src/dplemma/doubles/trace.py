"""A coded form in binary64, operation by operation, beside its exact values.

Each operation is done twice: on the floats the code has, by the library function the code calls, and on Arb balls that carry
the real numbers meant. The two tell how many bits the result has lost so far, how many of them this operation lost
(log2 of the largest operand over the result, for a sum), how its arguments are conditioned, and whether a value overflowed,
vanished or was rounded to 1.
Main definitions: `Operation`, `Trace`, `trace`.
"""

from __future__ import annotations

import linecache
import math
import operator
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from types import FrameType
from typing import Any

from flint import arb

from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.doubles.algebras import Undecided, decided_by_balls, exact_ball, run_in, whole_ball
from dplemma.doubles.carried import RELATIONS, Carried, PlainNumber, Unliftable
from dplemma.doubles.functions import FUNCTIONS, Function
from dplemma.doubles.lift import is_lifted_frame
from dplemma.values.comparison import LEAST_NORMAL, WORST_BITS, bits_of_error

UNIT = 2.0**-53
OUT_OF_RANGE, FLATTENED = ("overflow", "division by zero", "nan"), ("underflow", "rounded to 0", "rounded to 1")
"""The events of an operation: it left the range of the doubles, or what made its value different is gone."""
START_BITS, MOST_BITS, GUARD_BITS = 256, 1 << 16, 80
MOST_OPERATIONS = 100_000
ZERO_BITS = 4096  # from here on a value without any digit is taken for 0
_NOTHING = arb(0)
_USUAL = 0.42  # the standard deviation of a rounding in units of 2^-53: ulp/sqrt(12), mantissas log-uniform
_ABSORBED = 2.0**-7
_EXACT = ("neg", "abs", "max", "min")
_PLAIN: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow, "neg": operator.neg,
    "abs": abs, "max": max, "min": min,
}  # fmt: skip


@dataclass(frozen=True)
class Operation:
    """One step of the code: what it computed, what it should have, and what it did to the error."""

    name: str
    line: int
    source: str  # the piece of the line that this operation is
    operands: tuple[float, ...]
    result: float
    exact: arb
    lost_bits: float  # of a sum or difference: log2(largest operand / result); 0 elsewhere
    condition: float  # largest |x f'(x)/f(x)| of the arguments that carry an error
    predicted: float  # relative error to be expected, to first order, in units of 2^-53
    bits_in: float  # worst error among its operands
    bits_out: float
    event: str  # one of `OUT_OF_RANGE` or `FLATTENED`, or nothing
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
    expected: arb = _NOTHING  # absolute error of the result to be expected, to first order

    @property
    def error_bits(self) -> float:
        return bits_of_error(self.result, self.exact)

    @property
    def predicted_bits(self) -> float:
        """Bits of error to be expected from the condition numbers and the rounding of each operation, which are known beforehand.

        Roundings are taken as independent, so errors add up by their squares.
        """
        if self.raised or any(op.event in ("overflow", "nan") for op in self.operations):
            return WORST_BITS
        distance = float((self.expected / math.ulp(float(self.exact.mid()))).mid())
        return min(WORST_BITS, math.log2(1 + distance)) if distance < math.inf else WORST_BITS


def trace(function: Callable[..., Any], inputs: tuple[PlainNumber, ...], most_operations: int = MOST_OPERATIONS) -> Trace:
    """Run the coded form at exact inputs; the precision of the exact values is raised until they are sharp.

    A branch that rounding decides otherwise than exact arithmetic would is refused: from there on the exact values belong to
    another path. So a search whose residual is all rounding error can only be judged by its results.
    """
    bits = START_BITS
    while bits <= MOST_BITS:
        with working_precision(bits):
            recorder = _Recorder(most_operations)
            try:
                result = run_in(function, recorder, inputs)
            except _Unsharp:
                bits *= 2
                continue
            float_value, exact, last = result.value
        sharp = recorder.is_sharp(bits) and (exact.is_exact() or exact.rel_accuracy_bits() >= GUARD_BITS)
        if sharp or (not math.isfinite(float_value) and exact.rel_accuracy_bits() >= GUARD_BITS):
            with working_precision(bits):
                expected = _expected(recorder.influence, last)
            return Trace(tuple(recorder.operations), float_value, exact, bits, recorder.raised, expected)
        if math.isnan(float_value) and not exact.is_finite():
            raise OutOfBudget(f"the code has no real value at {', '.join(map(str, inputs))}")
        bits *= 2
    raise OutOfBudget(f"the exact values are not sharp at {MOST_BITS} bits")


class _Unsharp(Exception):
    """A comparison that the balls of this precision do not decide."""


class _Recorder:
    """Traced binary64: a value is (double, exact ball, index of the operation that gave it)."""

    def __init__(self, most_operations: int) -> None:
        self.operations: list[Operation] = []
        self.expected: list[arb] = []  # absolute error of each operation's result, to first order
        self.influence: list[_Influence] = []
        self.most_operations = most_operations
        self.raised = ""

    def is_sharp(self, bits: int) -> bool:
        """The exact values are known; at high precision one that may be 0 is known well enough beside the error of its double."""
        return all(
            op.exact.is_exact() or op.exact.rel_accuracy_bits() >= GUARD_BITS
            or (bits >= ZERO_BITS and op.exact.contains(0) and op.exact.abs_upper() <= expected * arb(2) ** -GUARD_BITS)
            for op, expected in zip(self.operations, self.expected, strict=True)
        )  # fmt: skip

    def constant(self, value: PlainNumber) -> Carried:
        return Carried(self, (float(value), exact_ball(value), -1))

    def named_constant(self, name: str) -> Carried:
        return Carried(self, (math.pi, arb.pi(), -1) if name == "pi" else (math.e, arb.const_e(), -1))

    def compare(self, relation: str, left: Carried, right: Carried) -> bool:
        """Branches are taken as binary64 takes them; a NaN is unequal to everything."""
        taken = bool(RELATIONS[relation](left.value[0], right.value[0]))
        if all(math.isfinite(side.value[0]) for side in (left, right)) and not _agrees(
            relation, left.value[1], right.value[1], taken
        ):
            raise Unliftable(f"line {_place()[0]} decides by rounding errors: only the results can be judged")
        return taken

    def whole(self, number: Carried) -> int | None:
        """Data that are whole; what the code has computed is not taken for exact."""
        return whole_ball(number.value[1]) if number.value[2] == -1 else None

    def apply(self, name: str, args: tuple[Carried, ...], plain: Callable[..., Any] | None) -> Carried:
        if len(self.operations) >= self.most_operations:
            raise OutOfBudget(f"more than {self.most_operations} operations")
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
        errors = [self.expected[k] if k >= 0 else _data_error(arg) for k, arg in zip(sources, args, strict=True)]
        worst = max((condition for condition, error in zip(conditions, errors, strict=True) if error != 0), default=0.0)
        slopes = _slopes(name, floats, balls, result)
        rounding = _NOTHING if name in _EXACT else _rounding(function, floats, result)
        expected = _root_of_squares(
            [rounding, *(slope * error for slope, error in zip(slopes, errors, strict=True) if error != 0)]
        )
        self.expected.append(expected)
        self.influence.append(_Influence(rounding, slopes, sources, tuple(errors)))
        self.operations.append(
            Operation(
                name, line, source or name, floats, result, exact, lost, worst, _relative(expected, exact),
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


def _agrees(relation: str, left: arb, right: arb, taken: bool) -> bool:
    """Exact arithmetic takes the same branch; two values that agree in all bits kept count as either way."""
    try:
        return decided_by_balls(relation, left, right) == taken
    except Undecided:
        if (left - right).abs_upper() <= left.abs_upper() * arb(2) ** -GUARD_BITS:
            return True
        raise _Unsharp from None


def _slopes(name: str, floats: tuple[float, ...], balls: tuple[arb, ...], result: float) -> tuple[arb, ...]:
    """How the result moves with each operand."""
    if name in ("max", "min"):  # the other operand has no influence
        return tuple(arb(1) if value == result else _NOTHING for value in floats)
    if name == "abs":
        return (arb(-1) if balls[0] < 0 else arb(1),)
    return tuple(slope.mid() for slope in FUNCTIONS[name].slopes(*balls))


def _rounding(function: Function, floats: tuple[float, ...], result: float) -> arb:
    """The standard deviation of the operation's own error: part of a unit of 2^-53, sqrt(n) times that for a function of n ulps.

    Below the normal doubles their spacing counts. A value that lies much nearer to a double than that, as 1 + 1e-30 to 1, is
    rounded by what is rounded away; nothing is rounded if the value is a double.
    """
    usual = arb(abs(result)) * (_USUAL * UNIT * math.sqrt(function.ulps)) + arb(2) ** -1075
    if not all(map(math.isfinite, (*floats, result))):
        return arb.pos_inf()
    away = (function.ball(*(arb(value) for value in floats)) - result).abs_upper()
    return away.mid() if away < usual * _ABSORBED else usual.mid()


def _root_of_squares(parts: Iterable[arb]) -> arb:
    return sum((part.mid() ** 2 for part in parts), _NOTHING).mid().sqrt().mid()


@dataclass(frozen=True)
class _Influence:
    """What an operation adds to the error, and how it passes on what its operands bring."""

    rounding: arb
    slopes: tuple[arb, ...]
    sources: tuple[int, ...]
    errors: tuple[arb, ...]  # of the operands


def _expected(influence: Sequence[_Influence], last: int) -> arb:
    """The error of a result: the roundings of all operations, each weighed by how the result moves with it, by their squares.

    The weights are summed over all paths from the operation to the result, so an error that comes by two ways may cancel.
    """
    weights = {last: arb(1)}
    parts = []
    for k in range(last, -1, -1):
        weight = weights.get(k)
        if weight is None:
            continue
        at = influence[k]
        parts.append(weight * at.rounding)
        for source, slope, error in zip(at.sources, at.slopes, at.errors, strict=True):
            if source >= 0 and error != 0:
                weights[source] = weights.get(source, _NOTHING) + weight * slope
            elif error != 0:
                parts.append(weight * slope * error)
    return _root_of_squares(parts)


def _relative(error: arb, exact: arb) -> float:
    """An absolute error in units of 2^-53 of the value."""
    return 0.0 if error == 0 else math.inf if exact == 0 else _number(error / exact.abs_upper() / UNIT)


def _data_error(arg: Carried) -> arb:
    """A constant such as pi is rounded; data are exact."""
    value, ball, _ = arg.value
    return _NOTHING if ball.is_exact() and ball == value else (ball.abs_upper() * (_USUAL * UNIT)).mid()


def _conditioning(name: str, balls: tuple[arb, ...], exact: arb) -> tuple[float, tuple[float, ...]]:
    """Bits lost by a sum, and |x f'(x)/f(x)| of every argument; infinite where the result is 0 and the operands are not."""
    if name in ("neg", "abs", "*", "/"):
        return 0.0, tuple(1.0 for _ in balls)
    if name in ("+", "-", "fsum"):
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
    if abs(result) < LEAST_NORMAL and exact != 0:
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
