"""A line of a derivation as text and as LaTeX, its region, and the relation before it.

Main definitions: `text_line`, `latex_line`, `region_line`, `link_of`.
"""

from __future__ import annotations

import re
from typing import Any

from dplemma.decide.derivations.check import CheckedStep
from dplemma.lang.region import Region
from dplemma.lang.rules import Decided
from dplemma.lang.statements import Statement
from dplemma.lang.text import to_latex, to_text


def text_line(line: Any) -> str:
    return line.text() if isinstance(line, Statement) else to_text(line)


def latex_line(line: Any) -> str:
    """LaTeX, with Greek letters for Greek names that the printer leaves as words."""
    return _in_greek(line.latex() if isinstance(line, Statement) else to_latex(line))


def region_line(region: Region) -> str:
    """LaTeX of a region; nothing where it has no variables."""
    return _in_greek(region.latex()) if region.names else ""


def _in_greek(latex: str) -> str:
    return re.sub(r"\\mathrm\{(theta|lambda|nu|tau|gamma|omega)\}", r"\\\1", latex)


def link_of(step: CheckedStep) -> str:
    """The relation to the line before; nothing before a statement that the engines decide as it stands."""
    return "" if isinstance(step.step.rule, Decided) else step.step.rel
