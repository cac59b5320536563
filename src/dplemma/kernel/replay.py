"""Does a certificate prove what it says? Everything in the file is recomputed from the claim; nothing in it is believed.

Main definitions: `replay(path, claims) -> Report`, `check_certificate(data, claims, tally)`, `Report`, `Rejected`.

The claim in the file must be the one the papers (or the given claims) have under its id. A proof by boxes is checked by
`replay_goal` and `replay_boxes`, a counterexample or an exhibited point by `replay_point`. The search that found the proof is not
used, nor imported: what only a search could decide again is reported as not checked.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shortened

from sympy import Expr

from dplemma.base.errors import DplemmaError
from dplemma.base.limiter import clock_stops
from dplemma.ground.points import certified_points, where_premise_holds, witness
from dplemma.kernel.equal import Rejected, Tally, differentiable
from dplemma.kernel.goal import check_goal, exists_on
from dplemma.kernel.point import check_counterexample, check_exhibited
from dplemma.lang.claim import Claim
from dplemma.lang.judgements import Monotone
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import claim_from_tree
from dplemma.lang.statements import Implies, Statement
from dplemma.lang.tree import Json, bad
from dplemma.lang.unfolding import portable, unfold
from dplemma.ledger.verdict import Counterexample, versions
from dplemma.proofs.certificates import content_hash, proved_from_json, read_certificate, read_point
from dplemma.proofs.goals import obligations, sides
from dplemma.proofs.rules import Box, Goal, Proved, parts_of, relevant

__all__ = ["Rejected", "Report", "check_certificate", "replay"]

_BROKEN = (ArithmeticError, AttributeError, LookupError, NotImplementedError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True)
class Report:
    """What a replay found: `status` is agrees, rejected, not checked or, where a clock stopped it, out of time; with a reason."""

    id: str
    statement: str
    verdict: str
    status: str
    leaves: int
    seconds: float
    reason: str = ""
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        said = self.statement.replace("\n", "; ")
        lines = [
            f"{self.id}: {self.status}",
            f"  claim      {said if len(said) <= 110 else said[:107] + '...'}",
            f"  verdict    {self.verdict}",
            f"  evaluated  {self.leaves} {'box' if self.leaves == 1 else 'boxes'} again in {self.seconds:.1f} s",
        ]
        lines += [f"  because    {self.reason}"] if self.reason else []
        return "\n".join([*lines, *(f"  note       {note}" for note in self.notes)])


def replay(path: Path | str, claims: Mapping[str, Claim]) -> Report:
    """Check a certificate file against the claims by id; a file that is no certificate is an error."""
    start = time.perf_counter()
    data = read_certificate(path)
    tally, status, reason = Tally(seed=data["id"]), "rejected", ""
    with clock_stops() as stops:
        try:
            check_certificate(data, claims, tally)
            status, reason = ("not checked" if tally.unchecked else "agrees"), "; ".join(dict.fromkeys(tally.unchecked))
        except DplemmaError as error:
            reason = str(error)
        except _BROKEN as error:
            said = str(error).splitlines()[0] if str(error) else ""
            reason = f"the evidence cannot be evaluated ({type(error).__name__}: {said})"
    tally.notes += [f"the clock stopped {stop}" for stop in stops]
    if tally.unproved:
        many = "equality rests" if tally.unproved == 1 else "equalities rest"
        tally.notes.append(f"{tally.unproved} {many} on SymPy's rewriting, audited at {tally.points} points")
    return Report(
        id=data["id"],
        statement=data["statement"],
        verdict=f"{data['verdict']} by {data['engine']}",
        status="out of time" if status == "rejected" and stops else status,
        leaves=tally.leaves,
        seconds=round(time.perf_counter() - start, 3),
        reason=reason,
        notes=tuple(dict.fromkeys(tally.notes)),
    )


def check_certificate(data: Mapping[str, Json], claims: Mapping[str, Claim], tally: Tally) -> None:
    """Raise `Rejected` unless the entries of a certificate prove their claim, up to what the tally lists as not checked."""
    if content_hash(data) != data["hash"]:
        raise Rejected("content hash: the file was changed after it was written")
    if data["versions"] != versions():
        tally.notes.append("written with other versions of SymPy, mpmath or python-flint than are installed here")
    claim = unfold(_claim(data, claims, tally))
    evidence = data["evidence"]
    if data["verdict"] == "refuted" and evidence.get("kind") == "counterexample":
        check_counterexample(claim, _counterexample(evidence.get("counterexample")), tally)
    elif data["verdict"] == "certified":
        _check_certified(claim.statement, claim, evidence, tally)
    else:
        raise Rejected(f"evidence of this kind does not give the verdict {shortened(data['verdict'])}")


def _check_certified(statement: Statement, claim: Claim, evidence: Json, tally: Tally) -> None:
    """The evidence certifies a statement on the region of the claim."""
    kind = evidence.get("kind") if isinstance(evidence, dict) else None
    if kind == "boxes":
        check_proved(statement, claim, proved_from_json(evidence.get("proved"), "proved"), tally)
    elif kind == "point":
        check_exhibited(statement, read_point(evidence.get("point"), "point"))
    elif kind == "parts":
        _check_parts(statement, claim, evidence.get("parts"), tally)
    elif kind == "again":
        tally.unchecked.append(f"no evidence in the file for {statement.text()[:60]}")
    else:
        raise Rejected(f"evidence of kind {shortened(kind)} certifies nothing")


def _check_parts(statement: Statement, claim: Claim, parts: Json, tally: Tally) -> None:
    owed = parts_of(statement)
    if not owed or not isinstance(parts, list) or len(parts) != len(owed):
        raise Rejected(f"the statement has {len(owed)} parts, the file proves {len(parts) if isinstance(parts, list) else 0}")
    for part, entry in zip(owed, parts, strict=True):
        if not isinstance(entry, dict) or entry.get("statement") != part.text():
            raise Rejected(f"a part of the file is not a part of the statement: {part.text()[:60]}")
        _check_certified(part, claim, entry.get("evidence"), tally)


def _claim(data: Mapping[str, Json], claims: Mapping[str, Claim], tally: Tally) -> Claim:
    """The claim of the file, compared with the known one of its id."""
    known = portable(claims.get(data["id"]))
    if data["claim"] is None:
        if known is None:
            raise Rejected("the claim does not travel in the file, and nobody here has a claim of its id")
        claim = known
    else:
        claim = claim_from_tree(data["claim"])
    if claim.id != data["id"] or claim.digest() != data["digest"]:
        raise Rejected("digest: the claim in the file is not the one its id and digest speak of")
    if claim.text() != data["statement"]:
        raise Rejected("statement: the text for readers is not that of the claim")
    if known is None:
        tally.notes.append("not one of the papers' claims or of those given; compared with nothing")
    elif known.digest() != claim.digest():
        raise Rejected(f"claim changed: {data['id']} now says {known.text()[:80]}")
    return claim


def _counterexample(tree: Json) -> Counterexample:
    """A counterexample whose entries are texts, or lists and objects of texts."""
    if not isinstance(tree, dict) or not _is_text_all_the_way(tree):
        raise bad("counterexample", "is not an object of texts")
    try:
        return Counterexample.from_json(tree)
    except (TypeError, ValueError) as error:
        raise bad("counterexample", str(error)) from None


def _is_text_all_the_way(tree: Json, depth: int = 3) -> bool:
    if isinstance(tree, str):
        return True
    parts = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else None
    return parts is not None and depth > 0 and all(_is_text_all_the_way(part, depth - 1) for part in parts)


# -- proofs by boxes ----------------------------------------------------------------------------------------------------


def check_proved(statement: Statement, claim: Claim, proved: tuple[Proved, ...], tally: Tally) -> None:
    """Each inequality the statement owes on the region of the claim has its proof, and each of its expressions exists there."""
    witness(claim.on, claim.id)  # a claim about nothing is no claim
    if not certified_points(where_premise_holds(statement, claim.on), claim.id, 1):
        raise Rejected("the premise is not seen to hold anywhere")
    owed = obligations(statement, claim.on)
    if not owed:
        raise Rejected("the claim is not one that inequalities on regions can prove")
    if len(owed) != len(proved):
        raise Rejected(f"the claim owes {len(owed)} inequalities, the file proves {len(proved)}")
    for place, ((relation, region), part) in enumerate(zip(owed, proved, strict=True), 1):
        if (part.relation.canonical(), part.region.canonical()) != (relation.canonical(), region.canonical()):
            raise Rejected(f"inequality {place} is not what the claim owes")
    tilings = [part.defined for part in proved if isinstance(part.defined, tuple)]
    for expr, region in sides(claim.statement, claim.on):
        if not _exists(expr, region, tilings):
            raise Rejected(f"defined: {str(expr)[:60]} is not shown to have a value everywhere")
    goals = [Goal.of(relation, region) for relation, region in owed]
    _check_moving(claim.statement, claim.on)
    _check_roots(claim.statement, goals)
    for place, (goal, part) in enumerate(zip(goals, proved, strict=True), 1):
        check_goal(goal, part.proof, tally, f"inequality {place}")


def _check_moving(statement: Statement, region: Region) -> None:
    """A slope between the ends shows monotonicity only of what is differentiable, and continuous up to the ends."""
    for part in statement.walk():
        if isinstance(part, Monotone):
            interval = region.intervals.get(part.variable.name)
            is_open = interval is not None and interval.lo_open and interval.hi_open
            if not differentiable(part.expr, part.variable.name) or (part.expr.has(Root) and not is_open):
                raise Rejected("a slope says too little of a function that may jump, or that is a root up to closed ends")


def _check_roots(statement: Statement, goals: list[Goal]) -> None:
    """Every root of the claim is in a gap, so that the rule which removes it from there shows that it exists."""
    shown = {node for goal in goals for node in goal.gap.atoms(Root)}
    premises = [part.premise for part in statement.walk() if isinstance(part, Implies)]
    doubtful = {node for premise in premises for part in premise.walk() for e in part.expressions() for node in e.atoms(Root)}
    for part in statement.walk():
        for expr in part.expressions():
            roots = expr.atoms(Root)
            if len({node.bound[0].name for node in roots}) < len(roots):
                raise Rejected("defined: two roots bind the same name")
            doubtful |= set() if isinstance(part, Monotone) else roots - shown
    if doubtful:
        raise Rejected(f"defined: {str(min(doubtful, key=str))[:60]} is not shown to exist")


def _exists(expr: Expr, region: Region, tilings: list[tuple[Box, ...]]) -> bool:
    """By SymPy's assumptions, or on one of the tilings in the variables of the region or in those that matter."""
    narrow = relevant(expr, region)
    if exists_on(expr, narrow):
        return True
    return any(exists_on(expr, where, boxes) for boxes in tilings for where in (narrow, region))
