"""A user's Python file as data: the claims and quantities it defines at module level.

Main definitions: `python_file`, `load_definitions(path)`, `Definitions`, `code_place`.

The file is imported, which runs it: it is code the user chose to run. It is read afresh (no stale byte code, none written),
under a private module name, so it may be called like any other module; its folder comes last on the path of imports.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

from dplemma.base.errors import BadClaim, DplemmaError, clipped
from dplemma.formulas import every_quantity
from dplemma.lang.claim import Claim
from dplemma.lang.mistakes import mistake_line
from dplemma.lang.quantity import Quantity
from dplemma.papers import registry

_MODULE = "_dplemma_user_file"


class BadFile(DplemmaError):
    """A file that cannot be imported or has nothing to check."""


@dataclass(frozen=True, kw_only=True)
class Definitions:
    """What a file defines, in its order: claims by id, each followed by its amendment or sharpening, and quantities by name."""

    claims: dict[str, Claim]
    quantities: dict[str, Quantity]


class _FreshLoader(SourceFileLoader):
    """Compiles the text as it is now: cached byte code is compared by second and size, and a quick edit may keep both."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def load_definitions(path: Path) -> Definitions:
    """Import the file and collect what it defines; what it prints goes to stderr."""
    found = _imported(path)
    claims = [item for item in found if isinstance(item, Claim)]
    quantities = [item for item in found if isinstance(item, Quantity) and not item.define.__module__.startswith("dplemma.")]
    if not claims and not quantities:
        raise BadFile(f"{path.name}: no claims in it; write lemma = Claim(id='mine/lemma', ...) at module level")
    companions = {id(better) for claim in claims for better in claim.family()[1:]}
    return Definitions(
        claims=registry(claim for claim in claims if id(claim) not in companions),
        quantities=_by_name(quantities),
    )


def code_place(function: Callable[..., Any]) -> str:
    """File and line of a function."""
    code = getattr(function, "__code__", None)
    return f"{Path(code.co_filename).name}:{code.co_firstlineno}" if code else ""


def python_file(text: str) -> Path:
    """The existing Python file that was named."""
    path = Path(text)
    if path.is_dir():
        raise BadFile(f"{clipped(text)} is a folder; give one Python file, e.g. dplemma check mine.py")
    if not path.exists():
        raise BadFile(f"{clipped(text)}: no such file")
    if path.suffix != ".py":
        raise BadFile(f"{clipped(text)} is not a Python file; its name must end in .py")
    return path.absolute()


def _imported(path: Path) -> list[Claim | Quantity]:
    """What the module defines."""
    spec = spec_from_file_location(_MODULE, path, loader=_FreshLoader(_MODULE, str(path)))
    if spec is None or spec.loader is None:
        raise BadFile(f"{path.name} cannot be imported")
    module = module_from_spec(spec)
    with _importable(path.parent), redirect_stdout(sys.stderr):
        sys.modules[_MODULE] = module
        try:
            spec.loader.exec_module(module)
            return list(_collected(vars(module), set()))
        except BadClaim:
            raise
        except (Exception, SystemExit) as error:
            raise BadFile(mistake_line(error, path)) from None
        finally:
            del sys.modules[_MODULE]


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """The folder's modules can be imported; last, or a file called random.py would replace the one SymPy needs."""
    before = list(sys.path)
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path[:] = before


def _collected(value: Any, seen: set[int]) -> Iterator[Claim | Quantity]:
    """Claims and quantities in nested lists, tuples and dictionaries, each object once."""
    kind = type(value)  # an object may answer no question, not even isinstance's
    if not issubclass(kind, (Claim, Quantity, list, tuple, dict)) or id(value) in seen:
        return
    seen.add(id(value))
    if issubclass(kind, (Claim, Quantity)):
        yield value
        return
    items = [item for name, item in value.items() if name != "__builtins__"] if issubclass(kind, dict) else value
    for item in items:
        yield from _collected(item, seen)


def _by_name(quantities: list[Quantity]) -> dict[str, Quantity]:
    found: dict[str, Quantity] = {}
    for quantity in quantities:
        if quantity.name in every_quantity():
            place = code_place(quantity.define)
            raise BadClaim(f"{quantity.name!r} is a quantity of dplemma already; give this one a name of its own", place)
        if quantity.name in found:
            places = f"{code_place(found[quantity.name].define)} and {code_place(quantity.define)}"
            raise BadClaim(f"two quantities have the name {quantity.name!r}: {places}", "")
        found[quantity.name] = quantity
    return found
