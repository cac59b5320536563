"""The registry of coded forms: plain Python functions that compute a quantity in doubles, good and bad.

    @coded("gaussian.delta", "textbook", on={"eps": (0.01, 20), "mu": (0.05, 8)}, use="...")
    def textbook(eps, mu):
        return ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu)

A form is written as a user would write it, with `math` or SciPy, so its source is the snippet that users copy.
`forms_of(quantity)` finds them; the modules of `forms/` are imported when they are asked for.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from dplemma.errors import DplemmaError

Code = Callable[..., Any]


@dataclass(frozen=True)
class CodedForm:
    """One way to compute a quantity in doubles.

    `on` is the range for which it is meant and on which its error is measured; `use` says when to take it; `helpers` are
    functions of the same module that the snippet needs; `condition` restricts its use further (a function of the inputs).
    """

    quantity: str
    name: str
    code: Code
    on: Mapping[str, tuple[float, float]]
    use: str
    cure: bool
    helpers: tuple[Code, ...] = ()
    condition: Code | None = field(default=None, compare=False)

    @property
    def id(self) -> str:
        return f"{self.quantity}:{self.name}"

    @property
    def needs(self) -> str:
        """The library beyond Python's own."""
        return "SciPy" if self.code.__module__.rpartition(".")[2].startswith("scipy_") else ""

    @property
    def snippet(self) -> str:
        """Source to copy: the imports it needs, its helpers, and the function itself, without the decorator."""
        parts = [_source(function) for function in (*self.helpers, self.code)]
        text = "\n\n\n".join(parts)
        return f"{_imports(text)}\n\n\n{text}\n"


_FORMS: dict[str, CodedForm] = {}


def coded(
    quantity: str, name: str, *, on: Mapping[str, tuple[float, float]], use: str, cure: bool = False,
    helpers: tuple[Code, ...] = (), condition: Code | None = None,
) -> Callable[[Code], Code]:  # fmt: skip
    """Register a function as a coded form of a quantity; its parameters are the quantity's, in order."""

    def register(code: Code) -> Code:
        form = CodedForm(quantity, name, code, dict(on), use, cure, helpers, condition)
        if tuple(inspect.signature(code).parameters) != tuple(on):
            raise DplemmaError(f"coded form {form.id}: its parameters are not those of its range")
        if form.id in _FORMS:
            raise DplemmaError(f"two coded forms are called {form.id}")
        _FORMS[form.id] = form
        return code

    return register


@cache
def coded_forms() -> dict[str, CodedForm]:
    """Every coded form by id; those that need SciPy only where it is installed."""
    package = import_module("dplemma.precision.forms")
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


def _imports(text: str) -> str:
    lines = []
    if "math." in text:
        lines.append("import math")
    names = [name for name in ("erfcx", "log_ndtr", "ndtr", "ndtri") if f"{name}(" in text and f"def {name}(" not in text]
    if names:
        lines.append(f"from scipy.special import {', '.join(names)}")
    return "\n".join(lines)
