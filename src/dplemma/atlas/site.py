"""A copy of the site in a folder.

Main definitions: `write_site`, `take_folder`, `WrittenSite`. A folder that is not empty is taken only if an earlier site stands
in it, or one that was interrupted; pages that no longer exist are removed from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dplemma.atlas.assets import bundled_interpreter, bundled_katex, write_assets
from dplemma.atlas.render import Site, pages_of
from dplemma.base.errors import DplemmaError

DATA_FILE = "atlas.json"


@dataclass(frozen=True, kw_only=True)
class WrittenSite:
    """What was written, and what this copy is without, a line each."""

    folder: Path
    pages: int
    largest: int
    without: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {"folder": str(self.folder), "pages": self.pages, "largest_page_bytes": self.largest, "without": self.without}


def write_site(atlas: Mapping[str, Any], out: Path, *, interpreter: bool = True) -> WrittenSite:
    """The data, every page and what they need."""
    take_folder(out)
    katex, python = bundled_katex(), bundled_interpreter() if interpreter else []
    (out / DATA_FILE).write_text(json.dumps(atlas, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    sizes = {address: _write_page(out / address, text) for address, text in pages_of(atlas, _site(katex, python))}
    _remove_stale(out, set(sizes))
    write_assets(atlas, out, katex=katex, interpreter=python)
    return WrittenSite(folder=out, pages=len(sizes), largest=max(sizes.values()), without=_without(katex, python, interpreter))


def _site(katex: Path | None, python: list[Path]) -> Site:
    return Site(katex=katex is not None, interpreter=bool(python))


def _without(katex: Path | None, python: list[Path], asked: bool) -> list[str]:
    lines = [] if katex else ["KaTeX is not there, so formulas are shown as text: make katex"]
    return lines if python or not asked else [*lines, "Pyodide is not there, so no page computes values: make pyodide"]


def check_folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise DplemmaError(f"--out {out}: it is a file, not a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / DATA_FILE).is_file():
        raise DplemmaError(f"--out {out}: the folder has something else in it. Name an empty or a new one")


def take_folder(out: Path) -> None:
    """Make the folder a site's own before anything is written to it, so that what is interrupted can be begun again."""
    check_folder(out)
    out.mkdir(parents=True, exist_ok=True)
    if not (out / DATA_FILE).is_file():
        (out / DATA_FILE).write_text("{}\n", encoding="utf-8")


def _write_page(file: Path, text: str) -> int:
    content = text.encode()
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.is_file() or file.read_bytes() != content:
        file.write_bytes(content)
    return len(content)


def _remove_stale(out: Path, current: set[str]) -> None:
    for file in out.rglob("*.html"):
        if file.relative_to(out).as_posix() not in current:
            file.unlink()
