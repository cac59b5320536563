"""What a reader may mean by a word: Greek letters, numbers by value, other spellings, other words for the same thing.

Main definitions: `Wanted` (a word or phrase that is looked for), `wanted_words`, `folded`, `number_of`, `numbers_in`.

A word matches exactly where it occurs as it is written. It matches loosely where it occurs without hyphens (`DP-SGD` is
`dpsgd`), with another ending (`subsampling`, `subsampled`), or where a word stands that means the same (`SYNONYMS`); a number
with two decimals or more where one stands that begins with it or rounds to it (1.77 finds 1.771).
"""

from __future__ import annotations

import math
import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

_LETTERS = "αβγδεζηθκλμνξπρστφχψω"
_NAMES = (
    "alpha", "beta", "gamma", "delta", "eps", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "pi",
    "rho", "sigma", "tau", "phi", "chi", "psi", "omega",
)  # fmt: skip
_SPELLED = str.maketrans({**dict(zip(_LETTERS, _NAMES, strict=True)), "≤": "<=", "≥": ">=", "\N{MINUS SIGN}": "-"})
_PREFIXES = re.compile(r"^(https?://)?(dx\.)?(doi\.org/|doi:|(www\.)?arxiv\.org/(abs|pdf)/|arxiv:)", re.IGNORECASE)
_ARXIV_VERSION = re.compile(r"^(\d{4}\.\d{4,5})v\d+$")
_NUMBER = re.compile(
    r"""(?<![\w.])(?P<sign>-?)(?:
      (?:(?P<factor>\d+(?:\.\d+)?)\s*(?:\*|x|\N{MULTIPLICATION SIGN}|\\times|\\cdot)\s*)?
        10\s*(?:\^|\*\*)\s*[{(]?\s*(?P<power>-?\d{1,4})\s*[})]?
      |(?P<over>\d+)/(?P<under>0*[1-9]\d*)
      |(?P<plain>(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,4})?)
    )(?!\w|\.\d)""",
    re.VERBOSE | re.IGNORECASE,
)
_DECIMAL = re.compile(r"[-\N{MINUS SIGN}]?\d*\.\d+")
_TELLING_DECIMALS = 2
_MINUS = "\N{MINUS SIGN}"
_SMALL = 10  # numerators and denominators of numbers too common to tell claims apart
_ENDINGS = ("ings", "ing", "ions", "ion", "ed", "es", "s")
_SHORTEST_STEM = 5

SYNONYMS = (
    ("dp-sgd", "dpsgd", "sgd", "noisy sgd", "training run"),
    ("subsampling", "subsampled", "poisson sampling", "sampling rate", "amplification"),
    ("partial order", "partial_order", "total order", "ordering of mechanisms", "incomparable"),
    ("roc", "roc curve", "receiver operating characteristic"),
    ("trade-off function", "tradeoff", "trade-off", "type ii error"),
    ("renyi", "rdp"),
    ("zcdp", "zero-concentrated", "concentrated dp"),
    ("auc", "area under the roc curve"),
    ("advantage", "total variation"),
    ("privacy profile", "least delta", "hockey-stick", "hockey stick"),
    ("composition", "composed", "adaptive composition"),
    ("noise multiplier", "noise level", "standard deviation of the noise"),
    ("membership inference", "true positive rate", "greatest true positive rate"),
    ("f1", "f-score", "f score", "fbeta", "f_beta"),
    ("gdp transform", "gdpt"),
    ("randomised", "randomized"),
    ("generalised", "generalized"),
    ("neighbours", "neighbors", "neighbouring", "neighboring"),
)  # fmt: skip
"""Words and phrases for one thing; each row is symmetric."""


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """Lower case, Greek letters by name, accents dropped."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_SPELLED)


@lru_cache(maxsize=8192)
def _joined(text: str) -> str:
    """Folded, without hyphens and underscores."""
    return re.sub(r"[-_]", "", folded(text))


def number_of(text: str) -> Fraction | None:
    """The exact value of text that is a number and nothing else."""
    match = _NUMBER.fullmatch(text.strip().replace(_MINUS, "-"))
    return _value(match) if match else None


def numbers_in(text: str) -> set[Fraction]:
    return {_value(match) for match in _NUMBER.finditer(text.replace(_MINUS, "-"))}


def _value(match: re.Match[str]) -> Fraction:
    sign = match["sign"]
    if match["power"] is not None:
        return Fraction(f"{sign}{match['factor'] or '1'}e{match['power']}")
    if match["over"] is not None:
        return Fraction(int(sign + match["over"]), int(match["under"]))
    return Fraction(sign + match["plain"])


class Wanted:
    """One word or phrase of a query, ready to be matched against text."""

    def __init__(self, raw: str) -> None:
        bare = _PREFIXES.sub("", raw)
        bare = _ARXIV_VERSION.sub(r"\1", bare)
        self.text = folded(bare)
        self.number = number_of(bare)
        self.signed = bare.startswith(("-", _MINUS))
        self._decimals = len(bare.partition(".")[2]) if _DECIMAL.fullmatch(bare) else 0
        self.is_small = self.number is not None and abs(self.number) <= _SMALL and self.number.denominator <= _SMALL
        self._joined = _joined(bare)
        self._stem = _stem(self._joined)
        self._others = [other for row in SYNONYMS if self.text in row for other in row if other != self.text]

    def within(self, fields: list[str], *, loosely: bool = False) -> bool:
        return any(self.inside(field) or (loosely and self._means(field)) for field in fields)

    def inside(self, field: str) -> bool:
        if self.number is None:
            return self.text in folded(field)
        values = numbers_in(field)
        return self.number in values or (not self.signed and -self.number in values)

    def _means(self, field: str) -> bool:
        if self.number is not None:
            return self._decimals >= _TELLING_DECIMALS and any(self._shortens(value) for value in numbers_in(field))
        spelled = len(self._joined) >= _SHORTEST_STEM and self._joined in _joined(field)
        ended = bool(self._stem) and re.search(rf"\b{re.escape(self._stem)}", _joined(field)) is not None
        return spelled or ended or any(re.search(rf"\b{re.escape(other)}\b", folded(field)) for other in self._others)

    def _shortens(self, value: Fraction) -> bool:
        """Whether the number is this value cut or rounded to the decimals that were typed, up to its sign if it has none."""
        scale = 10**self._decimals
        size, wanted = abs(value) * scale, abs(self.number or 0) * scale
        return wanted in (math.floor(size), math.floor(size + Fraction(1, 2))) and (value < 0 or not self.signed)


def _stem(word: str) -> str:
    """A word without its ending; nothing where what is left could be the beginning of any word."""
    ending = next((ending for ending in _ENDINGS if word.endswith(ending)), "")
    stem = word.removesuffix(ending) if word.isalpha() else ""
    return stem if ending and len(stem) >= _SHORTEST_STEM else ""


def wanted_words(query: str) -> list[list[Wanted]]:
    """The ways to read a query: its words, and, if there are several, the whole as one phrase."""
    words = query.split()
    return [[Wanted(word) for word in words], *([[Wanted(" ".join(words))]] if len(words) > 1 else [])]
