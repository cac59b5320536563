"""`--help` that fits the window: lines of a text stay lines, and what is too long for one goes on below.

Main definition: `FittedHelp`.
"""

from __future__ import annotations

import argparse
import re
from textwrap import wrap

_REMARK = "      # "


class FittedHelp(argparse.RawDescriptionHelpFormatter):
    """Examples, remarks and exit codes, each line of the text fitted to the window."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + part for line in text.splitlines() for part in _fitted(line, width - len(indent)))


def _fitted(line: str, width: int) -> list[str]:
    """A command is never broken and its remark is one for the shell, so that all can be copied; a long one moves below."""
    example = re.fullmatch(r"(  dplemma .*?)(\s{2,})(\S.*)", line)
    if example is not None:
        command, gap, remark = example.groups()
        whole = f"{command}{gap}# {remark}"
        return (
            [whole] if len(whole) <= width else [command, *wrap(remark, width, initial_indent=_REMARK, subsequent_indent=_REMARK)]
        )
    if len(line) <= width or line.startswith(" "):
        return [line]
    return wrap(line, width, break_long_words=False, break_on_hyphens=False)
