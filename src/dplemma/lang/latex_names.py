"""LaTeX of names and numbers, readable without SymPy: what a notebook shows of data.

Main definitions: `latex_name`, `latex_number`, `latex_point`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dplemma.base.page import latex_words

_LATEX_NAMES = {
    "eps": r"\varepsilon", "psi": r"\psi", "delta": r"\delta", "alpha": r"\alpha", "rho": r"\rho", "sigma": r"\sigma",
    "mu": r"\mu", "beta": r"\beta", "kappa": r"\kappa", "Delta": r"\Delta",
}  # fmt: skip


def latex_name(name: str) -> str:
    """LaTeX of a variable name: greek, and what follows _ as a subscript."""
    base, _, index = name.partition("_")
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
