"""Formulas of the figures, as balls: quantities by name, densities, precision, and what follows from them.

Main definitions: `T`, `of`, `itself`, `constant`, `certified_point`; `normal_density`, `laplace_density`, `precision`, `root_of`.

A formula takes the exact parameter t of its curve and gives a ball at the working precision. `of` evaluates a quantity: exactly
where all inputs are rational, else around balls. `certified_point` raises the precision until the ball is good for a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from dplemma.arb.exact import fmpq_of
from dplemma.arb.normal import norm_pdf
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.report.figures.model import Formula, Place
from dplemma.values.evaluator import evaluator

GOOD_BITS = 40
"""Of a value that is drawn: far more than a picture or its table of doubles shows."""
_LADDER, _GUARD = (64, 128, 256, 512), 24  # bits; of the least precision, those that need not be right


class _Parameter:
    """The parameter of the curve, where a quantity takes it."""


T = _Parameter()


def itself(t: fmpq) -> arb:
    return arb(t)


def constant(text: str) -> Formula:
    value = fmpq_of(Fraction(text))
    return lambda _: arb(value)


def place_formula(place: Place) -> Formula:
    return constant(place) if isinstance(place, str) else place


def of(quantity: str, **inputs: Any) -> Formula:
    """A quantity as a formula; inputs are exact texts, `T`, or formulas."""
    ready = evaluator(quantity)
    given: list[Any] = [inputs.get(name, ready.quantity.defaults.get(name)) for name in ready.names]
    if any(callable(value) for value in given):
        formulas = [_input_formula(value) for value in given]
        return lambda t: ready.around(tuple(formula(t) for formula in formulas), ctx.prec)
    exact = [None if value is T else fmpq_of(Fraction(str(value))) for value in given]
    return lambda t: ready.enclose(tuple(t if value is None else value for value in exact), max(GOOD_BITS, ctx.prec - _GUARD))[0]


def _input_formula(value: Any) -> Formula:
    """An input as a formula: the parameter itself, an exact number, or what is a formula already."""
    if value is T:
        return itself
    return constant(str(value)) if isinstance(value, str | int) else value


def certified_point(formula: Formula, t: fmpq) -> arb:
    """A ball that is good for a picture: 40 bits, relative to its size or to 1."""
    for bits in _LADDER:
        with working_precision(bits):
            ball = formula(t)
            if ball.is_finite() and (ball.rel_accuracy_bits() >= GOOD_BITS or ball.rad() < arb(2) ** -100):
                return ball
    raise OutOfBudget(f"a point of the figure, at {t}, has no ball of {GOOD_BITS} bits")


def root_of(text: str) -> Formula:
    """The square root of an exact number."""
    value = fmpq_of(Fraction(text))
    return lambda _: arb(value).sqrt()


def normal_density(mean: str = "0", deviation: str = "1", weight: str = "1") -> Formula:
    centre, spread, part = (fmpq_of(Fraction(text)) for text in (mean, deviation, weight))
    return lambda t: norm_pdf(arb((t - centre) / spread)) * arb(part / spread)


def laplace_density(mean: str, scale: str, weight: str = "1") -> Formula:
    """weight exp(-|t - mean|/scale)/(2 scale)."""
    centre, spread, part = (fmpq_of(Fraction(text)) for text in (mean, scale, weight))
    return lambda t: (-abs(arb((t - centre) / spread))).exp() * arb(part / (2 * spread))


def precision(recall: Formula, odds: str = "1") -> Formula:
    """1/(1 + odds t/recall(t)) at the false positive rate t: the part of the alarms that are right."""
    weight = fmpq_of(Fraction(odds))
    return lambda t: 1 / (1 + arb(weight * t) / recall(t))


def less(first: Formula, second: Formula) -> Formula:
    return lambda t: first(t) - second(t)


def ratio(first: Formula, second: Formula) -> Formula:
    return lambda t: first(t) / second(t)


def mapped(formula: Formula, change: Callable[[arb], arb]) -> Formula:
    return lambda t: change(formula(t))
