"""Enclosures of terms: on boxes by inf-sup intervals, at points by balls. The kernel's own walk over the tree.

Main definitions: `image(term, box, bits)`, `at_point(term, point, bits)`, `flagged(image)`, `Walk`.

An image without flags says that every part of the term exists at every point of the box, closed ends included, and that the
values lie in it. A finite ball at a point says that the term exists there: what does not exist gives no number. Nodes that bind
a variable are evaluated at points only: an integral by certified quadrature with a bound of its tails; roots and optima by
`solve`, which shows that they exist and are unique.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import acb, arb, fmpq

from dplemma.arb.ball import NAMES as BALLS
from dplemma.arb.exact import ball_of, fmpq_of
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.kernel.function_values import flagged, function, real_part
from dplemma.kernel.term import BINDERS, MINUS, ONE, Term, children, free

LONGEST_SUM = 2000
_BROKEN = (Unsupported, OutOfBudget, ValueError, ZeroDivisionError, OverflowError, RecursionError)


def image(term: Term, box: Mapping[str, RealInterval], bits: int) -> RealInterval | None:
    """Enclosure of the term on a box; None where none can be given."""
    try:
        with working_precision(bits):
            value = Walk(box).value(term)
            return value if isinstance(value, RealInterval) else RealInterval.from_ball(arb(value))
    except _BROKEN:
        return None


def at_point(term: Term, point: Mapping[str, Fraction | arb], bits: int) -> arb:
    """Enclosure of the term at a point; not finite where it does not exist or cannot be evaluated."""
    try:
        with working_precision(bits):
            return Walk({name: ball_of(x) for name, x in point.items()}).value(term)
    except _BROKEN:
        return arb.nan()


class Walk:
    """One walk over a term with values for its variables: balls, complex balls or intervals; equal parts are evaluated once."""

    def __init__(self, values: Mapping[str, Any], room: int = LONGEST_SUM) -> None:
        self.values, self.room = values, room  # the terms that sums may have, one inside the other, together
        self.known: dict[int, Any] = {}

    def value(self, term: Term) -> Any:
        """A part that is not a finite ball leaves no number: what would be made of it, such as exp(-oo), does not exist."""
        for number, (head, term_, places) in enumerate(plan := steps(term)):
            found = self._step(head, term_, [self.known[place] for place in places])
            if isinstance(found, (arb, acb)) and not found.is_finite():
                return type(found)(arb.nan())
            self.known[number] = found
        return self.known[len(plan) - 1]

    def _step(self, head: str, term: Term, parts: list[Any]) -> Any:
        if head == "number":
            return ball_of(term)
        if head == "var":
            if term[1] not in self.values:
                raise Unsupported(f"{term[1]} has no value")
            return self.values[term[1]]
        if head in ("Root", "ArgMin", "ArgMax", "Integral", "Sum", "Sup", "Inf"):
            return self._bound(term)
        if head == "Piecewise":
            return self._piecewise(term)
        return _RULES[head](term, parts) if head in _RULES else function(head, parts)

    def _bound(self, term: Term) -> Any:
        """At points only, where all that the node depends on is a ball."""
        from dplemma.kernel import solve

        if term[0] == "Sum":
            return self._sum(term)
        outer: dict[str, Any] = {name: self.values.get(name) for name in free(term)}
        if not all(isinstance(value, arb) for value in outer.values()):
            raise Unsupported(f"{term[0]} on a box, or of a variable without value")
        return solve.EVALUATE[term[0]](term, outer)

    def _sum(self, term: Term) -> Any:
        """Term by term, between ends that are integers."""
        _, body, name, low, high = term
        whole = all(isinstance(end, Fraction) and end.denominator == 1 for end in (low, high))
        if not whole or not 0 <= high - low < self.room:
            raise Unsupported("a sum of an unknown number of terms, or of too many")
        total: Any = ball_of(0)
        room = self.room // int(high - low + 1)
        for n in range(int(low), int(high) + 1):
            value = Walk({**self.values, name: ball_of(n)}, room).value(body)
            total = value + total if isinstance(value, RealInterval) else total + value
        return total

    def _piecewise(self, term: Term) -> Any:
        """The branch that applies; where conditions are open, the hull of the branches that may, which is not analytic."""
        hull = None
        for branch, condition in term[1:]:
            holds = True if condition is True else self._holds(condition)
            if holds is False:
                continue
            if holds is None and any(isinstance(value, acb) for value in self.values.values()):
                return acb(arb.nan())
            value = Walk(self.values, self.room).value(branch)
            hull = value if hull is None else _hull(hull, value)
            if holds is True:
                return hull
        raise Unsupported("no branch of a Piecewise is certain to apply")

    def _holds(self, condition: Any) -> bool | None:
        rel, left, right = condition
        a, b = (real_part(Walk(self.values, self.room).value(side)) for side in (left, right))
        if any(isinstance(x, RealInterval) and flagged(x) for x in (a, b)) or any(
            isinstance(x, arb) and not x.is_finite() for x in (a, b)
        ):
            raise Unsupported("a condition that does not exist")
        return compared(a, rel, b)


def _hull(first: Any, second: Any) -> Any:
    if isinstance(first, arb) and isinstance(second, RealInterval):
        return second.union(first)
    return first.union(second)


def compared(a: Any, rel: str, b: Any) -> bool | None:
    """Is a rel b for all values in the enclosures (True), for none (False), or is it open (None)?"""
    if rel in ("=", "!="):
        if a < b or a > b:
            return rel == "!="
        return rel == "=" if a <= b and a >= b else None  # one point each
    yes = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[rel]
    no = {"<": a >= b, "<=": a > b, ">": a <= b, ">=": a < b}[rel]
    return True if yes else False if no else None


@lru_cache(maxsize=20_000)
def steps(term: Term) -> tuple[tuple[str, Term, tuple[int, ...]], ...]:
    """The parts of a term, inner ones first, equal ones once, with the places of their operands."""
    found: list[tuple[str, Term, tuple[int, ...]]] = []
    places: dict[Term, int] = {}

    def visit(part: Term) -> int:
        if part in places:
            return places[part]
        head, inside = _head_and_parts(part)
        step = (head, part, tuple(map(visit, inside)))
        found.append(step)
        places[part] = len(found) - 1
        return places[part]

    visit(term)
    return tuple(found)


def _head_and_parts(term: Term) -> tuple[str, tuple[Term, ...]]:
    if isinstance(term, Fraction):
        return "number", ()
    if isinstance(term, str):
        return term, ()
    if term[0] in BINDERS or term[0] in ("var", "Piecewise"):
        return term[0], ()
    if term[0] == "Pow" and isinstance(term[2], Fraction):
        return "power", (term[1],)
    if term[0] == "Mul":
        above, below = _quotient(term)
        return "Mul", (*above, *below)
    if term[0] == "log" and isinstance(term[1], tuple) and term[1][0] == "Add" and ONE in term[1][1:]:
        rest = [part for n, part in enumerate(term[1][1:]) if n != term[1][1:].index(ONE)]
        return "log1p", (rest[0] if len(rest) == 1 else ("Add", *rest),)
    return term[0], tuple(children(term))


def _quotient(term: Term) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Numerator and denominator of a product."""
    above, below = [], []
    for factor in term[1:]:
        inverse = isinstance(factor, tuple) and factor[0] == "Pow" and isinstance(factor[2], Fraction) and factor[2] < 0
        (below if inverse else above).append(
            factor if not inverse else factor[1] if factor[2] == MINUS else ("Pow", factor[1], -factor[2])
        )
    return tuple(above), tuple(below)


# -- one step -----------------------------------------------------------------------------------------------------------


def _sum(term: Term, parts: list[Any]) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _product(term: Term, parts: list[Any]) -> Any:
    above = len(_quotient(term)[0])
    value = parts[0] if above else ball_of(1)
    for part in parts[1:above]:
        value = value * part
    for part in parts[above:]:
        value = _over(value, part)
    return value


def _over(above: Any, below: Any) -> Any:
    if isinstance(above, arb) and isinstance(below, RealInterval):
        return RealInterval.from_ball(above) / below
    return above / below


def _rational_power(term: Term, parts: list[Any]) -> Any:
    return _to_the(parts[0], term[2])


def _to_the(base: Any, exponent: Fraction) -> Any:
    """Rational powers: of any number for integers, of numbers >= 0 (> 0 if negative) else."""
    if exponent.denominator == 1:
        n = int(exponent)
        return base**n if n >= 0 or isinstance(base, RealInterval) else 1 / base**-n
    if isinstance(base, RealInterval):
        return base ** fmpq_of(exponent)
    if isinstance(base, acb):
        return (BALLS["g_log"](base) * ball_of(exponent)).exp()
    root = base.sqrt() if exponent.denominator == 2 else base ** fmpq(1, exponent.denominator)
    return _to_the(root, Fraction(exponent.numerator))


def _general_power(term: Term, parts: list[Any]) -> Any:
    """In the complex plane only where the logarithm is analytic, so not of a base that is negative for real numbers.

    On a box the base is positive: where the exponent meets an integer, a power of another number exists, too."""
    base, exponent = parts
    if isinstance(base, RealInterval) and not base.is_positive():
        raise Unsupported("a power of what may not be positive")
    return (exponent * BALLS["g_log"](base)).exp()


def _larger(term: Term, parts: list[Any]) -> Any:
    return _of_several(BALLS["g_maximum"], parts)


def _smaller(term: Term, parts: list[Any]) -> Any:
    return _of_several(BALLS["g_minimum"], parts)


def _of_several(choose: Callable[[Any, Any], Any], parts: list[Any]) -> Any:
    value = parts[0]
    for part in parts[1:]:
        value = choose(value, part)
    return value


def _infinite(term: Term, parts: list[Any]) -> Any:
    raise Unsupported("infinity is not a number")


def _derivative(term: Term, parts: list[Any]) -> Any:
    raise Unsupported("a derivative that was not carried out")


_RULES: dict[str, Callable[[Term, list[Any]], Any]] = {
    "pi": lambda term, parts: arb.pi(), "E": lambda term, parts: arb(1).exp(), "oo": _infinite, "-oo": _infinite,
    "Add": _sum, "Mul": _product, "power": _rational_power, "Pow": _general_power, "Max": _larger, "Min": _smaller,
    "Derivative": _derivative,
}  # fmt: skip
