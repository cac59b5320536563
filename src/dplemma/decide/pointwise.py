"""Statements about each point of a region: the engines in their order, and a monotone function as a statement about two points.

Main definitions: `decide_pointwise`, `decide_monotone`, `audited`.

A statement goes through `refuter` (or `finite`, when a finite mechanism is exhibited), `symbolic`, then `balls`, which decides
every point of a region by interval arithmetic (what it decides is `certified`), then `confirm`. An inequality that `balls` can
evaluate but not settle within its budget is `undecided`, with the boxes that are left open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from dplemma.base.errors import BadClaim, EngineDisagreement
from dplemma.compile.evaluate import Point
from dplemma.decide import objects
from dplemma.decide.attempts import Attempts, Case
from dplemma.decide.points import finite
from dplemma.decide.points.confirm import confirm, second_opinion
from dplemma.decide.points.refute import contrary_points, judge, points_by_descent, refute_monotone, shown, undefined_at
from dplemma.decide.points.solved import refuted_where_solved
from dplemma.ground.points import certified_points, where_premise_holds, witness
from dplemma.ground.truth import DIGITS, truth
from dplemma.lang.functions import variables
from dplemma.lang.judgements import Monotone
from dplemma.lang.region import Region
from dplemma.lang.statements import Implies, Rel, Statement
from dplemma.lang.unfolding import mapped
from dplemma.ledger.verdict import Counterexample, Verdict

AUDIT_POINTS = 4
TRIED_POINTS = 12  # contrary points that the kernel is asked about before the first is kept unconfirmed


def decide_pointwise(statement: Statement, case: Case) -> Verdict:
    inside = witness(case.region, case.seed)
    vacuous = isinstance(statement, Implies) and not _premise_occurs(statement, case)
    attempts = Attempts(statement, case, "normal forms and signs", lambda: audited(statement, case))
    if not vacuous and (again := attempts.as_before(shown(inside))) is not None:
        return again
    found, searched = _contrary_point(statement, case)
    if found:
        return _refuted(statement, found, case, inside)
    if isinstance(statement, Implies) and vacuous:
        remark = f"no point of the region was found where {statement.premise.text()}; on none the implication says nothing"
        return Verdict(verdict="undecided", engine="refuter", witness=shown(inside), remark=remark)
    if (proved := attempts.by_tactics(shown(inside))) is not None:
        return proved
    contrary = _equal_sides(statement, case)
    if contrary is not None:
        verdict = _refuted(statement, contrary[0], case, inside, "symbolic")
        return verdict if verdict.proof is not None else verdict.with_(proof=contrary[1])
    found = _confirmed(statement, case, points_by_descent(statement, case.region, case.seed, case.mechanism))
    if found:
        return _refuted(statement, found, case, inside)
    if case.mechanism is None and (solved := refuted_where_solved(statement, case.region, case.seed)) is not None:
        return solved.with_(witness=shown(inside))
    if (certified := attempts.by_boxes()) is not None:
        return certified
    region_proof, rejected = attempts.region, attempts.rejected
    if region_proof.refuting is not None and region_proof.refuting.keys() >= set(case.region.names):
        found = judge(statement, case.region, region_proof.refuting, case.mechanism)
        if found:
            return _refuted(statement, found, case, inside)
    evidence = confirm(statement, case.region, case.seed)
    if evidence.refuting is not None:
        found = judge(statement, case.region, evidence.refuting, case.mechanism) or undefined_at(statement, evidence.refuting)
        if found:
            return _refuted(statement, found, case, inside)
    if region_proof.out_of_budget:
        sampled = f"; {evidence.points} sampled points agree" if evidence.supported else ""
        remark = region_proof.remark() + sampled
        return Verdict(verdict="undecided", engine="balls", bits=evidence.bits, witness=shown(inside), remark=remark)
    if evidence.supported:
        return Verdict(
            verdict="confirmed", engine="confirm", digits=DIGITS, bits=evidence.bits, points=evidence.points,
            witness=shown(inside), second_opinion=evidence.second_opinion,
            remark="; ".join(filter(None, (searched, rejected and f"the kernel rejected: {rejected}"))), rejected=rejected,
        )  # fmt: skip
    return Verdict(
        verdict="undecided", engine="confirm", bits=evidence.bits, witness=shown(inside),
        remark="; ".join(filter(None, (evidence.remark, searched))),
    )  # fmt: skip


def _contrary_point(statement: Statement, case: Case) -> tuple[Counterexample | None, str]:
    """A contrary point of the refuter; where it has none, or no simple mechanism, one of the search over finite mechanisms."""
    found = _confirmed(statement, case, contrary_points(statement, case.region, case.seed, case.mechanism))
    if case.mechanism is None or not case.mechanism.names or (found is not None and finite.is_simple(found)):
        return found, ""
    searched = finite.explore(statement, case.region, case.mechanism, case.seed)
    return searched.counterexample or found, f"no finite mechanism found that breaks it ({searched.evaluations} evaluations)"


def _confirmed(statement: Statement, case: Case, points: Iterator[Counterexample]) -> Counterexample | None:
    """The first of the points that the kernel confirms; the first of all if it confirms none of those that are tried."""
    tried = []
    for found in islice(points, TRIED_POINTS):
        if objects.refutation(statement, case.region, found) is not None:
            return found
        tried.append(found)
    return tried[0] if tried else None


def _refuted(statement: Statement, found: Counterexample, case: Case, inside: Point, engine: str = "") -> Verdict:
    """A contrary point; the engine is `finite` where the point is a finite mechanism."""
    engine = engine or ("finite" if case.mechanism else "refuter")
    proof = objects.refutation(statement, case.region, found)
    return Verdict(verdict="refuted", engine=engine, counterexample=found, witness=shown(inside), proof=proof)


def _equal_sides(statement: Statement, case: Case) -> tuple[Counterexample, Any] | None:
    """Two sides proved equal contradict that they differ, or that one is the greater; with the evidence of a plain relation."""
    conclusion = statement.conclusion if isinstance(statement, Implies) else statement
    if not isinstance(conclusion, Rel) or conclusion.rel not in ("!=", "<", ">"):
        return None
    points = certified_points(where_premise_holds(statement, case.region), case.seed, 1)
    if points and truth(conclusion, points[0]).value is True:
        return None  # the sides differ there
    equal = Rel(conclusion.lhs, "=", conclusion.rhs)
    same = Implies(statement.premise, equal) if isinstance(statement, Implies) else equal
    proof = objects.by_tactics(same, case.region) if points else None
    if proof is None or not audited(same, case):
        return None
    note = "the two sides are equal (by their normal forms)"
    evidence = {"point": objects.as_trees(shown(points[0])), "proof": proof} if isinstance(statement, Rel) else None
    return Counterexample(kind="contrary", point=shown(points[0]), note=note), evidence


def _premise_occurs(statement: Implies, case: Case) -> bool:
    """An implication whose premise never holds would be true for nothing: some point must satisfy it."""
    return bool(certified_points(where_premise_holds(statement, case.region), f"{case.seed}/premise", 1))


def audited(statement: Statement, case: Case) -> bool:
    """A symbolic proof counts only after balls support it at a point of the region, and mpmath agrees with the balls."""
    points = certified_points(where_premise_holds(statement, case.region), f"{case.seed}/audit", AUDIT_POINTS)
    results = [truth(statement, point) for point in points]
    for point, result in zip(points, results, strict=True):
        if result.value is False:
            raise EngineDisagreement(f"SymPy proves what Arb contradicts at {shown(point)}")
    supporting = [p for p, r in zip(points, results, strict=True) if r.supports and not r.vacuous]
    second_opinion(statement, supporting, 1)
    return bool(supporting)


def decide_monotone(statement: Monotone, case: Case) -> Verdict:
    moving = case.region.intervals[statement.variable.name]
    if moving.lo is not None and moving.lo == moving.hi:
        raise BadClaim(f"{statement.variable} has one value in the region: there are no two points to compare")
    inside = shown(witness(case.region, case.seed))
    pair, pairs = _pairwise(statement, case)
    attempts = Attempts(statement, case, "sign of the slope", lambda: audited(pair, pairs))
    if (again := attempts.as_before(inside)) is not None:
        return again
    found = refute_monotone(statement, case.region, case.seed)
    if found:
        proof = objects.refutation(statement, case.region, found)
        return Verdict(verdict="refuted", engine="refuter", counterexample=found, witness=inside, proof=proof)
    if (proved := attempts.by_tactics(inside)) is not None:
        return proved
    if (certified := attempts.by_boxes()) is not None:
        return certified
    weaker = decide_pointwise(pair, pairs)
    if weaker.counterexample is None:
        return weaker.with_(proof=None)
    contrary = _as_pair(weaker.counterexample, statement, pairs.region)
    return weaker.with_(proof=objects.refutation(statement, case.region, contrary))


def _pairwise(statement: Monotone, case: Case) -> tuple[Statement, Case]:
    """Monotonicity as a statement about two values of the variable."""
    name = statement.variable.name
    later = f"{name}_later"
    while later in case.region.names:
        later += "_"
    other = variables(later)
    rising = statement.direction == "increasing"
    rel = ("<" if rising else ">") + ("" if statement.strict else "=")
    then = statement.expr.xreplace({statement.variable: other})
    pair = Implies(Rel(statement.variable, "<", other), Rel(statement.expr, rel, then))
    region = case.region.extended(**{other.name: case.region.intervals[name]})
    there = [mapped(c, lambda expr: expr.xreplace({statement.variable: other}), remember=False) for c in region.such_that]
    return pair, replace(case, region=Region(such_that=(*region.such_that, *there), **region.intervals))


def _as_pair(contrary: Counterexample, statement: Monotone, pairs: Region) -> Counterexample:
    """Two points of the region, from one of the region of pairs: the later value stands behind the name with a prime."""
    later, name = pairs.names[-1], statement.variable.name
    return replace(contrary, point={f"{name}'" if n == later else n: value for n, value in contrary.point.items()})
