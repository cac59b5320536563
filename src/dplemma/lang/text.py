"""Plain text, LaTeX and canonical text of expressions; one place, so every report prints the same."""

from __future__ import annotations

from typing import Any

from sympy import (
    Add,
    Derivative,
    Expr,
    Function,
    Integer,
    Integral,
    Max,
    Min,
    Mul,
    S,
    Sum,
    Symbol,
    default_sort_key,
    fraction,
    pi,
)
from sympy.core.basic import Basic
from sympy.core.function import _coeff_isneg
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.printer import Printer
from sympy.printing.str import StrPrinter

from dplemma.lang.latex_names import latex_name
from dplemma.lang.named import Let, Named
from dplemma.lang.nodes import ArgMax, ArgMin, Held, Inf, Root, Sup

__all__ = ["canonical", "latex_name", "to_latex", "to_text"]

_COMMUTATIVE = (Add, Mul, Max, Min)
_OPTIMA = (Root, ArgMin, ArgMax, Sup, Inf)
_SOLVED = (Integral, Sum, *_OPTIMA)


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
    """SymPy's LaTeX, with solver nodes as they are written by hand; what is held is printed as it is, in brackets."""

    def _print_Held(self, expr: Any, exp: str | None = None) -> str:
        return self._print(expr.args[0]) if exp is None else rf"\left({self._print(expr.args[0])}\right)^{{{exp}}}"

    def _print_Add(self, expr: Any, order: Any = None) -> str:
        """What is held and taken away stands in brackets: x - (y - z)."""
        taken = {term: -self._bracketed(term.args[1]) for term in expr.args if _is_minus_held(term)}
        return super()._print_Add(expr.xreplace(taken), order)

    def _bracketed(self, held: Expr) -> Symbol:
        """A letter that is printed as what is held, in brackets."""
        letter = Symbol(f"({held})", positive=True)
        self._settings["symbol_names"][letter] = rf"\left({self._print(held)}\right)"
        return letter

    def _needs_add_brackets(self, expr: Expr) -> bool:
        return self._print(expr).startswith("-") if isinstance(expr, Held) else super()._needs_add_brackets(expr)

    def _needs_mul_brackets(self, expr: Expr, first: bool = False, last: bool = False) -> bool:
        """As what is held would need them; an optimum that is not the last factor would seem to reach over the rest."""
        if isinstance(expr, Held):
            return self._needs_mul_brackets(expr.args[0], first=first, last=last)  # pyright: ignore[reportArgumentType]
        return (not last and isinstance(expr, _OPTIMA)) or super()._needs_mul_brackets(expr, first=first, last=last)

    def parenthesize(self, item: Any, level: int, *args: Any, **options: Any) -> str:
        """A power of an optimum is not one of what is greatest; on a superscript a second one is no LaTeX."""
        if isinstance(item, Held):
            return self.parenthesize(item.args[0], level, *args, **options)
        text = super().parenthesize(item, level, *args, **options)
        reaches = isinstance(item, _OPTIMA) or (isinstance(item, Let) and "^" in text)
        return rf"\left({text}\right)" if reaches and level == PRECEDENCE["Pow"] else text

    def _as_ordered_terms(self, expr: Add, order: Any = None) -> list[Expr]:
        """A sum does not begin with a minus if it can begin without: t - m, not -m + t."""
        terms = super()._as_ordered_terms(expr, order)
        if _coeff_isneg(terms[0]):
            lead = next((term for term in terms if not _coeff_isneg(term)), terms[0])
            terms.remove(lead)
            terms.insert(0, lead)
        return terms

    def _print_Mul(self, expr: Mul) -> str:
        """The roots of a product as one: sqrt(pi/2), 1/sqrt(2 pi), psi/sqrt 2, sqrt(p q)."""
        if _is_minus_held(expr):
            return super()._print_Mul(-self._bracketed(expr.args[1]))  # pyright: ignore[reportArgumentType]
        joined = _joined_roots(expr)
        if joined is None:
            return super()._print_Mul(expr)
        above, below, others = joined
        roots = [*([self._root(above)] if above != 1 else []), *([1 / self._root(below)] if below != 1 else [])]
        product = Mul(*others, *roots, evaluate=False) if len(others) + len(roots) > 1 else (*others, *roots)[0]
        return super()._print_Mul(product) if isinstance(product, Mul) else self._print(product)

    def _root(self, square: Expr) -> Symbol:
        """A letter that is printed as a root: of a number before the other letters of its product, else after them."""
        letter = Symbol(f" {square}" if square.is_number else f"~{square}", positive=True)
        self._settings["symbol_names"][letter] = rf"\sqrt{{{self._print(square)}}}"
        return letter

    def _solver(self, sign: str, expr: Any) -> str:
        body = self._print(expr.function)
        shown = body if isinstance(expr.function, (Function, Named, Symbol)) else rf"\left({body}\right)"
        return rf"{sign}_{{{self._span(*expr.bound)}}} {shown}"

    def _span(self, variable: Symbol, lower: Expr, upper: Expr) -> str:
        """The values of a bound variable, without an end at infinity."""
        name = self._print(variable)
        if upper is not S.Infinity:
            before = "" if lower is S.NegativeInfinity else rf"{self._print(lower)} \leq "
            return rf"{before}{name} \leq {self._print(upper)}"
        return rf"{name} \in \mathbb{{R}}" if lower is S.NegativeInfinity else rf"{name} \geq {self._print(lower)}"

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


def _is_minus_held(expr: Basic) -> bool:
    return isinstance(expr, Mul) and len(expr.args) == 2 and expr.args[0] is S.NegativeOne and isinstance(expr.args[1], Held)


def _joined_roots(expr: Mul) -> tuple[Expr, Expr, list[Expr]] | None:
    """What stands under one root above the stroke and under one below it, and the other factors; nothing if there is no more
    than one root. A denominator goes under the root where that shortens it: sqrt(2)/2 is 1/sqrt(2).
    """
    number, factors = expr.as_coeff_mul()
    above, below = ([one.base for one in factors if one.is_Pow and one.exp == power] for power in (S.Half, -S.Half))
    constants = [[base for base in bases if base.is_Rational or base == pi] for bases in (above, below)]
    square = Mul(*constants[0]) / Mul(*constants[1])
    shorter = number.is_Rational and number.q > 1 and square.as_coeff_Mul()[0].p % number.q == 0
    if not shorter and max(len(above), len(below), sum(map(len, constants))) < 2:
        return None
    if shorter:
        number, square = Integer(number.p), square / number.q**2
    top, bottom = ([base for base in bases if base not in known] for bases, known in zip((above, below), constants, strict=True))
    others = [one for one in factors if not (one.is_Pow and abs(one.exp) == S.Half)]
    up, down = fraction(square)
    if not bottom and (top or up != 1):
        up, down = square, S.One
    return _under(up, top), _under(down, bottom), [*([number] if number != 1 else []), *others]


def _under(number: Expr, factors: list[Expr]) -> Expr:
    """A product under a root, in which a number is not multiplied into a sum."""
    if not factors:
        return number
    return Mul(*([number] if number != 1 else []), *factors, evaluate=False) if number != 1 or len(factors) > 1 else factors[0]


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
