"""The Gaussian nature of eps-DP.

Main results: every eps-DP algorithm is mu-GDP with mu = -2 PhiInv(1/(1 + e^eps)) <= sqrt(pi/2) eps (Theorem 5.1).
Source: section 5.1.
"""

from __future__ import annotations

from dplemma.formulas import gaussian, pure
from dplemma.lang import NONNEGATIVE, POSITIVE, All, Claim, Phi, Region, Rel, exp, pi, sqrt, variables

eps, mu = variables("eps mu")

odds = (1 - Phi(-mu / 2)) / Phi(-mu / 2)  # e^eps_0 of the algorithm
theorem_5_1_implication = Claim(
    id="gdp_bridge/theorem-5-1/implication",
    where="Theorem 5.1",
    kind="ordering",
    states="Any (eps,0)-DP algorithm is mu-GDP for mu=-2 Phi^{-1}(1/(1+e^eps)).",
    reading="Given mu, the algorithm is eps_0-DP with e^eps_0 = (1 - Phi(-mu/2))/Phi(-mu/2), which is the same relation. "
    "Its profile is at most (e^eps_0 - e^eps)^+/(1 + e^eps_0) (Theorem 2.1), and it is mu-GDP if that lies below "
    "delta_mu (Theorem 3.1).",
    holds=All(
        Rel(1 / (1 + odds), "=", Phi(-mu / 2)),
        Rel((odds - exp(eps)) / (1 + odds), "=", Phi(mu / 2) - exp(eps) * Phi(-mu / 2)),
        Rel(gaussian.delta(eps, mu), ">=", Phi(mu / 2) - exp(eps) * Phi(-mu / 2)),
        Rel(0, "<=", gaussian.delta(eps, mu)),
    ),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE),
    assumes=("one-event", "neyman-pearson"),
)

theorem_5_1_upper_bound = Claim(
    id="gdp_bridge/theorem-5-1/upper-bound",
    where="Theorem 5.1", kind="inequality",
    states="-2 Phi^{-1}(1/(1+e^eps)) <= sqrt(pi/2) eps.",
    lhs=pure.mu(eps), rel="<=", rhs=sqrt(pi / 2) * eps,
    on=Region(eps=NONNEGATIVE),
)  # fmt: skip
