"""One look for the figures: colours that colour-blind eyes tell apart, each with a dash of its own so that grey does too.

Main definitions: `LOOKS`, `look`, `REFUTED_COLOUR`, `verdict_mark`, `style_axes`, `paragraph`.
"""

from __future__ import annotations

import textwrap
from typing import Any, NamedTuple

REFUTED_COLOUR = "#b2182b"
INK, PALE = "#1a1a1a", "#6b6b6b"


class Look(NamedTuple):
    """Colour (of Okabe and Ito), dash and width of a curve."""

    colour: str
    dash: Any
    width: float = 1.9


LOOKS = (
    Look("#0072b2", "-"),
    Look("#d55e00", (0, (6, 2))),
    Look("#009e73", (0, (6, 2, 1.2, 2))),
    Look("#cc79a7", (0, (1.2, 1.4)), 2.4),
    Look("#000000", (0, (10, 2.5))),
    Look("#e69f00", (0, (3, 1.2, 1.2, 1.2, 1.2, 1.2))),
    Look("#56b4e9", (0, (2.5, 1.5)), 2.4),
)


def look(index: int) -> Look:
    return LOOKS[index % len(LOOKS)]


class VerdictMark(NamedTuple):
    """How a claim looks: the mark of its point, its colour, and the sign before its words."""

    mark: str
    colour: str
    sign: str


_HOLDS, _FAILS = VerdictMark("o", INK, "✓"), VerdictMark("X", REFUTED_COLOUR, "✗")
_MEASURED, _OPEN = VerdictMark("D", PALE, "≈"), VerdictMark("d", PALE, "?")
_MARKS = {"proved": _HOLDS, "certified": _HOLDS, "confirmed": _HOLDS, "measured": _MEASURED, "refuted": _FAILS}


def verdict_mark(verdict: str) -> VerdictMark:
    return _MARKS.get(verdict, _OPEN)


def style_axes(axes: Any) -> None:
    """A light grid, no box above and to the right."""
    axes.grid(alpha=0.25, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=9)


def paragraph(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most so many letters; further lines are indented."""
    return textwrap.wrap(text, width, subsequent_indent=indent) or [""]
