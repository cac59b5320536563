"""The figures of the papers, redrawn from certified values: one file a paper, each figure as data.

Main definitions: `FIGURE_PAPERS`, `paper_figures`, `find_figure`. A figure is written once, in the file of its paper; listing,
command, tests and notebooks find it there. Importing them imports neither SymPy nor matplotlib.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from dplemma.base.errors import unknown

if TYPE_CHECKING:
    from dplemma.report.figures.model import PaperFigure

FIGURE_PAPERS = ("sensitivity_index", "gdp_bridge", "chernoff", "hypothesis_testing", "glrt")


@cache
def paper_figures() -> dict[str, PaperFigure]:
    """Every figure by name, `PAPER/figure-N`, in the order of the papers."""
    found = [one for paper in FIGURE_PAPERS for one in import_module(f"{__name__}.{paper}").FIGURES]
    return {one.name: one for one in found}


def find_figure(asked: str) -> PaperFigure:
    """The figure of this name; `glrt/fig-1` and `glrt/1` are the same as `glrt/figure-1`."""
    paper, _, number = asked.strip().partition("/")
    digits = number.lower().removeprefix("figure").removeprefix("fig").strip("-. ")
    name = f"{paper}/figure-{digits}"
    if name not in paper_figures():
        raise unknown("figure", asked, paper_figures(), hint="See: dplemma figure --list")
    return paper_figures()[name]
