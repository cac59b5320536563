"""Words without a number ("almost", "close", "an empirical curve matches"): what is measured to make them precise.

Main definitions: `Measure` (how large an expression gets on the region), `Simulation` (seeded draws against a distribution).

Neither is true or false: the verdict is `measured`, with the number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from sympy import Expr, Symbol

from dplemma.base.errors import BadClaim
from dplemma.lang.interval import exact
from dplemma.lang.statements import Statement, expression
from dplemma.lang.text import to_latex, to_text

__all__ = ["Measure", "Simulation"]

HOW = ("within", "at most", "at least")


@dataclass(frozen=True)
class Measure(Statement):
    """How large `expr` gets on the region (`at most`), in absolute value (`within`), or how small (`at least`).

    `of` says in words what it is.

    With `relative_to` it is expr/relative_to - 1 that is measured, for a base that is shown not to be negative: how far two
    values differ, in terms of the second. The bound is rounded outward to `digits` significant digits and certified on the whole
    region, or at the points `at`, each a mapping of exact values. `percent` prints it so.
    """

    expr: Expr
    of: str
    how: str = "within"
    percent: bool = False
    digits: int = 2
    at: tuple[Mapping[str, Any], ...] = ()
    relative_to: Expr | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "expr", expression(self.expr))
        if self.relative_to is not None:
            object.__setattr__(self, "relative_to", expression(self.relative_to))
        points = tuple({name: exact(value, f"point {name}") for name, value in point.items()} for point in self.at)
        object.__setattr__(self, "at", points)
        if self.how not in HOW:
            raise BadClaim(f"a measure is one of {', '.join(HOW)}, not {self.how!r}")
        if not self.of:
            raise BadClaim("a measure says in words what is measured: Measure(expr, of='the relative distance of the curves')")
        if not isinstance(self.digits, int) or not 1 <= self.digits <= 12:
            raise BadClaim(f"a measure has 1 to 12 digits, not {self.digits!r}")

    def expressions(self) -> tuple[Expr, ...]:
        return (self.expr,) if self.relative_to is None else (self.expr, self.relative_to)

    def latex(self) -> str:
        base = self.shown.relative_to
        beside = "" if base is None else rf" \text{{ relative to }} {to_latex(base)}"
        return rf"\text{{{self._which()} }} {to_latex(self.shown.expr)}{beside}"

    def text(self) -> str:
        base = self.shown.relative_to
        beside = "" if base is None else f" relative to {to_text(base)}"
        return f"{self._which()} {to_text(self.shown.expr)}{beside} is measured ({self.of})"

    def _which(self) -> str:
        return "the least" if self.how == "at least" else "the greatest"

    def _tag(self) -> str:
        points = "; ".join(", ".join(f"{name}={value}" for name, value in point.items()) for point in self.at)
        return f"{self.how} {self.digits}{' %' if self.percent else ''} {points}".rstrip()


@dataclass(frozen=True)
class Simulation(Statement):
    """`samples` seeded draws against the distribution function `cdf` of `variable`; `of` says in words what is drawn.

    `draw(random)` returns one exact double. The distance is the largest between the empirical distribution function and `cdf`;
    the band is that of Dvoretzky, Kiefer and Wolfowitz (Massart's constant), sqrt(log(2/alpha)/(2 n)) at confidence 1 - alpha.
    An ROC curve is such a function: that of the p-value of the test under the attack.
    """

    draw: Callable[[Random], float]
    cdf: Expr
    variable: Symbol
    of: str
    samples: int = 1000
    confidence: Fraction = Fraction(99, 100)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cdf", expression(self.cdf))
        object.__setattr__(self, "confidence", Fraction(str(self.confidence)))
        if self.cdf.free_symbols != {self.variable}:
            raise BadClaim(f"a distribution function of {self.variable} depends on it, and on nothing else")
        if not self.of:
            raise BadClaim("a simulation says in words what is drawn: of='the p-value of the length test under the attack'")
        if not isinstance(self.samples, int) or not 1 <= self.samples <= 1_000_000:
            raise BadClaim(f"a simulation has 1 to 1000000 samples, not {self.samples!r}")
        if not 0 < self.confidence < 1:
            raise BadClaim(f"a confidence is between 0 and 1, not {self.confidence}")

    def expressions(self) -> tuple[Expr, ...]:
        return (self.cdf,)

    def bound(self) -> frozenset[str]:
        return frozenset((self.variable.name,))

    def latex(self) -> str:
        return rf"\text{{{self._draws()} against }} {to_latex(self.shown.cdf)}"

    def text(self) -> str:
        return f"{self._draws()} against {to_text(self.shown.cdf)}"

    def _draws(self) -> str:
        return f"{self.samples} draws of {self.of}"

    def _tag(self) -> str:
        return f"{self.samples} draws of {self.of} at {self.confidence}"
