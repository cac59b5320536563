"""Texts and tables outside the package that the atlas shows: in the source tree, or inside an installed package.

Main definitions: `docs_page`, `reference_table`, `tool_folder`.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_TREE = Path(__file__).parents[3]


def docs_page(name: str) -> str:
    """A page of docs/ as Markdown; nothing where it is not there."""
    return _text(_PACKAGE / "_docs" / name) or _text(_TREE / "docs" / name)


def reference_table(quantity: str) -> str:
    """The table of certified values of a quantity as CSV; nothing where it is not there."""
    file = f"{quantity}.csv"
    return _text(_PACKAGE / "_reference" / file) or _text(_TREE / "reference" / file)


def tool_folder(name: str) -> Path | None:
    """A folder such as `.katex` that a make target fetches: of the current folder, else of the source tree."""
    return next((place / name for place in (Path.cwd(), _TREE) if (place / name).is_dir()), None)


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""
