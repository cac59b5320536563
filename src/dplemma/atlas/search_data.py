"""What the search in the page looks through: short entries of claims, quantities, papers, libraries, derivations and words.

Main definition: `search_data`. Keys are short because every page that searches loads them: i id, u address, t type, v verdict,
k kind, p paper, w place, a other names, s what is said, h the same as HTML where that differs, f formula as text, l LaTeX,
r reading and reasons, n numbers, o order of merit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from dplemma.atlas.prose import prose
from dplemma.ledger.phrases import verdict_word
from dplemma.ledger.verdict import VERDICTS
from dplemma.report.pages.wording import SYNONYMS, number_of, numbers_in

_MOST = 1e300  # beyond it a number is no double that could be compared


def search_data(atlas: Mapping[str, Any]) -> dict[str, Any]:
    """The entries, and what the search must know of papers and words."""
    entries = [
        *(_quantity(one) for one in atlas["quantities"].values()),
        *(_claim(one) for one in atlas["claims"].values()),
        *(_paper(one) for one in atlas["papers"].values()),
        *(_library(one) for one in atlas["libraries"].values()),
        *(_derivation(one) for one in atlas["derivations"].values()),
        *(_word(one) for one in atlas["glossary"]),
    ]
    return {
        "entries": [{key: value for key, value in _with_html(entry).items() if value} for entry in entries],
        "papers": {key: {"title": one["title"], "found": _bibliography(one)} for key, one in atlas["papers"].items()},
        "words": {word: verdict_word(word) for word in VERDICTS},
        "synonyms": [list(row) for row in SYNONYMS],
    }


def _with_html(entry: dict[str, Any]) -> dict[str, Any]:
    said = entry.get("s", "")
    html = str(prose(said))
    return {**entry, "h": html if html != said else ""}


def _claim(claim: Mapping[str, Any]) -> dict[str, Any]:
    said = " ".join(claim[key] for key in ("reading", "why", "not_formalised", "remark", "measured") if claim[key])
    return {
        "i": claim["id"], "u": claim["address"], "t": "claim", "v": claim["verdict"], "k": claim["kind"], "p": claim["paper"],
        "w": claim["where"], "s": claim["states"], "f": claim["text"], "l": claim["statement"],
        "r": f"{said} {' '.join(claim['assumes'])}".strip(),
        "n": _numbers([*claim["numbers"], *_told_numbers(claim["states"]), *_told_numbers(claim["text"])]),
        "o": 2 if claim["of"] else 0,
    }  # fmt: skip


def _told_numbers(text: str) -> list[str]:
    return [str(value) for value in numbers_in(text)]


def _numbers(texts: Iterable[str]) -> list[float]:
    """The values of numbers as doubles, each once; whole numbers up to ten are in nearly every formula and find nothing."""
    values = {number_of(text) for text in texts} - {None}
    found = {abs(float(value)) for value in values if value is not None and abs(value) < _MOST and not _is_small(value)}
    return sorted(value for value in found if value)


def _is_small(value: Any) -> bool:
    return value.denominator == 1 and abs(value) <= 10


def _quantity(quantity: Mapping[str, Any]) -> dict[str, Any]:
    names = " ".join([*quantity["also"], *quantity["params"], *quantity["aliases"]])
    return {
        **_plain("quantity", quantity["name"], quantity["address"]), "a": names, "s": quantity["summary"],
        "f": quantity["formula"], "l": quantity["latex"],
        "r": f"{quantity['role']} {quantity['note']}",
    }  # fmt: skip


def _paper(paper: Mapping[str, Any]) -> dict[str, Any]:
    more = {"p": paper["key"], "a": _bibliography(paper), "s": paper["about"]}
    return {**_plain("paper", paper["title"], paper["address"]), **more}


def _bibliography(paper: Mapping[str, Any]) -> str:
    parts = (paper["title"], *paper["authors"], str(paper["year"]), paper["doi"], paper["arxiv"], paper["venue"], paper["key"])
    return " ".join(part for part in parts if part)


def _library(library: Mapping[str, Any]) -> dict[str, Any]:
    calls = " ".join(call["call"] for call in library["promises"])
    titles = "; ".join(finding["title"] for finding in library["findings"])
    name = library["distribution"] or library["name"]
    return {**_plain("library", name, library["address"]), "a": library["name"], "s": titles, "r": calls}


def _derivation(derivation: Mapping[str, Any]) -> dict[str, Any]:
    return {**_plain("derivation", f"derivation/{derivation['id']}", derivation["address"]), "s": derivation["title"]}


def _word(entry: Mapping[str, str]) -> dict[str, Any]:
    anchor = re.sub(" ", "-", f"{entry['group'].split()[0]}-{entry['word']}")
    return {**_plain("word", entry["word"], f"glossary.html#{anchor}"), "s": entry["means"], "o": 3}


def _plain(kind: str, name: str, address: str) -> dict[str, Any]:
    """What has no verdict: its kind stands for one."""
    return {"i": name, "u": address, "t": kind, "v": kind, "k": kind}
