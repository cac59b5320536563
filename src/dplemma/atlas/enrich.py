"""What takes time or a tool: pictures, figures of papers, certificates, added to the data of the atlas.

Main definitions: `add_pictures`, `add_figures`, `add_certificates`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dplemma.atlas.pictures import PictureCache, files_digest, plot_of, slack_digest, slack_of, values_digest
from dplemma.base.errors import DplemmaError
from dplemma.formulas import quantities
from dplemma.kernel.certificate import read as read_certificate
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records

_FIGURES = "dplemma.report.figures"
Tell = Callable[[str], None]


def add_pictures(atlas: dict[str, Any], records: Records, tell: Tell, kept: PictureCache | None = None) -> None:
    """The plot of every quantity, and the slack of every claim that is an inequality; `tell` hears what is being drawn."""
    kept = kept or PictureCache()
    for name, quantity in quantities().items():  # those that have a definition: a composition would take minutes
        tell(f"plot of {name}")
        atlas["quantities"][name]["plot"] = kept.get(f"plot {name} {values_digest()}", partial(plot_of, quantity))
    for name, entry in atlas["claims"].items():
        if _has_order(records[name]):
            tell(f"picture of {name}")
            entry["picture"] = kept.get(f"slack {slack_digest(records[name])}", partial(_slack, records[name]))


def _has_order(record: Record) -> bool:
    """An inequality stands in its statement; only then there is something to be drawn."""
    return bool(record.statement) and any(sign in record.text for sign in "<>")


def _slack(record: Record) -> dict[str, Any] | None:
    """Nothing where the claim is no inequality, or no ball of it is good enough for a picture."""
    from dplemma.papers import load_claims

    claim = load_claims().get(record.id)
    try:
        return None if claim is None else slack_of(claim, record)
    except DplemmaError:
        return None


def add_figures(atlas: dict[str, Any], records: Records, out: Path, tell: Tell, kept: PictureCache | None = None) -> None:
    """The figures of the papers, redrawn, where this version has them and matplotlib is installed."""
    if find_spec(_FIGURES) is None or find_spec("matplotlib") is None:
        return
    kept = kept or PictureCache()
    draw = import_module(f"{_FIGURES}.draw")
    for name, figure in import_module(_FIGURES).paper_figures().items():
        if figure.paper not in atlas["papers"]:
            continue
        file = f"figure/{name}.svg" if figure.panels else ""
        entry = {
            "name": name, "where": figure.where, "caption": figure.caption, "chosen": figure.chosen,
            "claims": list(figure.all_claims), "file": file,
        }  # fmt: skip
        if file:
            tell(f"figure {name}")
            (out / file).parent.mkdir(parents=True, exist_ok=True)
            verdicts = ",".join(records[claim].verdict for claim in figure.all_claims)  # they give marks their colours
            drawn = kept.get(f"figure {name} {values_digest()} {_figures_digest()} {verdicts}", partial(_drawn_svg, draw, name))
            (out / file).write_text(drawn, encoding="utf-8")
        atlas["papers"][figure.paper]["figures"].append(entry)


def _figures_digest() -> str:
    found = find_spec(_FIGURES)
    return files_digest(Path(place) for place in found.submodule_search_locations or ()) if found else ""


def _drawn_svg(draw: Any, name: str) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "figure.svg"
        draw.write_figure(draw.paper_picture(name, words=False), file)
        return file.read_text(encoding="utf-8")


def add_certificates(atlas: dict[str, Any], folder: Path, out: Path) -> int:
    """The certificates that `dplemma verify --certificates` wrote, each to the claim that it names; how many there are."""
    if not folder.is_dir():
        raise DplemmaError(
            f"--certificates {folder}: there is no such folder. Write one with: dplemma verify --certificates {folder}"
        )
    found = 0
    for file in sorted(folder.glob("*.json")):
        told = read_certificate(file)
        claim = atlas["claims"].get(told["id"])
        if claim is not None and claim["verdict"] == told["verdict"]:
            claim["certificate"] = address = f"certificate/{file.name}"
            (out / address).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, out / address)
            found += 1
    return found
