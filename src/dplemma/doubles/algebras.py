"""The arithmetics a coded form runs in, besides binary64: mpmath, Arb balls, and trees.

Main definitions: `MpAlgebra`, `BallAlgebra`, `TreeAlgebra`, `Node`, `run_in`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb
from mpmath import MPContext

from dplemma.arb.exact import ball_of
from dplemma.base.errors import DplemmaError
from dplemma.doubles.carried import RELATIONS, Carried, CarriedAlgebra, PlainNumber, Unliftable
from dplemma.doubles.functions import FUNCTIONS
from dplemma.doubles.lift import lift


class Undecided(DplemmaError):
    """A branch of the code depends on a comparison that balls of this precision do not decide."""


def run_in(function: Callable[..., Any], algebra: CarriedAlgebra, inputs: tuple[PlainNumber, ...]) -> Carried:
    """The coded form at exact inputs, in the given arithmetic."""
    result = _followed(lift(function), tuple(algebra.constant(value) for value in inputs))
    if isinstance(result, Carried):
        return result
    if isinstance(result, (int, float)):
        return algebra.constant(result)
    raise Unliftable(f"the result is {type(result).__name__}, not a number")


def _followed(lifted: Callable[..., Any], args: tuple[Carried, ...]) -> Any:
    """What the code does with carried numbers; where it refuses them, it cannot be followed."""
    try:
        return lifted(*args)
    except (TypeError, AttributeError) as error:
        raise Unliftable(f"the code cannot be followed: {' '.join(str(error).split())}") from None


def exact_ball(value: PlainNumber) -> arb:
    """A number of the code as a ball; a fraction is rounded outwards."""
    if isinstance(value, Fraction):
        return ball_of(value)
    return arb(value)


def whole_ball(ball: arb) -> int | None:
    whole = ball.unique_fmpz() if ball.is_exact() else None
    return None if whole is None else int(whole)


class BallAlgebra:
    """Arb balls at the working precision of the caller."""

    def constant(self, value: PlainNumber) -> Carried:
        return Carried(self, exact_ball(value))

    def named_constant(self, name: str) -> Carried:
        return Carried(self, arb.pi() if name == "pi" else arb.const_e())

    def apply(self, name: str, args: tuple[Carried, ...], plain: Callable[..., Any] | None) -> Carried:
        return Carried(self, FUNCTIONS[name].ball(*(arg.value for arg in args)))

    def compare(self, relation: str, left: Carried, right: Carried) -> bool:
        return decided_by_balls(relation, left.value, right.value)

    def whole(self, number: Carried) -> int | None:
        return whole_ball(number.value)


def decided_by_balls(relation: str, left: arb, right: arb) -> bool:
    """A comparison of balls; Arb's own answers False when it does not know."""
    gap = left - right
    if gap.is_exact() or not gap.contains(0):
        return RELATIONS[relation](gap.mid(), 0)
    raise Undecided(f"{left.str(8)} {relation} {right.str(8)} is not decided at this precision")


class MpAlgebra:
    """mpmath at a precision of its own: no global state."""

    def __init__(self, bits: int) -> None:
        self.context = MPContext()
        self.context.prec = bits

    def constant(self, value: PlainNumber) -> Carried:
        if isinstance(value, Fraction):
            return Carried(self, self.context.mpf(value.numerator) / value.denominator)
        return Carried(self, self.context.mpf(value))

    def named_constant(self, name: str) -> Carried:
        return Carried(self, +(self.context.pi if name == "pi" else self.context.e))

    def apply(self, name: str, args: tuple[Carried, ...], plain: Callable[..., Any] | None) -> Carried:
        return Carried(self, FUNCTIONS[name].mp(self.context, *(arg.value for arg in args)))

    def compare(self, relation: str, left: Carried, right: Carried) -> bool:
        return RELATIONS[relation](left.value, right.value)

    def whole(self, number: Carried) -> int | None:
        return int(number.value) if self.context.isint(number.value) else None


@dataclass(frozen=True)
class Node:
    """A tree of what the code does: `name` is an operator, "number", "constant" or "variable"."""

    name: str
    args: tuple[Any, ...]


class TreeAlgebra:
    """Trees; a form with branches has none."""

    def constant(self, value: PlainNumber) -> Carried:
        if isinstance(value, float) and not math.isfinite(value):
            raise Unliftable("the code computes with an infinity or NaN")
        return Carried(self, Node("number", (Fraction(value),)))

    def named_constant(self, name: str) -> Carried:
        return Carried(self, Node("constant", (name,)))

    def variable(self, name: str) -> Carried:
        return Carried(self, Node("variable", (name,)))

    def apply(self, name: str, args: tuple[Carried, ...], plain: Callable[..., Any] | None) -> Carried:
        return Carried(self, Node(name, tuple(arg.value for arg in args)))

    def compare(self, relation: str, left: Carried, right: Carried) -> bool:
        raise Unliftable("the code branches: it is more than one formula")

    def whole(self, number: Carried) -> int | None:
        return None


def tree(function: Callable[..., Any], names: tuple[str, ...]) -> Node:
    """The coded form as a tree over its variables."""
    algebra = TreeAlgebra()
    result = lift(function)(*(algebra.variable(name) for name in names))
    if not isinstance(result, Carried):
        raise Unliftable("the result does not depend on the variables")
    return result.value
