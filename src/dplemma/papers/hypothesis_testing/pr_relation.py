"""The PR-relation of the Laplace mechanism: it rises with eps, depends on nothing else, and is that of bounded DP as well.

Main results: Theorem 5; the observations on Figure 3(a) and on F*; section 4.2, where "not worse" stands for "not better".
Source: sections 4.1.3 to 4.1.5 and 4.2.

At a given recall R = Sf(z), with Sf the chance that a Laplace variable of scale 1 exceeds z, the false alarm rate is Sf(z + eps).
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import HALF, Delta, chance_above, eps, gap, q_0, theta
from dplemma.papers.hypothesis_testing.f_score import b, eps_of_g, flat, never_above, root_form, score

z, psi, beta = variables("z psi beta")
AT_RECALL = (
    "z = (theta - Q(D)) eps/Delta Q fixes the recall R = Sf(z), Sf(z) = 1 - LaplaceCDF(z); the false alarm rate is "
    "Sf(z + eps), for answers Delta Q apart, as the proof of Theorem 5 has them."
)


def Sf(at: Any) -> Any:
    """Chance that a Laplace variable of scale 1 exceeds this."""
    return 1 - LaplaceCDF(at)


def precision_at(false_alarms: Any) -> Any:
    """Precision at recall Sf(z), prior 1/2 (eq. 11)."""
    return Sf(z) / (Sf(z) + false_alarms)


obs_1 = Claim(
    id="hypothesis_testing/section-4.1.3/obs-1",
    where="Figure 3(a) observation 1", kind="monotonicity", tier="prose",
    states="The adversary's capability (precision at given recall) decreases as eps decreases.",
    reading=AT_RECALL,
    holds=Monotone(precision_at(Sf(z + eps)), eps, "increasing"),
    on=Region(z=REAL, eps=POSITIVE),
)  # fmt: skip

about_half = Printed.about("0.5")
precision_eps_0_01 = Claim(
    id="hypothesis_testing/section-4.1.3/precision-eps-0.01",
    where="Figure 3(a) observation 2", kind="number",
    states="At eps=0.01, precision is about 0.5.",
    reading=f"{AT_RECALL} At every recall: Sf(z + eps) lies between e^-eps Sf(z) and Sf(z), so precision lies between 1/2 and "
    "1/(1 + e^-eps), which is 0.5025.",
    holds=All(
        Chain(about_half.low, "<=", precision_at(Sf(z + Rational("0.01"))), "<=", about_half.high),
        Number(1 / (1 + exp(-Rational("0.01"))), Printed.about("0.5")),
    ),
    on=Region(z=REAL),
)  # fmt: skip

half_way = 1 - HALF * exp(-eps / 2)
precision_recall_eps_5 = Claim(
    id="hypothesis_testing/section-4.1.3/precision-recall-eps-5",
    where="Figure 3(a) observation 3", kind="number",
    states="At eps=5, precision and recall are very high, close to exact inference.",
    reading="At the threshold half way between the two answers precision and recall are equal, 1 - e^(-eps/2)/2; how close to 1 "
    "both are at once is measured there.",
    holds=All(
        Rel(half_way / (half_way + HALF * exp(-eps / 2)), "=", half_way),
        Measure(half_way, of="precision and recall half way at eps = 5", how="at least", percent=True, at=({"eps": 5},)),
    ),
    on=Region(eps=POSITIVE),
)  # fmt: skip

# The threshold theta = Q(D') + psi Delta Q, and Q(D) = Q(D') + Delta Q.
red = chance_above(q_0 + psi * Delta, q_0 + Delta)
green = chance_above(q_0 + psi * Delta, q_0)
WORST_PAIR = "q_0 is Q(D'), Delta is Delta Q = Q(D) - Q(D'), as the proof writes; theta = Q(D') + psi Delta Q."
SHIFTED = Region(eps=POSITIVE, Delta=POSITIVE, q_0=REAL, psi=REAL)
rsr_branches = All(
    Implies(Rel(psi, ">=", 1), Rel(red, "=", HALF * exp(-(psi - 1) * eps))),
    Implies(Rel(psi, "<", 1), Rel(red, "=", 1 - HALF * exp((psi - 1) * eps))),
)
gsr_branches = All(
    Implies(Rel(psi, ">=", 0), Rel(green, "=", HALF * exp(-psi * eps))),
    Implies(Rel(psi, "<", 0), Rel(green, "=", 1 - HALF * exp(psi * eps))),
)

theorem_5 = Claim(
    id="hypothesis_testing/theorem-5",
    where="Theorem 5", kind="identity",
    states="The PR-relation of the adversary on the Laplace mechanism's outputs is independent of the query Q (depends on eps "
    "only).",
    reading=f"{WORST_PAIR} Both rates, integrals of the densities, are functions of psi and eps alone, and the recall falls "
    "strictly with psi, so it fixes psi and with it precision. (For answers closer than Delta Q eps gap/Delta Q takes the place "
    "of eps.)",
    holds=All(rsr_branches, gsr_branches, Monotone(Sf((psi - 1) * eps), psi, "decreasing")),
    on=SHIFTED,
)  # fmt: skip

theorem_5_proof_psi_shift = Claim(
    id="hypothesis_testing/theorem-5/proof/psi-shift",
    where="Theorem 5, proof", kind="proof-step",
    states="With psi=(theta-Q(D'))/Delta Q, (theta-Q(D))/Delta Q = psi-1.",
    reading="q_0 is Q(D'), Q(D) = q_0 + gap. The proof puts Delta Q in place of Q(D) - Q(D'), which is the worst case: gap = "
    "Delta. For a smaller gap it is psi - gap/Delta, which is more.",
    holds=All(
        Rel((theta - (q_0 + Delta)) / Delta, "=", (theta - q_0) / Delta - 1),
        Implies(Rel(gap, "<", Delta), Rel((theta - (q_0 + gap)) / Delta, ">", (theta - q_0) / Delta - 1)),
    ),
    on=Region(theta=REAL, q_0=REAL, Delta=POSITIVE, gap=NONNEGATIVE),
)  # fmt: skip

theorem_5_proof_rsr_psi = Claim(
    id="hypothesis_testing/theorem-5/proof/rsr-psi",
    where="Theorem 5, proof", kind="identity",
    states="RSR = 0.5e^{-(psi-1)eps} for psi>=1, 1-0.5e^{(psi-1)eps} for psi<1.",
    reading=f"{WORST_PAIR} RSR is the integral of the density around Q(D) from theta on.",
    holds=rsr_branches,
    on=SHIFTED,
)  # fmt: skip

theorem_5_proof_gsr_psi = Claim(
    id="hypothesis_testing/theorem-5/proof/gsr-psi",
    where="Theorem 5, proof", kind="identity",
    states="GSR = 0.5e^{-psi eps} for psi>=0, 1-0.5e^{psi eps} for psi<0.",
    reading=f"{WORST_PAIR} GSR is the integral of the density around Q(D') from theta on.",
    holds=gsr_branches,
    on=SHIFTED,
)  # fmt: skip

upper_branch = root_form(sqrt(1 + 4 * b * exp(eps)))
constant_below_turning_point = Claim(
    id="hypothesis_testing/section-4.1.4/constant-below-turning-point",
    where="Section 4.1.4", kind="monotonicity", tier="prose",
    states="F*_beta stays the same for eps<log(1+beta^2) and increases monotonically with eps for eps>=log(1+beta^2).",
    reading="b = beta^2, u and t measure the threshold as in eq. 12, eps = log(1 + g) in the first part. Below the turning point "
    "F* is (1 + b)/(2 + b), which does not contain eps: no threshold scores more, and always deciding h1 scores it, whatever eps "
    "(R = G = 1). Beyond it the second branch increases, from the same value on.",
    holds=All(
        never_above(flat, eps_of_g, Rel(eps_of_g, "<", log(1 + b))),
        Rel(score(Integer(1), Integer(1)), "=", flat),
        Monotone(upper_branch, eps, "increasing"),
        Rel(1 + 4 * b * (1 + b), "=", (1 + 2 * b) ** 2),
        Rel(root_form(1 + 2 * b), "=", flat),
    ),
    on=Region(b=POSITIVE, eps=POSITIVE, g=POSITIVE, u=POSITIVE, t=POSITIVE),
)  # fmt: skip

turning_point_limit = Claim(
    id="hypothesis_testing/section-4.1.4/turning-point-limit",
    where="Section 4.1.4", kind="limit", tier="prose",
    states="The turning point log(1+beta^2) approaches 0 for smaller beta.",
    holds=All(Limit(log(1 + beta**2), beta, 0, 0), Monotone(log(1 + beta**2), beta, "increasing")),
    on=Region(beta=POSITIVE),
)  # fmt: skip

f_star_enhanced_with_epsilon = Claim(
    id="hypothesis_testing/section-4.1.4/f-star-enhanced-with-epsilon",
    where="Section 4.1.4 and Figure 3(b)", kind="monotonicity", tier="prose",
    states="F*_beta (adversary capability) is generally enhanced with increasing eps.",
    reading=f"{AT_RECALL} b = beta^2. At every recall the score increases strictly with eps, so the greatest score F* does not "
    "decrease; it is constant up to eps = log(1 + b), where the best adversary always says yes, hence `generally`.",
    holds=All(Monotone(score(Sf(z), Sf(z + eps)), eps, "increasing"), Monotone(upper_branch, eps, "increasing")),
    on=Region(z=REAL, eps=POSITIVE, b=POSITIVE),
)  # fmt: skip

p_1, p_2, p_3 = variables("p_1 p_2 p_3")


def deniable(one: Any, other: Any) -> Chain:
    """Definition 4 for two records, gamma = e^eps."""
    return Chain(exp(-eps), "<=", one / other, "<=", exp(eps))


dp_stronger_than_plausible_deniability = Claim(
    id="hypothesis_testing/section-4.1.5/dp-stronger-than-plausible-deniability",
    where="Section 4.1.5", kind="ordering", tier="prose",
    states="DP is a stronger guarantee than (k,gamma)-plausible deniability (Definition 4).",
    reading="p_1, p_2, p_3 are the chances that M generates y from three records. eps-DP (a database of one record, replaced) "
    "bounds every ratio, so every y has gamma = e^eps for every k <= |D|; deniability asks it of k records only: with k = 2 the "
    "third may never give y.",
    holds=All(
        Implies(All(Rel(p_1, "<=", exp(eps) * p_2), Rel(p_2, "<=", exp(eps) * p_1)), deniable(p_1, p_2)),
        Exists(
            {"p_1": UNIT, "p_2": UNIT, "p_3": UNIT, "eps": POSITIVE}, All(deniable(p_1, p_2), Rel(p_1, ">", exp(eps) * p_3)),
        ),
    ),
    on=Region(p_1=Interval.lopen(0, 1), p_2=Interval.lopen(0, 1), eps=NONNEGATIVE),
)  # fmt: skip
