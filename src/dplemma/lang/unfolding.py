"""Names replaced by their definitions, in an expression, a statement, a region, a mechanism, a claim or a derivation.

Main definitions: `unfold` (what engines work with; statements still print as they were written), `expanded` (for the reader),
`portable` (for a file that is read elsewhere).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from sympy import Expr

from dplemma.lang.named import spelt_out, unfolded
from dplemma.lang.statements import Statement, expression

T = TypeVar("T")


def unfold(thing: T) -> T:
    """The same mathematics without names; each statement remembers how it was written, for messages."""
    return mapped(thing, _definition, remember=True)


def expanded(thing: T) -> T:
    """The same mathematics without names, printed so."""
    return mapped(thing, _definition, remember=False)


def portable(thing: T) -> T:
    """The same with the names that only their own file knows written out, as it can travel."""
    return mapped(thing, spelt_out, remember=False)


def _definition(expr: Expr) -> Expr:
    found = unfolded(expr)
    return found if found is expr else expression(found)


def mapped(thing: Any, change: Callable[[Expr], Expr], *, remember: bool) -> Any:
    """The thing with every expression in it changed; what holds no changed expression is the same object."""
    if isinstance(thing, Expr):
        return change(thing)
    if isinstance(thing, tuple):
        parts = tuple(mapped(part, change, remember=remember) for part in thing)
        return thing if all(a is b for a, b in zip(parts, thing, strict=True)) else parts
    if isinstance(thing, Mapping):
        named = {name: mapped(part, change, remember=remember) for name, part in thing.items()}
        return thing if all(named[name] is part for name, part in thing.items()) else named
    return _rebuilt(thing, change, remember) if is_dataclass(thing) and not isinstance(thing, type) else thing


def _rebuilt(thing: Any, change: Callable[[Expr], Expr], remember: bool) -> Any:
    """The same with its fields changed: what the constructor checks was checked when the original was built."""
    before = {field.name: getattr(thing, field.name) for field in fields(thing)}
    after = mapped(before, change, remember=remember)
    if after is before:
        return thing
    again = object.__new__(type(thing))
    for name, value in after.items():
        object.__setattr__(again, name, value)
    if isinstance(thing, Statement):
        object.__setattr__(again, "written", thing.shown if remember else None)
    return again
