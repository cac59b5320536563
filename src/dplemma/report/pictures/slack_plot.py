"""A picture of an inequality's slack over its region: where it holds, where it is tight, where it fails.

Main definitions: `draw_slack(claim, verdict)` (a figure, or the reason why there is none), `write_slack`, `plot_files`.

One variable gives a curve, two a heat map; of more, the first two are drawn and the others stand at the counterexample or
the witness. Matplotlib is imported when a picture is asked for.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dplemma.lang.claim import Claim
from dplemma.ledger.phrases import failure_phrase, point_phrase, verdict_phrase
from dplemma.ledger.verdict import Counterexample, Verdict
from dplemma.report.pictures.picture import (
    BLUE,
    EMPTY,
    RED,
    checked_file,
    file_stem,
    legend_square,
    light_grid,
    name_axes,
    new_figure,
    paint_cells,
    save,
    show_legend,
)  # fmt: skip

if TYPE_CHECKING:
    import numpy as np

    from dplemma.lang.statements import Rel
    from dplemma.report.pictures.slack import Slack, Slice

MOST_PANELS = 4  # of a chain; a longer one is drawn as the smallest slack of its links
_MARKS = {"counterexample": ("X", RED), "witness": ("o", "white")}
_TITLE_WIDTH = 84
_FAINT = 30  # a violation this much smaller than the largest slack would not be seen on a linear scale
_MOST_SPREAD = 1e3  # between a small and a large slack on a linear scale
_DEEPEST = 1e-8  # of the largest slack: below it a logarithmic scale becomes linear


def plot_files(asked: str, ids: Sequence[str]) -> dict[str, Path]:
    """The file of each claim: the asked one, with the id appended if there are several; else the id in the current folder."""
    names = {identifier: file_stem(identifier) for identifier in ids}
    if not asked:
        return {identifier: Path(f"{name}.png") for identifier, name in names.items()}
    path = checked_file(asked)
    if len(ids) == 1:
        return {ids[0]: path}
    return {identifier: path.with_name(f"{path.stem}_{name}{path.suffix}") for identifier, name in names.items()}


def write_slack(claim: Claim, verdict: Verdict, path: Path) -> str:
    """Draw to the file; the reason where there is nothing to draw, else nothing."""
    figure = draw_slack(claim, verdict)
    if isinstance(figure, str):
        return figure
    save(figure, path, claim.id)
    return ""


def draw_slack(claim: Claim, verdict: Verdict) -> Any:
    """A matplotlib figure of the slack, or in words why there is none."""
    import numpy as np

    from dplemma.report.pictures.slack import inequalities, slack_over, slice_of

    drawn = inequalities(claim)
    relations = drawn.relations
    if drawn.reason:
        return drawn.reason
    where = slice_of(drawn, verdict)
    slacks = [slack_over(relation, drawn.region, where) for relation in relations]
    if all(np.isnan(slack.values).all() for slack in slacks):
        return "the sides could not be evaluated on the part of the region that would be drawn"
    panels = [
        (_wrapped(relation.text(), 70, 2), _label(relation, slack), slack)
        for relation, slack in zip(relations, slacks, strict=True)
    ]
    if len(panels) > MOST_PANELS:
        panels = [(f"the {len(slacks)} inequalities together", "smallest slack", _smallest(slacks))]
    rows, columns = math.ceil(len(panels) / 2), min(len(panels), 2)
    figure = new_figure(7.2 if columns == 1 else 12, 0.9 + 4.3 * rows)
    for number, (title, label, slack) in enumerate(panels, start=1):
        axes = figure.add_subplot(rows, columns, number)
        if len(relations) > 1:
            axes.set_title(title, fontsize=9, parse_math=False)
        (_draw_curve if len(where.axes) == 1 else _draw_map)(axes, where, slack, label)
    figure.suptitle(_title(claim, _TITLE_WIDTH * columns), fontsize=10, parse_math=False)
    figure.supxlabel(_wrapped(_caption(verdict, where, partial=drawn.partial), 100 * columns, 4), fontsize=8.5, parse_math=False)
    return figure


def _label(relation: Rel, slack: Slack) -> str:
    difference = "right side - left side" if relation.rel in ("<", "<=") else "left side - right side"
    return f"({difference}) / larger side" if slack.relative else difference


def _smallest(slacks: Sequence[Slack]) -> Slack:
    import numpy as np

    from dplemma.report.pictures.slack import Slack

    return Slack(
        values=np.min([slack.values for slack in slacks], axis=0),
        at_marks={kind: min(slack.at_marks[kind] for slack in slacks) for kind in slacks[0].at_marks},
        relative=slacks[0].relative,
    )


def _wrapped(text: str, width: int, most_lines: int) -> str:
    lines = [line for part in text.splitlines() for line in textwrap.wrap(part, width, break_on_hyphens=False)]
    return "\n".join(lines if len(lines) <= most_lines else [*lines[: most_lines - 1], f"{lines[most_lines - 1]} ..."])


def _title(claim: Claim, width: int) -> str:
    if len(claim.text()) <= width:
        return claim.text()
    return "\n".join((_wrapped(claim.statement.text(), width, 3), _wrapped(f"for {claim.on.text()}", width, 2)))


def _caption(verdict: Verdict, where: Slice, *, partial: bool) -> str:
    found = failure_phrase(_rounded(verdict.counterexample)) if verdict.counterexample else ""
    lines = [verdict_phrase(verdict) + (f": {found}" if found else "")]
    if where.fixed:
        fixed = {name: str(value) for name, value in where.fixed.items()}
        lines.append(f"drawn at {point_phrase(fixed, short=True)}")
    if partial:
        lines.append("the claim says more: only its inequalities are drawn")
    return "\n".join(lines)


def _rounded(counterexample: Counterexample) -> Counterexample:
    """With eight digits of its two sides, where those still differ."""
    try:
        lhs, rhs = (str(Decimal(f"{Decimal(side or ''):.8g}").normalize()) for side in (counterexample.lhs, counterexample.rhs))
    except InvalidOperation:
        return counterexample
    return replace(counterexample, lhs=lhs, rhs=rhs) if lhs != rhs else counterexample


def _draw_curve(axes: Any, where: Slice, slack: Slack, label: str) -> None:
    import numpy as np

    (axis,) = where.axes
    x, y = axis.floats, slack.values
    name_axes(axes, [axis.name], [axis.log])
    threshold = _threshold(y)
    if threshold:
        axes.set_yscale("symlog", linthresh=threshold)
    axes.axhline(0, color="black", linewidth=0.9)
    axes.plot(x, y, color=BLUE, linewidth=0 if axis.whole else 1.8, marker="." if axis.whole else "")
    with np.errstate(invalid="ignore"):
        axes.fill_between(x, y, 0, where=y < 0, color=RED, alpha=0.25, interpolate=True, linewidth=0, label=_violated(y))
    for kind, point in where.marks.items():
        text = point_phrase({axis.name: str(point[axis.name])}, short=True)
        _mark(axes, kind, text, float(point[axis.name]), slack.at_marks[kind])
    if threshold and not (y < 0).any():
        axes.set_ylim(bottom=-threshold / 2)
    axes.margins(x=0.02)
    axes.set_ylabel(label)
    light_grid(axes)
    show_legend(axes)


def _violated(values: np.ndarray) -> str:
    return "violated" if (values < 0).any() else "_nolegend_"


def _draw_map(axes: Any, where: Slice, slack: Slack, label: str) -> None:
    import numpy as np

    across, up = where.axes
    values = np.ma.masked_invalid(slack.values.T)
    threshold = _threshold(slack.values)
    norm = _colours(values, threshold)
    axes.set_facecolor(EMPTY)
    mesh = paint_cells(axes, across.floats, up.floats, values, cmap="RdBu", norm=norm)
    bar = axes.figure.colorbar(mesh, ax=axes, label=label)
    if threshold is None:
        ticks = [norm.vmin, norm.vmin / 2, 0, norm.vmax / 2, norm.vmax]
        bar.set_ticks(ticks, labels=[f"{tick:.2g}" for tick in ticks])
    if values.min() < 0 < values.max():
        axes.contour(across.floats, up.floats, values, levels=[0], colors="black", linewidths=1.2)
        axes.plot([], [], color="black", linewidth=1.2, label="slack 0; red: violated")
    if values.mask.any():
        legend_square(axes, EMPTY, "outside the region, or no value")
    for kind, point in where.marks.items():
        text = point_phrase({axis.name: str(point[axis.name]) for axis in where.axes}, short=True)
        _mark(axes, kind, text, *(float(point[axis.name]) for axis in where.axes))
    name_axes(axes, [axis.name for axis in where.axes], [axis.log for axis in where.axes])
    show_legend(axes)


def _colours(values: np.ndarray, threshold: float | None) -> Any:
    """Zero is white; each sign has its whole range of colour, so that a slight violation is seen."""
    from matplotlib.colors import SymLogNorm, TwoSlopeNorm

    limit = float(abs(values).max()) or 1.0
    if threshold:
        return SymLogNorm(threshold, vmin=-limit, vmax=limit)
    lowest, highest = float(values.min()), float(values.max())
    return TwoSlopeNorm(0, vmin=lowest if lowest < 0 else -limit, vmax=highest if highest > 0 else limit)


def _mark(axes: Any, kind: str, text: str, x: float, y: float) -> None:
    """A named point; a vertical line where the slack has no value there."""
    marker, colour = _MARKS[kind]
    if math.isnan(y):
        axes.axvline(x, color=colour, linestyle="--", label=f"{kind}: {text}")
        return
    axes.plot(
        [x], [y], marker, color=colour, markeredgecolor="black", markersize=9, linewidth=0, zorder=5, label=f"{kind}: {text}"
    )


def _threshold(values: np.ndarray) -> float | None:
    """Where a symmetric logarithmic scale becomes linear; None if a linear scale shows everything."""
    import numpy as np

    sizes = np.sort(abs(values[np.isfinite(values) & (values != 0)]))
    if not sizes.size:
        return None
    largest, (low, small) = float(sizes[-1]), (float(size) for size in np.quantile(sizes, (0.03, 0.1)))
    below, above = (float(max(side.max(), 0)) for side in (-values[np.isfinite(values)], values[np.isfinite(values)]))
    smaller = min(below, above)
    if 0 < smaller < largest / _FAINT:
        low = min(low, smaller)
    elif largest < _MOST_SPREAD * small:
        return None
    return 10.0 ** math.ceil(math.log10(max(low, largest * _DEEPEST)))
