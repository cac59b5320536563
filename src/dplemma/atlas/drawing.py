"""Pictures as SVG inside the page, coloured by its style sheet: curves, and a map of slack and violation.

Main definitions: `quantity_plot`, `claim_picture`. They draw data of `pictures.py`; nothing is computed here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from typing import Any

from dplemma.atlas.prose import greek, prose

_WIDTH, _HEIGHT = 640, 330
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 20, 30, 46
_LEVELS = 4
Numbers = Sequence[float | None]


@dataclass(frozen=True)
class _Scale:
    """From values to places on the paper, by difference or by ratio."""

    low: float
    high: float
    log: bool
    start: float
    end: float

    def at(self, value: float) -> float:
        low, high, value = (math.log10(x) if self.log else x for x in (self.low, self.high, value))
        return self.start + (self.end - self.start) * (value - low) / ((high - low) or 1)

    def ticks(self) -> list[float]:
        if not self.log:
            return _even_ticks(self.low, self.high)
        first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
        if last - first < 1:
            return _even_ticks(self.low, self.high)
        step = max(1, -(-(last - first) // 6))
        return [10.0**power for power in range(first, last + 1, step)]


def _even_ticks(low: float, high: float) -> list[float]:
    """Four to eight round numbers."""
    if high <= low:
        return [low]
    rough = (high - low) / 5
    unit = 10 ** math.floor(math.log10(rough))
    step = next(unit * times for times in (1, 2, 5, 10) if unit * times >= rough)
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _label(value: float) -> str:
    if value and not 1e-3 <= abs(value) < 1e5:
        power = math.log10(abs(value))
        if abs(power - round(power)) < 1e-9:
            sign = "-" if value < 0 else ""
            return f'{sign}10<tspan dy="-0.4em" font-size="75%">{round(power)}</tspan>'
        return f"{value:.0e}"
    return f"{value:.6g}"


def _frame(across: _Scale, up: _Scale, names: tuple[str, str]) -> list[str]:
    """Grid lines, ticks with their numbers, names of the axes."""
    parts = []
    for x in across.ticks():
        place = across.at(x)
        parts.append(f'<path class="grid" d="M{place:.1f} {up.start}V{up.end}"/>')
        parts.append(f'<text x="{place:.1f}" y="{up.start + 17}" text-anchor="middle">{_label(x)}</text>')
    for y in up.ticks():
        place = up.at(y)
        parts.append(f'<path class="grid" d="M{across.start} {place:.1f}H{across.end}"/>')
        parts.append(f'<text x="{across.start - 8}" y="{place + 4:.1f}" text-anchor="end">{_label(y)}</text>')
    parts.append(f'<path class="axis" d="M{across.start} {up.end}V{up.start}H{across.end}"/>')
    middle = (across.start + across.end) / 2
    parts.append(f'<text class="name" x="{middle}" y="{up.start + 37}" text-anchor="middle">{escape(greek(names[0]))}</text>')
    parts.append(
        f'<text class="name" transform="rotate(-90 14 {(up.start + up.end) / 2})" x="14" y="{(up.start + up.end) / 2}" '
        f'text-anchor="middle">{escape(greek(names[1]))}</text>'
    )
    return parts


def _svg(parts: Sequence[str], words: str, height: int = _HEIGHT) -> str:
    head = f'<svg viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" role="img" aria-label="{escape(words)}">'
    return head + "".join(parts) + "</svg>"


def _across(x: Mapping[str, Any]) -> _Scale:
    return _Scale(min(x["values"]), max(x["values"]), x["log"], _LEFT, _WIDTH - _RIGHT)


def _up(values: Sequence[float], log: bool) -> _Scale:
    low, high = min(values), max(values)
    pad = 0 if log else 0.04 * ((high - low) or abs(high) or 1)
    return _Scale(low - pad, high + pad, log and low > 0, _HEIGHT - _BOTTOM, _TOP)


def _path(across: _Scale, up: _Scale, xs: Sequence[float], ys: Numbers, number: int) -> str:
    """A curve, broken where it has no value."""
    pieces = []
    for known, run in groupby(zip(xs, ys, strict=True), key=lambda point: point[1] is not None):
        if known:
            places = [f"{across.at(x):.1f} {up.at(y):.1f}" for x, y in run if y is not None]
            pieces.append("M" + "L".join(places))
    return f'<path class="curve c{number}" d="{"".join(pieces)}"/>'


# -- a quantity ---------------------------------------------------------------------------------------------------------------


def quantity_plot(plot: Mapping[str, Any]) -> str:
    """Curves of a quantity against one parameter, for a few values of another."""
    known = [y for curve in plot["curves"] for y in curve["values"] if y is not None]
    across, up = _across(plot["x"]), _up(known, plot["log"])
    parts = _frame(across, up, (plot["x"]["name"], plot["name"]))
    parts += [
        _path(across, up, plot["x"]["values"], curve["values"], number) for number, curve in enumerate(plot["curves"], start=1)
    ]
    labels = [curve["label"] for curve in plot["curves"] if curve["label"]]
    parts += _legend(labels)
    fixed = ", ".join(f"{name} = {value}" for name, value in plot["fixed"].items())
    words = f"{plot['name']} against {plot['x']['name']}" + (f", {fixed}" if fixed else "")
    caption = f"Midpoints of certified values.{f' Fixed: {fixed}.' if fixed else ''}"
    return _svg(parts, words) + f"<figcaption>{prose(caption)}</figcaption>"


def _legend(labels: Sequence[str]) -> list[str]:
    """Samples of the lines above the frame, side by side."""
    parts = []
    for number, label in enumerate(labels, start=1):
        left = _LEFT + 140 * (number - 1)
        line = f'<path class="curve c{number}" d="M{left} 12H{left + 28}"/>'
        parts.append(f'{line}<text x="{left + 35}" y="16">{escape(greek(label))}</text>')
    return parts


# -- a claim --------------------------------------------------------------------------------------------------------------------


def claim_picture(picture: Mapping[str, Any]) -> str:
    """How much room an inequality leaves: a curve over one variable, a map over two; what is below zero violates it."""
    drawn = _slack_curve(picture) if len(picture["axes"]) == 1 else _slack_map(picture)
    return drawn + f"<figcaption>{prose(picture['caption'])}</figcaption>"


def _slack_curve(picture: Mapping[str, Any]) -> str:
    (axis,) = picture["axes"]
    known = [y for y in picture["values"] if y is not None]
    across, up = _across(axis), _up([*known, 0.0], log=False)
    parts = _frame(across, up, (axis["name"], picture["measure"]))
    parts.append(f'<path class="zero" d="M{across.start} {up.at(0):.1f}H{across.end}"/>')
    parts.append(_path(across, up, axis["values"], picture["values"], 1))
    known_marks = [mark for mark in picture["marks"] if mark["slack"] is not None]
    parts += [_mark(mark["kind"], across.at(mark["at"][0]), up.at(mark["slack"])) for mark in known_marks]
    return _svg(parts, f"{picture['measure']} against {axis['name']}")


def _slack_map(picture: Mapping[str, Any]) -> str:
    first, second = picture["axes"]
    across = _across(first)
    up = _Scale(min(second["values"]), max(second["values"]), second["log"], _HEIGHT - _BOTTOM, _TOP)
    columns, rows = _edges(across, first["values"]), _edges(up, second["values"])
    levels = _levels([value for line in picture["values"] for value in line])
    parts = []
    for i, line in enumerate(picture["values"]):
        runs = groupby(enumerate(line), key=lambda cell: levels(cell[1]))
        for level, run in runs:
            cells = [j for j, _ in run]
            if level:
                top, bottom = rows[cells[-1] + 1], rows[cells[0]]
                parts.append(
                    f'<rect class="{level}" x="{columns[i]:.1f}" y="{top:.1f}" width="{columns[i + 1] - columns[i] + 0.5:.1f}" '
                    f'height="{bottom - top + 0.5:.1f}"/>'
                )
    parts += _frame(across, up, (first["name"], second["name"]))
    parts += [_mark(mark["kind"], across.at(mark["at"][0]), up.at(mark["at"][1])) for mark in picture["marks"]]
    return _svg(parts, f"{picture['measure']} over {first['name']} and {second['name']}")


def _mark(kind: str, x: float, y: float) -> str:
    """A point with a name."""
    return f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{kind}</title></circle>'


def _edges(scale: _Scale, values: Sequence[float]) -> list[float]:
    """Where the cells around the values begin and end."""
    places = [scale.at(value) for value in values]
    inner = [(a + b) / 2 for a, b in pairwise(places)]
    return [places[0], *inner, places[-1]]


def _levels(values: Numbers) -> Any:
    """The class of a cell: s1 to s4 for room, h1 to h4 for violation, each a quarter of its values; nothing where unknown."""
    known = [value for value in values if value is not None]
    room, hurt = sorted(v for v in known if v >= 0), sorted(-v for v in known if v < 0)

    def level(value: float | None) -> str:
        if value is None:
            return ""
        side, ordered = ("s", room) if value >= 0 else ("h", hurt)
        below = sum(1 for one in _quartiles(ordered) if abs(value) > one)
        return f"{side}{min(below + 1, _LEVELS)}"

    return level


def _quartiles(ordered: Sequence[float]) -> list[float]:
    return [ordered[(len(ordered) - 1) * k // _LEVELS] for k in range(1, _LEVELS)]
