"""Limits: shown by the germ of a term, or by a bound of the tail; and refuted.

Main definitions: `Behaviour`, `limit`, `sign_near`, `check_limit`, `refute_limit`.

A limit is claimed for every fixed value of the other variables in a region. Proofs are

    limit       the germ of the term (`near`) has it, on the whole region or in the cases a closed end of one interval makes
    tail        |f(x(s)) - L| <= B(s) along a way x(s) through a whole one-sided neighbourhood of the point, and B -> 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from dplemma.kernel import normal, signs
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.enclose import at_point
from dplemma.kernel.germs import INFINITE, Germ, TooShort
from dplemma.kernel.near import Near
from dplemma.kernel.reading import read_interval
from dplemma.kernel.statement import Interval, Limit, Region, Rel
from dplemma.kernel.term import (
    MINUS,
    ZERO,
    Rejected,
    Term,
    add,
    free,
    in_exponents,
    neg,
    power,
    put,
    read_name,
    read_term,
    shown,
    sub,
)  # fmt: skip

ORDERS, BITS = (0, 1, 2, 4), (64, 256, 1024)
T = TypeVar("T")
Show = Callable[[Rel, Region, dict[str, Any]], None]
Values = Mapping[str, Fraction]


@dataclass(frozen=True)
class Behaviour:
    """A limit, "oo", "-oo" or a term; of a finite one the sign of the term less its limit near the point, "" if not known."""

    value: Term
    approach: str = ""


def limit(term: Term, name: str, to: Term, side: str, region: Region) -> Behaviour | None:
    """How the term behaves as the variable tends to a point from one side, for every value of the others; None: not shown.

    An answer shows that every part of the term exists near the point, too."""
    try:
        return _limit(term, name, to, side, region)
    except Rejected:
        return None


def _limit(term: Term, name: str, to: Term, side: str, region: Region) -> Behaviour:
    return _expanded(term, name, to, side, region, _behaviour)


def _behaviour(near: Near, germ: Germ) -> Behaviour:
    value = near.end(germ)
    if value in INFINITE:
        return Behaviour(value)
    try:
        known = near.stripped(near.split(germ)[2])[0]
    except Rejected:
        known = ""
    return Behaviour(value, known if known != "!=" else "")


def _expanded(term: Term, name: str, to: Term, side: str, region: Region, read: Callable[[Near, Germ], T]) -> T:
    """What can be read from a germ, of the lowest order that tells."""
    reason: Rejected = TooShort("limit: no expansion")
    for order in ORDERS:
        try:
            near = Near(name, to, side, region, order)
            return read(near, near.of(term))
        except TooShort as short:
            reason = short
        except RecursionError:
            raise Rejected(f"limit: {shown(term)} is nested too deep") from None
    raise reason


def sign_near(term: Term, name: str, to: Term, side: str, region: Region) -> str:
    """The sign of the term on a one-sided punctured neighbourhood of a point, for each value of the others; "": not known."""

    def one(values: Values, part: Region) -> str:
        here, where = _at(values, term, to)
        return _expanded(here, name, where, side, part, lambda near, germ: near.stripped(germ)[0])

    try:
        found = set(_in_cases(one, free(term) | free(to), region.without(name)))
    except Rejected:
        return ""
    return found.pop() if found in ({"<"}, {">"}) else ""


def _in_cases(one: Callable[[Values, Region], T], names: frozenset[str], region: Region) -> list[T]:
    """Answers on the region as it is, or in the cases of the closed ends of one parameter's interval."""
    try:
        return [one({}, region)]
    except Rejected as reason:
        for name in sorted(names & region.intervals.keys()):
            try:
                if cases := list(_cases(name, region)):
                    return [one(values, part) for values, part in cases]
            except Rejected:
                continue
        raise reason


def _cases(name: str, region: Region) -> Iterator[tuple[Values, Region]]:
    """Each closed end of an interval, and the reals between; none if it has no closed end."""
    interval = region.intervals[name]
    ends = {
        end
        for end, is_open in ((interval.lo, interval.lo_open), (interval.hi, interval.hi_open))
        if end is not None and not is_open
    }
    if not ends:
        return
    for end in ends:
        yield {name: end}, Region(region.without(name).intervals, region.substituted(name, end))
    if interval.lo != interval.hi:
        yield {}, region.with_interval(name, interval.inside())


def _at(values: Values, *terms: Term) -> list[Term]:
    """Terms with numbers put in; not as an exponent, where a^b exists for a > 0 only, but a^2 for all a."""
    for term in terms:
        if in_exponents(term, values):
            raise Rejected(f"limit: a number is put into an exponent of {shown(term)}")
    return [put(term, values) for term in terms]


# -- proofs ----------------------------------------------------------------------------------------------------------------


def check_limit(statement: Limit, region: Region, proof: dict[str, Any], show: Show) -> None:
    """Reject unless the proof shows the limit at every point of the region."""
    rules = {"limit": _by_germ, "tail": _by_tail}
    if not isinstance(proof, dict) or proof.get("rule") not in rules:
        raise Rejected(f"limit: a proof is one of {', '.join(rules)}")
    if statement.name in free(statement.value) | free(statement.to):
        raise Rejected(f"limit: the point or the value moves with {statement.name}")
    rules[proof["rule"]](statement, region.without(statement.name), proof, show)


def _by_germ(statement: Limit, region: Region, proof: dict[str, Any], show: Show) -> None:
    def one(values: Values, part: Region) -> None:
        term, to, value = _at(values, statement.term, statement.to, statement.value)
        _must_be(_limit(term, statement.name, to, statement.side, part).value, value, part)

    _in_cases(one, free(statement.term) | free(statement.value) | free(statement.to), region)


def _must_be(found: Term, claimed: Term, region: Region) -> None:
    """What was found is what is claimed: the same infinity, or equal where the latter exists, too."""
    from dplemma.kernel.exists import must_exist

    if found == claimed:
        return
    if found not in INFINITE and claimed not in INFINITE:
        must_exist(claimed, region)
        if normal.equal(found, claimed, region):
            return
    raise Rejected(f"limit: found {shown(found)}, which is not shown to be {shown(claimed)}")


@dataclass(frozen=True)
class _Way:
    """x(s) as s tends to an end of its interval from a side; the region has s in it."""

    s: str
    x: Term
    end: Term
    side: str
    region: Region


def _way(statement: Limit, region: Region, proof: dict[str, Any]) -> _Way:
    """x(s) is smooth, strictly monotone and tends to the point: it takes all values between, on the side from which it comes."""
    from dplemma.kernel.exists import must_exist

    s, x = read_name(proof.get("variable"), "tail.variable"), read_term(proof.get("way"), "tail.way")
    interval = read_interval(proof.get("interval"), "tail.interval")
    if s in {*region.intervals} | (free(statement.term) | free(statement.value) | free(statement.to)) - {statement.name}:
        raise Rejected(f"tail: {s} is not a new variable")
    if interval.integer or interval.lo_open == interval.hi_open or not free(x) <= {s, *region.intervals}:
        raise Rejected("tail: the way is a term in a variable whose interval has one open end")
    end, side = (interval.hi, "-") if interval.hi_open else (interval.lo, "+")
    end = end if end is not None else "oo" if interval.hi_open else "-oo"
    wide = region.extended(**{s: interval})
    must_exist(x, wide)
    slope = derivative(x, s) if smooth(x, s) else ZERO
    must_exist(slope, wide)
    toward = {"<": {"+": "-", "-": "+"}, ">": {"+": "+", "-": "-"}}.get(signs.sign(slope, wide), {})
    if toward.get(side) != statement.side:
        raise Rejected("tail: the way is not shown to be monotone towards the point from its side")
    _must_be(_limit(x, s, end, side, region).value, statement.to, region)
    return _Way(s, x, end, side, wide)


def _by_tail(statement: Limit, region: Region, proof: dict[str, Any], show: Show) -> None:
    """L - B <= f(x(s)) <= L + B with B -> 0; for oo f >= 1/B, for -oo f <= -1/B with B -> 0 from above."""
    way, bound = _way(statement, region, proof), read_term(proof.get("bound"), "tail.bound")
    along = put(statement.term, {statement.name: way.x})
    _must_be(_limit(bound, way.s, way.end, way.side, region).value, ZERO, region)
    if statement.value not in INFINITE:
        show(Rel(along, "<=", add(statement.value, bound)), way.region, proof.get("upper", {}))
        show(Rel(along, ">=", sub(statement.value, bound)), way.region, proof.get("lower", {}))
        return
    if sign_near(bound, way.s, way.end, way.side, region) != ">":
        raise Rejected("tail: the bound is not shown to be positive")
    if statement.value == "oo":
        show(Rel(along, ">=", power(bound, MINUS)), way.region, proof.get("lower", {}))
    else:
        show(Rel(along, "<=", neg(power(bound, MINUS))), way.region, proof.get("upper", {}))


# -- refutations -----------------------------------------------------------------------------------------------------------


def refute_limit(statement: Limit, point: Values, proof: dict[str, Any], show: Show) -> None:
    """Reject unless the proof shows that at this point of the region the term does not tend to the value that is claimed.

    It tends to another one (limit), or on a whole way to the point it is <= c < L, or >= c > L (away); or on an interval that
    reaches up to the point a part of it is nowhere in its domain (nowhere)."""
    values = {name: value for name, value in point.items() if name != statement.name}
    term, to, value = _at(values, statement.term, statement.to, statement.value)
    here, rule = Limit(term, statement.name, to, value, statement.side), proof.get("rule")
    if (free(term) | free(to) | free(value)) - {here.name} or here.name in free(to) | free(value):
        raise Rejected("limit: the point does not give all parameters")
    if rule == "limit":
        _must_differ(_limit(term, here.name, to, here.side, Region()).value, value, {"<", ">"})
    elif rule == "away" and proof.get("rel") in ("<=", ">="):
        way, c = _way(here, Region(), proof), read_term(proof.get("bound"), "away.bound")
        if free(c):
            raise Rejected("away: the bound is not a number, and may move")
        show(Rel(put(term, {here.name: way.x}), proof["rel"], c), way.region, proof.get("inner", {}))
        _must_differ(c, value, {proof["rel"][0]})
    elif rule == "nowhere":
        _must_be_absent(here, read_interval(proof.get("interval"), "nowhere.interval"))
    else:
        raise Rejected("limit: a refutation is limit, nowhere, or away with <= or >=")


def _must_be_absent(statement: Limit, interval: Interval) -> None:
    from dplemma.kernel.exists import parts_that_exist

    if interval.integer or not _reaches(interval, statement.to, statement.side):
        raise Rejected("nowhere: the interval does not reach up to the point")
    region = Region({statement.name: interval})
    parts = (part for part in parts_that_exist(statement.term) if isinstance(part, tuple))
    if not any(signs.outside_domain(part, lambda term: signs.sign(term, region)) for part in parts):
        raise Rejected(f"nowhere: no part of {shown(statement.term)} is shown to be outside its domain")


def _reaches(interval: Interval, to: Term, side: str) -> bool:
    """Does it hold a punctured neighbourhood of the point on that side?"""
    if to in INFINITE:
        return (interval.hi if to == "oo" else interval.lo) is None
    return isinstance(to, Fraction) and (interval.lo if side == "+" else interval.hi) == to and interval.lo != interval.hi


def _must_differ(found: Term, claimed: Term, ways: set[str]) -> None:
    """found < claimed or found > claimed, as allowed: numbers by balls, or infinities; what does not exist is neither."""
    from dplemma.kernel.exists import exists

    if claimed in INFINITE or (found in INFINITE and exists(claimed, Region())):
        known = {"" if found == claimed else "<" if claimed == "oo" or found == "-oo" else ">"}
    else:
        gaps = [at_point(sub(found, claimed), {}, bits) for bits in BITS]
        known = {"<" if gap < 0 else ">" if gap > 0 else "" for gap in gaps}
    if not known & ways:
        raise Rejected(f"limit: {shown(found)} is not shown to differ from {shown(claimed)}")
