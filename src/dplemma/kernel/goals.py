"""Inequalities on regions: the rules that reduce one to others, to normal forms and to boxes.

Main definition: `Checker`, whose `goal(goal, proof, where)` raises `Rejected` unless the proof shows the goal.

A goal says that its gap is > 0 (or >= 0) at every point of the region at which the gap exists; that it exists is shown apart,
once, for the statement (`exists`). A rule that leaves the region (to a face, to what lies between two points) shows existence
there.

    sign      the normal form of the gap has the sign                    zero      the gap is 0 and equality is allowed
    number    the gap has no variables; its ball has the sign            boxes     see `tiling`
    as        an equal gap has the sign                                  only      in the variables that matter
    cut       on both sides of a value of one variable
    case      where a relation holds, and where it fails                 have      with a relation that is shown first
    face      monotone in a variable, and on the face where it is least
    end       monotone in a variable, towards an open or infinite end where its limit has the sign
    product   the gap is a product of factors that have the sign         sum       a sum of such terms
    moved     a variable is written as Phi(t), exp(t), 1/t or c + t, which reaches all its values
    rising    the gap is E(high) - E(low) with low <= high and E' >= 0 on an interval that holds both
    integrand the gap is an integral of what has the sign
    path      the gap is 0 where pairs of variables are equal, and rises as one of each goes up
    given     the gap is that of a relation that is given
    greatest  x - Max(a, b, ...), by each part; x - a by x - Max(a, ...)
    contrary  where the goal fails, a relation that is given fails       inner     the gap depends on one inner term alone
    whole     integers: one by one up to a bound, all reals beyond
    through   a root becomes a variable, and its equation is solved for another one
    below     a root is compared with a bound by the sign of its equation there
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dplemma.kernel.boxes import Goal, interval_of, part_of, tiles_of
from dplemma.kernel.enclose import at_point
from dplemma.kernel.exists import carried_out, must_exist
from dplemma.kernel.normal import equal
from dplemma.kernel.reading import read_relation
from dplemma.kernel.reductions import REDUCTIONS
from dplemma.kernel.signs import positive, sign
from dplemma.kernel.statement import Region, Rel, names_of
from dplemma.kernel.term import (
    ZERO,
    Json,
    Rejected,
    Term,
    add,
    bad,
    free,
    mul,
    neg,
    read_name,
    read_rational,
    read_term,
    shown,
    sub,
)  # fmt: skip
from dplemma.kernel.tiling import MOST_BITS, check_boxes, given_relation

MOST_NESTED = 60


@dataclass
class Checker:
    """What a check has used: boxes, trusted lemmas; `witness` is a point of the region where a claim is made, None elsewhere."""

    boxes: int = 0
    assumes: set[str] = field(default_factory=set)
    witness: Mapping[str, Term] | None = None

    def goal(self, goal: Goal, proof: Json, where: str) -> None:
        """Accept the proof, or reject it with one line that says where it fails."""
        rule = proof.get("rule") if isinstance(proof, dict) else None
        if rule not in _RULES:
            raise Rejected(f"{where}: no rule {str(rule)[:30]!r} for an inequality")
        if where.count(">") > MOST_NESTED:
            raise Rejected(f"rules nested deeper than {MOST_NESTED}")
        if not free(goal.gap) <= set(goal.region.names):
            raise Rejected(f"{where}: a variable that the region does not have")
        _RULES[rule](self, goal, proof, f"{where} > {rule}")

    def relation(self, rel: Rel, region: Region, proof: Json, where: str, tiles_: Any = ()) -> None:
        """Both sides exist on the region and are so related."""
        for side in (rel.left, rel.right):
            must_exist(side, region, tiles_)
        rel = Rel(carried_out(rel.left), rel.rel, carried_out(rel.right))
        if rel.rel == "=":
            if not equal(rel.left, rel.right, region):
                raise Rejected(f"{where}: {shown(rel.left)} is not shown to equal {shown(rel.right)}")
        elif rel.rel == "!=":
            if sign(rel.gap, region) not in ("<", ">", "!="):
                raise Rejected(f"{where}: {shown(rel.gap)} is not shown to differ from 0")
        else:
            self.goal(Goal(rel.gap, region, rel.strict), proof, where)


# -- at once ------------------------------------------------------------------------------------------------------------


def _sign(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    if not positive(goal.gap, goal.region, goal.strict):
        raise Rejected(f"{where}: the sign of {shown(goal.gap)} is not shown")


def _zero(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    if goal.strict or not equal(goal.gap, ZERO, goal.region):
        raise Rejected(f"{where}: the gap is not shown to vanish, or must be positive")


def _number(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    bits = proof.get("bits")
    if not isinstance(bits, int) or not 32 <= bits <= MOST_BITS or free(goal.gap):
        raise Rejected(f"{where}: the gap is not a number, or the precision not between 32 and {MOST_BITS} bits")
    value = at_point(goal.gap, {}, bits)
    if not (value > 0 if goal.strict else value >= 0):
        raise Rejected(f"{where}: the sign is not shown")
    checker.boxes += 1


def _boxes(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    checker.boxes += check_boxes(goal, proof, where)


# -- the same, in parts ---------------------------------------------------------------------------------------------------


def _as(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """The other gap must exist wherever this one does, or it would say nothing there."""
    other = read_term(proof.get("gap"), where)
    if not equal(other, goal.gap, goal.region):
        raise Rejected(f"{where}: {shown(other)} is not shown to equal the gap")
    must_exist(other, goal.region, tiles_of(proof, goal.region, where))
    checker.goal(replace(goal, gap=other), part_of(proof, "inner", where), where)


def _only(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """In some variables, those of the gap among them; what is given of others is not used.

    Where the gap has more variables, an equal one without them is put in its place.
    """
    names = [read_name(name, where) for name in proof.get("names", [])]
    if not free(goal.gap) <= set(names) and "gap" in proof:
        return _as(checker, goal, {"gap": proof["gap"], "inner": {**proof, "rule": "only"}}, where)
    if not free(goal.gap) <= set(names) <= set(goal.region.names):
        raise Rejected(f"{where}: the gap depends on other variables")
    given = tuple(rel for rel in goal.region.given if names_of(rel) <= set(names))
    region = Region({name: goal.region.intervals[name] for name in names}, given)
    checker.goal(replace(goal, region=region), part_of(proof, "inner", where), where)


def _cut(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    name, i = interval_of(goal, proof, where)
    at = read_rational(proof.get("at"), where)
    if not (i.lo is None or i.lo < at) or not (i.hi is None or at < i.hi):
        raise Rejected(f"{where}: {at} is not inside the interval of {name}")
    if i.integer and at.denominator != 1:
        raise Rejected(f"{where}: integers are cut at an integer")
    below, above = replace(i, hi=at, hi_open=False), replace(i, lo=at, lo_open=False)
    for part, interval in (("below", below), ("above", above)):
        region = goal.region.with_interval(name, interval)
        checker.goal(replace(goal, region=region), part_of(proof, part, where), where)


def _case(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    rel = read_relation(proof.get("relation"), where)
    for side in (rel.left, rel.right):
        must_exist(side, goal.region)
    for part, given in (("yes", rel), ("no", rel.opposite())):
        checker.goal(replace(goal, region=goal.region.extended(given)), part_of(proof, part, where), where)


def _have(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    rel = read_relation(proof.get("relation"), where)
    checker.relation(rel, goal.region, part_of(proof, "proof", where), f"{where} relation", tiles_of(proof, goal.region, where))
    checker.goal(replace(goal, region=goal.region.extended(rel)), part_of(proof, "inner", where), where)


def _product(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    factors = _several(checker, goal, proof, "factors", where, [goal.strict] * len(proof.get("factors", [])))
    if not equal(mul(*factors), goal.gap, goal.region):
        raise Rejected(f"{where}: the gap is not the product of the factors")


def _sum(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    count = len(proof.get("factors", []))
    terms = _several(checker, goal, proof, "factors", where, [goal.strict and n == 0 for n in range(count)])
    if not equal(add(*terms), goal.gap, goal.region):
        raise Rejected(f"{where}: the gap is not the sum of the terms")


def _several(checker: Checker, goal: Goal, proof: Json, key: str, where: str, strict: list[bool]) -> list[Term]:
    parts = proof.get(key)
    if not isinstance(parts, list) or not 1 <= len(parts) <= 40:
        raise bad(where, "one to forty parts, each with its proof")
    terms = [read_term(part.get("term"), where) for part in parts]
    for term, part, is_strict in zip(terms, parts, strict, strict=True):
        must_exist(term, goal.region)
        checker.goal(Goal(term, goal.region, is_strict), part_of(part, "proof", where), where)
    return terms


def _given(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    rel = given_relation(proof.get("relation"), goal.region, where)
    if rel.rel in ("=", "!=") or rel.gap != goal.gap or (goal.strict and not rel.strict):
        raise Rejected(f"{where}: {rel.text()} does not say that {shown(goal.gap)} has the sign")


def _greatest(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    """x >= Max(a, b, ...) if x >= a, x >= b, ...; x >= a if x >= Max(a, b, ...)."""
    greatest, other = read_term(proof.get("greatest"), where), read_term(proof.get("other"), where)
    if not isinstance(greatest, tuple) or greatest[0] != "Max":
        raise Rejected(f"{where}: {shown(greatest)} is not a maximum")
    for term in (greatest, other):
        must_exist(term, goal.region)
    if "above" in proof:
        gaps = [sub(other, part) for part in greatest[1:]]
        if goal.gap not in gaps and not any(equal(goal.gap, gap, goal.region) for gap in gaps):
            raise Rejected(f"{where}: the gap is not that less a part of the maximum")
        return checker.goal(replace(goal, gap=sub(other, greatest)), part_of(proof, "above", where), where)
    parts = proof.get("parts", [])
    if not equal(goal.gap, sub(other, greatest), goal.region) or len(parts) != len(greatest) - 1:
        raise Rejected(f"{where}: the gap is not that less a maximum, or has other parts")
    for part, own in zip(greatest[1:], parts, strict=True):
        checker.goal(replace(goal, gap=sub(other, part)), own, where)


def _contrary(checker: Checker, goal: Goal, proof: Json, where: str) -> None:
    rel = given_relation(proof.get("relation"), goal.region, where)
    if rel.rel in ("=", "!="):
        raise Rejected(f"{where}: the contrary of an equality is no inequality")
    fails = Rel(goal.gap, "<=" if goal.strict else "<", ZERO)
    rest = tuple(other for other in goal.region.given if other != rel)
    region = replace(goal.region, given=(*rest, fails))
    for side in (rel.left, rel.right):
        must_exist(side, region)
    checker.goal(Goal(neg(rel.gap), region, not rel.strict), part_of(proof, "inner", where), where)


_RULES: dict[str, Callable[[Checker, Goal, Json, str], None]] = {
    "sign": _sign, "zero": _zero, "number": _number, "boxes": _boxes, "as": _as, "only": _only, "cut": _cut, "case": _case,
    "have": _have, "product": _product, "sum": _sum, "given": _given, "greatest": _greatest, "contrary": _contrary,
    **REDUCTIONS,
}  # fmt: skip
