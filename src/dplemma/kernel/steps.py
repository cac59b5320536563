"""The rules that lead from one term to an equal one, for the chains of `derivation`.

Main definitions: `EQUALITIES`, the rules by name, and `value_in_range`. Each is given the checker, the old and the new term, the
region, the step with its parameters and proofs, and shows: if the new term exists, so does the old one, and they are equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dplemma.kernel.boxes import part_of
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.exists import continuous, exists, must_exist, parts_that_exist
from dplemma.kernel.limits import limit
from dplemma.kernel.normal import equal
from dplemma.kernel.signs import positive
from dplemma.kernel.statement import TURNED, Interval, Region, Rel, names_of
from dplemma.kernel.term import (
    BINDERS,
    MINUS,
    ZERO,
    Json,
    Rejected,
    Term,
    add,
    bind,
    free,
    in_exponents,
    mul,
    nodes,
    put,
    read_name,
    read_rational,
    read_term,
    shown,
    sub,
    swap,
    var,
)  # fmt: skip

if TYPE_CHECKING:
    from dplemma.kernel.derivation import Derived as Chains

INFINITE = ("oo", "-oo")


def same(first: Term, second: Term, region: Region) -> bool:
    """The first exists; the second does, too, and is equal."""
    return first == second or (exists(second, region) and equal(first, second, region))


# -- equal terms ------------------------------------------------------------------------------------------------------------


def _equal(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """One normal form. Of matched nodes that bind, the old one exists if the new one, a part of the next line, does: their ends
    are equal, and so are their bodies between them; a variable stands for the value of both in what surrounds them."""
    for number, pair in enumerate(step.get("matched", ())):
        first, second = read_term(pair["old"], where), read_term(pair["new"], where)
        if second not in parts_that_exist(new):
            raise Rejected(f"{where}: {shown(second)} is no part of the next line")
        if first != second:
            matched_bodies(checker, first, second, region, pair, where)
        value = region.fresh(old, new, like=f"value{number}")
        interval = Interval(ZERO) if positive(second, region, True) else Interval()
        old, new = swap(old, first, var(value)), swap(new, second, var(value))
        region = region.extended(**{value: interval})
    if old == new:
        return
    must_exist(old, region)
    if not equal(flat(old), flat(new), region):
        raise Rejected(f"{where}: {shown(old)} is not shown to equal {shown(new)}")


def matched_bodies(checker: Chains, first: Term, second: Term, region: Region, pair: Json, where: str) -> None:
    for node in (first, second):
        _must_be(node, where, ("Integral", "Sup", "Inf"))
    if first[0] != second[0]:
        raise Rejected(f"{where}: {shown(first)} does not match {shown(second)}")
    for mine, its in zip(first[3:], second[3:], strict=True):
        if mine != its and (mine in INFINITE or its in INFINITE or not same(its, mine, region)):
            raise Rejected(f"{where}: the end {shown(mine)} is not {shown(its)}")
    name = region.fresh(first, second, like="bound")
    mine, _ = checker.range(first, name, region, pair, where)
    body, wide = checker.range(second, name, region, pair, where)
    if first[0] != "Integral":
        _must_be_wide(second, region, where)
    if first[0] != "Integral" and not continuous(mine):
        raise Rejected(f"{where}: {shown(mine)} may jump to another value at an end")
    must_exist(mine, wide)
    if not equal(mine, body, wide):
        raise Rejected(f"{where}: {shown(mine)} is not shown to equal {shown(body)} between the ends")


def wider_than_a_point(node: Term, region: Region) -> bool:
    """Is the range of an integral or a bound never one point, at which nothing lies between the ends?"""
    low, high = node[3:]
    return low in INFINITE or high in INFINITE or positive(sub(high, low), region, True)


def _must_be_wide(node: Term, region: Region, where: str) -> None:
    if not wider_than_a_point(node, region):
        raise Rejected(f"{where}: the range of {shown(node)} may be one point, and nothing is compared there")


def flat(term: Term) -> Term:
    """Max(a, Max(b, c)) = Max(a, b, c) in an order of its own; the same for Min."""
    if not isinstance(term, tuple) or term[0] in ("var", "Piecewise", "Derivative") or term[0] in BINDERS:
        return term
    parts = [flat(part) for part in term[1:]]
    if term[0] in ("Max", "Min"):
        parts = [p for part in parts for p in (part[1:] if isinstance(part, tuple) and part[0] == term[0] else (part,))]
        parts = sorted(dict.fromkeys(parts), key=repr)
    return (term[0], *parts) if len(parts) > 1 or term[0] not in ("Max", "Min") else parts[0]


def _lemma(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """The two sides of a lemma that is an equality, from the first to the last line or, if both are shown to exist, back."""
    turned = step.get("turned") is True
    found = checker.instance(step, region, where, conditional=not turned)
    sides = (found.left, found.right)[:: -1 if turned else 1] if isinstance(found, Rel) and found.rel == "=" else ()
    if (old, new) != sides:
        raise Rejected(f"{where}: the lemma is not {shown(old)} = {shown(new)}")


# -- integrals --------------------------------------------------------------------------------------------------------------


def _must_be(node: Term, where: str, heads: tuple[str, ...] = ("Integral",)) -> None:
    if not isinstance(node, tuple) or node[0] not in heads:
        raise Rejected(f"{where}: {shown(node)} is not one of {', '.join(heads)}")


def end_value(term: Term, name: str, end: Term, side: str, region: Region, where: str, wide: bool = True) -> Term:
    """The value at a finite end that the term reaches as it is, else its limit there, which must be finite or an infinite end.

    Of a range that may be one point (not `wide`) the value: limits from two sides of a point may differ."""
    if end not in INFINITE and name not in free(end) and not in_exponents(term, {name}):
        value = put(term, {name: end})
        if exists(value, region) and continuous_in(term, name):
            return value
    if not wide:
        raise Rejected(f"{where}: the range may be one point, and {shown(term)} is not shown to have a value there")
    found = limit(term, name, end, side, region)
    if found is None:
        raise Rejected(f"{where}: no limit of {shown(term)} is shown as {name} tends to {shown(end)}")
    return found.value


def _antiderivative(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """F' = f between the ends, F continuous up to them or with finite limits there: the integral converges to F(b) - F(a)."""
    _must_be(old, where)
    name, function = read_name(step.get("variable"), where), read_term(step.get("function"), where)
    body, wide = checker.range(old, name, region, step, where)
    if not smooth(function, name) or not continuous(body):
        raise Rejected(f"{where}: {shown(function)} may jump or have a corner")
    for term in (function, derivative(function, name), body):
        must_exist(term, wide)
    if not equal(derivative(function, name), body, wide):
        raise Rejected(f"{where}: the derivative of {shown(function)} is not shown to be the integrand {shown(body)}")
    is_wide = wider_than_a_point(old, region)
    low = end_value(function, name, old[3], "+", region, where, is_wide)
    high = end_value(function, name, old[4], "-", region, where, is_wide)
    if low in INFINITE or high in INFINITE:
        raise Rejected(f"{where}: {shown(function)} grows beyond every bound at an end")
    must_exist(new, region)
    if not equal(sub(high, low), new, region):
        raise Rejected(f"{where}: {shown(new)} is not shown to be {shown(high)} - {shown(low)}")


def _substitution(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """x = h(s) with h' > 0 (or < 0) between the new ends and the old ends as limits: f(x) dx becomes f(h) |h'| ds, and both
    converge or neither. f is continuous between its ends."""
    _must_be(old, where)
    _must_be(new, where)
    s, h = read_name(step.get("variable"), where), read_term(step.get("value"), where)
    body, wide = checker.range(new, s, region, step, where)
    x = region.fresh(old, new, h, like="old")
    mine, _ = checker.range(old, x, region, step.get("old range", {}), where)
    slope = derivative(h, s) if smooth(h, s) else None
    if slope is None or not continuous(mine):
        raise Rejected(f"{where}: {shown(h)} or the integrand may jump or have a corner")
    must_exist(h, wide)
    must_exist(slope, wide)
    falls = step.get("falling") is True
    speed = mul(MINUS, slope) if falls else slope
    checker.must(Rel(speed, ">", ZERO), wide, step, "monotone", where)
    for end, side, reached in ((new[3], "+", old[4 if falls else 3]), (new[4], "-", old[3 if falls else 4])):
        found = end_value(h, s, end, side, region, where, wider_than_a_point(new, region))
        if found != reached and (found in INFINITE or reached in INFINITE or not equal(found, reached, region)):
            raise Rejected(f"{where}: {shown(h)} tends to {shown(found)}, not {shown(reached)}, at the end {shown(end)}")
    there = mul(put(mine, {x: h}), speed)
    must_exist(there, wide)
    must_exist(body, wide)
    if not equal(there, body, wide):
        raise Rejected(f"{where}: the new integrand {shown(body)} is not shown to be {shown(there)}")


def _split(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """Over (a, c) and (c, b), a <= c <= b, the integrand being `left` on the one and `right` on the other; a 0 is left out."""
    _must_be(old, where)
    at, name = read_term(step.get("at"), where), read_name(step.get("variable"), where)
    body, wide = checker.range(old, name, region, step, where)
    must_exist(body, wide)
    parts = []
    for key, low, high in (("left", old[3], at), ("right", at, old[4])):
        piece = read_term(step[key], where)
        part = bind("Integral", piece, name, low, high)
        mine, narrow = checker.range(part, name, region, step.get(f"{key} range", {}), where)
        must_exist(mine, narrow)
        if not equal(body, mine, narrow):
            raise Rejected(f"{where}: the integrand is not shown to be {shown(mine)} on the {key}")
        parts += [] if mine == ZERO else [part]
    if new != add(*parts):
        raise Rejected(f"{where}: the next line is not the sum of the two parts")


def _linearity(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """The integral of c f + d g + ... is c times that of f + d times that of g + ..., if each, part of the next line, exists."""
    _must_be(old, where)
    name = read_name(step.get("variable"), where)
    body, wide = checker.range(old, name, region, step, where)
    pairs = [(read_term(factor, where), read_term(piece, where)) for factor, piece in step["parts"]]
    if not pairs or not all(free(c) <= set(region.names) and continuous(f) for c, f in pairs):
        raise Rejected(f"{where}: factors without the variable, integrands that do not jump")
    for term in (body, *(part for pair in pairs for part in pair)):
        must_exist(term, wide)
    if not equal(body, add(*(mul(c, f) for c, f in pairs)), wide):
        raise Rejected(f"{where}: the integrand is not that sum")
    if new != add(*(mul(c, bind("Integral", f, name, *old[3:])) for c, f in pairs)):
        raise Rejected(f"{where}: the next line is not that sum of integrals")


def _leibniz(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """d/dp of an integral of f is that of f_p, if the integral exists for each p of an open interval and |f_p| <= M there,
    M integrable and without p; the ends do not depend on p."""
    _must_be(old, where, ("Derivative",))
    _must_be(old[1], where)
    _must_be(new, where)
    _, node, p, times = old
    t, majorant = read_name(step.get("variable"), where), read_term(step.get("majorant"), where)
    interval = region.intervals.get(p)
    if interval is None or interval.integer or not (interval.lo_open and interval.hi_open) or times != 1:
        raise Rejected(f"{where}: {p} does not run over an open interval")
    if any(p in names_of(rel) for rel in region.given) or region.others or p in free(node[3]) | free(node[4]) | free(majorant):
        raise Rejected(f"{where}: the range, the majorant or what is given depends on {p}")
    must_exist(node, region)
    body, wide = checker.range(node, t, region, step, where)
    if not smooth(body, p) or not continuous(body) or node[3:] != new[3:]:
        raise Rejected(f"{where}: the integrand may jump or have a corner, or the ranges differ")
    slope, given = derivative(body, p), put(new[1], {new[2]: var(t)})
    for term in (body, slope, given, majorant):
        must_exist(term, wide)
    must_exist(bind("Integral", majorant, t, *node[3:]), region.without(p))
    checker.must(Rel(slope, "<=", majorant), wide, step, "dominated", where)
    checker.must(Rel(mul(MINUS, slope), "<=", majorant), wide, step, "dominated below", where)
    if not equal(slope, given, wide):
        raise Rejected(f"{where}: {shown(given)} is not shown to be the derivative of the integrand")


def _same_derivative(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """A lemma says that the derivative of the old term in p is D, on an interval that holds all p of the region and a place;
    there both terms have one value, and D is the derivative of the new one on the whole interval."""
    theorem, p = checker.theorems.get(str(step.get("lemma"))), read_name(step.get("variable"), where)
    says = None if theorem is None or theorem.conditional else theorem.says
    if theorem is None or not isinstance(says, Rel) or (says.left, says.rel) != (("Derivative", old, p, 1), "="):
        raise Rejected(f"{where}: no lemma says what the derivative of {shown(old)} in {p} is")
    wide, at = theorem.region, read_rational(step.get("at"), where)
    if not set(wide.names) == set(region.names) or not all(region.intervals[n].within(wide.intervals[n]) for n in wide.names):
        raise Rejected(f"{where}: the lemma's region does not hold this one")
    if wide.given or wide.others or at not in wide.intervals[p] or wide.intervals[p].integer:
        raise Rejected(f"{where}: {p} = {at} is not joined to the region by an interval on which the lemma speaks")
    must_exist(new, wide)
    if not smooth(new, p):
        raise Rejected(f"{where}: {shown(new)} may jump or have a corner")
    must_exist(derivative(new, p), wide)
    if not equal(derivative(new, p), says.right, wide):
        raise Rejected(f"{where}: the derivative of {shown(new)} is not shown to be {shown(says.right)}")
    there = Rel(put(old, {p: at}), "=", put(new, {p: at}))
    checker.statement(there, wide.without(p), part_of(step, "value", where), f"{where} value")


# -- roots and bounds -------------------------------------------------------------------------------------------------------


def _root(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """A zero between the ends of a function that is strictly monotone there."""
    _must_be(old, where, ("Root",))
    name = read_name(step.get("variable"), where)
    body, wide = checker.range(old, name, region, step, where)
    must_exist(body, wide)
    if not smooth(body, name):
        raise Rejected(f"{where}: the equation may jump or have a corner")
    rel = "<" if step.get("falling") is True else ">"
    checker.must(Rel(derivative(body, name), rel, ZERO), wide, step, "monotone", where)
    for rel, end, key in ((">", old[3], "above low"), ("<", old[4], "below high")):
        if end not in INFINITE:
            checker.must(Rel(new, rel, end), region, step, key, where)
    must_exist(new, region)
    if not equal(put(body, {name: new}), ZERO, region):
        raise Rejected(f"{where}: {shown(new)} is not shown to be a root")


def _turning(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """Sup: the slope is >= 0 from a to c and <= 0 from c to b, a <= c <= b, so the bound is the value at c, or the limit if c is
    an infinite end. Inf: the other signs. The function is smooth between the ends and continuous at c. An offered slope is the
    derivative wherever both exist, and both do everywhere between the ends."""
    _must_be(old, where, ("Sup", "Inf"))
    name, at = read_name(step.get("variable"), where), read_term(step.get("at"), where)
    body, wide = checker.range(old, name, region, step, where)
    must_exist(body, wide)
    if not smooth(body, name):
        raise Rejected(f"{where}: {shown(body)} may jump or have a corner")
    own = derivative(body, name)
    slope = read_term(step["slope"], where) if "slope" in step else own
    for term in (own, slope):
        must_exist(term, wide)
    if not equal(slope, own, wide):
        raise Rejected(f"{where}: {shown(slope)} is not shown to be the slope")
    for key, ends, rel in (("below", (old[3], at), ">="), ("above", (at, old[4]), "<=")):
        if ends[0] == ends[1]:
            continue
        part = (old[0], *old[1:3], *ends)
        _, narrow = checker.range(part, name, region, step.get(f"{key} range", {}), where)
        checker.must(Rel(slope, rel if old[0] == "Sup" else TURNED[rel], ZERO), narrow, step, key, where)
    if at in INFINITE:
        found = end_value(body, name, at, "-" if at == "oo" else "+", region, where)
    else:
        found = put(body, {name: at})
        must_exist(found, region)
        if in_exponents(body, {name}):
            raise Rejected(f"{where}: {shown(body)} may have no value near {shown(at)} where it has one there")
    must_exist(new, region)
    if found in INFINITE or not equal(found, new, region):
        raise Rejected(f"{where}: {shown(new)} is not shown to be {shown(found)}")


def value_in_range(checker: Chains, before: Term, rel: str, after: Term, region: Region, step: Json, where: str) -> None:
    """The value at a place of the range, its ends included, is at most the least upper bound: it is continuous there."""
    _must_be(after, where, ("Sup", "Inf"))
    if rel != ("<=" if after[0] == "Sup" else ">="):
        raise Rejected(f"{where}: a value is on the other side of the bound")
    name, at = read_name(step.get("variable"), where), read_term(step.get("at"), where)
    body, wide = checker.range(after, name, region, step, where, closed=True)
    must_exist(at, region)
    must_exist(body, wide)
    if not continuous_in(body, name) or put(body, {name: at}) != before:
        raise Rejected(f"{where}: {shown(before)} is not the value at {shown(at)} of what is bounded")
    for side, end, key in ((">=", after[3], "low"), ("<=", after[4], "high")):
        if end not in INFINITE:
            checker.must(Rel(at, side, end), region, step, key, where)


def continuous_in(term: Term, name: str) -> bool:
    """No node jumps; the variable is under no node that binds, but in the ends of an integral, which moves with them."""
    binders = [n for n in nodes(term) if isinstance(n, tuple) and n[0] in (*BINDERS, "Derivative") and name in free(n)]
    return continuous(term) and all(node[0] == "Integral" and name not in free(node[1]) for node in binders)


def _split_bound(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """Sup over (a, b) is the greater of those over (a, c) and (c, b), a < c < b: what is continuous at c is no greater there."""
    _must_be(old, where, ("Sup", "Inf"))
    name, at = read_name(step.get("variable"), where), read_term(step.get("at"), where)
    body, _ = checker.range(old, name, region, step, where)
    for low, high, key in ((old[3], at, "low"), (at, old[4], "high")):
        if low != "-oo" and high != "oo":
            checker.must(Rel(low, "<", high), region, step, key, where)
    must_exist(put(body, {name: at}), region)
    if not continuous_in(body, name) or in_exponents(body, {name}):
        raise Rejected(f"{where}: {shown(body)} may jump")
    if new != ("Max" if old[0] == "Sup" else "Min", (*old[:4], at), (*old[:3], at, old[4])):
        raise Rejected(f"{where}: the next line is not made of the bounds over both parts")


def _inside(checker: Chains, old: Term, new: Term, region: Region, step: Json, where: str) -> None:
    """What is bounded is the same at every place between the ends, and does not jump to another value there."""
    _must_be(old, where, ("Sup", "Inf"))
    if not isinstance(new, tuple) or (new[0], *new[3:]) != (old[0], *old[3:]):
        raise Rejected(f"{where}: the range or the kind of bound changes")
    name = read_name(step.get("variable"), where)
    body, wide = checker.range(old, name, region, step, where)
    _must_be_wide(old, region, where)
    if not continuous(body):
        raise Rejected(f"{where}: {shown(body)} may jump to another value at an end")
    checker.step(body, "=", put(new[1], {new[2]: var(name)}), wide, part_of(step, "inner", where), where)


EQUALITIES: dict[str, Callable[[Any, Term, Term, Region, Json, str], None]] = {
    "equal": _equal, "lemma": _lemma, "antiderivative": _antiderivative, "substitution": _substitution, "split": _split,
    "linearity": _linearity, "leibniz": _leibniz, "same derivative": _same_derivative, "root": _root, "turning": _turning,
    "split bound": _split_bound, "inside": _inside,
}  # fmt: skip
