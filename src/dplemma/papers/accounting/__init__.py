"""The formulas in the error bounds of the accountant, each where `dplemma.account` uses it."""

from __future__ import annotations

from dplemma.lang.paper import Paper

PAPER = Paper(
    key="accounting",
    title="Lemmas behind the certified accountant",
    authors=("The dplemma developers",),
    year=2026,
    collection=True,
)

TOPICS = ("contour", "line_moments", "lattice_measures", "sampled_floor")
