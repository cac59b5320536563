"""Differential privacy, sensitivity and the Laplace mechanism.

Main results: what the definitions owe; the Laplace mechanism is eps-DP for a vector of answers, its density is normalised.
Source: section 2.1, Definitions 1 and 2, Theorem 1.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import Delta, density, eps, falling, rising, x

p, q, p_1, q_1, p_2, q_2, eps_2, delta = variables("p q p_1 q_1 p_2 q_2 eps_2 delta")
CHANCE = Interval(0, 1)
EVENT = "p and q are the chances of one event on D and D'"
forward = Rel(p, "<=", exp(eps) * q)
binary = Mechanism.binary(p, q)

definition_1 = Claim(
    id="hypothesis_testing/definition-1",
    where="Definition 1", kind="definition",
    states="eps-DP: max over neighbours D,D' and S of P(A(D) in S)/P(A(D') in S) <= exp(eps).",
    reading=f"{EVENT}, in both orders, as D and D' may be exchanged. The quotient is 0/0 for impossible events, the empty one "
    "among them; everybody reads P(A(D) in S) <= exp(eps) P(A(D') in S), as section 2.1 writes it with delta. What it names: the "
    "greatest log-ratio is at most eps. Outputs are enough: the bound passes from two disjoint events to their union.",
    holds=Obligations(
        satisfiable=Exists({"p": UNIT, "q": UNIT, "eps": POSITIVE}, All(forward, Rel(q, "<=", exp(eps) * p), Rel(p, "!=", q))),
        not_vacuous=Exists({"p": UNIT, "q": UNIT, "eps": POSITIVE}, Not(forward)),
        names_the_greatest_ratio=Implies(
            All(Rel(p, ">", 0), Rel(p, "<", 1), Rel(q, ">", 0), Rel(q, "<", 1)),
            Iff(Rel(Max(log(p / q), log((1 - p) / (1 - q))), "<=", eps), All(forward, Rel(1 - p, "<=", exp(eps) * (1 - q)))),
        ),
        outputs_are_enough=Implies(
            All(Rel(p_1, "<=", exp(eps) * q_1), Rel(p_2, "<=", exp(eps) * q_2)),
            Rel(p_1 + p_2, "<=", exp(eps) * (q_1 + q_2)),
        ),
    ),
    as_extracted=Extracted(
        Obligations(defined=Rel(p / q, ">=", 0)), on=Region(p=CHANCE, q=CHANCE, eps=NONNEGATIVE, such_that=forward),
        why="An event that is impossible on both databases has the quotient 0/0.",
    ),
    on=Region(p=CHANCE, q=CHANCE, eps=NONNEGATIVE, p_1=CHANCE, q_1=CHANCE, p_2=CHANCE, q_2=CHANCE),
    assumes=("one-event",),
)  # fmt: skip

# Three databases, each the neighbour of the next, at distances `near` and `far`; one answer changes by d, then by e.
d, e, near, far, K = variables("d e near far K")
sensitivity = Max(near, far)
definition_2 = Claim(
    id="hypothesis_testing/definition-2",
    where="Definition 2", kind="definition",
    states="Global sensitivity Delta Q = max over neighbours of ||Q(D)-Q(D')||_1.",
    reading="Three databases, each a neighbour of the next, with answers near and far apart in the L1 norm (more alike; for "
    "infinitely many the maximum is a supremum). It names the least K that bounds how far the answers of neighbours are apart; "
    "two steps apart each coordinate, which changes by d and then by e, and so the norm, changes by no more than the sum.",
    holds=Obligations(
        codomain=Rel(sensitivity, ">=", 0),
        bounds_neighbours=All(Rel(near, "<=", sensitivity), Rel(far, "<=", sensitivity)),
        is_the_least_bound=Implies(All(Rel(near, "<=", K), Rel(far, "<=", K)), Rel(sensitivity, "<=", K)),
        two_steps=All(Rel(Abs(d + e), "<=", Abs(d) + Abs(e)), Rel(near + far, "<=", 2 * sensitivity)),
    ),
    on=Region(d=REAL, e=REAL, near=NONNEGATIVE, far=NONNEGATIVE, K=NONNEGATIVE),
)  # fmt: skip

smaller_epsilon_more_privacy = Claim(
    id="hypothesis_testing/section-2.1/smaller-epsilon-more-privacy",
    where="Section 2.1 after Definition 1", kind="monotonicity", tier="prose",
    states="The smaller eps, the higher the privacy level.",
    reading=f"{EVENT}. The chance that eps allows on D, exp(eps) q, increases with eps: what holds for eps holds for every "
    "larger one, and for each eps < eps_2 some chances are allowed by eps_2 only.",
    holds=All(
        Monotone(exp(eps) * q, eps, "increasing"),
        Implies(All(forward, Rel(eps, "<=", eps_2)), Rel(p, "<=", exp(eps_2) * q)),
        Exists(
            {"p": UNIT, "q": UNIT, "eps": POSITIVE, "eps_2": POSITIVE},
            All(Rel(eps, "<", eps_2), Rel(p, "<=", exp(eps_2) * q), Not(forward)),
        ),
    ),
    on=Region(p=CHANCE, q=Interval.lopen(0, 1), eps=NONNEGATIVE, eps_2=NONNEGATIVE),
    assumes=("one-event",),
)  # fmt: skip

relaxed = Rel(p, "<=", exp(eps) * q + delta)
approximate_dp = Claim(
    id="hypothesis_testing/section-2.1/approximate-dp",
    where="Section 2.1", kind="definition", tier="prose",
    states="(eps,delta)-DP: P(A(D) in S) <= e^eps P(A(D') in S) + delta, a relaxation of eps-DP.",
    reading=f"{EVENT}. A relaxation: eps-DP implies it for every delta >= 0, and not conversely. The least delta of "
    "two outputs is their hockey-stick divergence, here where the second output is the one that needs it.",
    holds=Obligations(
        relaxes=Implies(forward, relaxed),
        strictly=Exists({"p": UNIT, "q": UNIT, "eps": POSITIVE, "delta": UNIT}, All(relaxed, Not(forward))),
        not_vacuous=Exists({"p": UNIT, "q": UNIT, "eps": POSITIVE, "delta": UNIT}, Not(relaxed)),
        least_delta=Implies(
            All(forward, Rel(1 - p, ">", exp(eps) * (1 - q))),
            Iff(Rel(binary.hockey_stick(eps), "<=", delta), Rel(1 - p, "<=", exp(eps) * (1 - q) + delta)),
        ),
    ),
    on=Region(p=CHANCE, q=CHANCE, eps=NONNEGATIVE, delta=CHANCE),
    assumes=("one-event",),
)  # fmt: skip

o, a, b, s, gained = variables("o a b s gained")
ratio = density(o, a) / density(o, b)
loss = eps * (Abs(o - b) - Abs(o - a)) / Delta
theorem_1_laplace_dp = Claim(
    id="hypothesis_testing/theorem-1/laplace-dp",
    where="Theorem 1", kind="inequality",
    states="Q(D)+(eta_1..eta_q), eta_i i.i.d. Lap(Delta Q/eps), is eps-DP for any Q: D->R^q (Delta Q the L1 sensitivity).",
    reading="Coordinates are independent, so their log-ratios add up. By induction on the coordinates, answers that differ by s "
    "(L1) so far have a log-ratio of at most eps s/Delta; one more coordinate, with answers a and b, keeps it so; "
    "s <= Delta at the end makes it at most eps.",
    holds=All(
        Rel(ratio, "=", exp(loss)),
        Rel(loss, "<=", eps * Abs(a - b) / Delta),
        Implies(Rel(gained, "<=", eps * s / Delta), Rel(gained + loss, "<=", eps * (s + Abs(a - b)) / Delta)),
        Implies(
            All(Rel(gained, "<=", eps * s / Delta), Rel(s, "<=", Delta)),
            Rel(gained, "<=", eps),
        ),
    ),
    on=Region(eps=POSITIVE, Delta=POSITIVE, o=REAL, a=REAL, b=REAL, s=NONNEGATIVE, gained=REAL),
)  # fmt: skip

zeta = variables("zeta")
theorem_1_laplace_density = Claim(
    id="hypothesis_testing/theorem-1/laplace-density",
    where="Theorem 1", kind="identity",
    states="Laplace density with parameter zeta=Delta Q/eps: Pr[eta=z] proportional to (eps/(2 Delta Q)) exp(-eps|z|/Delta Q).",
    reading="The factor of proportion is 1: the density integrates to 1. Its parameter zeta = Delta/eps is the mean of |z|.",
    holds=All(
        Rel(Integral(rising(0), (x, -oo, 0)) + Integral(falling(0), (x, 0, oo)), "=", 1),
        Rel(Integral(-x * rising(0), (x, -oo, 0)) + Integral(x * falling(0), (x, 0, oo)), "=", Delta / eps),
    ),
    on=Region(eps=POSITIVE, Delta=POSITIVE),
)  # fmt: skip
