"""A bridge to Gaussian differential privacy: which algorithms are GDP, and how to measure their mu."""

from __future__ import annotations

from dplemma.lang.paper import Paper

PAPER = Paper(
    key="gdp_bridge",
    title="Identification, Amplification and Measurement: A bridge to Gaussian Differential Privacy",
    authors=("Yi Liu", "Ke Sun", "Bei Jiang", "Linglong Kong"),
    year=2022,
    arxiv="2210.09269",
    studies={"mu": (1, 4), "eps": (2.12, 10), "delta": (1e-4, 1e-1)},  # figure 1, table 1
    items={"core": 85, "prose": 90},
)

TOPICS = (
    "introduction", "attacker", "profiles", "partial_order", "figure_1", "sgd_profile", "identification", "head_and_tail",
    "gdpt_properties", "figure_2", "transform", "staircase_cost", "search_cost", "algorithm_1", "algorithm_1_rest", "head_gdp",
    "clip_and_rectify", "amplification", "pure_dp_rest", "pure_dp", "composition_rest", "composition", "table_1",
)  # fmt: skip
