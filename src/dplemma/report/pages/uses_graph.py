"""Which derivation uses which: as text, as data, as DOT and as a picture (SVG).

Main definitions: `uses_page`, `uses_record`, `uses_dot`, `uses_svg`. Nothing here runs a derivation.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from dplemma.base.page import Page, plural
from dplemma.lang.derivation_files import ListedDerivation
from dplemma.report.records import SCHEMA

Index = Mapping[str, ListedDerivation]
_BOX, _HIGH, _WIDE, _TALL = (170, 26), 60, 200, 40  # a box, and the distances of boxes in points


def edges(index: Index) -> list[tuple[str, str]]:
    """Pairs: the first uses the second."""
    return [(entry.id, other) for entry in index.values() for other in entry.uses]


def _joined(index: Index) -> list[str]:
    """The derivations that use one or are used."""
    return [name for name in index if any(name in edge for edge in edges(index))]


def uses_page(page: Page, index: Index) -> None:
    """Each derivation that no other one uses, and below it what it rests on."""
    used = {other for _, other in edges(index)}
    tops = [name for name in _joined(index) if name not in used]
    for name in tops:
        _branch(page, index, name, 0)
    alone = [name for name in index if name not in _joined(index)]
    page.line()
    page.wrapped(f"{plural(len(alone), 'derivation')} on their own: {', '.join(alone)}", indent="", first="")


def _branch(page: Page, index: Index, name: str, depth: int) -> None:
    page.line(f"{'  ' * depth}{'' if depth == 0 else 'uses '}{page.paint(name, 'bold') if depth == 0 else name}")
    for other in index[name].uses:
        _branch(page, index, other, depth + 1)


def uses_record(index: Index) -> dict[str, Any]:
    nodes = [{"id": entry.id, "title": entry.title, "claim": entry.proves or entry.about} for entry in index.values()]
    return {"schema": SCHEMA, "nodes": nodes, "edges": [{"from": one, "uses": other} for one, other in edges(index)]}


def uses_dot(index: Index) -> str:
    """For Graphviz; an arrow leads from a derivation to one that it uses."""
    lines = [f'  "{name}" [tooltip="{index[name].title}"];' for name in _joined(index)]
    lines += [f'  "{one}" -> "{other}";' for one, other in edges(index)]
    return "\n".join(["digraph uses {", "  rankdir=BT; node [shape=box];", *lines, "}"]) + "\n"


def levels(index: Index) -> list[list[str]]:
    """The derivations by how long the longest way down is: what is used stands below what uses it."""
    heights: dict[str, int] = {}

    def height(name: str) -> int:
        if name not in heights:
            heights[name] = 1 + max((height(other) for other in index[name].uses), default=-1)
        return heights[name]

    joined = _joined(index)
    top = max(map(height, joined), default=-1)
    return [[name for name in joined if height(name) == level] for level in range(top + 1)]


def uses_svg(index: Index) -> str:
    """A row of boxes a level, the grounds at the foot, and a line from each box to those it uses."""
    rows = levels(index)
    place = {
        name: (_TALL + _WIDE * n, _TALL + (_HIGH + _BOX[1]) * (len(rows) - 1 - level))
        for level, row in enumerate(rows) for n, name in enumerate(row)
    }  # fmt: skip
    width = max((x for x, _ in place.values()), default=0) + _WIDE
    height = max((y for _, y in place.values()), default=0) + _BOX[1] + _TALL
    lines = [_line(place[one], place[other]) for one, other in edges(index)]
    boxes = [_boxed(name, index[name].title, *place[name]) for name in place]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
    return "\n".join([head, "<title>Which derivation uses which</title>", *lines, *boxes, "</svg>"]) + "\n"


def _line(one: tuple[int, int], other: tuple[int, int]) -> str:
    half = _BOX[0] // 2
    return (
        f'<line x1="{one[0] + half}" y1="{one[1] + _BOX[1]}" x2="{other[0] + half}" y2="{other[1]}" '
        'stroke="#555" stroke-width="1"/>'
    )


def _boxed(name: str, title: str, x: int, y: int) -> str:
    box = f'<rect x="{x}" y="{y}" width="{_BOX[0]}" height="{_BOX[1]}" fill="#fff" stroke="#000"/>'
    text = f'<text x="{x + _BOX[0] // 2}" y="{y + 17}" text-anchor="middle">{escape(name)}</text>'
    return f"<g><title>{escape(title)}</title>{box}{text}</g>"
