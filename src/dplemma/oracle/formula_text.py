"""A small fixed grammar for `--arg sigma=1/mu`: numbers, names, + - * / **, brackets, sqrt, exp, log. Nothing is run as code.

Main definitions: `Formula`, `parse`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dplemma.oracle.exact import BadInput

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|[-+*/()]))")
_FUNCTIONS: dict[str, Callable[[float], float]] = {"sqrt": math.sqrt, "exp": math.exp, "log": math.log}
_LONGEST, _DEEPEST, _LARGEST_POWER = 200, 40, 64
Node = tuple[str, Any]


@dataclass(frozen=True)
class Formula:
    """A parsed formula: `names` it depends on, its value at exact inputs."""

    text: str
    names: frozenset[str]
    _tree: Node

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """Exact as far as it is rational; a square root, exponential or logarithm is rounded to a double."""
        try:
            return _value(self._tree, values)
        except (ZeroDivisionError, ValueError, OverflowError) as error:
            raise BadInput(f"{self.text!r} has no value there ({error})") from None

    @property
    def reciprocal_of(self) -> str:
        """The name x if the formula is 1/x, else nothing."""
        match self._tree:
            case ("/", (("number", one), ("name", str(name)))) if one == 1:
                return name
        return ""


def parse(text: str, known: tuple[str, ...]) -> Formula:
    """A formula in the known names; `BadInput` says what is wrong and where."""
    if len(text) > _LONGEST:
        raise BadInput(f"a formula has at most {_LONGEST} characters")
    reader = _Reader(text, known)
    tree = reader.sum(0)
    if reader.here < len(reader.tokens):
        raise BadInput(f"cannot read {reader.tokens[reader.here][1]!r} in {text!r}. Try 1/{known[0]}")
    return Formula(text, frozenset(reader.used), tree)


class _Reader:
    """Recursive descent: sum, product, power, atom."""

    def __init__(self, text: str, known: tuple[str, ...]) -> None:
        self.text, self.known, self.used, self.here = text, known, set[str](), 0
        self.tokens = _tokens(text)

    def peek(self) -> str:
        return self.tokens[self.here][1] if self.here < len(self.tokens) else ""

    def take(self) -> tuple[str, str]:
        if self.here >= len(self.tokens):
            raise BadInput(f"{self.text!r} ends too early")
        self.here += 1
        return self.tokens[self.here - 1]

    def sum(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise BadInput("too many brackets")
        found = self.product(depth)
        while self.peek() in ("+", "-"):
            operator = self.take()[1]
            found = (operator, (found, self.product(depth)))
        return found

    def product(self, depth: int) -> Node:
        found = self.signed(depth)
        while self.peek() in ("*", "/"):
            operator = self.take()[1]
            found = (operator, (found, self.signed(depth)))
        return found

    def signed(self, depth: int) -> Node:
        if self.peek() == "-":
            self.take()
            if depth > _DEEPEST:
                raise BadInput("too many signs")
            return ("-", (("number", Fraction(0)), self.signed(depth + 1)))
        base = self.atom(depth)
        if self.peek() == "**":
            self.take()
            return ("**", (base, self.signed(depth + 1)))
        return base

    def atom(self, depth: int) -> Node:
        kind, token = self.take()
        if kind == "number":
            return ("number", Fraction(token))
        if kind == "name" and self.peek() == "(":
            if token not in _FUNCTIONS:
                raise BadInput(f"unknown function {token!r}; known are {', '.join(_FUNCTIONS)}")
            self.take()
            inside = self.sum(depth + 1)
            self.close()
            return ("call", (token, inside))
        if kind == "name":
            if token not in self.known:
                raise BadInput(f"unknown name {token!r} in {self.text!r}; known are {', '.join(self.known)}")
            self.used.add(token)
            return ("name", token)
        if token == "(":
            inside = self.sum(depth + 1)
            self.close()
            return inside
        raise BadInput(f"cannot read {token!r} in {self.text!r}")

    def close(self) -> None:
        if self.peek() != ")":
            raise BadInput(f"a bracket is not closed in {self.text!r}")
        self.take()


def _tokens(text: str) -> list[tuple[str, str]]:
    found, position = [], 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise BadInput(f"cannot read {text[position : position + 10]!r} in {text!r}")
        kind = "number" if match[1] else "name" if match[2] else "operator"
        found.append((kind, match[1] or match[2] or match[3]))
        position = match.end()
    if not found:
        raise BadInput("an empty formula")
    return found


def _value(node: Node, values: Mapping[str, Fraction]) -> Fraction:
    kind, content = node
    if kind == "number":
        return content
    if kind == "name":
        return values[content]
    if kind == "call":
        name, inside = content
        return Fraction(_FUNCTIONS[name](float(_value(inside, values))))
    left, right = (_value(part, values) for part in content)
    if kind == "**":
        if right.denominator != 1 or abs(right) > _LARGEST_POWER:
            return Fraction(float(left) ** float(right))
        return left ** int(right)
    return {"+": left.__add__, "-": left.__sub__, "*": left.__mul__, "/": left.__truediv__}[kind](right)
