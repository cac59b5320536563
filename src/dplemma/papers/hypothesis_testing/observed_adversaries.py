"""From an observed PR-relation back to the privacy parameters.

Main results: one precision fixes eps of the Laplace mechanism, mu of the Gaussian one, but not both eps and delta; a realistic
adversary gives a lower bound.
Source: section 5.3.1.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.pr_relation import Sf, precision_at, z

eps, eps_2, eps_low, mu, kappa = variables("eps eps_2 eps_low mu kappa")
spread, spread_2 = variables("spread spread_2")

infer_parameters = Claim(
    id="hypothesis_testing/section-5.3.1/infer-parameters",
    where="Section 5.3.1, optimal adversary", kind="equivalence", tier="prose",
    states="From a given PR-relation of the fixed form one can infer the values of the privacy parameters by solving eqs. 9-11, "
    "14, 17, 20, 23.",
    reading="The Gaussian mechanism (eq. 14): its PR-relation depends on Delta Q/sigma only, which is eps/sqrt(2 spread) with "
    "spread = log(1.25/delta). Two pairs (eps, delta) of the same ratio, here without the quotients, would have to be the same.",
    holds=Implies(Rel(eps**2 * spread_2, "=", eps_2**2 * spread), All(Rel(eps, "=", eps_2), Rel(spread, "=", spread_2))),
    on=Region(
        eps=POSITIVE, eps_2=POSITIVE, spread=Interval(1, oo), spread_2=Interval(1, oo),
        points=[{"eps": 1, "eps_2": 2, "spread": 2, "spread_2": 8}],
    ),
    why="eps and delta enter eq. 14 through sigma alone: a curve of pairs (eps, delta) has the same PR-relation. One of the two "
    "must be known.",
    harm="condition",
    amend=amended(
        kind="monotonicity", tier="prose",
        states="The precision at any one recall determines eps of the Laplace mechanism if the odds kappa of eqs. 17, 20, 23 "
        "are known, kappa if eps is, and mu = Delta Q/sigma of the Gaussian mechanism, hence one of eps and delta if the "
        "other is known.",
        reading="z fixes the recall, Sf(z) or Q(z). Precision is strictly monotone in each of them.",
        holds=All(
            Monotone(Sf(z) / (Sf(z) + kappa * Sf(z + eps)), eps, "increasing"),
            Monotone(Sf(z) / (Sf(z) + kappa * Sf(z + eps)), kappa, "decreasing"),
            Monotone(Q(z) / (Q(z) + Q(z + mu)), mu, "increasing"),
            Monotone(eps / sqrt(2 * spread), eps, "increasing"),
            Monotone(eps / sqrt(2 * spread), spread, "decreasing"),
        ),
        on=Region(z=REAL, eps=POSITIVE, kappa=POSITIVE, mu=POSITIVE, spread=POSITIVE),
    ),
)  # fmt: skip

observed = variables("observed")
realistic_lower_bound = Claim(
    id="hypothesis_testing/section-5.3.1/realistic-lower-bound",
    where="Section 5.3.1, realistic adversary", kind="ordering", tier="prose",
    states="The privacy parameter corresponding to an observed realistic PR-relation is larger than that of a lower-bound "
    "optimal PR-relation.",
    reading="Laplace mechanism, at any one recall Sf(z). The mechanism's eps: its optimal precision is at least the observed "
    "one. eps_low: its optimal precision is at most the observed one. Then eps >= eps_low (larger or equal): precision is "
    "strictly increasing in eps, and eps < eps_low would contradict both.",
    holds=All(
        Monotone(precision_at(Sf(z + eps)), eps, "increasing"),
        Implies(Rel(eps, "<", eps_low), Rel(precision_at(Sf(z + eps)), "<", precision_at(Sf(z + eps_low)))),
        Implies(
            All(Rel(precision_at(Sf(z + eps_low)), "<=", observed), Rel(observed, "<=", precision_at(Sf(z + eps)))),
            Rel(precision_at(Sf(z + eps_low)), "<=", precision_at(Sf(z + eps))),
        ),
    ),
    on=Region(z=REAL, eps=POSITIVE, eps_low=POSITIVE, observed=UNIT),
)  # fmt: skip
