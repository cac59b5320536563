"""Names in expressions: a quantity applied to its parameters, an abbreviation, a row of chances. Each knows its definition.

- `Applied`: one class a quantity, `gaussian.mu(eps, delta)`; made by calling the quantity;
- `let("c", expr)`: an abbreviation of a paper, printed by its name with a line `where c = ...`;
- `Row("P", ...)`: the chances of a mechanism on one database, printed by its name.

A name says nothing of its value: SymPy neither compares nor simplifies it, so an expression with names becomes, once they
are replaced by their definitions (`unfold`), what it would have been without them. A definition that binds a variable which
stands in the arguments gets another one: nothing is captured.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from sympy import Add, Basic, Expr, Mul, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.symbol import Str
from sympy.printing.precedence import PRECEDENCE

from dplemma.base.errors import BadClaim, UnknownName
from dplemma.lang.nodes import Held

if TYPE_CHECKING:
    from dplemma.lang.quantity import Quantity

__all__ = ["let"]

_KEPT = 1 << 14  # definitions: claims of a paper use the same few over and over
_SUBSCRIPT = re.compile(r"_\{(<[^}]*>)\}\((.*)\)$")  # a fraction is too tall for it and goes behind a semicolon

_BRACKET = re.compile(r"(?<!\\left)\(([^()]*)\)$")  # around what is tall it grows


class Named(Expr):
    """An expression printed by a name; `definition` is what it stands for."""

    is_commutative = True
    is_number: Any = False  # numbers are compared as they are built: that must wait for the definition
    precedence = PRECEDENCE["Func"]

    def definition(self) -> Expr:
        raise NotImplementedError

    def _eval_derivative(self, s: Symbol) -> Expr:
        return unfolded(self).diff(s)


class Applied(Named):
    """A quantity at its parameters."""

    quantity: ClassVar[Quantity]

    def definition(self) -> Expr:
        return _definition_of(self)

    def __reduce__(self) -> Any:
        return _applied, (self.quantity.name, *self.args)

    def _sympystr(self, printer: Any) -> str:
        return f"{self.quantity.name}({', '.join(map(printer._print, self.args))})"

    def _latex(self, printer: Any) -> str:
        shown = [printer._print(argument) for argument in self.args]
        if not self.quantity.latex:
            return rf"\operatorname{{{self.quantity.name.replace('_', chr(92) + '_')}}}({', '.join(shown)})"
        template, parts = self.quantity.latex, dict(zip(self.quantity.params, shown, strict=True))
        below = _SUBSCRIPT.search(template)
        if below is not None and r"\frac" in filled(below[1], parts):
            template = _SUBSCRIPT.sub(r"(\2;\\, \1)", template)
        if r"\frac" in "".join(shown):
            template = _BRACKET.sub(r"{\\left(\1\\right)}", template)
        return filled(template, parts)


class Let(Named):
    """An abbreviation: its name, its LaTeX, what it stands for, and what it is printed as a function of."""

    @property
    def name(self) -> str:
        return str(self.args[0])

    def definition(self) -> Expr:
        return self.args[2]  # pyright: ignore[reportReturnType]

    def _sympystr(self, printer: Any) -> str:
        return self.name + (f"({', '.join(map(printer._print, self.args[3:]))})" if self.args[3:] else "")

    def _latex(self, printer: Any) -> str:
        return str(self.args[1]) + (f"({', '.join(map(printer._print, self.args[3:]))})" if self.args[3:] else "")


class Row(Basic):
    """The chances of the outputs on one database, printed by a name."""

    @property
    def name(self) -> str:
        return str(self.args[0])

    @property
    def chances(self) -> tuple[Any, ...]:
        return self.args[1:]

    def _sympystr(self, printer: Any) -> str:
        return self.name

    _latex = _sympystr


def let(name: str, value: Any, *, latex: str = "", of: Any = ()) -> Expr:
    """`value`, printed as `name` with a line that says what it stands for; in a derivation also as a function `of` others."""
    from dplemma.lang.statements import expression
    from dplemma.lang.text import latex_name

    if not name.isidentifier():
        raise BadClaim(f"an abbreviation is named by one word, not {name!r}")
    shown = map(expression, of if isinstance(of, tuple) else (of,))
    return Let(Str(name), Str(latex or latex_name(name)), expression(value), *shown)


def filled(template: str, parts: dict[str, str]) -> str:
    """LaTeX with `<parameter>` replaced by the LaTeX of its value."""
    return re.sub(r"<(\w+)>", lambda place: parts[place[1]], template)


def applied_class(quantity: Quantity) -> type[Applied]:
    """The class of the applications of a quantity."""
    return type(quantity.name, (Applied,), {"quantity": quantity, "__doc__": quantity.summary})


def quantity_named(name: str) -> Quantity:
    """The quantity of this name; found by name, because the language depends on none of them."""
    return import_module("dplemma.formulas").find(name)


def is_known(quantity: Quantity) -> bool:
    """Whether its name means this quantity to everybody."""
    try:
        return quantity_named(quantity.name) is quantity
    except UnknownName:
        return False


def is_foreign(node: Named) -> bool:
    """Whether the name means nothing outside the file it is from."""
    return isinstance(node, Applied) and not is_known(node.quantity)


def _applied(name: str, *args: Expr) -> Expr:
    return quantity_named(name)(*args)


# -- definitions put in ---------------------------------------------------------------------------------------------------


def unfolded(expr: Expr, named: Callable[[Named], bool] | None = None) -> Expr:
    """The expression with its names, or those that are meant, replaced by their definitions."""
    if not expr.has(Named, Row):
        return expr
    return _all_unfolded(expr) if named is None else _unfolded(expr, named, {})


@lru_cache(_KEPT)
def _all_unfolded(expr: Expr) -> Expr:
    return _unfolded(expr, lambda node: True, {})


@lru_cache(_KEPT)
def _definition_of(node: Applied) -> Expr:
    return without_capture(node.quantity.define, node.args)


def _unfolded(expr: Any, named: Callable[[Named], bool], known: dict[Basic, Any]) -> Any:
    if not expr.args or not expr.has(Named, Row):
        return expr
    if expr not in known:
        args = [_unfolded(argument, named, known) for argument in expr.args]
        again = expr.func(*args)
        known[expr] = _unfolded(again.definition(), named, known) if isinstance(again, Named) and named(again) else again
    return known[expr]


def spelt_out(expr: Expr) -> Expr:
    """The expression with the quantities that only their own file knows written out, each kept apart from what stands around it.

    It is printed by their names: SymPy may not cancel across them what the reader sees there, sqrt(x) times the root of an f(x)
    that is x for x < 0. Nor across arguments, and one that a definition drops must still exist.
    """
    return _spelt_out(expr) if expr.has(Applied) else expr


@lru_cache(_KEPT)
def _spelt_out(expr: Any) -> Any:
    if not expr.args or not expr.has(Applied):
        return expr
    again = expr.func(*map(_spelt_out, expr.args))
    return Held(_spelt_out(_apart(again))) if isinstance(again, Named) and is_foreign(again) else again


def _apart(node: Any) -> Expr:
    """A definition whose arguments do not meet: a number or one variable as it is, all else, and what comes again, held."""
    args: list[Any] = []
    for argument in node.args:
        held = argument if argument.is_Number or argument.is_Symbol else Held(argument)
        while held in args and not held.is_Number:
            held = Held(held)
        args.append(held)
    value = without_capture(node.quantity.define, tuple(args))
    dropped = [Mul(0, held, evaluate=False) for held in args if isinstance(held, Held) and not value.has(held)]
    return Add(value, *dropped, evaluate=False) if dropped else value


def without_capture(define: Callable[..., Any], args: tuple[Any, ...]) -> Expr:
    """The definition at these arguments; what it binds is renamed where an argument already uses the name."""
    value = define(*args)
    bound = {symbol for node in value.atoms(ExprWithLimits) for symbol in node.variables}
    used = {symbol for argument in args for symbol in argument.free_symbols}
    if not bound & used:
        return value
    places = [Symbol(f"_{number}", real=True) for number in range(len(args))]
    value = define(*places)
    fresh = {symbol: _fresh(symbol, used | bound) for symbol in _bound(value) & used}
    return value.xreplace(fresh).xreplace(dict(zip(places, args, strict=True)))


def _bound(expr: Expr) -> set[Symbol]:
    return {symbol for node in expr.atoms(ExprWithLimits) for symbol in node.variables}


def _fresh(symbol: Symbol, taken: set[Symbol]) -> Symbol:
    """A variable like this one that is not taken."""
    number = 1
    while Symbol(f"{symbol.name}_{number}", real=True) in taken:
        number += 1
    return Symbol(f"{symbol.name}_{number}", real=True)
