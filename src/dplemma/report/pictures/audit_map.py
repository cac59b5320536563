"""A picture of the error of an implementation over two parameters; the unsafe side has a colour of its own.

Main definition: `write_audit_map`.

Red is an error that promises more privacy than there is, blue one on the safe side (or, for a quantity without an unsafe side,
orange below and green above the truth); the darker, the larger, from the tolerance up to 1. What is within the tolerance is a
pale violet, the darker, the nearer to it, so that a function that passes is drawn as well. Black is no number, grey is without a
certified value. Of more than two parameters that move, the first two are drawn and the others stand still.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from dplemma.audit.hunt_errors import MOST_SLOW, AuditReport, input_text
from dplemma.audit.judge import PROMISED_SIDE, CertifyingTooSlow, Judge, Judged
from dplemma.audit.search import Ranges, Space
from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.base.sides import Side
from dplemma.report.pictures.picture import EMPTY, legend_square, light_grid, name_axes, new_figure, paint_cells, save
from dplemma.values.exact import BadInput

CELLS, FEW_CELLS, SLOW_CELL = 48, 20, 0.01
_PROBES = 6
CURVE = 4  # times as many points if one parameter moves
_RIGHT, _NO_NUMBER = "#cbc9e2", "#202020"
_WITHIN, _FAINTEST, _FULLEST = "Purples", 0.1, 0.45  # of that colour map: well apart from what is off
_MAPS = {"unsafe": "Reds", "safe": "Blues", "below": "Oranges", "above": "Greens"}
_LEAST_TOLERANCE, _EXACT = 1e-16, 1e-17  # a double that is right to the last bit is drawn at the latter


def write_audit_map(judge: Judge, report: AuditReport, ranges: Ranges, at: Mapping[str, Fraction], path: Path) -> None:
    """Call the implementation on a grid and draw what came out to a PNG or SVG file."""
    space = Space(judge.ready, {**ranges, **{name: (value, value) for name, value in at.items()}})
    moving = space.moving[:2]
    if not moving:
        raise DplemmaError("--plot needs a range: give --range name=low:high")
    still = {name: space.at(name, 0.5) for name in space.names if name not in moving}
    grid = _Grid(judge)
    cells = CELLS if grid.quick(space, still, moving) else FEW_CELLS
    cells *= CURVE if len(moving) == 1 else 1
    axes = [sorted({space.at(name, k / (cells - 1), ratio=space.ranges[name][0] > 0) for k in range(cells)}) for name in moving]
    if len(moving) == 1:
        found = [[grid.at({**still, moving[0]: x}) for x in axes[0]]]
    else:
        found = [[grid.at({**still, moving[0]: x, moving[1]: y}) for x in axes[0]] for y in axes[1]]
    save(_figure(judge, report, space, still, moving, axes, found), path)


class _Grid:
    """Judged points; after too many that ran out of time, nothing is called any more."""

    def __init__(self, judge: Judge) -> None:
        self.judge, self.slow = judge, 0

    def quick(self, space: Space, still: Mapping[str, Fraction], moving: Sequence[str]) -> bool:
        """Whether a fine grid can be had: the time of a few points along the diagonal."""
        start = time.perf_counter()
        for k in range(_PROBES):
            self.at({**still, **{name: space.at(name, k / (_PROBES - 1)) for name in moving}})
        return time.perf_counter() - start < SLOW_CELL * _PROBES

    def at(self, point: Mapping[str, Fraction]) -> Judged | None:
        if self.slow >= MOST_SLOW:
            return None
        try:
            judged = self.judge.at(point)
        except (OutOfBudget, BadInput) as error:
            self.slow += isinstance(error, CertifyingTooSlow)
            return None
        self.slow += judged.raised == "slow"
        return judged


def _figure(
    judge: Judge,
    report: AuditReport,
    space: Space,
    still: Mapping[str, Fraction],
    moving: list[str],
    axes: Sequence[Sequence[Fraction]],
    found: list[list[Judged | None]],
) -> Any:
    figure = new_figure(8.4, 5.4)
    panel = figure.add_subplot()
    numbers = [[float(value) for value in axis] for axis in axes]
    least = max(judge.rtol, _LEAST_TOLERANCE)
    if len(moving) == 2:
        _draw_map(figure, panel, judge, numbers, found, least)
    else:
        _draw_curve(panel, judge, numbers[0], found[0], least)
        panel.set_ylabel("relative error")
    ends = [space.ranges[name] for name in moving]
    name_axes(panel, moving, [low > 0 and high / low > 5 for low, high in ends])
    if len(moving) == 2 and not still:
        _mark_worst(panel, report, moving)
    at = "".join(f", {name} = {_short(value)}" for name, value in still.items())
    panel.set_title(f"{report.implementation} as {report.quantity}{at}", fontsize=11, parse_math=False)
    if panel.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower center", ncols=5, fontsize=8, frameon=False)
    return figure


def _short(value: Fraction) -> str:
    text = input_text(value)
    return text if len(text) <= 8 else f"{float(value):.4g}"


def _sides(judge: Judge) -> list[tuple[str, str, str]]:
    """Direction, colour map and label of the two sides."""
    promised = PROMISED_SIDE.get(judge.promise)
    sides = []
    for direction in (Side.BELOW, Side.ABOVE):
        if direction == promised:
            sides.append((direction, _MAPS["safe"], f"{direction} the truth, as it promises"))
        elif judge.unsafe_side is Side.NEITHER:
            sides.append((direction, _MAPS[direction], f"{direction} the truth"))
        else:
            word = "unsafe" if direction == judge.unsafe_side else "safe"
            sides.append((direction, _MAPS[word], f"{direction} the truth: {word} side"))
    return sides


def _draw_map(
    figure: Any, panel: Any, judge: Judge, numbers: list[list[float]], found: list[list[Judged | None]], least: float
) -> None:
    import matplotlib
    import numpy as np
    from matplotlib.colors import ListedColormap, LogNorm

    panel.set_facecolor(EMPTY)
    across, up = numbers

    def layer(value: Any) -> Any:
        cells = np.array([[math.nan if one is None else value(one) for one in row] for row in found], dtype=float)
        return np.ma.masked_invalid(cells)

    black = layer(lambda one: 1.0 if one.direction == "nan" else math.nan)
    paint_cells(panel, across, up, black, cmap=ListedColormap([_NO_NUMBER]))
    within = layer(lambda one: _size_within(one, least) if _is_within(one, judge) else math.nan)
    pale = ListedColormap(matplotlib.colormaps[_WITHIN](np.linspace(_FAINTEST, _FULLEST, 64)))
    paint_cells(panel, across, up, within, cmap=pale, norm=LogNorm(_EXACT, least))
    for direction, name, label in _sides(judge):
        values = layer(lambda one, side=direction: min(1.0, max(least, one.relative))
                       if one.direction == side and not _is_within(one, judge) else math.nan)  # fmt: skip
        colours = ListedColormap(matplotlib.colormaps[name](np.linspace(0.25, 1, 256)))
        mesh = paint_cells(panel, across, up, values, cmap=colours, norm=LogNorm(least, 1.0))
        figure.colorbar(mesh, ax=panel, label=f"relative error {label}", pad=0.02, aspect=35)
    cells = [one for row in found for one in row]
    for there, colour, label in (
        (any(one is not None and _is_within(one, judge) for one in cells), _RIGHT, f"within the tolerance, {judge.rtol:g}"),
        (any(one is not None and one.direction == "nan" for one in cells), _NO_NUMBER, "no number"),
        (any(one is None for one in cells), EMPTY, "no certified value"),
    ):
        if there:
            legend_square(panel, colour, label)


def _is_within(one: Judged, judge: Judge) -> bool:
    """A number that neither fails nor is loose on the side that is promised."""
    promised = one.is_on(PROMISED_SIDE.get(judge.promise))
    return one.direction != "nan" and not one.failed and not (one.loose and promised)


def _size_within(one: Judged, least: float) -> float:
    return min(max(one.relative, _EXACT), least)


def _mark_worst(panel: Any, report: AuditReport, moving: list[str]) -> None:
    marked = (
        (report.worst, "X", "worst found"),
        (report.worst_unsafe, "P", "worst unsafe found"),
        (report.mildest, "o", "mildest"),
    )
    for judged, mark, label in marked:
        if judged is not None and judged.failed and not (label == "worst unsafe found" and judged is report.worst):
            x, y = (float(judged.inputs[name]) for name in moving)
            panel.plot([x], [y], mark, color="#ffd92f", markeredgecolor="black", markersize=9, label=label, clip_on=False)


def _draw_curve(panel: Any, judge: Judge, across: list[float], found: list[Judged | None], least: float) -> None:
    import matplotlib

    for direction, name, label in _sides(judge):
        chosen = [(x, min(one.relative, 1e3)) for x, one in zip(across, found, strict=True)
                  if one is not None and one.direction == direction]  # fmt: skip
        if chosen:
            colour = matplotlib.colormaps[name](0.8)
            panel.plot(*zip(*chosen, strict=True), "o", color=colour, markersize=4, label=label)
    bad = [x for x, one in zip(across, found, strict=True) if one is not None and one.direction == "nan"]
    if bad:
        panel.plot(bad, [1.0] * len(bad), "x", color=_NO_NUMBER, label="no number")
    right = [x for x, one in zip(across, found, strict=True) if one is not None and one.direction == "exact"]
    if right:
        panel.plot(right, [_EXACT] * len(right), ".", color="#54278f", markersize=4, label="right to the last bit")
    panel.axhline(least, color="black", linewidth=0.9, linestyle="--", label=f"tolerance {judge.rtol:g}")
    panel.axhspan(_EXACT / 3, least, color=_RIGHT, alpha=0.35, linewidth=0, label="within it")
    panel.set_yscale("log")
    panel.set_ylim(bottom=_EXACT / 3)
    light_grid(panel)
