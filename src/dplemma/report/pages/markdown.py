"""The pages of `dplemma show` in a notebook: the same sections, written as Markdown with the statements set as formulas.

Main definitions: `show`, `ShownEntry`, `MarkdownPage`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dplemma.base.page import COLOURS, Page, markdown_plain
from dplemma.report.pages.latex import formula_lines

_BREAK = "  "  # at the end of a line Markdown begins a new one


class MarkdownPage(Page):
    """A page whose lines are Markdown: bold for what a terminal colours, a displayed formula for what is verbatim."""

    def paint(self, text: str, colour: str) -> str:
        if colour not in COLOURS or not text.strip():
            return text
        return f"**{text.strip()}**" + (_BREAK if text.endswith(_BREAK) else "")

    def line(self, text: str = "") -> None:
        self.lines.append(text.strip() + _BREAK if text.strip() else "")

    def wrapped(self, text: str, *, indent: str = "  ", first: str | None = None) -> None:
        for paragraph in text.splitlines():
            self.line(markdown_plain(" ".join(paragraph.split())))

    def verbatim(self, text: str, *, indent: str = "  ") -> None:
        self.lines += ["", "$$", *formula_lines(text), "$$", ""]


@dataclass(frozen=True, repr=False)
class ShownEntry:
    """A page that prints as `dplemma show` does and is typeset in a notebook."""

    name: str
    _write: Callable[..., None]

    def __repr__(self) -> str:
        page = Page()
        self._write(page, latex=False)
        return page.text().rstrip()

    def _repr_markdown_(self) -> str:
        page = MarkdownPage()
        self._write(page, latex=True)
        return page.text()


def show(name: str) -> ShownEntry:
    """A claim with the verdict the ledger remembers, or a quantity, in full; computes nothing."""
    from dplemma.ledger.record import Record
    from dplemma.papers import papers
    from dplemma.report.pages import show as pages
    from dplemma.report.pages.search import look_up

    found, records = look_up(name)
    if isinstance(found, Record):
        return ShownEntry(name, lambda page, latex: pages.claim_page(page, found, records, papers(), latex=latex))
    return ShownEntry(name, lambda page, latex: pages.quantity_page(page, found))
