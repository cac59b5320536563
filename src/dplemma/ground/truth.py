"""Truth of a pointwise statement at one exact point: certified true, certified false, or unknown.

Main definitions: `truth(statement, point)` and its result `Truth`.

A relation is false only if Arb balls contradict it and true only if they force it. Two sides that agree to the asked
digits without being forced are `agreeing`: enough to confirm, never enough to certify, and useless under a negation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product

from flint import arb
from sympy import Expr, Symbol

from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import Point, compiled
from dplemma.lang.exact import rational_of
from dplemma.lang.interval import Interval
from dplemma.lang.statements import All, Either, Exists, ForAll, Iff, Implies, Member, Not, Rel, Statement

DIGITS = 40
_LADDER, _COSTLY_LADDER = (64, 192, 640, 2048), (64, 192, 320)  # bits


@dataclass(frozen=True)
class Truth:
    """`value` is certified; `agreeing` says the sides agree to the asked digits; `vacuous` that a premise failed.

    `sides` are the two balls of the relation that decided, `rel` its sign, `bits` the precision used, `bindings` the
    values of quantified variables that decided.
    """

    value: bool | None
    agreeing: bool = False
    vacuous: bool = False
    sides: tuple[arb, arb] | None = None
    relation: Rel | None = None
    bits: int = 0
    bindings: tuple[tuple[str, Fraction], ...] = ()
    note: str = ""

    @property
    def supports(self) -> bool:
        """True if the point speaks for the statement: certified, or agreeing to the asked digits."""
        return self.value is True or (self.value is None and self.agreeing)

    def negated(self) -> Truth:
        value = None if self.value is None else not self.value
        return Truth(value, False, self.vacuous, self.sides, self.relation, self.bits, self.bindings, self.note)


def truth(statement: Statement, point: Point, digits: int = DIGITS) -> Truth:
    """Evaluate a pointwise statement at an exact point."""
    if isinstance(statement, Rel):
        return _relation(statement, point, digits)
    if isinstance(statement, Member):
        if len(statement.values) != len(statement.space):
            note = f"the value has {len(statement.values)} component(s), the space {len(statement.space)}"
            return Truth(False, note=note)
        if not all(_defined(value, point) for value in statement.values):
            return Truth(None)
        whole = [_is_whole(v, point) for v, i in zip(statement.values, statement.space, strict=True) if i.integer]
        return _all([*whole, *(truth(r, point, digits) for r in statement.relations())])
    if isinstance(statement, All):
        return _all([truth(s, point, digits) for s in statement.statements])
    if isinstance(statement, Either):
        return _all([truth(s, point, digits).negated() for s in statement.statements]).negated()
    if isinstance(statement, Not):
        return truth(statement.statement, point, digits).negated()
    if isinstance(statement, Implies):
        return _implies(statement, point, digits)
    if isinstance(statement, Iff):
        return _iff(statement, point, digits)
    if isinstance(statement, ForAll):
        return _for_all(statement.over, statement.statement, point, digits)
    if isinstance(statement, Exists):
        return _for_all(statement.over, Not(statement.statement), point, digits).negated()
    raise Unsupported(f"{type(statement).__name__} has no truth value at a point")


def _all(parts: list[Truth]) -> Truth:
    for part in parts:
        if part.value is False:
            return part
    open_parts = [p for p in parts if p.value is None]
    if not open_parts:
        return parts[-1] if parts else Truth(True)
    agreeing = all(p.supports for p in parts)
    first = open_parts[0]
    return Truth(None, agreeing, False, first.sides, first.relation, first.bits)


def _implies(statement: Implies, point: Point, digits: int) -> Truth:
    premise = truth(statement.premise, point, digits)
    if premise.value is False:
        return Truth(True, vacuous=True)
    conclusion = truth(statement.conclusion, point, digits)
    if premise.value is True or conclusion.value is True:
        return conclusion
    return Truth(None)


def _iff(statement: Iff, point: Point, digits: int) -> Truth:
    left, right = (truth(s, point, digits) for s in (statement.left, statement.right))
    if left.value is None or right.value is None:
        return Truth(None)
    failing = left if left.value is False else right
    note = f"left side is {str(left.value).lower()}, right side is {str(right.value).lower()}"
    value = left.value == right.value
    return Truth(value, sides=failing.sides, relation=failing.relation, bits=failing.bits, note="" if value else note)


def _for_all(over: Mapping[str, Interval], body: Statement, point: Point, digits: int) -> Truth:
    """False if some choice of the bound variables certifiably fails; else at most agreeing: a search proves no 'for all'."""
    agreeing = True
    for choice in choices(over):
        part = truth(body, {**point, **choice}, digits)
        if part.value is False:
            return Truth(False, False, False, part.sides, part.relation, part.bits, tuple(choice.items()), part.note)
        agreeing = agreeing and part.supports
    return Truth(None, agreeing)


def choices(over: Mapping[str, Interval], limit: int = 40) -> Iterator[dict[str, Fraction]]:
    """Simple values of bound variables, closed ends of their intervals included."""
    from dplemma.ground.points import simple_values  # points filters by truth: a cycle only in name

    names = list(over)
    combos = product(*(simple_values(over[n]) for n in names))
    for values in islice(sorted(combos, key=lambda c: sum(abs(v).denominator for v in c)), limit):
        yield dict(zip(names, values, strict=True))


def _relation(rel: Rel, point: Point, digits: int) -> Truth:
    if rel.lhs == rel.rhs and _defined(rel.lhs, point):
        return Truth(rel.rel in ("=", "<=", ">="), relation=rel)
    need = int(digits * 3.3219281) + 2
    left = right = arb.nan()
    bits = 0
    try:
        tapes = [compiled(side) for side in (rel.lhs, rel.rhs)]
        for bits in _COSTLY_LADDER if any(tape.costly for tape in tapes) else _LADDER:
            left, right = (tape.ball(point, bits) for tape in tapes)
            value = _compare(left, rel.rel, right)
            if value is not None:
                return Truth(value, sides=(left, right), relation=rel, bits=bits)
            if left.is_finite() and right.is_finite() and _agree(left, right, need):
                exact = _exactly(rel, point)
                if exact is not None:
                    return Truth(exact, sides=(left, right), relation=rel, bits=bits)
                return Truth(None, rel.rel in ("=", "<=", ">="), sides=(left, right), relation=rel, bits=bits)
    except (OutOfBudget, Unsupported) as error:
        return Truth(None, relation=rel, bits=bits, note=str(error))
    return Truth(None, sides=(left, right), relation=rel, bits=bits)


def _exactly(rel: Rel, point: Point) -> bool | None:
    """Two sides that are the same expression at a point are equal, two rational functions are compared in exact arithmetic.

    None for anything else.
    """
    if any(isinstance(v, arb) for v in point.values()):
        return None
    values = {Symbol(n, real=True): rational_of(v) for n, v in point.items()}
    if _exchanged(rel, values):
        return rel.rel in ("=", "<=", ">=")
    if not all(side.is_rational_function() for side in (rel.lhs, rel.rhs)):
        return None
    left, right = (side.xreplace(values) for side in (rel.lhs, rel.rhs))
    if not (left.is_Rational and right.is_Rational):
        return None
    order = bool(left > right) - bool(left < right)
    return order in {"=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}[rel.rel]


def _exchanged(rel: Rel, values: Mapping[Symbol, Expr]) -> bool:
    """One variable for all that have the same value makes the two sides the same expression."""
    leaders: dict[Expr, Symbol] = {}
    moves = ((symbol, leaders.setdefault(value, symbol)) for symbol, value in values.items())
    return _same_with(rel.lhs, rel.rhs, tuple(move for move in moves if move[0] != move[1]))


@lru_cache(maxsize=4096)
def _same_with(lhs: Expr, rhs: Expr, moves: tuple[tuple[Symbol, Symbol], ...]) -> bool:
    """Remembered: of thousands of points the same few variables coincide."""
    merged = dict(moves)
    return lhs.xreplace(merged) == rhs.xreplace(merged)


def _is_whole(value: Expr, point: Point) -> Truth:
    """Whether a value is an integer: exactly for rational values, by a ball without integers otherwise."""
    exact = value.xreplace({Symbol(n, real=True): rational_of(v) for n, v in point.items()})
    note = "a value that is not an integer"
    if exact.is_Rational:
        return Truth(bool(exact.is_Integer), note="" if exact.is_Integer else note)
    return Truth(None) if compiled(value).ball(point, 192).contains_integer() else Truth(False, note=note)


def _defined(expr: Expr, point: Point) -> bool:
    try:
        return bool(compiled(expr).ball(point, 128).is_finite())
    except (OutOfBudget, Unsupported):
        return False


def _compare(left: arb, rel: str, right: arb) -> bool | None:
    """What the two balls force; None if nothing. A non-finite ball forces nothing."""
    if not (left.is_finite() and right.is_finite()):
        return None
    if left.is_exact() and right.is_exact() and left == right:
        return rel in ("=", "<=", ">=")
    if left < right:
        return rel in ("<", "<=", "!=")
    if left > right:
        return rel in (">", ">=", "!=")
    if rel == "<=" and left <= right:
        return True
    if rel == ">=" and left >= right:
        return True
    return None


def _agree(left: arb, right: arb, need: int) -> bool:
    """The sides overlap and their difference is below 2^-need of their size (of 1 where one side is about zero)."""
    if not left.overlaps(right):
        return False
    size = max(abs(left).upper(), abs(right).upper(), key=float)
    if left.contains(0) and right.contains(0):
        size = arb(1)
    return bool(abs(left - right).upper() <= size * arb(2) ** -need)
