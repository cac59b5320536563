"""Statements on whole regions: every inequality they consist of is proved on every point, by interval arithmetic.

Main definitions: `certify(statement, region, seed)` and its result `BallsOutcome`.

The rules of proof are in `proofs.found`, the search in `regions.search`. Out of boxes is never a pass: the outcome then says
what is left open.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from sympy import Piecewise

from dplemma.base.errors import DplemmaError
from dplemma.decide.points.refute import shown
from dplemma.decide.regions.budget import EFFORTS, Attempt, Budget
from dplemma.decide.regions.enclosures import BITS, defined
from dplemma.decide.regions.search import search_proof
from dplemma.ground.points import witness
from dplemma.lang.facts import of_shape
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.lang.statements import Iff, Statement
from dplemma.ledger.verdict import Hint, Verdict
from dplemma.proofs.found import Proved
from dplemma.proofs.goals import obligations, sides
from dplemma.proofs.rules import Box, Goal

SHOWN_BOXES = 3
EQUIVALENCE_BOXES = 1000  # its sides touch along a surface: what is not found soon is not found by halving


@dataclass
class BallsOutcome:
    """A `certified` verdict; or a point that may refute; or, with `open_boxes`, what the search left open."""

    verdict: Verdict | None = None
    proved: tuple[Proved, ...] = ()
    refuting: dict[str, Fraction] | None = None
    open_boxes: list[Box] = field(default_factory=list)
    share: Fraction = Fraction(0)
    tried: int = 0
    late: bool = False

    @property
    def out_of_budget(self) -> bool:
        """The search understood the statement and ran out of boxes."""
        return self.verdict is None and self.refuting is None and bool(self.open_boxes)

    def remark(self) -> str:
        """What was proved and what is left."""
        boxes = "; ".join(box_text(box) for box in self.open_boxes[:SHOWN_BOXES])
        more = f" and {len(self.open_boxes) - SHOWN_BOXES} more" if len(self.open_boxes) > SHOWN_BOXES else ""
        why = "time" if self.late else "budget"
        return (
            f"out of {why} after {self.tried} boxes: {percent(self.share)} of the region proved, "
            f"{len(self.open_boxes)} boxes open: {boxes}{more}"
        )


def certify(
    statement: Statement,
    region: Region,
    seed: str,
    hint: Hint = frozenset(),
    budget: Budget | None = None,
    effort: str = "usual",
) -> BallsOutcome:
    """Prove every inequality of the statement on every point of its region; `effort` is one of `EFFORTS`."""
    wanted = obligations(statement, region)
    if not wanted:
        return BallsOutcome()
    if any(defined([expr], where) is None for expr, where in sides(statement, region) if expr.free_symbols):
        return BallsOutcome()
    proofs: list[Proved] = []
    equivalence = any(isinstance(part, Iff) for part in statement.walk())
    usual = Budget(boxes=EQUIVALENCE_BOXES) if equivalence else Budget()
    budget = replace(budget or usual.times(EFFORTS[effort]), hint=hint)
    for number, (relation, where) in enumerate(wanted):
        whole = not relation.lhs.has(Piecewise, Root) and not relation.rhs.has(Piecewise, Root)
        existing = defined([relation.lhs, relation.rhs], where) if whole else ()
        goal = Goal.of(relation, where)
        roots = relation.lhs.atoms(Root) | relation.rhs.atoms(Root)
        if existing is None or roots != goal.gap.atoms(Root):  # a root that cancels is not shown to exist
            return BallsOutcome()
        try:
            attempt = search_proof(goal, f"{seed}/{number}", budget)
        except DplemmaError:  # something the interval carrier does not know
            return BallsOutcome()
        if attempt.proof is None:
            smooth = not any(side.has(*of_shape("corner", "jump"), Piecewise, Root) for side in (relation.lhs, relation.rhs))
            return _unfinished(attempt, region, smooth and not equivalence)
        proofs.append(Proved(existing, attempt.proof))
    words = dict.fromkeys(word for proved in proofs for word in proved.proof.words)
    count = sum(proved.proof.boxes for proved in proofs)
    form = f"{', '.join(words) or 'numbers'}; {count} {'box' if count == 1 else 'boxes'}"
    inside = shown(witness(region, seed))
    won = tuple(words)
    return BallsOutcome(
        Verdict(verdict="certified", engine="balls", form=form, won=won, bits=BITS, witness=inside), tuple(proofs)
    )


def _unfinished(attempt: Attempt, region: Region, smooth: bool) -> BallsOutcome:
    """A point counts only if it is one of the statement's own region.

    What has corners or roots, or is an equivalence, is not given up on.
    """
    point = attempt.refuting
    if point is not None and set(point) <= set(region.names):
        return BallsOutcome(refuting=point, tried=attempt.tried)
    if not smooth:
        return BallsOutcome(tried=attempt.tried)
    return BallsOutcome(open_boxes=attempt.open_boxes, share=attempt.share, tried=attempt.tried, late=attempt.late)


def box_text(box: Box) -> str:
    ends = (f"{n} in [{_end(lo, '-oo')}, {_end(hi, 'oo')}]" for n, (lo, hi) in box.items())
    return ", ".join(ends)


def _end(end: Fraction | None, infinite: str) -> str:
    if end is None:
        return infinite
    return str(end) if end.denominator < 1000 else f"{float(end):.12g}"


def percent(share: Fraction) -> str:
    """Rounded down, so that only the whole is 100 %."""
    return "all" if share == 1 else f"{int(share * 10**6) / 10**4} %"
