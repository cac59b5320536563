"""The object of a statement whose inequalities were proved one by one on regions, in the order of `proofs.goals.obligations`.

Main definition: `statement_object(statement, region, proved, point)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dplemma.decide.objects.boxed import box_tree, goal_object
from dplemma.lang.judgements import Monotone
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Either, ForAll, Iff, Implies, Member, Rel, Statement
from dplemma.lang.tree import Json
from dplemma.proofs.goals import given, iff_premise
from dplemma.proofs.rules import OPPOSITE, Goal, Proved

Point = Callable[[Statement, Region], dict[str, str]]


def statement_object(statement: Statement, region: Region, proved: tuple[Proved, ...], point: Point) -> Json | None:
    """The object, or None where the proofs are arranged in a way the kernel has no rule for."""
    parts = iter(proved)
    found = _object(statement, region, parts, point)
    return found if next(parts, None) is None else None


def _object(statement: Statement, region: Region, parts: Iterator[Proved], point: Point) -> Any:
    if isinstance(statement, Rel):
        own = next(parts)
        tiles = {} if isinstance(own.defined, str) else {"tiles": [box_tree(box) for box in own.defined]}
        return {"rule": "relation", "proof": goal_object(Goal.of(own.relation, own.region), own.proof), **tiles}
    if isinstance(statement, Member):
        return {"rule": "all", "parts": [_object(rel, region, parts, point) for rel in statement.relations()]}
    if isinstance(statement, All):
        return {"rule": "all", "parts": [_object(part, region, parts, point) for part in statement.parts()]}
    if isinstance(statement, ForAll):
        return {"rule": "forall", "inner": _object(statement.statement, region.extended(**statement.over), parts, point)}
    if isinstance(statement, Implies):
        inner = _object(statement.conclusion, given(region, statement.premise), parts, point)
        return {"rule": "given", "witness": point(statement, region), "inner": inner}
    if isinstance(statement, Iff):
        return _iff(statement, region, parts, point)
    if isinstance(statement, Either):
        *others, last = statement.statements
        failing = [Rel(part.lhs, OPPOSITE[part.rel], part.rhs) for part in others if isinstance(part, Rel)]
        return {"rule": "either", "inner": _object(last, given(region, *failing), parts, point)}
    if isinstance(statement, Monotone):
        own = next(parts)
        return {"rule": "slope", "slope": goal_object(Goal.of(own.relation, own.region), own.proof)}
    raise TypeError(type(statement).__name__)


def _iff(statement: Iff, region: Region, parts: Iterator[Proved], point: Point) -> Json:
    left, right = statement.parts()
    if isinstance(left, Rel) and isinstance(right, Rel):
        first, second = iff_premise(left, right)
        fails, contrary = (Rel(part.lhs, OPPOSITE[part.rel], part.rhs) for part in (first, second))
        return {
            "rule": "contrary", "turned": first is right,
            "holds": _object(second, given(region, first), parts, point),
            "fails": _object(contrary, given(region, fails), parts, point),
        }  # fmt: skip
    return {
        "rule": "iff", "forward": _object(right, given(region, left), parts, point),
        "backward": _object(left, given(region, right), parts, point),
    }  # fmt: skip
