"""Finding claims and quantities: by glob over ids, and by words and printed numbers over everything they say.

Main definitions: `select` (globs), `search` (words), `Hit`.

All words of a query must match. A word that reads as a number (`5.28`, `1e-5`, `10^-5`) matches numbers by value,
so `1e-5`, `0.00001` and `10^-5` find each other; without a sign it matches either sign. Greek letters match their
names, and accents do not matter.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any

from dplemma.errors import UnknownName, unknown
from dplemma.ledger import Records
from dplemma.report.records import own_aliases
from dplemma.report.shapes import PaperShape, QuantityShape

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
_MINUS = "\N{MINUS SIGN}"
SNIPPET = 100


@dataclass(frozen=True, kw_only=True)
class Hit:
    """One thing found: `type` is "claim" or "quantity", `verdict` is a quantity's status for quantities."""

    type: str
    id: str
    verdict: str
    snippet: str

    def to_json(self) -> dict[str, str]:
        return {"type": self.type, "id": self.id, "verdict": self.verdict, "snippet": self.snippet}


def select(names: Iterable[str], globs: list[str], *, kind: str = "claim") -> list[str]:
    """The names that match any glob, in their given order; all of them if there is no glob. `*` crosses `/`."""
    known = list(names)
    if globs and not known:
        raise UnknownName(f"there is no {kind} at all, so none matches {globs[0]!r}")
    for glob in globs:
        if not any(fnmatchcase(name, glob) for name in known):
            raise _no_match(glob, known, kind)
    return [name for name in known if not globs or any(fnmatchcase(name, glob) for glob in globs)]


def _no_match(glob: str, known: list[str], kind: str) -> UnknownName:
    separator = "." if kind == "quantity" else "/"
    below = f"{glob.rstrip(separator)}{separator}*"
    if any(fnmatchcase(name, below) for name in known):
        return UnknownName(f"no {kind} matches {glob!r}. Did you mean {below!r}?")
    if any(mark in glob for mark in "*?["):
        near = difflib.get_close_matches(re.sub(r"[*?\[\]]+", "", glob), known, n=3, cutoff=0.5)
        families = dict.fromkeys(f"{name.partition(separator)[0]}{separator}*" for name in known)
        return UnknownName(f"no {kind} matches {glob!r}. Did you mean {', '.join(near or list(families)[:6])}?")
    return unknown(kind, glob, known, hint="See: dplemma list")


def search(
    query: str,
    *,
    records: Records,
    papers: Mapping[str, PaperShape],
    quantities: Mapping[str, QuantityShape],
) -> list[Hit]:
    """Quantities first, then claims that say the words themselves, then claims whose paper does."""
    words = [_Word(part) for part in query.split()]
    found: list[tuple[int, Hit]] = []
    for quantity in quantities.values():
        fields = _quantity_fields(quantity)
        if words and all(word.within(fields) for word in words):
            snippet = _snippet(f"{quantity.summary} {quantity.formula}", words)
            found.append((0, Hit(type="quantity", id=quantity.name, verdict=quantity.status, snippet=snippet)))
    for record in records.values():
        own = _claim_fields(record)
        paper = papers.get(record["paper"])
        rank = _rank(words, own, _paper_fields(paper) if paper else [])
        if rank is not None:
            snippet = _snippet(_most_telling(record, words), words)
            found.append((rank, Hit(type="claim", id=record["id"], verdict=record["verdict"], snippet=snippet)))
    return [hit for _, hit in sorted(found, key=lambda pair: pair[0])]


def suggestions(query: str, records: Records, quantities: Mapping[str, QuantityShape]) -> list[str]:
    """Words of ids and quantities that look like a query which found nothing."""
    vocabulary = {part for name in [*records, *quantities] for part in re.split(r"[/._-]", name) if len(part) > 2}
    near = (difflib.get_close_matches(folded(word), sorted(vocabulary), n=2, cutoff=0.7) for word in query.split())
    return list(dict.fromkeys(match for matches in near for match in matches))


def folded(text: str) -> str:
    """Lower case, Greek letters by name, accents dropped."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_SPELLED)


def number(text: str) -> Fraction | None:
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


class _Word:
    """One word of a query, ready to be matched against text."""

    def __init__(self, raw: str) -> None:
        bare = _PREFIXES.sub("", raw)
        bare = _ARXIV_VERSION.sub(r"\1", bare)
        self.text = folded(bare)
        self.number = number(bare)
        self.signed = bare.startswith(("-", _MINUS))

    def within(self, fields: list[str]) -> bool:
        return any(self.inside(field) for field in fields)

    def inside(self, field: str) -> bool:
        if self.number is None:
            return self.text in folded(field)
        values = numbers_in(field)
        return self.number in values or (not self.signed and -self.number in values)


def _rank(words: list[_Word], own: list[str], paper: list[str]) -> int | None:
    if not words:
        return None
    if all(word.within(own) for word in words):
        return 1
    return 2 if all(word.within(own) or word.within(paper) for word in words) else None


_SAID = ("states", "text", "reading", "why", "not_formalised")


def _claim_fields(record: Mapping[str, Any]) -> list[str]:
    named = [record[name] for name in ("id", "kind", "where", *_SAID)]
    return named + [str(item) for item in (*record["symbols"], *record["numbers"])]


def _paper_fields(paper: PaperShape) -> list[str]:
    return [paper.title, *paper.authors, str(paper.year or ""), paper.doi or "", paper.arxiv or "", paper.venue or ""]


def _quantity_fields(quantity: QuantityShape) -> list[str]:
    return [quantity.name, quantity.summary, quantity.formula, quantity.role, *quantity.params, *own_aliases(quantity)]


def _most_telling(record: Mapping[str, Any], words: list[_Word]) -> str:
    """The field that holds most of the words; the paper's own wording when it is a draw."""
    said = [record[name] for name in _SAID if record[name]]
    return max(said, key=lambda field: sum(word.inside(field) for word in words), default="")


def _snippet(text: str, words: list[_Word]) -> str:
    """One line around the first word that occurs."""
    line = " ".join(text.split())
    if len(line) <= SNIPPET:
        return line
    starts = [line.casefold().find(word.text) for word in words]
    first = min((start for start in starts if start >= 0), default=0)
    begin = max(0, min(first - SNIPPET // 3, len(line) - SNIPPET))
    cut = line[begin : begin + SNIPPET]
    return ("..." if begin else "") + cut + ("..." if begin + SNIPPET < len(line) else "")
