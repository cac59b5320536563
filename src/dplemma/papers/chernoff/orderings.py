"""Chernoff differential privacy, and which notion of privacy is stronger than which.

Main results: Definition 5, mended; each link of the chain with parameters that make it true; Chernoff-DP is weaker than KL-DP.
Source: section IV, from Definition 5 on.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

a, eps, delta, mu, x, v, t, w, r = variables("a eps delta mu x v t w r")
p, q, m, y, c = variables("p q m y c")
loss = variables("loss")
HALF = Rational(1, 2)
pair = Mechanism.generic(2)
UNIT_CLOSED = Interval(0, 1)

# N(mu, 1) and N(0, 1), the worst pair of the Gaussian mechanism: the integral of f_0^a f_1^(1-a), and -log of it.
overlap = Integral(exp(-a * (x - mu) ** 2 / 2 - (1 - a) * x**2 / 2) / sqrt(2 * pi), (x, -oo, oo))
chernoff_a = a * (1 - a) * mu**2 / 2

definition_5 = Claim(
    id="chernoff/definition-5",
    where="Definition 5, eq. 26",
    kind="definition",
    states="eps-Chernoff-DP: C_a(P_{Y|x} || P_{Y|x~}) <= exp(eps) for all neighbours, with C_a of eq. 23.",
    reading="C_a with the minus sign of eq. 23 (see eq-23), a a fixed number in (0, 1), and exp(eps), any positive number, as "
    "the level. It owes to be defined and nonnegative, to exclude something at every level, and to ask more at a "
    "lower level. For any mechanism C_a is nonnegative: an output with chances r q and q adds q r^a <= q (1 + a (r - "
    "1)) to the integral, which therefore is at most 1. The Gaussian mechanism satisfies it iff mu^2 <= 2 exp(eps)/(a "
    "(1-a)): at eps = 0 and a = 1/2 for every mu <= sqrt(8), so eps = 0 is not perfect privacy.",
    holds=Obligations(
        nonnegative=Rel(r**a, "<=", 1 + a * (r - 1)),
        closed_form=Rel(-log(overlap), "=", chernoff_a),
        not_vacuous=Exists({"a": UNIT, "mu": POSITIVE, "eps": REAL}, Rel(-log(overlap), ">", exp(eps))),
        what_it_asks=Iff(Rel(-log(overlap), "<=", exp(eps)), Rel(mu**2, "<=", 2 * exp(eps) / (a * (1 - a)))),
    ),
    on=Region(a=UNIT, mu=POSITIVE, eps=REAL, r=POSITIVE),
    as_extracted=Extracted(
        Obligations(not_vacuous=Exists({"a": UNIT, "mu": POSITIVE, "eps": REAL}, Rel(-chernoff_a, ">", exp(eps)))),
        on=Region(),
        why="With the sign of eq. 23 as extracted the left side is never positive, and every mechanism satisfies it.",
    ),
)


def binary_kl(first: Any, second: Any) -> Any:
    return Mechanism.binary(first, second).kl()


# Pinsker's inequality for one event with chances p >= q; p = q + t (1 - q) < 1, then p = 1.
pinsker = All(
    Rel(binary_kl(q + t * (1 - q), q), ">=", 2 * (t * (1 - q)) ** 2),
    Rel(-log(q), ">=", 2 * (1 - q) ** 2),
)  # fmt: skip
EVENT = Region(q=UNIT, t=Interval.ropen(0, 1))

kl_dp_stronger_than_approx_dp = Claim(
    id="chernoff/section-iv/kl-dp-stronger-than-approx-dp",
    where="text after Definition 5",
    kind="ordering",
    tier="prose",
    states="KL-DP of Definition 4 is a stronger privacy metric than the (eps,delta)-DP provided by the Gaussian mechanism ([10, "
    "Theorem 1]).",
    reading="Up to a change of parameter, as the cited work orders notions of privacy: for every level of the second some "
    "level of the first implies it. The level of Definitions 4 and 5 is exp(eps), any positive number. A divergence "
    "of at most v gives (0, sqrt(v/2))-DP, and so (eps, delta)-DP for v = 2 delta^2 and every eps. One event with "
    "chances p = q + t (1 - q) >= q on the two databases (the complement serves the other order): the divergence of "
    "the event, which is at most that of the mechanism, is at least 2 (p - q)^2. The second part is p = 1; for q = 0 "
    "< p the divergence is infinite, for p = q it is 0.",
    holds=pinsker,
    on=EVENT,
    assumes=("data-processing", "one-event"),
)

chain_eps_dp_kl_dp = Claim(
    id="chernoff/chain/eps-dp-kl-dp",
    where="chain after Definition 5, link a", kind="ordering", tier="prose",
    states="eps-DP is at least as strong as KL-DP.",
    reading="With the same eps, KL-DP as in eq. 4. One output has chances q e^loss and q, loss <= eps; the divergence is the sum "
    "over outputs of q e^loss loss, at most eps times the sum of q e^loss, which is 1; and eps <= exp(eps).",
    holds=All(
        Implies(Rel(loss, "<=", eps), Rel(q * exp(loss) * loss, "<=", eps * q * exp(loss))),
        Rel(eps, "<=", exp(eps)),
    ),
    on=Region(q=UNIT, loss=Interval("-oo", "oo"), eps=NONNEGATIVE),
)  # fmt: skip

# One output with chances r q and q, a prior w of the first: the mixture over q, and what Jensen's inequality leaves there.
mixture = 1 + w * (r - 1)
surplus = log(mixture) - w * log(r)
told = w * r * (log(r) - log(mixture)) + (1 - w) * (-log(mixture))
both_kl = (r - 1) * log(r)
chain_kl_dp_mi_dp = Claim(
    id="chernoff/chain/kl-dp-mi-dp",
    where="chain after Definition 5, link b",
    kind="ordering",
    tier="prose",
    states="KL-DP is at least as strong as MI-DP, where MI-DP is sup I(X_i;Y|X^{-i}) <= eps nats.",
    reading="Up to a change of parameter, as the cited work orders notions of privacy: for every level of the second some "
    "level of the first implies it. The level of Definitions 4 and 5 is exp(eps), any positive number. A divergence "
    "of at most eps for all neighbours: then the output tells at most eps nats of a record with any number of values. "
    "Values with outputs P_i, priors w_i, mixture M: I = sum_i w_i D(P_i||M) <= sum_ij w_i w_j D(P_i||P_j) <= eps, as "
    "log M >= sum_j w_j log P_j for each output, by induction on the number of values: one more value, with prior w "
    "and chance r m where the mixture of the others has m, leaves a surplus of log(1 + w (r - 1)) - w log r >= 0. For "
    "two values, with chances r q and q: what an output adds to I is w (1 - w) times what it adds to the sum of the "
    "divergences, (r - 1) log r, less (1 + w (r - 1)) times the same surplus; so I <= w (1 - w) 2 eps <= eps/2.",
    holds=All(
        Rel(log(w * r * m + (1 - w) * m) - w * log(r * m) - (1 - w) * log(m), "=", surplus),
        Rel(log(mixture), ">=", w * log(r)),
        Rel(w * (1 - w) * both_kl - told, "=", mixture * surplus),
        Rel(w * (1 - w) * 2 * eps, "<=", eps / 2),
    ),
    on=Region(r=POSITIVE, m=POSITIVE, w=UNIT, eps=NONNEGATIVE),
)

chain_mi_dp_delta_dp = Claim(
    id="chernoff/chain/mi-dp-delta-dp",
    where="chain after Definition 5, link c",
    kind="ordering",
    tier="prose",
    states="MI-DP is at least as strong as delta-DP ((eps,delta)-DP with eps=0).",
    reading="Up to a change of parameter, as the cited work orders notions of privacy: for every level of the second some "
    "level of the first implies it. The level of Definitions 4 and 5 is exp(eps), any positive number. At most "
    "delta^2/2 nats give (0, delta)-DP. One event with chances p and p' (here m) on the two databases, prior 1/2, "
    "mixture q = (p + p')/2. By Pinsker's inequality for the event and the mixture, chance 1 included, each of the "
    "two divergences from the mixture is at least 2 ((p - p')/2)^2, so the information is at least (p - p')^2/2.",
    holds=All(pinsker, Rel(HALF * 2 * ((p - m) / 2) ** 2 + HALF * 2 * ((m - p) / 2) ** 2, "=", (p - m) ** 2 / 2)),
    on=Region(q=UNIT, t=Interval.ropen(0, 1), p=UNIT_CLOSED, m=UNIT_CLOSED),
    assumes=("data-processing", "one-event"),
)

forward = exp(eps) * q + delta - p
backward = exp(eps) * (1 - p) + delta - (1 - q)
chain_delta_dp_eps_delta_dp = Claim(
    id="chernoff/chain/delta-dp-eps-delta-dp",
    where="chain after Definition 5, link d",
    kind="equivalence",
    tier="prose",
    states="delta-DP = (eps,delta)-DP.",
    reading="Up to a change of parameter, as the cited work orders notions of privacy: for every level of the second some "
    "level of the first implies it. The level of Definitions 4 and 5 is exp(eps), any positive number. (0, delta)-DP "
    "implies (eps, delta)-DP; (eps, delta)-DP implies (0, delta')-DP with delta' = (e^eps - 1 + 2 delta)/(e^eps + 1), "
    "as small as one likes for small eps and delta. One event with chances p and q. (eps, delta)-DP says that e^eps q "
    "+ delta - p and, for the complement in the other order, e^eps (1 - p) + delta - (1 - q) are nonnegative; their "
    "sum is (e^eps + 1)(delta' - (p - q)).",
    holds=All(
        Implies(Rel(p - q, "<=", delta), Rel(p - exp(eps) * q, "<=", delta)),
        Implies(
            All(Rel(forward, ">=", 0), Rel(backward, ">=", 0)),
            Rel(p - q, "<=", (exp(eps) - 1 + 2 * delta) / (exp(eps) + 1)),
        ),
        Rel(forward + backward, "=", (exp(eps) + 1) * ((exp(eps) - 1 + 2 * delta) / (exp(eps) + 1) - (p - q))),
    ),
    on=Region(eps=NONNEGATIVE, delta=UNIT_CLOSED, p=UNIT_CLOSED, q=UNIT_CLOSED),
    assumes=("one-event",),
)

chernoff_dp_stronger_than_kl_dp = Claim(
    id="chernoff/section-iv/chernoff-dp-stronger-than-kl-dp",
    where="Section IV (also abstract, contributions, conclusion)", kind="ordering", tier="prose",
    states="Chernoff-DP is an even stronger (stricter) privacy metric than KL-DP for the Gaussian mechanism, due to the prior "
    "probabilities.",
    reading="With the same eps, as Figure 1 compares them: C_a <= exp(eps) implies D_KL <= exp(eps). C_a with its minus sign "
    "(see eq-23), which for the Gaussian mechanism is a (1-a) mu^2/2. Up to a change of parameter the two notions are "
    "equal for the Gaussian mechanism (the amendment): neither is the stronger then.",
    holds=Implies(Rel(chernoff_a, "<=", exp(eps)), Rel(gaussian.kl(mu), "<=", exp(eps))),
    on=Region(a=UNIT, mu=POSITIVE, eps=NONNEGATIVE, points=[{"a": "1/2", "mu": 2, "eps": 0}]),
    why="The order is the other way round: C_a is the smaller of the two, at most a quarter of the divergence, so a bound on it "
    "asks for less.",
    harm="unsafe",
    amend=amended(
        tier="prose",
        states="KL-DP is stricter than Chernoff-DP: for the Gaussian mechanism C_a <= D_KL/4, with equality at a = 1/2, so a "
        "bound v on C_{1/2} is a bound 4 v on the divergence.",
        holds=All(
            Rel(-log(overlap), "<=", gaussian.kl(mu) / 4),
            Iff(Rel(-log(overlap.subs(a, HALF)), "<=", v), Rel(gaussian.kl(mu), "<=", 4 * v)),
        ),
        on=Region(a=UNIT, mu=POSITIVE, v=POSITIVE),
    ),
)  # fmt: skip

# e^{-C} of one event at a = 1/2, with the root of each chance apart: so it has a value on the closed square, where C may not.
affinity = sqrt(p) * sqrt(q) + sqrt(1 - p) * sqrt(1 - q)
chernoff_dp_stronger_than_approx_dp = Claim(
    id="chernoff/section-iv/chernoff-dp-stronger-than-approx-dp",
    where="Section IV before Definition 5 (also abstract, conclusion)",
    kind="ordering",
    tier="prose",
    states="Chernoff-DP is a stronger alternative to (eps,delta)-DP for Gaussian mechanisms.",
    reading="Up to a change of parameter, as the cited work orders notions of privacy: for every level of the second some "
    "level of the first implies it. The level of Definitions 4 and 5 is exp(eps), any positive number. C_{1/2}, with "
    "the minus sign of eq. 23, at most v gives (0, sqrt(1 - e^{-2v}))-DP, and so (eps, delta)-DP for small v and "
    "every eps. One event with any chances p and q, e^{-C} = sqrt(p q) + sqrt((1-p)(1-q)): what 1 - e^{-2C} exceeds "
    "(p - q)^2 by is a square, and C of the event is at most that of the mechanism (half a Rényi divergence of order "
    "1/2). For every other a of Definition 5, C_a >= 2 min(a, 1-a) C_{1/2}, so a level v of C_a is one of v/(2 min(a, 1-a)) of "
    "C_{1/2}: with c = 2a <= 1 and y the root of an output's ratio over its mean m, the average of (m y)^c is at most m^c, as "
    "y^c <= 1 + c (y - 1); for a > 1/2 with the databases exchanged.",
    holds=All(
        Chain(1 - affinity**2 - (p - q) ** 2, "=", (sqrt(p) * sqrt(1 - p) - sqrt(q) * sqrt(1 - q)) ** 2, ">=", 0),
        Rel(y**c, "<=", 1 + c * (y - 1)),
    ),
    on=Region(p=UNIT_CLOSED, q=UNIT_CLOSED, y=POSITIVE, c=Interval.lopen(0, 1)),
    assumes=("data-processing", "one-event"),
)
