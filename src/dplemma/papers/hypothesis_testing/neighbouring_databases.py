"""Notions of privacy compared by their neighbouring databases.

Main results: inferential privacy and dependent DP are the same by Bayes; more pairs of neighbours bind the adversary more.
Source: section 6.1.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.frameworks import CHANCE, WEIGHT, eps, inferential, p, p_1, p_2, q, w

m = variables("m")

ip_equivalent_ddp = Claim(
    id="hypothesis_testing/section-6.1/ip-equivalent-ddp",
    where="Section 6.1", kind="equivalence", tier="prose",
    states="max P(D|A=o)/P(D'|A=o) <= e^eps P(D)/P(D') (inferential privacy) is equivalent to max P(A(D)=o)/P(A(D')=o) <= e^eps "
    "(dependent DP).",
    reading="p = P(A(D)=o), q = P(A(D')=o), both positive; r is the prior of D against D', both possible. Posteriors by "
    "Bayes; the maximum is over both orders of D and D'.",
    holds=Iff(inferential, All(Rel(p, "<=", exp(eps) * q), Rel(q, "<=", exp(eps) * p))),
    on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, r=UNIT),
)  # fmt: skip

fewer_limits_stronger = Claim(
    id="hypothesis_testing/section-6.1/fewer-limits-stronger",
    where="Section 6.1", kind="ordering", tier="prose",
    states="At the same parameter, a notion with fewer limits on neighbouring databases restricts the adversary better.",
    reading="p and q are the chances of a test's decision on D and D' (P_TD and P_FA), m that on a database in between. If D "
    "and D' are neighbours, precision is at most 1/(1 + e^-eps) (prior 1/2). If only the steps D to the one between and from "
    "there to D' are, the bound is that of 2 eps, and some mechanism exceeds that of eps.",
    holds=All(
        Implies(Rel(p, "<=", exp(eps) * q), Rel(p / (p + q), "<=", 1 / (1 + exp(-eps)))),
        Implies(All(Rel(p, "<=", exp(eps) * m), Rel(m, "<=", exp(eps) * q)), Rel(p, "<=", exp(2 * eps) * q)),
        Exists(
            {"p": UNIT, "q": UNIT, "m": UNIT, "eps": POSITIVE},
            All(
                Rel(p, "<=", exp(eps) * m), Rel(m, "<=", exp(eps) * q), Rel(1 - q, "<=", exp(eps) * (1 - m)),
                Rel(1 - m, "<=", exp(eps) * (1 - p)), Rel(p / (p + q), ">", 1 / (1 + exp(-eps))),
            ),
        ),
    ),
    on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, m=CHANCE),
    assumes=("one-event",),
)  # fmt: skip

blowfish_stronger_than_ddp_ip = Claim(
    id="hypothesis_testing/section-6.1/blowfish-stronger-than-ddp-ip",
    where="Section 6.1", kind="ordering", tier="prose",
    states="With the same budget, Blowfish privacy with count/marginal constraints defends better than dependent DP and "
    "inferential privacy.",
    reading="Blowfish neighbours are all pairs of databases that satisfy the constraints; dependent DP (and inferential privacy, "
    "which is the same) averages over the databases that a change of one record may lead to. p_1, p_2, q are chances of one "
    "output on single databases, w the weight of the first: if both are bounded, so is their average, and some averages are "
    "bounded where p_1 is not.",
    holds=All(
        Implies(
            All(Rel(p_1, "<=", exp(eps) * q), Rel(p_2, "<=", exp(eps) * q)), Rel(w * p_1 + (1 - w) * p_2, "<=", exp(eps) * q),
        ),
        Exists(
            {"p_1": UNIT, "p_2": UNIT, "q": UNIT, "w": UNIT, "eps": POSITIVE},
            All(Rel(w * p_1 + (1 - w) * p_2, "<=", exp(eps) * q), Rel(p_1, ">", exp(eps) * q)),
        ),
    ),
    on=Region(eps=NONNEGATIVE, p_1=CHANCE, p_2=CHANCE, q=CHANCE, w=WEIGHT),
)  # fmt: skip
