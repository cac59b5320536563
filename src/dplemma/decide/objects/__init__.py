"""Proof objects: what the searches found, in the words of the kernel.

Main definitions: `by_tactics(statement, region)`, `by_boxes(statement, region, proved)`, `refutation(statement, counterexample)`.
Each gives an object that the kernel has accepted for the statement on the region, or None.
"""

from __future__ import annotations

from typing import Any

from dplemma.base.errors import Unsupported
from dplemma.decide.objects.obligations import statement_object
from dplemma.decide.objects.tactics import accepted, attempt
from dplemma.decide.objects.witness import point_in
from dplemma.kernel.check import Statements
from dplemma.kernel.points import check_refutation
from dplemma.kernel.statement import Region as KernelRegion
from dplemma.kernel.statement import Statement as KernelStatement
from dplemma.kernel.statement import read_region, read_statement, with_premises
from dplemma.kernel.term import Rejected
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.statements import Implies, Statement
from dplemma.ledger.verdict import Counterexample
from dplemma.proofs.rules import Proved

Json = Any


def in_kernel(statement: Statement, region: Region) -> tuple[KernelStatement, KernelRegion] | None:
    """The statement and the region as the kernel reads them; None if they do not travel."""
    try:
        return read_statement(written_statement(statement)), read_region(region_to_tree(region))
    except (Rejected, Unsupported):
        return None


def by_tactics(statement: Statement, region: Region) -> Json | None:
    """An object completed by normal forms and signs."""
    read = in_kernel(statement, region)
    return None if read is None else attempt(*read, point_in)


def by_boxes(statement: Statement, region: Region, proved: tuple[Proved, ...]) -> tuple[Json | None, str]:
    """The object of a proof on regions, and why the kernel rejects it if it does."""
    read = in_kernel(statement, region)
    if read is None:
        return None, "the statement does not travel"

    def point(part: Statement, where: Region) -> dict[str, Any]:
        assert isinstance(part, Implies)
        inner = in_kernel(part.premise, where)
        return {} if inner is None else point_in(with_premises(inner[1], [inner[0]])) or {}

    try:
        proof = statement_object(statement, region, proved, point)
        if proof is None:
            return None, "no rule of the kernel has the shape of this proof"
        Statements().statement(*read, proof, "proof")
    except (Rejected, Unsupported) as error:
        return None, str(error)
    return proof, ""


def refutation(statement: Statement, region: Region, found: Counterexample) -> Json | None:
    """Evidence of a contrary point."""
    read = in_kernel(statement, region)
    if read is None:
        return None
    point = {name: value for name, value in found.point.items() if not name.endswith("'")}
    later = [value for name, value in found.point.items() if name.endswith("'")]
    evidence = {"point": point, **({"second": later[0]} if later else {})}
    try:
        check_refutation(*read, evidence, Statements().statement)
    except Rejected:
        return None
    return evidence


__all__ = ["accepted", "by_boxes", "by_tactics", "in_kernel", "refutation"]
