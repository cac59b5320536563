"""Mutants of claims: the same statement with one place changed.

Main definitions: `OPERATORS`, `mutants(claim)`, `Mutant`.

- `flip`: a relation becomes its negation (<= turns into >), a monotone direction turns round, a limit moves by 1 (an
  infinite one becomes 0), a value with a printed number changes its sign;
- `constant`: one number moves by 2 %, to the side that makes an inequality harder (a looser one would be true all the same);
  a printed number moves by two units of its last digit;
- `drop`: one factor of a product is left out.

A claim that says several things (a conjunction, a chain, obligations) is a list of assertions, decided one by one and true
only together. A mutant is one assertion with one place changed: refuting it refutes the claim that contains it. Only what is
asserted is changed, never a premise. Everything depends on the claim's id and statement alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import islice
from typing import Any

from sympy import Expr, Mul, Pow, Rational, S, default_sort_key
from sympy.core.basic import Basic

from dplemma.base.errors import BadClaim, Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.decide.points.refute import slack
from dplemma.ground.points import certified_points
from dplemma.lang.claim import Claim
from dplemma.lang.judgements import Algorithm, Limit, Monotone, Number, Obligations
from dplemma.lang.printed import Printed
from dplemma.lang.statements import All, Chain, Either, Exists, ForAll, Iff, Implies, Member, Not, Rel, Statement
from dplemma.lang.unfolding import unfold

WITNESSES = 12
_NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"increasing": "decreasing", "decreasing": "increasing"}

Change = Mapping[str, Any]  # fields of a simple statement with their new values
Operator = Callable[[Statement], Iterator[Change]]
Rebuild = Callable[[Statement], Statement]


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A changed assertion of a claim; `id` is `claim-id::operator`."""

    claim: str
    operator: str
    statement: Statement

    @property
    def id(self) -> str:
        return f"{self.claim}::{self.operator}"


def mutants(claim: Claim) -> list[Mutant]:
    """At most one mutant for each operator, at a place chosen by the claim's id; none where the operator finds no place."""
    found, claim = [], unfold(claim)
    for name, versions in OPERATORS.items():
        lists = [_everywhere(claim.statement, version) for version in versions]
        if lists[0]:
            place = int.from_bytes(hashlib.sha256(f"{claim.id}::{name}".encode()).digest(), "big") % len(lists[0])
            found.append(Mutant(claim=claim.id, operator=name, statement=_hardest([one[place] for one in lists], claim)))
    return found


def _everywhere(statement: Statement, operator: Operator) -> list[Statement]:
    return [mutant for assertion in assertions(statement) for mutant in mutated(assertion, operator)]


def _hardest(versions: list[Statement], claim: Claim) -> Statement:
    """The version that leaves least room at the first point of the region where they differ; the first if none does."""
    if len(versions) > 1:
        for point in certified_points(claim.on, claim.id, WITNESSES):
            room = [slack(version, point) for version in versions]
            known = [r for r in room if r is not None]
            if len(known) == len(versions) and len(set(known)) > 1:
                return versions[room.index(min(known))]
    return versions[0]


def assertions(statement: Statement) -> Iterator[Statement]:
    """The statements that must all hold for this one to hold; a chain gives its links, a membership its bounds."""
    if isinstance(statement, (All, Obligations)):
        for part in statement.parts():
            yield from assertions(part)
    elif isinstance(statement, Implies):
        for part in assertions(statement.conclusion):
            yield Implies(statement.premise, part)
    elif isinstance(statement, Member) and statement.relations():
        yield from statement.relations()
    else:
        yield statement


def mutated(assertion: Statement, operator: Operator) -> Iterator[Statement]:
    """One mutant for each simple statement of the assertion in which the operator finds something to change."""
    original = assertion.canonical()
    for leaf, rebuild in places(assertion):
        built = (_built(leaf, change, rebuild) for change in operator(leaf))
        usable = (mutant for mutant in built if mutant is not None and mutant.canonical() != original)
        yield from islice(usable, 1)


def places(statement: Statement) -> Iterator[tuple[Statement, Rebuild]]:
    """The simple statements that are asserted, each with the way back to the whole."""
    if isinstance(statement, (Rel, Monotone, Limit, Number)):
        yield statement, lambda changed: changed
    elif isinstance(statement, Implies):
        yield from _inside(statement.conclusion, lambda changed: replace(statement, conclusion=changed))
    elif isinstance(statement, Iff):
        yield from _inside(statement.left, lambda changed: replace(statement, left=changed))
        yield from _inside(statement.right, lambda changed: replace(statement, right=changed))
    elif isinstance(statement, (ForAll, Exists)):
        yield from _inside(statement.statement, lambda changed: replace(statement, statement=changed))
    elif isinstance(statement, Not):
        yield from _inside(statement.statement, Not)
    elif isinstance(statement, Algorithm):
        yield from _inside(statement.promise, lambda changed: replace(statement, promise=changed))
    elif isinstance(statement, (All, Either)):
        kind = All if isinstance(statement, Chain) else type(statement)
        parts = statement.statements
        for i, part in enumerate(parts):
            yield from _inside(part, lambda changed, i=i: kind(*parts[:i], changed, *parts[i + 1 :]))


def _inside(part: Statement, rebuild: Rebuild) -> Iterator[tuple[Statement, Rebuild]]:
    for leaf, back in places(part):
        yield leaf, lambda changed, back=back: rebuild(back(changed))


def _built(leaf: Any, change: Change, rebuild: Rebuild) -> Statement | None:
    """The mutant, or None where it means nothing (a bound variable is gone) or no engine can evaluate it."""
    try:
        statement = rebuild(replace(leaf, **change))
        for part in statement.walk():
            for expr in part.expressions():
                compiled(expr)
    except (BadClaim, Unsupported):
        return None
    return statement


# -- operators: the changes they propose for a simple statement, best first -------------------------------------------------


def flip(leaf: Statement) -> Iterator[Change]:
    if isinstance(leaf, Rel):
        yield {"rel": _NEGATED[leaf.rel]}
    elif isinstance(leaf, Monotone):
        yield {"direction": _TURNED[leaf.direction]}
    elif isinstance(leaf, Limit):
        yield {"value": S.Zero if leaf.value.is_infinite else leaf.value + 1}
    elif isinstance(leaf, Number):
        yield {"expr": -leaf.expr}


def constant(leaf: Statement, factor: Rational) -> Iterator[Change]:
    if isinstance(leaf, Number):
        yield {"printed": replace(leaf.printed, text=str(_two_units_off(leaf.printed, factor)))}
    elif isinstance(leaf, Limit) and leaf.value.is_infinite is not True:
        yield {"value": _moved(leaf.value, factor)}
    else:
        for side in _sides(leaf):
            yield from ({side: changed} for changed in _rewritten(getattr(leaf, side), partial(_moved_number, factor)))
        if isinstance(leaf, Rel):
            yield {"rhs": _moved(leaf.rhs, factor)}


def drop(leaf: Statement) -> Iterator[Change]:
    for side in _sides(leaf):
        yield from ({side: changed} for changed in _rewritten(getattr(leaf, side), _shortened_product))


OPERATORS: dict[str, tuple[Operator, ...]] = {
    "flip": (flip,),
    "constant": tuple(partial(constant, factor=factor) for factor in (Rational(51, 50), Rational(49, 50))),
    "drop": (drop,),
}


def _sides(leaf: Statement) -> tuple[str, ...]:
    return ("rhs", "lhs") if isinstance(leaf, Rel) else ("expr",)


def _two_units_off(printed: Printed, factor: Rational) -> Decimal:
    """Two units of the last digit, or two steps of the grid, further: beyond every fair rounding."""
    number = Decimal(printed.text)
    unit = Decimal(printed.grid) if printed.grid else Decimal((0, (1,), int(number.as_tuple().exponent)))
    return number + (-2 if factor < 1 else 2) * unit


def _moved(expr: Expr, factor: Rational) -> Expr:
    return factor - 1 if expr.is_zero else factor * expr


def _moved_number(factor: Rational, node: Basic) -> Expr | None:
    return factor * node if isinstance(node, Rational) and abs(node) not in (S.Zero, S.One) else None


def _shortened_product(node: Basic) -> Expr | None:
    """A product of two or more factors, a sign not counted, without its first factor that is not a number."""
    if not isinstance(node, Mul):
        return None
    factors = sorted((f for f in node.args if f is not S.NegativeOne), key=default_sort_key)
    first = next((f for f in factors if not f.is_number), None)
    if len(factors) < 2 or first is None:
        return None
    return Mul(*(f for f in node.args if f is not first))


def _rewritten(expr: Basic, change: Callable[[Basic], Expr | None]) -> Iterator[Any]:
    """The expression with one node changed, for each node that can be, outermost first; numeric exponents stay."""
    changed = change(expr)
    if changed is not None:
        yield changed
    inner = expr.args[:1] if isinstance(expr, Pow) and expr.exp.is_number else expr.args
    for index in sorted(range(len(inner)), key=lambda i: default_sort_key(inner[i])):
        for new in _rewritten(inner[index], change):
            yield expr.func(*expr.args[:index], new, *expr.args[index + 1 :])
