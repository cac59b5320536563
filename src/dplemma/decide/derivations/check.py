"""Deciding a derivation: its lemmas in order, each line by steps that the kernel accepts, then the claim from what they show.

Main definitions: `check(derivation, claim)` and what it returns, `CheckedDerivation`; `derivation_object(derivation, claim)`.

A line holds if the kernel accepts every step that leads to it. The derivation is `proved` if every line of every chain does and,
where it names a claim, the claim follows from the chains. Before a rule is looked at, balls evaluate both sides at a few points:
a false line is refuted by numbers, whatever its rule says (optima, which are costly to evaluate, are left to their rules).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dplemma.base.limiter import clock_stops
from dplemma.decide.decide import Case, decide
from dplemma.decide.derivations.chains import Chains
from dplemma.decide.derivations.conclude import MAIN, Conclusion
from dplemma.decide.derivations.found import SOLID, CheckedChain, CheckedDerivation, CheckedStep, Condition
from dplemma.decide.derivations.walk import in_region, in_terms
from dplemma.decide.objects.witness import point_in
from dplemma.kernel import check as kernel
from dplemma.kernel.term import Rejected
from dplemma.lang.claim import Claim
from dplemma.lang.derivation import Derivation, PrintedProof, PrintedStep
from dplemma.lang.derivation_uses import needed
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.statements import Iff, Implies, Rel, Statement
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Verdict

__all__ = ["CheckedChain", "CheckedDerivation", "CheckedStep", "Condition", "check", "derivation_object"]
Json = Any


def check(derivation: Derivation, claim: Claim | None = None, *, all_lines: bool = True) -> CheckedDerivation:
    """Check every line, then the claim; without `all_lines` stop at the first line that does not hold.

    Names are unfolded for the check; the lines that come back are those that were written.
    """
    with clock_stops() as stops:
        found = _Check(derivation, claim, all_lines).run()
    return replace(found, stopped=tuple(stops))


def derivation_object(derivation: Derivation, claim: Claim) -> tuple[Json | None, Verdict]:
    """The object that shows the claim to the kernel, and the verdict; None and the reason if a line does not hold."""
    found = check(derivation, claim, all_lines=False)
    if found.proof is None or found.failing() is not None:
        return None, found.verdict
    tree = {"region": region_to_tree(claim.on), "statement": written_statement(claim.statement)}
    try:
        kernel.check(tree, found.proof)
    except Rejected as error:
        return None, Verdict(verdict="undecided", engine="derivation", remark=f"the kernel rejected: {error}")
    return found.proof, found.verdict


class _Check(Chains):
    """One derivation and the claim it is to show."""

    def __init__(self, derivation: Derivation, claim: Claim | None, all_lines: bool) -> None:
        super().__init__(all_lines)
        self.derivation, self.claim = derivation, claim

    def run(self) -> CheckedDerivation:
        derivation, chains = self.derivation, list[CheckedChain]()
        used = self.use(needed(derivation))
        for lemma in derivation.lemmas:
            chains.append(self.lemma(lemma, unfold(derivation.region_of(lemma))))
            if not self.all_lines and chains[-1].verdict.verdict not in SOLID:
                return CheckedDerivation(derivation, self.claim, tuple(chains), used=used)
        if derivation.start is not None:
            region = unfold(derivation.on)
            steps = tuple(self.steps(derivation, MAIN, region))
            chains.append(CheckedChain("", derivation.title, region, derivation.start, steps))
        ends, failure, proof = self._ends(all(chain.verdict.verdict in SOLID for chain in (*used, *chains)))
        printed = _printed(derivation) if self.all_lines else ()
        parts = (derivation, self.claim, tuple(chains), ends, failure, printed)
        return CheckedDerivation(*parts, proof=proof, used=used, theorems=self.finder.theorems)

    # -- the claim ----------------------------------------------------------------------------------------------------------

    def _ends(self, sound: bool) -> tuple[tuple[Condition, ...], tuple[int, str] | None, Json]:
        """Whether the claim follows from the chains, and the object that says so."""
        if self.claim is None or not sound:
            return (), None, None
        statement, region = in_terms(self.claim.statement), in_region(self.claim.on)
        try:
            inner = Conclusion(self.finder, self.written_lines, self.derivation.on.names).proof(statement, region)
        except Rejected as error:
            return (), (len(self.derivation.steps), str(error)), None
        point = point_in(region)
        holds = {"rule": "derived", "lemmas": self.trees, "inner": inner}
        says = Condition(f"the derivation shows {self.claim.statement.text()}", Verdict(verdict="proved", engine="derivation"))
        return (says,), None, {"holds": holds, "witness": point}


def _printed(derivation: Derivation) -> tuple[tuple[PrintedStep, Verdict], ...]:
    """The printed proof, link by link, as the engines decide it."""
    proof = derivation.printed
    if proof is None:
        return ()
    region = unfold(proof.on or derivation.on)
    cases = (Case(region, f"{derivation.id}/printed/{number}") for number, _ in enumerate(proof.steps, start=1))
    links = _links(unfold(proof))
    return tuple((step, decide(link, case)) for step, link, case in zip(proof.steps, links, cases, strict=True))


def _links(proof: PrintedProof) -> list[Statement]:
    """What each step says: of the line before and its own, or by itself."""
    found, before = list[Statement](), proof.start
    for step in proof.steps:
        if step.rel == "says":
            found.append(step.expr)
        elif isinstance(before, Statement):
            found.append(Iff(before, step.expr) if step.rel == "iff" else Implies(before, step.expr))
        else:
            found.append(Rel(before, step.rel, step.expr))
        before = step.expr
    return found
