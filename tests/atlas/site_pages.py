"""A small site, and its pages taken apart: what the tests of the atlas share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from dplemma.atlas.data import atlas_data
from dplemma.cli.atlas import with_their_companions
from dplemma.ledger.store import read
from dplemma.report.pages.search import select

PART = ["sensitivity_index/lemma-*", "gdp_bridge/section-5-2/*", "glrt/fig-1/*"]
"""Of these claims the small site is made: refuted ones with right forms, printed numbers, parts of lemmas, slips."""


@cache
def small_atlas() -> dict[str, Any]:
    """The data of a part of the ledger, without pictures; one for the whole run, so nobody may change it."""
    records = read()
    return atlas_data(records, with_their_companions(select(records, PART), records))


@dataclass
class ReadPage(HTMLParser):
    """Links, ids, formulas and visible text of a page."""

    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.tags.append((tag, named))
        if tag == "a" and named.get("href"):
            self.links.append(str(named["href"]))
        if tag in ("script", "img", "link") and (named.get("src") or named.get("href")):
            self.loads.append(str(named.get("src") or named.get("href")))
        if named.get("id"):
            self.ids.append(str(named["id"]))
        if "data-tex" in named:
            self.formulas.append(str(named["data-tex"]))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page_of(file: Path) -> ReadPage:
    page = ReadPage()
    page.feed(file.read_text(encoding="utf-8"))
    return page


def all_pages(site: Path) -> Iterator[tuple[str, ReadPage]]:
    for file in sorted(site.rglob("*.html")):
        yield file.relative_to(site).as_posix(), page_of(file)


def target_of(site: Path, address: str, link: str) -> tuple[Path, str]:
    """The file and the anchor that a relative link of a page leads to."""
    place, _, anchor = link.partition("#")
    place = place.partition("?")[0]
    file = (site / address).parent / unquote(place) if place else site / address
    return file.resolve(), anchor
