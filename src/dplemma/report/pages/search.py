"""Finding claims and quantities: by glob over ids, and by words and printed numbers over everything they say.

Main definitions: `select` (globs), `find_hits` (words), `Hit`.

All words of a query must match. A word that reads as a number (`5.28`, `1e-5`, `10^-5`) matches numbers by value,
so `1e-5`, `0.00001` and `10^-5` find each other; without a sign it matches either sign. Greek letters match their
names, and accents do not matter. Small numbers such as 2 or 1/2 are looked for in names, words and formulas, and
among a statement's constants only if they are nowhere else. Other endings and other words for the same thing match too
(`wording`); what is nearest in meaning comes first: a name before words, words before formulas, exact before loose.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from dplemma.base.codec import JsonRecord
from dplemma.base.errors import DplemmaError, UnknownName, clipped, unknown
from dplemma.lang.paper import Paper
from dplemma.lang.quantity import Quantity, by_use
from dplemma.lang.trusted import TRUSTED
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records
from dplemma.report.pages.wording import Wanted, folded, wanted_words
from dplemma.report.records import own_aliases

SNIPPET = 100
_LISTED_BY = {"claim": "list", "quantity": "list --quantities", "figure": "figure --list"}


@dataclass(frozen=True, kw_only=True)
class Hit(JsonRecord):
    """One thing found: `type` is "claim" or "quantity", `verdict` is a quantity's status for quantities."""

    type: str
    id: str
    verdict: str
    snippet: str


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
    """A quantity by name or other name, or a claim by id, and the ledger; `UnknownName` with the nearest names.

    The last part of a name is enough where it means one thing: `lemma-5` is `sensitivity_index/lemma-5`.
    """
    found, records = namesakes(name)
    if len(found) > 1:
        raise UnknownName(f"{clipped(name)!r} may be {', '.join(thing_name(thing) for thing in found)}; say which")
    if not found:
        from dplemma.formulas import every_quantity

        known = [*by_use(every_quantity()), *records]
        if any(mark in name for mark in "*?[") and any(fnmatchcase(other, name) for other in known):
            raise UnknownName(f"{clipped(name)!r} is many names, and one is shown. Try: dplemma list {clipped(name)!r}")
        if near := _spelled_like(name, known):
            raise UnknownName(f"unknown claim or quantity {clipped(name)!r}. Did you mean {', '.join(near[:3])}?")
        raise unknown("claim or quantity", name, known, hint="See: dplemma list")
    return found[0], records


def _spelled_like(name: str, known: Sequence[str]) -> list[str]:
    """The names of which a part is spelled like this one, where it is one part only: `lema-1`, as `lemma-1` is enough."""
    parts = [re.split(r"[/.]", other) for other in known]
    families = {first for first, *_ in parts}
    near = difflib.get_close_matches(folded(name), sorted(families.union(*parts)), n=2, cutoff=0.7)
    if "/" in name or "." in name or not families.isdisjoint(near[:1]):
        return []
    return [other for word in near for other, (_, *later) in zip(known, parts, strict=True) if word in later]


def namesakes(name: str) -> tuple[list[Quantity | Record], Records]:
    """What a name means: the one thing that is called so, or else all whose name ends in it, or has it as a part."""
    from dplemma.formulas import every_quantity
    from dplemma.ledger.store import read

    check_not_empty(name)
    for quantity in every_quantity().values():
        if name in (quantity.name, *quantity.also):
            return [quantity], {}
    records = read()
    if name in records:
        return [records[name]], records
    part = re.sub(r"[\s.]+", "-", folded(name).strip())
    claims = [record for key, record in records.items() if part in folded(key).split("/") and not record.is_companion]
    claims = [record for record in claims if folded(record.id).endswith(f"/{part}")] or claims
    families = {key.partition(".")[0] for key in every_quantity()}
    is_family = name in families  # then its own members are meant, not one of another family that is called like it
    named = [key for key in by_use(every_quantity()) if not is_family and folded(name) == folded(key.partition(".")[2])]
    return [*(every_quantity()[key] for key in named), *claims], records


def thing_name(thing: Quantity | Record) -> str:
    return thing.name if isinstance(thing, Quantity) else thing.id


def thing_hit(thing: Quantity | Record) -> Hit:
    """A thing as a line of a list."""
    return _quantity_hit(thing, []) if isinstance(thing, Quantity) else _claim_hit(thing, [])


def check_not_empty(name: str) -> None:
    if not name.strip():
        raise DplemmaError("an id or glob must not be empty")


def _no_match(glob: str, known: list[str], kind: str) -> UnknownName:
    other = {"claim": "quantity", "quantity": "claim"}.get(kind, kind)
    if other != kind and any(fnmatchcase(name, glob) for name in _names_of(other)):
        found = f"no {kind} matches {clipped(glob)!r}, but a {other} does"
        return UnknownName(f"{found}. Try: dplemma {_LISTED_BY[other]} {clipped(glob)!r}")
    separator = "." if kind == "quantity" else "/"
    below = f"{glob.rstrip(separator)}{separator}*"
    if any(fnmatchcase(name, below) for name in known):
        return UnknownName(f"no {kind} matches {clipped(glob)!r}. Did you mean {below!r}?")
    if any(mark in glob for mark in "*?["):
        near = difflib.get_close_matches(re.sub(r"[*?\[\]]+", "", glob), known, n=3, cutoff=0.5)
        families = dict.fromkeys(f"{name.partition(separator)[0]}{separator}*" for name in known)
        return UnknownName(f"no {kind} matches {clipped(glob)!r}. Did you mean {', '.join(near or list(families)[:6])}?")
    return unknown(kind, glob, known, hint=f"See: dplemma {_LISTED_BY[kind]}")


def _names_of(kind: str) -> Iterable[str]:
    """What the quantities, or the claims of the ledger, are called."""
    from dplemma.formulas import every_quantity
    from dplemma.ledger.store import read

    return every_quantity() if kind == "quantity" else read()


def find_hits(
    query: str,
    *,
    records: Records,
    papers: Mapping[str, Paper],
    quantities: Mapping[str, Quantity],
) -> list[Hit]:
    """The nearest first: by name, by what is said in words, by formula, by constants and assumptions, by paper."""
    readings = wanted_words(query)
    words = readings[0]
    everything = [(_quantity_layers(quantities[name]), _quantity_hit(quantities[name], words)) for name in by_use(quantities)]
    for record in records.values():
        everything.append((_claim_layers(record, papers.get(record.paper)), _claim_hit(record, words)))
    return _ranked(everything, readings, small=False) or _ranked(everything, readings, small=True)


def _ranked(everything: list[tuple[_Layers, Hit]], readings: list[list[Wanted]], *, small: bool) -> list[Hit]:
    scores = [(_score(readings, layers, small=small), hit) for layers, hit in everything]
    found = [(score, hit) for score, hit in scores if score is not None]
    return [hit for _, hit in sorted(found, key=lambda pair: _place(*pair))]


def _place(score: tuple[int, bool, bool], hit: Hit) -> tuple[int, bool, tuple[int, bool, bool]]:
    """A quantity whose name or words are meant comes before the claims about it: one that is looked up is wanted more often."""
    return score[0] // 2, hit.type != "quantity", score


def _score(readings: list[list[Wanted]], layers: _Layers, *, small: bool) -> tuple[int, bool, bool] | None:
    """The layer, then whether it is no more than loosely meant, then whether no part of a name is the word itself."""
    named = {part for name in layers.names for part in re.split(r"[/. ]", folded(name))}
    scores = []
    for words in readings:
        other = not any(word.text in named for word in words)
        for loosely in (False, True):
            rank = _rank(words, layers, small=small, loosely=loosely)
            scores += [] if rank is None else [(rank, loosely, other)]
    return min(scores, default=None)


def _quantity_hit(quantity: Quantity, words: list[Wanted]) -> Hit:
    snippet = _snippet(f"{quantity.summary} {quantity.formula}", words)
    return Hit(type="quantity", id=quantity.name, verdict=quantity.status, snippet=snippet)


def _claim_hit(record: Record, words: list[Wanted]) -> Hit:
    snippet = _snippet(_most_telling(record, words), words)
    return Hit(type="claim", id=record.id, verdict=record.verdict, snippet=snippet)


def suggestions(query: str, records: Records, quantities: Mapping[str, Quantity]) -> list[str]:
    """Words of ids and quantities that look like a query which found nothing."""
    vocabulary = {part for name in [*records, *quantities] for part in re.split(r"[/._-]", name) if len(part) > 2}
    near = (difflib.get_close_matches(folded(word), sorted(vocabulary), n=2, cutoff=0.7) for word in query.split())
    return list(dict.fromkeys(match for matches in near for match in matches))


@dataclass(frozen=True, kw_only=True)
class _Layers:
    """What can be found of one thing, the nearest to its reader first."""

    names: list[str]
    words: list[str]
    formula: list[str]
    constants: list[str]
    paper: list[str]


def _rank(words: list[Wanted], layers: _Layers, *, small: bool, loosely: bool) -> int | None:
    """The first layer that, with those before it, holds all the words.

    Nearly every formula has a 1, 2 or 1/2 among its constants: such numbers count there only if `small` says so.
    """
    if not words:
        return None
    missing = words
    for rank, fields in enumerate((layers.names, layers.words, layers.formula, layers.constants, layers.paper)):
        allowed = [word for word in missing if small or fields is not layers.constants or not word.is_small]
        missing = [word for word in missing if word not in allowed or not word.within(fields, loosely=loosely)]
        if not missing:
            return rank
    return None


def _claim_layers(record: Record, paper: Paper | None) -> _Layers:
    lemmas = [TRUSTED[name].says for name in record.assumes if name in TRUSTED]
    return _Layers(
        names=[record.id, record.where, _topic(record)],
        words=[record.states, record.reading, record.why, record.not_formalised],
        formula=[record.text, record.kind, *record.symbols],
        constants=[*record.numbers, *record.assumes, *lemmas],
        paper=_paper_fields(paper) if paper else [],
    )


def _topic(record: Record) -> str:
    """What the file of its topic is called: `partial order` of papers/gdp_bridge/partial_order.py:26."""
    return record.place.rpartition("/")[2].partition(".")[0].replace("_", " ")


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


def _most_telling(record: Record, words: list[Wanted]) -> str:
    """The field that holds most of the words; the paper's own wording when it is a draw."""
    said = (record.states, record.text, record.reading, record.why, record.not_formalised)
    return max(filter(None, said), key=lambda field: sum(word.inside(field) for word in words), default="")


def _snippet(text: str, words: list[Wanted]) -> str:
    """One line around the first word that occurs, cut between words."""
    line = " ".join(text.split())
    if len(line) <= SNIPPET:
        return line
    starts = [line.casefold().find(word.text) for word in words]
    first = min((start for start in starts if start >= 0), default=0)
    begin = max(0, min(first - SNIPPET // 3, len(line) - SNIPPET))
    end = begin + SNIPPET
    if begin:
        begin = max(line.rfind(" ", 0, begin + 1), line.find(" ", begin, first)) + 1
    if end < len(line):
        end = max(line.rfind(" ", 0, end + 1), min(first + SNIPPET // 2, end))
    return ("..." if begin else "") + line[begin:end].rstrip() + ("..." if end < len(line) else "")
