"""Pages of text: width, colour, wrapping.

Main definitions: `Page`, `aligned`, `markdown_table`, `plural`, `plain_letters`, `markdown_plain`, `latex_words`, `html_card`.
"""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import TextIO

MAX_WIDTH = 110
COLOURS = {
    "proved": "32",
    "certified": "32",
    "confirmed": "36",
    "measured": "34",
    "refuted": "31",
    "undecided": "33",
    "not_formalised": "2",
    "bold": "1",
    "dim": "2",
    "error": "31",
}

_SPECIAL = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
})  # fmt: skip


_PLAIN = {
    "−": "-", "–": "-", "≤": "<=", "≥": ">=", "≠": "!=", "√": "sqrt", "∞": "oo", "∫": "integral ", "→": "->", "⇒": "=>", "·": "*",
    "∈": "in",
}  # fmt: skip
_POWERS = "[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+"


class Page:
    """Lines of text under construction: knows the width and whether colour is wanted."""

    def __init__(self, *, width: int = MAX_WIDTH, colour: bool = False) -> None:
        self.width = width
        self.colour = colour
        self.lines: list[str] = []

    @classmethod
    def of(cls, stream: TextIO) -> Page:
        """Fit a stream: colour and the window's width on a terminal, plain and full width elsewhere."""
        if not stream.isatty():
            return cls()
        columns = shutil.get_terminal_size((MAX_WIDTH, 24)).columns
        return cls(width=max(40, min(MAX_WIDTH, columns)), colour=not os.environ.get("NO_COLOR"))

    def paint(self, text: str, colour: str) -> str:
        return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if self.colour and colour in COLOURS else text

    def line(self, text: str = "") -> None:
        self.lines.append(text.rstrip())

    def wrapped(self, text: str, *, indent: str = "  ", first: str | None = None) -> None:
        """Break text at spaces; `first` replaces the indent of the first line. Line breaks of the text are kept."""
        lead = indent if first is None else first
        for paragraph in text.splitlines() or [""]:
            self.lines += textwrap.wrap(
                paragraph,
                width=self.width,
                initial_indent=lead,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            ) or [""]
            lead = indent

    def verbatim(self, text: str, *, indent: str = "  ") -> None:
        """Lines to be copied as they are, such as LaTeX: never broken, however long."""
        self.lines += [indent + line for line in text.splitlines()]

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], *, indent: str = "  ", gap: str = "  ") -> None:
        """Aligned; on a terminal too narrow for it a block a row: its first cell, and below it the others by name."""
        lines = [indent + line for line in aligned([head, *rows], gap)]
        if self.width == MAX_WIDTH or max(map(len, lines)) <= self.width:
            for line in lines:
                self.line(line)
            return
        for row in rows:
            self.wrapped(row[0], indent=indent + "  ", first=indent)
            for name, cell in zip(head[1:], row[1:], strict=True):
                if cell:
                    self.wrapped(f"{name}: {cell}", indent=indent + "    ", first=indent + "  ")

    def heading(self, title: str) -> None:
        self.line()
        self.line(self.paint(title, "bold"))

    def section(self, title: str, body: str, colour: str = "") -> None:
        """A titled block, left out when there is nothing to say."""
        if not body:
            return
        self.heading(title)
        start = len(self.lines)
        self.wrapped(body)
        if colour:
            self.lines[start:] = [self.paint(line, colour) for line in self.lines[start:]]

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def aligned(lines: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """The lines of a table, all of whose cells of one column have one width."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [gap.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def markdown_table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ("---",) * len(head), *lines))


def plain_letters(text: str) -> str:
    """The text in ASCII, for where nothing else can be shown: Greek by name, powers after ^, letters without their accents."""
    import unicodedata

    def plain(sign: str) -> str:
        if sign.isascii() or sign in _PLAIN:
            return _PLAIN.get(sign, sign)
        parts = [part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part)]
        if parts != [sign]:
            return "".join(map(plain, parts))
        kind, _, name = unicodedata.name(sign, "").rpartition(" LETTER ")
        word = name.partition(" ")[0].lower() if kind.startswith("GREEK") else "?"
        return word.capitalize() if "CAPITAL" in kind else word

    return "".join(map(plain, re.sub(_POWERS, r"^\g<0>", text)))


def plural(count: int, noun: str, many: str = "") -> str:
    return f"{count} {noun if count == 1 else many or noun + 's'}"


def markdown_plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    for mark in ("\\", "*", "_", "|", "<", "$"):
        text = text.replace(mark, "\\" + mark)
    return text


def latex_words(text: str) -> str:
    r"""Words as LaTeX sets them literally, in a paragraph or inside `\text{...}`."""
    return text.translate(_SPECIAL)


def html_card(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """A title and a table of two columns, for a notebook."""
    from html import escape

    lines = "".join(f"<tr><th>{escape(name)}</th><td>{escape(cell)}</td></tr>" for name, cell in rows)
    return f"<p><b>{escape(title)}</b></p><table>{lines}</table>"
