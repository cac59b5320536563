"""Where the derivations are: the files of the folder `derivations/`, in the source tree or in an installed package.

Main definitions: `index()` (id, title and claim of each, read without running anything), `claimed()` (the derivation of each
claim that has one), `related()` (the one to read beside a claim), `uses_graph()`, `load(id)` (the derivation itself). Importing
this module imports no SymPy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from dplemma.base.errors import BadClaim

if TYPE_CHECKING:
    from dplemma.lang.derivation import Derivation

_INSTALLED = Path(__file__).parents[1] / "_derivations"
_SOURCE = Path(__file__).parents[3] / "derivations"


@dataclass(frozen=True)
class ListedDerivation:
    """What the text of a file says of a derivation in it."""

    id: str
    title: str
    proves: str
    about: str
    file: Path
    uses: tuple[str, ...] = ()
    printed: str = ""  # where the printed proof stands that is decided beside it


def folder() -> Path:
    """The folder inside an installed package, else the one beside `src`."""
    return _INSTALLED if _INSTALLED.is_dir() else _SOURCE


@cache
def index() -> dict[str, ListedDerivation]:
    """Every derivation by id, from the text of the files: no derivation is built, so this is fast."""
    found: dict[str, ListedDerivation] = {}
    for file in sorted(folder().glob("*.py")):
        for entry in _entries(file):
            if entry.id in found:
                raise BadClaim(f"two derivations have the id {entry.id!r}: {found[entry.id].file.name} and {file.name}", "")
            found[entry.id] = entry
    return found


def _entries(file: Path) -> Iterator[ListedDerivation]:
    """The calls `Derivation(id="...", title="...", proves="...", about="...")` of a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), filename=str(file))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Derivation":
            words = {k.arg: k.value.value for k in node.keywords if k.arg and isinstance(k.value, ast.Constant)}
            if not words.get("id"):
                raise BadClaim(f"{file.name}:{node.lineno}: a derivation's id is written out as text", "")
            id_, title, proves, about = (str(words.get(key, "")) for key in ("id", "title", "proves", "about"))
            parts = {k.arg: k.value for k in node.keywords if k.arg}
            uses = _texts(parts["uses"]) if "uses" in parts else ()
            yield ListedDerivation(id_, title, proves, about, file, uses, _where(parts.get("printed")))


def _texts(node: ast.expr) -> tuple[str, ...]:
    """The texts of a tuple that is written out."""
    return tuple(str(part.value) for part in getattr(node, "elts", ()) if isinstance(part, ast.Constant))


def _where(node: ast.expr | None) -> str:
    """The `where` of a `PrintedProof(where="...")`."""
    words = {k.arg: k.value.value for k in getattr(node, "keywords", ()) if isinstance(k.value, ast.Constant)}
    return str(words.get("where", ""))


def uses_graph() -> dict[str, tuple[str, ...]]:
    """For each derivation those it uses, as its file says."""
    return {entry.id: entry.uses for entry in index().values()}


def claimed() -> dict[str, str]:
    """The id of the derivation of each claim that has one."""
    found: dict[str, str] = {}
    for entry in index().values():
        if entry.proves and entry.proves in found:
            raise BadClaim(f"{entry.proves} has two derivations, {found[entry.proves]} and {entry.id}", "")
        if entry.proves:
            found[entry.proves] = entry.id
    return found


def related() -> dict[str, str]:
    """The id of the derivation to read beside each claim: the one that proves it, or one that says it in another form."""
    return {entry.about: entry.id for entry in index().values() if entry.about} | claimed()


@cache
def load(derivation_id: str) -> Derivation:
    """Run the file of a derivation and return it."""
    from dplemma.lang.derivation import Derivation

    file = index()[derivation_id].file
    for value in vars(_module(file)).values():
        if isinstance(value, Derivation) and value.id == derivation_id:
            return value
    raise BadClaim(f"{file.name}: the derivation {derivation_id!r} is not a name of the file", "")


@cache
def _module(file: Path) -> ModuleType:
    """The file run as a module, without leaving byte code beside it."""
    module = ModuleType(f"dplemma._derivations.{file.stem}", f"The derivations of {file.name}.")
    module.__file__ = str(file)
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), vars(module))  # a file of ours, never a user's
    return module
