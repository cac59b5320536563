"""Independent records: the notions of Theorem 7 coincide.

Main results: Propositions 1 and 2 hold if each notion is asked of adversaries who know the other records (section 3) as well.
Source: section 6.2, Propositions 1 and 2.

Two records, the second one with law s, 1 - s whatever the first is; one output has chance p_1 on (d_i1, first value of the
second record), p_2 on (d_i1, second value), q_1 and q_2 on the same with d_i2. More records and values alike.
"""

from sympy import Add

from dplemma.lang.words import *

eps, p_1, p_2, q_1, q_2, r, s, m = variables("eps p_1 p_2 q_1 q_2 r s m")
HALF = Rational(1, 2)
CHANCE, LAW = Interval.lopen(0, 1), Interval(0, 1)
OUTPUTS = {"eps": NONNEGATIVE, "p_1": CHANCE, "p_2": CHANCE, "q_1": CHANCE, "q_2": CHANCE}
RECORDS = (
    "Two records, the second with law s, 1 - s whatever the first is; one output has chance p_1, p_2 on d_i1 and the two "
    "values of the second record, q_1, q_2 on d_i2 and these. Neighbours differ in one record, as a change of one changes no "
    "other; without dependence there are no constraints, so Blowfish has the same neighbours."
)
UNIFORM = f"{RECORDS} Uniform: s = 1/2, and d_i1, d_i2 have prior 1/2."


def close(one: Any, other: Any) -> All:
    """Neither chance is more than e^eps times the other."""
    return All(Rel(one, "<=", exp(eps) * other), Rel(other, "<=", exp(eps) * one))


def averaged(first: Any, second: Any, law: Any) -> Any:
    """Chance of the output if the second record is not known."""
    return law * first + (1 - law) * second


def inferred(one: Any, other: Any, prior: Any) -> All:
    """Inferential privacy: posterior odds of d_i1 within e^eps of the prior odds."""
    after = prior * one / (prior * one + (1 - prior) * other)
    odds = after / (1 - after)
    return All(
        Rel(odds, "<=", exp(eps) * prior / (1 - prior)),
        Rel(1 / odds, "<=", exp(eps) * (1 - prior) / prior),
    )


neighbours = All(close(p_1, q_1), close(p_2, q_2))


def not_known(law: Any) -> All:
    """Dependent DP of an adversary who knows only the law of the second record."""
    return close(averaged(p_1, p_2, law), averaged(q_1, q_2, law))


def blowfish_is_dependent(law: Any) -> Iff:
    """Known records give the pairs of neighbours themselves; unknown ones ask for no more."""
    return Iff(neighbours, All(neighbours, not_known(law)))


BOTH_KINDS = (
    "Dependent DP is asked of adversaries who know the second record, which are the pairs of neighbours, and of those who know "
    "its law only: the average follows from the pairs."
)
proposition_1_bp_eq_ddp = Claim(
    id="hypothesis_testing/proposition-1/bp-eq-ddp",
    where="Proposition 1", kind="equivalence",
    states="eps_BP(ht) = eps_DDP(ht) for independent records.",
    reading=f"{RECORDS} {BOTH_KINDS}",
    holds=blowfish_is_dependent(s),
    on=Region(**OUTPUTS, s=LAW),
)  # fmt: skip

proposition_1_ddp_eq_ip = Claim(
    id="hypothesis_testing/proposition-1/ddp-eq-ip",
    where="Proposition 1", kind="equivalence",
    states="eps_DDP(ht) = eps_IP(ht) under the proposition's assumptions.",
    reading=f"{RECORDS} r is the prior of d_i1; the second record is known, or only its law.",
    holds=All(
        Iff(inferred(p_1, q_1, r), close(p_1, q_1)),
        Iff(inferred(averaged(p_1, p_2, s), averaged(q_1, q_2, s), r), not_known(s)),
    ),
    on=Region(**OUTPUTS, r=UNIT, s=LAW),
)  # fmt: skip

proposition_1_ip_eq_dp = Claim(
    id="hypothesis_testing/proposition-1/ip-eq-dp",
    where="Proposition 1", kind="equivalence",
    states="eps_IP(ht) = eps_DP(ht) for independent records.",
    reading=f"{RECORDS} Inferential privacy over databases (section 6.1), the second record being known: its law s cancels from "
    "the posterior odds of the two databases. If it is not known, the average follows (see bp-eq-ddp); asked of that adversary "
    "alone, inferential privacy would be weaker than DP.",
    holds=All(
        Iff(inferred(p_1 * s, q_1 * s, r), close(p_1, q_1)),
        Implies(neighbours, inferred(averaged(p_1, p_2, s), averaged(q_1, q_2, s), r)),
    ),
    on=Region(**OUTPUTS, r=UNIT, s=UNIT),
)  # fmt: skip


def membership_doubles(one: Any, other: Any, m: Any) -> All:
    """Posterior over prior, which is chance/m, within e^eps for both databases: their chances differ by at most e^(2 eps)."""
    return All(
        Implies(All(Rel(one, "<=", exp(eps) * m), Rel(m, "<=", exp(eps) * other)), Rel(one, "<=", exp(2 * eps) * other)),
        Implies(All(Rel(other, "<=", exp(eps) * m), Rel(m, "<=", exp(eps) * one)), Rel(other, "<=", exp(2 * eps) * one)),
    )


MEMBERSHIP = (
    "Membership privacy of whole databases, as in Theorem 7: posterior over prior, which is the chance of the output on a "
    "database over m, its chance under the prior, lies in [e^-eps, e^eps] for each."
)
proposition_1_ddp_le_2mp = Claim(
    id="hypothesis_testing/proposition-1/ddp-le-2mp",
    where="Proposition 1", kind="inequality",
    states="eps_DDP(ht) <= 2 eps_MP(ht) under the proposition's assumptions.",
    reading=f"{RECORDS} {MEMBERSHIP} p_1, q_1 stand for the chances on two databases that differ in the first record, or for "
    "their averages by the law of the second, which are within the same bounds (theorem-7/ddp-le-2mp); any number m would do.",
    holds=membership_doubles(p_1, q_1, m),
    on=Region(eps=NONNEGATIVE, p_1=CHANCE, q_1=CHANCE, m=CHANCE),
)  # fmt: skip

l_1, l_2, l_3, l_4 = variables("l_1 l_2 l_3 l_4")


def informed_by(law: Any, prior: Any) -> All:
    """What one output adds to the mutual information is at most eps times its chance; l_1 to l_4 are log(posterior/prior)."""
    chances = (prior * law * p_1, prior * (1 - law) * p_2, (1 - prior) * law * q_1, (1 - prior) * (1 - law) * q_2)
    logs = (l_1, l_2, l_3, l_4)
    whole = Add(*chances)
    return All(
        Rel(whole, "=", prior * averaged(p_1, p_2, law) + (1 - prior) * averaged(q_1, q_2, law)),
        Implies(
            All(*(Rel(each, "<=", eps) for each in logs)),
            Rel(Add(*(chance * each for chance, each in zip(chances, logs, strict=True))), "<=", eps * whole),
        ),
    )


DATABASES = (
    "As in Theorem 7 for the whole database: membership privacy bounds the logarithms l_1 to l_4 of posterior over prior of "
    "the four databases by eps at each output; what the output adds to the mutual information is their average over the joint "
    "chances, at most eps times the chance of the output, and these add up to 1. Mutual-information DP conditions on the other "
    "record, which is no more."
)
LOGS = {"l_1": REAL, "l_2": REAL, "l_3": REAL, "l_4": REAL}
proposition_1_midp_le_mp = Claim(
    id="hypothesis_testing/proposition-1/midp-le-mp",
    where="Proposition 1", kind="inequality",
    states="eps_MIDP(ht) <= eps_MP(ht) under the proposition's assumptions.",
    reading=f"{RECORDS} {DATABASES} r is the prior of d_i1.",
    holds=informed_by(s, r),
    on=Region(**OUTPUTS, r=UNIT, s=UNIT, **LOGS),
)  # fmt: skip

proposition_2_bp_eq_ddp = Claim(
    id="hypothesis_testing/proposition-2/bp-eq-ddp",
    where="Proposition 2", kind="equivalence",
    states="eps_BP(ht) = eps_DDP(ht) for independent and uniform records.",
    reading=f"{UNIFORM} {BOTH_KINDS}",
    holds=blowfish_is_dependent(HALF),
    on=Region(**OUTPUTS),
)  # fmt: skip

proposition_2_ddp_eq_ip = Claim(
    id="hypothesis_testing/proposition-2/ddp-eq-ip",
    where="Proposition 2", kind="equivalence",
    states="eps_DDP(ht) = eps_IP(ht) under the proposition's assumptions.",
    reading=f"{UNIFORM} The second record is known, or only its law.",
    holds=All(
        Iff(inferred(p_1, q_1, HALF), close(p_1, q_1)),
        Iff(inferred(averaged(p_1, p_2, HALF), averaged(q_1, q_2, HALF), HALF), not_known(HALF)),
    ),
    on=Region(**OUTPUTS),
)  # fmt: skip

proposition_2_ip_eq_dp = Claim(
    id="hypothesis_testing/proposition-2/ip-eq-dp",
    where="Proposition 2", kind="equivalence",
    states="eps_IP(ht) = eps_DP(ht) for independent and uniform records.",
    reading=f"{UNIFORM} Inferential privacy over databases (section 6.1), the second record being known; if it is not, the "
    "average follows.",
    holds=All(
        Iff(inferred(p_1 * HALF, q_1 * HALF, HALF), close(p_1, q_1)),
        Implies(neighbours, inferred(averaged(p_1, p_2, HALF), averaged(q_1, q_2, HALF), HALF)),
    ),
    on=Region(**OUTPUTS),
)  # fmt: skip

proposition_2_ddp_le_2mp = Claim(
    id="hypothesis_testing/proposition-2/ddp-le-2mp",
    where="Proposition 2", kind="inequality",
    states="eps_DDP(ht) <= 2 eps_MP(ht) under the proposition's assumptions.",
    reading=f"{UNIFORM} {MEMBERSHIP} As in Proposition 1, with m = (p_1 + p_2 + q_1 + q_2)/4.",
    holds=membership_doubles(p_1, q_1, (p_1 + p_2 + q_1 + q_2) / 4),
    on=Region(**OUTPUTS),
)  # fmt: skip

proposition_2_midp_le_mp = Claim(
    id="hypothesis_testing/proposition-2/midp-le-mp",
    where="Proposition 2", kind="inequality",
    states="eps_MIDP(ht) <= eps_MP(ht) under the proposition's assumptions.",
    reading=f"{UNIFORM} {DATABASES}",
    holds=informed_by(HALF, HALF),
    on=Region(**OUTPUTS, **LOGS),
)  # fmt: skip
