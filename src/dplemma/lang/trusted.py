"""The trusted lemmas: at most twelve facts taken from the literature, each a named reduction of an infinite quantifier.

A claim that rests on one names it in `assumes`; its verdict then reads "proved, assuming ...". Those that are statements of the
language (`statement`, with their parameters in a region) may be used in a derivation, by an instance that the kernel matches; the
others say how a claim about all events or mechanisms is read as one about numbers, and no step can rest on them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class TrustedLemma:
    """A cited fact that no engine re-derives."""

    name: str
    says: str
    cites: str

    @property
    def statement(self) -> dict[str, Any] | None:
        """Region and statement as JSON trees, as the kernel has them; None if the lemma is no statement of the language."""
        return _statements().get(self.name)


@cache
def _statements() -> dict[str, Any]:
    return json.loads(files("dplemma.kernel").joinpath("trusted.json").read_text(encoding="utf-8"))


_ALL = (
    TrustedLemma(
        "neyman-pearson",
        "Among all tests of a given level between two simple hypotheses, a likelihood-ratio test has the greatest "
        "power; so the trade-off function T(P, Q) and the ROC curve are those of the likelihood-ratio tests.",
        "J. Neyman, E. S. Pearson, Phil. Trans. R. Soc. A 231 (1933) 289-337",
    ),
    TrustedLemma(
        "hockey-stick",
        "The greatest value of P(S) - e^eps Q(S) over all events S is attained at S = {log dP/dQ > eps}; a "
        "mechanism is (eps, delta)-DP iff this value is at most delta for every ordered pair of neighbours.",
        "G. Barthe, F. Olmedo, ICALP 2013; B. Balle, Y.-X. Wang, ICML 2018, Theorem 5",
    ),
    TrustedLemma(
        "gaussian-one-dimension",
        "Testing N(u, sigma^2 I) against N(v, sigma^2 I) in R^d is equivalent to testing N(0, 1) against N(|u - "
        "v|/sigma, 1) on the line: the projection on u - v is a sufficient statistic.",
        "J. Dong, A. Roth, W. J. Su, J. R. Stat. Soc. B 84 (2022) 3-37, proof of Corollary 3.3",
    ),
    TrustedLemma(
        "hamming-path",
        "In the space of all databases, two databases at Hamming distance k are joined by a path of k adjacent "
        "steps; a property that passes from k to k + 1 along one step therefore holds at every distance.",
        "C. Dwork, A. Roth, The Algorithmic Foundations of Differential Privacy (2014), section 2.3",
    ),
    TrustedLemma(
        "one-event",
        "A statement about all events (or all deterministic classifiers) of a pair (P, Q) holds iff it holds for "
        "the numbers p = P(S), q = Q(S) of one arbitrary event; every (p, q) in the unit square occurs.",
        "P. Kairouz, S. Oh, P. Viswanath, ICML 2015, section 2",
    ),
    TrustedLemma(
        "gdp-central-limit",
        "If r sqrt(T) -> s, the T-fold composition of the r-subsampled (uniform) Gaussian mechanism of noise sigma "
        "tends to psi-GDP with psi^2 = 2 s^2 E[(L - 1)_+^2], L = exp(Z/sigma - 1/(2 sigma^2)), Z standard normal.",
        "J. Dong, A. Roth, W. J. Su, J. R. Stat. Soc. B 84 (2022) 3-37, section 5 and Corollary 5.4",
    ),
    TrustedLemma(
        "data-processing",
        "Merging outputs (or any processing of them) cannot increase a Rényi divergence of any order.",
        "T. van Erven, P. Harremoës, IEEE Trans. Inf. Theory 60 (2014) 3797-3820, Theorem 9",
    ),
    TrustedLemma(
        "chi-square-central-limit",
        "As d -> oo, with any lambda >= 0 that may depend on d, (X - d - lambda)/sqrt(2d + 4 lambda) for X noncentral "
        "chi-square (d, lambda) tends in law to N(0, 1), its distribution function uniformly.",
        "N. L. Johnson, S. Kotz, N. Balakrishnan, Continuous Univariate Distributions 2 (1995), chapter 29",
    ),
    TrustedLemma(
        "composition-domination",
        "If, whatever came before, no test of step i does better than the tests of P_i against Q_i, then no test of the "
        "composition, adaptive or not, does better than those of P_1 x ... x P_n against Q_1 x ... x Q_n; so composition "
        "keeps the order of trade-off functions, and of privacy profiles in both directions.",
        "J. Dong, A. Roth, W. J. Su, J. R. Stat. Soc. B 84 (2022) 3-37, composition theorem (arXiv:1905.02383, Theorem 3.2)",
    ),
    TrustedLemma(
        "composition-central-limit",
        "If of n symmetric pairs (P_i, Q_i), each depending on n, the first, second and third absolute moments of the privacy "
        "losses add up to sums that tend to K, s^2 > 0 and 0 as n -> oo, and the greatest of the first moments tends to 0, then "
        "the trade-off function of their composition tends to that of (2 K/s)-GDP, uniformly.",
        "J. Dong, A. Roth, W. J. Su, J. R. Stat. Soc. B 84 (2022) 3-37, central limit theorems (arXiv:1905.02383, section 3.2)",
    ),
)

TRUSTED = {lemma.name: lemma for lemma in _ALL}
