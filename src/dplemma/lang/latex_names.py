"""LaTeX of names and numbers, readable without SymPy: what a notebook shows of data.

Main definitions: `latex_name`, `latex_number`, `latex_point`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dplemma.base.page import latex_words

_GREEK = (
    "alpha", "beta", "gamma", "delta", "theta", "kappa", "lambda", "mu", "nu", "rho", "sigma", "tau", "psi", "omega", "Delta",
    "Gamma",
)  # fmt: skip
_LATEX_NAMES = {name: rf"\{name}" for name in _GREEK} | {"eps": r"\varepsilon", "lam": r"\lambda"}
_NUMBERED = re.compile(r"([A-Za-z]+)(\d+)")


def latex_name(name: str) -> str:
    """LaTeX of a variable name: greek, and what follows _ as a subscript; so do the digits of eps0."""
    numbered = _NUMBERED.fullmatch(name)
    base, index = numbered.groups() if numbered else name.partition("_")[::2]
    return f"{_latex_word(base)}_{{{_latex_word(index)}}}" if index else _latex_word(base)


def _latex_word(word: str) -> str:
    plain = len(word) == 1 or word.isdigit()
    return _LATEX_NAMES.get(word) or (word if plain else rf"\mathrm{{{word.replace('_', ', ')}}}")


def latex_number(text: str) -> str:
    """A decimal, whose exponent becomes a power of ten, or a fraction; anything else as words."""
    if fraction := re.fullmatch(r"(-?)(\d+)/(\d+)", text):
        return rf"{fraction[1]}\tfrac{{{fraction[2]}}}{{{fraction[3]}}}"
    if decimal := re.fullmatch(r"(-?\d+(?:\.\d*)?)[eE]\+?(-?\d+)", text):
        return rf"{decimal[1]} \cdot 10^{{{decimal[2]}}}"
    return text if re.fullmatch(r"-?\d+(?:\.\d*)?", text) else rf"\text{{{latex_words(text)}}}"


def latex_point(point: Mapping[str, object]) -> str:
    return r",\; ".join(f"{latex_name(name)} = {latex_number(str(value))}" for name, value in point.items())
