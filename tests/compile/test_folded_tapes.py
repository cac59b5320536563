"""The text of a shipped tape: what is used once stands where it is used, and nothing is computed more often for it."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from dplemma.compile.lowering import lower
from dplemma.compile.tapes import form_expression, form_source, inlined, tape_name
from dplemma.formulas import quantities

TAPE = """def make():
    c1 = rational(1, 2)
    c2 = sqrt(c1)
    def run(x):
        v1 = exp(x)
        v2 = x - v1
        v3 = -v2 * c2
        v4 = x * x
        def f5(t):
            v6 = t + t
            return v6 * v4
        return total(f5, v3, v3)
    return run
"""
FOLDED = """def make():
    c2 = sqrt(rational(1, 2))
    def run(x):
        v3 = -(x - exp(x)) * c2
        v4 = x * x
        def f5(t):
            return (t + t) * v4
        return total(f5, v3, v3)
    return run
"""


def test_what_is_used_once_stands_where_it_is_used_but_not_in_a_function_that_is_called_again() -> None:
    assert inlined(TAPE) == FOLDED


def operations(source: str) -> Counter[tuple[int, str]]:
    """Each operation with the depth of the function that does it."""
    found: Counter[tuple[int, str]] = Counter()

    def count(node: ast.AST, depth: int) -> None:
        if isinstance(node, (ast.BinOp, ast.UnaryOp)):
            found[depth, type(node.op).__name__] += 1
        if isinstance(node, ast.Call):
            found[depth, ast.unparse(node.func)] += 1
        for child in ast.iter_child_nodes(node):
            count(child, depth + isinstance(node, ast.FunctionDef))

    count(ast.parse(source), 0)
    return found


@pytest.mark.parametrize("name", quantities())
def test_a_shipped_tape_has_the_operations_of_the_lowered_form(name: str) -> None:
    quantity = quantities()[name]
    for form in (form for form in quantity.ways if form.body is not None):
        plain = lower(form_expression(quantity, form), tuple(quantity.params))
        shipped = form_source(quantity, form).replace(" fraction(", " rational(").replace("(fraction(", "(rational(")
        assert operations(shipped.replace(f"def {tape_name(form)}():", "def make():")) == operations(plain)
