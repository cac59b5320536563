"""The picture of `dplemma gdp`: the profile beside that of the least mu, and the GDP transform between its staircases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dplemma.report.pictures.picture import BLUE, PALE, RED, light_grid, new_figure, save, show_legend
from dplemma.values.certified import evaluator
from dplemma.values.gdp import Curves, GdpMeasure, interval_text
from dplemma.values.rounding import double_above

_LOWEST = 1e-16


def draw_gdp(measure: GdpMeasure, drawn: Curves, path: Path) -> None:
    figure = new_figure(11, 4.6)
    left, right = figure.subplots(1, 2)
    _draw_profile(left, measure, drawn)
    _draw_transform(right, measure, drawn)
    fixed = ", ".join(f"{name} = {text}" for name, text in measure.inputs.items())
    figure.suptitle(f"{measure.profile} {fixed}".strip(), fontsize=10, parse_math=False)
    save(figure, path)


def _draw_profile(axes: Any, measure: GdpMeasure, drawn: Curves) -> None:
    shown = [(x, y) for x, y in zip(drawn.eps, drawn.delta, strict=True) if y > _LOWEST]
    axes.plot([x for x, _ in shown], [y for _, y in shown], color=BLUE, linewidth=1.8, label="profile")
    if measure.ends[1] > 0:
        axes.plot(drawn.eps, _gaussian(measure, drawn), color=RED, linestyle="--", label="Gaussian profile of the upper end")
    if drawn.points:
        axes.plot(*zip(*drawn.points, strict=True), "o", color="black", markersize=4, label="guarantees given")
    if shown:
        axes.set_yscale("log")
        axes.set_ylim(bottom=max(_LOWEST, min(y for _, y in shown) / 3))
    if (note := cut_note(drawn)) is not None:
        axes.set_title(note, fontsize=8, color=PALE)
    _label(axes, "delta(eps)")


def cut_note(drawn: Curves) -> str | None:
    """Which part of the profile a logarithmic axis leaves out, in words."""
    cut = [(x, y) for x, y in zip(drawn.eps, drawn.delta, strict=True) if y <= _LOWEST]
    if not cut:
        return None
    what = "where it is 0" if all(y == 0 for _, y in cut) else f"below {_LOWEST:g}"
    return f"the profile is not drawn {what}, from eps = {cut[0][0]:.4g} on"


def _gaussian(measure: GdpMeasure, drawn: Curves) -> list[float]:
    """The profile of the Gaussian mechanism with the upper end of the head's mu."""
    ready, mu = evaluator("gaussian.delta"), measure.ends[1].fmpq()
    return [double_above(ready.enclose(ready.read({"eps": x, "mu": mu}), 53)[0].upper()) for x in drawn.eps]


def _draw_transform(axes: Any, measure: GdpMeasure, drawn: Curves) -> None:
    axes.stairs(drawn.above, drawn.stairs, color=PALE, label="staircases", baseline=None)
    axes.stairs(drawn.below, drawn.stairs, color=PALE, baseline=None)
    axes.plot(drawn.eps, drawn.transform, color=BLUE, linewidth=1.8, label="GDP transform")
    low, high = (float(end) for end in measure.ends)
    axes.axhspan(low, high, color=RED, alpha=0.35, linewidth=0)
    axes.axhline(high, color=RED, linewidth=0.8, label=f"least mu: {interval_text(measure.ends)}")
    axes.set_ylim(bottom=0)
    _label(axes, "gaussian.mu(eps, delta(eps))")


def _label(axes: Any, name: str) -> None:
    axes.set_xlabel("eps")
    axes.set_ylabel(name, parse_math=False)
    light_grid(axes)
    show_legend(axes)
