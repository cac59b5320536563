"""The pictures of `gdp` and of the accountant say what they show and what they leave out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dplemma.report.pictures import account_curves, gdp_plot
from dplemma.values.account_curves import CurveRow
from dplemma.values.gdp import curves, measure_guarantees, measure_quantity
from dplemma.values.guarantees import Guarantees

pytest.importorskip("matplotlib", reason="pictures need the extra plot")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    figures: list[Any] = []
    for module in (account_curves, gdp_plot):
        monkeypatch.setattr(module, "save", lambda figure, *_: figures.append(figure))
    return figures


def legend(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_the_curves_of_a_composition_have_titles_and_legends(drawn: list[Any]) -> None:
    rows = [CurveRow(curve, at, "0.1", "0.2") for curve in ("profile", "roc") for at in ("0.1", "0.5")]
    account_curves.draw_curves(rows, Path("run.svg"), "runs of $5")
    (figure,) = drawn
    assert figure.get_suptitle() == "runs of $5"
    profile, roc = figure.axes
    assert (profile.get_title(), roc.get_title()) == ("Privacy profile", "The best attack")
    assert legend(profile) == ["between the certified ends", "upper end"] and legend(roc)[-1] == "guessing"


def test_what_is_cut_off_a_profile_is_said(drawn: list[Any]) -> None:
    for measure in (
        measure_quantity("gaussian.delta", {"mu": "1"}, digits=2),
        measure_quantity("gaussian.delta", {"mu": "1"}, until="2", digits=2),
        measure_guarantees(Guarantees([("1", "0")]), until="2", digits=2),
        measure_guarantees(Guarantees([("0", "0")]), digits=2),
    ):
        gdp_plot.draw_gdp(measure, curves(measure), Path("gdp.svg"))
    titles = [figure.axes[0].get_title() for figure in drawn]
    assert titles[0].startswith("the profile is not drawn below 1e-16, from eps = 8.") and titles[1] == ""
    assert titles[2:] == [f"the profile is not drawn where it is 0, from eps = {eps} on" for eps in (1, 0)]
