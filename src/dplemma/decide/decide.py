"""From a claim to a verdict: which engine is asked, in which order, and how parts combine.

Main definitions: `decide_claim(claim)`, `decide(statement, region)`.

A pointwise statement goes through `refuter` (or `finite`, when a finite mechanism is exhibited), `symbolic`, then `balls`, which
decides every point of a region by interval arithmetic (what it decides is `certified`), then `confirm`. An inequality that
`balls` can evaluate but not settle within its budget is `undecided`, with the boxes that are left open. A claim that the engines
do not prove, and that has a derivation, is `proved` by it (engine `derivation`) if all of its steps hold.
Names are unfolded at this door: no engine behind it meets one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dplemma.base.errors import BadClaim, DplemmaError, EngineDisagreement, OutOfBudget, Unsupported
from dplemma.base.limiter import clock_stops
from dplemma.compile.evaluate import Point
from dplemma.decide.points import finite
from dplemma.decide.points.confirm import confirm, second_opinion
from dplemma.decide.points.execute import decide_algorithm
from dplemma.decide.points.printed import decide_number
from dplemma.decide.points.refute import judge, refute, refute_by_descent, refute_monotone, shown
from dplemma.decide.regions import balls
from dplemma.decide.symbolic import prove as symbolic
from dplemma.decide.symbolic.limits import decide_limit
from dplemma.ground.defined import defined_on
from dplemma.ground.points import certified_points, where_premise_holds, witness
from dplemma.ground.truth import DIGITS, truth
from dplemma.lang.claim import Claim
from dplemma.lang.functions import variables
from dplemma.lang.judgements import Algorithm, Inference, Limit, Monotone, Number, Obligations
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.region import Region
from dplemma.lang.statements import Exists, ForAll, Implies, Not, Rel, Statement
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Counterexample, Hint, Verdict, versions, weakest
from dplemma.proofs.rules import Part, parts_of

AUDIT_POINTS = 4
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_ABOUT_REGIONS = (Algorithm, Inference, Limit, Monotone, Number, Obligations)


@dataclass(frozen=True)
class Case:
    """What an engine needs besides the statement: the region, a seed, the rungs that won last time, a mechanism."""

    region: Region
    seed: str
    hint: Hint = frozenset()
    mechanism: Mechanism | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "region", unfold(self.region))
        object.__setattr__(self, "mechanism", unfold(self.mechanism))


def decide_claim(claim: Claim, hint: Hint = frozenset()) -> Verdict:
    """The verdict on a claim, with its trusted lemmas, a witness and the time it took."""
    if claim.not_formalised:
        return Verdict(verdict="not_formalised", engine="none", remark=claim.not_formalised)
    start = time.perf_counter()
    claim = unfold(claim)
    try:
        with clock_stops() as stops:
            verdict = _by_engines_or_derivation(claim, Case(claim.on, claim.id, hint, claim.mechanism))
            inside = verdict.witness or shown(witness(claim.on, claim.id))
    except BadClaim as error:
        raise BadClaim(f"claim {claim.id!r}: {error.plain}", claim.place) from error
    except DplemmaError as error:
        raise type(error)(f"{claim.place}: claim {claim.id!r}: {error}") from error
    return verdict.with_(
        witness=inside,
        assumes=tuple(dict.fromkeys((*claim.assumes, *verdict.assumes))),
        seconds=round(time.perf_counter() - start, 3),
        versions=versions(),
        stopped=tuple(stops),
    )


def _by_engines_or_derivation(claim: Claim, case: Case) -> Verdict:
    """The engines' verdict; where it is no symbolic proof, that of the claim's derivation. What won last time is asked first."""
    from dplemma.lang.derivation_files import claimed  # a claim without a derivation pays for reading an index, no more

    if claim.id not in claimed():
        return decide(claim.statement, case)
    if "derivation" in case.hint and (derived := _derived(claim, case)).verdict == "proved":
        return derived
    verdict = decide(claim.statement, case)
    if verdict.verdict in ("proved", "refuted"):
        return verdict
    derived = _derived(claim, case)
    return (
        derived
        if derived.verdict == "proved"
        else verdict.with_(remark="; ".join(filter(None, (verdict.remark, derived.remark))))
    )


def _derived(claim: Claim, case: Case) -> Verdict:
    """What the claim's derivation shows; like a symbolic proof it counts only if balls support the claim at points."""
    from dplemma.decide.derivations.check import check  # its rules put their side conditions to this module
    from dplemma.lang.derivation_files import claimed, load

    verdict = check(load(claimed()[claim.id]), claim, all_lines=False).verdict
    pointwise = [part for part in parts_of(claim.statement) or (claim.statement,) if not isinstance(part, _ABOUT_REGIONS)]
    if verdict.verdict == "proved" and not all(_audited(part, case) for part in pointwise):
        return Verdict(verdict="undecided", engine="derivation", remark="no ball supports the derived claim at any point")
    return verdict


def decide(statement: Statement, case: Case) -> Verdict:
    """The verdict on any statement, with all that the clock stopped; what no engine can evaluate is undecided."""
    with clock_stops() as stops:
        try:
            verdict = _decide(unfold(statement), case)
        except (OutOfBudget, Unsupported) as error:
            verdict = Verdict(verdict="undecided", engine="none", remark=f"cannot be evaluated: {error}")
    return verdict.with_(stopped=tuple(stops))


def _decide(statement: Statement, case: Case) -> Verdict:
    if isinstance(statement, Obligations):
        return _obligations(statement, case)
    if parts_of(statement):
        return _conjunction(parts_of(statement), case)
    if isinstance(statement, Limit):
        return decide_limit(statement, case.region, case.seed)
    if isinstance(statement, Monotone):
        return _monotone(statement, case)
    if isinstance(statement, Number):
        return decide_number(statement)
    if isinstance(statement, Inference):
        return _inference(statement, case)
    if isinstance(statement, Algorithm):
        return decide_algorithm(statement, case.region, case.seed)
    if isinstance(statement, Not) and isinstance(statement.statement, _ABOUT_REGIONS):
        return _contrary(statement, decide(statement.statement, case), case)
    if isinstance(statement, Not) and (negation := _negation(statement.statement)) is not None:
        return decide(negation, case)
    if isinstance(statement, Exists):
        return _exists(statement, case)
    return _pointwise(statement, case)


def _conjunction(parts: Sequence[Statement], case: Case) -> Verdict:
    """The weakest verdict on the parts; a refuted one settles the matter."""
    verdicts: list[Verdict] = []
    for part in parts:
        verdicts.append(decide(part, case))
        if verdicts[-1].verdict == "refuted":
            break
    return _joined(parts, verdicts)


def _joined(parts: Sequence[Statement], verdicts: Sequence[Verdict]) -> Verdict:
    """The weakest verdict; a certified one keeps the verdicts on all parts as its proof."""
    joined = weakest(verdicts)
    pairs = tuple(Part(part, verdict) for part, verdict in zip(parts, verdicts, strict=False))
    return joined.with_(proof=pairs if joined.verdict == "certified" else ())


def _contrary_point(statement: Statement, case: Case) -> tuple[Counterexample | None, str]:
    """A contrary point of the refuter; where it has none, or no simple mechanism, one of the search over finite mechanisms."""
    found = refute(statement, case.region, case.seed, case.mechanism)
    if case.mechanism is None or not case.mechanism.names or (found is not None and finite.is_simple(found)):
        return found, ""
    searched = finite.explore(statement, case.region, case.mechanism, case.seed)
    return searched.counterexample or found, f"no finite mechanism found that breaks it ({searched.evaluations} evaluations)"


def _pointwise(statement: Statement, case: Case) -> Verdict:
    inside = witness(case.region, case.seed)
    found, searched = _contrary_point(statement, case)
    if found:
        return _refuted(found, case, inside)
    if isinstance(statement, Implies) and not _premise_occurs(statement, case):
        remark = f"no point of the region was found where {statement.premise.text()}; on none the implication says nothing"
        return Verdict(verdict="undecided", engine="refuter", witness=shown(inside), remark=remark)
    work = symbolic.Work(hint=case.hint)
    if _proved(statement, case, work) and _audited(statement, case):
        return Verdict(verdict="proved", engine="symbolic", form=work.form, won=work.won, witness=shown(inside))
    contrary = _equal_sides(statement, case)
    if contrary is not None:
        return Verdict(verdict="refuted", engine="symbolic", counterexample=contrary, witness=shown(inside))
    found = refute_by_descent(statement, case.region, case.seed, case.mechanism)
    if found:
        return _refuted(found, case, inside)
    region_proof = balls.certify(statement, case.region, case.seed, case.hint)
    if region_proof.verdict is not None:
        return region_proof.verdict
    if region_proof.refuting is not None:
        found = judge(statement, case.region, region_proof.refuting, case.mechanism)
        if found:
            return _refuted(found, case, inside)
    evidence = confirm(statement, case.region, case.seed)
    if evidence.refuting is not None:
        found = judge(statement, case.region, evidence.refuting, case.mechanism)
        if found:
            return _refuted(found, case, inside)
    if region_proof.out_of_budget:
        sampled = f"; {evidence.points} sampled points agree" if evidence.supported else ""
        remark = region_proof.remark() + sampled
        return Verdict(verdict="undecided", engine="balls", bits=evidence.bits, witness=shown(inside), remark=remark)
    if evidence.supported:
        return Verdict(
            verdict="confirmed", engine="confirm", digits=DIGITS, bits=evidence.bits, points=evidence.points,
            witness=shown(inside), second_opinion=evidence.second_opinion, remark=searched,
        )  # fmt: skip
    return Verdict(
        verdict="undecided", engine="confirm", bits=evidence.bits, witness=shown(inside),
        remark="; ".join(filter(None, (evidence.remark, searched))),
    )  # fmt: skip


def _refuted(found: Counterexample, case: Case, inside: Point) -> Verdict:
    """A contrary point; the engine is `finite` where the point is a finite mechanism."""
    engine = "finite" if case.mechanism else "refuter"
    return Verdict(verdict="refuted", engine=engine, counterexample=found, witness=shown(inside))


def _equal_sides(statement: Statement, case: Case) -> Counterexample | None:
    """Two sides proved equal contradict that they differ, or that one is the greater."""
    conclusion = statement.conclusion if isinstance(statement, Implies) else statement
    if not isinstance(conclusion, Rel) or conclusion.rel not in ("!=", "<", ">"):
        return None
    points = certified_points(where_premise_holds(statement, case.region), case.seed, 1)
    if points and truth(conclusion, points[0]).value is True:
        return None  # the sides differ there
    equal = Rel(conclusion.lhs, "=", conclusion.rhs)
    same = Implies(statement.premise, equal) if isinstance(statement, Implies) else equal
    work = symbolic.Work(hint=case.hint)
    if not (_proved(same, case, work) and _audited(same, case)):
        return None
    note = f"the two sides are equal ({work.form})"
    return Counterexample(kind="contrary", point=shown(points[0]), note=note) if points else None


def _premise_occurs(statement: Implies, case: Case) -> bool:
    """An implication whose premise never holds would be true for nothing: some point must satisfy it."""
    return bool(certified_points(where_premise_holds(statement, case.region), f"{case.seed}/premise", 1))


def _exists_everywhere(statement: Statement, region: Region) -> bool:
    """Both sides of every relation are shown to exist on the whole region; a quantifier widens it for its own part only."""
    if isinstance(statement, (ForAll, Exists)):
        region = region.extended(**statement.over)
    here = defined_on(statement.expressions(), region)
    return here and all(_exists_everywhere(part, region) for part in statement.parts())


def _proved(statement: Statement, case: Case, work: symbolic.Work) -> bool:
    """Proved by a rung, with both sides defined on the whole region."""
    try:
        return symbolic.prove(statement, case.region, work) and _exists_everywhere(statement, case.region)
    except (TypeError, ValueError):  # SymPy refuses to compare or to rebuild something: no proof
        return False


def _audited(statement: Statement, case: Case) -> bool:
    """A symbolic proof counts only after balls support it at a point of the region, and mpmath agrees with the balls."""
    points = certified_points(where_premise_holds(statement, case.region), f"{case.seed}/audit", AUDIT_POINTS)
    results = [truth(statement, point) for point in points]
    for point, result in zip(points, results, strict=True):
        if result.value is False:
            raise EngineDisagreement(f"SymPy proves what Arb contradicts at {shown(point)}")
    supporting = [p for p, r in zip(points, results, strict=True) if r.supports and not r.vacuous]
    second_opinion(statement, supporting, 1)
    return bool(supporting)


def _monotone(statement: Monotone, case: Case) -> Verdict:
    inside = shown(witness(case.region, case.seed))
    found = refute_monotone(statement, case.region, case.seed)
    if found:
        return Verdict(verdict="refuted", engine="refuter", counterexample=found, witness=inside)
    work = symbolic.Work(hint=case.hint)
    pair, pairs = _pairwise(statement, case)
    if _proved(statement, case, work) and _audited(pair, pairs):
        return Verdict(verdict="proved", engine="symbolic", form=work.form, won=work.won, witness=inside)
    region_proof = balls.certify(statement, case.region, case.seed, case.hint)
    if region_proof.verdict is not None:
        return region_proof.verdict
    return _pointwise(pair, pairs)


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
    return pair, replace(case, region=region)


def _obligations(statement: Obligations, case: Case) -> Verdict:
    verdicts = []
    for name, part in statement.named.items():
        verdict = decide(part, case)
        if verdict.counterexample is not None:
            note = f"obligation '{name.replace('_', ' ')}' fails: {verdict.counterexample.note}"
            failed = replace(verdict.counterexample, kind="obligation", note=note)
            return verdict.with_(counterexample=failed)
        verdicts.append(verdict)
    return _joined(statement.parts(), verdicts)


def _inference(statement: Inference, case: Case) -> Verdict:
    """Refuted by a model in which every premise is proved or certified and the conclusion is refuted."""
    premises = [decide(p, case) for p in statement.premises]
    conclusion = decide(statement.conclusion, case)
    solid = all(p.verdict in ("proved", "certified") for p in premises)
    if solid and conclusion.counterexample is not None:
        note = f"model {statement.model}: the premises hold, the conclusion fails ({conclusion.counterexample.note})"
        found = replace(conclusion.counterexample, kind="inference", note=note)
        return Verdict(verdict="refuted", engine=conclusion.engine, counterexample=found, witness=conclusion.witness)
    remark = f"the model does not separate premises and conclusion (conclusion is {conclusion.verdict})"
    return Verdict(verdict="undecided", engine="confirm", remark=remark)


def _contrary(statement: Not, inner: Verdict, case: Case) -> Verdict:
    """The verdict on the negation of a statement about the whole region."""
    inside = inner.witness or shown(witness(case.region, case.seed))
    if inner.verdict in ("proved", "certified"):
        note = f"the contrary is {inner.verdict}: {statement.statement.text()} ({inner.form})"
        found = Counterexample(kind="contrary", point=inside, note=note)
        return Verdict(
            verdict="refuted", engine=inner.engine, counterexample=found, witness=inside, form=inner.form, won=inner.won
        )
    if inner.counterexample is not None:
        return Verdict(
            verdict="certified", engine="refuter", witness=inner.counterexample.point, remark=inner.counterexample.note
        )
    return Verdict(verdict="undecided", engine=inner.engine, witness=inside, remark=f"its contrary is only {inner.verdict}")


def _negation(statement: Statement) -> Statement | None:
    """The negation, where it is again a statement the symbolic engine knows."""
    if isinstance(statement, Rel):
        return Rel(statement.lhs, _OPPOSITE[statement.rel], statement.rhs)
    return statement.statement if isinstance(statement, Not) else None


def _exists(statement: Exists, case: Case) -> Verdict:
    """Certified by one point found by search; refuted if the contrary is proved for every value."""
    if statement.free_names():
        return _pointwise(statement, case)
    wide = Region(**statement.over)
    if case.mechanism is not None and (found := finite.exhibit(statement.statement, wide, case.mechanism, case.seed)):
        remark = "; ".join(f"{row} = ({', '.join(chances)})" for row, chances in (found.mechanism or {}).items())
        return Verdict(verdict="certified", engine="finite", witness=found.point, form="exhibited", remark=remark)
    for point in certified_points(wide, case.seed, 200):
        if truth(statement.statement, point).value is True:
            return Verdict(verdict="certified", engine="balls", witness=shown(point), form="exhibited")
    contrary = _negation(statement.statement)
    if contrary is not None:
        work = symbolic.Work(hint=case.hint)
        if _proved(contrary, replace(case, region=wide), work) and _audited(contrary, replace(case, region=wide)):
            inside = shown(witness(wide, case.seed))
            found = Counterexample(kind="contrary", point=inside, note=f"the contrary is proved for every value ({work.form})")
            return Verdict(verdict="refuted", engine="symbolic", counterexample=found, witness=inside)
    return Verdict(verdict="undecided", engine="refuter", remark="no point was found; a wider search or a proof would settle it")
