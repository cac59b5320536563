"""Goals, boxes that tile a region, and the parts of a proof object that every rule reads.

Main definitions: `Goal`, `tiles(box, parts)`, `read_box`, `part_of`, `interval_of`, `tiles_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dplemma.kernel.statement import Interval, Region
from dplemma.kernel.term import Json, Rejected, Term, bad, read_name, read_rational

Ends = tuple[Fraction | None, Fraction | None]
Box = dict[str, Ends]


@dataclass(frozen=True)
class Goal:
    """gap > 0 (strict) or gap >= 0 at every point of the region at which the gap exists."""

    gap: Term
    region: Region
    strict: bool

    @property
    def box(self) -> Box:
        return {name: (i.lo, i.hi) for name, i in self.region.intervals.items()}


# -- boxes ------------------------------------------------------------------------------------------------------------------


def read_box(tree: Json, at: str) -> Box:
    """Pairs [name, [low, high]]; null is an infinite end."""
    if not isinstance(tree, list) or not all(
        isinstance(p, list) and len(p) == 2 and isinstance(p[1], list) and len(p[1]) == 2 for p in tree
    ):
        raise bad(at, "a box is pairs [name, [low, high]]")
    box = {read_name(name, at): (_end(lo, at), _end(hi, at)) for name, (lo, hi) in tree}
    if len(box) < len(tree):
        raise bad(at, "a box names a variable twice")
    return box


def _end(text: Json, at: str) -> Fraction | None:
    return None if text is None else read_rational(text, at)


def tiles(box: Box, parts: Sequence[Box]) -> bool:
    """The parts fill the box without gap or overlap, and can be had from it by straight cuts."""
    if any(part.keys() != box.keys() for part in parts):
        return False
    todo = [(box, list(parts))]
    while todo:
        whole, inside = todo.pop()
        if len(inside) == 1:
            if inside[0] != whole:
                return False
            continue
        slabs = None if not inside else next((found for name in whole if len(found := _slabs(whole, inside, name)) > 1), None)
        if slabs is None:
            return False
        todo += slabs
    return True


def _slabs(whole: Box, inside: list[Box], name: str) -> list[tuple[Box, list[Box]]]:
    """The box cut at every value of one variable at which no part is cut, with the parts between the cuts."""
    ordered = sorted(inside, key=lambda part: _low(part[name]))
    groups: list[list[Box]] = []
    reach = None
    for part in ordered:
        if reach is None or _low(part[name]) >= reach:
            groups.append([])
        groups[-1].append(part)
        reach = _high(part[name]) if reach is None else max(reach, _high(part[name]))
    starts = [whole[name][0], *(group[0][name][0] for group in groups[1:])]
    stops = [*starts[1:], whole[name][1]]
    return [({**whole, name: (lo, hi)}, group) for lo, hi, group in zip(starts, stops, groups, strict=True)]


def _low(ends: Ends) -> tuple[int, Fraction]:
    return (-1, Fraction(0)) if ends[0] is None else (0, ends[0])


def _high(ends: Ends) -> tuple[int, Fraction]:
    return (1, Fraction(0)) if ends[1] is None else (0, ends[1])


# -- parts of proof objects ----------------------------------------------------------------------------------------------


def part_of(proof: Json, name: str, where: str) -> Json:
    if not isinstance(proof.get(name), dict):
        raise bad(where, f"lacks the proof {name!r}")
    return proof[name]


def interval_of(goal: Goal, proof: Json, where: str) -> tuple[str, Interval]:
    name = read_name(proof.get("name"), where)
    if name not in goal.region.intervals:
        raise Rejected(f"{where}: {name} is no variable of the region")
    return name, goal.region.intervals[name]


def tiles_of(proof: Json, region: Region, where: str) -> tuple[Any, ...]:
    boxes = tuple(read_box(box, where) for box in proof.get("tiles", []))
    if boxes and not tiles({name: (i.lo, i.hi) for name, i in region.intervals.items()}, boxes):
        raise Rejected(f"{where}: the boxes on which a part exists do not tile the region")
    return boxes
