"""SymPy's `force=True` and its like rewrite as if every condition held; that is allowed only where the conditions are decided.

log(x**2) becomes 2*log(x) by `expand_log(..., force=True)`, which is false for x < 0: with one such step inside, a proof proves
anything. A use needs a line in `DECIDED`, with the reason why its conditions are decided in that function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dplemma

SOURCE = Path(dplemma.__file__).parent

DECIDED: dict[tuple[str, str], str] = {}
"""(file, function) -> why the conditions of the forced rewrite are decided there. None is needed at present."""

FORCED_KEYWORDS = {"force": True, "inverse": True, "conds": "none"}
FORCED_CALLS = {"posify"}


def _is_forced(node: ast.Call) -> bool:
    """A keyword with the value that drops the conditions, or any value that cannot be read here; or a call that drops them."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in FORCED_CALLS or any(
        k.arg in FORCED_KEYWORDS and (not isinstance(k.value, ast.Constant) or k.value.value == FORCED_KEYWORDS[k.arg])
        for k in node.keywords
    )


def forced(tree: ast.AST, function: str = "") -> Iterator[str]:
    """The functions with a forced rewrite, once for each; "" is the module itself."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and _is_forced(node):
            yield function
        inner = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        yield from forced(node, inner)


def test_forced_rewrites_stand_only_where_their_conditions_are_decided() -> None:
    found = {
        (str(path.relative_to(SOURCE)), function)
        for path in sorted(SOURCE.rglob("*.py"))
        for function in forced(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == DECIDED.keys()


@pytest.mark.parametrize(
    "text",
    [
        "expand_log(e, force=True)", "e.simplify(inverse=True)", "integrate(e, x, conds='none')", "posify(e)",
        "sympy.powdenest(e, force=how)", "[logcombine(e, force=True) for e in f(x)]",
    ],
)  # fmt: skip
def test_a_forced_rewrite_is_seen_in_its_function(text: str) -> None:
    assert list(forced(ast.parse(f"def outer(e):\n    def inner(x):\n        return {text}\n"))) == ["inner"]


@pytest.mark.parametrize("text", ["expand_log(e)", "expand_log(e, force=False)", "integrate(e, x, conds='piecewise')"])
def test_a_rewrite_that_asks_for_its_conditions_is_allowed(text: str) -> None:
    assert list(forced(ast.parse(text))) == []
