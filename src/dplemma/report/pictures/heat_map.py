"""A picture of the bits that a form loses over two parameters, one panel a form.

Main definition: `write_heat_map`.

Colours run from 0 to 53 bits in every panel; a line marks where a form starts to be convicted, a solid frame the range people
use, dashed ones what the figures and tables of a paper cover. Cells where the true value is not a normal double, or has no
certified value, are grey.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dplemma.audit.spans import ordinary
from dplemma.base.errors import DplemmaError
from dplemma.doubles.diagnose import LIMIT_BITS
from dplemma.doubles.measure import Ranges, spaced_points, truth_of
from dplemma.doubles.survey import Candidate, called, whole_parameters
from dplemma.papers import papers
from dplemma.report.pictures.picture import (
    EMPTY,
    legend_square,
    light_grid,
    name_axes,
    new_figure,
    paint_cells,
    save,
    show_legend,
)
from dplemma.values.comparison import LEAST_NORMAL, bits_of_error
from dplemma.values.evaluator import evaluator

if TYPE_CHECKING:
    from numpy import ndarray

CELLS = 48
MOST_PANELS = 4
_LIMIT = 53.0
_PAPER_COLOURS = ("#e69f00", "#56b4e9", "#cc79a7", "#d55e00")  # of Okabe and Ito, those that show on the map


def write_heat_map(candidates: Sequence[Candidate], ranges: Ranges, quantity: str, path: Path) -> None:
    """Draw the candidates, textbook forms first, to a PNG or SVG file."""
    moving = [name for name, (low, high) in ranges.items() if low < high]
    if not moving:
        raise DplemmaError("--plot needs a range: give --range name=low:high")
    save(_figure(candidates[:MOST_PANELS], ranges, tuple(moving[:2]), quantity), path)


def _figure(candidates: Sequence[Candidate], ranges: Ranges, moving: tuple[str, ...], quantity: str) -> Any:
    columns = min(len(candidates), 2)
    rows = math.ceil(len(candidates) / columns)
    figure = new_figure(6.2 * columns + 0.6, 4.4 * rows + 0.7)
    still = {name: _middle(low, high) for name, (low, high) in ranges.items() if name not in moving}
    drawn = None
    for number, candidate in enumerate(candidates, start=1):
        axes = figure.add_subplot(rows, columns, number)
        draw = _draw_map if len(moving) == 2 else _draw_curve
        drawn = draw(axes, candidate, ranges, moving, still, quantity) or drawn
        axes.set_title(candidate.name + (" (cure)" if candidate.cure else ""), fontsize=10, parse_math=False)
    if drawn is not None:
        figure.colorbar(drawn, ax=figure.axes, label="bits of error (53: nothing is right)", shrink=0.9)
    at = "".join(f", {name} = {value:.4g}" for name, value in still.items())
    figure.suptitle(f"{quantity or candidates[0].name}: bits lost in binary64{at}", fontsize=11, parse_math=False)
    return figure


def _middle(low: float, high: float) -> float:
    return math.sqrt(low * high) if low > 0 else (low + high) / 2


def _bits(candidate: Candidate, ranges: Ranges, point: dict[str, float], quantity: str) -> float:
    """Bits of error at a point; NaN where no double can be right."""
    inputs = tuple(point[name] for name in ranges)
    try:
        truth = truth_of(candidate.call, quantity, tuple(ranges))(inputs)
    except DplemmaError:
        return math.nan
    if not (abs(truth) > LEAST_NORMAL or truth == 0):
        return math.nan
    return min(_LIMIT, bits_of_error(called(candidate.call, inputs)[0], truth))


def _axis(ranges: Ranges, name: str, quantity: str) -> list[float]:
    low, high = ranges[name]
    if name in whole_parameters(quantity):
        return sorted({float(round(x)) for x in spaced_points(low, high, CELLS)})
    return spaced_points(low, high, CELLS)


def _draw_map(
    axes: Any, candidate: Candidate, ranges: Ranges, moving: tuple[str, ...], still: dict[str, float], quantity: str
) -> Any:
    import numpy as np

    across, up = (_axis(ranges, name, quantity) for name in moving)
    bits: ndarray = np.array(
        [[_bits(candidate, ranges, {**still, moving[0]: x, moving[1]: y}, quantity) for x in across] for y in up]
    )
    values = np.ma.masked_invalid(bits)
    axes.set_facecolor(EMPTY)
    mesh = paint_cells(axes, across, up, values, cmap="viridis", vmin=0, vmax=_LIMIT)
    if values.count() and values.min() < LIMIT_BITS < values.max():
        axes.contour(across, up, values, levels=[LIMIT_BITS], colors="white", linewidths=1.2)
        axes.plot([], [], color="white", linewidth=1.2, label=f"{LIMIT_BITS:.0f} bits")
    if values.mask.any():
        legend_square(axes, EMPTY, "not a normal double")
    _frame(axes, ranges, moving, quantity)
    name_axes(axes, moving, [ranges[name][0] > 0 for name in moving])
    _legend(axes)
    return mesh


def _draw_curve(
    axes: Any, candidate: Candidate, ranges: Ranges, moving: tuple[str, ...], still: dict[str, float], quantity: str
) -> None:
    (name,) = moving
    across = _axis(ranges, name, quantity)
    axes.plot(across, [_bits(candidate, ranges, {**still, name: x}, quantity) for x in across], ".-", color="#31688e")
    axes.axhline(LIMIT_BITS, color="black", linewidth=0.9, linestyle="--", label=f"{LIMIT_BITS:.0f} bits")
    axes.set_ylim(0, _LIMIT)
    name_axes(axes, moving, [ranges[name][0] > 0])
    axes.set_ylabel("bits of error")
    light_grid(axes)
    _legend(axes)


def _frame(axes: Any, ranges: Ranges, moving: tuple[str, ...], quantity: str) -> None:
    """The range people use, where the picture shows more, and what papers study of both parameters."""
    if not quantity:
        return
    from matplotlib.patches import Rectangle

    usual = {name: (float(low), float(high)) for name, (low, high) in ordinary(evaluator(quantity)).items()}
    frames = {"ordinary range": usual} | {key: paper.studies for key, paper in papers().items()}
    styles = (("-", "#fde725"), *map(_paper_style, range(len(frames) - 1)))
    for (label, spans), (dashes, colour) in zip(frames.items(), styles, strict=True):
        if all(name in spans and _overlap(spans[name], ranges[name]) for name in moving) and any(
            spans[name] != ranges[name] for name in moving
        ):
            (left, right), (bottom, top) = (spans[name] for name in moving)
            sides = right - left, top - bottom
            frame = Rectangle((left, bottom), *sides, fill=False, edgecolor=colour, linewidth=1.6, linestyle=dashes, label=label)
            axes.add_patch(frame)


def _paper_style(index: int) -> tuple[tuple[int, tuple[float, ...]], str]:
    """Dashes and colour of the frame of one paper, for any number of papers.

    The dashes alone tell papers apart, in grey and to any eye: a stroke of one of three lengths, then index // 3 dots. The
    colours, distinct to colour-blind eyes as well, come round after four.
    """
    stroke, dots = (7.0, 4.0, 2.0)[index % 3], index // 3
    return (0, (stroke, 2.0, *(0.8, 1.6) * dots)), _PAPER_COLOURS[index % len(_PAPER_COLOURS)]


def _overlap(first: tuple[float, float], second: tuple[float, float]) -> bool:
    return max(first[0], second[0]) <= min(first[1], second[1])


def _legend(axes: Any) -> None:
    show_legend(axes, handlelength=4, framealpha=0.75, facecolor="#bbbbbb")
