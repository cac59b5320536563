"""Solver nodes: numbers defined by an equation or an optimum, with a bound variable.

- `Root(f, (x, a, b))`: the root in x of f on (a, b), for f strictly monotone in x there;
- `ArgMin(f, (x, a, b))`, `ArgMax(...)`: where a strictly quasi-convex (quasi-concave) f is least (greatest);
- `Inf(f, (x, a, b))`, `Sup(...)`: the greatest lower (least upper) bound of f on [a, b], for any continuous f;
- `Held(f)`: f itself, kept as one variable of the formula around it.

Shape conditions (monotone, quasi-convex) are stated by whoever writes the node; the evaluation certifies that the value
it returns is a root or a local optimum, and fails rather than guess. Integrals are SymPy's own `Integral`.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Function, S, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.lang.facts import Facts, register
from dplemma.lang.interval import REAL

__all__ = ["ArgMax", "ArgMin", "Held", "Inf", "Root", "Sup"]


class _Solver(ExprWithLimits):
    """A node with one bound variable and an interval for it."""

    __slots__ = ()

    def __new__(cls, function: Any, *limits: Any, **assumptions: Any) -> Any:
        node = ExprWithLimits.__new__(cls, function, *limits, **assumptions)
        if not isinstance(node, cls) or len(node.limits) != 1 or len(node.limits[0]) != 3:
            name = cls.__name__
            raise ValueError(f"{name} needs one limit (variable, lower, upper), and SymPy makes two of {name} directly in {name}")
        return node

    @property
    def bound(self) -> tuple[Symbol, Expr, Expr]:
        variable, lower, upper = self.limits[0]
        return variable, lower, upper

    def _eval_is_extended_real(self) -> bool:
        return True


class Root(_Solver):
    """The one zero of a function that changes its sign there; on a region it is shown to exist for strictly monotone ones."""

    __slots__ = ()

    def _eval_derivative(self, symbol: Symbol) -> Expr:
        """Implicit function theorem: dx/ds = -f_s / f_x at the root."""
        if symbol not in self.free_symbols:
            return S.Zero
        variable = self.bound[0]
        at_root = {variable: self}
        return -self.function.diff(symbol).subs(at_root) / self.function.diff(variable).subs(at_root)


class ArgMin(_Solver):
    """Where a strictly quasi-convex function is least."""

    __slots__ = ()


class ArgMax(_Solver):
    """Where a strictly quasi-concave function is greatest."""

    __slots__ = ()


class Inf(_Solver):
    """Greatest lower bound."""

    __slots__ = ()


class Sup(_Solver):
    """Least upper bound."""

    __slots__ = ()


class Held(Function):
    """The identity, which SymPy neither expands nor merges with its surroundings."""

    def fdiff(self, argindex: int = 1) -> Expr:
        return S.One

    def doit(self, **hints: Any) -> Expr:
        return self.args[0].doit(**hints)

    def _eval_is_extended_real(self) -> bool | None:
        return self.args[0].is_extended_real

    def _eval_is_finite(self) -> bool | None:
        return self.args[0].is_finite

    def _eval_is_positive(self) -> bool | None:
        return self.args[0].is_positive or None  # a 0 that SymPy knows as one becomes an infinity in a logarithm

    def _eval_is_negative(self) -> bool | None:
        return self.args[0].is_negative or None


register(Held, Facts(domain=(REAL,), values=REAL))
