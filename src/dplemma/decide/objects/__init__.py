"""Proof objects: what the searches found, in the words of the kernel.

Main definitions: `by_tactics(statement, region)`, `by_boxes(statement, region, proved)`, `refutation(statement, counterexample)`.
Each gives an object that the kernel has accepted for the statement on the region, or None.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Expr

from dplemma.base.errors import Unsupported
from dplemma.decide.objects.obligations import statement_object
from dplemma.decide.objects.tactics import accepted, attempt
from dplemma.decide.objects.weighing import weighed
from dplemma.decide.objects.witness import point_in
from dplemma.ground.points import simple_values
from dplemma.kernel.check import Statements
from dplemma.kernel.limits import limit
from dplemma.kernel.points import check_refutation, read_point
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.statement import Exists, with_premises
from dplemma.kernel.statement import Implies as KernelImplies
from dplemma.kernel.statement import Limit as KernelLimit
from dplemma.kernel.statement import Region as KernelRegion
from dplemma.kernel.statement import Statement as KernelStatement
from dplemma.kernel.term import Rejected, put
from dplemma.lang.judgements import Limit
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.statements import Implies, Rel, Statement
from dplemma.lang.tree import written
from dplemma.ledger.verdict import Counterexample
from dplemma.proofs.found import Proved
from dplemma.proofs.goals import given

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
    found = None if read is None else attempt(*read, point_in)
    return found if found is not None or read is None else _weighed(statement, region, *read)


def _weighed(statement: Statement, region: Region, read: KernelStatement, box: KernelRegion) -> Json | None:
    """An inequality as a combination of those that are given."""
    conclusion = statement.conclusion if isinstance(statement, Implies) else statement
    where = given(region, statement.premise) if isinstance(statement, Implies) else region
    for own in weighed(conclusion, where) if isinstance(conclusion, Rel) else ():
        proof: Json = {"rule": "relation", "proof": own}
        if isinstance(read, KernelImplies):
            proof = {"rule": "given", "witness": point_in(with_premises(box, [read.premise])) or {}, "inner": proof}
        if accepted(read, box, proof):
            return proof
    return None


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
    except StopIteration:
        return None, "no rule of the kernel has the shape of this proof"
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


def solved_refutation(statement: Statement, region: Region, point: Mapping[str, Expr]) -> Json | None:
    """Evidence of a contrary point whose coordinates are numbers of any kind."""
    read = in_kernel(statement, region)
    if read is None:
        return None
    try:
        evidence = {"point": {name: written(value) for name, value in point.items()}}
        check_refutation(*read, evidence, Statements().statement)
    except (Rejected, Unsupported):
        return None
    return evidence


def other_limit(statement: Limit, region: Region, point: Mapping[str, str]) -> tuple[Json, Any] | None:
    """Evidence that at this point the limit is another one, and that one as a term of the kernel."""
    read = in_kernel(statement, region)
    if read is None or not isinstance(read[0], KernelLimit):
        return None
    evidence = _limit_refuted(*read, {"point": _anywhere(read[0].name, region, point), "rule": "limit"})
    if evidence is None:
        return None
    values = {n: v for n, v in read_point(evidence["point"]).items() if n != read[0].name}
    term, to = (put(part, values) for part in (read[0].term, read[0].to))
    found = limit(term, read[0].name, to, read[0].side, KernelRegion())
    return None if found is None else (evidence, found.value)


def nowhere_defined(statement: Limit, region: Region, point: Mapping[str, str]) -> Json | None:
    """Evidence that at this point the term has no value on an interval that reaches up to where its variable tends to."""
    read = in_kernel(statement, region)
    if read is None or not isinstance(read[0], KernelLimit):
        return None
    to, side = read[0].to, read[0].side
    there = {"point": _anywhere(read[0].name, region, point), "rule": "nowhere"}
    for by in _NEAR if to in ("oo", "-oo") or isinstance(to, Fraction) else ():
        low, high = (1 / by, "oo") if to == "oo" else ("-oo", -1 / by) if to == "-oo" else (to, to + by)
        low, high = (to - by, to) if isinstance(to, Fraction) and side == "-" else (low, high)
        evidence = _limit_refuted(*read, {**there, "interval": f"({low}, {high})"})
        if evidence is not None:
            return evidence
    return None


def _anywhere(name: str, region: Region, point: Mapping[str, str]) -> dict[str, str]:
    """The point, with some value for the variable of a limit where the region has that, too."""
    return {**point, **({name: str(simple_values(region.intervals[name])[0])} if name in region.intervals else {})}


def _limit_refuted(statement: KernelStatement, region: KernelRegion, evidence: Json) -> Json | None:
    try:
        check_refutation(statement, region, evidence, Statements().statement)
    except Rejected:
        return None
    return evidence


_NEAR = (Fraction(1), Fraction(1, 1000), Fraction(1, 10**9))


def exhibited(statement: Statement, region: Region, point: Mapping[str, str]) -> Json | None:
    """The object of an existence claim from a point that was found."""
    read = in_kernel(statement, region)
    if read is None or not isinstance(read[0], Exists):
        return None
    values = {name: point[name] for name, _ in read[0].over}
    proof = {"rule": "exhibit", "values": values, "inner": {"rule": "truth"}}
    return proof if accepted(*read, proof) else None


def as_trees(point: Mapping[str, str]) -> Json:
    """A point of exact numbers as the kernel reads it."""
    return dict(point)


__all__ = ["accepted", "as_trees", "by_boxes", "by_tactics", "exhibited", "in_kernel", "refutation"]
