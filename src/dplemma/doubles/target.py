"""What `cancel` and `audit` are pointed at: the coded forms of a quantity, or a function of the user's.

A function is named `MODULE:FUNCTION` or `FILE.py:FUNCTION`; importing it runs code that the user chose.
Main definitions: `UserFunction`, `user_function`, `imported`, `parted`.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.doubles.lift import Arranged
from dplemma.values.calls import Call, Source, bind
from dplemma.values.evaluator import Evaluator

NOISE = "sigma"
_SAY = "a function of your own that passes {}={}"


class BadTarget(DplemmaError):
    """A function that cannot be imported or called."""


@dataclass(frozen=True)
class UserFunction:
    """A function the user named as one of doubles: `call.names` are what they stand for, `called` is the call in words."""

    name: str
    call: Arranged
    called: str


def user_function(target: str, ready: Evaluator | None = None) -> UserFunction:
    """The function, of the quantity's parameters or, without a quantity, of its own.

    One that wants the noise is a function of the double `sigma`, which a quantity of mu reads as exactly 1/mu.
    """
    function = imported(target)
    call = _own(function, target) if ready is None else bind(function, ready, {}, say=_SAY)
    ordered = tuple(_of_a_point(source) for source in call.ordered)
    named = {name: _of_a_point(source) for name, source in call.named.items()}
    parameters = ready.names if ready is not None else [str(source) for source in (*call.ordered, *call.named)]
    names = tuple(name if name in (*ordered, *named.values()) else NOISE for name in parameters)
    return UserFunction(target, Arranged(function, names, ordered, named, call.whole), call.phrase(target.rpartition(":")[2]))


def _of_a_point(source: Source) -> str | float:
    """A parameter by its name, 1/mu as the noise, a formula without a parameter as its number."""
    if isinstance(source, str):
        return source
    return NOISE if source.names else float(source.at({}))


def parted(target: str) -> tuple[str, str]:
    """MODULE or FILE.py, and FUNCTION."""
    place, _, path = target.rpartition(":")
    if not place or not path:
        raise BadTarget(f"expected MODULE:FUNCTION or FILE.py:FUNCTION, got {target!r}")
    return place, path


def imported(target: str) -> Callable[..., Any]:
    """Import `MODULE:FUNCTION` or `FILE.py:FUNCTION`; the current folder is searched first."""
    place, path = parted(target)
    module = _module(place)
    found: Any = module
    for part in path.split("."):
        if not hasattr(found, part):
            near = get_close_matches(part, [name for name in dir(found) if not name.startswith("_")], 1)
            raise BadTarget(f"{place} has no {part!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
        found = getattr(found, part)
    if not callable(found):
        raise BadTarget(f"{target} is not a function")
    return found


def _own(function: Callable[..., Any], target: str) -> Call:
    """The call with every parameter that has no default, under its own name."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise BadTarget(f"{target} has no signature: say what it is with --as QUANTITY") from None
    needed = [p for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if not needed:
        raise BadTarget(f"{target} takes no parameters: there is nothing to vary")
    ordered = tuple(p.name for p in needed if p.kind is not p.KEYWORD_ONLY)
    return Call(function, ordered, {p.name: p.name for p in needed if p.kind is p.KEYWORD_ONLY}, frozenset())


def _module(place: str) -> ModuleType:
    try:
        with redirect_stdout(sys.stderr):
            return _from_file(Path(place)) if place.endswith(".py") else _from_name(place)
    except DplemmaError:
        raise
    except SystemExit:
        raise BadTarget(f"{place} ends the program when it is imported") from None
    except Exception as error:
        raise BadTarget(f"{place} cannot be imported: {type(error).__name__}: {' '.join(str(error).split())}") from None


def _from_name(name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    return importlib.import_module(name)


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise BadTarget(f"there is no file {path}")
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BadTarget(f"{path} is not a Python file")
    module = module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)
    return module
