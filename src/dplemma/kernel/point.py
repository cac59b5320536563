"""Evidence at points, evaluated again: counterexamples, and the point that shows an existence claim.

Main definitions: `check_counterexample(claim, found, tally)`, `check_exhibited(statement, point)`; both raise `Rejected`.

What is pointwise is re-evaluated with balls finer than the recorded digits. What rests on an engine (a limit, a premise of an
inference, a contrary that was proved, a run of an algorithm) is not checked here, and the tally lists it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from reprlib import repr as shortened

from flint import arb
from sympy import Expr

from dplemma.arb.exact import ball_of
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import Point, compiled, enclose
from dplemma.ground.domain import undefined_part
from dplemma.ground.truth import truth
from dplemma.kernel.equal import Rejected, Tally
from dplemma.lang.claim import Claim
from dplemma.lang.exact import rational_of
from dplemma.lang.judgements import Algorithm, Inference, Limit, Monotone, Number, Obligations
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Exists, ForAll, Iff, Implies, Member, Not, Rel, Statement
from dplemma.lang.tree import read_rational
from dplemma.ledger.verdict import Counterexample

DIGITS, MAX_BITS, BITS = 40, 2048, 640
_FEWEST_DIGITS = 6  # fewer show an exact value, or nothing
_BY_ENGINE = (Limit, Number, Algorithm, Exists)
_MAY_REST_ON_PROOF = ("contrary", "obligation", "inference")
_DECIMAL = re.compile(r"-?([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]{1,6}))?")
_ZERO = re.compile(r"0 \+/- ([0-9.]+(?:e[+-]?[0-9]{1,9})?)")


def check_exhibited(statement: Statement, point: dict[str, Fraction]) -> None:
    """The statement says that something exists, and this is one."""
    if not isinstance(statement, Exists) or statement.free_names():
        raise Rejected("the claim is not that something exists")
    _must_lie_in(Region(**statement.over), point)
    if truth(statement.statement, point).value is not True:
        raise Rejected("the point does not have the property")


def check_counterexample(claim: Claim, found: Counterexample, tally: Tally) -> None:
    """The counterexample contradicts the claim."""
    if claim.mechanism is not None and found.mechanism is not None:
        _same_mechanism(claim, found)
    elif found.kind == "mechanism" or found.mechanism is not None:
        raise Rejected("counterexample: the claim has no mechanism, or the counterexample does not show it")
    _refuted(claim.statement, claim.on, found, tally)


def _refuted(statement: Statement, region: Region, found: Counterexample, tally: Tally) -> None:
    """Raise `Rejected` unless the counterexample refutes the statement on the region."""
    if isinstance(statement, Obligations):
        return _one_refuted(tuple(statement.named.values()), region, found, tally)
    if isinstance(statement, Inference):
        tally.unchecked += [f"the premise {premise.text()[:60]}" for premise in statement.premises]
        return _refuted(statement.conclusion, region, found, tally)
    if isinstance(statement, ForAll):
        return _refuted(statement.statement, region.extended(**statement.over), found, tally)
    if isinstance(statement, All):
        return _one_refuted(statement.statements, region, found, tally)
    if isinstance(statement, Implies) and isinstance(statement.conclusion, All):
        parts = [Implies(statement.premise, part) for part in statement.conclusion.statements]
        return _one_refuted(parts, region, found, tally)
    if isinstance(statement, Monotone):
        return _two_points(statement, region, found)
    if isinstance(statement, _BY_ENGINE) or (isinstance(statement, Not) and not _pointwise(statement.statement)):
        tally.unchecked.append(_by_its_engine(found))
        return None
    return _at_point(statement, region, found, tally)


def _pointwise(statement: Statement) -> bool:
    return not any(isinstance(s, (*_BY_ENGINE, Monotone, Inference, Obligations)) for s in statement.walk())


def _one_refuted(parts: Sequence[Statement], region: Region, found: Counterexample, tally: Tally) -> None:
    """One part is refuted; a part of which that is checked in full before one of which it is not."""
    reasons, open_parts = [], []
    for part in parts:
        own = Tally(tally.seed)
        try:
            _refuted(part, region, found, own)
        except Rejected as reason:
            reasons.append(reason)
            continue
        if not own.unchecked:
            return
        open_parts.append(own.unchecked)
    if not open_parts:
        raise reasons[0]
    tally.unchecked += open_parts[0]


def _by_its_engine(found: Counterexample) -> str:
    return f"this {found.kind} rests on the engine that found it, there is no shorter check"


# -- pointwise ----------------------------------------------------------------------------------------------------------


def _at_point(statement: Statement, region: Region, found: Counterexample, tally: Tally) -> None:
    point = _exact(found)
    inside = {name: value for name, value in point.items() if name in region.names}
    _must_lie_in(region, inside)
    result = truth(statement, inside)
    if result.value is False:
        full = {**inside, **dict(result.bindings)}
        if full != point:
            raise Rejected("counterexample: it does not give a value to each variable and to nothing else")
        sides = (None, None) if result.relation is None else (result.relation.lhs, result.relation.rhs)
        for name, shown, side in zip(("left", "right"), (found.lhs, found.rhs), sides, strict=True):
            _same_digits(shown, side, full, name)
    elif found.lhs is None and found.rhs is None and _undefined(statement, inside):
        return
    elif found.kind in _MAY_REST_ON_PROOF:
        tally.unchecked.append(_by_its_engine(found))
    else:
        raise Rejected("counterexample: the claim does not fail at this point")


def _undefined(statement: Statement, point: Point) -> bool:
    """A side has certainly no value at the point; the conclusion of an implication counts where its premise holds."""
    if isinstance(statement, Implies):
        return truth(statement.premise, point).value is True and _undefined(statement.conclusion, point)
    if isinstance(statement, (All, Iff)):
        return any(_undefined(part, point) for part in statement.parts())
    return isinstance(statement, (Rel, Member)) and any(undefined_part(expr, point) for expr in statement.expressions())


def _two_points(statement: Monotone, region: Region, found: Counterexample) -> None:
    name = statement.variable.name
    values = _exact(found)
    if f"{name}'" not in values:
        raise Rejected(f"two points: there is no {name}'")
    later = values.pop(f"{name}'")
    first, second = values, {**values, name: later}
    for point in (first, second):
        _must_lie_in(region, point)
    if not first[name] < second[name]:
        raise Rejected("two points: they are not in order")
    left, right = (compiled(statement.expr).ball(point, BITS) for point in (first, second))
    wrong = left > right if statement.direction == "increasing" else left < right
    level = statement.strict and left.is_exact() and right.is_exact() and left == right
    if not (wrong or level):
        raise Rejected("two points: the values are not in the wrong order")
    for side, shown, point in (("left", found.lhs, first), ("right", found.rhs, second)):
        _same_digits(shown, statement.expr, point, side)


def _exact(found: Counterexample) -> dict[str, Fraction]:
    return {name: read_rational(value, f"point {name}"[:40]) for name, value in found.point.items()}


def _must_lie_in(region: Region, point: Point) -> None:
    if set(point) != set(region.names):
        raise Rejected(f"point: it must give a value to each of {', '.join(region.names) or 'no variables'}")
    for name, value in point.items():
        if value not in region.intervals[name]:
            raise Rejected(f"point: {name} = {value} is not in {region.intervals[name]}")
    for condition in region.such_that:
        if truth(condition, point).value is not True:
            raise Rejected(f"point: {condition.text()[:60]} is not certain there")


def _same_mechanism(claim: Claim, found: Counterexample) -> None:
    assert claim.mechanism is not None and found.mechanism is not None
    values = {name: rational_of(value) for name, value in _exact(found).items()}
    for side in ("P", "Q"):
        chances = [
            e.subs({s: values[s.name] for s in e.free_symbols if s.name in values}) for e in getattr(claim.mechanism, side)
        ]
        if [str(chance) for chance in chances] != found.mechanism.get(side):
            raise Rejected(f"mechanism: {side} is not what the point gives")


# -- digits -------------------------------------------------------------------------------------------------------------


def _same_digits(shown: str | None, side: Expr | None, point: Point, name: str) -> None:
    """The digits in the file are those of the value, up to one unit of the last."""
    if shown is None and side is None:
        return
    if shown is None or side is None or not _agrees(shown, _fine(side, point)):
        raise Rejected(f"{name} side: {shortened(shown)} are not its digits")


def _fine(side: Expr, point: Point) -> arb:
    try:
        return enclose(side, point, DIGITS, MAX_BITS)
    except (OutOfBudget, Unsupported):
        return compiled(side).ball(point, BITS)


def _agrees(shown: str, value: arb) -> bool:
    near_zero, number = _ZERO.fullmatch(shown), _DECIMAL.fullmatch(shown)
    if not value.is_finite():
        return shown == "undefined"
    with working_precision(MAX_BITS):
        if near_zero:
            return bool(abs(value).lower() <= arb(near_zero[1]))
        if not number:
            return False
        unit = Fraction(10) ** (int(number[3] or 0) - len(number[2] or ""))
        exact = Fraction(shown)
        if len((number[1] + (number[2] or "")).lstrip("0")) < _FEWEST_DIGITS:
            unit = Fraction(0)
        return bool(abs(value - ball_of(exact)) <= ball_of(unit))
