"""Limits: shown or refuted by the kernel's own rules, else by a certified tail bound; else balls that come ever closer.

Main definition: `decide_limit(statement, region, seed)`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb
from sympy import (
    Expr,
    S,
    Symbol,
)  # fmt: skip

from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.base.exact import fraction_of
from dplemma.compile.evaluate import Point, compiled, decimal
from dplemma.decide import objects
from dplemma.decide.points.refute import shown
from dplemma.ground.breaks import break_points
from dplemma.ground.points import certified_points, is_inside
from dplemma.kernel.enclose import at_point
from dplemma.kernel.signs import sign
from dplemma.kernel.statement import Region as KernelRegion
from dplemma.kernel.term import read_term
from dplemma.lang.exact import rational_of
from dplemma.lang.judgements import Limit
from dplemma.lang.region import Region
from dplemma.lang.text import to_text
from dplemma.lang.tree import written
from dplemma.ledger.verdict import Counterexample, Verdict

AUDIT_POINTS = 8
_NEAR = arb(2) ** -8  # how close the last step must come to a finite limit
_STEPS = (2, 6, 12, 20, 30, 44, 60)  # the variable comes within 2^-k of the point, or reaches 2^k


def decide_limit(statement: Limit, region: Region, seed: str) -> Verdict:
    """Verdict on one limit at every point of the region of the remaining variables."""
    rest = _parameters(statement, region)
    proof = objects.by_tactics(statement, region)
    points = certified_points(rest, seed, AUDIT_POINTS) if rest.names else [{}]
    if not points:
        return Verdict(verdict="undecided", engine="limit", remark="no point of the region could be certified")
    inside = shown(points[0])
    if proof is not None:
        return Verdict(verdict="proved", engine="limit", form="limits of the parts", witness=inside, proof=proof)
    for point in points:
        found = objects.other_limit(statement, region, shown(point))
        if found is not None:
            fixed = {Symbol(name, real=True): rational_of(value) for name, value in point.items()}
            left, right = _digits(found[1]), _digits(read_term(written(statement.value.xreplace(fixed))))
            note = f"the limit is {left}, not {to_text(statement.value)}"
            contrary = Counterexample(kind="limit", point=shown(point), lhs=left, rhs=right, note=note)
            return Verdict(verdict="refuted", engine="limit", counterexample=contrary, witness=inside, proof=found[0])
    for point in (*points, *(p for p in break_points(statement, rest, AUDIT_POINTS) if is_inside(rest, p))):
        evidence = objects.nowhere_defined(statement, region, shown(point))
        if evidence is not None:
            note = f"{to_text(statement.expr)} has no value near {statement.variable} = {to_text(statement.to)}"
            contrary = Counterexample(kind="undefined", point=shown(point), note=note)
            return Verdict(verdict="refuted", engine="limit", counterexample=contrary, witness=inside, proof=evidence)
    from dplemma.decide.symbolic.squeeze import exclude, squeeze  # its region prover asks this module for limits

    squeezed = squeeze(statement, statement.value, rest, seed)
    if squeezed is not None:
        return squeezed
    excluded = exclude(statement, rest, seed)
    if excluded is not None:
        return excluded
    if all(_approaches(statement, statement.value, point) for point in points):
        remark = "balls come ever closer to it"
        return Verdict(verdict="confirmed", engine="limit", points=len(points), witness=inside, remark=remark)
    return Verdict(verdict="undecided", engine="limit", witness=inside, remark="a certified tail bound would settle it")


def _digits(value: Any) -> str:
    """A number of the kernel, or an infinity, as it is printed."""
    if value in ("oo", "-oo") or isinstance(value, Fraction):
        return str(value)
    return "0" if sign(value, KernelRegion()) == "=" else decimal(at_point(value, {}, 192))


def _parameters(statement: Limit, region: Region) -> Region:
    """The region of the variables that do not move."""
    name = statement.variable.name
    return region.without(name) if name in region.intervals else region


def _plain_symbols(expr: Expr) -> Expr:
    return expr.xreplace({s: Symbol(s.name, real=True) for s in expr.free_symbols})


def _approaches(statement: Limit, value: Expr, point: Point) -> bool:
    """The certified distance to `value` shrinks along the sequence (or the size grows, for an infinite limit)."""
    try:
        tape = compiled(statement.expr)
    except Unsupported:
        return False
    target = None if value.is_infinite else compiled(_plain_symbols(value)).ball(point, 512)
    to = statement.to.xreplace({Symbol(name, real=True): rational_of(of) for name, of in point.items()})
    distances: list[arb] = []
    for k in _STEPS:
        try:
            here = tape.ball({**point, statement.variable.name: _step(to, statement.side, k)}, 512)
        except (OutOfBudget, Unsupported):
            return False
        if not here.is_finite() or (target is not None and here.rad() > _NEAR):  # too wide to tell anything
            continue
        if target is None:
            distances.append(1 / (here if value is S.Infinity else -here))
        else:
            distances.append(abs(here - target))
    if len(distances) < 2:
        return False
    if target is None:
        return bool(distances[-1] > 0) and all(later.upper() < earlier.lower() for earlier, later in pairwise(distances[-3:]))
    near = _NEAR * max(arb(1), abs(target).upper(), key=float)
    first, last = distances[0].upper(), distances[-1].upper()
    return bool(last < near and (last <= first or first < near))


def _step(to: Expr, side: str, k: int) -> Fraction:
    if to.is_infinite:
        return Fraction(2) ** (k // 2) * (1 if to is S.Infinity else -1)
    # an irrational point is approached through a rational one far closer than the step
    near = fraction_of(to) if to.is_Rational else Fraction(str(to.evalf(60)))
    return near + Fraction(1, 2**k) * (1 if side == "+" else -1)
