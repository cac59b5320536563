"""What a coded form stands for, as a SymPy expression: how it is compared with the definition of its quantity.

SymPy rewrites as it builds, so the expression says what the code means, not in which order it computes.
Main definitions: `expression_of`, `equality`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy import Expr

from dplemma.doubles.algebras import Node, tree
from dplemma.doubles.carried import Unliftable
from dplemma.lang.exact import rational_of
from dplemma.lang.facts import known
from dplemma.lang.functions import Mills, Phi, variables

_HEADS: dict[str, Callable[..., Any]] = {
    "+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "/": lambda x, y: x / y,
    "**": lambda x, y: x**y, "fsum": sympy.Add, "neg": lambda x: -x,
    "expm1": lambda x: sympy.exp(x) - 1, "log1p": lambda x: sympy.log(1 + x),
    "log2": lambda x: sympy.log(x) / sympy.log(2), "log10": lambda x: sympy.log(x) / sympy.log(10), "sqrt": sympy.sqrt,
    "atan": sympy.atan,
    "erf": lambda x: 2 * Phi(sympy.sqrt(2) * x) - 1, "erfc": lambda x: 2 * Phi(-sympy.sqrt(2) * x),
    "erfcx": lambda x: sympy.sqrt(2 / sympy.pi) * Mills(sympy.sqrt(2) * x),
    "log_ndtr": lambda x: sympy.log(Phi(x)), "expit": lambda x: 1 / (1 + sympy.exp(-x)),
    "logit": lambda p: sympy.log(p / (1 - p)), "logaddexp": lambda x, y: sympy.log(sympy.exp(x) + sympy.exp(y)),
    **{facts.double: function for function, facts in known().items() if facts.double},
}  # fmt: skip


def expression_of(function: Callable[..., Any], names: tuple[str, ...]) -> Expr:
    """The expression of a form without branches, in the variables of that name."""
    return _expression(tree(function, names))


def _expression(node: Node) -> Any:
    if node.name == "variable":
        return variables(node.args[0])
    if node.name == "constant":
        return {"pi": sympy.pi, "e": sympy.E}[node.args[0]]
    if node.name == "number":
        return rational_of(node.args[0])
    if node.name not in _HEADS:
        raise Unliftable(f"{node.name} has no expression")
    return _HEADS[node.name](*(_expression(arg) for arg in node.args))
