"""A paper file opens with the words of the language and a line for each module it goes on from, and then reads like the paper."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import dplemma.papers

FILES = sorted(path for path in Path(dplemma.papers.__file__).parent.glob("*/*.py") if path.name != "__init__.py")
WORDS = "from dplemma.lang.words import *"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_header_is_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    header = [node for node in ast.parse(text).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert WORDS in map(ast.unparse, header)
    assert len(header) <= 5
    assert {node.end_lineno for node in header} == {node.lineno for node in header}, "an import in more than one line"
