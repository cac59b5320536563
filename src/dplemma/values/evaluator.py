"""Quantities ready to evaluate: shipped tapes and kernels, exact inputs checked against the domain, adaptive precision.

Main definitions: `Evaluator`, `evaluator(name)` (cached), `certified(ready, inputs)`.

Precision starts a little above what the digits need. A positive but short accuracy is repaired by the exact deficit, anything
else by doubling; a form that has spent its budget hands over to the next one that applies.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from typing import Any

from flint import arb, ctx, fmpq

from dplemma.arb.exact import fmpq_of
from dplemma.base.errors import OutOfBudget, clipped, unknown
from dplemma.formulas import find
from dplemma.lang.interval import Interval
from dplemma.lang.parameters import FOR_MU, PARAMETERS
from dplemma.lang.quantity import Form, Quantity
from dplemma.values.exact import BadInput, exact_number, short_text

MAX_BITS = 1 << 16
MAX_KERNEL_BITS = 1 << 14
MAX_ACCOUNT_BITS = 1 << 8
"""Beyond these precisions nothing is tried. Kernels solve and sum, so their budget is smaller; an accountant integrates."""
GUARD_BITS, LEAST_BITS, CERTIFIED_BITS = 12, 53, 90

_CHEAP_BITS = 4096  # of precision and of inputs: a tape then takes about a millisecond

Inputs = tuple[fmpq, ...]
Ball = Callable[..., arb]


_cheap_only: ContextVar[bool] = ContextVar("only what is seen to be cheap", default=False)


class TakesLonger(BaseException):  # not an Exception: it is no error, and nobody else catches it
    """A value that a few cheap runs of a tape do not give."""


@contextmanager
def cheap_only() -> Iterator[None]:
    """Inside the block a value that is not seen to be cheap raises `TakesLonger` instead of being computed."""
    token = _cheap_only.set(True)
    try:
        yield
    finally:
        _cheap_only.reset(token)


class _Way:
    """One form, as a function of balls for each precision."""

    __slots__ = ("_make", "_runs", "budget", "name", "rational", "when")

    def __init__(self, quantity: Quantity, form: Form) -> None:
        self.name, self.when = form.name, form.when
        self._runs: dict[int, Ball] = {}
        self.rational = False
        if form.kernel:
            home, _, function = form.kernel.rpartition(".")
            self.rational = home.startswith("account.")  # a composition magnifies the rounding of its parameters: exact ones
            kernel: Ball = getattr(import_module(f"dplemma.{home}" if self.rational else f"dplemma.arb.{home}"), function)
            self._make, self.budget = (lambda: kernel), MAX_ACCOUNT_BITS if self.rational else MAX_KERNEL_BITS
        else:
            tape = form.name.replace("-", "_")
            module = import_module(f"dplemma._tapes.{quantity.name.replace('.', '_')}")
            self._make, self.budget, self.rational = getattr(module, tape), MAX_BITS, tape in module.RATIONAL

    def at(self, inputs: Inputs, bits: int) -> arb:
        """The enclosure at this working precision; not finite where the form has none."""
        if _cheap_only.get() and not self._is_cheap(inputs, bits):
            raise TakesLonger
        saved = ctx.prec
        ctx.prec = bits
        try:
            run = self._runs.get(bits)
            if run is None:
                run = self._runs[bits] = self._make()
            return arb(run(*inputs)) if self.rational else run(*map(arb, inputs))
        finally:
            ctx.prec = saved

    def _is_cheap(self, inputs: Inputs, bits: int) -> bool:
        """One run of a tape, with few bits; kernels solve and sum."""
        sizes = (max(x.p.bit_length(), x.q.bit_length()) for x in inputs)
        return self.budget == MAX_BITS and max(bits, *sizes) <= _CHEAP_BITS

    def refine(self, inputs: Inputs, need: int, bits: int, ball: arb | None = None) -> tuple[arb, int] | None:
        """A ball with `need` relative bits and its precision, from `bits` on (where `ball` was got); None out of budget."""
        while bits <= self.budget + 2 * need:
            try:
                ball = self.at(inputs, bits) if ball is None else ball
            except (OutOfBudget, ArithmeticError, ValueError):  # a kernel's doubles, which only steer it, over- or underflow
                ball = arb.nan()
            accuracy = ball.rel_accuracy_bits() if ball.is_finite() else -1
            if accuracy >= need:
                return ball, bits
            bits = bits + need - accuracy + 4 if accuracy > 0 else 2 * bits
            ball = None
        return None


class Evaluator:
    """One quantity: names and domain of its inputs, those that are `whole` numbers, and certified values at them."""

    def __init__(self, quantity: Quantity) -> None:
        self.quantity = quantity
        self.names = tuple(quantity.params)
        self.whole = frozenset(name for name, interval in quantity.params.items() if interval.integer)
        self._own = quantity.params.keys()
        self._domain = [(*_ends(interval), interval) for interval in quantity.params.values()]
        self._aliases = quantity.aliases
        self._ways = [_Way(quantity, form) for form in quantity.ways]
        # A general form is tried before conditions are looked at: where it has digits at all, it is as good as any.
        self._quick = None if quantity.ways[-1].kernel else self._ways[-1]
        self.double_ends = [_inner_ends(interval) for interval in quantity.params.values()]
        self._exact = [way for way in self._ways if way.rational and way.when is not None]

    @property
    def integrates(self) -> bool:
        """A value takes as long as hundreds of those of a tape: processes share out single ones."""
        return any(way.budget == MAX_ACCOUNT_BITS for way in self._ways)

    # -- inputs -----------------------------------------------------------------------------------------------------

    def read(self, given: Mapping[str, Any]) -> Inputs:
        """The exact inputs in the quantity's order, from names or aliases to numbers or texts."""
        own = given.keys() == self._own
        inputs = tuple([exact_number(given[name], name) for name in self.names]) if own else self.resolved(given)
        self.check(inputs)
        return inputs

    def resolved(self, given: Mapping[str, Any]) -> Inputs:
        """The same from any names, wherever they lie; names that are unknown, missing or said twice are refused."""
        found: dict[str, fmpq] = {}
        noise: dict[str, fmpq] = {}
        for name, value in given.items():
            if self.stands_for_mu(name):
                noise[name] = exact_number(value, name)
            else:
                canonical = self.canonical(name, value)
                if canonical in found:
                    raise BadInput(f"{canonical} is given twice (once as {name})")
                found[canonical] = exact_number(value, name)
        if noise:
            if "mu" in found:
                raise BadInput(f"mu is given twice (once through {' and '.join(noise)})")
            found["mu"] = _mu_of(noise)
        found = {name: exact_number(text, name) for name, text in self.quantity.defaults.items()} | found
        missing = [name for name in self.names if name not in found]
        if missing:
            raise self._incomplete(missing)
        return tuple(found[name] for name in self.names)

    def _incomplete(self, missing: list[str]) -> BadInput:
        """What else is needed, what it means if it is one thing, and what could be written."""
        known = missing[0] in PARAMETERS and len(missing) == 1
        meaning = f" ({PARAMETERS[missing[0]].meaning})" if known else ""
        example = " ".join(f"{name}={self.quantity.example.get(name, '1')}" for name in missing)
        return BadInput(f"{self.quantity.name} needs {', '.join(missing)}{meaning}. Try {example}")

    def canonical(self, name: str, value: Any = "...") -> str:
        """The parameter that a name or an alias stands for; the value is only for the line that says what to write instead."""
        found = name if name in self.names else self._aliases.get(name)
        if found is None:
            from dplemma.values.hints import parameter_hint

            if hint := parameter_hint(name, value, self.names):
                raise BadInput(f"{self.quantity.name} has no parameter {clipped(name)!r}: {hint}")
            known = [*self.names, *self._aliases, *(other for other in FOR_MU if other != name and self.stands_for_mu(other))]
            raise unknown("parameter", name, known, hint=f"{self.quantity.name} takes {', '.join(self.names)}.")
        return found

    def stands_for_mu(self, name: str) -> bool:
        """The noise, or a part of it, of a quantity that has `mu` and no `sigma`."""
        return name in FOR_MU and "mu" in self.names and "sigma" not in self.names

    def check(self, inputs: Inputs) -> None:
        """`BadInput` with the bound that is broken, the value and one that would do."""
        for index, (low, high, interval) in enumerate(self._domain):
            value = inputs[index]
            if (low is not None and not (value > low or (value == low and not interval.lo_open))) or (
                high is not None and not (value < high or (value == high and not interval.hi_open))
            ):
                raise self._outside(self.names[index], value, interval)
            if interval.integer and value.q != 1:
                name = self.names[index]
                raise BadInput(f"{name} must be a whole number, got {short_text(value)}. Try {name}={self._suggestion(name)}")
        condition = self.quantity.such_that
        if condition is not None and not condition(*inputs):
            raise BadInput(f"{self.quantity.name} needs {self.quantity.needs}; got {self._point(inputs)}")

    def _outside(self, name: str, value: fmpq, interval: Interval) -> BadInput:
        bounds = []
        if interval.lo is not None:
            bounds.append(f"{'>' if interval.lo_open else '>='} {interval.lo}")
        if interval.hi is not None:
            bounds.append(f"{'<' if interval.hi_open else '<='} {interval.hi}")
        meaning = f" ({PARAMETERS[name].meaning})" if name in PARAMETERS else ""
        return BadInput(
            f"{name} must be {' and '.join(bounds)}, got {short_text(value)}{meaning}. Try {name}={self._suggestion(name)}"
        )

    def _suggestion(self, name: str) -> str:
        return self.quantity.example.get(name, "1")

    # -- values -----------------------------------------------------------------------------------------------------

    def enclose(self, inputs: Inputs, need: int, start: int = 0) -> tuple[arb, int, str]:
        """A ball with `need` relative bits (or exact), the precision and the form that gave it; from `start` bits on."""
        bits, quick = max(need + GUARD_BITS, start, LEAST_BITS), self._quick
        for way in self._exact:
            if way.when is not None and way.when(*inputs):
                return way.at(inputs, bits), bits, way.name
        ball = None
        if quick is not None:
            ball = quick.at(inputs, bits)
            accuracy = ball.rel_accuracy_bits()
            if accuracy > 0 and ball.is_finite():
                if accuracy >= need:
                    return ball, bits, quick.name
                found = quick.refine(inputs, need, bits, ball)
                if found is not None:
                    return *found, quick.name
        for way in self._applicable(inputs):
            found = way.refine(inputs, need, bits, ball if way is quick else None)
            if found is not None:
                return *found, way.name
        place = f"{self.quantity.name} at {self._point(inputs)}"
        if quick is not None and (closest := quick.at(inputs, MAX_KERNEL_BITS)).is_finite() and closest.contains(0):
            raise OutOfBudget(f"{place} cannot be told from 0; it may be exactly 0")
        raise OutOfBudget(f"{place}: {math.ceil((need - 2) / 3.3219281)} digits are beyond the budget")

    def ball(self, values: tuple[float, ...], bits: int) -> arb | None:
        """A ball around the value at doubles, however wide, by the form that holds on the whole domain; None if there is none.

        For questions that few bits answer: about half the cost of `read` and `enclose`. Outside the domain, or where another
        condition has to be looked at, it is None.
        """
        quick = self._quick
        if quick is None or quick.rational or self.quantity.such_that is not None:
            return None
        for value, (low, high) in zip(values, self.double_ends, strict=True):
            if not low < value < high:
                return None
        return quick.at(values, bits)  # type: ignore[arg-type]  # doubles become balls without rounding

    def around(self, balls: tuple[arb, ...], bits: int) -> arb:
        """A ball around the values at all points of these balls, however wide, by the form that holds on the whole domain."""
        return self._ways[-1].at(balls, bits)  # type: ignore[arg-type]  # a ball stays what it is

    def _applicable(self, inputs: Inputs) -> list[_Way]:
        return [way for way in self._ways if way.when is None or way.when(*inputs)]

    def _point(self, inputs: Inputs) -> str:
        return ", ".join(f"{name}={short_text(value)}" for name, value in zip(self.names, inputs, strict=True))


def _ends(interval: Interval) -> tuple[fmpq | None, fmpq | None]:
    low = None if interval.lo is None else fmpq_of(interval.lo)
    high = None if interval.hi is None else fmpq_of(interval.hi)
    return low, high


def _inner_ends(interval: Interval) -> tuple[float, float]:
    """Doubles strictly between which every double is in the interval; ends and integers are left to the exact check."""
    if interval.integer:
        return math.inf, -math.inf
    low = -math.inf if interval.lo is None else math.nextafter(float(interval.lo), math.inf)
    high = math.inf if interval.hi is None else math.nextafter(float(interval.hi), -math.inf)
    return low, high


def _mu_of(noise: Mapping[str, fmpq]) -> fmpq:
    """mu = sensitivity/sigma, or 1/noise_multiplier."""
    if "noise_multiplier" in noise:
        if len(noise) > 1:
            raise BadInput("noise_multiplier is sigma/sensitivity: give it alone, or sigma with sensitivity")
        return _reciprocal(noise["noise_multiplier"], "noise_multiplier")
    if "sigma" not in noise:
        raise BadInput("sensitivity needs sigma beside it: mu = sensitivity/sigma")
    sensitivity = noise.get("sensitivity", fmpq(1))
    if not sensitivity > 0:
        raise BadInput(f"sensitivity must be > 0, got {short_text(sensitivity)}. Try sensitivity=1")
    return sensitivity * _reciprocal(noise["sigma"], "sigma")


def _reciprocal(value: fmpq, name: str) -> fmpq:
    if not value > 0:
        raise BadInput(f"{name} must be > 0, got {short_text(value)}. Try {name}=1")
    return 1 / value


@cache
def evaluator(name: str) -> Evaluator:
    """The evaluator of a quantity by name."""
    if not isinstance(name, str):
        raise BadInput(f"a quantity is named by a text such as 'gaussian.delta', got {clipped(str(name))!r}")
    return Evaluator(find(name))


def certified(ready: Evaluator, inputs: Mapping[str, Any]) -> arb:
    """The value at exact inputs, to far more bits than a double has."""
    return ready.enclose(ready.read(inputs), CERTIFIED_BITS)[0]
