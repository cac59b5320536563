"""The sign and the definition of a quantity in LaTeX, in a block that GitHub renders; nothing where it would not be readable.

Markdown takes a backslash before punctuation for an escape, even inside a formula, so line ends are written `\\cr` and thin
spaces `\\thinspace`.
Main definition: `definition_latex`.
"""

from __future__ import annotations

from typing import Any

from sympy import Symbol
from sympy.printing.latex import LatexPrinter

from dplemma.lang.functions import variables
from dplemma.lang.parameters import PARAMETERS
from dplemma.lang.quantity import Quantity

LONGEST = 240
_GREEK = {
    "eps": r"\varepsilon", "eps0": r"\varepsilon_0", "delta": r"\delta", "mu": r"\mu", "rho": r"\rho", "sigma": r"\sigma",
    "beta": r"\beta", "mu0": r"\mu_0", "mu1": r"\mu_1", "sigma0": r"\sigma_0", "sigma1": r"\sigma_1",
}  # fmt: skip
_PLAIN_SPACING = ((r"\\", r" \cr "), (r"\text{for}\: ", r"\text{for } "), (r"\,", r"\thinspace"))


class _Printer(LatexPrinter):
    """Sums begin with a positive term, names of parameters are upright, bound variables have one letter."""

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        return sorted(super()._as_ordered_terms(expr, order=order), key=lambda term: term.could_extract_minus_sign())

    def _print_Symbol(self, expr: Symbol, style: str = "plain") -> str:
        name = expr.name
        if name in _GREEK:
            return _GREEK[name]
        if name not in PARAMETERS:
            return name.partition("_")[0]
        return name if len(name) == 1 else rf"\mathrm{{{name}}}"


def definition_latex(quantity: Quantity) -> str:
    """A `$$` block, or nothing where the definition is long or a root, an optimum or a distribution without a sign."""
    symbols = [variables(name) for name in quantity.params]
    sign, text = (_Printer().doprint(expr) for expr in (quantity(*symbols), quantity.definition(*symbols)))
    if "operatorname" in text or len(text) > LONGEST:
        return ""
    text = f"{sign} = {text}"
    for given, plain in _PLAIN_SPACING:
        text = text.replace(given, plain)
    return f"$${text}$$"
