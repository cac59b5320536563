"""Mutants that follow from the claim they were made of, or contradict it: by the claim's proof and what lies between the two.

Main definitions: `proof_by_claim(claim, mutant)`, `refutation_by_claim(claim, mutant)`.

Let a claim say g >= 0 and the mutant g' >= 0 on the same region. If g' - g >= 0 there by its normal form, then g' is a sum of two
terms, one of which has the sign by the claim. A mutant that says != or < where the claim says = is refuted by the claim. The
kernel is shown all of it, a proof of the claim included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dplemma.decide import objects
from dplemma.decide.decide import Case, decide, decide_claim
from dplemma.kernel.signs import sign
from dplemma.kernel.statement import with_premises
from dplemma.kernel.term import read_term
from dplemma.lang.claim import Claim
from dplemma.lang.statements import Implies, Rel, Statement
from dplemma.lang.tree import written
from dplemma.lang.unfolding import unfold
from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import Hint, Verdict
from dplemma.mutants.make import Mutant, assertions
from dplemma.mutants.operators import OPERATORS

Json = Any
_SHOWN = ("proved", "certified")
_SIGN: Json = {"rule": "sign"}


def proof_by_claim(claim: Claim, mutant: Mutant) -> Verdict | None:
    """The verdict on the claim's assertion, with an object for the mutant that the kernel has accepted; None if there is none."""
    read = objects.in_kernel(mutant.statement, mutant.region)
    if read is None or mutant.operator not in OPERATORS:
        return None
    for old in _weaker(unfold(claim).statement, mutant):
        verdict = decide(old, Case(mutant.region, claim.id, _won(claim)))
        proof = _with_the_rest(old, mutant.statement, verdict.proof) if verdict.verdict in _SHOWN else None
        if proof is not None and objects.accepted(*read, proof):
            return verdict.with_(proof=proof)
    return None


def _won(claim: Claim) -> Hint:
    """What won last time, to be tried first."""
    known = ledger.read().get(claim.id)
    return frozenset() if known is None else frozenset(known.won)


def _weaker(statement: Statement, mutant: Mutant) -> Iterator[Statement]:
    """The assertions of the claim whose gap is at most that of the mutant, by the sign of a normal form on the region."""
    new = _relation(mutant.statement)
    for old in assertions(statement) if new is not None and set(new.rel) & set("<>") else ():
        own = _relation(old)
        if own is None or new is None or own.rel != new.rel or not old.free_names() <= set(mutant.region.names):
            continue
        if isinstance(old, Implies) != isinstance(mutant.statement, Implies):
            continue
        if isinstance(old, Implies) and isinstance(mutant.statement, Implies) and old.premise != mutant.statement.premise:
            continue
        inside = objects.in_kernel(old.premise if isinstance(old, Implies) else Rel(0, "<=", 1), mutant.region)
        if inside is not None:
            where = with_premises(inside[1], [inside[0]]) if isinstance(old, Implies) else inside[1]
            if sign(read_term(written(_gap(new) - _gap(own))), where) in (">", ">=", "="):
                yield old


def _with_the_rest(old: Statement, new: Statement, proof: Json) -> Json | None:
    """The object for the new relation: have the old one, then add what the new one says less."""
    if isinstance(proof, dict) and proof.get("rule") == "given" and isinstance(old, Implies) and isinstance(new, Implies):
        inner = _with_the_rest(old.conclusion, new.conclusion, proof.get("inner"))
        return None if inner is None else {**proof, "inner": inner}
    if not isinstance(proof, dict) or proof.get("rule") != "relation" or not isinstance(old, Rel) or not isinstance(new, Rel):
        return None
    relation = ["Rel", written(old.lhs), old.rel, written(old.rhs)]
    terms = [{"term": written(term), "proof": _SIGN} for term in (_gap(old), _gap(new) - _gap(old)) if term != 0]
    added = {"rule": "relation", "proof": {"rule": "sum", "factors": terms}}
    return {**proof, "rule": "have", "relation": relation, "proof": proof.get("proof", _SIGN), "inner": added}


def refutation_by_claim(claim: Claim, mutant: Mutant) -> Json | None:
    """Evidence against a relation: a proof, on the whole region, of the equality that the claim states."""
    new, plain = mutant.statement, unfold(claim)
    if not isinstance(new, Rel) or new.rel not in ("!=", "<", ">") or not isinstance(plain.statement, Rel):
        return None
    if plain.statement.canonical() != Rel(new.lhs, "=", new.rhs).canonical() or plain.on.intervals != mutant.region.intervals:
        return None
    verdict = decide_claim(claim, _won(claim))
    if verdict.verdict not in _SHOWN or not isinstance(verdict.proof, dict):
        return None
    return {"point": verdict.proof["witness"], "proof": verdict.proof["holds"]}


def _relation(statement: Statement) -> Rel | None:
    inner = statement.conclusion if isinstance(statement, Implies) else statement
    return inner if isinstance(inner, Rel) else None


def _gap(rel: Rel) -> Any:
    return rel.lhs - rel.rhs if ">" in rel.rel else rel.rhs - rel.lhs
