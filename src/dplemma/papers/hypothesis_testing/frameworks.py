"""The parameters that one mechanism has under different notions of privacy: Theorem 7.

Main results: Blowfish >= dependent DP = inferential privacy, at most twice membership privacy, hold; inferential privacy >= DP
fails for a given prior, because the adversary must average over the records he does not know.
Source: section 6, Theorem 7, eq. 25, appendix 10.6. The definitions are those of section 6.1 and of the proof.

One mechanism is given (the same test, the same noise); its parameter under a notion is the least eps for which the notion
holds, so eps_X >= eps_Y says: if it has X with eps, it has Y with eps.
"""

from __future__ import annotations

from dplemma.lang import (
    NONNEGATIVE,
    POSITIVE,
    UNIT,
    All,
    Claim,
    Iff,
    Implies,
    Interval,
    Mechanism,
    Region,
    Rel,
    amended,
    exp,
    variables,
)

eps, p, q, p_1, p_2, q_1, q_2, w = variables("eps p q p_1 p_2 q_1 q_2 w")
r, m, l_1, l_2 = variables("r m l_1 l_2")
CHANCE, WEIGHT = Interval.lopen(0, 1), Interval(0, 1)

theorem_7_bp_ge_ddp = Claim(
    id="hypothesis_testing/theorem-7/bp-ge-ddp",
    where="Theorem 7, eq. 25", kind="ordering",
    states="eps_BP(ht) >= eps_DDP(ht).",
    reading="Blowfish neighbours are all pairs of databases that satisfy the constraints (section 6.1); dependent DP conditions "
    "on one record and averages over such databases. p, p_1, p_2, q, q_1, q_2 are chances of one output on single databases: if "
    "each is at most e^eps times each of the other side, so are the averages. One step of averaging on either side; more "
    "databases by induction.",
    holds=All(
        Implies(
            All(Rel(p_1, "<=", exp(eps) * q), Rel(p_2, "<=", exp(eps) * q)),
            Rel(w * p_1 + (1 - w) * p_2, "<=", exp(eps) * q),
        ),
        Implies(
            All(Rel(p, "<=", exp(eps) * q_1), Rel(p, "<=", exp(eps) * q_2)),
            Rel(p, "<=", exp(eps) * (w * q_1 + (1 - w) * q_2)),
        ),
    ),
    on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, p_1=CHANCE, p_2=CHANCE, q_1=CHANCE, q_2=CHANCE, w=WEIGHT),
)  # fmt: skip


def posterior(chance, other):
    """Bayes: posterior of the value whose prior is r, given an output of this chance under it, `other` under the other one."""
    return r * chance / (r * chance + (1 - r) * other)


odds_after = posterior(p, q) / (1 - posterior(p, q))
inferential = All(
    Rel(odds_after, "<=", exp(eps) * r / (1 - r)),
    Rel(1 / odds_after, "<=", exp(eps) * (1 - r) / r),
)
theorem_7_ddp_eq_ip = Claim(
    id="hypothesis_testing/theorem-7/ddp-eq-ip",
    where="Theorem 7, eq. 25", kind="equivalence",
    states="eps_DDP(ht) = eps_IP(ht).",
    reading="p and q are the chances of one output given two values of a record (or two databases), the correlated records "
    "averaged; r is the prior of the first value against the second. Inferential privacy: the posterior odds are at most e^eps "
    "times the prior odds; dependent DP: the chances differ by at most e^eps.",
    holds=Iff(inferential, All(Rel(p, "<=", exp(eps) * q), Rel(q, "<=", exp(eps) * p))),
    on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, r=UNIT),
)  # fmt: skip

# Two bits; the mechanism answers noisily whether one of them is 1: chances P if so, Q on the database 00.
answer = Mechanism.binary(p, q)
averaged = w * p + (1 - w) * q  # first bit 0, second bit 1 with chance w
averaged_no = w * (1 - p) + (1 - w) * (1 - q)
theorem_7_ip_ge_dp = Claim(
    id="hypothesis_testing/theorem-7/ip-ge-dp",
    where="Theorem 7, eq. 25", kind="ordering",
    states="eps_IP(ht) (= eps_DDP) >= eps_DP(ht).",
    reading="For every prior: what is eps-inferentially private is eps-DP. Two bits, a noisy answer to whether one of them is 1 "
    "(chances P if so, Q on the database 00). Given that the first bit is 0 the second is 1 with chance w; the posterior odds "
    "of the first bit grow by the ratio of P to the average w P + (1 - w) Q (see ddp-eq-ip). DP compares P with Q.",
    holds=Implies(
        All(
            Rel(p, "<=", exp(eps) * averaged), Rel(averaged, "<=", exp(eps) * p),
            Rel(1 - p, "<=", exp(eps) * averaged_no), Rel(averaged_no, "<=", exp(eps) * (1 - p)),
        ),
        answer.is_pure_dp(eps),
    ),
    on=Region(eps=POSITIVE, p=UNIT, q=UNIT, w=WEIGHT, points=[{"p": "3/4", "q": "1/4", "w": "1/2", "eps": "7/10"}]),
    mechanism=answer,
    why="An adversary with a given prior averages over the records he does not know, and the averages are closer than the "
    "neighbouring databases of DP; these are among the pairs of dependent DP only if the other records may be known.",
    harm="unsafe",
    amend=amended(
        "hypothesis_testing/theorem-7/ip-ge-dp",
        where="Theorem 7, eq. 25", kind="ordering",
        states="Under a prior that knows all other records, eps-inferential privacy of a record is eps-DP, so eps_IP >= eps_DP "
        "if it is demanded of every prior. Under a prior with independent records eps_IP <= eps_DP.",
        reading="Known: the prior is r and 1 - r on two neighbouring databases, p and q are the chances of one output on them. "
        "Independent: p_1, q_1 and p_2, q_2 are the chances on two pairs of neighbours, which differ in the record; the weight "
        "w of the first pair does not depend on the record. More pairs by induction.",
        holds=All(
            Iff(inferential, All(Rel(p, "<=", exp(eps) * q), Rel(q, "<=", exp(eps) * p))),
            Implies(
                All(Rel(p_1, "<=", exp(eps) * q_1), Rel(p_2, "<=", exp(eps) * q_2)),
                Rel(w * p_1 + (1 - w) * p_2, "<=", exp(eps) * (w * q_1 + (1 - w) * q_2)),
            ),
        ),
        on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, r=UNIT, p_1=CHANCE, p_2=CHANCE, q_1=CHANCE, q_2=CHANCE, w=WEIGHT),
    ),
)  # fmt: skip

theorem_7_ddp_le_2mp = Claim(
    id="hypothesis_testing/theorem-7/ddp-le-2mp",
    where="Theorem 7, eq. 25", kind="inequality",
    states="eps_DDP(ht) <= 2 eps_MP(ht).",
    reading="Membership privacy as in the proof: posterior over prior, which is p/m, lies in [e^-eps, e^eps] for each value of a "
    "record; p and q are the chances of one output given two values, m its chance under the prior.",
    holds=All(
        Implies(All(Rel(p, "<=", exp(eps) * m), Rel(q, ">=", exp(-eps) * m)), Rel(p, "<=", exp(2 * eps) * q)),
        Implies(All(Rel(q, "<=", exp(eps) * m), Rel(p, ">=", exp(-eps) * m)), Rel(q, "<=", exp(2 * eps) * p)),
    ),
    on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, m=CHANCE),
)  # fmt: skip

theorem_7_midp_le_mp = Claim(
    id="hypothesis_testing/theorem-7/midp-le-mp",
    where="Theorem 7, eq. 25", kind="inequality",
    states="eps_MIDP(ht) <= eps_MP(ht).",
    reading="As in the proof: membership privacy bounds log(posterior/prior) by eps for every value and output, mutual "
    "information is its average, both under the same prior. l_1 and l_2 are such logarithms (or averages of them), w their "
    "weight; more of them by induction.",
    holds=Implies(
        All(Rel(l_1, "<=", eps), Rel(l_1, ">=", -eps), Rel(l_2, "<=", eps), Rel(l_2, ">=", -eps)),
        Rel(w * l_1 + (1 - w) * l_2, "<=", eps),
    ),
    on=Region(eps=NONNEGATIVE, l_1=Interval("-oo", "oo"), l_2=Interval("-oo", "oo"), w=WEIGHT),
)  # fmt: skip
