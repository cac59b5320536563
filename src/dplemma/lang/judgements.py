"""Statements about a region as a whole: monotonicity, limits, printed numbers, inferences, definitions, algorithms.

Main definitions: `Monotone`, `Limit`, `Number`, `Inference`, `Obligations`, `Algorithm`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr, S, Symbol

from dplemma.base.errors import BadClaim
from dplemma.base.page import latex_words
from dplemma.lang.printed import Printed
from dplemma.lang.statements import Statement, checked, expression
from dplemma.lang.subroutine import Subroutine
from dplemma.lang.text import latex_name, to_latex, to_text

__all__ = ["Algorithm", "Inference", "Limit", "Monotone", "Number", "Obligations", "asymptotic"]


@dataclass(frozen=True)
class Monotone(Statement):
    """`expr` is (strictly) increasing or decreasing in `variable`, the others held fixed."""

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

    def parts(self) -> tuple[Statement, ...]:
        return (*self.premises, self.conclusion)

    def latex(self) -> str:
        premises = r" \;\wedge\; ".join(p.latex() for p in self.premises)
        return rf"{premises} \;\vdash\; {self.conclusion.latex()} \quad \text{{(model: {latex_words(self.model)})}}"

    def text(self) -> str:
        return f"from {' and '.join(p.text() for p in self.premises)} follows {self.conclusion.text()} [model: {self.model}]"

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
    """A printed algorithm and what it promises.

    `run` takes exact inputs by name and returns outputs by name (exact rationals or Arb balls); `promise` is a pointwise
    statement about inputs and outputs; `listing` is the pseudo-code as printed. A `run` with a parameter `machine` is given a
    `Machine`, through which it writes its steps, shuffles, compares and calls the subroutines of `uses`.
    It is stopped after `steps` lines, calls and comparisons. Where it `ends` by its promise, a state written twice refutes it:
    from equal states equal steps follow, so the state handed to `machine.step` must hold all that the rest depends on.
    """

    listing: str
    run: Callable[..., Mapping[str, Any]]
    outputs: tuple[str, ...]
    promise: Statement
    uses: Mapping[str, Subroutine] = field(default_factory=dict)
    steps: int = 10_000
    ends: bool = False

    def __post_init__(self) -> None:
        checked((self.promise,))
        if not self.outputs or not all(isinstance(name, str) for name in self.outputs):
            raise BadClaim("an algorithm needs the names of its outputs")
        if not isinstance(self.steps, int) or self.steps < 1:
            raise BadClaim(f"the step limit of an algorithm is a whole number >= 1, not {self.steps!r}")
        for name, subroutine in self.uses.items():
            if not isinstance(subroutine, Subroutine):
                raise BadClaim(f"{name} is not a Subroutine: {subroutine!r}")

    def parts(self) -> tuple[Statement, ...]:
        return (self.promise,)

    def bound(self) -> frozenset[str]:
        return frozenset(self.outputs)

    def latex(self) -> str:
        return rf"\text{{algorithm promises }} {self.promise.latex()}"

    def text(self) -> str:
        ending = "to end, and " if self.ends else ""
        return f"the algorithm promises {ending}{self.promise.text()}"

    def _tag(self) -> str:
        uses = "".join(f"; {name}({subroutine.canonical()})" for name, subroutine in sorted(self.uses.items()))
        return f"{self.listing} -> {','.join(self.outputs)}{uses}{'; ends' if self.ends else ''}"
