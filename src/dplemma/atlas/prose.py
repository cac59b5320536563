"""Prose with formulas typed in ASCII, as a reader expects to see it: Greek letters, relations, exponents and indices.

Main definitions: `prose`, `greek`. Only the page looks different; the data keep what was typed. Names such as `gaussian.delta`
stay as they are.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ε", "eta": "η", "theta": "θ", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "Phi": "Φ", "Psi": "Ψ", "Delta": "Δ", "Lambda": "Λ", "Sigma": "Σ", "Gamma": "Γ",
}  # fmt: skip
_SIGNS = {
    "&lt;=": "≤",
    "&gt;=": "≥",
    "!=": "≠",
    "-&gt;": "→",
    "=&gt;": "⇒",
    "+-": "±",
    "sqrt(": "√(",
    "sqrt ": "√",
    "PhiInv": "Φ<sup>-1</sup>",
    "QInv": "Q<sup>-1</sup>",
}
_NAME = re.compile(r"\b[a-z]+\.[a-z_0-9]+(?:\([^()]*\))?|\b[a-z]+_[a-z]+_[a-z_]+\b|\b[a-z]{3,}_[a-z]{3,}\b|`[^`]*`")
"""Names of quantities and parameters, and code."""
_LETTER = re.compile(rf"(?<![\w.])({'|'.join(sorted(_GREEK, key=len, reverse=True))})(?=\d?(?![A-Za-z\d])|_)(?!\.\w)")
_INDEX = re.compile(r"((?<![A-Za-z])[A-Za-zΑ-ω]|\|\||\))_(\{[^{}]*\}|[A-Za-z0-9Α-ω]+)(?!\w|\.\w)")
_POWER = re.compile(r"(?<=[\w)\]'>~])\^(\{[^{}]*\}|\([^()]*\)|-?[\dA-Za-zΑ-ω.]*[\dA-Za-zΑ-ω])")


def prose(text: str) -> Markup:
    """The text as HTML."""
    parts, place = [], 0
    for name in _NAME.finditer(text):
        parts += [_set(text[place : name.start()]), escape(name[0].strip("`"))]
        place = name.end()
    return Markup("".join([*parts, _set(text[place:])]))


def greek(text: str) -> str:
    """Plain text with its Greek letters as letters, where no HTML may stand."""
    return text if _NAME.search(text) else _LETTER.sub(lambda match: _GREEK[match[1]], text)


def _set(text: str) -> str:
    told = str(escape(text))
    for typed, sign in _SIGNS.items():
        told = told.replace(typed, sign)
    told = _LETTER.sub(lambda match: _GREEK[match[1]], told)
    told = re.sub(r"([Α-ω])(\d)(?!\d)", r"\1<sub>\2</sub>", told)
    told = _INDEX.sub(lambda match: f"{match[1]}<sub>{_letter(match[2].strip('{}'))}</sub>", told)
    return _POWER.sub(lambda match: f"<sup>{_bare(match[1])}</sup>", told)


def _letter(word: str) -> str:
    return _GREEK.get(word, word)


def _bare(exponent: str) -> str:
    """Without the brackets that only held it together."""
    return exponent[1:-1] if exponent[:1] + exponent[-1:] in ("{}", "()") else exponent
