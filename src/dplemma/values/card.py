"""The card of one mechanism: the same numbers as text for a terminal and as Markdown for a notebook.

Entries of a notion at the same points stand side by side in one table. A number that is not exact carries its label in its
own cell, so that it keeps it when a line is copied.
Main definitions: `card_page`, `card_markdown`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from dplemma.base.page import Page, aligned, markdown_plain, markdown_table
from dplemma.values.convert import CardEntry, Conversion
from dplemma.values.exact import shortened

CARD_WIDTH = 100
_GAP = "   "
_SHORT_LABELS = {"bound": "bound, not exact", "restricted-adversary": "not a DP guarantee"}
_MECHANISM_WORDS = {
    "mu": "mu = sensitivity/sigma", "noise_multiplier": "noise multiplier sigma/sensitivity", "eps0": "eps0", "rho": "rho",
}  # fmt: skip
_ADJACENCY_WORDS = {
    "add-remove": "add-remove: one record is added or removed",
    "replace-one": "replace-one: one record is replaced",
}
_LONGEST_INPUT = 30
_ROUNDED = {
    "nearest": "rounded to nearest", "up": "rounded up", "down": "rounded down",
    "safe": "rounded to the side on which each stays a true promise, as said beside it",
}  # fmt: skip


class TextTable(NamedTuple):
    """Head and rows of texts; the first `keys` columns are the point."""

    head: list[str]
    rows: list[list[str]]
    keys: int


def card_page(page: Page, conversion: Conversion) -> None:
    """The whole card."""
    page.line(page.paint(_headline(conversion), "bold"))
    _aligned(page, mechanism_rows(conversion))
    for notion in conversion.notions:
        page.heading(notion.name)
        for number, table in enumerate(tables(conversion, notion.entries)):
            if number:
                page.line()
            _table(page, table)
    if not conversion.complete:
        page.heading("Out of reach")
        for reason in unreached(conversion):
            page.wrapped(reason, indent="    ", first="  - ")
    page.heading("Not determined by these inputs")
    for text in conversion.not_determined:
        page.wrapped(text, indent="    ", first="  - ")
    page.line()
    page.wrapped(_footer(conversion), indent="")


def card_markdown(conversion: Conversion) -> str:
    """The card with a Markdown table for each group of numbers."""
    lines = [f"**{markdown_plain(_headline(conversion))}**", ""]
    lines += [f"- {markdown_plain(name)}: {markdown_plain(text)}" for name, text in mechanism_rows(conversion)]
    for notion in conversion.notions:
        lines += ["", f"**{markdown_plain(notion.name)}**"]
        for table in tables(conversion, notion.entries):
            head, rows = (table.head, table.rows) if table.keys else (["", "value"], table.rows)
            lines += ["", markdown_table(head, [list(map(markdown_plain, row)) for row in rows])]
    lines += ["", "**Not determined by these inputs**", "", *(f"- {markdown_plain(text)}" for text in conversion.not_determined)]
    return "\n".join([*lines, "", _footer(conversion), ""])


def _headline(conversion: Conversion) -> str:
    return f"One {conversion.title} in every notion"


def mechanism_rows(conversion: Conversion) -> list[tuple[str, str]]:
    """What was given as the mechanism and what it means; the lists to evaluate at are seen in the tables."""
    single = {name: shortened(value, _LONGEST_INPUT) for name, value in conversion.given.items() if isinstance(value, str)}
    given = ", ".join(f"{name} = {text}" for name, text in single.items())
    rows = [("given", f"{given} (taken as a tight pair)" if "eps" in single else given)]
    rows += [(f"{name}, not given", f"{text} is assumed") for name, text in conversion.assumed.items()]
    if conversion.adjacency is not None:
        rows.append(("adjacency", _adjacency_text(conversion)))
    for name, words in _MECHANISM_WORDS.items():
        if (text := conversion.mechanism.get(name)) is not None:
            rows.append((words + _side(conversion, conversion.mechanism_rounded[name]), text))
    return rows


def _adjacency_text(conversion: Conversion) -> str:
    """What it is, and what it does to a sensitivity; a parameter that is no noise is taken as given for it."""
    words = _ADJACENCY_WORDS[conversion.adjacency or ""]
    if not {"sigma", "scale", "noise_multiplier"} & set(conversion.given):
        return f"{words}; the parameter is taken as given for it"
    used = conversion.mechanism.get("sensitivity")
    if conversion.adjacency == "add-remove":
        return f"{words}; the sensitivity is taken as it is"
    return f"{words}, so the sensitivity of a sum counts twice" + (f": {used}" if used is not None else "")


def _side(conversion: Conversion, rounded: str) -> str:
    """Where every number has a side of its own, the side."""
    return f", {_ROUNDED[rounded]}" if conversion.rounding == "safe" else ""


def unreached(conversion: Conversion) -> list[str]:
    """Why numbers are missing, each reason once."""
    reasons = [entry.unreached for notion in conversion.notions for entry in notion.entries if entry.unreached]
    return list(dict.fromkeys(reasons))


def tables(conversion: Conversion, entries: Iterable[CardEntry]) -> list[TextTable]:
    """Entries that vary with the same parameters side by side; those that vary with none, one below the other."""
    return [_pivoted(conversion, names, list(group)) for names, group in groupby(entries, key=lambda entry: entry.varied)]


def _pivoted(conversion: Conversion, names: tuple[str, ...], entries: list[CardEntry]) -> TextTable:
    def heading(entry: CardEntry) -> str:
        return entry.meaning + _side(conversion, entry.rounded)

    if not names:
        return TextTable([], [[heading(entry), cell(entry)] for entry in entries], 0)
    meanings = list(dict.fromkeys(heading(entry) for entry in entries))
    rows: dict[tuple[str, ...], list[str]] = {}
    for entry in entries:
        point = tuple(entry.inputs[name] for name in names)
        rows.setdefault(point, [shortened(text, _LONGEST_INPUT) for text in point]).append(cell(entry))
    return TextTable([*names, *meanings], list(rows.values()), len(names))


def cell(entry: CardEntry) -> str:
    """The number, its decimal logarithm where a double cannot hold it, and its label."""
    label = f" ({_SHORT_LABELS.get(entry.status, entry.label)})" if entry.label else ""
    if entry.unreached:
        return "out of reach" + label
    if entry.value is None:
        return f"10^({entry.log10})" + label
    return entry.value + (f" (log10 {entry.log10})" if entry.log10 else "") + label


def _table(page: Page, table: TextTable) -> None:
    if not table.keys:
        _aligned(page, table.rows)
        return
    head, *lines = (f"  {line}" for line in aligned([table.head, *table.rows], _GAP))
    if max(map(len, (head, *lines))) > page.width:
        _stacked(page, table)
        return
    page.line(page.paint(head, "dim"))
    for line in lines:
        page.line(line)


def _stacked(page: Page, table: TextTable) -> None:
    """A table too wide for the page: each point on a line, its numbers below it."""
    for row in table.rows:
        point = ", ".join(f"{name} = {text}" for name, text in zip(table.head[: table.keys], row, strict=False))
        page.line(f"  {point}")
        _aligned(page, list(zip(table.head[table.keys :], row[table.keys :], strict=True)), indent="    ")


def _aligned(page: Page, rows: Iterable[Iterable[str]], indent: str = "  ") -> None:
    pairs = [(name, text) for name, text in rows]
    width = max(len(name) for name, _ in pairs)
    for name, text in pairs:
        lead = f"{indent}{name:<{width}}{_GAP}"
        page.wrapped(text, indent=" " * len(lead), first=lead)


def _footer(conversion: Conversion) -> str:
    return f"Every digit is certified; values are {_ROUNDED[conversion.rounding]}. Inputs are exact."
