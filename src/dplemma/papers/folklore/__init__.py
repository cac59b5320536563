"""Inequalities that the field uses without proof, each with its source, and those behind the accountant."""

from __future__ import annotations

from dplemma.lang.paper import Paper

PAPER = Paper(
    key="folklore",
    title="Inequalities that differential privacy uses without proof",
    authors=("The dplemma developers",),
    year=2026,
    collection=True,
)

TOPICS = (
    "information", "tails",
    "accounting_contour", "accounting_hits", "accounting_jumps", "accounting_line_moments",
    "accounting_lattice_measures", "accounting_sampled_floor",
)  # fmt: skip
