"""Detecting an attack on the Gaussian mechanism by a likelihood-ratio test; a notion of privacy from Chernoff information."""

from __future__ import annotations

from dplemma.lang.paper import Paper

PAPER = Paper(
    key="chernoff",
    title="Adversarial Classification under Gaussian Mechanism: Calibrating the Attack to Sensitivity",
    authors=("Ayşe Ünsal", "Melek Önen"),
    year=2022,
    arxiv="2201.09751",
    items={"core": 46, "prose": 24},
)

TOPICS = (
    "introduction", "calibration", "threshold", "privacy_distortion", "sensitivity_bounds", "divergences", "orderings",
    "kl_and_chernoff", "figures",
)  # fmt: skip
