"""A unified interpretation of the Gaussian mechanism through the sensitivity index psi = sensitivity / sigma."""

from __future__ import annotations

from dplemma.lang.paper import Paper

PAPER = Paper(
    key="sensitivity_index",
    title="A unified interpretation of the Gaussian mechanism for differential privacy through the sensitivity index",
    authors=(
        "Georgios Kaissis", "Moritz Knolle", "Friederike Jungmann", "Alexander Ziller", "Dmitrii Usynin", "Daniel Rueckert",
    ),
    year=2021,
    arxiv="2109.10528",
    studies={"mu": (0.1, 6), "order": (1, 64)},  # section 5
    items={"core": 80, "prose": 22},
)  # fmt: skip

TOPICS = (
    "definitions", "privacy_loss", "roc", "tangent", "tradeoff", "renyi", "conversion", "figure_6", "conclusion",
    "second_reading",
)  # fmt: skip
