"""A figure with its values, drawn: curves, what is printed by its verdict, what is refuted in red and hatched, words below.

Main definitions: `drawn_figure`, `PaperPicture`, `write_figure`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError, clipped
from dplemma.ledger.phrases import verdict_word
from dplemma.ledger.record import Record
from dplemma.report.figures.compute import FigureValues, Series, computed, csv_text
from dplemma.report.figures.model import Area, Box, Draws, Guide, Mark, Panel, Plotted, Pointer
from dplemma.report.mathematics.prose import prose_unicode
from dplemma.report.pictures.picture import (
    INK,
    PALE,
    RED,
    look,
    need_matplotlib,
    new_figure,
    paragraph,
    save,
    show_legend,
    style_axes,
    verdict_mark,
)  # fmt: skip

FORMATS = (".png", ".svg", ".csv")
_WIDE, _NARROW, _LEAST, _HIGH, _LINE = 5.4, 4.4, 7.4, 4.3, 0.155  # inches: a panel, one of three, a figure; a line of words
_MOST_IN_A_ROW = 3
_LETTERS = 16.0  # of a line of words, to the inch
_FONT = 8.0
_HATCHES = {1: "..", 2: "\\\\\\", 5: "--"}  # of areas, by look: told apart in grey; the first has none
_NEAR = 20  # points: a label further off has a line to its mark
_SUBSCRIPT = re.compile(r"\b(\w)(\*?)_(?:(\w)\b|\{([A-Z ]+)\})(\*?)")
_POWER = re.compile(r"\be\^(?:(ε)|\((−\w+)\))")
_FEW = 9  # claims that hold and all have their words below; of more, those of marks are counted


_BESIDE = {"fontsize": 7.5, "color": PALE, "ha": "center", "va": "center", "zorder": 6,
           "bbox": {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"}}  # fmt: skip


@dataclass(frozen=True, repr=False)
class PaperPicture:
    """A figure of a paper, redrawn: what a notebook shows; `values` has its numbers, `figure` is matplotlib's."""

    values: FigureValues
    figure: Any

    def save(self, path: str | Path) -> None:
        """Write it as PNG or SVG, or its numbers as CSV, by the name of the file."""
        write_figure(self, Path(path))

    def __repr__(self) -> str:
        return f"<{self.values.figure.where} of {self.values.figure.paper}, redrawn>"

    def _repr_png_(self) -> bytes:
        written = BytesIO()
        self.figure.savefig(written, format="png", dpi=100)
        return written.getvalue()


def paper_picture(name: str, *, words: bool = True) -> PaperPicture:
    """Compute and draw a figure by its name, with its words below or the panels alone."""
    from dplemma.report.figures import find_figure

    need_matplotlib("a picture")
    values = computed(find_figure(name))
    return PaperPicture(values, drawn_figure(values, words=words))


def write_figure(picture: PaperPicture, path: Path) -> None:
    if path.suffix not in FORMATS:
        raise DplemmaError(f"{clipped(str(path))}: the name must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    if path.suffix == ".csv":
        path.write_text(csv_text(picture.values), encoding="utf-8")
    else:
        save(picture.figure, path, picture.values.figure.name)


def drawn_figure(values: FigureValues, *, words: bool = True) -> Any:
    """Panels side by side, and below them, unless only the panels are wanted, the caption and what became of the claims."""
    panels = values.figure.panels
    columns = len(panels) if len(panels) <= _MOST_IN_A_ROW else 2
    rows = -(-len(panels) // columns)
    least = 2 * _WIDE if any(panel.boxes for panel in panels) else _LEAST
    width, high = max((_WIDE if columns < _MOST_IN_A_ROW else _NARROW) * columns, least), _HIGH * rows
    lines = list(_words(values, int(width * _LETTERS))) if words else []
    tall = high + _LINE * (len(lines) + 1)
    figure = new_figure(width, tall)
    above, below = figure.subfigures(2, 1, height_ratios=[high, tall - high])
    for place, (panel, series) in enumerate(zip(panels, values.panels, strict=True), start=1):
        _draw_panel(above.add_subplot(rows, columns, place), panel, series, values)
    for number, (text, colour, weight) in enumerate(lines):
        height = 1 - (number + 0.6) / (len(lines) + 1)
        below.text(0.012, height, _set(text), fontsize=_FONT, color=colour, weight=weight, va="center")
    return figure


# -- words ------------------------------------------------------------------------------------------------------------------


def _words(values: FigureValues, width: int) -> Iterator[tuple[str, str, str]]:
    """Lines below the panels: text, colour, weight."""
    figure = values.figure
    title = f"{figure.where} of {figure.paper}, redrawn. {figure.caption}"
    yield from ((line, INK, "normal") for line in paragraph(title, width))
    if figure.chosen:
        yield from ((line, PALE, "normal") for line in paragraph(f"Chosen here: {figure.chosen}", width))
    lines = [values.records[claim] for claim in figure.all_claims]
    refuted = [line for line in lines if line.verdict == "refuted"]
    others = [line for line in lines if line.verdict != "refuted"]
    few = len(others) <= _FEW
    shown = [*refuted, *(line for line in others if few or line.id in figure.claims)]
    for line in shown:
        yield from _claim_words(values, line, width)
    if len(lines) > len(shown):
        yield (
            f"and {len(lines) - len(shown)} more claims that are not refuted: dplemma figure {figure.name} --json",
            PALE,
            "normal",
        )


def _claim_words(values: FigureValues, line: Record, width: int) -> Iterator[tuple[str, str, str]]:
    mark = verdict_mark(line.verdict)
    number = f" {line.measured}" if line.measured else ""
    text = f"{mark.sign} {verdict_word(line.verdict)}{number}: {prose_unicode(line.states)} [{line.id.partition('/')[2]}]"
    yield from ((one, mark.colour, "normal") for one in paragraph(text, width, "    "))
    if line.verdict == "refuted" and line.amendment is not None:
        right = values.records[line.amendment.id]
        yield from (
            (one, INK, "normal")
            for one in paragraph(f"    right ({right.verdict}): {prose_unicode(right.states)}", width, "    ")
        )


# -- panels -----------------------------------------------------------------------------------------------------------------


def _draw_panel(axes: Any, panel: Panel, series: Sequence[Series], values: FigureValues) -> None:
    if panel.boxes:
        return _draw_diagram(axes, panel, series, values)
    style_axes(axes)
    if panel.square:
        axes.plot([0, 1], [0, 1], color=PALE, linewidth=0.8, linestyle=":")
        axes.set_aspect("equal")
    edges: dict[int, list[Series]] = {}
    curves = draws = 0
    for one in series:
        source = one.source
        if isinstance(source, Plotted):
            _draw_curve(axes, panel, source, one, source.look if source.look is not None else curves)
            curves += 1
        elif isinstance(source, Draws):
            _draw_draws(axes, source, one, "-" if draws == 0 else (0, (4, 1.2)))
            draws += 1
        elif isinstance(source, Guide):
            _draw_guide(axes, source, one)
        elif isinstance(source, Mark):
            _draw_mark(axes, source, one, values)
        elif isinstance(source, Area):
            edges.setdefault(id(source), []).append(one)
            if len(edges[id(source)]) == 2:
                _draw_area(axes, source, edges[id(source)], values)
    _finish(axes, panel)


def _draw_diagram(axes: Any, panel: Panel, series: Sequence[Series], values: FigureValues) -> None:
    """Boxes with their words and the signs of their claims, and arrows between them; no axes."""
    from matplotlib.patches import FancyBboxPatch

    axes.set_axis_off()
    axes.set_title(_set(panel.title), fontsize=10)
    axes.set_xlim(panel.x_range)
    axes.set_ylim(panel.y_range)
    for one in series:
        (x, y), (right, top) = ((across.middle, up.middle) for across, up in one.points)
        if isinstance(one.source, Pointer):
            axes.annotate("", (right, top), (x, y), arrowprops={"arrowstyle": "-|>", "color": PALE, "linewidth": 1.2})
            axes.text((x + right) / 2, (y + top) / 2, _set(one.label), **_BESIDE)
        elif isinstance(one.source, Box):
            colour = verdict_mark(values.records[one.claim].verdict).colour if one.claim else INK
            refuted = colour == RED
            axes.add_patch(
                FancyBboxPatch(
                    (x, y), right - x, top - y, boxstyle="round,pad=0,rounding_size=0.04", linewidth=1.2, zorder=3,
                    facecolor="#d9e8f3" if one.source.changed else "white", edgecolor=RED if refuted else INK,
                    hatch="////" if one.source.changed else None,
                )
            )  # fmt: skip
            halo = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"} if one.source.changed else None
            axes.text(
                (x + right) / 2, (y + top) / 2, _set(one.source.text), ha="center", va="center", fontsize=8, zorder=4, bbox=halo
            )
            if one.claim:
                sign = verdict_mark(values.records[one.claim].verdict).sign
                axes.text(right, top, f"{sign} ", ha="right", va="top", fontsize=9, color=colour, zorder=5)


def _set(text: str) -> str:
    """Words with subscripts and powers of e set as such: `ρ_p = 0.2`, `F*_β`, `e^ε`."""
    if "$" in text:
        return text
    powers = _POWER.sub(lambda found: f"$e^{{{found[1] or found[2]}}}$", text)
    return _SUBSCRIPT.sub(
        lambda found: f"${found[1]}{'^*' if found[2] or found[5] else ''}_{{{found[3] or _upright(found[4])}}}$", powers
    )


def _upright(word: str) -> str:
    return rf"\mathrm{{{word.replace(' ', '')}}}"


def _finish(axes: Any, panel: Panel) -> None:
    axes.set_title(_set(panel.title), fontsize=10)
    axes.set_xlabel(_set(panel.x_name), fontsize=9.5)
    axes.set_ylabel(_set(panel.y_name), fontsize=9.5)
    if panel.x_log:
        axes.set_xscale("log")
    if panel.y_log:
        axes.set_yscale("log")
    if panel.square:
        axes.set_xlim(-0.01, 1.01)
        axes.set_ylim(-0.01, 1.01)
    if panel.x_range:
        axes.set_xlim(*panel.x_range)
    if panel.y_range:
        axes.set_ylim(*panel.y_range)
    show_legend(axes, framealpha=0.9, handlelength=3.4, loc=panel.legend)


def _draw_curve(axes: Any, panel: Panel, curve: Plotted, series: Series, index: int) -> None:
    shown = [
        (x.middle, y.middle) for x, y in series.points if (y.lower > 0 or not panel.y_log) and (x.lower > 0 or not panel.x_log)
    ]
    across, up = zip(*shown, strict=True)
    colour, dash, width = look(index)
    style: dict[str, Any] = {
        "color": colour,
        "linestyle": dash,
        "linewidth": 1.0 if curve.faint else width,
        "label": _set(curve.label) or None,
    }
    if curve.kind == "steps":
        axes.step(across, up, where="post", **style)
    elif curve.kind == "points":
        axes.plot(across, up, marker="o", markersize=5, **{**style, "linewidth": 1.0})
    else:
        axes.plot(across, up, **style)


def _draw_draws(axes: Any, draws: Draws, series: Series, dash: Any) -> None:
    colour, _, _ = look(draws.look)
    across = [x.middle for x, _ in series.points]
    low, high = ([end[side] for _, end in series.points] for side in (0, 1))
    axes.fill_between(across, low, high, step="post", color=colour, alpha=0.18, linewidth=0)
    heights = [(k + 1) / len(across) for k in range(len(across))]
    axes.step(across, heights, where="post", color=colour, linewidth=0.9, linestyle=dash, label=_set(draws.label))


def _draw_area(axes: Any, area: Area, edges: Sequence[Series], values: FigureValues) -> None:
    low, high = edges
    across = [x.middle for x, _ in low.points]
    ends = [[y.middle for _, y in edge.points] for edge in (low, high)]
    refuted = bool(area.claim) and values.records[area.claim].verdict == "refuted"
    colour = RED if refuted else look(area.look).colour
    axes.fill_between(
        across, *ends, facecolor=(*_rgb(colour), 0.10 if refuted else 0.22), edgecolor=(*_rgb(colour), 0.55),
        hatch="///" if refuted else _HATCHES.get(area.look), linewidth=0.0, label=_set(area.label) or None,
    )  # fmt: skip


def _rgb(colour: str) -> tuple[float, float, float]:
    from matplotlib.colors import to_rgb

    return to_rgb(colour)


def _draw_guide(axes: Any, guide: Guide, series: Series) -> None:
    style: dict[str, Any] = {"color": PALE, "linewidth": 1.0, "linestyle": (0, (4, 2)), "label": _set(guide.label) or None}
    point = series.points[0]
    if guide.x is not None:
        axes.axvline(point.x.middle, **style)
    else:
        axes.axhline(point.y.middle, **style)


def _draw_mark(axes: Any, mark: Mark, series: Series, values: FigureValues) -> None:
    point = series.points[0]
    place = point.x.middle, point.y.middle
    if mark.claim:
        shape, colour, _ = verdict_mark(values.records[mark.claim].verdict)
        axes.plot(
            *place, shape, color=colour, markersize=7, markeredgecolor="white", markeredgewidth=0.8, zorder=5, clip_on=False
        )
    else:
        colour = INK
        axes.plot(*place, "o", markerfacecolor="white", color=INK, markersize=7, markeredgewidth=1.4, zorder=5, clip_on=False)
    if mark.label:
        axes.annotate(
            mark.label, place, xytext=mark.shift, textcoords="offset points", fontsize=8, color=colour, zorder=6,
            ha="right" if mark.shift[0] < 0 else "left", va="top" if mark.shift[1] < 0 else "bottom",
            bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.75},
            arrowprops={"arrowstyle": "-", "color": PALE, "linewidth": 0.7} if max(map(abs, mark.shift)) > _NEAR else None,
        )  # fmt: skip
