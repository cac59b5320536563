r"""Words with formulas in them: `the slope is e^eps at x = Phi(-psi/2 - eps/psi)` as LaTeX, as HTML and as Unicode.

Main definitions: `segments`, `prose_latex`, `prose_html`, `prose_unicode`.

Reasons and titles are typed as plain text. A run of names of variables and functions, numbers and operators is a formula; all
else is words. What stands between dollars is LaTeX already. Where a run is no formula, only its Greek letters are set as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from itertools import pairwise
from typing import NamedTuple

from dplemma.base.errors import DplemmaError
from dplemma.base.page import latex_words
from dplemma.lang.latex_names import latex_number
from dplemma.report.mathematics.scripts import to_mathml, to_unicode

_GREEK = ("alpha", "beta", "gamma", "delta", "theta", "kappa", "lambda", "mu", "nu", "pi", "rho", "sigma", "tau", "psi", "omega",
          "Delta", "Lambda", "Phi", "Psi", "Omega", "Gamma")  # fmt: skip
_NAMES = {name: rf"\{name}" for name in _GREEK} | {
    "eps": r"\varepsilon", "epsilon": r"\varepsilon", "phi": r"\varphi", "PhiInv": r"\Phi^{-1}", "oo": r"\infty", "log": r"\log",
    "exp": r"\exp", "sqrt": r"\sqrt", "Mills": r"\mathrm{Mills}", "max": r"\max", "min": r"\min", "sup": r"\sup",
    "QInv": "Q^{-1}",
}  # fmt: skip
_FUNCTIONS = ("sqrt", "log", "exp", "max", "min", "sup")  # words by themselves
_OPERATORS = {"<=": r"\leq", ">=": r"\geq", "!=": r"\neq", "->": r"\to", "*": r"\,", "...": r"\ldots"}
_TOKEN = re.compile(
    r"(?P<math>\$[^$]*\$)|(?P<number>\d+(?:\.\d+)?(?:e-?\d+)?)"
    r"|(?P<name>[A-Za-zÀ-ÿ]+(?:\*(?![A-Za-z0-9(]))?(?:_[A-Za-z0-9]+|(?<=eps)\d+)?)"
    r"|(?P<op><=|>=|!=|->|[-+*/^=<>|])|(?P<open>\()|(?P<close>\))|(?P<space>\s+)|(?P<other>.)"
)
_BRACES = re.compile(r"\$[^$]*\$|\^\{([^{}$]+)\}|_\{(\w+)\}")
_ALONE = re.compile(r"\(?\d*\)?|a|I|A|[-+*/=<>^|]+")  # no formula by itself


class Segment(NamedTuple):
    """Words as typed, or a formula as LaTeX."""

    text: str
    is_formula: bool


class _Token(NamedTuple):
    kind: str
    text: str


@cache
def segments(prose: str) -> tuple[Segment, ...]:
    """The prose, cut into words and formulas."""
    tokens = [_Token(match.lastgroup or "other", match[0]) for match in _TOKEN.finditer(_typed(prose))]
    found: list[Segment] = []
    place = 0
    while place < len(tokens):
        end = _run_end(tokens, place)
        formula = _formula(tokens[place:end]) if end > place else None
        if formula is None:
            end = place + 1
            formula = _lone(tokens, place)
        found.append(Segment(formula, True) if formula is not None else Segment(tokens[place].text, False))
        place = end
    return tuple(_joined(found))


def _typed(prose: str) -> str:
    """Braces as they are typed in plain text: e^{-eps} is e^(-eps), P_{i1} is P_i1; LaTeX between dollars stays."""
    return _BRACES.sub(lambda found: f"^({found[1]})" if found[1] else f"_{found[2]}" if found[2] else found[0], prose)


def _joined(found: list[Segment]) -> Iterator[Segment]:
    words = ""
    for segment in found:
        if segment.is_formula:
            if words:
                yield Segment(words, False)
                words = ""
            yield segment
        else:
            words += segment.text
    if words:
        yield Segment(words, False)


def _is_variable(token: _Token) -> bool:
    base = re.sub(r"^eps\d+$", "eps", token.text.partition("_")[0].removesuffix("*"))
    return token.kind == "name" and (base in _NAMES or len(base) == 1 or re.fullmatch(r"d(psi|eps|mu|x|t)", base) is not None)


def _run_end(tokens: list[_Token], start: int) -> int:
    """Where the longest run of formula tokens from here ends: brackets closed, no operator or space left over at its end."""
    depth, end, place = 0, start, start
    hyphen = tokens[start].text == "-" and start > 0 and tokens[start - 1].kind == "name"
    if tokens[start].kind == "space" or hyphen:
        return start
    while place < len(tokens):
        token = tokens[place]
        if token.kind == "open":
            depth += 1
        elif token.kind == "close":
            depth -= 1
            if depth < 0:
                break
        elif (
            (token.text == "," and depth == 0)
            or not (token.kind in ("number", "op", "space") or token.text == "," or _is_variable(token))
            or _is_article(tokens, place)
            or (token.text == "-" and _joins_word(tokens, place))
        ):
            break
        place += 1
        if (depth == 0 and token.kind in ("number", "name", "close")) or (depth == 0 and token.text == "|"):
            end = place
    return end


def _is_article(tokens: list[_Token], place: int) -> bool:
    """`a`, `I` and `A` between words are words: a formula has an operator or a bracket beside them."""
    if tokens[place].text not in ("a", "I", "A"):
        return False
    near = [token for token in (*tokens[max(0, place - 2) : place], *tokens[place + 1 : place + 3]) if token.kind != "space"]
    return not any(token.kind in ("op", "close", "open") for token in near)


def _joins_word(tokens: list[_Token], place: int) -> bool:
    """A hyphen before a word, as in eps-DP."""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    return after is not None and after.kind == "name" and not _is_variable(after)


def _formula(run: list[_Token]) -> str | None:
    """LaTeX of a run; nothing where it is no formula: a number or an article by itself, functions named in words."""
    text = "".join(token.text for token in run).strip()
    names = [token for token in run if token.kind == "name"]
    operators = [token for token in run if token.kind in ("op", "open")]
    if _ALONE.fullmatch(text) or not names or (len(run) == 1 and run[0].text in (*_FUNCTIONS, "Mills")):
        return None
    hats = any(one.text == "^" and two.kind == "op" and two.text not in "+-" for one, two in pairwise(run))
    if hats or (run[0].kind == "op" and run[0].text not in ("-", "<=", ">=", "|")):
        return None
    if not operators and len(run) > 1 and all(token.kind == "name" for token in run if token.kind != "space") and _spelled(names):
        return None
    latex = _Writer(run).sequence()
    try:
        to_unicode(latex)
    except DplemmaError:
        return None
    return latex


def _spelled(names: list[_Token]) -> bool:
    """Functions named in a row, as in `log exp`, are words."""
    return any(token.text in _FUNCTIONS for token in names)


def _lone(tokens: list[_Token], place: int) -> str | None:
    """A Greek letter, a power of ten or a formula in dollars, by itself."""
    token = tokens[place]
    if token.kind == "math":
        return token.text[1:-1]
    if token.kind == "number" and "e-" in token.text:
        return latex_number(token.text).removeprefix(r"1 \cdot ")
    if token.kind == "name" and token.text.partition("_")[0] in _NAMES and token.text not in (*_FUNCTIONS, "Mills"):
        return _name(token.text)
    return None


def _name(text: str) -> str:
    base, _, index = re.sub(r"^eps(\d)", r"eps_\1", text).partition("_")
    star, base = "^{\\ast}" * base.endswith("*"), base.removesuffix("*")
    if match := re.fullmatch(r"d(psi|eps|mu|x|t)", base):
        return f"d{_name(match[1])}"
    sign = _NAMES.get(base, base)
    below = rf"\mathrm{{{index}}}" if re.fullmatch(r"[A-Z]{2,}", index) else _NAMES.get(index, index)
    return f"{sign}_{{{below}}}{star}" if index else f"{sign}{star}"


def _with_products(run: list[_Token]) -> Iterator[_Token]:
    """The tokens without their spaces; one before a bracket that follows a factor makes a product of them, not an application."""
    for before, token, after in zip([_Token("op", ""), *run], run, [*run[1:], _Token("op", "")], strict=False):
        if token.kind != "space":
            yield token
        elif after.kind == "open" and before.kind in ("name", "number", "close"):
            yield _Token("op", "*")


class _Writer:
    """LaTeX of tokens: exponents and roots take the group, the sign with its group or the single token that follows."""

    def __init__(self, run: list[_Token]) -> None:
        self.run, self.place = list(_with_products(run)), 0

    def sequence(self, until: str = "") -> str:
        parts: list[str] = []
        while self.place < len(self.run) and self.run[self.place].kind != until:
            parts.append(self.one())
        return " ".join(parts)

    def one(self) -> str:
        token = self.run[self.place]
        self.place += 1
        if token.kind == "open":
            inner = self.sequence("close")
            self.place += 1
            return f"({inner})"
        if token.text == "^":
            return f"^{{{self.group()}}}"
        if token.text == "sqrt" and self.place < len(self.run):
            return rf"\sqrt{{{self.group()}}}"
        if token.kind == "number":
            return latex_number(token.text).removeprefix(r"1 \cdot ")
        return _name(token.text) if token.kind == "name" else _OPERATORS.get(token.text, token.text)

    def group(self) -> str:
        """What an exponent or a root applies to, without the brackets around it."""
        if self.place >= len(self.run):
            return ""
        if self.run[self.place].text in ("-", "+"):
            sign = self.run[self.place].text
            self.place += 1
            signed = self.place < len(self.run) and self.run[self.place].kind in ("name", "number")
            return f"{sign}{self.group()}" if signed else sign
        text = self.one()
        return text[1:-1] if text.startswith("(") and text.endswith(")") else text


def _written(prose: str, words: Callable[[str], str], formula: Callable[[str], str]) -> str:
    return "".join(formula(segment.text) if segment.is_formula else words(segment.text) for segment in segments(prose))


def prose_latex(prose: str) -> str:
    return _written(prose, latex_words, lambda latex: f"${latex}$")


def prose_html(prose: str) -> str:
    return _written(prose, escape, to_mathml)


def prose_unicode(prose: str) -> str:
    return _written(prose, str, to_unicode)
