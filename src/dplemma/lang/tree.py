"""Expressions as JSON trees, which the kernel reads; nothing is evaluated on the way.

A rational is its text "3/7", a constant "pi", "E", "oo" or "-oo", a variable ["var", "eps"], everything else
[head, argument, ...]. Integrals, sums and solver nodes carry limits [head, body, ["x", lower, upper]], derivatives
[head, body, ["x", "2"]], a Piecewise has pairs [value, condition] with a condition [relation, left, right] or true.
Names stay names: ["quantity", "gaussian.mu", argument, ...], ["let", name, latex, value] and
["divergence", name, closed, ["P", chance, ...], ["Q", chance, ...], parameter, ...].
JSON numbers never occur, so no reader can turn one into a float.

The heads of functions are the names of all that have a record (`facts`). The kernel has the reader; the tests have another one,
by which every tree means the expression it was written from, exactly, also where SymPy would simplify it.

Main definitions: `written`, `written_name`, `written_rational`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from reprlib import repr as shortened
from typing import Any, TypeAlias

import sympy as sp
from sympy import Basic, Derivative, Expr, Piecewise, Rational, S, Symbol

from dplemma.base.errors import Unsupported
from dplemma.base.exact import fraction_of
from dplemma.lang import functions as _functions  # noqa: F401  (declares the functions)
from dplemma.lang.facts import known
from dplemma.lang.named import Applied, Let, Named, Row, is_known
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.sizes import MAX_DIGITS

Json: TypeAlias = Any
"""Lists, objects, strings, truth values and null."""

MAX_DEPTH = 120

CONSTANTS: dict[str, Expr] = {"pi": S.Pi, "E": S.Exp1, "oo": S.Infinity, "-oo": S.NegativeInfinity}
_CONSTANT_NAMES = {value: name for name, value in CONSTANTS.items()}
SEVERAL: dict[str, type[Basic]] = {c.__name__: c for c in (sp.Add, sp.Mul, sp.Max, sp.Min)}
LIMITED: dict[str, type[Basic]] = {c.__name__: c for c in (sp.Integral, sp.Sum, Root, ArgMin, ArgMax, Inf, Sup)}
RELATION_HEADS: dict[str, type[Basic]] = {"=": sp.Eq, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge}
_HEAD: dict[type[Basic], str] = {cls: name for table in (SEVERAL, LIMITED, RELATION_HEADS) for name, cls in table.items()}

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_KEYWORDS_OF_REGION = ("self", "such_that", "points")


def plain_heads() -> dict[str, tuple[type[Basic], int]]:
    """Heads with a fixed number of arguments: powers, and every function that has a record."""
    return _plain_heads(tuple(known()))


@lru_cache(maxsize=1)
def _plain_heads(_: tuple[type[Basic], ...]) -> dict[str, tuple[type[Basic], int]]:
    functions = {cls.__name__: (cls, len(facts.domain)) for cls, facts in known().items() if not facts.several}
    return {"Pow": (sp.Pow, 2), **functions}


def written(expr: Basic, room: int = MAX_DEPTH) -> Json:
    """The tree of an expression or of a condition of a Piecewise; `Unsupported` if it holds anything that has none."""
    if room == 0:
        raise Unsupported(f"an expression nested deeper than {MAX_DEPTH} cannot be written")
    kind, inner = type(expr), room - 1
    if isinstance(expr, Rational):
        return written_rational(fraction_of(expr))
    if expr is S.true or expr is S.false:
        return expr is S.true
    if expr in _CONSTANT_NAMES:
        return _CONSTANT_NAMES[expr]
    if isinstance(expr, Symbol):
        return ["var", written_name(expr)]
    if kind is Piecewise:
        return ["Piecewise", *([written(value, inner), written(condition, inner)] for value, condition in expr.args)]
    if kind is Derivative or kind in LIMITED.values():
        body, *limits = expr.args
        return [kind.__name__, written(body, inner), *(_written_limit(limit, inner) for limit in limits)]
    if isinstance(expr, (Named, Row)):
        return _written_name(expr, inner)
    head = _HEAD.get(kind, kind.__name__)
    if kind in _HEAD or plain_heads().get(head, (None, 0))[0] is kind:
        return [head, *(written(argument, inner) for argument in expr.args)]
    raise Unsupported(f"{shortened(expr)} ({kind.__name__}) cannot be written as an exact tree")


def _written_name(expr: Basic, room: int) -> Json:
    """A quantity of another file is no name to a reader of this one."""
    if isinstance(expr, Applied):
        name = expr.quantity.name
        if not is_known(expr.quantity):
            raise Unsupported(f"{name} is not a quantity of dplemma and cannot be written by its name")
        return ["quantity", name, *(written(argument, room) for argument in expr.args)]
    if isinstance(expr, Let):
        return ["let", *map(str, expr.args[:2]), written(expr.args[2], room)]
    if isinstance(expr, Row):
        return [expr.name, *(written(chance, room) for chance in expr.chances)]
    return ["divergence", str(expr.args[0]), *(written(argument, room) for argument in expr.args[1:])]


def _written_limit(limit: Basic, room: int) -> Json:
    variable, *rest = limit.args
    return [written_name(variable), *(written(end, room) for end in rest)]


def written_name(symbol: Basic) -> str:
    if type(symbol) is not Symbol or symbol != Symbol(symbol.name, real=True):
        raise Unsupported(f"symbol {symbol} was not made by variables('{symbol}') and cannot be written")
    if not _NAME.fullmatch(symbol.name) or symbol.name in _KEYWORDS_OF_REGION:
        raise Unsupported(f"variable name {symbol.name!r} cannot be written; use letters, digits and _")
    return symbol.name


def written_rational(value: Fraction) -> str:
    if max(abs(value.numerator), value.denominator) >= 10**MAX_DIGITS:
        raise Unsupported(f"a number of more than {MAX_DIGITS} digits cannot be written")
    return str(value)
