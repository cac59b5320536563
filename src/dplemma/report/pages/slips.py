"""The slips: claims whose text as extracted differs from their evident print. They are no findings, and have a list of their own.

Main definitions: `slips`, `slips_page`, `slips_markdown`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dplemma.base.page import Page, plural
from dplemma.ledger.phrases import failure_phrase, verdict_phrase
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records
from dplemma.report.pages.markdown_text import escaped, math_block

_WHAT = "The text as extracted is not what is meant: the claim is its evident print, and the literal form is decided too."


def slips(records: Records, ids: Collection[str]) -> list[Record]:
    """The claims among `ids` that have a literal text apart from what is claimed."""
    return [records[key] for key in ids if records[key].as_extracted is not None]


def slips_page(page: Page, found: Sequence[Record], records: Records) -> None:
    if not found:
        return
    page.line()
    page.line(page.paint("Slips", "bold"))
    page.wrapped(_WHAT)
    page.line()
    for number, record in enumerate(found, start=1):
        page.line(f"{number}. {page.paint(record.id, 'bold')}" + (f"  ({record.where})" if record.where else ""))
        for name, text in _entries(record, records).items():
            if text:
                page.wrapped(" ".join(text.split()), first=f"   {name:<13}", indent=" " * 16)
        page.line()
    page.line(f"{plural(len(found), 'slip')}. Details: dplemma show ID")


def _entries(record: Record, records: Records) -> dict[str, str]:
    literal = _literal(record, records)
    return {
        "as extracted": literal.text if literal else "",
        "that is": _said(literal) if literal else "not decided yet",
        "print": record.text,
        "that one is": verdict_phrase(record),
        "reading": record.reading,
    }


def _literal(record: Record, records: Records) -> Record | None:
    return records.get(record.as_extracted.id) if record.as_extracted else None


def _said(literal: Record) -> str:
    failing = failure_phrase(literal.counterexample)
    return verdict_phrase(literal) + (f": {failing}" if failing else "")


def slips_markdown(found: Sequence[Record], records: Records) -> list[str]:
    """A section of the findings page; nothing where there is no slip."""
    if not found:
        return []
    parts = ["## Slips", f"{plural(len(found), 'slip')}. {_WHAT}"]
    for record in found:
        literal = _literal(record, records)
        said = _said(literal) if literal else "not decided yet"
        parts += [
            f"### `{record.id}`",
            escaped(record.where),
            "**As extracted.** " + escaped(f"{said}."),
            math_block(literal.statement if literal else ""),
            "**The evident print.** " + escaped(f"{verdict_phrase(record)}."),
            math_block(record.statement),
            f"**Reading.** {escaped(record.reading)}",
        ]
    return parts
