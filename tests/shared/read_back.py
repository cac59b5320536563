"""The expression, statement, region or mechanism that a tree of `lang.tree` stands for: the kernel has a reader of its own.

Every node is built with the arguments the tree gives and SymPy's rewriting off, so that what comes back can be compared with what
was written, also where SymPy would simplify it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from sympy import Basic, Derivative, Expr, Integer, Piecewise, Rational, S, Symbol, Tuple
from sympy.core.symbol import Str
from sympy.functions.elementary.piecewise import ExprCondPair

from dplemma.formulas import quantities
from dplemma.lang import judgements, statements
from dplemma.lang.divergences import divergence
from dplemma.lang.interval import Interval
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.named import Row, let
from dplemma.lang.printed import Printed
from dplemma.lang.region import Region
from dplemma.lang.tree import CONSTANTS, LIMITED, RELATION_HEADS, SEVERAL, plain_heads


def variable(name: str) -> Symbol:
    return Symbol(name, real=True)


def expression(tree: Any) -> Any:
    if isinstance(tree, str):
        return CONSTANTS[tree] if tree in CONSTANTS else Rational(*Fraction(tree).as_integer_ratio())
    head, *parts = tree
    if head == "var":
        return variable(*parts)
    if head in _SPECIAL:
        return _SPECIAL[head](*parts)
    if head in LIMITED:
        body, *limits = parts
        node = Expr.__new__(LIMITED[head], expression(body), *(Tuple(variable(x), *map(expression, ends)) for x, *ends in limits))
        node.is_commutative = True
        return node
    cls = {**SEVERAL, **RELATION_HEADS}.get(head) or plain_heads()[head][0]
    return cls(*map(expression, parts), evaluate=False)


def _piecewise(*pairs: Any) -> Any:
    conditions = (S(condition) if isinstance(condition, bool) else expression(condition) for _, condition in pairs)
    values = (expression(value) for value, _ in pairs)
    return Basic.__new__(Piecewise, *(Tuple.__new__(ExprCondPair, *pair) for pair in zip(values, conditions, strict=True)))


def _derivative(body: Any, *orders: Any) -> Any:
    return Expr.__new__(Derivative, expression(body), *(Tuple(variable(x), Integer(times)) for x, times in orders))


def _divergence(name: str, closed: bool, first: Any, second: Any, *parameters: Any) -> Any:
    rows = (Row(Str(label), *map(expression, chances)) for label, *chances in (first, second))
    return divergence(name, *rows, *map(expression, parameters), closed=closed)


_SPECIAL = {
    "Piecewise": _piecewise,
    "Derivative": _derivative,
    "quantity": lambda name, *arguments: quantities()[name](*map(expression, arguments)),
    "let": lambda name, latex, value: let(name, expression(value), latex=latex),
    "divergence": _divergence,
}


def interval(text: str) -> Interval:
    integers, left, low, high, right = re.fullmatch(r"(the integers of )?([\[(])(\S+), (\S+)([\])])", text).groups()  # pyright: ignore[reportOptionalMemberAccess]
    return Interval(low, high, lo_open=left == "(", hi_open=right == ")", integer=bool(integers))


def box(tree: Any) -> dict[str, Interval]:
    return {name: interval(text) for name, text in tree}


def statement(tree: Any) -> Any:
    """Every part by the field it stands in: a condition of a statement is a statement, a side an expression."""
    head, *parts = tree
    cls = getattr(statements, head, None) or getattr(judgements, head)
    return _READ.get(head, _of_statements)(cls, *parts)


def _of_statements(cls: Any, *parts: Any) -> Any:
    return cls(*map(statement, parts))


def _of_box(cls: Any, over: Any, inner: Any) -> Any:
    return cls(box(over), statement(inner))


_READ: dict[str, Any] = {
    "Rel": lambda cls, left, rel, right: cls(expression(left), rel, expression(right)),
    "Chain": lambda cls, links: cls(*(link if place % 2 else expression(link) for place, link in enumerate(links))),
    "All": lambda cls, inner: cls(*map(statement, inner)),
    "Either": lambda cls, inner: cls(*map(statement, inner)),
    "ForAll": _of_box,
    "Exists": _of_box,
    "Member": lambda cls, values, space: cls(tuple(map(expression, values)), tuple(map(interval, space))),
    "Monotone": lambda cls, expr, x, *more: cls(expression(expr), variable(x), *more),
    "Limit": lambda cls, expr, x, to, value, side: cls(expression(expr), variable(x), expression(to), expression(value), side),
    "Number": lambda cls, expr, printed: cls(expression(expr), Printed(*printed[:2], grid="".join(printed[2:]))),
    "Inference": lambda cls, premises, conclusion, model: cls(tuple(map(statement, premises)), statement(conclusion), model),
    "Obligations": lambda cls, named: cls(**{name: statement(inner) for name, inner in named}),
}


def region(tree: Any) -> Region:
    intervals = box(tree["intervals"])
    points = [dict(zip(intervals, map(Fraction, values), strict=True)) for values in tree["points"]]
    return Region(such_that=list(map(statement, tree["such_that"])), points=points, **intervals)


def mechanism(tree: Any) -> Mechanism:
    rows = ([expression(chance) for chance in tree[name]] for name in "PQ")
    conditions = list(map(statement, tree["such_that"]))
    return Mechanism(*rows, closed=tree["closed"], intervals=box(tree["intervals"]), such_that=conditions)
