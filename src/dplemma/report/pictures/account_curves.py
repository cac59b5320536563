"""The profile and the trade-off curve of a composition: certified lower and upper ends as a band, `draw_curves`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from dplemma.report.pictures.picture import BLUE, PALE, name_axes, new_figure, save, show_legend
from dplemma.values.account_curves import CurveRow

_AXES = {"profile": (("eps", "delta"), (False, True)), "roc": (("false positive rate", "true positive rate"), (True, False))}
_TITLES = {"profile": "Privacy profile", "roc": "The best attack"}


def draw_curves(rows: list[CurveRow], path: Path, title: str) -> None:
    """Both curves beside one another, to a file; the title says of what."""
    figure = new_figure(9, 4.3)
    for place, (curve, (names, by_ratio)) in enumerate(_AXES.items(), 1):
        axes = figure.add_subplot(1, 2, place)
        shown = [row for row in rows if row.curve == curve]
        _band(axes, shown, names, by_ratio)
        if curve == "roc":
            rates = [float(Fraction(row.at)) for row in shown]
            axes.plot(rates, rates, "--", color=PALE, linewidth=0.8, label="guessing")
        axes.set_title(_TITLES[curve], fontsize=9)
        show_legend(axes)
    figure.suptitle(title, fontsize=10, parse_math=False)
    save(figure, path, "account")


def _band(axes: Any, rows: list[CurveRow], names: tuple[str, str], by_ratio: tuple[bool, bool]) -> None:
    across = [float(Fraction(row.at)) for row in rows]
    lower, upper = [float(row.lower) for row in rows], [float(row.upper) for row in rows]
    axes.fill_between(across, lower, upper, color=BLUE, alpha=0.3, label="between the certified ends")
    axes.plot(across, upper, ".-", color=BLUE, linewidth=0.8, label="upper end")
    name_axes(axes, names, by_ratio)
