"""Plain text, LaTeX and canonical text of expressions; one place, so every report prints the same."""

from __future__ import annotations

from typing import Any

from sympy import Add, Derivative, Expr, Integral, Max, Min, Mul, Sum, default_sort_key
from sympy.core.basic import Basic
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.printer import Printer
from sympy.printing.str import StrPrinter

from dplemma.lang.latex_names import latex_name
from dplemma.lang.named import Let
from dplemma.lang.nodes import ArgMax, ArgMin, Held, Inf, Root, Sup

__all__ = ["canonical", "latex_name", "to_latex", "to_text"]

_COMMUTATIVE = (Add, Mul, Max, Min)
_SOLVED = (Integral, Sum, Root, ArgMin, ArgMax, Sup, Inf)


def to_latex(expr: Any) -> str:
    if not isinstance(expr, Basic):
        return str(expr)
    names = {s: latex_name(s.name) for s in expr.atoms() if getattr(s, "is_Symbol", False)}
    return _LatexPrinter({"symbol_names": names, "fold_short_frac": False}).doprint(expr)


class _Ordered(Printer):
    """SymPy orders the terms of a sum by the values of their numbers; where a number is an integral, by their trees instead.

    To print is not to compute: the value of an integral without variables may take minutes.
    """

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> Any:
        if any(not node.free_symbols for node in expr.atoms(*_SOLVED)):
            return sorted(Add.make_args(expr), key=default_sort_key)
        return super()._as_ordered_terms(expr, order)


class _LatexPrinter(_Ordered, LatexPrinter):
    """SymPy's LaTeX, with solver nodes as they are written by hand; what is held is printed as it is."""

    def _print_Held(self, expr: Any, exp: str | None = None) -> str:
        return self._print(expr.args[0]) if exp is None else rf"\left({self._print(expr.args[0])}\right)^{{{exp}}}"

    def parenthesize(self, item: Any, level: int, *args: Any, **options: Any) -> str:
        """An abbreviation that has a superscript takes a power in brackets: a second superscript is no LaTeX."""
        text = super().parenthesize(item, level, *args, **options)
        return rf"\left({text}\right)" if level == PRECEDENCE["Pow"] and isinstance(item, Let) and "^" in text else text

    def _solver(self, sign: str, expr: Any) -> str:
        variable, lower, upper = map(self._print, expr.bound)
        return rf"{sign}_{{{lower} \leq {variable} \leq {upper}}}\left({self._print(expr.function)}\right)"

    def _print_Root(self, expr: Any) -> str:
        return self._solver(r"\operatorname*{root}", expr)

    def _print_ArgMin(self, expr: Any) -> str:
        return self._solver(r"\operatorname*{arg\,min}", expr)

    def _print_ArgMax(self, expr: Any) -> str:
        return self._solver(r"\operatorname*{arg\,max}", expr)

    def _print_Inf(self, expr: Any) -> str:
        return self._solver(r"\inf", expr)

    def _print_Sup(self, expr: Any) -> str:
        return self._solver(r"\sup", expr)


class _TextPrinter(_Ordered, StrPrinter):
    """SymPy's text, with derivatives as they are read aloud: `d/d eps gaussian.mu(eps, delta)`; what is held, as it is."""

    def _print_Held(self, expr: Any) -> str:
        return self._print(expr.args[0])

    def _print_Derivative(self, expr: Derivative) -> str:
        below = " ".join(f"d {variable}" + (f"^{times}" if times != 1 else "") for variable, times in expr.variable_count)
        order = sum(int(times) for _, times in expr.variable_count)
        sign = f"d{f'^{order}' if order > 1 else ''}/{below if len(expr.variable_count) == 1 else f'({below})'}"
        return f"{sign} {self.parenthesize(expr.expr, PRECEDENCE['Mul'], strict=True)}"

    def parenthesize(self, item: Basic, level: int, strict: bool = False) -> str:
        if isinstance(item, Held):
            return self.parenthesize(item.args[0], level, strict)
        text = super().parenthesize(item, level, strict)
        return f"({text})" if isinstance(item, Derivative) and level >= PRECEDENCE["Add"] else text


def to_text(expr: Any) -> str:
    return _TextPrinter().doprint(expr) if isinstance(expr, Basic) else str(expr)


def canonical(expr: Any) -> str:
    """Text that depends on the mathematics only, not on the order in which SymPy happens to keep arguments."""
    if isinstance(expr, Basic) and expr.args and isinstance(expr, Expr | Basic):
        parts = [canonical(a) for a in expr.args]
        if isinstance(expr, _COMMUTATIVE):
            parts.sort()
        return f"{type(expr).__name__}({','.join(parts)})"
    return str(expr)
