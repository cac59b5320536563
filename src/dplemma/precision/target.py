"""What `cancel` and `audit` are pointed at: the coded forms of a quantity, or a function of the user's.

A function is named `MODULE:FUNCTION` or `FILE.py:FUNCTION`; importing it runs code that the user chose.
Main definitions: `UserFunction`, `user_function`, `imported`, `ordinary_ranges`.
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

from dplemma.errors import DplemmaError
from dplemma.lang.parameters import PARAMETERS
from dplemma.oracle.evaluator import Evaluator


class BadTarget(DplemmaError):
    """A function that cannot be imported or called."""


@dataclass(frozen=True)
class UserFunction:
    """A function the user named, and the names of its parameters."""

    name: str
    call: Callable[..., Any]
    parameters: tuple[str, ...]


def user_function(target: str) -> UserFunction:
    """A function with parameters that can be passed in order."""
    found = imported(target)
    return UserFunction(target, found, _parameters(found, target))


def imported(target: str) -> Callable[..., Any]:
    """Import `MODULE:FUNCTION` or `FILE.py:FUNCTION`; the current folder is searched first."""
    place, _, path = target.rpartition(":")
    if not place or not path:
        raise BadTarget(f"expected MODULE:FUNCTION or FILE.py:FUNCTION, got {target!r}")
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


def _parameters(function: Callable[..., Any], target: str) -> tuple[str, ...]:
    """Names of the parameters without a default, in order."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ()
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    names = [p.name for p in signature.parameters.values() if p.kind in kinds and p.default is inspect.Parameter.empty]
    needed = [p.name for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    if needed:
        raise BadTarget(f"{target} has parameters that must be given by name ({', '.join(needed)})")
    if not names:
        raise BadTarget(f"{target} takes no parameters: there is nothing to vary")
    return tuple(names)


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


def ordinary_ranges(ready: Evaluator) -> dict[str, tuple[float, float]]:
    """Where people use the quantity, within its domain."""
    return {name: (float(PARAMETERS[name].low), float(PARAMETERS[name].high)) for name in ready.names}
