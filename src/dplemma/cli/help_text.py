"""`--help` that fits the window: lines of a text stay lines, and what is too long for one goes on below.

Main definition: `FittedHelp`.
"""

from __future__ import annotations

import argparse
import re
from textwrap import wrap

_REMARK = " " * 6


class FittedHelp(argparse.RawDescriptionHelpFormatter):
    """Examples, remarks and exit codes, each line of the text fitted to the window."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + part for line in text.splitlines() for part in _fitted(line, width - len(indent)))


def _fitted(line: str, width: int) -> list[str]:
    """A command is never broken, so that it can be copied; its remark moves below it."""
    if len(line) <= width:
        return [line]
    example = re.fullmatch(r"(  \S.*?)\s{2,}(\S.*)", line)
    if example is not None:
        return [example[1], *wrap(example[2], width, initial_indent=_REMARK, subsequent_indent=_REMARK)]
    return [line] if line.startswith(" ") else wrap(line, width, break_long_words=False, break_on_hyphens=False)
