"""Printed algorithms as data: lines over named numbers, which the kernel can run, and the subroutines that they call.

Main definitions: `Set`, `Invoke`, `When`, `Each` (lines), `Subroutine`; `Algorithm` in `judgements` is made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sympy import Expr, Symbol

from dplemma.base.errors import BadClaim
from dplemma.lang.statements import Statement, checked, expression
from dplemma.lang.text import to_text

__all__ = ["Each", "Invoke", "Set", "Subroutine", "When"]


class Line:
    """A line of a program. `expressions` are what it evaluates itself, `blocks` the lines inside, `sets` the name it sets."""

    def expressions(self) -> tuple[Expr, ...]:
        return ()

    def blocks(self) -> tuple[tuple[Line, ...], ...]:
        return ()

    def sets(self) -> str | None:
        return None

    def text(self) -> str:
        raise NotImplementedError

    def walk(self) -> Iterator[Line]:
        yield self
        for block in self.blocks():
            for line in block:
                yield from line.walk()


Lines: TypeAlias = Line | tuple[Line, ...]
"""One line or several."""


@dataclass(frozen=True)
class Set(Line):
    """name <- value: sums, products, integral powers, maxima and minima of rational numbers."""

    name: Symbol
    value: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", expression(self.value))

    def expressions(self) -> tuple[Expr, ...]:
        return (self.value,)

    def sets(self) -> str:
        return self.name.name

    def text(self) -> str:
        return f"{self.name} <- {to_text(self.value)}"


@dataclass(frozen=True, init=False)
class Invoke(Line):
    """name <- what the subroutine of this name returns for the arguments."""

    name: Symbol
    routine: str
    arguments: tuple[Expr, ...]

    def __init__(self, name: Symbol, routine: str, *arguments: Any) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "routine", routine)
        object.__setattr__(self, "arguments", tuple(map(expression, arguments)))

    def expressions(self) -> tuple[Expr, ...]:
        return self.arguments

    def sets(self) -> str:
        return self.name.name

    def text(self) -> str:
        return f"{self.name} <- {self.routine}({', '.join(map(to_text, self.arguments))})"


@dataclass(frozen=True)
class When(Line):
    """The lines where the condition holds, the others where it fails."""

    condition: Statement
    then: Lines
    otherwise: Lines = ()

    def __post_init__(self) -> None:
        checked((self.condition,))
        for block in ("then", "otherwise"):
            object.__setattr__(self, block, lines_of(getattr(self, block)))

    def blocks(self) -> tuple[tuple[Line, ...], ...]:
        return (lines_of(self.then), lines_of(self.otherwise))

    def text(self) -> str:
        then, otherwise = map(text_of, self.blocks())
        return f"if {self.condition.text()} {{{then}}}" + (f" else {{{otherwise}}}" if otherwise else "")


@dataclass(frozen=True)
class Each(Line):
    """The lines for each integer from first to last, in turn, or, where they are shuffled, in any order."""

    name: Symbol
    first: Expr
    last: Expr
    lines: Lines
    shuffled: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", expression(self.first))
        object.__setattr__(self, "last", expression(self.last))
        object.__setattr__(self, "lines", lines_of(self.lines))

    def expressions(self) -> tuple[Expr, ...]:
        return (self.first, self.last)

    def blocks(self) -> tuple[tuple[Line, ...], ...]:
        return (lines_of(self.lines),)

    def sets(self) -> str:
        return self.name.name

    def text(self) -> str:
        order = ", in any order" if self.shuffled else ""
        return f"for {self.name} = {to_text(self.first)}, ..., {to_text(self.last)}{order} {{{text_of(*self.blocks())}}}"


def lines_of(given: Any) -> tuple[Line, ...]:
    """One line or several."""
    lines = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    for line in lines:
        if not isinstance(line, Line):
            raise BadClaim(f"{line!r} is not a line of a program; write Set, Invoke, When or Each")
    return lines


def text_of(lines: Iterable[Line]) -> str:
    return "; ".join(line.text() for line in lines)


@dataclass(frozen=True, kw_only=True)
class Subroutine:
    """What an algorithm takes for granted: a function of `takes` with a `result` that meets the contract at every call.

    Either `value`, an expression in `takes` that the engine encloses and returns as an exact rational: not below it (`round`
    "up"), not above it ("down") or on either side ("nearest"), within 10^-`places`; or `compute`, a function of the values.
    The `contract` is a statement about `takes` and `result`. A call that breaks it is an error of ours, not of the algorithm.
    """

    says: str
    takes: tuple[str, ...]
    contract: Statement
    value: Any = None
    round: str = "nearest"
    places: int = 30
    compute: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        checked((self.contract,))
        if (self.value is None) == (self.compute is None):
            raise BadClaim(f"subroutine {self.says!r} needs a value or a function that computes it, and not both")
        if self.round not in ("up", "down", "nearest"):
            raise BadClaim(f"a subroutine rounds up, down or nearest, not {self.round!r}")
        if self.value is not None:
            object.__setattr__(self, "value", expression(self.value))
        used = set(self.contract.free_names()) | {str(s) for s in getattr(self.value, "free_symbols", ())}
        unknown = used - {*self.takes, "result"}
        if unknown:
            raise BadClaim(f"subroutine {self.says!r} speaks of {', '.join(sorted(unknown))}, which it does not take")

    def canonical(self) -> str:
        return f"{','.join(self.takes)}:{self.contract.canonical()}"
