"""Compiled expressions and adaptive enclosures.

Main definitions: `Tape` (an expression compiled for every carrier), `compiled(expr, names)` (cached), `enclose` (a ball of
a wanted relative accuracy, or a clear failure).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
from flint import arb, ctx
from sympy import Expr

from dplemma.arb.exact import ball_of
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.backends import namespace
from dplemma.compile.lowering import lower
from dplemma.lang.named import unfolded

Point = Mapping[str, Fraction]
START_BITS, MAX_BITS = 64, 4096
_SOLVER_WORDS = ("integral(", "root(", "argmin(", "argmax(", "sup(", "inf(", "total(")


class Tape:
    """An expression as generated source, ready for each carrier; constants are cached by precision."""

    def __init__(self, expr: Expr, names: Sequence[str]) -> None:
        self.expr = expr
        self.names = tuple(names)
        self.source = lower(expr, self.names)
        self.costly = any(word in self.source for word in _SOLVER_WORDS)
        self._code = compile(self.source, f"<tape of {type(expr).__name__}>", "exec")
        self._makers: dict[str, Callable[[], Callable[..., Any]]] = {}
        self._runs: dict[tuple[str, int], Callable[..., Any]] = {}

    def at(self, carrier: str, precision: int = 53) -> Callable[..., Any]:
        """The tape as a function of numbers of this carrier, with constants of this precision (bits; digits for mpmath)."""
        key = (carrier, precision)
        run = self._runs.get(key)
        if run is None:
            if carrier not in self._makers:
                scope = dict(namespace(carrier))
                exec(self._code, scope)  # our own generated text, never a user's
                self._makers[carrier] = scope["make"]
            with mpmath.mp.workdps(precision) if carrier == "mpmath" else working_precision(precision):
                run = self._runs[key] = self._makers[carrier]()
        return run

    def ball(self, point: Mapping[str, Fraction | arb], bits: int) -> arb:
        """Enclosure at an exact point; a non-finite ball where Arb has no value."""
        with working_precision(bits):
            value = self.at("ball", bits)(*(_as_ball(v) for v in self._values(point)))
            return arb(value)

    def mp(self, point: Point, digits: int) -> Any:
        """Value by mpmath with this many working digits."""
        with mpmath.mp.workdps(digits):
            value = self.at("mpmath", digits)(*(mpmath.mpf(v.numerator) / v.denominator for v in self._values(point)))
            return +mpmath.mpf(value) if mpmath.im(value) == 0 else mpmath.mp.nan

    def _values(self, point: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(point[name] for name in self.names)


@lru_cache(maxsize=4096)
def compiled(expr: Expr, names: tuple[str, ...] | None = None) -> Tape:
    """The tape of an expression; arguments default to its free variables in alphabetical order."""
    expr = unfolded(expr)
    free = sorted(s.name for s in expr.free_symbols)
    if len(set(free)) < len(free):
        raise Unsupported("two symbols of one name with different assumptions")
    return Tape(expr, names if names is not None else tuple(free))


def enclose(expr: Expr, point: Point, digits: int = 40, max_bits: int = MAX_BITS) -> arb:
    """A ball with `digits` certified relative digits at an exact point, raising the precision as far as needed.

    Starts a little above what the digits need; a positive but short accuracy is repaired by the exact deficit, anything
    else by doubling. An exact zero is returned as it is.
    """
    tape = compiled(expr)
    need = int(digits * 3.3219281) + 2
    bits = need + 12
    while bits <= max_bits:
        value = tape.ball(point, bits)
        accuracy = value.rel_accuracy_bits() if value.is_finite() else -1
        if value.is_finite() and (accuracy >= need or value.is_exact()):
            return value
        bits = bits + need - accuracy + 4 if accuracy > 0 else 2 * bits
    raise OutOfBudget(f"{digits} digits were not reached within {max_bits} bits")


def _as_ball(value: Fraction | arb) -> arb:
    return value if isinstance(value, arb) else ball_of(value)


def decimal(ball: arb, digits: int = 20) -> str:
    """The certain leading digits of a ball, as many as are certain up to `digits`."""
    if not ball.is_finite():
        return "undefined"
    with working_precision(max(ctx.prec, 4 * digits + 64)):
        if ball.contains(0) and not ball.is_zero():
            return f"0 +/- {abs(ball).upper().str(2, radius=False)}"
        return arb(ball).str(digits, radius=False)
