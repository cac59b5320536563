"""Limits: shown by germs, by another term, or by a certified bound of the tail; and refuted.

Main definitions: `Behaviour`, `limit`, `sign_near`, `check_limit`, `refute_limit`.

A limit is claimed for every fixed value of the other variables in a region. It is shown when the germ of the term (`germs`) has it, in
each of the cases that a closed end of one parameter's interval makes, or when a bound of f(x(s)) - L tends to zero along a way x(s) that
runs through a whole one-sided neighbourhood of the point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dplemma.kernel import normal, signs
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.enclose import at_point
from dplemma.kernel.germs import UNIT, Germ, Near, TooShort, constant
from dplemma.kernel.statement import Interval, Limit, Region, Rel, read_interval
from dplemma.kernel.term import MINUS, ONE, ZERO, Rejected, Term, add, free, neg, power, put, read_name, read_term, shown, sub

ORDERS = (0, 1, 2, 4)
INFINITE = ("oo", "-oo")
BITS = (64, 256, 1024)
Show = Callable[[Rel, Region, dict[str, Any]], None]


@dataclass(frozen=True)
class Behaviour:
    """A limit, "oo", "-oo" or a term; finite: the sign of the term less its limit near the point (">", "<", "=" or "" not known)."""

    value: Term
    approach: str = ""


def limit(term: Term, name: str, to: Term, side: str, region: Region) -> Behaviour | None:
    """How the term behaves as the variable tends to a point from one side, for every value of the others; None if that is not shown.

    An answer shows that every part of the term exists near the point, too."""
    try:
        return _limit(term, name, to, side, region)
    except Rejected:
        return None


def _limit(term: Term, name: str, to: Term, side: str, region: Region) -> Behaviour:
    def read(near: Near, germ: Germ) -> Behaviour:
        value = near.end(germ)
        return Behaviour(value) if value in INFINITE else Behaviour(value, _approach(near, near.small(germ)))

    return _expanded(term, name, to, side, region, read)


def _approach(near: Near, small: Germ) -> str:
    try:
        known = near.stripped(small)[0]
    except Rejected:
        return ""
    return "" if known == "!=" else known


def _expanded(term: Term, name: str, to: Term, side: str, region: Region, read: Callable[[Near, Germ], Any]) -> Any:
    """What is read from a germ, of the lowest order that tells."""
    for order in ORDERS:
        near = Near(name, to, side, region, order)
        try:
            return read(near, near.of(term))
        except TooShort:
            if order == ORDERS[-1]:
                raise
    raise AssertionError


def sign_near(term: Term, name: str, to: Term, side: str, region: Region) -> str:
    """The sign of the term on a one-sided punctured neighbourhood of a point, for each value of the others: ">", "<" or "" not known."""

    def one(values: Mapping[str, Fraction], part: Region) -> str:
        where = put(to, values)
        known = _expanded(put(term, values), name, where, side, part, lambda near, germ: near.stripped(germ)[0])
        if known not in ("<", ">"):
            raise Rejected("limit: no sign near the point")
        return known

    try:
        found = set(_in_cases(one, free(term) | free(to), region.without(name)))
    except Rejected:
        return ""
    return found.pop() if len(found) == 1 else ""


# -- cases -----------------------------------------------------------------------------------------------------------------


def _in_cases(one: Callable[[Mapping[str, Fraction], Region], Any], names: frozenset[str], region: Region) -> list[Any]:
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


def _cases(name: str, region: Region) -> Iterator[tuple[Mapping[str, Fraction], Region]]:
    """Each closed end of an interval, and what lies between; none if it has no closed end."""
    interval = region.intervals[name]
    ends = {e for e, is_open in ((interval.lo, interval.lo_open), (interval.hi, interval.hi_open)) if e is not None and not is_open}
    if interval.integer or not ends:
        return
    for end in ends:
        yield {name: end}, Region(region.without(name).intervals, region.substituted(name, end))
    if interval.lo is None or interval.lo != interval.hi:
        yield {}, region.with_interval(name, interval.inside())


# -- proofs ----------------------------------------------------------------------------------------------------------------


def check_limit(statement: Limit, region: Region, proof: dict[str, Any], show: Show) -> None:
    """Reject unless the proof shows the limit at every point of the region."""
    rules = {"limit": _by_germ, "limit-of": _by_equal, "tail": _by_tail}
    rule = rules.get(proof.get("rule", "")) if isinstance(proof, dict) else None
    if rule is None:
        raise Rejected(f"limit: a proof is one of {', '.join(rules)}")
    if statement.name in free(statement.value) | free(statement.to):
        raise Rejected(f"limit: the point or the value moves with {statement.name}")
    rule(statement, region.without(statement.name), proof, show)


def _by_germ(statement: Limit, region: Region, proof: dict[str, Any], show: Show) -> None:
    def one(values: Mapping[str, Fraction], part: Region) -> None:
        term, to, value = (put(each, values) for each in (statement.term, statement.to, statement.value))
        _must_be(_limit(term, statement.name, to, statement.side, part).value, value, part)

    _in_cases(one, free(statement.term) | free(statement.value) | free(statement.to), region)


def _must_be(found: Term, claimed: Term, region: Region) -> None:
    from dplemma.kernel.exists import must_exist

    if found == claimed:
        return
    if found not in INFINITE and claimed not in INFINITE:
        must_exist(claimed, region)
        if normal.equal(found, claimed, region):
            return
    raise Rejected(f"limit: found {shown(found)}, which is not shown to be {shown(claimed)}")


def _by_equal(statement: Limit, region: Region, proof: dict[str, Any], show: Show) -> None:
    """The term equals another one near the point, both exist there, and that one has the limit."""
    from dplemma.kernel.exists import must_exist

    other = read_term(proof.get("term"), "limit-of.term")
    wide = region.extended(**{statement.name: _neighbourhood(statement, proof)})
    for term in (statement.term, other):
        must_exist(term, wide)
    if not normal.equal(statement.term, other, wide):
        raise Rejected(f"limit-of: {shown(other)} is not shown to be the same near the point")
    check_limit(replace(statement, term=other), region, proof.get("inner", {}), show)


def _neighbourhood(statement: Limit, proof: dict[str, Any]) -> Interval:
    """The interval of the proof, if it reaches up to the point on its side."""
    interval, to = read_interval(proof.get("interval"), "limit-of.interval"), statement.to
    if to in INFINITE:
        reaches = (interval.hi if to == "oo" else interval.lo) is None
    else:
        reaches = isinstance(to, Fraction) and (interval.lo if statement.side == "+" else interval.hi) == to != (
            interval.hi if statement.side == "+" else interval.lo
        )
    if not reaches or interval.integer:
        raise Rejected("limit-of: the interval does not reach up to the point")
    return interval


@dataclass(frozen=True)
class _Way:
    """x(s) that runs through a one-sided neighbourhood of the point as s tends to an open end of its interval."""

    name: str
    term: Term
    end: Term
    side: str
    region: Region


def _way(statement: Limit, region: Region, proof: dict[str, Any]) -> _Way:
    """x(s) is smooth, strictly monotone and tends to the point: it takes all values between, on the side from which it comes."""
    from dplemma.kernel.exists import must_exist

    s, x = read_name(proof.get("variable"), "tail.variable"), read_term(proof.get("way"), "tail.way")
    interval = read_interval(proof.get("interval"), "tail.interval")
    if s == statement.name or s in region.intervals or s in free(statement.term) | free(statement.value) | free(statement.to):
        raise Rejected(f"tail: {s} is not a new variable")
    if interval.integer or interval.lo_open == interval.hi_open or not free(x) <= {s, *region.intervals}:
        raise Rejected("tail: an interval with one open end, and a way in its variable")
    end, side = ("oo" if interval.hi is None else interval.hi, "-") if interval.hi_open else (interval.lo, "+")
    end = "-oo" if end is None else end
    wide = region.extended(**{s: interval})
    must_exist(x, wide)
    moves = signs.sign(derivative(x, s), wide) if smooth(x, s) else ""
    comes = {(">", "+"): "+", ("<", "-"): "+", ("<", "+"): "-", (">", "-"): "-"}.get((moves, side))
    if comes != statement.side:
        raise Rejected("tail: the way is not shown to be monotone towards the point from its side")
    _must_be(_limit(x, s, end, side, region).value, statement.to, region)
    return _Way(s, x, end, side, wide)


def _by_tail(statement: Limit, region: Region, proof: dict[str, Any], show: Show) -> None:
    """L - B <= f(x(s)) <= L + B with B -> 0, or f >= 1/B with B -> 0 from above (f <= -1/B for -oo)."""
    way = _way(statement, region, proof)
    bound = read_term(proof.get("bound"), "tail.bound")
    along = put(statement.term, {statement.name: way.term})
    found = _limit(bound, way.name, way.end, way.side, region)
    _must_be(found.value, ZERO, region)
    if statement.value in INFINITE:
        if sign_near(bound, way.name, way.end, way.side, region) != ">":
            raise Rejected("tail: the bound is not shown to be positive")
        up = statement.value == "oo"
        least = power(bound, MINUS)
        show(Rel(along, ">=", least) if up else Rel(along, "<=", neg(least)), way.region, proof.get("lower" if up else "upper", {}))
        return
    show(Rel(along, "<=", add(statement.value, bound)), way.region, proof.get("upper", {}))
    show(Rel(along, ">=", sub(statement.value, bound)), way.region, proof.get("lower", {}))


# -- refutations -----------------------------------------------------------------------------------------------------------


def refute_limit(statement: Limit, point: Mapping[str, Fraction], proof: dict[str, Any], show: Show) -> None:
    """Reject unless the proof shows that at this point of the region the term does not tend to the value that is claimed."""
    values = {name: value for name, value in point.items() if name != statement.name}
    term, to, value = (put(each, values) for each in (statement.term, statement.to, statement.value))
    here = Limit(term, statement.name, to, value, statement.side)
    if free(term) | free(to) | free(value) > {statement.name}:
        raise Rejected("limit: the point does not give all parameters")
    if proof.get("rule") == "limit":
        _must_differ(_limit(term, here.name, to, here.side, Region()).value, value, ("<", ">"))
    elif proof.get("rule") == "away":
        _by_distance(here, proof, show)
    else:
        raise Rejected("limit: a refutation is one of limit, away")


def _by_distance(statement: Limit, proof: dict[str, Any], show: Show) -> None:
    """f(x(s)) <= c on the whole way with c < L, or >= with c > L: f does not tend to L."""
    way, rel = _way(statement, Region(), proof), proof.get("rel")
    c = read_term(proof.get("bound"), "away.bound")
    if rel not in ("<=", ">=") or free(c):
        raise Rejected("away: <= or >= and a number")
    show(Rel(put(statement.term, {statement.name: way.term}), rel, c), way.region, proof.get("inner", {}))
    _must_differ(c, statement.value, ("<",) if rel == "<=" else (">",))


def _must_differ(found: Term, claimed: Term, ways: tuple[str, ...]) -> None:
    """Two numbers or infinities, found < claimed or found > claimed as allowed, by balls."""
    if found in INFINITE or claimed in INFINITE:
        order = "" if found == claimed else "<" if claimed == "oo" or found == "-oo" else ">"
        known = {order}
    else:
        gaps = [at_point(sub(found, claimed), {}, bits) for bits in BITS]
        known = {"<" if gap < 0 else ">" if gap > 0 else "" for gap in gaps}
    if not known & set(ways):
        raise Rejected(f"limit: {shown(found)} is not shown to differ from {shown(claimed)}")
