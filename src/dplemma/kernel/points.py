"""Truth at a point: by exact arithmetic, normal forms of constants and balls; and what refutes a statement.

Main definitions: `truth(statement, point)`, `must_lie_in(region, point)`, `Undefined`, `check_refutation`.

The coordinates of a point are terms without variables, mostly rational. A relation is true or false at a point where both sides
exist (finite balls); it is false where a side certainly does not exist, because a part is outside its domain.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache

from dplemma.arb.exact import ball_of
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.kernel.enclose import at_point, image
from dplemma.kernel.exists import carried_out, must_exist, parts_that_exist
from dplemma.kernel.limits import refute_limit
from dplemma.kernel.signs import outside_domain, sign
from dplemma.kernel.solve import of_one_sign
from dplemma.kernel.statement import (
    All,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Inference,
    Interval,
    Limit,
    Monotone,
    Not,
    Printed,
    Region,
    Rel,
    Statement,
    names_of,
)  # fmt: skip
from dplemma.kernel.term import ZERO, Json, Rejected, Term, add, bad, free, nodes, opened, put, read_name, read_term, shown, sub
from dplemma.kernel.term import var as variable

Point = Mapping[str, Term]
BITS = (128, 512, 2048)
_HOLDS = {"=": ("=",), "!=": ("<", ">", "!="), "<": ("<",), "<=": ("<", "<=", "="), ">": (">",), ">=": (">", ">=", "=")}
_UNEQUAL = ("!=", "<", ">")
_FAILS = {"=": ("<", ">", "!="), "!=": ("=",), "<": (">", ">=", "="), "<=": (">",), ">": ("<", "<=", "="), ">=": ("<",)}


def read_point(tree: Json, at: str = "point") -> dict[str, Term]:
    """Terms without variables by name."""
    if not isinstance(tree, dict):
        raise bad(at, "is not an object of values")
    point = {read_name(name, at): read_term(value, f"{at}.{name}"[:60]) for name, value in tree.items()}
    if any(free(value) for value in point.values()):
        raise bad(at, "a coordinate is not a number")
    return point


def exists_at(term: Term, point: Point) -> bool:
    here = put(term, point)
    return any(at_point(here, {}, bits).is_finite() for bits in BITS)


def absent_at(term: Term, point: Point) -> str:
    """The part that certainly has no value at the point; "" if none is. What a derivative is taken of is such a part."""
    for part in parts_that_exist(term):
        if not any(map(_is_slope, nodes(part))):
            here = put(part, point)
            if isinstance(here, tuple) and _has_no_value(here):
                return shown(here)
    return ""


def _is_slope(node: Term) -> bool:
    return isinstance(node, tuple) and node[0] == "Derivative"


def _has_no_value(part: tuple[Term, ...]) -> bool:
    """A power or a function outside its domain, a Piecewise without a branch, a root that is not there, a divergent integral."""
    special = {"Piecewise": _without_branch, "Root": _without_root, "Integral": _without_end}
    return special[part[0]](part) if part[0] in special else outside_domain(part, _number_sign)


def _without_end(part: tuple[Term, ...]) -> bool:
    """The integrand is > c > 0, or < c < 0, wherever it exists on a whole half-line of the range."""
    if part[3] == part[4]:
        return False
    x, body = opened(part, ())
    for end, far in ((end, far) for end in part[3:] for far in _FAR if end in ("oo", "-oo")):
        beyond = RealInterval.from_fractions(far, None) if end == "oo" else RealInterval.from_fractions(None, -far)
        value = image(body, {x: beyond}, BITS[0])
        if value is not None and (value.lower() > 0 or value.upper() < 0):
            return True
    return False


def _without_branch(part: tuple[Term, ...]) -> bool:
    """Every condition fails; or they fail up to one that holds, and its value is absent."""
    for value, condition in part[1:]:
        held = True if condition is True else truth(Rel(condition[1], condition[0], condition[2]), {})
        if held is not False:
            return held is True and bool(absent_at(value, {}))
    return True


def _without_root(part: tuple[Term, ...]) -> bool:
    """Between two numbers, or on a half-line: the function is of one sign, so that it has no zero; or it changes its sign more
    than once."""
    low, high = (None if end in ("oo", "-oo") else end for end in part[3:])
    if not all(isinstance(end, Fraction | None) for end in (low, high)) or part[3] == "oo" or part[4] == "-oo":
        return False
    if low is not None and high is not None and low >= high:
        return False
    x, body = opened(part, ())
    met = [found for place in _places(low, high) if (found := _number_sign(put(body, {x: place}))) in ("<", ">")]
    if sum(first != second for first, second in itertools.pairwise(met)) > 1:
        return True
    return len({*met}) < 2 and of_one_sign(body, x, Region({x: Interval(low, high)}))


def _places(low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    """Numbers between the ends, in order; towards an infinite end in growing steps."""
    if low is not None and high is not None:
        return [low + (high - low) * Fraction(n, _PLACES) for n in range(1, _PLACES)]
    steps = [Fraction(4) ** n for n in range(-_PLACES // 2, _PLACES // 2)]
    before = [(high or 0) - step for step in reversed(steps)] if low is None else []
    return before + ([(low or 0) + step for step in steps] if high is None else [])


_PLACES = 16
_FAR = (Fraction(1), Fraction(1000), Fraction(10**9))


def _number_sign(term: Term) -> str:
    """The sign of a number that exists, by balls or, where they touch zero, by its normal form; "" if that is open."""
    exists = False
    for bits in BITS:
        value = at_point(term, {}, bits)
        if value > 0 or value < 0:
            return ">" if value > 0 else "<"
        if value.is_zero():
            return "="
        exists = exists or bool(value.is_finite())
    return sign(term, Region()) if exists else ""


def truth(statement: Statement, point: Point) -> bool | None:
    """Whether the statement holds at the point; None if that is open, or if the statement is not pointwise."""
    return _At(point).holds(statement)


class _At:
    """What holds at one point, and what speaks of it; each part of a statement is asked once."""

    def __init__(self, point: Point) -> None:
        self.point = point
        self.holds = lru_cache(maxsize=None)(self._holds)
        self.speaks = lru_cache(maxsize=None)(self._speaks)

    def _holds(self, statement: Statement) -> bool | None:
        if isinstance(statement, Rel):
            return _relation(statement, self.point)
        if isinstance(statement, All):
            return _all_of(map(self.holds, statement.parts))
        if isinstance(statement, Either):
            found = [*map(self.holds, statement.parts)]
            if True in found:  # one part after the other is asked, and those before it exist
                return _all_of(map(self.speaks, statement.parts[: found.index(True)])) or None
            return None if None in found else False
        if isinstance(statement, Implies):
            premise, conclusion = self.holds(statement.premise), self.holds(statement.conclusion)
            if premise is True:
                return conclusion
            idle = premise is False or conclusion is True
            return True if idle and self.speaks(statement.premise) else None
        if isinstance(statement, Iff):
            left, right = self.holds(statement.left), self.holds(statement.right)
            if left is None or right is None:
                return None
            return False if left != right else _all_of(map(self.speaks, (statement.left, statement.right)))
        if isinstance(statement, Not):
            held = self.holds(statement.part)
            return None if held is None or not self.speaks(statement.part) else not held
        if isinstance(statement, (ForAll, Exists)):
            held = self.holds(statement.part) if _in_box(statement.over, self.point) else None
            return held if held is isinstance(statement, Exists) else None
        return None

    def _speaks(self, statement: Statement) -> bool | None:
        """Does every side in it exist at the point? None if that is open, and where one that does not is not asked for: a part
        before it decides a conjunction or a choice."""
        if isinstance(statement, Rel):
            sides = (statement.left, statement.right)
            return _all_of(True if exists_at(s, self.point) else False if absent_at(s, self.point) else None for s in sides)
        if isinstance(statement, (All, Either)):
            spoken = [*map(self.speaks, statement.parts)]
            leads_on = [self.holds(part) is isinstance(statement, All) for part in statement.parts]  # to the next part
            return None if False in spoken and not all(leads_on[: spoken.index(False)]) else _all_of(spoken)
        return self.speaks(statement.part) if isinstance(statement, Not) else None


def _all_of(answers: Iterable[bool | None]) -> bool | None:
    found = list(answers)
    return False if False in found else None if None in found else True


def _in_box(over: tuple[tuple[str, Interval], ...], point: Point) -> bool:
    return all(name in point and _lies_in(point[name], interval) for name, interval in over)


def _differentiated(term: Term, point: Point) -> Term:
    """Derivatives carried out where they are shown to exist, at a point of rational numbers."""
    if not any(map(_is_slope, nodes(term))):
        return term
    numbers = {name: value for name, value in point.items() if isinstance(value, Fraction)}
    must_exist(term, Region({name: Interval(value, value, False, False) for name, value in numbers.items()}))
    return carried_out(term)


def _relation(rel: Rel, point: Point) -> bool | None:
    if not (free(rel.left) | free(rel.right)) <= point.keys():
        return None
    try:
        sides = _differentiated(rel.left, point), _differentiated(rel.right, point)
        here = _number_sign(put(sub(*sides), point))
    except Rejected:
        here = ""
    if here:
        return True if here in _HOLDS[rel.rel] else False if here in _FAILS[rel.rel] else None
    return False if absent_at(rel.left, point) or absent_at(rel.right, point) else None


def _lies_in(value: Term, interval: Interval) -> bool:
    if isinstance(value, Fraction):
        return value in interval
    return not interval.integer and exists_at(value, {}) and all(truth(rel, {}) is True for rel in interval.relations(value))


def must_lie_in(region: Region, point: Point) -> None:
    """Every coordinate in its interval, and all that is given holds there."""
    if not point.keys() >= set(region.names):
        raise Rejected(f"point: it must give a value to each of {', '.join(region.names)}")
    for name, interval in region.intervals.items():
        if not _lies_in(point[name], interval):
            raise Rejected(f"point: {name} = {shown(point[name])} is not in its interval")
    for statement in (*region.given, *region.others):
        if truth(statement, point) is not True:
            raise Rejected(
                f"point: what is given is not certain there: {statement.text() if isinstance(statement, Rel) else 'no relation'}"
            )


def must_move(name: str, region: Region, point: Point) -> None:
    """Two points of the region, this one and another, differ in the variable alone: what is claimed of such pairs is of some."""
    if (own := region.intervals.get(name)) is None:
        raise Rejected(f"point: {name}, which does not move, is no variable of the region")
    tied = region.others or any(name in names_of(rel) for rel in region.given)
    if not tied and (own.lo is None or own.lo != own.hi):
        return
    must_lie_in(region, point)
    for step in (Fraction(side, 8**n) for n in range(10) for side in (1, -1)):
        try:
            return must_lie_in(region, {**point, name: put(add(variable(name), step), point)})
        except Rejected:
            continue
    raise Rejected(f"point: {name} does not move from there while the others stay")


# -- printed numbers --------------------------------------------------------------------------------------------------------


def printed_holds(statement: Printed) -> bool | None:
    """Within half a unit of the last digit shown, ends included; for an order of magnitude within half a decade.

    A promise may also be rounded to its safe side, by less than a unit or the step of its grid: `least` up, `largest` down.
    """
    read = _digits_of(statement.text)
    if read is None:
        return None
    value, unit = read
    if statement.mode == "rounded" and not statement.grid:
        return truth(All((Rel(statement.term, ">=", value - unit / 2), Rel(statement.term, "<=", value + unit / 2))), {})
    if statement.mode in ("least", "largest"):
        return _promise_holds(statement, value, unit)
    if statement.mode != "order" or statement.grid or value <= 0:
        return None
    with working_precision(256):
        number = at_point(statement.term, {}, 256)
        if number <= 0:
            return False
        distance = abs((number / ball_of(value)).log() / ball_of(10).log())
        return True if distance <= ball_of(Fraction(1, 2)) else False if distance > ball_of(Fraction(1, 2)) else None


def _digits_of(text: str) -> tuple[Fraction, Fraction] | None:
    """A decimal and a unit of its last digit, both of a sensible size."""
    if not text.isascii() or "_" in text:
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or abs(value.adjusted()) > 10_000 or abs(exponent) > 10_000:
        return None
    return Fraction(value), Fraction(10) ** exponent


def _promise_holds(statement: Printed, value: Fraction, unit: Fraction) -> bool | None:
    """Rounded to nearest, or to the safe side from less than a step away; the number printed must be on its grid."""
    grid = _digits_of(statement.grid) if statement.grid else None
    step = grid[0] if grid else unit
    if (statement.grid and grid is None) or step <= 0 or value % step:
        return None
    if statement.mode == "least":
        safe = Rel(statement.term, ">", value - step), Rel(statement.term, "<=", value)
    else:
        safe = Rel(statement.term, ">=", value), Rel(statement.term, "<", value + step)
    nearest = Rel(statement.term, ">=", value - unit / 2), Rel(statement.term, "<=", value + unit / 2)
    return truth(Either((All(safe), All(nearest))), {})


# -- refutations --------------------------------------------------------------------------------------------------------------

Show = Callable[[Statement, Region, Json, str], None]


def check_refutation(statement: Statement, region: Region, evidence: Json, show: Show) -> None:
    """Reject unless the evidence contradicts the statement on the region; `show` checks proofs inside it."""
    if not isinstance(evidence, dict):
        raise bad("refutation", "is not an object")
    part = evidence.get("part")
    if isinstance(statement, All) and isinstance(part, int) and 0 <= part < len(statement.parts):
        return check_refutation(statement.parts[part], region, evidence.get("inner"), show)
    if isinstance(statement, ForAll):
        if set(dict(statement.over)) & set(region.intervals):
            raise Rejected("refutation: a variable is bound twice")
        return check_refutation(statement.part, region.extended(**dict(statement.over)), evidence, show)
    if isinstance(statement, Inference):
        proofs = evidence.get("premises")
        if not isinstance(proofs, list) or len(proofs) != len(statement.premises):
            raise Rejected("inference: a proof for each premise")
        for premise, proof in zip(statement.premises, proofs, strict=True):
            show(premise, region, proof, "premise")
        return check_refutation(statement.conclusion, region, evidence.get("inner"), show)
    if isinstance(statement, Implies) and isinstance(part, int):
        return _conclusion_part(statement, region, part, evidence, show)
    if isinstance(statement, (Exists, Not, Rel)) and "proof" in evidence:
        must_lie_in(region, read_point(evidence.get("point", {})))  # where there is no point nothing fails
    if isinstance(statement, Exists) and "proof" in evidence:
        part = statement.part
        if not isinstance(part, (Not, Rel)) or set(dict(statement.over)) & set(region.intervals):
            raise Rejected("contrary: only a relation or a negation has an opposite, and its variables must be new")
        opposite = part.part if isinstance(part, Not) else part.opposite()
        return show(opposite, region.extended(**dict(statement.over)), evidence["proof"], "contrary")
    if isinstance(statement, Not) and "proof" in evidence:
        return show(statement.part, region, evidence["proof"], "contrary")
    if isinstance(statement, Rel) and "proof" in evidence:
        contrary = Rel(statement.left, "=", statement.right) if statement.rel in _UNEQUAL else statement.opposite()
        return show(contrary, region, evidence["proof"], "contrary")
    if isinstance(statement, Monotone):
        return _two_points(statement, region, evidence)
    point = read_point(evidence.get("point", {}))
    must_lie_in(region, point)
    if isinstance(statement, Limit):
        return refute_limit(statement, point, evidence, lambda rel, where, proof: show(rel, where, proof, "limit"))
    if isinstance(statement, Printed):
        if printed_holds(statement) is not False:
            raise Rejected("counterexample: the value is not certain to differ from what is printed")
        return None
    if truth(statement, point) is not False:
        raise Rejected("counterexample: the statement is not certain to fail at this point")
    return None


def _conclusion_part(statement: Implies, region: Region, part: int, evidence: Json, show: Show) -> None:
    if not isinstance(statement.conclusion, All) or not 0 <= part < len(statement.conclusion.parts):
        raise Rejected("counterexample: there is no such part")
    return check_refutation(Implies(statement.premise, statement.conclusion.parts[part]), region, evidence.get("inner"), show)


def _two_points(statement: Monotone, region: Region, evidence: Json) -> None:
    first = read_point(evidence.get("point", {}))
    second = {**first, statement.name: read_term(evidence.get("second"), "second point")}
    for point in (first, second):
        must_lie_in(region, point)
    if _number_sign(sub(second[statement.name], first[statement.name])) != ">":
        raise Rejected("two points: they are not in order")
    if not all(exists_at(statement.term, point) for point in (first, second)):
        if any(absent_at(statement.term, point) for point in (first, second)):
            return
        raise Rejected("two points: a value is not certain to exist")
    rise = sub(put(statement.term, second), put(statement.term, first))
    wrong = _FAILS[(">" if statement.strict else ">=") if statement.increasing else ("<" if statement.strict else "<=")]
    if _number_sign(rise) not in wrong:
        raise Rejected("two points: the values are not certain to be in the wrong order")


__all__ = ["ZERO", "check_refutation", "must_lie_in", "printed_holds", "read_point", "truth"]
