"""The verdict on a mutant, by the engines and the kernel that judge a claim, with a second look at what comes back true.

Main definitions: `judged(claim, kind, ...)`, `changed_claim(claim, mutant)`.

A mutant that is proved or certified shows that the claim has room to spare. It is believed less readily than a claim: where the
statement speaks of points, it is sampled once more at points of another seed, by Arb and by mpmath, and one that contradicts
its claim is reported as accepted though false.
"""

from __future__ import annotations

import time
from typing import Any

from dplemma.base.errors import BadClaim, DplemmaError, EngineDisagreement, Unsupported
from dplemma.decide.decide import ABOUT_REGIONS, decide_claim
from dplemma.decide.points.confirm import confirm
from dplemma.decide.points.refute import shown as shown_point
from dplemma.ground.points import witness
from dplemma.kernel.check import check
from dplemma.kernel.term import Rejected
from dplemma.lang.claim import Claim
from dplemma.lang.unfolding import unfold
from dplemma.ledger.phrases import failure_phrase
from dplemma.ledger.verdict import Counterexample, Verdict
from dplemma.mutants.follows import proof_by_claim, refutation_by_claim
from dplemma.mutants.make import Mutant, mutant_of
from dplemma.mutants.operators import OPERATORS
from dplemma.mutants.result import MutantResult
from dplemma.proofs.certificates import claim_tree

_LONGEST = 300  # letters of a statement that are kept
_SHOWN = ("proved", "certified")


def judged(claim: Claim, kind: str, *, digest: str, engine: str, effort: str = "small") -> MutantResult:
    """What becomes of the mutant of this kind; `engine` is the one that shows the claim."""
    start = time.perf_counter()
    about: dict[str, Any] = {"claim": claim.id, "kind": kind, "digest": digest, "engine": engine}
    mutant = mutant_of(claim, kind)
    try:
        changed = None if mutant is None else changed_claim(claim, mutant)
    except BadClaim:
        changed = None  # it says nothing: a variable is bound twice, a number is out of bounds
    if mutant is None or changed is None:
        return MutantResult(**about, outcome="none")
    about["statement"] = _clipped(_told(mutant))
    try:
        known = _by_its_claim(claim, mutant, changed)
        verdict = decide_claim(changed, effort=effort) if known is None else known
        outcome, why = _outcome(mutant, verdict)
    except DplemmaError as error:
        return MutantResult(**about, outcome="error", why=_clipped(str(error)), seconds=_since(start))
    found = {"verdict": verdict.verdict, "by": verdict.engine, "why": _clipped(why)}
    return MutantResult(**about, **found, outcome=outcome, seconds=_since(start))


def _by_its_claim(claim: Claim, mutant: Mutant, changed: Claim) -> Verdict | None:
    """Where the mutant follows from the claim, or contradicts an equation it states: the kernel's word on that; else None."""
    shown = proof_by_claim(claim, mutant)
    proof = None if shown is None else {"holds": shown.proof, "witness": shown_point(witness(mutant.region, mutant.id))}
    evidence = refutation_by_claim(claim, mutant) if shown is None else None
    if proof is None and evidence is None:
        return None
    try:
        outcome = check(claim_tree(changed), proof or {"fails": evidence})
    except (Rejected, Unsupported):
        return None
    contrary = Counterexample(kind="contrary", note="the claim says the contrary, and is shown") if shown is None else None
    return Verdict(verdict=outcome.verdict, engine="claim", form="follows from its claim", counterexample=contrary)


def changed_claim(claim: Claim, mutant: Mutant) -> Claim:
    """The mutant as a claim of its own; `BadClaim` if it says nothing."""
    return Claim(
        id=mutant.id, where=claim.where, kind="equivalence", states=f"{claim.states} ({mutant.operator})", place=claim.place,
        holds=mutant.statement, on=mutant.region, mechanism=claim.mechanism, assumes=claim.assumes,
    )  # fmt: skip


def _outcome(mutant: Mutant, verdict: Verdict) -> tuple[str, str]:
    """The outcome and why."""
    if verdict.verdict == "refuted":
        return "refuted", failure_phrase(verdict.counterexample)
    if verdict.verdict not in _SHOWN:
        return "late" if verdict.out_of_time else "survived", verdict.remark or f"only {verdict.verdict}"
    if mutant.is_false:
        return "accepted", f"{verdict.verdict}, though it contradicts its claim"
    contrary = contrary_sample(mutant)
    return ("accepted", contrary) if contrary else ("slack", verdict.form)


def contrary_sample(mutant: Mutant) -> str:
    """Where Arb or mpmath contradicts the mutant at points of another seed; empty if nowhere."""
    if any(isinstance(part, ABOUT_REGIONS) for part in mutant.statement.walk()):
        return ""
    try:
        evidence = confirm(unfold(mutant.statement), mutant.region, f"{mutant.id}/again")
    except EngineDisagreement as error:
        return str(error)
    point = evidence.refuting
    return "" if point is None else "fails at " + ", ".join(f"{name} = {value}" for name, value in point.items())


def _told(mutant: Mutant) -> str:
    """The statement, and the region where that was changed."""
    where = "" if mutant.operator in OPERATORS else mutant.region.text()
    return f"{mutant.statement.text()}, for {where}" if where else mutant.statement.text()


def _clipped(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST] + " ..."


def _since(start: float) -> float:
    return round(time.perf_counter() - start, 3)
