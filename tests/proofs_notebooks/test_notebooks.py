"""The notebooks are what a fresh run of their text gives, and say nothing of the machine they were run on."""

from __future__ import annotations

import base64
import importlib.util
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import matplotlib.image
import nbformat
import numpy as np
import pytest

from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import VERDICTS
from dplemma.papers import papers

FOLDER = Path(__file__).parent.parent.parent / "proofs_notebooks"


def _load() -> ModuleType:
    """proofs_notebooks/build.py under a name of its own: other folders have a build.py too."""
    spec = importlib.util.spec_from_file_location("notebooks_build", FOLDER / "build.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules["notebooks_build"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = _load()
SOURCES = build.sources()
FIRST_CELLS = 8
each_notebook = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)


def committed(source: Path) -> nbformat.NotebookNode:
    return nbformat.read(source.with_suffix(".ipynb"), as_version=4)


def pictures(notebook: nbformat.NotebookNode) -> list[np.ndarray]:
    """The pictures of a notebook, as arrays of red, green and blue between 0 and 1."""
    data = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    coded = [base64.b64decode(each["image/png"]) for each in data if "image/png" in each]
    return [matplotlib.image.imread(io.BytesIO(png), format="png")[:, :, :3] for png in coded]


def is_a_figure(picture: np.ndarray) -> bool:
    """Wide enough to read, mostly paper, with lines, some of them coloured."""
    height, width, _ = picture.shape
    ink = (picture < 0.9).any(axis=2).mean()
    colour = (picture.max(axis=2) - picture.min(axis=2) > 0.3).mean()
    return width >= 600 and height >= 400 and 0.01 < ink < 0.4 and colour > 0.001


def test_every_notebook_has_its_text_and_every_text_its_notebook() -> None:
    assert {source.stem for source in SOURCES} == {file.stem for file in FOLDER.glob("*.ipynb")}
    assert "tour" in {source.stem for source in SOURCES}


@pytest.mark.sample
def test_the_first_cells_of_the_tour_give_what_is_written(tmp_path: Path) -> None:
    """The quick sample of the test below: a kernel starts, and the first claim is decided."""
    first = tmp_path / "tour.py"
    cells = (FOLDER / "tour.py").read_text(encoding="utf-8").split("\n# %%")
    first.write_text("\n# %%".join(cells[:FIRST_CELLS]), encoding="utf-8")
    found = list(build.essence(build.executed(first)))
    assert found == list(build.essence(committed(FOLDER / "tour.py")))[: len(found)]
    assert any(source == "check(first)" and outputs for _, source, outputs in found)


@pytest.mark.bulk
@each_notebook
def test_a_fresh_run_gives_what_is_written(source: Path) -> None:
    """Cells, texts, formulas and the places of the pictures; an error in a cell would end the run."""
    fresh, old = build.executed(source), committed(source)
    assert list(build.essence(fresh)) == list(build.essence(old)), "run: make notebooks"
    assert len(pictures(fresh)) == len(pictures(old))
    assert all(is_a_figure(picture) for picture in pictures(fresh))


@each_notebook
def test_text_and_notebook_are_in_step(source: Path) -> None:
    """Quick to fail where a cell was edited in one of the two only."""
    cells = [(cell.cell_type, cell.source) for cell in build.from_text(source).cells]
    assert [(cell.cell_type, cell.source) for cell in committed(source).cells] == cells, "run: make notebooks"


@each_notebook
def test_a_notebook_is_valid_and_complete(source: Path) -> None:
    notebook = committed(source)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert not any(output.output_type == "error" or output.get("name") == "stderr" for cell in code for output in cell.outputs)


@each_notebook
def test_every_picture_is_a_figure_with_a_caption_below(source: Path) -> None:
    notebook = committed(source)
    assert pictures(notebook) and all(is_a_figure(picture) for picture in pictures(notebook))
    captions = []
    for cell, below in zip(notebook.cells, notebook.cells[1:], strict=False):
        if any("image/png" in output.get("data", {}) for output in cell.get("outputs", [])):
            captions.append(re.match(r"\*\*Figure (\d+)\.\*\* ", below.source))
    assert all(captions)
    assert [int(caption[1]) for caption in captions] == list(range(1, len(captions) + 1))


@each_notebook
def test_nothing_tells_of_the_machine(source: Path) -> None:
    notebook = committed(source)
    assert notebook.metadata == build.METADATA
    assert all(not cell.metadata for cell in notebook.cells)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("image/png", None)
    text = json.dumps(notebook, ensure_ascii=False) + source.read_text(encoding="utf-8")
    assert not re.search(r"/(?:home|tmp|usr|opt|root|Users|work)/|[A-Z]:\\\\|site-packages|ipykernel_\d", text)
    assert not re.search(r"\b\d+\.\d+ s\b|\d\d:\d\d:\d\d", text)


# -- one notebook a paper ---------------------------------------------------------------------------------------------------

PAPERS = [key for key, paper in papers().items() if not paper.collection]
each_paper = pytest.mark.parametrize("paper", PAPERS)
TYPED = re.compile(r"`([a-z_]+/[^`\s]+)`\s+\((" + "|".join(VERDICTS) + r")\)")


def words(source: Path) -> str:
    """The prose of a notebook, on one line."""
    cells = [cell.source for cell in build.from_text(source).cells if cell.cell_type == "markdown"]
    return " ".join(" ".join(cells).split())


@each_notebook
def test_a_verdict_that_is_typed_is_the_one_in_the_ledger(source: Path) -> None:
    lines = ledger.read()
    typed = TYPED.findall(words(source))
    assert {name: verdict for name, verdict in typed if name not in lines or lines[name].verdict != verdict} == {}
    named = set(re.findall(r"`([a-z_]+/[^`\s]+)`", words(source))) - {name for name, _ in typed}
    assert named == set(), "a claim is named with its verdict in brackets"


@each_paper
def test_every_paper_has_an_article(paper: str) -> None:
    """What it says, derived or decided, drawn, what is wrong and the right form, exercises."""
    source = FOLDER / f"{paper}.py"
    text, prose = source.read_text(encoding="utf-8"), words(source)
    typed = TYPED.findall(prose)
    assert len(typed) >= 8 and {name.partition("/")[0] for name, _ in typed} == {paper}
    assert any(verdict == "refuted" for _, verdict in typed) and any(verdict in ("proved", "certified") for _, verdict in typed)
    assert any(name.endswith(("/amended", "/sharpened")) or ".amend)" in text for name, _ in typed)
    assert text.count(f'figure("{paper}/figure-') >= 2
    assert "## Exercises" in prose
    exercises = text.partition("## Exercises")[2]
    assert exercises.count("Claim(") == exercises.count("check(") >= 2


@each_paper
def test_exercises_start_from_something_false(paper: str) -> None:
    """The reader has something to mend: every exercise as it stands is refuted."""
    notebook = committed(FOLDER / f"{paper}.py")
    outcomes = [
        cell.outputs[-1].data["text/plain"]
        for cell in notebook.cells
        if cell.cell_type == "code" and 'id="exercise/' in cell.source
    ]
    assert len(outcomes) >= 2 and all("refuted" in outcome for outcome in outcomes)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda cell: cell.outputs[0].data.update({"text/plain": "<refuted>"}),
        lambda cell: cell.outputs.clear(),
        lambda cell: cell.update(source="check(other)"),
    ],
    ids=["text", "missing", "source"],
)
def test_a_changed_output_is_seen(spoil: Callable[[nbformat.NotebookNode], None]) -> None:
    notebook = committed(FOLDER / "tour.py")
    before = list(build.essence(notebook))
    spoil(next(cell for cell in notebook.cells if cell.source == "check(first)"))
    assert list(build.essence(notebook)) != before


def test_an_empty_picture_is_no_figure() -> None:
    assert not is_a_figure(np.ones((500, 700, 3)))
    assert not is_a_figure(np.zeros((500, 700, 3)))
    assert not is_a_figure(pictures(committed(FOLDER / "tour.py"))[0][:100, :100])
