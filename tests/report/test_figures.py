"""The figures of the papers: complete, computed with enclosures, right against another library, drawn by the verdicts."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from flint import fmpq
from scipy import stats

from dplemma.base.errors import DplemmaError
from dplemma.ledger import store as ledger
from dplemma.report.figures import FIGURE_PAPERS, find_figure, paper_figures
from dplemma.report.figures.balls import certified_point, place_formula
from dplemma.report.figures.compute import COLUMNS, FigureValues, band_width, computed, csv_text, figure_record
from dplemma.report.figures.draw import paper_picture
from dplemma.report.figures.model import Draws, Mark, Plotted
from dplemma.report.pictures.picture import LOOKS, RED, verdict_mark

FIGURES = paper_figures()
DRAWN = list(FIGURES)
COUNTS = {"sensitivity_index": 6, "gdp_bridge": 3, "chernoff": 2, "hypothesis_testing": 9, "glrt": 10}
DIAGRAMS = {"hypothesis_testing/figure-1", "hypothesis_testing/figure-9"}
MOST_POINTS = 400  # of a curve: a figure costs seconds
each_figure = pytest.mark.parametrize("name", DRAWN)


@cache
def values_of(name: str) -> FigureValues:
    """The values of a figure, computed once for all tests that only look at them."""
    return computed(FIGURES[name])


def series(name: str, panel: int, label: str) -> np.ndarray:
    """The points of a curve as rows of x and y."""
    found = [one for one in values_of(name).panels[panel] if one.label.startswith(label)]
    assert len(found) == 1, [one.label for one in found]
    return np.array([[x.middle, y.middle] for x, y in found[0].points])


# -- what there is ----------------------------------------------------------------------------------------------------------


def test_every_figure_of_every_paper_is_there() -> None:
    assert tuple(COUNTS) == FIGURE_PAPERS
    assert list(FIGURES) == [f"{paper}/figure-{n}" for paper, count in COUNTS.items() for n in range(1, count + 1)]
    assert all(figure.panels for figure in FIGURES.values())
    assert {name for name, figure in FIGURES.items() if any(panel.boxes for panel in figure.panels)} == DIAGRAMS


def test_every_claim_about_a_figure_stands_below_it() -> None:
    about = {key: re.match(r"(\w+)/fig(?:ure)?-(\d+)/(?!.*(?:amended|as-extracted|sharpened)$)", key) for key in ledger.read()}
    found = {key: match for key, match in about.items() if match}
    assert len(found) > 40
    missing = [key for key, match in found.items() if key not in FIGURES[f"{match[1]}/figure-{match[2]}"].all_claims]
    assert missing == []


@pytest.mark.parametrize("asked", ["glrt/figure-1", "glrt/fig-1", "glrt/1", " glrt/Figure-1", "glrt/fig. 1"])
def test_a_figure_is_found_by_the_names_people_use(asked: str) -> None:
    assert find_figure(asked).name == "glrt/figure-1"


def test_an_unknown_figure_gets_the_nearest_names() -> None:
    with pytest.raises(DplemmaError, match="Did you mean glrt/figure-1"):
        find_figure("glrt/figure-11")


@pytest.mark.parametrize("name", sorted(DIAGRAMS))
def test_boxes_of_a_diagram_do_not_overlap_and_arrows_run_between_them(name: str) -> None:
    (panel,) = FIGURES[name].panels
    places = [(box.text, *box.corners) for box in panel.boxes]
    for place, (one, low, high) in enumerate(places):
        for other, below, above in places[place + 1 :]:
            assert low[0] >= above[0] or below[0] >= high[0] or low[1] >= above[1] or below[1] >= high[1], (one, other)
    for arrow in panel.arrows:
        for end in (arrow.tail, arrow.head):
            x, y = map(Fraction, end)
            inside = [text for text, low, high in places if low[0] < x < high[0] and low[1] < y < high[1]]
            assert inside == [], (arrow, inside)


def test_the_sign_in_a_box_is_that_of_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    def signs() -> list[str]:
        texts = [
            text.get_text().strip() for axes in paper_picture("hypothesis_testing/figure-1").figure.axes for text in axes.texts
        ]
        return [text for text in texts if text in ("✓", "✗")]

    lines = ledger.read()
    claim = "hypothesis_testing/table-1/entries-respect-bound"
    before = signs()
    assert before.count("✗") == 1
    monkeypatch.setattr(
        ledger, "read", lambda: {**lines, claim: replace(lines[claim], verdict="proved", counterexample=None, amendment=None)}
    )
    assert signs().count("✗") == 0 and len(signs()) == len(before)


# -- values -----------------------------------------------------------------------------------------------------------------


@each_figure
def test_every_point_is_enclosed_closely(name: str) -> None:
    values = values_of(name)
    for panel in values.panels:
        assert panel
        for one in panel:
            assert 0 < len(one.points) <= (1000 if isinstance(one.source, Draws) else MOST_POINTS)
            for x, y in one.points:
                assert x.lower <= x.upper and y.lower <= y.upper
                if one.kind != "simulated":
                    assert x.upper - x.lower <= 1e-10 * max(1, abs(x.upper)) and y.upper - y.lower <= 1e-10 * max(1, abs(y.upper))


@each_figure
def test_the_table_has_every_point_and_reads_back(name: str) -> None:
    values = values_of(name)
    rows = list(csv.DictReader(io.StringIO(csv_text(values))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == sum(len(one.points) for panel in values.panels for one in panel)
    first = values.panels[0][0]
    assert float(rows[0]["x_lower"]) == first.points[0].x.lower and float(rows[0]["y_upper"]) == first.points[0].y.upper


def test_length_tests_agree_with_scipy() -> None:
    forward, backward = series("glrt/figure-5", 0, "$R$"), series("glrt/figure-5", 0, "$R'$")
    inner = forward[(forward[:, 0] > 1e-6) & (forward[:, 0] < 1 - 1e-6)]
    np.testing.assert_allclose(inner[:, 1], stats.ncx2.sf(stats.chi2.isf(inner[:, 0], 300), 300, 10), rtol=1e-7)
    inner = backward[(backward[:, 0] > 1e-6) & (backward[:, 0] < 1 - 1e-6)]
    np.testing.assert_allclose(inner[:, 1], stats.chi2.cdf(stats.ncx2.ppf(inner[:, 0], 300, 10), 300), rtol=1e-7)


def test_the_envelope_is_concave_and_on_top() -> None:
    points = series("glrt/figure-2", 0, "$R_s$")
    across, up = points[:, 0], points[:, 1]
    assert (np.diff(across) > 0).all()
    slopes = np.diff(up) / np.diff(across)
    assert (np.diff(slopes) < 1e-9).all()
    for label in ("$R$, d", "$R'$"):
        other = series("glrt/figure-2", 0, label)
        assert (np.interp(other[:, 0], across, up) >= other[:, 1] - 2e-3).all()


def test_staircases_enclose_the_transform() -> None:
    transform = series("gdp_bridge/figure-2", 1, "G of SGD")
    for width in (0.5, 0.125):
        text = {0.5: "1/2", 0.125: "1/8"}[width]
        above, below = (series("gdp_bridge/figure-2", 1, f"$G^{sign}$, d = {text}") for sign in "+-")
        for x, y in transform[:-1]:
            step = int(x / width)
            assert below[step, 1] <= y <= above[step, 1]


def test_the_refined_profile_is_the_least_that_the_pairs_imply() -> None:
    refined = series("gdp_bridge/figure-1", 0, "SGD, refined")
    pairs = np.linspace(0.01, 6, 6000)
    for eps, delta in refined[::10]:
        own = np.exp(-(pairs**2))
        implied = own + (1 - own) * np.maximum(np.exp(pairs) - np.exp(eps), 0) / (1 + np.exp(pairs))
        assert delta == pytest.approx(implied.min(), abs=2e-3)
        assert delta <= implied.min() + 1e-6


def test_precision_and_recall_by_hand() -> None:
    points = series("hypothesis_testing/figure-5", 1, "ε = 1, ρ_p")
    recall, precision = points[len(points) // 2]
    # Laplace: up to half of the false alarms e^eps/2 of the recall, then 1 - 1/(4 e t), then 1 - (1 - t)/e
    rates = np.linspace(1e-6, 1, 2_000_001)
    curve = np.where(
        rates < np.exp(-1) / 2, np.e * rates, np.where(rates < 0.5, 1 - np.exp(-1) / (4 * rates), 1 - (1 - rates) / np.e)
    )
    rate = np.interp(recall, curve, rates)
    assert precision == pytest.approx(1 / (1 + 0.8 * rate / recall), rel=1e-5)


def test_draws_are_seeded_and_keep_their_band() -> None:
    (draws, other) = FIGURES["glrt/figure-8"].panels[0].draws
    assert band_width(draws) == pytest.approx(np.sqrt(np.log(2 / 0.01) / 2000))
    again = next(one for one in computed(FIGURES["glrt/figure-8"]).panels[0] if one.source is draws)
    assert again.points == next(one for one in computed(FIGURES["glrt/figure-8"]).panels[0] if one.source is draws).points
    x = np.array([point.x.middle for point in again.points])
    certified = series("glrt/figure-8", 0, "$R$")[::-1]
    steps = np.arange(1, len(x) + 1) / len(x)
    assert np.abs(np.interp(x, certified[:, 0], certified[:, 1]) - steps).max() < band_width(draws)
    assert other.seed != draws.seed


def labelled_numbers() -> list[tuple[str, Mark]]:
    """Marks of certified places whose label says the number."""
    marks = [(name, mark) for name in DRAWN for panel in FIGURES[name].panels for mark in panel.marks if not mark.claim]
    return [(name, mark) for name, mark in marks if re.search(r"\d\.\d+(e-\d+)?$", mark.label)]


@pytest.mark.parametrize(("name", "mark"), labelled_numbers(), ids=lambda value: value if isinstance(value, str) else value.label)
def test_a_number_beside_a_mark_is_the_one_drawn(name: str, mark: Mark) -> None:
    text = re.search(r"\d\.\d+(e-\d+)?$", mark.label)
    assert text is not None
    digits, _, power = text[0].partition("e")
    unit = 10.0 ** -len(digits.partition(".")[2]) * 10.0 ** int(power or 0)
    places = [float(certified_point(place_formula(place), fmpq(0))) for place in (mark.x, mark.y)]
    assert any(abs(place - float(text[0])) <= unit for place in places), f"{name}: {mark.label} is drawn at {places}"


def test_there_are_numbers_beside_marks() -> None:
    assert len(labelled_numbers()) >= 6


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("sensitivity_index/figure-1", "0.3085", stats.norm.cdf(-0.5)),
        ("sensitivity_index/figure-1", "0.1270", stats.norm.cdf(-0.5) - np.e * stats.norm.cdf(-1.5) + 5e-5),
        ("sensitivity_index/figure-3", "0.7602", stats.norm.cdf(1 / np.sqrt(2))),
        ("sensitivity_index/figure-4", "0.1269", stats.norm.cdf(-0.5) - np.e * stats.norm.cdf(-1.5)),
        ("glrt/figure-5", "0.408", 10 / np.sqrt(600)),
    ],
)
def test_a_number_of_a_caption_is_right(name: str, text: str, value: float) -> None:
    assert text in FIGURES[name].caption
    assert float(text) == pytest.approx(value, abs=0.6 * 10.0 ** -len(text.partition(".")[2]))


def test_a_claim_that_the_ledger_lacks_is_named() -> None:
    with pytest.raises(DplemmaError, match="names glrt/fig-1/no-such"):
        computed(replace(FIGURES["glrt/figure-1"], claims=("glrt/fig-1/no-such",)))


# -- drawing ----------------------------------------------------------------------------------------------------------------


def markers(picture: object) -> list[str]:
    return [line.get_marker() for axes in picture.figure.axes for line in axes.lines]  # type: ignore[attr-defined]


@pytest.mark.sample
def test_refuted_numbers_are_crosses_and_right_ones_are_not() -> None:
    picture = paper_picture("glrt/figure-1")
    assert markers(picture).count(verdict_mark("refuted").mark) == 2
    assert markers(picture).count("o") == 2
    crossed = [line for axes in picture.figure.axes for line in axes.lines if line.get_marker() == "X"]
    assert {line.get_color() for line in crossed} == {RED}
    words = [text.get_text() for part in picture.figure.subfigs for text in part.texts]
    assert any(line.startswith("✗ refuted: NPO adversary") for line in words)
    assert any("right (certified): NPO adversary: (ε, δ) = (1.70, 10⁻⁴)" in line for line in words)
    assert picture._repr_png_().startswith(b"\x89PNG")


def test_a_mark_follows_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict is read, not typed: with another ledger the cross is a dot."""
    lines = ledger.read()
    right = replace(lines["glrt/fig-1/npo"], verdict="certified", counterexample=None, amendment=None)
    monkeypatch.setattr(ledger, "read", lambda: {**lines, "glrt/fig-1/npo": right})
    assert markers(paper_picture("glrt/figure-1")).count("X") == 1


@pytest.mark.bulk
@each_figure
def test_every_figure_can_be_drawn(name: str, tmp_path: object) -> None:
    picture = paper_picture(name)
    width, height = picture.figure.get_size_inches()
    assert 7 <= width <= 14 and 4 < height < 12
    for axes, panel in zip(picture.figure.axes, FIGURES[name].panels, strict=True):
        assert axes.get_title()
        if panel.boxes:
            assert len(axes.patches) == len(panel.boxes)
            continue
        assert axes.get_xlabel() and axes.get_ylabel()
        drawn = [one for one in (*panel.curves, *panel.areas, *panel.draws) if one.label]
        assert axes.get_legend() is not None and len(axes.get_legend().get_texts()) >= len(drawn)


@each_figure
def test_every_panel_names_its_axes_and_tells_its_curves_apart(name: str) -> None:
    for panel in FIGURES[name].panels:
        assert panel.title and (panel.boxes or (panel.x_name and panel.y_name))
        labels = [curve.label for curve in panel.curves]
        assert len(set(labels)) == len(labels)
        looks = [
            (curve.look if curve.look is not None else place, curve.faint, curve.kind) for place, curve in enumerate(panel.curves)
        ]
        stairs = sum(kind == "steps" for _, _, kind in looks)
        assert len(set(looks)) >= len(looks) - stairs // 2  # a pair of staircases shares its look
    assert FIGURES[name].caption.endswith(".")


def test_looks_differ_without_colour() -> None:
    assert len({str(one.dash) for one in LOOKS}) == len({one.colour for one in LOOKS}) == len(LOOKS)


def test_svg_and_csv_are_written_and_others_refused(tmp_path: object) -> None:
    picture = paper_picture("sensitivity_index/figure-5")
    picture.save(f"{tmp_path}/five.svg")
    picture.save(f"{tmp_path}/five.csv")
    with open(f"{tmp_path}/five.svg", encoding="utf-8") as svg, open(f"{tmp_path}/five.csv", encoding="utf-8") as table:
        assert svg.read().lstrip().startswith("<?xml") and table.readline().startswith("panel,series")
    with pytest.raises(DplemmaError, match=r"must end in .png, .svg or .csv"):
        picture.save(f"{tmp_path}/five.pdf")


def test_the_record_has_verdicts_and_points() -> None:
    record = figure_record(computed(FIGURES["glrt/figure-9"]))
    verdicts = {claim["id"]: claim["verdict"] for claim in record["claims"]}
    assert verdicts["glrt/fig-9/npo"] == ledger.read()["glrt/fig-9/npo"].verdict
    kinds = {one["kind"] for panel in record["panels"] for one in panel["series"]}
    assert kinds == {"certified", "printed", "simulated"}


def test_figures_import_neither_sympy_nor_matplotlib() -> None:
    line = "import sys, dplemma.report.figures as f; f.paper_figures(); print({'sympy', 'matplotlib'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_curves_are_data() -> None:
    assert all(isinstance(curve, Plotted) for name in DRAWN for panel in FIGURES[name].panels for curve in panel.curves)
