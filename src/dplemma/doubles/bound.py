"""A bound on the error of a coded form over a whole box, by running error analysis on intervals.

A value of the code on a box is an enclosure of the exact values with a bound r on the relative and a bound e on the absolute
error of the doubles. An operation passes them on: for x + y, e = e_x + e_y; for a function f with |t f'(t)/f(t)| <= c between
the exact and the computed argument r becomes exp(c log(1/(1 - r))) - 1, and with |f'(t)| <= s there e becomes s e; then the
rounding of the operation itself is added, half a unit for + - * / sqrt and `ulps` units for a library function (the only thing
assumed). Boxes are halved until the bound is good enough or the budget is spent. What may overflow has no bound.
Main definitions: `bits_bound`, `Bounded`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.doubles.algebras import Undecided, exact_ball, whole_ball
from dplemma.doubles.carried import Carried, PlainNumber
from dplemma.doubles.functions import FUNCTIONS
from dplemma.doubles.lift import lift

UNIT = 2.0**-53
_BITS = 80
_LEAST, _MOST = 2.0**-1022, 2.0**1023
Box = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Bounded:
    """`bits` bounds the error on every point of the region, if it is finite; `at` is the box that is worst."""

    bits: float
    boxes: int
    at: Box
    assumes: str = (
        "library functions are accurate to the units in the last place of the table, + - * / and sqrt are rounded correctly"
    )


def bits_bound(
    function: Callable[..., Any], ranges: Mapping[str, tuple[float, float]], *, good: float, boxes: int = 400
) -> Bounded:
    """The best bound found on the bits of error over the ranges; stops when it is at most `good` or the boxes are used up."""
    lifted, order = lift(function), 0
    start: Box = tuple(ranges.values())
    queue: list[tuple[float, int, Box]] = [(-_bits(lifted, start), order, start)]
    used = 1
    while used + 2 <= boxes and -queue[0][0] > good:
        if _is_narrow(queue[0][2]):
            break
        _, _, box = heapq.heappop(queue)
        for half in _halves(box):
            order += 1
            used += 1
            heapq.heappush(queue, (-_bits(lifted, half), order, half))
    worst, _, box = queue[0]
    return Bounded(-worst, used, box)


def _bits(lifted: Callable[..., Any], box: Box) -> float:
    """log2(1 + units in the last place) on one box; infinite where there is no bound."""
    with working_precision(_BITS):
        try:
            result = lifted(*(_Boxed().data(low, high) for low, high in box))
        except (Undecided, _NoBound):
            return math.inf
        if not isinstance(result, Carried):
            return 0.0
        error = result.value.relative
    # a unit in the last place is at least 2^-53 of the value; the bound is on the distance to the exact value
    return math.log2(1 + error / UNIT + 0.5) if error < 1 else math.inf


def _is_narrow(box: Box) -> bool:
    """Halving would not change the bound any more: the error is there."""
    return all(high - low <= 1e-3 * max(abs(low), abs(high)) for low, high in box)


def _halves(box: Box) -> tuple[Box, Box]:
    """The box cut where it is widest: in the logarithm for positive ranges."""
    widths = [math.log(high / low) if low > 0 else high - low for low, high in box]
    k = widths.index(max(widths))
    low, high = box[k]
    middle = math.sqrt(low) * math.sqrt(high) if low > 0 else (low + high) / 2
    return (*box[:k], (low, middle), *box[k + 1 :]), (*box[:k], (middle, high), *box[k + 1 :])


class _NoBound(Exception):
    """The box leaves the normal range, meets a zero or a pole."""


@dataclass(frozen=True)
class _Value:
    """All exact values on the box, and how far the doubles are from them: relatively, and absolutely. Either may be infinite."""

    exact: RealInterval
    relative: float
    absolute: float

    @classmethod
    def of(cls, exact: RealInterval, relative: float = math.inf, absolute: float = math.inf) -> _Value:
        """Each bound improves the other where it can."""
        size = abs(exact)
        least, most = size.lower(), size.upper()
        if least > 0 and absolute < math.inf:
            relative = min(relative, _float(arb(absolute) / least))
        if most.is_finite() and relative < math.inf:
            absolute = min(absolute, _float(arb(relative) * most))
        return cls(exact, relative, absolute)

    def rounded(self, units: float) -> _Value:
        """After a rounding of the result by a relative `units`."""
        grown = _up(self.relative + units + self.relative * units)
        most = abs(self.exact).upper()
        extra = _float((most + arb(self.absolute)) * arb(units)) if self.absolute < math.inf and most.is_finite() else math.inf
        return _Value.of(self.exact, grown, _up(self.absolute + extra))

    def reach(self) -> RealInterval:
        """Where the doubles lie."""
        if self.absolute == math.inf:
            raise _NoBound("the error of an operand is not bounded")
        low, high = self.exact.lower() - arb(self.absolute), self.exact.upper() + arb(self.absolute)
        return RealInterval(low.lower(), high.upper())


class _Boxed:
    """Values of the code on a box."""

    def data(self, low: float, high: float) -> Carried:
        return Carried(self, _Value(RealInterval(arb(low), arb(high)), 0.0, 0.0))

    def constant(self, value: PlainNumber) -> Carried:
        if isinstance(value, float) and not math.isfinite(value):
            raise _NoBound("the code computes with an infinity or NaN")
        return Carried(self, _Value(RealInterval.from_ball(exact_ball(value)), 0.0, 0.0))

    def named_constant(self, name: str) -> Carried:
        return Carried(self, _Value.of(RealInterval.from_ball(arb.pi() if name == "pi" else arb.const_e()), UNIT))

    def compare(self, relation: str, left: Carried, right: Carried) -> bool:
        """Decided only if the doubles decide as the exact values do, on the whole box."""
        gap = left.value.reach() - right.value.reach()
        if gap.is_positive() or gap.is_negative():
            return {"<": gap.is_negative(), "<=": gap.is_negative(), "==": False, "!=": True}.get(relation, gap.is_positive())
        raise Undecided("the box meets a branch")

    def whole(self, number: Carried) -> int | None:
        """A constant of the code counts; a parameter on a box does not."""
        exact = number.value.exact
        return whole_ball(exact.lower()) if exact.is_point() and not number.value.absolute else None

    def apply(self, name: str, args: tuple[Carried, ...], plain: Callable[..., Any] | None) -> Carried:
        values = tuple(arg.value for arg in args)
        result = _passed_on(name, values)
        if result.exact.partial or result.exact.at_limit:
            raise _NoBound(f"{name} meets a pole")
        if name in ("neg", "abs", "max", "min"):
            return Carried(self, result)
        rounded = result.rounded(UNIT if name in ("+", "-", "*", "/", "sqrt") else FUNCTIONS[name].ulps * 2 * UNIT)
        return Carried(self, rounded if name in ("+", "-") else _in_range(rounded))


def _in_range(value: _Value) -> _Value:
    """Below the normal doubles only an absolute error is known; above them none."""
    size = abs(value.exact)
    if not size.upper() <= _MOST:
        raise _NoBound("a value may overflow")
    if size.lower() >= _LEAST or (size.is_point() and size.lower() == 0):
        return value
    return _Value(value.exact, math.inf, _up(value.absolute + 2.0**-1074))


def _passed_on(name: str, values: tuple[_Value, ...]) -> _Value:
    """The result with the error that its operands bring."""
    x, (left, right) = [value.exact for value in values], (values[0], values[-1])
    if name in ("+", "-"):
        return _Value.of(x[0] + x[1] if name == "+" else x[0] - x[1], absolute=_up(left.absolute + right.absolute))
    if name == "*":
        return _Value.of(x[0] * x[1], _up((1 + left.relative) * (1 + right.relative) - 1), _of_product(left, right))
    if name == "/":
        exact = x[0] / x[1]
        return _Value.of(exact, _of_quotient(left.relative, right.relative), _absolute_of_quotient(left, right, exact))
    if name == "neg":
        return _Value(-x[0], left.relative, left.absolute)
    if name == "abs":
        return _Value(abs(x[0]), left.relative, left.absolute)
    if name in ("max", "min"):
        exact = x[0].max(x[1]) if name == "max" else x[0].min(x[1])
        return _Value(exact, max(left.relative, right.relative), max(left.absolute, right.absolute))
    if name == "**":
        return _power(left, right)
    if name not in _SLOPES:
        raise _NoBound(f"no bound is known for {name}")
    return _of_function(left, *_SLOPES[name])


def _of_product(x: _Value, y: _Value) -> float:
    """|x| e_y + |y| e_x + e_x e_y."""
    if math.inf in (x.absolute, y.absolute):
        return math.inf
    e, f = arb(x.absolute), arb(y.absolute)
    return _float(abs(x.exact).upper() * f + abs(y.exact).upper() * e + e * f)


def _of_quotient(x: float, y: float) -> float:
    return _up((1 + x) / (1 - y) - 1) if y < 0.5 else math.inf


def _absolute_of_quotient(x: _Value, y: _Value, exact: RealInterval) -> float:
    """(e_x + |x/y| e_y)/(|y| - e_y)."""
    room = abs(y.exact).lower() - arb(y.absolute) if y.absolute < math.inf else arb(0)
    if x.absolute == math.inf or not room > 0 or not abs(exact).upper().is_finite():
        return math.inf
    return _float((arb(x.absolute) + abs(exact).upper() * arb(y.absolute)) / room)


def _of_function(x: _Value, value: _On, log_slope: _On, slope: _On) -> _Value:
    """By the logarithmic slope, and by the slope, between the exact and the computed argument."""
    exact = value(x.exact)
    if not x.absolute:
        return _Value(exact, 0.0, 0.0)
    reach = x.reach()
    relative = absolute = math.inf
    steep = abs(log_slope(reach))
    if x.relative < 0.5 and steep.upper().is_finite() and not steep.partial:
        relative = _float((steep.upper() * -(-arb(x.relative)).log1p()).expm1())
    steep = abs(slope(reach))
    if steep.upper().is_finite() and not steep.partial:
        absolute = _float(steep.upper() * arb(x.absolute))
    return _Value.of(exact, relative, absolute)


def _power(x: _Value, y: _Value) -> _Value:
    exponent = y.exact
    if not exponent.is_point() or y.absolute:
        raise _NoBound("a power with an exponent that varies")
    power = exponent.lower()
    whole = power.unique_fmpz()
    exact = x.exact**exponent if whole is None else x.exact ** int(whole)
    if x.relative >= 0.5:
        raise _NoBound("the error of an operand is too large")
    return _Value.of(exact, _float((abs(power) * -(-arb(x.relative)).log1p()).expm1()))


def _up(value: float) -> float:
    """A few units up: sums and products of bounds are computed in floats."""
    return value * (1 + 2.0**-48)


def _float(ball: arb) -> float:
    return _up(float(ball.upper()))


_HALF = RealInterval(arb(0.5), arb(0.5))


def _gauss(t: RealInterval) -> RealInterval:
    """2/sqrt(pi) e^(-t^2), the slope of erf."""
    return 2 * (-(t**2)).exp() / arb.const_sqrt_pi()


def _mills_slope(t: RealInterval) -> RealInterval:
    """t phi(t)/Phi(t) = t/M(-t)."""
    return t / (-t).mills_ratio()


_On = Callable[[RealInterval], RealInterval]
# value, t f'(t)/f(t), f'(t)
_SLOPES: dict[str, tuple[_On, _On, _On]] = {
    "exp": (lambda t: t.exp(), lambda t: t, lambda t: t.exp()),
    "expm1": (lambda t: t.expm1(), lambda t: t * t.exp() / t.expm1(), lambda t: t.exp()),
    "log": (lambda t: t.log(), lambda t: 1 / t.log(), lambda t: 1 / t),
    "log1p": (lambda t: t.log1p(), lambda t: t / (1 + t) / t.log1p(), lambda t: 1 / (1 + t)),
    "sqrt": (lambda t: t.sqrt(), lambda t: _HALF, lambda t: t.rsqrt() / 2),
    "sinh": (lambda t: t.sinh(), lambda t: t / t.tanh(), lambda t: t.cosh()),
    "cosh": (lambda t: t.cosh(), lambda t: t * t.tanh(), lambda t: t.sinh()),
    "tanh": (lambda t: t.tanh(), lambda t: t / (t.sinh() * t.cosh()), lambda t: 1 / (t.cosh() * t.cosh())),
    "erfc": (lambda t: t.erfc(), lambda t: _mills_slope(-t * arb(2).sqrt()), lambda t: -_gauss(t)),
    "erf": (lambda t: t.erf(), lambda t: t * _gauss(t) / t.erf(), lambda t: _gauss(t)),
    "ndtr": (lambda t: t.norm_cdf(), _mills_slope, lambda t: _gauss(t / arb(2).sqrt()) / arb(8).sqrt()),
    "norm_sf": (lambda t: (-t).norm_cdf(), lambda t: _mills_slope(-t), lambda t: _gauss(t / arb(2).sqrt()) / arb(8).sqrt()),
    "expit": (lambda t: 1 / (1 + (-t).exp()), lambda t: t / (1 + t.exp()), lambda t: 1 / (2 + t.exp() + (-t).exp())),
}
