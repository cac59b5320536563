"""The proof of Theorem 7, step by step, and what the text draws from the theorem.

Main results: the steps hold.
Source: section 6.2, text after Theorem 7; appendix 10.6.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing import frameworks
from dplemma.papers.hypothesis_testing.frameworks import CHANCE, eps, m, p, q

r_1, r_2, a_1, a_2 = variables("r_1 r_2 a_1 a_2")
l_1, l_2 = variables("l_1 l_2")

after_1, after_2 = r_1 * p / m, r_2 * q / m  # Bayes: posteriors of D and D' given an output of chance m
bounded_densities = Rel(p, "<=", exp(eps) * q)
appendix_10_6_bayes_chain = Claim(
    id="hypothesis_testing/appendix-10.6/bayes-chain",
    where="Appendix 10.6", kind="equivalence",
    states="Inferential privacy inequality <=> ... <=> max P(A(D)=o) <= e^eps P(A(D')=o), through P(D|o)/P(D) and "
    "P(D,A=o)/(A(D)=o, "
    "P(D)).",
    reading="For each pair D, D' (the maximum is over pairs): r_1 and r_2 are their priors, p and q the chances of the output "
    "on them, m > 0 "
    "its chance under the prior; the joint chance of D and o is r_1 p. The denominator of the third line is P(A=o) P(D): a P and "
    "its bracket are lost in the text.",
    holds=All(
        Iff(Rel(after_1 / after_2, "<=", exp(eps) * r_1 / r_2), Rel(after_1 / r_1, "<=", exp(eps) * after_2 / r_2)),
        Iff(Rel(after_1 / r_1, "<=", exp(eps) * after_2 / r_2), bounded_densities),
        Rel(r_1 * p / (m * r_1), "=", after_1 / r_1),
    ),
    on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, m=CHANCE, r_1=UNIT, r_2=UNIT),
)  # fmt: skip

appendix_10_6_ddp_le_bp = Claim(
    id="hypothesis_testing/appendix-10.6/ddp-le-bp",
    where="Appendix 10.6, first paragraph", kind="ordering",
    states="Blowfish neighbours can differ in any number of tuples, those of dependent DP in L tuples: therefore eps_DDP(ht) <= "
    "eps_BP(ht).",
    reading=frameworks.theorem_7_bp_ge_ddp.reading,
    holds=frameworks.theorem_7_bp_ge_ddp.statement,
    on=frameworks.theorem_7_bp_ge_ddp.on,
)  # fmt: skip

alone = Max(l_1, l_2)
appendix_10_6_dp_le_ddp = Claim(
    id="hypothesis_testing/appendix-10.6/dp-le-ddp",
    where="Appendix 10.6", kind="ordering",
    states="Since DP neighbours differ in only one tuple, eps_DP(ht) <= eps_DDP(ht).",
    reading="The neighbours of dependent DP differ by the change of one tuple and possible changes of tuples that depend on it "
    "(section 6.1; at most L - 1 of them in the work cited), so those of DP are among them. L = 2, one output of one mechanism: "
    "a change of the first tuple alone multiplies its chance by e^l_1, one of the second by e^l_2, both by e^(l_1 + l_2). The "
    "eps of a notion is the greatest of these logarithms over its neighbours: max(l_1, l_2) for DP, with l_1 + l_2 for dependent "
    "DP, greater where both grow, and at most twice as large. (Changes of opposite signs leave it as it is.)",
    holds=All(
        Chain(alone, "<=", l_1 + l_2, "<=", 2 * alone),
        Implies(All(Rel(l_1, ">", 0), Rel(l_2, ">", 0)), Rel(l_1 + l_2, ">", alone)),
    ),
    on=Region(l_1=NONNEGATIVE, l_2=NONNEGATIVE),
)  # fmt: skip

appendix_10_6_mp_implies_2eps_ddp = Claim(
    id="hypothesis_testing/appendix-10.6/mp-implies-2eps-ddp",
    where="Appendix 10.6", kind="inequality",
    states="e^{-eps} <= posterior/prior <= e^{eps} implies posterior odds <= e^{2 eps} prior odds.",
    reading="Two values of a record with priors r_1, r_2 and ratios posterior/prior a_1, a_2. The upper bound of the first and "
    "the lower bound of the second are all that is needed.",
    holds=Implies(
        All(Rel(a_1, "<=", exp(eps)), Rel(a_2, ">=", exp(-eps))), Rel(a_1 * r_1 / (a_2 * r_2), "<=", exp(2 * eps) * r_1 / r_2),
    ),
    on=Region(eps=NONNEGATIVE, a_1=POSITIVE, a_2=POSITIVE, r_1=UNIT, r_2=UNIT),
)  # fmt: skip

appendix_10_6_mp_implies_midp = Claim(
    id="hypothesis_testing/appendix-10.6/mp-implies-midp",
    where="Appendix 10.6", kind="inequality",
    states="eps-membership privacy (worst-case posterior/prior) implies eps-mutual-information DP (average difference).",
    reading=frameworks.theorem_7_midp_le_mp.reading,
    holds=frameworks.theorem_7_midp_le_mp.statement,
    on=frameworks.theorem_7_midp_le_mp.on,
)  # fmt: skip

theorem_7_smaller_eps_weaker = Claim(
    id="hypothesis_testing/theorem-7/smaller-eps-weaker",
    where="text after Theorem 7", kind="ordering",
    states="A notion with a smaller eps in Theorem 7 is weaker in restricting the adversary; at the same PR-relation a larger "
    "eps can be "
    "selected for a notion with fewer restrictions on neighbouring databases.",
    reading="Three databases in a row and one output, whose chance grows by e^l_1 from the first to the second and by e^l_2 "
    "from the second "
    "to the third. One notion has the adjacent pairs as neighbours, the other all pairs; the eps of a notion is the greatest log "
    "ratio over its neighbours, max(l_1, l_2) and l_1 + l_2. For one mechanism (the same PR-relation) it is not smaller with "
    "more "
    "neighbours, and up to twice as large. At one eps the notion with more neighbours gives the other, not conversely: an "
    "adversary who tells the first database from the last one is then restricted to 2 eps only.",
    holds=All(
        Chain(Max(l_1, l_2), "<=", l_1 + l_2, "<=", 2 * Max(l_1, l_2)),
        Implies(Rel(l_1 + l_2, "<=", eps), All(Rel(l_1, "<=", eps), Rel(l_2, "<=", eps))),
        Exists(
            {"l_1": POSITIVE, "l_2": POSITIVE, "eps": POSITIVE},
            All(Rel(l_1, "<=", eps), Rel(l_2, "<=", eps), Rel(l_1 + l_2, ">", eps)),
        ),
    ),
    on=Region(l_1=NONNEGATIVE, l_2=NONNEGATIVE, eps=NONNEGATIVE),
)  # fmt: skip
