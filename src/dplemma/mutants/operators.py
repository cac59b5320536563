"""The kinds of mutants: each proposes changes of a simple statement, best first.

Main definitions: `OPERATORS` (of statements), `Change`, `Operator`.

- `flip`: a relation becomes its negation (<= turns into >), a monotone direction turns round, a limit moves by 1 (an infinite one
  becomes 0), a value with a printed number changes its sign; `reverse`: <= turns into >=, < into >, = into <;
- `percent`, `constant`, `double`: one number moves by 1 %, by 2 %, by a factor 2, to the side that makes an inequality harder (a
  looser one would be true all the same); for `constant` a printed number moves by two units of its last digit;
- `digit`: another digit of a printed number changes; `sign`: a term, or a side, changes its sign; `drop`: a factor is left out;
- `drop_root`: a root or square goes; `add_root`, `add_square`: one comes; `exponent`: a power or an exponential gets one more;
- `swap`: two variables change places in one side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from itertools import combinations
from typing import Any

from sympy import Add, Expr, Mul, Pow, Rational, S, Symbol, Tuple, default_sort_key, exp, sqrt
from sympy.core.basic import Basic

from dplemma.lang.judgements import Limit, Monotone, Number
from dplemma.lang.printed import Printed
from dplemma.lang.statements import Rel, Statement

NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_REVERSED = {"=": "<", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_TURNED = {"increasing": "decreasing", "decreasing": "increasing"}

Change = Mapping[str, Any]  # fields of a simple statement with their new values
Operator = Callable[[Statement], Iterator[Change]]
NodeChange = Callable[[Basic], Expr | None]


def flip(leaf: Statement) -> Iterator[Change]:
    if isinstance(leaf, Rel):
        yield {"rel": NEGATED[leaf.rel]}
    elif isinstance(leaf, Monotone):
        yield {"direction": _TURNED[leaf.direction]}
    elif isinstance(leaf, Limit):
        yield {"value": S.Zero if leaf.value.is_infinite else leaf.value + 1}
    elif isinstance(leaf, Number):
        yield {"expr": -leaf.expr}


def reverse(leaf: Statement) -> Iterator[Change]:
    if isinstance(leaf, Rel) and leaf.rel in _REVERSED:
        yield {"rel": _REVERSED[leaf.rel]}


def moved_constant(leaf: Statement, factor: Rational) -> Iterator[Change]:
    if isinstance(leaf, Number):
        yield {"printed": replace(leaf.printed, text=str(_two_units_off(leaf.printed, factor)))}
    elif isinstance(leaf, Limit) and leaf.value.is_infinite is not True:
        yield {"value": _moved(leaf.value, factor)}
    else:
        yield from _anywhere(leaf, partial(_moved_number, factor))
        if isinstance(leaf, Rel):
            yield {"rhs": _moved(leaf.rhs, factor)}


def moved_number(leaf: Statement, factor: Rational) -> Iterator[Change]:
    """The same but for printed numbers, of which a percent may be less than the rounding."""
    if not isinstance(leaf, Number):
        yield from moved_constant(leaf, factor)


def digit(leaf: Statement) -> Iterator[Change]:
    """The first digit that is not the last one, moved by one."""
    if isinstance(leaf, Number) and (text := _with_another_digit(leaf.printed.text)) is not None:
        yield {"printed": replace(leaf.printed, text=text)}


def sign(leaf: Statement) -> Iterator[Change]:
    yield from _anywhere(leaf, _with_a_sign)
    yield from ({side: -getattr(leaf, side)} for side in _sides(leaf))


def drop(leaf: Statement) -> Iterator[Change]:
    yield from _anywhere(leaf, _shortened_product)


def drop_root(leaf: Statement) -> Iterator[Change]:
    yield from _anywhere(leaf, lambda node: node.base if isinstance(node, Pow) and abs(node.exp) in (S.Half, 2) else None)


def add_root(leaf: Statement) -> Iterator[Change]:
    yield from _anywhere(leaf, lambda node: sqrt(node) if isinstance(node, Symbol) else None)


def add_square(leaf: Statement) -> Iterator[Change]:
    yield from _anywhere(leaf, lambda node: node**2 if isinstance(node, Symbol) else None)


def exponent(leaf: Statement) -> Iterator[Change]:
    yield from _anywhere(leaf, _with_a_higher_power)


def swap(leaf: Statement) -> Iterator[Change]:
    for side in _sides(leaf):
        expr = getattr(leaf, side)
        names = sorted((s for s in expr.free_symbols if isinstance(s, Symbol)), key=lambda s: s.name)
        for one, other in combinations(names, 2):
            yield {side: expr.xreplace({one: other, other: one})}


def _either_way(operator: Callable[..., Iterator[Change]], *factors: Rational) -> tuple[Operator, ...]:
    return tuple(partial(operator, factor=factor) for factor in factors)


OPERATORS: dict[str, tuple[Operator, ...]] = {
    "flip": (flip,),
    "reverse": (reverse,),
    "constant": _either_way(moved_constant, Rational(51, 50), Rational(49, 50)),
    "percent": _either_way(moved_number, Rational(101, 100), Rational(99, 100)),
    "double": _either_way(moved_number, Rational(2), Rational(1, 2)),
    "digit": (digit,),
    "sign": (sign,),
    "drop": (drop,),
    "drop_root": (drop_root,),
    "add_root": (add_root,),
    "add_square": (add_square,),
    "exponent": (exponent,),
    "swap": (swap,),
}
"""By the name of the kind; of several versions the one that leaves least room is taken."""


# -- changes of a node ------------------------------------------------------------------------------------------------------


def _sides(leaf: Statement) -> tuple[str, ...]:
    return ("rhs", "lhs") if isinstance(leaf, Rel) else ("expr",)


def _anywhere(leaf: Statement, change: NodeChange) -> Iterator[Change]:
    for side in _sides(leaf):
        yield from ({side: changed} for changed in _rewritten(getattr(leaf, side), change))


def _rewritten(expr: Basic, change: NodeChange) -> Iterator[Any]:
    """The expression with one node changed, for each node that can be, outermost first."""
    changed = change(expr)
    if changed is not None:
        yield changed
    for index in sorted(_changeable(expr), key=lambda i: default_sort_key(expr.args[i])):
        for new in _rewritten(expr.args[index], change):
            yield expr.func(*expr.args[:index], new, *expr.args[index + 1 :])


def _changeable(expr: Basic) -> range:
    """The arguments that may be changed: neither a numeric exponent nor the variable that an integral, sum or solver binds."""
    if isinstance(expr, Tuple):
        return range(1, len(expr.args))
    return range(1 if isinstance(expr, Pow) and expr.exp.is_number else len(expr.args))


def _two_units_off(printed: Printed, factor: Rational) -> Decimal:
    """Two units of the last digit, two steps of the grid or two powers of ten further: beyond every fair rounding."""
    number = Decimal(printed.text)
    if printed.mode == "order":
        return number.scaleb(-2 if factor < 1 else 2)
    unit = Decimal(printed.grid) if printed.grid else Decimal((0, (1,), int(number.as_tuple().exponent)))
    return number + (-2 if factor < 1 else 2) * unit


def _with_another_digit(text: str) -> str | None:
    """5.28 becomes 6.28; None where the last digit is the only one."""
    mantissa = text.lower().partition("e")[0]
    places = [i for i, letter in enumerate(mantissa) if letter.isdigit()]
    place = next((i for i in places[:-1] if mantissa[i] != "0"), None)
    if place is None:
        return None
    moved = str(int(text[place]) + 1 if text[place] != "9" else 8)
    return text[:place] + moved + text[place + 1 :]


def _moved(expr: Expr, factor: Rational) -> Expr:
    return factor - 1 if expr.is_zero else factor * expr


def _moved_number(factor: Rational, node: Basic) -> Expr | None:
    return factor * node if isinstance(node, Rational) and abs(node) not in (S.Zero, S.One) else None


def _with_a_sign(node: Basic) -> Expr | None:
    """A sum with its last term turned."""
    if not isinstance(node, Add):
        return None
    terms = sorted(node.args, key=default_sort_key)
    return Add(*terms[:-1], -terms[-1])


def _with_a_higher_power(node: Basic) -> Expr | None:
    if isinstance(node, exp):
        return exp(node.args[0] + 1)
    return Pow(node.base, node.exp + 1) if isinstance(node, Pow) and node.exp.is_number else None


def _shortened_product(node: Basic) -> Expr | None:
    """A product of two or more factors, a sign not counted, without its first factor that is not a number."""
    if not isinstance(node, Mul):
        return None
    factors = sorted((f for f in node.args if f is not S.NegativeOne), key=default_sort_key)
    first = next((f for f in factors if not f.is_number), None)
    if len(factors) < 2 or first is None:
        return None
    return Mul(*(f for f in node.args if f is not first))
