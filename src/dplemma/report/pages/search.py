"""Finding claims and quantities: by glob over ids, and by words and printed numbers over everything they say.

Main definitions: `select` (globs), `find_hits` (words), `Hit`.

All words of a query must match. A word that reads as a number (`5.28`, `1e-5`, `10^-5`) matches numbers by value,
so `1e-5`, `0.00001` and `10^-5` find each other; without a sign it matches either sign. Greek letters match their
names, and accents do not matter. Small numbers such as 2 or 1/2 are looked for in names, words and formulas, and
among a statement's constants only if they are nowhere else.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction

from dplemma.base.errors import DplemmaError, UnknownName, clipped, unknown
from dplemma.lang.paper import Paper
from dplemma.lang.quantity import Quantity
from dplemma.lang.trusted import TRUSTED
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records
from dplemma.report.records import own_aliases

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
_SMALL = 10  # numerators and denominators of numbers too common to tell claims apart
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
    for glob in globs:
        check_not_empty(glob)
    if globs and not known:
        raise UnknownName(f"there is no {kind} at all, so none matches {clipped(globs[0])!r}")
    for glob in globs:
        if not any(fnmatchcase(name, glob) for name in known):
            raise _no_match(glob, known, kind)
    return [name for name in known if not globs or any(fnmatchcase(name, glob) for glob in globs)]


def look_up(name: str) -> tuple[Quantity | Record, Records]:
    """A quantity by name or other name, or a claim by id, and the ledger; `UnknownName` with the nearest names."""
    from dplemma.formulas import quantities
    from dplemma.ledger.store import read

    check_not_empty(name)
    for quantity in quantities().values():
        if name in (quantity.name, *quantity.also):
            return quantity, {}
    records = read()
    if name not in records:
        raise unknown("claim or quantity", name, [*records, *quantities()], hint="See: dplemma list")
    return records[name], records


def check_not_empty(name: str) -> None:
    if not name.strip():
        raise DplemmaError("an id or glob must not be empty")


def _no_match(glob: str, known: list[str], kind: str) -> UnknownName:
    separator = "." if kind == "quantity" else "/"
    below = f"{glob.rstrip(separator)}{separator}*"
    if any(fnmatchcase(name, below) for name in known):
        return UnknownName(f"no {kind} matches {clipped(glob)!r}. Did you mean {below!r}?")
    if any(mark in glob for mark in "*?["):
        near = difflib.get_close_matches(re.sub(r"[*?\[\]]+", "", glob), known, n=3, cutoff=0.5)
        families = dict.fromkeys(f"{name.partition(separator)[0]}{separator}*" for name in known)
        return UnknownName(f"no {kind} matches {clipped(glob)!r}. Did you mean {', '.join(near or list(families)[:6])}?")
    return unknown(kind, glob, known, hint="See: dplemma list")


def find_hits(
    query: str,
    *,
    records: Records,
    papers: Mapping[str, Paper],
    quantities: Mapping[str, Quantity],
) -> list[Hit]:
    """The nearest first: by name, by what is said in words, by formula, by constants and assumptions, by paper."""
    words = [_Word(part) for part in query.split()]
    everything = [(_quantity_layers(quantity), _quantity_hit(quantity, words)) for quantity in quantities.values()]
    for record in records.values():
        everything.append((_claim_layers(record, papers.get(record.paper)), _claim_hit(record, words)))
    return _ranked(everything, words, small=False) or _ranked(everything, words, small=True)


def _ranked(everything: list[tuple[_Layers, Hit]], words: list[_Word], *, small: bool) -> list[Hit]:
    ranks = [(_rank(words, layers, small=small), hit) for layers, hit in everything]
    found = [(rank, hit) for rank, hit in ranks if rank is not None]
    return [hit for _, hit in sorted(found, key=lambda pair: pair[0])]


def _quantity_hit(quantity: Quantity, words: list[_Word]) -> Hit:
    snippet = _snippet(f"{quantity.summary} {quantity.formula}", words)
    return Hit(type="quantity", id=quantity.name, verdict=quantity.status, snippet=snippet)


def _claim_hit(record: Record, words: list[_Word]) -> Hit:
    snippet = _snippet(_most_telling(record, words), words)
    return Hit(type="claim", id=record.id, verdict=record.verdict, snippet=snippet)


def suggestions(query: str, records: Records, quantities: Mapping[str, Quantity]) -> list[str]:
    """Words of ids and quantities that look like a query which found nothing."""
    vocabulary = {part for name in [*records, *quantities] for part in re.split(r"[/._-]", name) if len(part) > 2}
    near = (difflib.get_close_matches(folded(word), sorted(vocabulary), n=2, cutoff=0.7) for word in query.split())
    return list(dict.fromkeys(match for matches in near for match in matches))


def folded(text: str) -> str:
    """Lower case, Greek letters by name, accents dropped."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_SPELLED)


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


class _Word:
    """One word of a query, ready to be matched against text."""

    def __init__(self, raw: str) -> None:
        bare = _PREFIXES.sub("", raw)
        bare = _ARXIV_VERSION.sub(r"\1", bare)
        self.text = folded(bare)
        self.number = number_of(bare)
        self.signed = bare.startswith(("-", _MINUS))
        self.is_small = self.number is not None and abs(self.number) <= _SMALL and self.number.denominator <= _SMALL

    def within(self, fields: list[str]) -> bool:
        return any(self.inside(field) for field in fields)

    def inside(self, field: str) -> bool:
        if self.number is None:
            return self.text in folded(field)
        values = numbers_in(field)
        return self.number in values or (not self.signed and -self.number in values)


@dataclass(frozen=True, kw_only=True)
class _Layers:
    """What can be found of one thing, the nearest to its reader first."""

    names: list[str]
    words: list[str]
    formula: list[str]
    constants: list[str]
    paper: list[str]


def _rank(words: list[_Word], layers: _Layers, *, small: bool) -> int | None:
    """The first layer that, with those before it, holds all the words.

    Nearly every formula has a 1, 2 or 1/2 among its constants: such numbers count there only if `small` says so.
    """
    if not words:
        return None
    missing = words
    for rank, fields in enumerate((layers.names, layers.words, layers.formula, layers.constants, layers.paper)):
        allowed = [word for word in missing if small or fields is not layers.constants or not word.is_small]
        missing = [word for word in missing if word not in allowed or not word.within(fields)]
        if not missing:
            return rank
    return None


def _claim_layers(record: Record, paper: Paper | None) -> _Layers:
    lemmas = [TRUSTED[name].says for name in record.assumes if name in TRUSTED]
    return _Layers(
        names=[record.id, record.where],
        words=[record.states, record.reading, record.why, record.not_formalised],
        formula=[record.text, record.kind, *record.symbols],
        constants=[*record.numbers, *record.assumes, *lemmas],
        paper=_paper_fields(paper) if paper else [],
    )


def _paper_fields(paper: Paper) -> list[str]:
    return [paper.title, *paper.authors, str(paper.year or ""), paper.doi or "", paper.arxiv or "", paper.venue or ""]


def _quantity_layers(quantity: Quantity) -> _Layers:
    return _Layers(
        names=[quantity.name],
        words=[quantity.summary, quantity.role, *quantity.also, *quantity.params, *own_aliases(quantity)],
        formula=[quantity.formula],
        constants=[],
        paper=[],
    )


def _most_telling(record: Record, words: list[_Word]) -> str:
    """The field that holds most of the words; the paper's own wording when it is a draw."""
    said = (record.states, record.text, record.reading, record.why, record.not_formalised)
    return max(filter(None, said), key=lambda field: sum(word.inside(field) for word in words), default="")


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
