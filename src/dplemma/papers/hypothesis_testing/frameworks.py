"""The parameters that one mechanism has under different notions of privacy: Theorem 7.

Main results: Blowfish >= dependent DP = inferential privacy >= DP, at most twice membership privacy, hold for adversaries who
know the other records.
Source: section 6, Theorem 7, eq. 25, appendix 10.6. The definitions are those of section 6.1 and of the proof.

One mechanism is given (the same test, the same noise); its parameter under a notion is the least eps for which the notion
holds, so eps_X >= eps_Y says: if it has X with eps, it has Y with eps.
"""

from sympy import Add

from dplemma.lang.words import *

eps, p, q, p_1, p_2, q_1, q_2, w = variables("eps p q p_1 p_2 q_1 q_2 w")
r, m, l_1, l_2, l_3, l_4 = variables("r m l_1 l_2 l_3 l_4")
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

# One output on three databases of two bits: q on 00, p on 10, m on 11; r and w are the priors of 10 and 11 against 00.
followed = posterior(m, q).subs(r, w)
odds_followed = followed / (1 - followed)
inferential_followed = All(
    Rel(odds_followed, "<=", exp(eps) * w / (1 - w)),
    Rel(1 / odds_followed, "<=", exp(eps) * (1 - w) / w),
)


def close(one: Any, other: Any) -> All:
    """Neither chance is more than e^eps times the other."""
    return All(Rel(one, "<=", exp(eps) * other), Rel(other, "<=", exp(eps) * one))


theorem_7_ip_ge_dp = Claim(
    id="hypothesis_testing/theorem-7/ip-ge-dp",
    where="Theorem 7, eq. 25", kind="ordering",
    states="eps_IP(ht) (= eps_DDP) >= eps_DP(ht).",
    reading="Inferential privacy as section 6.1 defines it, over pairs of databases, for adversaries who know the other records "
    "(section 3). Its neighbours differ by the change of one record, followed by possible changes of its correlated records (at "
    "most L - 1 of them in the work cited): the neighbours of DP are among them. One output has the chance q on the database 00, "
    "p on 10, and m on 11, where the second record follows; r and w are the priors of 10 and 11 against 00, all possible, as the "
    "definition divides by them. What has eps_IP = eps is eps-DP; some eps-DP mechanism has a greater eps_IP. (Averaged over "
    "records that the adversary does not know, or without 00, inferential privacy may ask less than DP: if the answer is a noisy "
    "`one of the two bits is 1` and 00 is impossible, it asks nothing.)",
    holds=All(
        Implies(All(inferential, inferential_followed), close(p, q)),
        Exists(
            {"p": UNIT, "q": UNIT, "m": UNIT, "eps": POSITIVE},
            All(close(p, q), close(1 - p, 1 - q), close(m, p), close(1 - m, 1 - p), Not(close(m, q))),
        ),
    ),
    on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, m=CHANCE, r=UNIT, w=UNIT),
)  # fmt: skip

theorem_7_ddp_le_2mp = Claim(
    id="hypothesis_testing/theorem-7/ddp-le-2mp",
    where="Theorem 7, eq. 25", kind="inequality",
    states="eps_DDP(ht) <= 2 eps_MP(ht).",
    reading="Membership privacy as the proof prints it, of whole databases, as in midp-le-mp: posterior over prior, which is "
    "p/m, lies in [e^-eps, e^eps] for each database; p and q are the chances of one output on two of them, m its chance "
    "under the prior. Where dependent DP averages over other records, averages of such p and q are within the same bounds. "
    "(The words before the formula, `for any data record`, taken for the values of one record, bound the averages only: of "
    "adversaries who know the other records nothing follows, see midp-le-mp.)",
    holds=All(
        Implies(All(Rel(p, "<=", exp(eps) * m), Rel(q, ">=", exp(-eps) * m)), Rel(p, "<=", exp(2 * eps) * q)),
        Implies(All(Rel(q, "<=", exp(eps) * m), Rel(p, ">=", exp(-eps) * m)), Rel(q, "<=", exp(2 * eps) * p)),
        Implies(
            All(Rel(p_1, "<=", exp(eps) * m), Rel(p_2, "<=", exp(eps) * m)), Rel(w * p_1 + (1 - w) * p_2, "<=", exp(eps) * m),
        ),
        Implies(
            All(Rel(q_1, ">=", exp(-eps) * m), Rel(q_2, ">=", exp(-eps) * m)),
            Rel(w * q_1 + (1 - w) * q_2, ">=", exp(-eps) * m),
        ),
    ),
    on=Region(eps=NONNEGATIVE, p=CHANCE, q=CHANCE, m=CHANCE, p_1=CHANCE, p_2=CHANCE, q_1=CHANCE, q_2=CHANCE, w=WEIGHT),
)  # fmt: skip

answer = Mechanism.binary(p, q)
# (weight, log of posterior/prior) for each database and output; l_1 to l_4 stand for any such logarithms.
informed = (
    (r * p, log(posterior(p, q) / r), l_1),
    (r * (1 - p), log(posterior(1 - p, 1 - q) / r), l_2),
    ((1 - r) * q, log((1 - posterior(p, q)) / (1 - r)), l_3),
    ((1 - r) * (1 - q), log((1 - posterior(1 - p, 1 - q)) / (1 - r)), l_4),
)
theorem_7_midp_le_mp = Claim(
    id="hypothesis_testing/theorem-7/midp-le-mp",
    where="Theorem 7, eq. 25", kind="inequality",
    states="eps_MIDP(ht) <= eps_MP(ht).",
    reading="As in the proof (10.6), for the whole database: membership privacy bounds log(posterior/prior) of each database by "
    "eps at each output. Two databases of prior r and 1 - r, two outputs of chances p, 1 - p and q, 1 - q: mutual information is "
    "the average of the four logarithms, and an average of numbers l_1 to l_4 of at most eps is at most eps; more databases and "
    "outputs alike. Mutual-information DP conditions on the other records, which is no more than the information about the whole "
    "database. With membership privacy of single records the claim would be false: the XOR of two fair bits tells nothing of "
    "either bit, and log 2 of one to those who know the other.",
    holds=All(
        Rel(answer.mutual_information(r), "=", Add(*(weight * logarithm for weight, logarithm, _ in informed))),
        Implies(
            All(*(Rel(any_log, "<=", eps) for _, _, any_log in informed)),
            Rel(Add(*(weight * any_log for weight, _, any_log in informed)), "<=", eps),
        ),
    ),
    on=Region(eps=NONNEGATIVE, p=UNIT, q=UNIT, r=UNIT, l_1=REAL, l_2=REAL, l_3=REAL, l_4=REAL),
)  # fmt: skip
