"""Statistical privacy frameworks seen through the hypothesis test of an adversary: thresholds, F_beta scores, orderings."""

from __future__ import annotations

from dplemma.lang.paper import Paper

PAPER = Paper(
    key="hypothesis_testing",
    title="Investigating Statistical Privacy Frameworks from the Perspective of Hypothesis Testing",
    authors=("Changchang Liu", "Xi He", "Thee Chanyaswad", "Shiqiang Wang", "Prateek Mittal"),
    year=2019,
    venue="Proceedings on Privacy Enhancing Technologies",
    doi="10.2478/popets-2019-0045",
    studies={"beta": (0.5, 2), "eps": (0.22, 4.6), "f": (0.55, 0.95)},  # table 1
    items={"core": 198, "prose": 38},
)

TOPICS = (
    "preliminaries", "neyman_pearson", "hypotheses", "posterior", "decision_rule", "likelihood", "vector_queries", "rates",
    "pr_relation", "f_score", "table_1", "table_1_rest", "deniability", "bounded", "gaussian_mechanism", "prior", "remarks",
    "record_correlation", "temporal_correlation", "observed_adversaries", "neighbouring_databases", "frameworks",
    "framework_proofs", "propositions", "f_score_proof", "appendix_score", "appendix_gaussian", "appendix_prior",
    "correlation_proofs",
)  # fmt: skip
