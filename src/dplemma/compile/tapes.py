"""The shipped tapes: every form of every quantity as generated source, so that values need no SymPy.

Main definitions: `form_source(quantity, form)`, `quantity_source(quantity)`, `write_tapes()`, which `make tapes` runs.

A file of `dplemma/_tapes`, such as `gaussian_delta.py`, holds one function per form of a quantity; called at a working precision
it computes the constants and returns the function of balls. One file a quantity: a value compiles no more than it needs.
What a tape uses once is written where it is used, so that the file reads like the formula; the operations are the same.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sympy import Expr, Pow, sympify
from sympy.core.function import Application

from dplemma.arb.ball import all_names
from dplemma.compile.lowering import lower
from dplemma.formulas import quantities
from dplemma.lang.functions import variables
from dplemma.lang.named import unfolded
from dplemma.lang.quantity import Form, Quantity

FOLDER = Path(__file__).parents[1] / "_tapes"
_HEAD = '''"""Generated from {name} in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

'''
_SHORT = 100  # letters of a value that still stands within a line
_WORD = re.compile(r"\b[a-z]\w*(?=\()")


def file_name(quantity: Quantity) -> str:
    return f"{quantity.name.replace('.', '_')}.py"


def form_expression(quantity: Quantity, form: Form) -> Expr:
    """The SymPy expression a form stands for, in the quantity's parameters."""
    assert form.body is not None
    return unfolded(sympify(form.body(*(variables(name) for name in quantity.params))))


def tape_name(form: Form) -> str:
    return form.name.replace("-", "_")


def is_rational(quantity: Quantity, form: Form) -> bool:
    """True if the form needs only + - * /: it is then evaluated in exact rationals, and an exact result is known as one."""
    expr = form_expression(quantity, form)
    return expr.is_rational_function(*expr.free_symbols) and not expr.has(Application) and _rational_constants(expr)


def _rational_constants(expr: Expr) -> bool:
    """Numbers are rational and so are their powers: sqrt(2) is a power of 2 by 1/2."""
    return all(atom.is_Rational for atom in expr.atoms() if atom.is_number) and all(p.exp.is_Integer for p in expr.atoms(Pow))


def form_source(quantity: Quantity, form: Form) -> str:
    source = lower(form_expression(quantity, form), tuple(quantity.params))
    if is_rational(quantity, form):
        source = source.replace(" rational(", " fraction(")
    return inlined(source).replace("def make():", f"def {tape_name(form)}():", 1)


def inlined(source: str) -> str:
    """The tape with each short value that is used once, by the function that computes it, written where it is used."""
    tree = ast.parse(source)
    uses = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        fold = _Fold({name for name, count in uses.items() if count == 1 and not _is_inside(name, function.body)})
        function.body = [line for line in map(fold.visit, function.body) if line is not None]
    return "\n".join(filter(None, ast.unparse(tree).splitlines())) + "\n"


def _is_inside(name: str, body: Iterable[ast.stmt]) -> bool:
    """Whether a function among these lines uses the name: there it would be computed at each call."""
    nested = (node for line in body if isinstance(line, ast.FunctionDef) for node in ast.walk(line))
    return any(isinstance(node, ast.Name) and node.id == name for node in nested)


class _Fold(ast.NodeTransformer):
    """Takes away the lines `name = value` of the names, and puts the value where the name stands."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.values: dict[str, ast.expr] = {}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node  # its lines are treated as its own

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
        node.value, target = self.visit(node.value), node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.names and len(ast.unparse(node.value)) <= _SHORT:
            self.values[target.id] = node.value
            return None
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)


def quantity_source(quantity: Quantity) -> str:
    """The text of one file of the folder of tapes; empty if kernels serve the whole domain."""
    forms = [form for form in quantity.ways if form.body is not None]
    if not forms:
        return ""
    bodies = [form_source(quantity, form) for form in forms]
    exact = sorted(tape_name(form) for form in forms if is_rational(quantity, form))
    rational = f"RATIONAL = {{{', '.join(repr(name) for name in exact)}}}" if exact else "RATIONAL = set()"
    return _HEAD.format(name=quantity.name) + "\n".join([*_bindings(bodies), "", rational, "", "", "\n\n".join(bodies)])


def _bindings(bodies: Iterable[str]) -> list[str]:
    used = {word for body in bodies for word in _WORD.findall(body)} & set(all_names())
    return [f"[{', '.join(sorted(used))}] = (NAMES[name] for name in {sorted(used)})"] if used else []


def write_tapes() -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "__init__.py").write_text('"""Generated tapes; see dplemma.compile.tapes."""\n', encoding="utf-8")
    for old in FOLDER.glob("[!_]*.py"):
        old.unlink()
    for quantity in quantities().values():
        text = quantity_source(quantity)
        if text:
            (FOLDER / file_name(quantity)).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_tapes()
