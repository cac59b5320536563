"""Vector queries: what q answers tell together.

Main results: q answers, each eps-DP, are q eps-DP and no more, but they are less telling than one answer that is q eps-DP.
Source: section 4.1.2, Theorem 4 and its proof.
"""

from dplemma.lang.words import *

c, eps, k, p_1, q_1, p_2, q_2 = variables("c eps k p_1 q_1 p_2 q_2")
CHANCE = Interval(0, 1)

# Randomised response says the truth with chance c = e^eps/(1 + e^eps); two answers; one answer that is 2 eps-DP.
wrong = 1 - c
both = Mechanism([c**2, c * wrong, wrong * c, wrong**2], [wrong**2, c * wrong, wrong * c, c**2])
doubled = c**2 / (c**2 + wrong**2)
single = Mechanism.binary(doubled, 1 - doubled)

theorem_4 = Claim(
    id="hypothesis_testing/theorem-4",
    where="Theorem 4", kind="identity",
    states="The best hypothesis-testing performance on the output of an eps-DP mechanism Q: D->R^q equals that on a (q eps)-DP "
    "scalar mechanism.",
    reading="As the proof has it, each of q = 2 coordinates is answered by an eps-DP mechanism of its own (if the whole "
    "vector is eps-DP, as in Theorem 1, it tells no more than an eps-DP scalar, and the claim fails at once). Randomised "
    "response, which says the truth with chance c = e^eps/(1 + e^eps), is the most telling eps-DP mechanism: every other one "
    "is a processing of it. Performance: the greatest P_TD - P_FA, which is the total variation.",
    holds=Rel(both.tv(), "=", single.tv()),
    on=Region(c=Interval.open("1/2", 1), points=[{"c": "3/4"}]),
    mechanism=both,
    why="Sequential composition is an upper bound. Only if all q answers point the same way is the likelihood ratio e^(q eps); "
    "the others contradict each other, and the best test gains less: tanh(eps/2) instead of tanh(eps) for q = 2.",
    harm="wrong",
    amend=amended(
        kind="inequality",
        states="The performance on q answers, each eps-DP, is at most that on a (q eps)-DP scalar mechanism: P_TD <= e^(q "
        "eps) P_FA and 1 - P_FA <= e^(q eps) (1 - P_TD); for q = 2 the total variation is strictly less. On a vector that is "
        "eps-DP as a whole (Theorem 1) it is at most that of an eps-DP scalar.",
        reading="p_1, q_1 are the chances of k answers on D and D', p_2, q_2 those of one more: the bound passes from k to k "
        "+ 1. By one-event it is a bound for every test. Randomised response, c in (1/2, 1): tanh(eps/2) < tanh(eps).",
        holds=All(
            Implies(
                All(Rel(p_1, "<=", exp(k * eps) * q_1), Rel(p_2, "<=", exp(eps) * q_2)),
                Rel(p_1 * p_2, "<=", exp((k + 1) * eps) * q_1 * q_2),
            ),
            Rel(c**2 - wrong**2, "<", 2 * doubled - 1),
        ),
        on=Region(
            c=Interval.open("1/2", 1), eps=NONNEGATIVE, k=Interval.integers(1, oo), p_1=CHANCE, q_1=CHANCE, p_2=CHANCE,
            q_2=CHANCE,
        ),
        assumes=("one-event",),
    ),
)  # fmt: skip

theorem_4_proof = Claim(
    id="hypothesis_testing/theorem-4/proof",
    where="Theorem 4, proof", kind="proof-step",
    states="The privacy of a vector query Q: D->R^q decreases by a factor q by sequential composition.",
    reading="Each coordinate is answered by an eps-DP mechanism of its own. p_1, q_1 are the chances of k answers on D and D', "
    "p_2, q_2 those of one more: (k + 1) eps bounds the log-ratio, and randomised response with c = e^eps/(1 + e^eps) reaches "
    "it at k true answers in a row.",
    holds=All(
        Implies(
            All(Rel(p_1, "<=", exp(k * eps) * q_1), Rel(p_2, "<=", exp(eps) * q_2)),
            Rel(p_1 * p_2, "<=", exp((k + 1) * eps) * q_1 * q_2),
        ),
        Rel((exp(eps) / (1 + exp(eps))) ** k, "=", exp(k * eps) * (1 - exp(eps) / (1 + exp(eps))) ** k),
    ),
    on=Region(eps=NONNEGATIVE, k=Interval.integers(1, oo), p_1=CHANCE, q_1=CHANCE, p_2=CHANCE, q_2=CHANCE),
)  # fmt: skip
