"""The profile and the trade-off curve of a composition: certified lower and upper ends as a band, `draw_curves`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from dplemma.report.pictures.picture import BLUE, name_axes, new_figure, save
from dplemma.values.account_curves import CurveRow

_AXES = {"profile": (("eps", "delta"), (False, True)), "roc": (("false positive rate", "true positive rate"), (True, False))}


def draw_curves(rows: list[CurveRow], path: Path) -> None:
    """Both curves beside one another, to a file."""
    figure = new_figure(9, 4)
    for place, (curve, (names, by_ratio)) in enumerate(_AXES.items(), 1):
        _band(figure.add_subplot(1, 2, place), [row for row in rows if row.curve == curve], names, by_ratio)
    save(figure, path, "account")


def _band(axes: Any, rows: list[CurveRow], names: tuple[str, str], by_ratio: tuple[bool, bool]) -> None:
    across = [float(Fraction(row.at)) for row in rows]
    lower, upper = [float(row.lower) for row in rows], [float(row.upper) for row in rows]
    axes.fill_between(across, lower, upper, color=BLUE, alpha=0.3)
    axes.plot(across, upper, ".-", color=BLUE, linewidth=0.8)
    name_axes(axes, names, by_ratio)
