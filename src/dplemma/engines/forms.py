"""Is a form of a quantity equal to its definition, wherever it is used? Decided like any claim.

Main definition: `check_form(quantity, form)`.

A form that is an expression is put to the engines as the identity definition = form on the quantity's domain, cut by the
form's condition. A kernel is compared with the definition's own tape, which shares no code with it beyond Arb: both balls
must overlap to many digits at many points, which is evidence (`confirmed`); balls apart refute it. Where the definition is a
root, the kernel's value is substituted back: a certified change of sign just around it is the root of a monotone function.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any

from flint import arb, fmpq
from sympy import And, Expr, Piecewise
from sympy.core.relational import Relational

from dplemma.engines.decide import Case, decide
from dplemma.engines.evaluate import Point, compiled, decimal
from dplemma.engines.points import certified_points
from dplemma.engines.tapes import form_expression
from dplemma.errors import OutOfBudget, Unsupported
from dplemma.kernels.precision import working_precision
from dplemma.lang.functions import variables
from dplemma.lang.interval import exact
from dplemma.lang.nodes import Root
from dplemma.lang.quantity import Form, Quantity
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel
from dplemma.verdict import Counterexample, Verdict

POINTS, BITS, AGREEING_BITS = 12, 256, 100


def check_form(quantity: Quantity, form: Form) -> Verdict:
    """The verdict on `definition = form` where the form is used."""
    symbols = [variables(name) for name in quantity.params]
    definition = quantity(*symbols)
    region = _region(quantity, form, symbols)
    seed = f"{quantity.name}/{form.name}"
    if form.body is not None:
        return decide(Rel(definition, "=", form_expression(quantity, form)), Case(region, seed))
    return _compare(definition, quantity, form, region, seed)


def _region(quantity: Quantity, form: Form, symbols: list[Any]) -> Region:
    conditions = [condition(*symbols) for condition in (quantity.such_that, form.when) if condition is not None]
    example = {name: exact(quantity.example[name]) for name in quantity.params}
    inside = form.when is None or form.when(*example.values())
    return Region(
        such_that=[relation for condition in conditions for relation in _relations(condition)],
        points=[example] if inside else [],
        **quantity.params,
    )


def _relations(condition: Any) -> Iterator[Rel]:
    """A SymPy condition as statements; parts that hold always have become True."""
    for part in And.make_args(condition):
        if isinstance(part, Relational):
            yield Rel(part.lhs, part.rel_op, part.rhs)


def _compare(definition: Expr, quantity: Quantity, form: Form, region: Region, seed: str) -> Verdict:
    module, _, function = form.kernel.rpartition(".")
    kernel = getattr(import_module(f"dplemma.kernels.{module}"), function)
    agreed = 0
    for point in certified_points(region, seed, 3 * POINTS):
        sides = _both(definition, kernel, quantity, point)
        if sides is None:
            continue
        want, got = sides
        if not want.overlaps(got):
            apart = Counterexample(
                kind="relation", point={n: str(v) for n, v in point.items()}, lhs=decimal(want, 30), rhs=decimal(got, 30)
            )
            return Verdict(verdict="refuted", engine="refuter", counterexample=apart)
        with working_precision(BITS):
            agreed += want.union(got).rel_accuracy_bits() >= AGREEING_BITS or (want.is_zero() and got.is_zero())
        if agreed == POINTS:
            return Verdict(verdict="confirmed", engine="confirm", points=agreed, digits=int(AGREEING_BITS / 3.33))
    remark = f"definition and kernel could be compared at {agreed} points only"
    return Verdict(verdict="undecided", engine="confirm", remark=remark)


def _both(definition: Expr, kernel: Any, quantity: Quantity, point: Point) -> tuple[arb, arb] | None:
    """Balls of the definition and of the kernel; None where one of them has no value at this precision."""
    values = [Fraction(point[name]) for name in quantity.params]
    try:
        with working_precision(BITS):
            got = kernel(*(arb(fmpq(v.numerator, v.denominator)) for v in values))
            want = _root_around(definition, got, point)
        want = compiled(definition).ball(point, BITS) if want is None else want
    except (OutOfBudget, Unsupported):
        return None
    return (want, got) if want.is_finite() and got.is_finite() else None


def _root_around(definition: Expr, value: arb, point: Point) -> arb | None:
    """A slightly larger ball around a positive value in which the root that defines it is certified; None if there is none."""
    root = definition.args[-1][0] if isinstance(definition, Piecewise) else definition
    if not isinstance(root, Root) or not value > 0:
        return None
    variable = root.bound[0]
    wider = value * (1 + arb(0, arb(2) ** (-AGREEING_BITS - 8)))
    residual = compiled(root.function)
    below, above = (residual.ball({**point, variable.name: end}, BITS) for end in (wider.lower(), wider.upper()))
    return wider if (below > 0 and above < 0) or (below < 0 and above > 0) else None
