"""An adversary who knows the length of the difference but not its direction: the generalised likelihood ratio test."""

from __future__ import annotations

from dplemma.lang.paper import Paper

PAPER = Paper(
    key="glrt",
    title="Generalised Likelihood Ratio Testing Adversaries through the Differential Privacy Lens",
    authors=("Georgios Kaissis", "Alexander Ziller", "Stefan Kolek Martinez de Azagra", "Daniel Rueckert"),
    year=2022,
    arxiv="2210.13028",
    studies={"d": (1, 500), "eps": (0.37, 6.01), "delta": (1e-4, 1e-1)},  # figures 1, 3, 4, 9, 10
    items={"core": 74, "prose": 30},
)

TOPICS = (
    "threat_model", "statistic", "length_test", "symmetrised", "scalar_case", "composed", "dimension", "asymptotics", "limits",
    "conversion", "profile", "subsampling", "experiments", "figures",
)  # fmt: skip
