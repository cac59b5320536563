"""A small fixed grammar for `--arg sigma=1/mu`: numbers, names, + - * / **, brackets, sqrt, exp, log. Nothing is run as code.

A formula in which a parameter occurs once, under + - * / and sqrt only, can be solved for it exactly.
Main definitions: `WrittenFormula`, `parse_formula`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dplemma.base.errors import clipped
from dplemma.values.exact import BadInput

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|[-+*/()]))")
_FUNCTIONS: dict[str, Callable[[float], float]] = {"sqrt": math.sqrt, "exp": math.exp, "log": math.log}
_LONGEST, _DEEPEST, _LARGEST_POWER = 200, 40, 64
Node = tuple[str, Any]


class NoArgument(BadInput):
    """A formula has no value at these inputs, so nothing can be passed."""


@dataclass(frozen=True)
class WrittenFormula:
    """A parsed formula: `names` it depends on, its value at exact inputs."""

    text: str
    names: frozenset[str]
    _tree: Node

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """Exact as far as it is rational; a square root, exponential or logarithm is rounded to a double."""
        try:
            return _value(self._tree, values)
        except (ZeroDivisionError, ValueError, OverflowError) as error:
            raise NoArgument(f"{clipped(self.text)!r} has no value there ({error})") from None

    def solve(self, name: str, wanted: Fraction, values: Mapping[str, Fraction]) -> Fraction | None:
        """The value of one name at which the formula is `wanted`, the others as given; None where that is not rational."""
        try:
            return _solve(self._tree, name, wanted, values)
        except (ZeroDivisionError, ValueError, OverflowError):
            return None

    def whole(self, whole: Collection[str]) -> bool:
        """Whether an integer value of it stands for a count: it depends on integers only and is written in integers."""
        return self.names <= frozenset(whole) and not re.search(r"\.|\d[eE]", self.text)

    @property
    def exact(self) -> bool:
        """Whether its value is rational arithmetic, without a rounding."""
        return _rational(self._tree)

    def __str__(self) -> str:
        return self.text


def parse_formula(text: str, known: tuple[str, ...], aliases: Mapping[str, str] | None = None) -> WrittenFormula:
    """A formula in the known names and other names of them; `BadInput` says what is wrong and where."""
    if len(text) > _LONGEST:
        raise BadInput(f"a formula has at most {_LONGEST} characters")
    reader = _Reader(text, known, aliases or {})
    tree = reader.sum(0)
    if reader.here < len(reader.tokens):
        raise BadInput(f"cannot read {clipped(reader.tokens[reader.here][1])!r} in {clipped(text)!r}. Try 1/{known[0]}")
    return WrittenFormula(text, frozenset(reader.used), tree)


class _Reader:
    """Recursive descent: sum, product, power, atom."""

    def __init__(self, text: str, known: tuple[str, ...], aliases: Mapping[str, str]) -> None:
        self.text, self.known, self.aliases, self.used, self.here = text, known, aliases, set[str](), 0
        self.tokens = _tokens(text)

    def peek(self) -> str:
        return self.tokens[self.here][1] if self.here < len(self.tokens) else ""

    def take(self) -> tuple[str, str]:
        if self.here >= len(self.tokens):
            raise BadInput(f"{clipped(self.text)!r} ends too early")
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
                raise BadInput(f"unknown function {clipped(token)!r}; known are {', '.join(_FUNCTIONS)}")
            self.take()
            inside = self.sum(depth + 1)
            self.close()
            return ("call", (token, inside))
        if kind == "name":
            token = token if token in self.known else self.aliases.get(token, token)
            if token not in self.known:
                raise BadInput(f"unknown name {clipped(token)!r} in {clipped(self.text)!r}; known are {', '.join(self.known)}")
            self.used.add(token)
            return ("name", token)
        if token == "(":
            inside = self.sum(depth + 1)
            self.close()
            return inside
        raise BadInput(f"cannot read {clipped(token)!r} in {clipped(self.text)!r}")

    def close(self) -> None:
        if self.peek() != ")":
            raise BadInput(f"a bracket is not closed in {clipped(self.text)!r}")
        self.take()


def _tokens(text: str) -> list[tuple[str, str]]:
    found, position = [], 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise BadInput(f"cannot read {text[position : position + 10]!r} in {clipped(text)!r}")
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


def _rational(node: Node) -> bool:
    kind, content = node
    if kind in ("number", "name"):
        return True
    if kind == "**":
        base, (power, value) = content
        return _rational(base) and power == "number" and value.denominator == 1 and value <= _LARGEST_POWER
    return kind != "call" and all(_rational(part) for part in content)


def _occurrences(node: Node, name: str) -> int:
    kind, content = node
    if kind in ("number", "name"):
        return int(kind == "name" and content == name)
    parts = content[1:] if kind == "call" else content
    return sum(_occurrences(part, name) for part in parts)


def _solve(node: Node, name: str, wanted: Fraction, values: Mapping[str, Fraction]) -> Fraction | None:
    """Undo one operation after the other, from the outside in."""
    kind, content = node
    if _occurrences(node, name) != 1:
        return None
    if kind == "name":
        return wanted
    if kind == "call":
        return _solve(content[1], name, wanted * wanted, values) if content[0] == "sqrt" and wanted >= 0 else None
    left, right = content
    if _occurrences(left, name):
        other = _value(right, values)
        undone = {"+": wanted - other, "-": wanted + other, "*": wanted / (other or 1), "/": wanted * other}.get(kind)
        return None if undone is None or (kind == "*" and other == 0) else _solve(left, name, undone, values)
    other = _value(left, values)
    if kind in "*/" and (other == 0 or wanted == 0):
        return None
    undone = {"+": wanted - other, "-": other - wanted, "*": wanted / (other or 1), "/": other / (wanted or 1)}.get(kind)
    return None if undone is None else _solve(right, name, undone, values)
