"""One name, one meaning: no two modules define a public class of the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import dplemma

SOURCE = Path(dplemma.__file__).parent


def public_classes(text: str) -> list[str]:
    """The classes that a module defines at its top, without those that are its own affair."""
    return [node.name for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def test_no_two_modules_define_a_public_class_of_the_same_name() -> None:
    places = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in public_classes(path.read_text(encoding="utf-8")):
            places[name].append(str(path.relative_to(SOURCE)))
    assert len(places) > 100
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_private_and_inner_classes_may_share_a_name() -> None:
    assert public_classes("class A:\n    class B: ...\nclass _C: ...\ndef f():\n    class D: ...\n") == ["A"]
