"""One name, one meaning: no two modules define a public class or function of the same name, where the name is all one reads.

A module that is read together with the name, as in `gaussian.delta`, may use the words of another: `FULL_NAMES` lists them.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

import dplemma

SOURCE = Path(dplemma.__file__).parent
LANGUAGES = ("kernel", "rocq")
"""Rooms that import no other but `arb` and `base`: they share words with the rest and no class. Each is looked at by itself."""
FULL_NAMES = (
    "arb", "compile/second_opinion.py", "account/composed.py",  # a function in balls, and once more by mpmath
    "formulas", "doubles/forms", "doubles/profile.py", "peers/*.py", "_tapes",  # a quantity, in doubles, as others compute it
    "papers", "report/figures",  # what a paper calls so
)  # fmt: skip
"""Here the module is part of the name: `gaussian.delta` is a quantity, a form of it in doubles, and what a library computes."""
DOOR = Path("__init__.py")  # `dplemma.check` leads to the function of that name
PROGRAMS = {"main"}  # what `python -m` runs


def public(text: str, *kinds: type[ast.AST]) -> list[str]:
    """What a module defines at its top, without what is its own affair."""
    defined = [node for node in ast.parse(text).body if isinstance(node, kinds)]
    return [node.name for node in defined if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")]


def public_classes(text: str) -> list[str]:
    return public(text, ast.ClassDef)


def public_names(text: str) -> list[str]:
    return [name for name in public(text, ast.ClassDef, ast.FunctionDef) if name not in PROGRAMS]


def places_of(files: Iterable[Path], names: Callable[[str], list[str]]) -> dict[str, list[str]]:
    places = defaultdict(list)
    for path in sorted(files):
        for name in names(path.read_text(encoding="utf-8")):
            places[name].append(str(path.relative_to(SOURCE)))
    return places


def is_part_of_a_full_name(path: Path) -> bool:
    inside = path.relative_to(SOURCE)
    return inside == DOOR or any(inside.match(pattern) or pattern in map(str, inside.parents) for pattern in FULL_NAMES)


def test_no_two_modules_define_a_public_class_of_the_same_name() -> None:
    """The kernel apart, and by itself: it has a language of its own, which shares words with `lang` and no class."""
    kernel = set((SOURCE / "kernel").rglob("*.py"))
    for files in (set(SOURCE.rglob("*.py")) - kernel, kernel):
        places = places_of(files, public_classes)
        assert len(places) > 20
        assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_there_are_names_to_compare() -> None:
    places = places_of(SOURCE.rglob("*.py"), public_classes)
    assert len(places) > 100


def test_no_two_modules_define_a_public_function_of_the_same_name() -> None:
    apart = {room: set((SOURCE / room).rglob("*.py")) for room in LANGUAGES}
    inside = [path for path in set(SOURCE.rglob("*.py")).difference(*apart.values()) if not is_part_of_a_full_name(path)]
    for files, least in ((inside, 1000), (apart["rocq"], 40)):
        places = places_of(files, public_names)
        assert len(places) > least
        assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_private_and_inner_names_may_be_shared() -> None:
    text = "class A:\n    class B: ...\nclass _C: ...\ndef f():\n    class D: ...\ndef _g(): ...\ndef main(): ...\n"
    assert public_classes(text) == ["A"]
    assert public_names(text) == ["A", "f"]


def test_full_names_are_told_by_their_place() -> None:
    assert is_part_of_a_full_name(SOURCE / "formulas" / "gaussian.py")
    assert is_part_of_a_full_name(SOURCE / "peers" / "opacus.py")
    assert is_part_of_a_full_name(SOURCE / "__init__.py")
    assert not is_part_of_a_full_name(SOURCE / "cli" / "__init__.py")
    assert not is_part_of_a_full_name(SOURCE / "peers" / "league" / "run.py")
