"""How another implementation is called: by name where its signature has the names, else in order.

Main definitions: `Call`, `bind`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dplemma.oracle.evaluator import Evaluator
from dplemma.oracle.exact import BadInput
from dplemma.oracle.formula_text import Formula

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True)
class Call:
    """A function with its arguments as formulas of the quantity's parameters, in order or by name."""

    function: Callable[..., Any]
    ordered: tuple[str, ...]  # parameters of the quantity passed in order
    named: Mapping[str, str | Formula]  # argument name -> parameter of the quantity, or a formula of them
    whole: frozenset[str]

    def arguments(self, inputs: Mapping[str, Fraction]) -> tuple[list[float | int], dict[str, float | int]]:
        def number(name: str) -> float | int:
            return int(inputs[name]) if name in self.whole else float(inputs[name])

        by_name = {
            key: number(value) if isinstance(value, str) else _plain(value.at(inputs)) for key, value in self.named.items()
        }
        return [number(name) for name in self.ordered], by_name

    def __call__(self, inputs: Mapping[str, Fraction]) -> float:
        ordered, named = self.arguments(inputs)
        return float(self.function(*ordered, **named))

    def settled(self, inputs: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """The inputs that the doubles passed stand for: where 1/x is passed, x is the reciprocal of the double."""
        found = {name: value if name in self.whole else Fraction(float(value)) for name, value in inputs.items()}
        for value in self.named.values():
            if isinstance(value, Formula) and value.reciprocal_of:
                passed = Fraction(float(1 / found[value.reciprocal_of]))
                found[value.reciprocal_of] = 1 / passed
        return found


def _plain(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 and abs(value) < 2**53 else float(value)


def bind(function: Callable[..., Any], ready: Evaluator, mapped: Mapping[str, Formula]) -> Call:
    """How the function takes the quantity's parameters; formulas of `mapped` come first, then names and aliases, then order."""
    whole = frozenset(name for name, interval in ready.quantity.params.items() if interval.integer)
    used = {name for formula in mapped.values() for name in formula.names}
    left = [name for name in ready.names if name not in used]
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        if mapped:
            raise BadInput("the function has no signature, so --arg cannot name its parameters") from None
        return Call(function, tuple(ready.names), {}, whole)
    names = [p.name for p in parameters]
    unknown = [name for name in mapped if name not in names and not any(p.kind is p.VAR_KEYWORD for p in parameters)]
    if unknown:
        raise BadInput(f"--arg {unknown[0]}=...: the function has no parameter {unknown[0]!r}; it has {', '.join(names)}")
    by_name = {ready.quantity.aliases.get(p.name, p.name): p.name for p in parameters if p.kind is not p.POSITIONAL_ONLY}
    if all(name in by_name and by_name[name] not in mapped for name in left):
        return Call(function, (), {**{by_name[name]: name for name in left}, **mapped}, whole)
    free = [p for p in parameters if p.kind in _POSITIONAL and p.name not in mapped]
    needed = [p for p in free if p.default is p.empty]
    if len(needed) > len(left) or len(left) > len(free):
        takes = ", ".join(p.name for p in free) or "none"
        raise BadInput(f"{ready.quantity.name} has {', '.join(left)}, the function takes {takes}. Say how, e.g. --arg sigma=1/mu")
    if mapped:
        return Call(function, (), {**{p.name: name for p, name in zip(free, left, strict=False)}, **mapped}, whole)
    return Call(function, tuple(left), {}, whole)
