"""The object of a statement whose inequalities were proved one by one on regions, in the order of `proofs.goals.obligations`.

Main definition: `statement_object(statement, region, proved, point)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sympy import Max, Min

from dplemma.base.errors import Unsupported
from dplemma.lang.judgements import Monotone
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Either, ForAll, Iff, Implies, Member, Rel, Statement
from dplemma.lang.tree import Json
from dplemma.proofs.found import Proved, relation_tree, tiles
from dplemma.proofs.goals import along, each_side, given, iff_premise
from dplemma.proofs.rules import OPPOSITE

Point = Callable[[Statement, Region], dict[str, str]]


def statement_object(statement: Statement, region: Region, proved: tuple[Proved, ...], point: Point) -> Json | None:
    """The object, or None where the proofs are arranged in a way the kernel has no rule for."""
    parts = iter(proved)
    found = _object(statement, region, parts, point)
    return found if next(parts, None) is None else None


def _object(statement: Statement, region: Region, parts: Iterator[Proved], point: Point) -> Any:
    if isinstance(statement, Rel):
        return _relation(statement, parts)
    if isinstance(statement, Member):
        return {"rule": "all", "parts": [_object(rel, region, parts, point) for rel in statement.relations()]}
    if isinstance(statement, All):
        return {"rule": "all", "parts": [_object(part, region, parts, point) for part in statement.parts()]}
    if isinstance(statement, ForAll):
        return {"rule": "forall", "inner": _object(statement.statement, region.extended(**statement.over), parts, point)}
    if isinstance(statement, Implies):
        moving = along(statement, region)
        inner = (
            _path(statement, parts) if moving else _object(statement.conclusion, given(region, statement.premise), parts, point)
        )
        return {"rule": "given", "witness": point(statement, region), "inner": inner}
    if isinstance(statement, Iff):
        return _iff(statement, region, parts, point)
    if isinstance(statement, Either):
        *others, last = statement.statements
        failing = [Rel(part.lhs, OPPOSITE[part.rel], part.rhs) for part in others if isinstance(part, Rel)]
        return {"rule": "either", "inner": _object(last, given(region, *failing), parts, point)}
    if isinstance(statement, Monotone):
        return {"rule": "slope", "slope": next(parts).proof.tree}
    raise TypeError(type(statement).__name__)


def _relation(statement: Rel, parts: Iterator[Proved]) -> Json:
    """One inequality, or one for each of the two terms of a maximum or minimum."""
    own = [next(parts) for _ in each_side(statement)]
    objects = [{"rule": "relation", "proof": one.proof.tree, **tiles(one.defined)} for one in own]
    if len(objects) == 1:
        return objects[0]
    node = next(node for side in statement.expressions() for node in (side.as_coeff_Mul()[1],) if isinstance(node, (Max, Min)))
    if len(objects) != 2 or len(node.args) != 2:
        raise Unsupported("a maximum of more than two terms")
    first, second = node.args
    relation = relation_tree(Rel(first, ">=" if isinstance(node, Max) else "<=", second))
    return {"rule": "case", "relation": relation, "yes": objects[0], "no": objects[1]}


def _path(statement: Implies, parts: Iterator[Proved]) -> Json:
    premises = statement.premise.parts() if isinstance(statement.premise, All) else (statement.premise,)
    moves = []
    for premise in premises:
        assert isinstance(premise, Rel)
        low, high = (premise.lhs, premise.rhs) if premise.rel == "<=" else (premise.rhs, premise.lhs)
        moves.append({"from": str(low), "to": str(high), "slope": next(parts).proof.tree})
    return {"rule": "relation", "proof": {"rule": "path", "moves": moves}}


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
