"""Is a form of a quantity equal to its definition, wherever it is used? Decided like any claim.

Main definition: `check_form(quantity, form)`.

A form that is an expression is put to the engines as the identity definition = form, on the whole domain of the quantity
(far out, where a form is used, the definition itself may be beyond evaluation) or else on the part where it is used.
A kernel is compared with the definition's own tape, which shares no code with it beyond Arb: both balls must overlap to many
digits at many points, which is evidence (`confirmed`); balls apart refute it. Where the definition is a root, the kernel's
value is substituted back: a certified change of sign just around it is the root of a monotone function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import islice, product, takewhile
from typing import Any

from flint import arb
from sympy import And, Expr, Or, Piecewise, Rational, S, to_nnf
from sympy.core.relational import Relational

from dplemma.arb.exact import ball_of
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.base.exact import fraction_of
from dplemma.compile.evaluate import Point, compiled, decimal
from dplemma.compile.tapes import form_expression
from dplemma.decide.decide import decide_claim
from dplemma.ground.points import certified_points
from dplemma.lang.claim import Claim
from dplemma.lang.functions import variables
from dplemma.lang.interval import exact
from dplemma.lang.nodes import Root
from dplemma.lang.quantity import Form, Quantity
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Either, Rel, Statement
from dplemma.ledger.verdict import PASSING, Counterexample, Verdict

POINTS, BITS, AGREEING_BITS = 12, 256, 100


def check_form(quantity: Quantity, form: Form) -> Verdict:
    """The verdict on `definition = form`: on the whole domain if it holds there, else where the form is used."""
    symbols = [variables(name) for name in quantity.params]
    definition = quantity.definition(*symbols)
    seed = f"{quantity.name}/{form.name}"
    if form.body is None:
        return _compare(definition, quantity, form, _region(quantity, form), seed)
    identity = Rel(definition, "=", form_expression(quantity, form))
    if form.when is not None and _pinned(quantity, form) is None:
        everywhere = _decided(identity, _region(quantity, replace(form, when=None)), seed)
        if everywhere.verdict in PASSING:
            return everywhere
    elif (pin := _pinned(quantity, form)) is not None:
        name, end = pin
        identity = Rel(definition.subs(variables(name), end), "=", form_expression(quantity, form).subs(variables(name), end))
    return _decided(identity, _region(quantity, form), seed)


def _decided(identity: Rel, region: Region, seed: str) -> Verdict:
    """The verdict on a claim that says so, the kernel's word included."""
    return decide_claim(Claim(id="-".join(seed.split()), where="", kind="identity", states="", holds=identity, on=region))


def _pinned(quantity: Quantity, form: Form) -> tuple[str, Expr] | None:
    """The parameter and the closed end of its interval, if the form serves only that end."""
    condition: Any = form.when(*(variables(name) for name in quantity.params)) if form.when is not None else None
    if not isinstance(condition, Relational) or not condition.lhs.is_Symbol:
        return None
    interval = quantity.params[condition.lhs.name]
    end = {"<=": interval.lo, ">=": interval.hi}.get(condition.rel_op)
    return (condition.lhs.name, condition.rhs) if end is not None and condition.rhs == Rational(end) else None


def _region(quantity: Quantity, form: Form) -> Region:
    """Where a form is used: the domain, cut by its condition, without the ends that forms serve which are tried before it."""
    symbols = [variables(name) for name in quantity.params]
    conditions = [condition(*symbols) for condition in (quantity.such_that, form.when) if condition is not None]
    params = dict(quantity.params)
    for other in takewhile(lambda other: other.name != form.name, quantity.ways):
        if (pin := _pinned(quantity, other)) is not None:
            name, end = pin
            low = params[name].lo == fraction_of(end)
            params[name] = replace(params[name], **{"lo_open" if low else "hi_open": True})
    return Region(
        such_that=[statement for condition in conditions for statement in statements_of(condition)],
        points=list(islice((p for p in _inside(quantity, form) if all(p[n] in i for n, i in params.items())), POINTS)),
        **params,
    )


def _inside(quantity: Quantity, form: Form) -> Iterator[dict[str, Fraction]]:
    """The example and combinations of powers of ten where the form is used: a condition may hold only far out."""
    powers = [Fraction(10) ** k for k in (0, -1, 1, -3, 3, -6, 6, 8)]
    example = [exact(quantity.example[name]) for name in quantity.params]
    for values in (example, *product(powers, repeat=len(example))):
        fits = all(value in interval for value, interval in zip(values, quantity.params.values(), strict=True))
        if fits and all(condition is None or condition(*values) for condition in (quantity.such_that, form.when)):
            yield dict(zip(quantity.params, values, strict=True))


def statements_of(condition: Any) -> Iterator[Statement]:
    """A SymPy condition as statements; parts that hold always have become True."""
    if condition not in (True, S.true):
        yield from map(_statement, And.make_args(to_nnf(condition, simplify=False)))


def _statement(condition: Any) -> Statement:
    if isinstance(condition, Relational):
        sign = condition.rel_op or ""
        return Rel(condition.lhs, {"==": "="}.get(sign, sign), condition.rhs)
    if isinstance(condition, (And, Or)):
        return (All if isinstance(condition, And) else Either)(*map(_statement, condition.args))
    raise Unsupported(f"where a form is used is said by relations, with and, or, not: not by {condition}")


def _compare(definition: Expr, quantity: Quantity, form: Form, region: Region, seed: str) -> Verdict:
    module, _, function = form.kernel.rpartition(".")
    kernel = getattr(import_module(f"dplemma.arb.{module}"), function)
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
            got = kernel(*(ball_of(v) for v in values))
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
