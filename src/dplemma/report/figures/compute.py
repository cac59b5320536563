"""The values of a figure: every point of every curve as two doubles that enclose it, and the verdicts of its claims.

Main definitions: `computed`, `FigureValues`, `Series`, `csv_text`, `figure_record`.

Curves and certified marks are balls rounded outwards; a printed number is exact; draws are draws, with the band that says with
what confidence they tell the truth. The column `kind` of the table tells them apart.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from flint import arb, fmpq

from dplemma.arb.exact import ball_of
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError
from dplemma.ledger import store as ledger
from dplemma.ledger.record import Record
from dplemma.report.figures.balls import certified_point, itself, place_formula
from dplemma.report.figures.model import Area, Box, Draws, Formula, Guide, Mark, Panel, PaperFigure, Place, Plotted, Pointer
from dplemma.report.records import SCHEMA
from dplemma.values.rounding import double_above, double_below, exact_ends

COLUMNS = ("panel", "series", "kind", "claim", "x_lower", "x_upper", "y_lower", "y_upper")


Source = Plotted | Draws | Mark | Area | Guide | Box | Pointer


class Ends(NamedTuple):
    """The greatest double not above a value and the least one not below it."""

    lower: float
    upper: float

    @property
    def middle(self) -> float:
        return self.lower + (self.upper - self.lower) / 2


class FigurePoint(NamedTuple):
    x: Ends
    y: Ends


@dataclass(frozen=True, kw_only=True)
class Series:
    """The points of one curve, mark, band or line; `source` is what it was computed from."""

    source: Source
    label: str
    kind: str  # certified, printed, simulated, upper edge, lower edge, box, arrow
    points: list[FigurePoint]
    claim: str = ""


@dataclass(frozen=True, kw_only=True)
class FigureValues:
    """A figure with its values, panel by panel, and the ledger's lines of its claims."""

    figure: PaperFigure
    panels: list[list[Series]]
    records: Mapping[str, Record]


def computed(figure: PaperFigure) -> FigureValues:
    """All values of a figure, and the verdicts on what it is said to show."""
    lines = ledger.read()
    missing = [claim for claim in figure.all_claims if claim not in lines]
    if missing:
        raise DplemmaError(
            f"{figure.name} names {missing[0]}, which the ledger does not have. Try: dplemma verify --update-ledger"
        )
    records = {claim: lines[claim] for claim in figure.all_claims}
    amended = {line.amendment.id: lines[line.amendment.id] for line in records.values() if line.amendment is not None}
    panels = [[series for one in _parts(panel) for series in _series(one)] for panel in figure.panels]
    return FigureValues(figure=figure, panels=panels, records={**records, **amended})


def _parts(panel: Panel) -> tuple[Source, ...]:
    return (*panel.areas, *panel.curves, *panel.draws, *panel.guides, *panel.marks, *panel.boxes, *panel.arrows)


def _series(one: Source) -> Iterator[Series]:
    if isinstance(one, Plotted):
        across = one.x or itself
        points = [FigurePoint(_ends(across, t), _ends(one.y, t)) for t in one.over]
        yield Series(source=one, label=one.label, kind="certified", points=points)
    elif isinstance(one, Area):
        for kind, edge in (("lower edge", one.low), ("upper edge", one.high)):
            points = [FigurePoint(_ends(itself, t), _ends(edge, t)) for t in one.over]
            yield Series(source=one, label=one.label, kind=kind, points=points, claim=one.claim)
    elif isinstance(one, Draws):
        yield Series(source=one, label=one.label, kind="simulated", points=_drawn(one))
    elif isinstance(one, Guide):
        point = FigurePoint(_place(one.x or "0"), _place(one.y or "0"))
        yield Series(source=one, label=one.label, kind=_placed_kind(one.x, one.y), points=[point])
    elif isinstance(one, Box):
        corners = [FigurePoint(_place(str(x)), _place(str(y))) for x, y in one.corners]
        yield Series(source=one, label=" ".join(one.text.split()), kind="box", points=corners, claim=one.claim)
    elif isinstance(one, Pointer):
        ends = [FigurePoint(_place(x), _place(y)) for x, y in (one.tail, one.head)]
        yield Series(source=one, label=one.label, kind="arrow", points=ends)
    else:
        point = FigurePoint(_place(one.x), _place(one.y))
        yield Series(source=one, label=one.label, kind=_placed_kind(one.x, one.y), points=[point], claim=one.claim)


def _placed_kind(*places: Place | None) -> str:
    return "certified" if any(callable(place) for place in places) else "printed"


def _ends(formula: Formula, t: fmpq) -> Ends:
    return _rounded(certified_point(formula, t))


def _place(place: Place) -> Ends:
    return _ends(place_formula(place), fmpq(0))


def _rounded(ball: arb) -> Ends:
    low, high = exact_ends(ball)
    return Ends(double_below(low), double_above(high))


def _drawn(draws: Draws) -> list[FigurePoint]:
    """The steps of the empirical distribution function; the ends in y are those of the band."""
    random = Random(f"dplemma {draws.seed}")
    values = sorted(draws.draw(random) for _ in range(draws.count))
    width = band_width(draws)
    heights = ((k + 1) / draws.count for k in range(draws.count))
    return [FigurePoint(Ends(x, x), Ends(max(0.0, y - width), min(1.0, y + width))) for x, y in zip(values, heights, strict=True)]


def band_width(draws: Draws) -> float:
    """sqrt(log(2/(1 - confidence))/(2 count)), rounded up: Dvoretzky, Kiefer, Wolfowitz, with Massart's constant."""
    with working_precision(64):
        return double_above(((2 / (1 - ball_of(draws.confidence))).log() / (2 * draws.count)).sqrt().upper())


# -- as data ----------------------------------------------------------------------------------------------------------------


def csv_text(values: FigureValues) -> str:
    """Every point of the figure as a line of a table; doubles in the shortest form that is read back exactly."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    for number, panel in enumerate(values.panels, start=1):
        for series in panel:
            for x, y in series.points:
                table.writerow([number, series.label, series.kind, series.claim, *x, *y])
    return written.getvalue()


def figure_record(values: FigureValues) -> dict[str, Any]:
    """The figure as JSON: its claims with their verdicts, and its series."""
    figure = values.figure
    return {
        "schema": SCHEMA,
        **summary(figure),
        "claims": [
            {"id": line.id, "states": line.states, "verdict": line.verdict, "why": line.why,
             "right": line.amendment.id if line.amendment else None}
            for line in map(values.records.__getitem__, figure.all_claims)
        ],
        "panels": [
            {"title": panel.title, "x": panel.x_name, "y": panel.y_name, "series": [_series_record(one) for one in found]}
            for panel, found in zip(figure.panels, values.panels, strict=True)
        ],
    }  # fmt: skip


def summary(figure: PaperFigure) -> dict[str, Any]:
    """What a list of figures says of one."""
    return {
        "name": figure.name, "where": figure.where, "caption": figure.caption, "chosen": figure.chosen or None,
    }  # fmt: skip


def _series_record(series: Series) -> dict[str, Any]:
    return {"label": series.label, "kind": series.kind, "claim": series.claim or None,
            "points": [[*x, *y] for x, y in series.points]}  # fmt: skip
