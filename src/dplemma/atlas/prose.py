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
    "Omega": "Ω",
}  # fmt: skip
_SIGNS = {
    "&lt;=": "≤",
    "&gt;=": "≥",
    "!=": "≠",
    "-&gt;": "→",
    "=&gt;": "⇒",
    "**": "^",
    "sqrt(": "√(",
    "sqrt ": "√",
    "PhiInv": "Φ^{-1}",
    "QInv": "Q^{-1}",
    "chi2": "χ^2",
}
_NAME = re.compile(
    r"\b[a-z]+\.[a-z_0-9]+(?:\([^()]*\))?|\b[a-z]+_[a-z]+_[a-z_]+\b|`[^`]*`"
    r"|\b(?!(?:delta|eps|lambda|psi|sigma|theta|int|max|min|sum|sup|lim)_)[a-z]{3,}_[a-z]{3,}\b"
)
"""Names of quantities and parameters, and code."""
_LETTER = re.compile(rf"(?<![A-Za-z_.])({'|'.join(sorted(_GREEK, key=len, reverse=True))})(?=\d?(?![A-Za-z\d])|_)(?!\.\w)")
_INFINITY = re.compile(r"\boo\b|(?<=[<>=→,(\[;_-])\s?infinity\b")
_SCRIPT = re.compile(
    r"(?:(?<![A-Za-z])[A-Za-zΑ-ω]\*?|(?<![A-Za-z])(?:sum|max|min|lim|sup|int|log|AUC|SYMM|DIFF)|[\d)\]|'~]|(?<=^)|&#39;)(?P<sign>[_^])"
)
"""What may carry an index or an exponent, and the sign for it; words such as `fa_best` do not."""
_SHORT = re.compile(r"-?[\dA-Za-zΑ-ω.]*[\dA-Za-zΑ-ω√∞]|[-+](?![\w(])|[-+](?=[A-Z]?\()")
_TAGS, _PAIRS = {"_": "sub", "^": "sup"}, {"{": "}", "(": ")", "[": "]"}


def prose(text: str) -> Markup:
    """The text as HTML."""
    parts, place = [], 0
    for name in _NAME.finditer(text):
        parts += [_set(text[place : name.start()]), escape(name[0].strip("`"))]
        place = name.end()
    return Markup("".join([*parts, _set(text[place:])]))


def greek(text: str) -> str:
    """Plain text with its Greek letters as letters, where no HTML may stand."""
    return text if _NAME.search(text) else _LETTER.sub(_as_letter, text)


def _as_letter(match: re.Match[str]) -> str:
    return _GREEK[match[1]]


def _set(text: str) -> str:
    told = str(escape(text))
    for typed, sign in _SIGNS.items():
        told = told.replace(typed, sign)
    told = re.sub(r"(?<!\^)\+-", "±", told)
    told = _LETTER.sub(_as_letter, _INFINITY.sub("∞", told))
    return _scripted(re.sub(r"([Α-ω])(\d)(?!\d)", r"\1_{\2}", told))


def _scripted(text: str) -> str:
    """Indices and exponents as such, those within them too."""
    found, place = "", 0
    while (match := _SCRIPT.search(text, place)) is not None:
        found, place = found + text[place : match.start("sign")], match.start("sign")
        while text[place : place + 1] in _TAGS and (inner := _argument(text, place + 1)):
            tag = _TAGS[text[place]]
            found += f"<{tag}>{_scripted(_LETTER.sub(_as_letter, _bare(inner)))}</{tag}>"
            place += 1 + len(inner)
        if place == match.start("sign"):
            found, place = found + text[place], place + 1
    return found + text[place:]


def _argument(text: str, place: int) -> str:
    """What stands in the index or exponent that begins here; nothing where it is none."""
    if text[place : place + 1] in _PAIRS:
        return _bracketed(text, place)
    short = _SHORT.match(text, place)
    if short is None:
        return ""
    end = short.end()  # it may have one of its own: e^-eps^2, sigma_X_i, e^eps_0, but not x^-1_i, mu_t^2
    nested = text[end : end + 1] == text[place - 1] or (text[end : end + 1] == "_" and short[0][-1].isalpha())
    if nested and (more := _argument(text, end + 1)):
        return f"{short[0]}{text[end]}{more}"
    return short[0]


def _bracketed(text: str, place: int) -> str:
    """From an opening bracket to the one that closes it; nothing where there is none."""
    opening, closing, depth = text[place], _PAIRS[text[place]], 0
    for end in range(place, len(text)):
        depth += (text[end] == opening) - (text[end] == closing)
        if depth == 0:
            return text[place : end + 1]
    return ""


def _bare(exponent: str) -> str:
    """Without the brackets that only held it together."""
    whole = exponent[:1] in ("{", "(") and _bracketed(exponent, 0) == exponent
    return exponent[1:-1] if whole else exponent
