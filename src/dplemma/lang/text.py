"""Plain text, LaTeX and canonical text of expressions; one place, so every report prints the same."""

from __future__ import annotations

from typing import Any

from sympy import Add, Expr, Max, Min, Mul, latex, sstr
from sympy.core.basic import Basic

_LATEX_NAMES = {
    "eps": r"\varepsilon", "psi": r"\psi", "delta": r"\delta", "alpha": r"\alpha", "rho": r"\rho", "sigma": r"\sigma",
    "mu": r"\mu", "beta": r"\beta", "kappa": r"\kappa", "Delta": r"\Delta",
}  # fmt: skip
_COMMUTATIVE = (Add, Mul, Max, Min)


def latex_name(name: str) -> str:
    """LaTeX of a variable name: greek, and a trailing _0 or digit as a subscript."""
    base, _, index = name.partition("_")
    head = _LATEX_NAMES.get(base, base if len(base) == 1 else rf"\mathrm{{{base}}}")
    return f"{head}_{{{index}}}" if index else head


def to_latex(expr: Any) -> str:
    if not isinstance(expr, Basic):
        return str(expr)
    names = {s: latex_name(s.name) for s in expr.atoms() if getattr(s, "is_Symbol", False)}
    text = latex(expr, symbol_names=names, fold_short_frac=False)
    for name, shown in (("PhiInv", r"\Phi^{-1}"), ("Phi", r"\Phi"), ("QInv", r"Q^{-1}")):
        text = text.replace(rf"\operatorname{{{name}}}", shown)
    return text.replace(r"\phi{", r"\varphi{")


def to_text(expr: Any) -> str:
    return sstr(expr) if isinstance(expr, Basic) else str(expr)


def canonical(expr: Any) -> str:
    """Text that depends on the mathematics only, not on the order in which SymPy happens to keep arguments."""
    if isinstance(expr, Basic) and expr.args and isinstance(expr, Expr | Basic):
        parts = [canonical(a) for a in expr.args]
        if isinstance(expr, _COMMUTATIVE):
            parts.sort()
        return f"{type(expr).__name__}({','.join(parts)})"
    return str(expr)
