"""Statements about a region as a whole: monotonicity, limits, printed numbers, inferences, definitions, algorithms.

Main definitions: `Monotone`, `Limit`, `Number`, `Inference`, `Obligations`, `Algorithm`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr, S, Symbol

from dplemma.base.errors import BadClaim
from dplemma.base.page import latex_words
from dplemma.lang.printed import Printed
from dplemma.lang.program import Invoke, Line, Lines, Subroutine, When, lines_of, text_of
from dplemma.lang.statements import All, Statement, checked, expression
from dplemma.lang.text import latex_name, to_latex, to_text

__all__ = ["Algorithm", "Inference", "Limit", "Monotone", "Number", "Obligations", "asymptotic"]


@dataclass(frozen=True)
class Monotone(Statement):
    """`expr` is (strictly) increasing or decreasing in `variable`, the others held fixed."""

    deniable = True

    expr: Expr
    variable: Symbol
    direction: str
    strict: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "expr", expression(self.expr))
        if self.direction not in ("increasing", "decreasing"):
            raise BadClaim(f"direction is increasing or decreasing, not {self.direction!r}")
        if self.variable not in self.expr.free_symbols:
            raise BadClaim(f"{to_text(self.expr)} does not depend on {self.variable}")

    def expressions(self) -> tuple[Expr, ...]:
        return (self.expr,)

    def latex(self) -> str:
        return rf"{to_latex(self.shown.expr)} \text{{ is {self._how()} in }} {latex_name(self.variable.name)}"

    def text(self) -> str:
        return f"{to_text(self.shown.expr)} is {self._how()} in {self.variable}"

    def _how(self) -> str:
        return f"strictly {self.direction}" if self.strict else f"{self.direction} (weakly)"

    def _tag(self) -> str:
        return f"{self._how()} in {self.variable}"


@dataclass(frozen=True)
class Limit(Statement):
    """`expr` tends to `value` as `variable` tends to `to` from `side` (+, -) at every point of the region."""

    deniable = True

    expr: Expr
    variable: Symbol
    to: Expr
    value: Expr
    side: str = "+"

    def __post_init__(self) -> None:
        for name in ("expr", "to", "value"):
            object.__setattr__(self, name, expression(getattr(self, name)))
        if self.to is S.Infinity:
            object.__setattr__(self, "side", "-")
        elif self.to is S.NegativeInfinity:
            object.__setattr__(self, "side", "+")
        if self.side not in ("+", "-"):
            raise BadClaim(f"a limit is taken from + or -, not {self.side!r}")
        if self.variable not in self.expr.free_symbols:
            raise BadClaim(f"{to_text(self.expr)} does not depend on {self.variable}")
        for end in (self.to, self.value):
            if self.variable in end.free_symbols:
                raise BadClaim(f"{to_text(end)} depends on {self.variable}, which the limit leaves behind")

    def expressions(self) -> tuple[Expr, ...]:
        return (self.expr, self.to, self.value)

    def bound(self) -> frozenset[str]:
        return frozenset((self.variable.name,))

    def latex(self) -> str:
        side = "" if self.to.is_infinite else f"^{self.side}"
        arrow = rf"{latex_name(self.variable.name)} \to {to_latex(self.to)}{side}"
        return rf"\lim_{{{arrow}}} {to_latex(self.shown.expr)} = {to_latex(self.shown.value)}"

    def text(self) -> str:
        side = "" if self.to.is_infinite else self.side
        return f"limit as {self.variable} -> {self.to}{side} of {to_text(self.shown.expr)} = {to_text(self.shown.value)}"

    def _tag(self) -> str:
        return f"{self.variable}->{self.to}{self.side}"


def asymptotic(expr: Any, leading: Any, variable: Symbol, to: Any, side: str = "+") -> Limit:
    """expr ~ leading: their ratio tends to 1."""
    return Limit(expression(expr) / expression(leading), variable, to, S.One, side)


@dataclass(frozen=True)
class Number(Statement):
    """The value of an expression without variables is the number printed."""

    expr: Expr
    printed: Printed

    def __post_init__(self) -> None:
        object.__setattr__(self, "expr", expression(self.expr))
        if not isinstance(self.printed, Printed):
            raise BadClaim(f"a number is compared with Printed(...), not {self.printed!r}")
        if self.expr.free_symbols:
            raise BadClaim(f"a printed number cannot depend on {', '.join(map(str, self.expr.free_symbols))}")

    def expressions(self) -> tuple[Expr, ...]:
        return (self.expr,)

    def latex(self) -> str:
        promise = rf" \text{{ ({self.printed.promise})}}" if self.printed.promise else ""
        return rf"{to_latex(self.shown.expr)} \approx {self.printed}{promise}"

    def text(self) -> str:
        promise = f" ({self.printed.promise})" if self.printed.promise else ""
        return f"{to_text(self.shown.expr)} is printed as {self.printed}{promise}"

    def _tag(self) -> str:
        grid = f" on {self.printed.grid}" if self.printed.grid else ""
        return f"{self.printed.mode} {self.printed.text}{grid}"


@dataclass(frozen=True)
class Inference(Statement):
    """From the premises the conclusion follows. Judged on a model: it fails if the model has the premises without it."""

    premises: tuple[Statement, ...]
    conclusion: Statement
    model: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "premises", checked(self.premises))
        checked((self.conclusion,))
        if not self.premises:
            raise BadClaim("an inference is from premises; without one, state the conclusion")

    def parts(self) -> tuple[Statement, ...]:
        return (*self.premises, self.conclusion)

    def _together(self) -> Statement:
        first, *others = self.premises
        return All(first, *others) if others else first

    def latex(self) -> str:
        return (
            rf"{self._together().latex()} \;\vdash\; {self.conclusion.latex()} \quad \text{{(model: {latex_words(self.model)})}}"
        )

    def text(self) -> str:
        return f"from {self._together().text()} follows {self.conclusion.text()} [model: {self.model}]"

    def _tag(self) -> str:
        return self.model


@dataclass(frozen=True, init=False)
class Obligations(Statement):
    """What a definition owes: each obligation by name (defined, codomain, not_vacuous, names ...)."""

    named: Mapping[str, Statement] = field(default_factory=dict)

    def __init__(self, **named: Statement) -> None:
        if not named:
            raise BadClaim("a definition owes at least one obligation")
        checked(named.values())
        object.__setattr__(self, "named", named)

    def parts(self) -> tuple[Statement, ...]:
        return tuple(self.named.values())

    def latex(self) -> str:
        return r",\quad ".join(rf"\text{{{n.replace('_', ' ')}: }} {s.latex()}" for n, s in self.named.items())

    def text(self) -> str:
        return "; ".join(f"{n.replace('_', ' ')}: {s.text()}" for n, s in self.named.items())

    def _tag(self) -> str:
        return ",".join(self.named)


@dataclass(frozen=True)
class Algorithm(Statement):
    """A printed algorithm as a program, and what it promises of its inputs and of what it has set at its end.

    The promise is made for every input of the region, for all subroutines that keep their contracts (`uses`) and for every order
    of what is shuffled. The inputs are the names that the lines use and do not set.
    """

    lines: Lines
    promise: Statement
    uses: Mapping[str, Subroutine] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked((self.promise,))
        object.__setattr__(self, "lines", lines_of(self.lines))
        for name, subroutine in self.uses.items():
            if not isinstance(subroutine, Subroutine):
                raise BadClaim(f"{name} is not a Subroutine: {subroutine!r}")
        for line in self.every_line():
            if isinstance(line, Invoke):
                self._must_take(line)
        if not self.outputs:
            raise BadClaim("the promise speaks of nothing that the program sets")

    def _must_take(self, line: Invoke) -> None:
        if line.routine not in self.uses:
            raise BadClaim(f"the program calls {line.routine}, which is not among the subroutines it uses")
        takes = self.uses[line.routine].takes
        if len(takes) != len(line.arguments):
            raise BadClaim(f"{line.routine} takes {', '.join(takes)}, but {len(line.arguments)} values are given")

    @property
    def outputs(self) -> tuple[str, ...]:
        """What the promise speaks of and the program sets, in the order of the program."""
        names = dict.fromkeys(name for line in self.every_line() if (name := line.sets()) is not None)
        return tuple(name for name in names if name in self.promise.free_names())

    def every_line(self) -> list[Line]:
        return [inner for line in lines_of(self.lines) for inner in line.walk()]

    def parts(self) -> tuple[Statement, ...]:
        return (self.promise, *(line.condition for line in self.every_line() if isinstance(line, When)))

    def expressions(self) -> tuple[Expr, ...]:
        return tuple(expr for line in self.every_line() for expr in line.expressions())

    def bound(self) -> frozenset[str]:
        return frozenset(name for line in self.every_line() if (name := line.sets()) is not None)

    def latex(self) -> str:
        return rf"\text{{the algorithm promises }} {self.promise.latex()}"

    def text(self) -> str:
        return f"the program {{{text_of(lines_of(self.lines))}}} promises {self.promise.text()}"

    def _tag(self) -> str:
        uses = "".join(f"; {name}({subroutine.canonical()})" for name, subroutine in sorted(self.uses.items()))
        return f"{text_of(lines_of(self.lines))}{uses}"
