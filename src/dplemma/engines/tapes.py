"""The shipped tapes: every form of every quantity as generated source, so that values need no SymPy.

Main definitions: `form_source(quantity, form)`, `family_source(family)`, `write()`; run as `python -m dplemma.engines.tapes`.

A file of `dplemma/_tapes` holds one function per form, `delta__mills` for the form `mills` of `gaussian.delta`; called at a
working precision it computes the constants and returns the function of balls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from sympy import Expr, Max, Min, Piecewise, sympify

from dplemma.engines.lowering import lower
from dplemma.formulas import quantities
from dplemma.kernels.ball import all_names
from dplemma.lang.functions import PhiInv, variables
from dplemma.lang.quantity import Form, Quantity

FOLDER = Path(__file__).parents[1] / "_tapes"
_HEAD = '''"""Generated from dplemma/formulas/{family}.py by `make tapes`; do not edit."""

from dplemma.kernels.ball import NAMES

'''
_WORD = re.compile(r"\b[a-z]\w*(?=\()")


def families() -> list[str]:
    return sorted({quantity.family for quantity in quantities().values()})


def form_expression(quantity: Quantity, form: Form) -> Expr:
    """The SymPy expression a form stands for, in the quantity's parameters."""
    assert form.body is not None
    return sympify(form.body(*(variables(name) for name in quantity.params)))


def tape_name(quantity: Quantity, form: Form) -> str:
    return f"{quantity.name.partition('.')[2]}__{form.name.replace('-', '_')}"


def is_rational(quantity: Quantity, form: Form) -> bool:
    """True if the form needs only + - * /: it is then evaluated in exact rationals, and an exact result is known as one."""
    expr = form_expression(quantity, form)
    return (
        expr.is_rational_function(*expr.free_symbols) and not expr.has(Piecewise, Max, Min, PhiInv) and _rational_constants(expr)
    )


def _rational_constants(expr: Expr) -> bool:
    return all(atom.is_Rational for atom in expr.atoms() if atom.is_number)


def form_source(quantity: Quantity, form: Form) -> str:
    source = lower(form_expression(quantity, form), tuple(quantity.params))
    if is_rational(quantity, form):
        source = source.replace(" rational(", " fraction(")
    return source.replace("def make():", f"def {tape_name(quantity, form)}():", 1)


def family_source(family: str) -> str:
    """The text of one file of the folder of tapes."""
    mine = [quantity for quantity in quantities().values() if quantity.family == family]
    forms = [(quantity, form) for quantity in mine for form in quantity.ways if form.body is not None]
    if not forms:
        return ""
    bodies = [form_source(*pair) for pair in forms]
    exact = sorted(tape_name(*pair) for pair in forms if is_rational(*pair))
    names = [f"RATIONAL = {{{', '.join(repr(name) for name in exact)}}}".replace("{}", "set()")]
    return _HEAD.format(family=family) + "\n".join([*_bindings(bodies), "", *names, "", "", "\n\n".join(bodies)])


def _bindings(bodies: Iterable[str]) -> list[str]:
    used = {word for body in bodies for word in _WORD.findall(body)} & set(all_names())
    return [f'{name} = NAMES["{name}"]' for name in sorted(used)]


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "__init__.py").write_text('"""Generated tapes; see dplemma.engines.tapes."""\n', encoding="utf-8")
    for old in FOLDER.glob("[!_]*.py"):
        old.unlink()
    for family in families():
        text = family_source(family)
        if text:
            (FOLDER / f"{family}.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
