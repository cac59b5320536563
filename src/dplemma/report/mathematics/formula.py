r"""The LaTeX that the reports print, read into a tree: rows, fractions, roots, scripts, brackets, words.

Main definitions: `read_formula`, `FormulaRow`, `Sign`, `Fraction2D`, `Chosen`, `RootSign`, `Scripted`, `Bracketed`, `Worded`,
`width_of`.

It reads what SymPy's printer and the statements of `lang` write, and no more. An unknown command is shown by its name; `strict`
makes it an error, so that a test over all formulas finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dplemma.base.errors import DplemmaError

SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "varepsilon": "ε", "theta": "θ", "kappa": "κ", "lambda": "λ",
    "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "varphi": "φ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Lambda": "Λ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "Sigma": "Σ", "infty": "∞", "partial": "∂",
    "ell": "ℓ", "ast": "*",
}  # fmt: skip
LINKS = {
    "leq": "≤", "geq": "≥", "neq": "≠", "in": "∈", "to": "→", "Rightarrow": "⇒", "iff": "⟺", "approx": "≈", "sim": "∼",
    "vdash": "⊢", "Longleftrightarrow": "⟺", "wedge": "∧", "vee": "∨", "mid": "∣", "subset": "⊂",
}  # fmt: skip
OPERATORS = {"times": "×", "cdot": "·", "cap": "∩", "pm": "±", "circ": "∘"}
PREFIXES = {"neg": "¬", "forall": "∀", "exists": "∃"}
NAMED = ("log", "exp", "max", "min", "sup", "inf", "lim", "cosh", "sinh", "tanh", "arg", "Pr", "ln", "erf", "erfc", "det")
BIG = {"int": "∫", "sum": "∑", "prod": "∏"}
SPACES = {",": " ", ";": " ", ":": " ", "!": "", "quad": "  ", "qquad": "   ", " ": " ", "Bigl": "", "Bigr": ""}
LETTERS = {"R": "ℝ", "Z": "ℤ", "N": "ℕ", "Q": "ℚ"}
_TOKEN = re.compile(r"\\[a-zA-Z]+\*?|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)


@dataclass(frozen=True)
class Sign:
    """A letter, number or sign; `kind` is letter, number, operator, stroke, link, prefix, name, big, open, close, mark, space."""

    text: str
    kind: str
    source: str


@dataclass(frozen=True)
class FormulaRow:
    parts: tuple[Node, ...]
    source: str
    braced: bool = False


@dataclass(frozen=True)
class Fraction2D:
    above: Node
    below: Node
    source: str


@dataclass(frozen=True)
class Chosen:
    """A binomial coefficient."""

    above: Node
    below: Node
    source: str


@dataclass(frozen=True)
class RootSign:
    body: Node
    source: str


@dataclass(frozen=True)
class Scripted:
    base: Node
    sub: Node | None
    sup: Node | None
    source: str


@dataclass(frozen=True)
class Bracketed:
    left: str
    body: Node
    right: str
    source: str


@dataclass(frozen=True)
class Worded:
    text: str
    source: str


Node = Sign | FormulaRow | Fraction2D | Chosen | RootSign | Scripted | Bracketed | Worded


def read_formula(latex: str, *, strict: bool = False) -> FormulaRow:
    """The tree of a formula; a bracket that is missing is a `DplemmaError`, and so is an unknown command if it is `strict`."""
    reader = _Reader(latex, strict=strict)
    row = reader.row(until="")
    return FormulaRow(row, latex)


class _Reader:
    def __init__(self, latex: str, *, strict: bool) -> None:
        self.latex, self.strict = latex, strict
        self.tokens = [(match.start(), match[0]) for match in _TOKEN.finditer(latex)]
        self.place = 0

    def peek(self) -> str:
        while self.place < len(self.tokens) and self.tokens[self.place][1].isspace():
            self.place += 1
        return self.tokens[self.place][1] if self.place < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.place += 1
        return token

    def offset(self) -> int:
        self.peek()
        return self.tokens[self.place][0] if self.place < len(self.tokens) else len(self.latex)

    def row(self, until: str) -> tuple[Node, ...]:
        parts: list[Node] = []
        while (token := self.peek()) and token != until:
            if token in ("}", r"\right"):
                break
            parts.append(self.scripted())
        return tuple(parts)

    def scripted(self) -> Node:
        """An atom with what stands below and above it."""
        start = self.offset()
        base = self.atom()
        if self.peek() == r"\limits":
            self.take()
        sub = sup = None
        while self.peek() in ("_", "^", "'"):
            mark = self.take()
            if mark == "'":
                sup = Sign("′", "mark", "'")
            elif mark == "_":
                sub = self.atom()
            else:
                sup = self.atom()
        if sub is None and sup is None:
            return base
        return Scripted(base, sub, sup, self.latex[start : self.offset()].rstrip())

    def atom(self) -> Node:
        start = self.offset()
        token = self.take()
        if not token:
            raise DplemmaError(f"the formula {self.latex[:60]} ends too early")
        return self._command(token, start) if token.startswith("\\") else self._plain(token, start)

    def _plain(self, token: str, start: int) -> Node:
        if token == "{":
            parts = self.row(until="}")
            self._expect("}")
            return FormulaRow(parts, self.latex[start : self.offset()].rstrip(), braced=True)
        kind = (
            "number" if token[0].isdigit() else "letter" if token.isalpha() else "operator" if token in "+-*" else
            "stroke" if token == "/" else "link" if token in "=<>" else
            "open" if token in "([" else "close" if token in ")]" else "mark"
        )  # fmt: skip
        shown = {"-": "−", "*": "·", "~": " "}.get(token, token)
        return Sign(shown, kind, token)

    def _command(self, token: str, start: int) -> Node:
        name = token[1:].rstrip("*")
        if name in ("frac", "tfrac", "dfrac", "binom"):
            above, below = self.atom(), self.atom()
            return (Chosen if name == "binom" else Fraction2D)(above, below, self._source(start))
        if name == "sqrt":
            return RootSign(self.atom(), self._source(start))
        if name == "left":
            return self._bracket(start)
        if name in ("text", "mathrm", "operatorname", "mathbb", "bar", "hat", "tilde", "mathcal"):
            return self._styled(name, start)
        for table, kind in ((SIGNS, "letter"), (LINKS, "link"), (OPERATORS, "operator"), (PREFIXES, "prefix"), (BIG, "big")):
            if name in table:
                return Sign(table[name], kind, token)
        if name in NAMED:
            return Sign(name, "name", token)
        if name in SPACES:
            return Sign(SPACES[name], "space", token)
        if name in ("{", "}", "|", "_", "%", "#", "&", "$"):
            return Sign("‖" if name == "|" else name, "open" if name == "{" else "close" if name == "}" else "mark", token)
        if name == "textasciicircum":
            return Sign("^", "mark", token)
        if self.strict:
            raise DplemmaError(f"{token} is no command that formulas here have")
        return Sign(name, "name", token)

    def _bracket(self, start: int) -> Node:
        left = self.take().lstrip("\\")
        parts = self.row(until=r"\right")
        self._expect(r"\right")
        right = self.take().lstrip("\\")
        source = self._source(start)
        inner = source[source.index(left) + len(left) : source.rindex(r"\right")].strip()
        return Bracketed("" if left == "." else left, FormulaRow(parts, inner), "" if right == "." else right, source)

    def _styled(self, name: str, start: int) -> Node:
        if name in ("bar", "hat", "tilde"):
            return Scripted(
                self.atom(), None, Sign({"bar": "¯", "hat": "^", "tilde": "~"}[name], "mark", ""), self._source(start)
            )
        self._expect("{")
        depth, begin = 1, self.place
        while depth:
            token = self.tokens[self.place][1]
            depth += (token == "{") - (token == "}")
            self.place += 1
        words = self.latex[self.tokens[begin][0] : self.tokens[self.place - 1][0]]
        plain = re.sub(r"\\textasciicircum\{\}|\\([_%#&$,])", lambda match: " " if match[1] == "," else match[1] or "^", words)
        if name == "text":
            return Worded(plain, self._source(start))
        if name == "mathbb":
            return Sign(LETTERS.get(plain, plain), "letter", self._source(start))
        return Sign(plain, "name" if name == "operatorname" else "letter", self._source(start))

    def _source(self, start: int) -> str:
        end = self.tokens[self.place][0] if self.place < len(self.tokens) else len(self.latex)
        return self.latex[start:end].rstrip()

    def _expect(self, token: str) -> None:
        if self.take() != token:
            raise DplemmaError(f"{token} is missing in the formula {self.latex[:60]}")


# -- how wide it is ---------------------------------------------------------------------------------------------------------


def width_of(node: Node | None) -> float:
    """About how many letters wide a formula is set."""
    if node is None:
        return 0.0
    if isinstance(node, Sign):
        return {"link": 2.6, "operator": 2.2, "space": 0.5, "mark": 0.6, "stroke": 0.6, "open": 0.7, "close": 0.7}.get(
            node.kind, 1.0 * len(node.text)
        )
    if isinstance(node, FormulaRow):
        return sum(map(width_of, node.parts))
    if isinstance(node, (Fraction2D, Chosen)):
        return max(width_of(node.above), width_of(node.below)) + (0.5 if isinstance(node, Fraction2D) else 1.4)
    if isinstance(node, RootSign):
        return width_of(node.body) + 1.4
    if isinstance(node, Scripted):
        return width_of(node.base) + 0.72 * max(width_of(node.sub), width_of(node.sup))
    if isinstance(node, Bracketed):
        return width_of(node.body) + 1.4
    return 0.9 * len(node.text)


def flat_parts(node: FormulaRow) -> Iterator[Node]:
    """The parts of a row, those of a row that is the only part included."""
    if len(node.parts) == 1 and isinstance(node.parts[0], FormulaRow):
        yield from flat_parts(node.parts[0])
    else:
        yield from node.parts
