"""Expressions as JSON trees, read back exactly and without evaluating anything.

A rational is its text "3/7", a constant "pi", "E", "oo" or "-oo", a variable ["var", "eps"], everything else
[head, argument, ...]. Integrals, sums and solver nodes carry limits [head, body, ["x", lower, upper]], derivatives
[head, body, ["x", "2"]], a Piecewise has pairs [value, condition] with a condition [relation, left, right] or true.
Names stay names: ["quantity", "gaussian.mu", argument, ...], ["let", name, latex, value] and
["divergence", name, closed, ["P", chance, ...], ["Q", chance, ...], parameter, ...].
JSON numbers never occur, so no reader can turn one into a float.

Reading is a walk over the heads; those of functions are the names of all that have a record (`facts`). Each node is built
with the arguments the tree gives and SymPy's rewriting off:
the round trip is exact even for forms SymPy would simplify, and no text can start a long computation.

Main definitions: `to_tree`, `expr_from_tree`, `parse`; the pieces statements share: `written`, `read_expression`,
`read_name`, `read_rational`, `opened`, `sequence`, `check_size`, `bad`.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import lru_cache
from reprlib import repr as shortened
from typing import Any, TypeAlias

import sympy as sp
from sympy import Basic, Derivative, Expr, Integer, Piecewise, Rational, S, Symbol, Tuple
from sympy.core.symbol import Str
from sympy.functions.elementary.piecewise import ExprCondPair

from dplemma.base.errors import BadClaim, UnknownName, Unsupported
from dplemma.base.exact import fraction_of
from dplemma.lang import functions as _functions  # noqa: F401  (declares the functions)
from dplemma.lang.divergences import FORMULAS, divergence
from dplemma.lang.exact import rational_of
from dplemma.lang.facts import known
from dplemma.lang.named import Applied, Let, Named, Row, is_known, let, quantity_named
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.sizes import too_large

__all__ = ["expr_from_tree", "parse", "to_tree"]

Json: TypeAlias = Any
"""Lists, objects, strings, truth values and null."""

MAX_DEPTH = 120
MAX_NODES = 500_000
MAX_DIGITS = 4000
MAX_CHARACTERS = 50_000_000

_CONSTANTS: dict[str, Expr] = {"pi": S.Pi, "E": S.Exp1, "oo": S.Infinity, "-oo": S.NegativeInfinity}
_CONSTANT_NAMES = {value: name for name, value in _CONSTANTS.items()}
_SEVERAL: dict[str, type[Basic]] = {c.__name__: c for c in (sp.Add, sp.Mul, sp.Max, sp.Min)}
_LIMITED: dict[str, type[Basic]] = {c.__name__: c for c in (sp.Integral, sp.Sum, Root, ArgMin, ArgMax, Inf, Sup)}
_RELATIONS: dict[str, type[Basic]] = {"=": sp.Eq, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge}
_HEAD: dict[type[Basic], str] = {cls: name for table in (_SEVERAL, _LIMITED, _RELATIONS) for name, cls in table.items()}

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_RATIONAL = re.compile(r"-?[0-9]+(/[0-9]+)?")
_KEYWORDS_OF_REGION = ("self", "such_that", "points")


def plain_heads() -> dict[str, tuple[type[Basic], int]]:
    """Heads with a fixed number of arguments: powers, and every function that has a record."""
    return _plain_heads(tuple(known()))


@lru_cache(maxsize=1)
def _plain_heads(_: tuple[type[Basic], ...]) -> dict[str, tuple[type[Basic], int]]:
    functions = {cls.__name__: (cls, len(facts.domain)) for cls, facts in known().items() if not facts.several}
    return {"Pow": (sp.Pow, 2), **functions}


def bad(at: str, message: str) -> BadClaim:
    """The one line for a tree that says nothing: where, and what is wrong there."""
    return BadClaim(f"{at}: {message}", "")


# -- writing ------------------------------------------------------------------------------------------------------------


def to_tree(expr: Expr) -> Json:
    """The tree of an expression; `Unsupported` if it holds anything that could not be read back exactly."""
    tree = written(expr)
    if expr_from_tree(tree) != expr:
        raise Unsupported(f"{type(expr).__name__} expression cannot be read back as it stands")
    return tree


def written(expr: Basic, room: int = MAX_DEPTH) -> Json:
    """The tree of an expression or of a condition of a Piecewise, not yet read back."""
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
    if kind is Derivative or kind in _LIMITED.values():
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
    if not _allowed_name(symbol.name):
        raise Unsupported(f"variable name {symbol.name!r} cannot be written; use letters, digits and _")
    return symbol.name


def written_rational(value: Fraction) -> str:
    if max(abs(value.numerator), value.denominator) >= 10**MAX_DIGITS:
        raise Unsupported(f"a number of more than {MAX_DIGITS} digits cannot be written")
    return str(value)


def _allowed_name(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and name not in _KEYWORDS_OF_REGION


# -- reading ------------------------------------------------------------------------------------------------------------


def parse(text: str, at: str = "file") -> Json:
    """The tree a JSON text holds; floats, NaN, repeated keys and texts beyond any honest size are refused."""
    if len(text) > MAX_CHARACTERS:
        raise bad(at, f"{len(text)} characters; at most {MAX_CHARACTERS} are read")

    def refuse(number: str) -> Json:
        raise bad(at, f"the number {number[:40]} is not exact; write it as text, a fraction or a decimal")

    def distinct(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        if len(dict(pairs)) != len(pairs):
            raise bad(at, f"an object repeats a key among {shortened([key for key, _ in pairs])}")
        return dict(pairs)

    try:
        tree = json.loads(text, parse_float=refuse, parse_constant=refuse, object_pairs_hook=distinct)
    except ValueError as error:
        raise bad(at, f"not JSON: {error}") from None
    except RecursionError:
        raise bad(at, f"nested deeper than {MAX_DEPTH}") from None
    return tree


def expr_from_tree(tree: Json, at: str = "expression") -> Expr:
    """The expression a tree stands for; `BadClaim` with the place in the tree if it stands for none."""
    check_size(tree, at)
    return read_expression(tree, at)


def check_size(tree: Json, at: str) -> None:
    """Refuse trees too deep or too large to walk; every reader below relies on it."""
    layer, depth, nodes = [tree], 0, 0
    while layer:
        depth, nodes = depth + 1, nodes + len(layer)
        if depth > MAX_DEPTH:
            raise bad(at, f"nested deeper than {MAX_DEPTH}")
        if nodes > MAX_NODES:
            raise bad(at, f"more than {MAX_NODES} nodes")
        layer = [child for node in layer for child in _children(node)]


def _children(node: Json) -> Any:
    if isinstance(node, dict):
        return node.values()
    return node if isinstance(node, list) else ()


def read_expression(tree: Json, at: str) -> Expr:
    if isinstance(tree, str):
        return _CONSTANTS[tree] if tree in _CONSTANTS else _rational(tree, at)
    head, parts = opened(tree, at)
    if head == "var":
        (name,) = sequence(parts, at, 1, after=1)
        return Symbol(read_name(name, f"{at}[1]"), real=True)
    if head in (heads := plain_heads()):
        cls, arity = heads[head]
        return _node(cls, _expressions(sequence(parts, at, arity, after=1), at), at)
    if head in _SEVERAL:
        return _node(_SEVERAL[head], _expressions(_at_least(2, parts, at), at), at)
    if head in _LIMITED or head == "Derivative":
        return _with_limits(head, parts, at)
    if head == "Piecewise":
        pairs = enumerate(_at_least(1, parts, at), 1)
        return Basic.__new__(Piecewise, *(_pair(pair, f"{at}[{place}]") for place, pair in pairs))
    if head in _NAMES:
        return _NAMES[head](parts, at)
    raise bad(at, f"unknown head {shortened(head)}")


def _quantity(parts: list[Json], at: str) -> Expr:
    name, *arguments = _at_least(1, parts, at)
    try:
        quantity = quantity_named(name) if isinstance(name, str) else None
    except UnknownName as error:
        raise bad(f"{at}[1]", str(error)) from None
    if quantity is None or name != quantity.name:
        raise bad(f"{at}[1]", f"{shortened(name)} is not the name of a quantity")
    return quantity(*_expressions(sequence(arguments, at, len(quantity.params), after=2), at, 2))


def _let(parts: list[Json], at: str) -> Expr:
    name, latex, value = sequence(parts, at, 3, after=1)
    if not isinstance(latex, str):
        raise bad(f"{at}[2]", f"{shortened(latex)} is not a text")
    return let(read_name(name, f"{at}[1]"), read_expression(value, f"{at}[3]"), latex=latex)


def _divergence(parts: list[Json], at: str) -> Expr:
    name, closed, first, second, *parameters = _at_least(4, parts, at)
    if name not in FORMULAS or len(parameters) != FORMULAS[name].parameters or not isinstance(closed, bool):
        raise bad(at, f"{shortened(name)} with {len(parameters)} parameters is not a divergence")
    rows = [_row(row, f"{at}[{place}]") for place, row in ((3, first), (4, second))]
    if len(rows[0].args) != len(rows[1].args):
        raise bad(at, "the two rows of chances are not of one length")
    return divergence(name, *rows, *_expressions(parameters, at, 5), closed=closed)


def _row(tree: Json, at: str) -> Row:
    name, *chances = _at_least(2, sequence(tree, at), at)
    return Row(Str(read_name(name, f"{at}[0]")), *_expressions(chances, at))


_NAMES = {"quantity": _quantity, "let": _let, "divergence": _divergence}


def _expressions(parts: list[Json], at: str, first: int = 1) -> list[Expr]:
    return [read_expression(part, f"{at}[{place}]") for place, part in enumerate(parts, first)]


def _node(cls: Any, arguments: list[Expr], at: str) -> Expr:
    if complaint := too_large(cls, arguments):
        raise bad(at, complaint)
    node = cls(*arguments, evaluate=False)
    if type(node) is not cls or len(node.args) != len(arguments):
        raise bad(at, f"{cls.__name__} with an argument repeated")
    return node


def _with_limits(head: str, parts: list[Json], at: str) -> Expr:
    """Built as SymPy's own constructors end, which before that would fold and merge what stands inside."""
    body, *limits = _at_least(2, parts, at)
    if len(limits) > 1 and head not in ("Integral", "Sum", "Derivative"):
        raise bad(at, f"{head} has one limit, not {len(limits)}")
    function = read_expression(body, f"{at}[1]")
    if head == "Derivative":
        return Expr.__new__(Derivative, function, *(_order(limit, f"{at}[{i}]") for i, limit in enumerate(limits, 2)))
    node = Expr.__new__(_LIMITED[head], function, *(_limit(limit, f"{at}[{i}]") for i, limit in enumerate(limits, 2)))
    node.is_commutative = True
    return node


def _limit(tree: Json, at: str) -> Tuple:
    name, lower, upper = sequence(tree, at, 3)
    ends = read_expression(lower, f"{at}[1]"), read_expression(upper, f"{at}[2]")
    return Tuple(Symbol(read_name(name, f"{at}[0]"), real=True), *ends)


def _order(tree: Json, at: str) -> Tuple:
    """A variable of a derivative and how often it is taken."""
    name, times = sequence(tree, at, 2)
    count = read_rational(times, f"{at}[1]")
    if count.denominator != 1 or not 1 <= count <= 100:
        raise bad(f"{at}[1]", f"a derivative is taken 1 to 100 times, not {shortened(times)}")
    return Tuple(Symbol(read_name(name, f"{at}[0]"), real=True), Integer(count.numerator))


def _pair(tree: Json, at: str) -> ExprCondPair:
    value, condition = sequence(tree, at, 2)
    return Tuple.__new__(ExprCondPair, read_expression(value, f"{at}[0]"), _condition(condition, f"{at}[1]"))


def _condition(tree: Json, at: str) -> Basic:
    if isinstance(tree, bool):
        return S.true if tree else S.false
    head, parts = opened(tree, at)
    if head not in _RELATIONS:
        raise bad(at, f"a condition is true or one of {' '.join(_RELATIONS)}, not {shortened(head)}")
    return _node(_RELATIONS[head], _expressions(sequence(parts, at, 2, after=1), at), at)


def _rational(text: Json, at: str) -> Rational:
    value = read_rational(text, at)
    return rational_of(value)


def read_rational(text: Json, at: str) -> Fraction:
    """The number an integer or a fraction in lowest terms stands for."""
    if not isinstance(text, str) or not _RATIONAL.fullmatch(text):
        raise bad(at, f'{shortened(text)} is not an exact number such as "-2" or "3/7", nor one of {", ".join(_CONSTANTS)}')
    above, _, below = text.partition("/")
    if max(len(above), len(below)) > MAX_DIGITS:
        raise bad(at, f"a number of more than {MAX_DIGITS} digits")
    if below and not int(below):
        raise bad(at, f"{shortened(text)} divides by zero")
    value = Fraction(int(above), int(below or "1"))
    if str(value) != text:
        raise bad(at, f"{shortened(text)} is not in lowest terms")
    return value


def read_name(name: Json, at: str) -> str:
    if not isinstance(name, str) or not _allowed_name(name):
        raise bad(at, f"{shortened(name)} is not a variable name; use letters, digits and _")
    return name


def opened(tree: Json, at: str) -> tuple[str, list[Json]]:
    """Head and arguments of a node."""
    if not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
        raise bad(at, f"{shortened(tree)} is not a node [head, argument, ...]")
    return tree[0], tree[1:]


def sequence(tree: Json, at: str, length: int | None = None, after: int = 0) -> list[Json]:
    """A list, of this length if one is given; `after` of its entries were taken off before."""
    if not isinstance(tree, list):
        raise bad(at, f"{shortened(tree)} is not a list")
    if length is not None and len(tree) != length:
        raise bad(at, f"has {len(tree) + after} entries instead of {length + after}")
    return tree


def _at_least(least: int, parts: list[Json], at: str) -> list[Json]:
    if len(parts) < least:
        raise bad(at, f"has {len(parts)} arguments; it needs {least} or more")
    return parts
