"""Heat maps of the bits a form loses: what a picture holds, and that it is the same file each time."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from dplemma.base.errors import DplemmaError
from dplemma.doubles.survey import Candidate
from dplemma.report.pictures import heat_map

WIDE = {"eps": (1e-2, 720.0), "mu": (1e-2, 30.0)}


def phi(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def profile(eps: float, mu: float) -> float:
    return phi(mu / 2 - eps / mu) - math.exp(eps) * phi(-mu / 2 - eps / mu)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heat_map, "CELLS", 8)


def test_a_map_has_the_bits_of_error_and_hides_what_is_no_double() -> None:
    figure = heat_map._figure([Candidate("naive", profile)], WIDE, ("eps", "mu"), "gaussian.delta")
    axes = figure.axes[0]
    values = axes.collections[0].get_array()
    assert values.count() and values.mask.any()
    assert 0 <= values.min() < 8 < values.max() <= 53
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert legend == ["8 bits", "not a normal double", "ordinary range", "gdp_bridge"]
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_xscale()) == ("eps", "mu", "log")


@pytest.mark.parametrize("count", [6, 12])
def test_any_number_of_papers_is_framed_each_in_dashes_of_its_own(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    studied = {f"paper_{i}": SimpleNamespace(studies={"eps": (0.1 + i, 20.0), "mu": (0.1, 6.0)}) for i in range(count)}
    monkeypatch.setattr(heat_map, "papers", lambda: studied)
    figure = heat_map._figure([Candidate("naive", profile)], WIDE, ("eps", "mu"), "gaussian.delta")
    frames = {patch.get_label(): patch for patch in figure.axes[0].patches}
    assert list(frames) == ["ordinary range", *studied]
    assert len({str(frame.get_linestyle()) for frame in frames.values()}) == count + 1  # told apart without any colour
    neighbours = [frames[name].get_edgecolor() for name in studied]
    assert all(first != second for first, second in itertools.pairwise(neighbours))


def test_one_parameter_gives_a_curve() -> None:
    figure = heat_map._figure([Candidate("log", lambda x: math.log(1 + x))], {"x": (1e-12, 1.0)}, ("x",), "")
    bits = figure.axes[0].lines[0].get_ydata()
    assert bits[0] > 30 > 2 > bits[-1]
    assert np.isfinite(bits).all()


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_same_picture_is_the_same_file(tmp_path: Path, suffix: str) -> None:
    files = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for file in files:
        heat_map.write_heat_map([Candidate("naive", profile)], WIDE, "gaussian.delta", file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_point_cannot_be_drawn(tmp_path: Path) -> None:
    with pytest.raises(DplemmaError, match="needs a range"):
        heat_map.write_heat_map([Candidate("naive", profile)], {"eps": (1.0, 1.0), "mu": (1.0, 1.0)}, "", tmp_path / "a.png")
