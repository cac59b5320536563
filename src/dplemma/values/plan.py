"""What stands on a card: for each notion its numbers side by side, quantities or numbers that the mechanism computes itself.

A column named with a dot is a quantity of the registry; any other is one of the mechanism's own numbers, with its status and
role. The points run through the named lists. Main definitions: `Column`, `Plan`, `GAUSSIAN_PLAN`, `LAPLACE_PLAN`, `loss_plan`,
`ZCDP_PLAN`.
"""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A number of the card, what it is, and the status and role of one that is no quantity."""

    quantity: str
    meaning: str
    status: str = "exact"
    role: str = "guarantee"

    @property
    def registered(self) -> bool:
        return "." in self.quantity


Group = tuple[tuple[str, ...], tuple[Column, ...]]
Plan = tuple[tuple[str, tuple[Group, ...]], ...]

EPS_DELTA, TESTING = "(eps, delta)-DP", "Hypothesis testing"
_LEAST_DELTA, _LEAST_EPS, _TPR, _FNR = "least delta", "least eps", "greatest TPR", "least FNR (trade-off function)"
_AUC, _TV = "area under the ROC curve", "advantage (total variation)"

GAUSSIAN_PLAN: Plan = (
    ("GDP", (((), (Column("mu", "mu"),)),)),
    (EPS_DELTA, (
        (("eps",), (Column("gaussian.delta", _LEAST_DELTA),)),
        (("delta",), (Column("gaussian.epsilon", _LEAST_EPS),)),
    )),
    ("zCDP", (((), (Column("gaussian.kl", "rho = mu^2/2"),)),)),
    ("Rényi DP", (
        (("order",), (Column("gaussian.renyi", "Rényi divergence"),)),
        (("delta",), (
            Column("gaussian.epsilon", "exact eps"), Column("renyi.epsilon_best", "eps by best conversion"),
            Column("renyi.order_best", "at order"),
        )),
    )),
    (TESTING, (
        ((), (Column("gaussian.auc", _AUC), Column("gaussian.tv", _TV))),
        (("fpr",), (Column("gaussian.roc", _TPR), Column("gaussian.tradeoff", _FNR))),
    )),
    ("F_beta", ((("beta",), (Column("gaussian.fbeta", "greatest F_beta (prior 1/2)"), Column("gaussian.fbeta_fpr", "at fpr"))),)),
    ("Divergences", (((), (Column("gaussian.kl", "Kullback-Leibler"), Column("gaussian.chernoff", "Chernoff information"))),)),
    ("Length test (GLRT), a restricted adversary: not a DP guarantee", (
        (("d", "fpr"), (Column("glrt.roc", "TPR of the length test"),)),
        (("d", "eps"), (Column("glrt.delta", "delta of the length test"),)),
    )),
)  # fmt: skip

_PURE_DP = ("Pure DP", (((), (Column("eps0", "eps"),)),))
_ZCDP_OF_PURE = ("zCDP", (((), (Column("rho", "rho = eps0^2/2", "bound"),)),))

LAPLACE_PLAN: Plan = (
    ("GDP", (((), (Column("laplace.mu", "least mu"),)),)),
    _PURE_DP,
    (EPS_DELTA, (
        (("eps",), (Column("laplace.delta", _LEAST_DELTA),)),
        (("delta",), (Column("laplace.epsilon", _LEAST_EPS),)),
    )),
    _ZCDP_OF_PURE,
    ("Rényi DP", ((("order",), (Column("laplace.renyi", "Rényi divergence"),)),)),
    (TESTING, (
        ((), (Column("laplace.auc", _AUC), Column("laplace.tv", _TV))),
        (("fpr",), (Column("laplace.roc", _TPR), Column("laplace.tradeoff", _FNR))),
    )),
    ("F_beta", ((("beta",), (Column("laplace.fbeta", "greatest F_beta (prior 1/2)"),)),)),
    ("Divergences", (((), (Column("laplace.kl", "Kullback-Leibler"), Column("laplace.chernoff", "Chernoff information"))),)),
)  # fmt: skip


def loss_plan(gdp: Column, status: str) -> Plan:
    """Of a law of losses; `status` says whether it is that of the mechanism or only bounds it. Sums of divergences are exact."""
    return (
        ("GDP", (((), (gdp,)),)),
        _PURE_DP,
        (EPS_DELTA, (
            (("eps",), (Column("delta", _LEAST_DELTA, status),)),
            (("delta",), (Column("epsilon", _LEAST_EPS, status),)),
        )),
        ("zCDP", (((), (Column("rho", "rho = sum of eps0^2/2", "bound"),)),)),
        ("Rényi DP", ((("order",), (Column("renyi", "Rényi divergence"),)),)),
        (TESTING, (
            ((), (Column("auc", _AUC, status), Column("tv", _TV, status))),
            (("fpr",), (Column("roc", _TPR, status), Column("tradeoff", _FNR, status, "tradeoff"))),
        )),
        ("F_beta", ((("beta",), (Column("fbeta", "greatest F_beta (prior 1/2)", status),)),)),
        ("Divergences", (((), (Column("kl", "Kullback-Leibler"), Column("chernoff", "Chernoff information"))),)),
    )  # fmt: skip


ZCDP_PLAN: Plan = (
    (EPS_DELTA, (
        (("eps",), (Column("zcdp.delta", _LEAST_DELTA),)),
        (("delta",), (Column("zcdp.epsilon", _LEAST_EPS),)),
    )),
    ("zCDP", (((), (Column("rho", "rho"),)),)),
    ("Rényi DP", ((("order",), (Column("renyi", "Rényi divergence, order rho", "bound"),)),)),
    ("Divergences", (((), (Column("kl", "Kullback-Leibler", "bound"),)),)),
)  # fmt: skip
