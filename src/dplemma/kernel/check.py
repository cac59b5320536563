"""The kernel: does a proof object show, or refute, a claim?

Main definition: `check(claim, proof) -> Outcome`, which raises `Rejected` with one line unless the proof is accepted.

`claim` is the JSON tree of a claim: its region and its statement. `proof` is {"holds": object, "witness": point} or
{"fails": evidence}. Every statement is shown by a rule, given as {"rule": name, ...}:

    all        each part of a conjunction                        relation   both sides exist, then the normal form (=) or a goal
    given      the conclusion where the premise holds; a point where it does is shown, so that something is said
    iff        each side where the other holds                   contrary   one where the other holds, and its contrary where not
    factor     an equivalence of relations between 0 and terms one of which is a positive multiple of the other
    either     the last part where the others fail               not        the opposite relation
    forall     for more variables                                exhibit    terms for the variables that exist
    slope      monotone: the sign of the slope between the ends, continuity up to them
    pieces     monotone on both sides of a value                 ordered    monotone: two values at ordered places, compared
    printed    the ball of a number lies within its digits       truth      without variables: evaluated
    case, have, limit, tail
    derived    by chains of terms and statements, see `derivation`

No rule asks a search for anything. Points and boxes are evaluated by `enclose`, equalities and signs decided by `normal` and
`signs`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dplemma.kernel.boxes import Goal, part_of, tiles_of
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.exists import must_exist
from dplemma.kernel.goals import Checker
from dplemma.kernel.limits import check_limit
from dplemma.kernel.normal import equal
from dplemma.kernel.points import check_refutation, must_lie_in, must_move, printed_holds, read_point, truth
from dplemma.kernel.program import refute_program
from dplemma.kernel.reading import read_region, read_relation, read_statement
from dplemma.kernel.signs import positive
from dplemma.kernel.statement import (  # fmt: skip
    All,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Interval,
    Limit,
    Monotone,
    Not,
    Printed,
    Program,
    Region,
    Rel,
    Statement,
    conjuncts,
    counted_in,
    differentiated_in,
    names_of,
    pointwise,
    premises_in,
    variables_of,
    with_premises,
)
from dplemma.kernel.term import (
    Json,
    Rejected,
    add,
    bad,
    check_size,
    forget,
    free,
    mul,
    neg,
    put,
    read_name,
    read_rational,
    read_term,
    sub,
    var,
)

MALFORMED = (ArithmeticError, AttributeError, IndexError, KeyError, MemoryError, RuntimeError, TypeError, ValueError)
"""What Python and FLINT raise on what no rule foresees; a recursion too deep is a `RuntimeError`."""


@dataclass(frozen=True)
class Outcome:
    """What a proof object has shown: `verdict` is proved (without boxes), certified (with boxes) or refuted."""

    verdict: str
    boxes: int
    assumes: tuple[str, ...] = ()


def check(claim: Json, proof: Json) -> Outcome:
    """Accept or reject a proof object for a claim."""
    for tree, at in ((claim, "claim"), (proof, "proof")):
        check_size(tree, at)
        if not isinstance(tree, dict):
            raise bad(at, "is not an object")
    if set(proof) not in ({"fails"}, {"holds"}, {"holds", "witness"}) or set(claim) != {"region", "statement"}:
        raise bad("proof", "a claim is a region and a statement; a proof says that it holds, with a witness, or that it fails")
    try:
        region, statement = read_region(claim.get("region")), read_statement(claim.get("statement"))
        if stray := variables_of(statement) - region.intervals.keys():
            raise bad("statement", f"no interval for {', '.join(sorted(stray))}")
        whole = counted_in((*region.intervals.items(), statement))
        if none := whole & differentiated_in((*region.given, *region.others, statement)):
            raise bad("statement", f"no derivative in {', '.join(sorted(none))}: integers have no neighbourhood")
        forget()
        checker = Statements()
        if "fails" in proof:
            if isinstance(statement, Program):
                refute_program(statement, region, proof["fails"])
            else:
                evidence = proof["fails"]  # what it shows against the claim is shown of some points, too
                checker.witness = read_point(evidence.get("point", {})) if isinstance(evidence, dict) else {}
                check_refutation(statement, region, evidence, checker.statement)
            return Outcome("refuted", checker.boxes, tuple(sorted(checker.assumes)))
        checker.witness = point = read_point(proof.get("witness", {}))
        must_lie_in(region, point)
        checker.statement(statement, region, proof.get("holds"), "proof")
        return Outcome("certified" if checker.boxes else "proved", checker.boxes, tuple(sorted(checker.assumes)))
    except MALFORMED as error:
        raise Rejected(
            f"the proof object is malformed ({type(error).__name__}: {str(error).splitlines()[0][:80] if str(error) else ''})"
        ) from None


class Statements(Checker):
    """Rules for statements; those for inequalities are in `goals`."""

    def statement(self, statement: Statement, region: Region, proof: Json, where: str) -> None:
        rule = proof.get("rule") if isinstance(proof, dict) else None
        if isinstance(statement, Monotone) and self.witness is not None:
            must_move(statement.name, region, self.witness)
        if isinstance(statement, Limit):
            return check_limit(
                statement, region, proof, lambda rel, wide, inner: self.statement(rel, wide, inner, f"{where} > tail")
            )
        if rule == "truth":
            return self._truth(statement, where)
        if rule == "case":
            return self._case(statement, region, proof, f"{where} > case")
        if rule == "have":
            return self._have(statement, region, proof, f"{where} > have")
        if rule == "derived":
            from dplemma.kernel.derivation import derived  # its checker is one of this class

            return derived(self, statement, region, proof, f"{where} > derived")
        known = _RULES.get((type(statement), rule))
        if known is None:
            raise Rejected(f"{where}: no rule {str(rule)[:30]!r} for a statement of the kind {type(statement).__name__}")
        return known(self, statement, region, proof, f"{where} > {rule}")

    def _truth(self, statement: Statement, where: str) -> None:
        """What has no variables is evaluated; its premises hold, so that something is said."""
        if not all(truth(each, {}) is True for each in (statement, *premises_in(statement))):
            raise Rejected(f"{where} > truth: it has variables, or is not certain to hold, or a premise is not")
        self.boxes += 1

    def _case(self, statement: Statement, region: Region, proof: Json, where: str) -> None:
        rel = read_relation(proof.get("relation"), where)
        if not pointwise(statement):
            raise Rejected(f"{where}: what is said of all points together is not shown of two parts of them")
        for side in (rel.left, rel.right):
            must_exist(side, region)
        for part, given in (("yes", rel), ("no", rel.opposite())):
            self.statement(statement, region.extended(given), part_of(proof, part, where), where)

    def _have(self, statement: Statement, region: Region, proof: Json, where: str) -> None:
        rel = read_relation(proof.get("relation"), where)
        self.relation(rel, region, part_of(proof, "proof", where), where, tiles_of(proof, region, where))
        self.statement(statement, region.extended(rel), part_of(proof, "inner", where), where)


# -- relations ------------------------------------------------------------------------------------------------------------


def _relation(checker: Statements, statement: Rel, region: Region, proof: Json, where: str) -> None:
    checker.relation(statement, region, proof.get("proof", {"rule": "sign"}), where, tiles_of(proof, region, where))


def _all(checker: Statements, statement: All, region: Region, proof: Json, where: str) -> None:
    parts = proof.get("parts")
    if not isinstance(parts, list) or len(parts) != len(statement.parts):
        raise Rejected(f"{where}: {len(statement.parts)} parts need as many proofs")
    for n, (part, own) in enumerate(zip(statement.parts, parts, strict=True)):
        checker.statement(part, region, own, f"{where} {n}")


# -- where others hold ------------------------------------------------------------------------------------------------------


def _sides_exist(statement: Statement, region: Region) -> None:
    """Every side of every relation in a statement exists on the region."""
    if isinstance(statement, Rel):
        for side in (statement.left, statement.right):
            must_exist(side, region)
    elif isinstance(statement, (All, Either)):
        for part in statement.parts:
            _sides_exist(part, region)
    elif isinstance(statement, Not):
        _sides_exist(statement.part, region)
    else:
        raise Rejected(f"a premise of the kind {type(statement).__name__} is not one that relations make")


def _given(checker: Statements, statement: Implies, region: Region, proof: Json, where: str) -> None:
    _premise_exists(statement.premise, region)
    narrow = with_premises(region, [statement.premise])
    must_lie_in(narrow, read_point(proof.get("witness", {})))
    checker.statement(statement.conclusion, narrow, part_of(proof, "inner", where), where)


def _premise_exists(premise: Statement, region: Region) -> None:
    """Part by part: a later one is asked for only where the earlier ones hold."""
    for part in conjuncts(premise):
        _sides_exist(part, region)
        region = with_premises(region, [part])


def _iff(checker: Statements, statement: Iff, region: Region, proof: Json, where: str) -> None:
    for side in (statement.left, statement.right):
        _sides_exist(side, region)
    for part, premise, conclusion in (
        ("forward", statement.left, statement.right),
        ("backward", statement.right, statement.left),
    ):
        checker.statement(conclusion, with_premises(region, [premise]), part_of(proof, part, where), f"{where} {part}")


def _iff_contrary(checker: Statements, statement: Iff, region: Region, proof: Json, where: str) -> None:
    first, second = (statement.right, statement.left) if proof.get("turned") is True else (statement.left, statement.right)
    if not isinstance(first, Rel) or not isinstance(second, Rel):
        raise Rejected(f"{where}: both sides must be relations")
    for side in (first, second):
        _sides_exist(side, region)
    for part, given, shown_ in (("holds", first, second), ("fails", first.opposite(), second.opposite())):
        checker.statement(shown_, region.extended(given), part_of(proof, part, where), f"{where} {part}")


def _iff_factor(checker: Statements, statement: Iff, region: Region, proof: Json, where: str) -> None:
    """u rel 0 iff v rel 0, for v = k u with k > 0 on the region."""
    first, second = statement.left, statement.right
    if not isinstance(first, Rel) or not isinstance(second, Rel) or _kind(first) != _kind(second):
        raise Rejected(f"{where}: both sides must be relations of one kind")
    for side in (first, second):
        _sides_exist(side, region)
    factor = read_term(proof.get("factor"), where)
    must_exist(factor, region)
    checker.goal(Goal(factor, region, True), proof.get("positive", {"rule": "sign"}), where)
    if not equal(mul(factor, first.gap), second.gap, region):
        raise Rejected(f"{where}: one side is not that multiple of the other")


def _kind(rel: Rel) -> str:
    return rel.rel if rel.rel in ("=", "!=") else ">" if rel.strict else ">="


def _either(checker: Statements, statement: Either, region: Region, proof: Json, where: str) -> None:
    *others, last = statement.parts
    for part in others:
        if not isinstance(part, Rel):
            raise Rejected(f"{where}: all parts but the last must be relations")
        _sides_exist(part, region)
        region = region.extended(part.opposite())
    checker.statement(last, region, part_of(proof, "inner", where), where)


def _not(checker: Statements, statement: Not, region: Region, proof: Json, where: str) -> None:
    if not isinstance(statement.part, Rel):
        raise Rejected(f"{where}: only a relation has an opposite")
    checker.statement(statement.part.opposite(), region, part_of(proof, "inner", where), where)


def _not_refuted(checker: Statements, statement: Not, region: Region, proof: Json, where: str) -> None:
    """A statement about the whole region fails if something in the region contradicts it; not because a value does not exist."""
    if not isinstance(statement.part, (Limit, Monotone)):
        raise Rejected(f"{where}: the opposite of a statement about points must hold at all of them")
    evidence = proof.get("evidence")
    if isinstance(statement.part, Monotone):
        must_exist(statement.part.term, region, tiles_of(proof, region, where))
    elif isinstance(evidence, dict) and evidence.get("rule") == "nowhere":
        raise Rejected(f"{where}: what does not exist near the point is not denied a limit")
    check_refutation(statement.part, region, evidence, checker.statement)


# -- quantifiers --------------------------------------------------------------------------------------------------------------


def fresh_box(over: tuple[tuple[str, Interval], ...], region: Region, where: str) -> None:
    if set(dict(over)) & set(region.intervals):
        raise Rejected(f"{where}: a variable is bound twice")


def _for_all(checker: Statements, statement: ForAll, region: Region, proof: Json, where: str) -> None:
    fresh_box(statement.over, region, where)
    checker.statement(statement.part, region.extended(**dict(statement.over)), part_of(proof, "inner", where), where)


def _exhibit(checker: Statements, statement: Exists, region: Region, proof: Json, where: str) -> None:
    """For each variable a term in the variables of the region that lies in its interval."""
    values = {read_name(name, where): read_term(tree, where) for name, tree in dict(proof.get("values", {})).items()}
    if values.keys() != dict(statement.over).keys():
        raise Rejected(f"{where}: a term for each variable")
    for name, interval in statement.over:
        if interval.integer and not (isinstance(values[name], Fraction) and values[name] in interval):
            raise Rejected(f"{where}: {name} must be an integer")
        must_exist(values[name], region)
        for rel in interval.relations(values[name]):
            checker.relation(rel, region, proof.get("membership", {"rule": "sign"}), where)
    checker.statement(substituted(statement.part, values), region, part_of(proof, "inner", where), where)


def substituted(statement: Statement, values: Any) -> Statement:
    """Relations and what is made of them, with terms put in for variables."""
    if isinstance(statement, Rel):
        return Rel(put(statement.left, values), statement.rel, put(statement.right, values))
    if isinstance(statement, (All, Either)):
        return replace(statement, parts=tuple(substituted(part, values) for part in statement.parts))
    if isinstance(statement, Not):
        return Not(substituted(statement.part, values))
    if isinstance(statement, Implies):
        return Implies(substituted(statement.premise, values), substituted(statement.conclusion, values))
    if isinstance(statement, Iff):
        return Iff(substituted(statement.left, values), substituted(statement.right, values))
    raise Rejected(f"no term can be put into a statement of the kind {type(statement).__name__}")


# -- monotone -----------------------------------------------------------------------------------------------------------------


def _range_of(statement: Monotone, region: Region, where: str) -> Interval:
    """Where the variable moves while the others stay: more than one point, and not tied to them by an equality."""
    interval = region.intervals.get(statement.name)
    tied = any(rel.rel == "=" and statement.name in names_of(rel) for rel in region.given)
    if interval is None or tied or (interval.lo is not None and interval.lo == interval.hi):
        raise Rejected(f"{where}: {statement.name} does not move while the others stay")
    return interval


def _slope(checker: Statements, statement: Monotone, region: Region, proof: Json, where: str) -> None:
    """Continuous up to the ends, and a slope of the sign between them; what is given of the variable itself is not used."""
    interval = _range_of(statement, region, where)
    if not smooth(statement.term, statement.name):
        raise Rejected(f"{where}: a slope says too little of a function that may jump or have a corner")
    wide = Region({**region.intervals, statement.name: replace(interval, integer=False)}, region.without(statement.name).given)
    must_exist(statement.term, wide, tiles_of(proof, wide, where))
    slope = derivative(statement.term, statement.name)
    gap = slope if statement.increasing else neg(slope)
    between = wide.with_interval(statement.name, interval.inside())
    must_exist(slope, between)
    checker.goal(Goal(gap, between, statement.strict), proof.get("slope", {"rule": "sign"}), where)


def _pieces(checker: Statements, statement: Monotone, region: Region, proof: Json, where: str) -> None:
    at, interval = read_rational(proof.get("at"), where), region.intervals.get(statement.name)
    if interval is None or interval.integer or at not in interval.inside():
        raise Rejected(f"{where}: {at} is not inside the interval")
    if any(statement.name in free(rel.left) | free(rel.right) for rel in region.given) or region.others:
        raise Rejected(f"{where}: the place of the cut may be outside what is given")
    for part, own in (("below", replace(interval, hi=at, hi_open=False)), ("above", replace(interval, lo=at, lo_open=False))):
        checker.statement(statement, region.with_interval(statement.name, own), part_of(proof, part, where), where)


def _ordered(checker: Statements, statement: Monotone, region: Region, proof: Json, where: str) -> None:
    """f(x + h) - f(x) has the sign for h > 0, both places in the region."""
    interval, step = _range_of(statement, region, where), read_name(proof.get("variable"), where)
    if step in region.intervals:
        raise Rejected(f"{where}: the step needs a name of its own")
    must_exist(statement.term, region)
    later = {statement.name: add(var(statement.name), var(step))}
    there = tuple(Rel(put(r.left, later), r.rel, put(r.right, later)) for r in region.given)
    least = Interval(Fraction(1), None, lo_open=False, integer=True) if interval.integer else Interval(Fraction(0))
    pair = region.extended(*there, *interval.relations(later[statement.name]), **{step: least})
    rise = sub(put(statement.term, later), statement.term)
    checker.goal(Goal(rise if statement.increasing else neg(rise), pair, statement.strict), part_of(proof, "inner", where), where)


def _printed(checker: Statements, statement: Printed, region: Region, proof: Json, where: str) -> None:
    if printed_holds(statement) is not True:
        raise Rejected(f"{where}: the value is not certain to be within the digits printed")
    checker.boxes += 1


_RULES: dict[tuple[type[Statement], Any], Callable[..., None]] = {
    (Rel, "relation"): _relation, (All, "all"): _all, (Implies, "given"): _given, (Iff, "iff"): _iff,
    (Iff, "contrary"): _iff_contrary, (Iff, "factor"): _iff_factor, (Either, "either"): _either, (Not, "not"): _not,
    (Not, "refuted"): _not_refuted, (ForAll, "forall"): _for_all, (Exists, "exhibit"): _exhibit, (Monotone, "slope"): _slope,
    (Monotone, "pieces"): _pieces, (Monotone, "ordered"): _ordered, (Printed, "printed"): _printed,
}  # fmt: skip
__all__ = ["Outcome", "Statements", "check", "positive"]
