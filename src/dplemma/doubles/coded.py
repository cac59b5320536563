"""The registry of coded forms: plain Python functions that compute a quantity in doubles, good and bad.

    @coded("gaussian.delta", "textbook", use="...")
    def textbook(eps, mu):
        return ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu)

A form is written as a user would write it, with `math` or SciPy, so its source is the snippet that users copy.
It is meant for the ordinary range of each parameter unless `on` says otherwise.
`forms_of(quantity)` finds them; the modules of `forms/` are imported when they are asked for.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.lang.parameters import PARAMETERS
from dplemma.values.evaluator import evaluator

Code = Callable[..., Any]
_OWN = ("dplemma.doubles.forms", "dplemma.doubles.coded")  # helpers are copied with the form, not imported


@dataclass(frozen=True)
class CodedForm:
    """One way to compute a quantity in doubles.

    `on` is the range for which it is meant and on which its error is measured; `use` says when to take it; `helpers` are
    functions of the same package that the snippet needs; `condition` restricts its use further (a function of the inputs);
    `whole` names parameters that this form takes at whole numbers only.
    """

    quantity: str
    name: str
    code: Code
    on: Mapping[str, tuple[float, float]]
    use: str
    cure: bool
    helpers: tuple[Code, ...] = ()
    condition: Code | None = field(default=None, compare=False)
    whole: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        return f"{self.quantity}:{self.name}"

    @property
    def whole_parameters(self) -> frozenset[str]:
        """Parameters that are whole numbers, by the quantity or for this form."""
        return self.whole | evaluator(self.quantity).whole

    @property
    def needs(self) -> str:
        """The library beyond Python's own."""
        return "SciPy" if self.code.__module__.rpartition(".")[2].startswith("scipy_") else ""

    @property
    def snippet(self) -> str:
        """Source to copy: the imports it needs, its helpers, and the function itself, without the decorator."""
        functions = (*self.helpers, self.code)
        text = "\n\n\n".join(_source(function) for function in functions)
        imports = _imports(functions, text)
        return f"{imports}\n\n\n{text}\n" if imports else f"{text}\n"


_FORMS: dict[str, CodedForm] = {}


def coded(
    quantity: str, name: str, *, use: str, on: Mapping[str, tuple[float, float]] | None = None, cure: bool = False,
    helpers: tuple[Code, ...] = (), condition: Code | None = None, whole: tuple[str, ...] = (),
) -> Callable[[Code], Code]:  # fmt: skip
    """Register a function as a coded form of a quantity; its parameters are the quantity's, in order."""

    def register(code: Code) -> Code:
        ranges = {
            parameter: (on or {}).get(parameter) or _ordinary(parameter) for parameter in inspect.signature(code).parameters
        }
        form = CodedForm(quantity, name, code, ranges, use, cure, helpers, condition, frozenset(whole))
        if not set(on or {}) <= set(ranges):
            raise DplemmaError(f"coded form {form.id}: its parameters are not those of its range")
        if form.id in _FORMS:
            raise DplemmaError(f"two coded forms are called {form.id}")
        _FORMS[form.id] = form
        return code

    return register


def _ordinary(parameter: str) -> tuple[float, float]:
    known = PARAMETERS[parameter]
    return float(known.low), float(known.high)


@cache
def coded_forms() -> dict[str, CodedForm]:
    """Every coded form by id; those that need SciPy only where it is installed."""
    package = import_module("dplemma.doubles.forms")
    for module in sorted(found.name for found in iter_modules(package.__path__)):
        try:
            import_module(f"{package.__name__}.{module}")
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] != "scipy":
                raise
    return dict(sorted(_FORMS.items()))


def forms_of(quantity: str) -> list[CodedForm]:
    return [form for form in coded_forms().values() if form.quantity == quantity]


def _source(function: Code) -> str:
    text = textwrap.dedent(inspect.getsource(function))
    return text[text.index("def ") :].rstrip() if text.lstrip().startswith("@") else text.rstrip()


def _imports(functions: tuple[Code, ...], text: str) -> str:
    """The import lines of the modules in which the functions live, as far as their text uses the names."""
    used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    whole: set[str] = set()
    members: dict[str, set[str]] = {}
    for module in {function.__module__ for function in functions}:
        for statement in ast.parse(inspect.getsource(sys.modules[module])).body:
            if isinstance(statement, ast.Import):
                whole |= {ast.unparse(ast.Import([name])) for name in statement.names if (name.asname or name.name) in used}
            elif isinstance(statement, ast.ImportFrom) and not (statement.module or "").startswith(_OWN):
                names = {name.name for name in statement.names if name.name in used}
                if names:
                    members.setdefault(statement.module or "", set()).update(names)
    lines = [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(members.items())]
    return "\n".join([*sorted(whole), *lines])
