"""`dplemma figure`: listing, numbers, files, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from dplemma.cli import main


def test_the_list_has_every_figure_and_how_many_claims_are_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "--list"]) == 0
    out = capsys.readouterr().out
    assert "glrt/figure-1  Figure 1; 2 claims, 2 refuted" in out
    assert "hypothesis_testing/figure-1  Fig. 1; 6 claims, 1 refuted" in out
    assert "30 figures; draw one with" in out


def test_the_list_as_json_can_be_narrowed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "--list", "chernoff/*", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert [one["name"] for one in figures] == ["chernoff/figure-1", "chernoff/figure-2"]


def test_numbers_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "sensitivity_index/fig-5", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["name"] == "sensitivity_index/figure-5"
    assert record["panels"][0]["series"][0]["points"][0][2:] == [0.25, 0.25]


def test_three_files_into_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["figure", "sensitivity_index/figure-5", "--out", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {f"sensitivity_index-figure-5{end}" for end in (".png", ".svg", ".csv")}
    assert capsys.readouterr().out.startswith("sensitivity_index/figure-5: ")


def test_a_table_is_written_without_matplotlib_and_a_picture_names_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["figure", "sensitivity_index/figure-5", "--out", str(tmp_path / "five.csv")]) == 0
    assert main(["figure", "sensitivity_index/figure-5", "--out", str(tmp_path / "five.svg")]) == 2
    assert capsys.readouterr().err == "dplemma: drawing needs matplotlib. Install it with: pip install 'dplemma[plot]'\n"
    assert [file.name for file in tmp_path.iterdir()] == ["five.csv"]


def test_one_file(tmp_path: Path) -> None:
    assert main(["figure", "sensitivity_index/figure-5", "--out", str(tmp_path / "five.csv")]) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["five.csv"]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["figure"], "which figure?"),
        (["figure", "glrt/figure-11"], "Did you mean glrt/figure-1"),
        (["figure", "glrt/figure-1", "--out", "no/such/place"], "there is no folder"),
        (
            ["figure", "glrt/figure-1", "--out", "x.gif"],
            "--out x.gif: a file must end in .png, .svg or .csv, a folder must be there",
        ),
        (["figure", "--list", "foo"], "unknown figure 'foo'. See: dplemma figure --list"),
        (["figure", "chernoff/*", "--out", "one.png"], "is one file, and 2 figures are asked for"),
        (["figure", "nothing/*"], "nothing/*"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and said in captured.err and captured.err.count("\n") == 1
