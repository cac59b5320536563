"""`dplemma atlas`: what it asks for, what it writes, what it refuses."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from dplemma.cli import main

LEMMA = "sensitivity_index/lemma-1"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "where to? dplemma atlas --out DIR"),
        (["--out", "x", "--port", "8000"], "--port is for --serve"),
        (["--serve", "--port", "0"], "must be a port from 1 to 65535"),
        (["nosuch/*", "--out", "x"], "no claim matches"),
    ],
)
def test_bad_usage_is_one_line(
    arguments: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["atlas", *arguments]) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_missing_library_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dplemma.cli.atlas.find_spec", lambda _: None)
    assert main(["atlas", "--out", "x"]) == 2
    assert "pip install 'dplemma[atlas]'" in capsys.readouterr().err


def test_a_part_of_the_site_is_written_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "part"
    assert main(["atlas", LEMMA, "--out", str(out), "--no-pictures", "--no-interpreter", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pages"] == len(list(out.rglob("*.html"))) and told["largest_page_bytes"] < 300_000
    assert (out / f"{LEMMA}.html").is_file() and (out / f"{LEMMA}" / "amended.html").is_file()
    assert not (out / "sensitivity_index" / "lemma-2.html").exists()
    assert set(json.loads((out / "atlas.json").read_text(encoding="utf-8"))["claims"]) == {LEMMA, f"{LEMMA}/amended"}


def test_figures_and_certificates_are_written_to_a_new_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They stand in the folder before its pages do, and so does what an interrupted site left behind."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    def figure(data: object, records: object, out: Path, tell: object) -> None:
        (out / "figure").mkdir(parents=True, exist_ok=True)
        (out / "figure" / "one.svg").write_text("<svg/>", encoding="utf-8")

    out = tmp_path / "site"
    monkeypatch.setattr("dplemma.atlas.enrich.add_figures", figure)
    monkeypatch.setattr("dplemma.atlas.enrich.add_pictures", lambda *_: None)
    with monkeypatch.context() as patch:
        patch.setattr("dplemma.atlas.site.write_assets", interrupted)
        assert main(["atlas", LEMMA, "--out", str(out), "--no-interpreter"]) == 130
    assert main(["atlas", LEMMA, "--out", str(out), "--no-interpreter"]) == 0, capsys.readouterr().err
    assert (out / "index.html").is_file() and (out / "figure" / "one.svg").is_file()


@pytest.mark.bulk
def test_the_page_of_the_atlas_tells_how_many_pages_a_part_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The outputs of that page are not run again by `make docs`; this one is."""
    page = (Path(__file__).parents[2] / "docs" / "atlas.md").read_text(encoding="utf-8")
    command, _, printed = page.partition("$ dplemma ")[2].partition("```")[0].partition("\n")
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out.startswith(printed)
