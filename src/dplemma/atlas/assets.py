"""What the pages need beside themselves: style, scripts, KaTeX, tables, badges, and the interpreter that computes values.

Main definitions: `bundled_katex`, `bundled_interpreter`, `write_assets`. Nothing comes from a network when a page is read: what
the make targets `katex` and `pyodide` fetched from package registries is copied into the site.
"""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import dplemma
from dplemma.atlas.search_data import search_data
from dplemma.atlas.sources import reference_table, tool_folder
from dplemma.base.version import VERSION

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ROOMS_OF_VALUES = ("base", "lang", "arb", "account", "formulas", "values", "_tapes")
"""What computes a value, and nothing else: the interpreter in the page has neither SymPy nor the papers."""
_EPOCH = (2020, 1, 1, 0, 0, 0)  # of the files in the archive, so that the same sources give the same bytes
_BADGE_COLOURS = {"keeps": "#23613a", "gaps": "#6a5a12", "breaks": "#9a2a22", "": "#5f5a52"}


def bundled_katex() -> Path | None:
    """The folder of KaTeX that `make katex` fetched."""
    folder = tool_folder(".katex")
    found = folder / "node_modules" / "katex" / "dist" if folder else None
    return found if found and (found / "katex.min.js").is_file() else None


def bundled_interpreter() -> list[Path]:
    """The files of Pyodide and the wheel of python-flint that `make pyodide` fetched; nothing unless all are there."""
    folder = tool_folder(".pyodide")
    if folder is None:
        return []
    found = [folder / "node_modules" / "pyodide" / name for name in PYODIDE_FILES]
    wheels = sorted(folder.glob("python_flint-*wasm32.whl"))
    return [*found, wheels[-1]] if wheels and all(file.is_file() for file in found) else []


def write_assets(atlas: Mapping[str, Any], out: Path, *, katex: Path | None, interpreter: list[Path]) -> None:
    """Everything under `assets/`, the tables and the badges."""
    folder = out / "assets"
    folder.mkdir(parents=True, exist_ok=True)
    for file in files("dplemma.atlas").joinpath("static").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    data = json.dumps(search_data(atlas), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    (folder / "search-data.js").write_text(f"window.ATLAS_SEARCH = {data};\n", encoding="utf-8")
    if katex is not None:
        _copy_katex(katex, folder / "katex")
    if interpreter:
        _copy_interpreter(interpreter, folder / "pyodide")
    _write_tables(atlas, out / "reference")
    _write_badges(atlas, out)


def _copy_katex(source: Path, folder: Path) -> None:
    (folder / "fonts").mkdir(parents=True, exist_ok=True)
    for name in ("katex.min.js", "katex.min.css"):
        shutil.copyfile(source / name, folder / name)
    for font in source.joinpath("fonts").glob("*.woff2"):
        shutil.copyfile(font, folder / "fonts" / font.name)


def _copy_interpreter(found: list[Path], folder: Path) -> None:
    """Pyodide, python-flint, and what of dplemma computes values; `contents.json` names the wheels in their order."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in found:
        shutil.copyfile(file, folder / file.name)
    own = f"dplemma-{VERSION}-py3-none-any.whl"
    (folder / own).write_bytes(values_wheel())
    (folder / "contents.json").write_text(json.dumps({"wheels": [found[-1].name, own]}), encoding="utf-8")


def values_wheel() -> bytes:
    """The rooms that compute values as a wheel: pure Python, the same bytes for the same sources."""
    package, written = Path(dplemma.__file__).parent, io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in [*_package_files(package), *_metadata()]:
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _package_files(package: Path) -> Iterator[tuple[str, bytes]]:
    inside = [package / "__init__.py", *(file for room in ROOMS_OF_VALUES for file in (package / room).rglob("*"))]
    for file in sorted(inside):
        if file.is_file() and "__pycache__" not in file.parts:
            yield f"dplemma/{file.relative_to(package).as_posix()}", file.read_bytes()


def _metadata() -> Iterator[tuple[str, bytes]]:
    folder = f"dplemma-{VERSION}.dist-info"
    yield f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: dplemma\nVersion: {VERSION}\n".encode()
    yield f"{folder}/WHEEL", b"Wheel-Version: 1.0\nGenerator: dplemma atlas\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{folder}/RECORD", b""


def _write_tables(atlas: Mapping[str, Any], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, quantity in atlas["quantities"].items():
        if quantity["reference"]["rows"]:
            (folder / f"{name}.csv").write_text(reference_table(name), encoding="utf-8")


def _write_badges(atlas: Mapping[str, Any], out: Path) -> None:
    for library in atlas["libraries"].values():
        file = out / library["address"].replace(".html", ".svg")
        file.parent.mkdir(exist_ok=True)
        file.write_text(badge_svg("dplemma", library["badge"]), encoding="utf-8")


def badge_svg(label: str, badge: Mapping[str, Any]) -> str:
    """A badge for the README of a library: how many of its audited calls keep their promise."""
    said = f"{badge['kept']} of {badge['of']} calls keep their promise"
    left, right = 12 + 7 * len(label), round(12 + 5.6 * len(said))
    colour = _BADGE_COLOURS[badge["worst"]]
    words = _fitted(label, 6, left - 12) + _fitted(said, left + 6, right - 12)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{escape(label)}: {escape(said)}"><rect width="{left + right}" height="20" rx="3" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" rx="3" fill="{colour}"/>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">{words}</g></svg>\n'
    )


def _fitted(words: str, at: int, width: int) -> str:
    """Words of exactly this width, whichever font a browser has."""
    return f'<text x="{at}" y="14" textLength="{width}" lengthAdjust="spacingAndGlyphs">{escape(words)}</text>'
