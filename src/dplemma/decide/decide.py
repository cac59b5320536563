"""From a claim to a verdict: which engine is asked, in which order, and how parts combine.

Main definitions: `decide_claim(claim)`, `decide(statement, region)`.

Statements about points are the affair of `pointwise`. A claim that the engines do not prove, and that has a derivation, is
`proved` by it (engine `derivation`) if all of its steps hold.
Names are unfolded at this door: no engine behind it meets one. A claim of which SymPy may have lost a part is
undecided, with the reason (`what_is_lost`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dplemma.base.errors import BadClaim, DplemmaError, OutOfBudget, Unsupported
from dplemma.base.limiter import clock_stops
from dplemma.decide import objects
from dplemma.decide.attempts import Case
from dplemma.decide.lost import what_is_lost
from dplemma.decide.measures import decide_measure, decide_simulation
from dplemma.decide.points import finite
from dplemma.decide.points.execute import decide_algorithm
from dplemma.decide.points.printed import decide_number
from dplemma.decide.points.refute import shown
from dplemma.decide.pointwise import audited, decide_monotone, decide_pointwise
from dplemma.decide.symbolic.limits import decide_limit
from dplemma.ground.domain import undefined_part
from dplemma.ground.points import witness
from dplemma.kernel.check import check
from dplemma.kernel.term import Rejected
from dplemma.lang.claim import Claim
from dplemma.lang.judgements import Algorithm, Inference, Limit, Monotone, Number, Obligations
from dplemma.lang.measures import Measure, Simulation
from dplemma.lang.region import Region
from dplemma.lang.statements import Exists, Implies, Not, Rel, Statement
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import SETTLED, Counterexample, Hint, Verdict, versions, weakest
from dplemma.proofs.certificates import claim_tree
from dplemma.proofs.rules import parts_of

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
ABOUT_REGIONS = (Algorithm, Inference, Limit, Measure, Monotone, Number, Obligations, Simulation)


def decide_claim(claim: Claim, hint: Hint = frozenset(), effort: str = "usual") -> Verdict:
    """The verdict on a claim, with its trusted lemmas, a witness and the time it took; `effort` counts boxes, not seconds."""
    if claim.not_formalised:
        return Verdict(verdict="not_formalised", engine="none", remark=claim.not_formalised)
    start = time.perf_counter()
    try:
        if reason := what_is_lost(claim.statement, claim.on):
            return Verdict(verdict="undecided", engine="none", remark=reason, versions=versions())
        plain = unfold(claim)
        with clock_stops() as stops:
            verdict = _by_engines_or_derivation(claim, plain, Case(plain.on, plain.id, hint, plain.mechanism, effort))
            covered = verdict.witness.keys() >= set(plain.on.names)
            inside = verdict.witness if covered and verdict.witness else shown(witness(plain.on, plain.id))
            verdict = _checked(claim, plain, verdict, inside)
    except BadClaim as error:
        raise BadClaim(f"claim {claim.id!r}: {error.plain}", claim.place) from error
    except DplemmaError as error:
        raise type(error)(f"{claim.place}: claim {claim.id!r}: {error}") from error
    except RecursionError:
        raise OutOfBudget(f"{claim.place}: claim {claim.id!r}: an expression is too long or nested too deep") from None
    return verdict.with_(
        witness=inside,
        assumes=tuple(dict.fromkeys((*claim.assumes, *verdict.assumes))),
        seconds=round(time.perf_counter() - start, 3),
        versions=versions(),
        stopped=tuple(stops),
    )


def _checked(claim: Claim, plain: Claim, verdict: Verdict, inside: Mapping[str, str]) -> Verdict:
    """The verdict that the kernel gives on the claim as it is written, names and all; without its word there is none."""
    if verdict.verdict not in SETTLED:
        return verdict.with_(proof=None)
    if verdict.proof is None:
        return _unproved(plain, verdict, "no proof object")
    point = objects.as_trees(inside)
    proof = {"fails": verdict.proof} if verdict.verdict == "refuted" else {"holds": verdict.proof, "witness": point}
    try:
        outcome = check(claim_tree(claim), proof)
    except (Rejected, Unsupported) as error:
        return _unproved(plain, verdict, f"the kernel rejected: {error}")
    return verdict.with_(verdict=outcome.verdict, assumes=(*verdict.assumes, *outcome.assumes), proof=proof)


def _unproved(claim: Claim, verdict: Verdict, why: str) -> Verdict:
    """What a search says of itself is no verdict."""
    return Verdict(verdict="undecided", engine=verdict.engine, witness=verdict.witness, remark=why, rejected=why)


def _by_engines_or_derivation(claim: Claim, plain: Claim, case: Case) -> Verdict:
    """The engines' verdict; where it is no symbolic proof, that of the claim's derivation. What won last time is asked first.

    Engines look at the claim with its names unfolded, a derivation at the claim as it is written."""
    from dplemma.lang.derivation_files import claimed  # a claim without a derivation pays for reading an index, no more

    if claim.id not in claimed():
        return decide(plain.statement, case)
    if "derivation" in case.hint and (derived := _derived(claim, case)).verdict == "proved":
        return derived
    verdict = decide(plain.statement, case)
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
    from dplemma.decide.derivations.check import derivation_object  # its rules put their side conditions to this module
    from dplemma.lang.derivation_files import claimed, load

    proof, verdict = derivation_object(load(claimed()[claim.id]), claim)
    verdict = verdict.with_(proof=None if proof is None else proof["holds"])
    pointwise = [part for part in parts_of(claim.statement) or (claim.statement,) if not isinstance(part, ABOUT_REGIONS)]
    if verdict.verdict == "proved" and not all(audited(part, case) for part in pointwise):
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
        return _conjunction(statement, parts_of(statement), case)
    if isinstance(statement, Limit):
        return decide_limit(statement, case.region, case.seed)
    if isinstance(statement, Monotone):
        return decide_monotone(statement, case)
    if isinstance(statement, Number):
        return _printed(statement)
    if isinstance(statement, Measure):
        return decide_measure(statement, case.region, case.seed)
    if isinstance(statement, Simulation):
        return decide_simulation(statement, case.seed)
    if isinstance(statement, Inference):
        return _inference(statement, case)
    if isinstance(statement, Algorithm):
        return decide_algorithm(statement, case.region, case.seed)
    if isinstance(statement, Not) and isinstance(statement.statement, ABOUT_REGIONS):
        return _contrary(statement, decide(statement.statement, case), case)
    if isinstance(statement, Not) and (negation := _negation(statement.statement)) is not None:
        inner = decide(negation, case)
        given_up = inner.verdict == "refuted" or inner.proof is None
        return inner if given_up else inner.with_(proof={"rule": "not", "inner": inner.proof})
    if isinstance(statement, Exists):
        return _exists(statement, case)
    return decide_pointwise(statement, case)


def _printed(statement: Number) -> Verdict:
    try:
        verdict = decide_number(statement)
    except OutOfBudget:
        if not (reason := undefined_part(statement.expr, {})):
            raise
        contrary = Counterexample(kind="undefined", rhs=str(statement.printed), note=reason)
        verdict = Verdict(verdict="refuted", engine="printed", counterexample=contrary)
    return verdict.with_(proof={"point": {}} if verdict.verdict == "refuted" else {"rule": "printed"})


def _conjunction(statement: Statement, parts: Sequence[Statement], case: Case) -> Verdict:
    """The weakest verdict on the parts; a refuted one settles the matter."""
    verdicts: list[Verdict] = []
    for part in parts:
        verdicts.append(decide(part, case))
        if verdicts[-1].verdict == "refuted":
            break
    return _joined(statement, verdicts)


def _joined(statement: Statement, verdicts: Sequence[Verdict]) -> Verdict:
    """The weakest verdict, with the objects of the parts as one object."""
    joined = weakest(verdicts).with_(rejected="; ".join(filter(None, (verdict.rejected for verdict in verdicts))))
    if joined.verdict == "refuted":
        part = next(n for n, verdict in enumerate(verdicts) if verdict.verdict == "refuted")
        inner = verdicts[part].proof
        return joined.with_(proof=None if inner is None else {"part": part, "inner": inner})
    proofs = [verdict.proof for verdict in verdicts]
    if None in proofs:
        return joined.with_(proof=None)
    if isinstance(statement, Implies):
        inner = {"rule": "all", "parts": [proof["inner"] for proof in proofs]}
        return joined.with_(proof={**proofs[0], "inner": inner})
    return joined.with_(proof={"rule": "all", "parts": proofs})


def _obligations(statement: Obligations, case: Case) -> Verdict:
    verdicts = []
    for place, (name, part) in enumerate(statement.named.items()):
        verdict = decide(part, case)
        if verdict.counterexample is not None:
            note = f"obligation '{name.replace('_', ' ')}' fails: {verdict.counterexample.note}"
            failed = replace(verdict.counterexample, kind="obligation", note=note)
            proof = None if verdict.proof is None else {"part": place, "inner": verdict.proof}
            return verdict.with_(counterexample=failed, proof=proof)
        verdicts.append(verdict)
    return _joined(statement, verdicts)


def _inference(statement: Inference, case: Case) -> Verdict:
    """Refuted by a model in which every premise is proved or certified and the conclusion is refuted."""
    premises = [decide(p, case) for p in statement.premises]
    conclusion = decide(statement.conclusion, case)
    solid = all(p.verdict in ("proved", "certified") for p in premises)
    if solid and conclusion.counterexample is not None:
        note = f"model {statement.model}: the premises hold, the conclusion fails ({conclusion.counterexample.note})"
        found = replace(conclusion.counterexample, kind="inference", note=note)
        proofs = [p.proof for p in premises]
        whole = None not in proofs and conclusion.proof is not None
        proof = {"premises": proofs, "inner": conclusion.proof} if whole else None
        return Verdict(verdict="refuted", engine=conclusion.engine, counterexample=found, witness=conclusion.witness, proof=proof)
    remark = f"the model does not separate premises and conclusion (conclusion is {conclusion.verdict})"
    return Verdict(verdict="undecided", engine="confirm", remark=remark)


def _contrary(statement: Not, inner: Verdict, case: Case) -> Verdict:
    """The verdict on the negation of a statement about the whole region."""
    inside = inner.witness or shown(witness(case.region, case.seed))
    if inner.verdict in ("proved", "certified"):
        note = f"the contrary is {inner.verdict}: {statement.statement.text()} ({inner.form})"
        found, point = Counterexample(kind="contrary", point=inside, note=note), shown(witness(case.region, case.seed))
        return Verdict(
            verdict="refuted", engine=inner.engine, counterexample=found, witness=inside, form=inner.form, won=inner.won,
            proof=None if inner.proof is None else {"proof": inner.proof, "point": objects.as_trees(point)},
        )  # fmt: skip
    if inner.counterexample is not None:
        return Verdict(
            verdict="certified", engine="refuter", witness=inside, remark=inner.counterexample.note,
            proof=None if inner.proof is None else {"rule": "refuted", "evidence": inner.proof},
        )  # fmt: skip
    return Verdict(verdict="undecided", engine=inner.engine, witness=inside, remark=f"its contrary is only {inner.verdict}")


def _negation(statement: Statement) -> Statement | None:
    """The negation, where it is again a statement the symbolic engine knows."""
    if isinstance(statement, Rel):
        return Rel(statement.lhs, _OPPOSITE[statement.rel], statement.rhs)
    return statement.statement if isinstance(statement, Not) else None


def _exists(statement: Exists, case: Case) -> Verdict:
    """Certified by one point found by search; refuted if the contrary is proved for every value."""
    if statement.free_names():
        return decide_pointwise(statement, case)
    wide = Region(**statement.over)
    if case.mechanism is not None and (found := finite.exhibit(statement.statement, wide, case.mechanism, case.seed)):
        remark = "; ".join(f"{row} = ({', '.join(chances)})" for row, chances in (found.mechanism or {}).items())
        proof = objects.exhibited(statement, case.region, found.point)
        return Verdict(verdict="certified", engine="finite", witness=found.point, form="exhibited", remark=remark, proof=proof)
    proof = objects.by_tactics(statement, case.region)
    if proof is not None:
        found_at = {name: str(value) for name, value in proof["values"].items()}
        return Verdict(verdict="certified", engine="balls", witness=found_at, form="exhibited", proof=proof)
    contrary = _negation(statement.statement)
    proof = None if contrary is None else objects.by_tactics(contrary, wide)
    if proof is not None:
        inside = shown(witness(wide, case.seed))
        found = Counterexample(kind="contrary", point=inside, note="the contrary is proved for every value")
        point = objects.as_trees(shown(witness(case.region, case.seed)))
        evidence = {"proof": proof, "point": point}
        return Verdict(verdict="refuted", engine="symbolic", counterexample=found, witness=inside, proof=evidence)
    return Verdict(verdict="undecided", engine="refuter", remark="no point was found; a wider search or a proof would settle it")
