"""A certificate as a file that Rocq checks: the claim, the facts it rests on, and the theorem.

Main definitions: `exported(certificate) -> str`, `NotExported`.

What is exported: refutations at a point, numbers (printed ones among them), and statements on regions whose relations Rocq's own
tactics show. The claim is translated from the certificate's claim alone; of its proof only the point of a counterexample is used.
So the file stands or falls by what Rocq finds, and a forged certificate gives a file that is refused.
"""

from __future__ import annotations

from typing import Any

from dplemma.kernel.points import read_point
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.statement import All, Monotone, Region, Statement
from dplemma.kernel.term import Json, Term, check_size, read_term
from dplemma.rocq.at_points import conditions_met, shown, value
from dplemma.rocq.facts import NumberFacts, prop_text
from dplemma.rocq.library import prelude
from dplemma.rocq.logic import And, Every, Negation, Prop
from dplemma.rocq.on_regions import Leaves
from dplemma.rocq.statements import claim, second_name
from dplemma.rocq.terms import NotExported


def exported(certificate: dict[str, Json]) -> str:
    """The file; `NotExported` says in one line why there is none."""
    for part in ("claim", "proof"):
        check_size(certificate[part], part)
    tree, proof = certificate["claim"], certificate["proof"]
    region, statement = read_region(tree["region"]), read_statement(tree["statement"])
    fails = isinstance(proof, dict) and "fails" in proof
    said, of_parts = _failing_part(region, statement, proof["fails"]) if fails else (claim(region, statement), "")
    lemmas, theorem = _refutation(said, statement, proof["fails"]) if fails else _truth(said, proof)
    body = "\n\n".join([f"Definition claim : Prop :=\n  {prop_text(said, {})}.", *lemmas, theorem])
    head = (
        f"(* {_comment(certificate['id'])}: {'refuted' if fails else 'shown'}{of_parts}. Written by dplemma replay --rocq. *)\n"
    )
    return f"{head}{prelude(body)}\n{body}\n"


def _comment(text: Any) -> str:
    return "".join(c if c.isalnum() or c in "-_./" else "?" for c in str(text))[:120]


def _failing_part(region: Region, statement: Statement, evidence: Json) -> tuple[Prop, str]:
    """The claim; where a part of it cannot be said in Rocq, the part that fails, which is enough against all of them."""
    try:
        return claim(region, statement), ""
    except NotExported:
        part = evidence.get("part") if isinstance(evidence, dict) else None
        if not isinstance(statement, All) or not isinstance(part, int) or not 0 <= part < len(statement.parts):
            raise
    return claim(region, statement.parts[part]), f" (its part {part + 1} of {len(statement.parts)})"


def _refutation(said: Prop, statement: Statement, evidence: Json) -> tuple[list[str], str]:
    """At the point: what is given holds, the sides exist, and the statement fails; so the claim does."""
    facts = NumberFacts(_point_in(evidence, statement))
    names, premises, part = (said.names, said.premises, said.part) if isinstance(said, Every) else ((), (), said)
    if value(part, facts) is not False or not all(value(premise, facts) for premise in premises):
        raise NotExported("the statement is not seen to fail at the point of the certificate")
    known = (*premises, *dict.fromkeys(conditions_met(part, facts)))
    tactics = shown(And((*known, Negation(part))), facts)
    says = prop_text(And((*known, Negation(part))), facts.values)
    values = " ".join(facts.values[name] for name in names)
    supplied = "".join(f"destruct C as [P{n} C]; " for n in range(len(known)))
    conclusion = f"exact (C (H {values} {' '.join(f'P{n}' for n in range(len(premises)))}))" if names else "exact (C H)"
    return facts.lemmas, (
        f"Theorem counterexample :\n  {says}.\nProof. {tactics}. Qed.\n\n"
        f"Theorem refuted : ~ claim.\nProof. intro H; generalize counterexample; intro C; {supplied}{conclusion}. Qed."
    )


def _point_in(evidence: Json, statement: Statement) -> dict[str, Term]:
    """The point of a counterexample, and where it has two the second value of its variable; that of a part is inside."""
    while isinstance(evidence, dict) and "point" not in evidence and isinstance(evidence.get("inner"), dict):
        part = evidence.get("part")
        if isinstance(statement, All) and isinstance(part, int) and 0 <= part < len(statement.parts):
            statement = statement.parts[part]
        evidence = evidence["inner"]
    if not isinstance(evidence, dict) or "proof" in evidence or "premises" in evidence:
        raise NotExported("a refutation by a proof, and not at one point")
    point = dict(read_point(evidence.get("point", {})))
    if isinstance(statement, Monotone) and "second" in evidence:
        point[second_name(statement.name)] = read_term(evidence["second"], "second point")
    return point


def _exhibited(proof: Json) -> list[Json]:
    """The values that a proof exhibits for what is said to exist, in the order of the statement."""
    if isinstance(proof, list):
        return [values for part in proof for values in _exhibited(part)]
    if not isinstance(proof, dict):
        return []
    if proof.get("rule") == "exhibit":
        return [proof.get("values", {})]
    return [values for part in proof.values() for values in _exhibited(part)]


def _truth(said: Prop, proof: Json) -> tuple[list[str], str]:
    leaves = Leaves(exhibits=[read_point(values) for values in _exhibited(proof)])
    tactics = leaves.proved(said)
    return leaves.facts.lemmas, f"Theorem holds : claim.\nProof. unfold claim; {tactics}. Qed."
