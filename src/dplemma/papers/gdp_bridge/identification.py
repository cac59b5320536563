"""Which algorithms are GDP: the Gaussian profile, its tail, and what the tail of a profile says.

Main results: eq. 1, Theorem 3.1; Lemma 3.1 and Theorem 3.3, both mended.
Source: section 3.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, mu, z, beta, p, q, delta = variables("eps mu z beta p q delta")

PROFILE = Region(eps=NONNEGATIVE, mu=POSITIVE)
EVERY_MU = Region(mu=POSITIVE)

first_term = Phi(-eps / mu + mu / 2)
second_term = exp(eps) * Phi(-eps / mu - mu / 2)

# A test of N(0, 1) against N(mu, 1) has level Phi(z) and rejects beyond -z; its type II error is G_mu(Phi(z)) = Phi(-z - mu).
tradeoff = Phi(-z - mu)
touching = -mu * z - mu**2 / 2
theorem_3_1 = Claim(
    id="gdp_bridge/theorem-3-1",
    where="Theorem 3.1",
    kind="equivalence",
    states="A is mu-GDP iff it is (eps,delta_mu(eps))-DP for all eps>=0.",
    reading="One test of level alpha = Phi(z) with type II error beta; mu-GDP means beta >= G_mu(alpha) = Phi(-z - "
    "mu), and DP means 1 - beta <= e^eps alpha + delta and, for the complement with the databases exchanged, 1 - "
    "alpha <= e^eps beta + delta. The Gaussian error satisfies all of these (a greater beta does so as well), and "
    "at eps = -mu z - mu^2/2 the first, at the opposite eps the second, is the GDP condition itself; one of the two "
    "eps is >= 0. At level 0 the conditions give 1 - beta <= delta_mu(eps) -> 0.",
    holds=All(
        Rel(1 - tradeoff, "<=", exp(eps) * Phi(z) + gaussian.delta(eps, mu)),
        Rel(Phi(-z), "<=", exp(eps) * tradeoff + gaussian.delta(eps, mu)),
        Iff(Rel(1 - beta, "<=", exp(touching) * Phi(z) + gaussian.delta(touching, mu)), Rel(beta, ">=", tradeoff)),
        Iff(Rel(Phi(-z), "<=", exp(-touching) * beta + gaussian.delta(-touching, mu)), Rel(beta, ">=", tradeoff)),
        Limit(gaussian.delta(eps, mu), eps, oo, 0),
    ),
    on=Region(z=REAL, mu=POSITIVE, eps=NONNEGATIVE, beta=Interval(0, 1)),
    assumes=("one-event", "neyman-pearson"),
)

eq_1 = Claim(
    id="gdp_bridge/eq-1",
    where="Equation (1)",
    kind="identity",
    states="delta_mu(eps) = Phi(-eps/mu+mu/2) - e^eps Phi(-eps/mu-mu/2) is the profile of N(0,1) vs N(mu,1).",
    reading="The greatest P(S) - e^eps Q(S) is attained where the loss exceeds eps: above eps/mu + mu/2 for P = "
    "N(mu, 1) and Q = N(0, 1), below mu/2 - eps/mu for the other order.",
    holds=All(
        Rel(Integral(phi(z - mu) - exp(eps) * phi(z), (z, eps / mu + mu / 2, oo)), "=", first_term - second_term),
        Rel(Integral(phi(z) - exp(eps) * phi(z - mu), (z, -oo, mu / 2 - eps / mu)), "=", first_term - second_term),
    ),
    on=PROFILE,
    assumes=("hockey-stick",),
)

first_term_tends_to_1 = Claim(
    id="gdp_bridge/section-3/first-term-tends-to-1",
    where="Section 3", kind="limit", tier="prose",
    states="The first term Phi(-eps/mu+mu/2) of (1) converges to 1 as eps->infinity.",
    holds=Limit(first_term, eps, oo, 1),
    on=EVERY_MU,
    why="The argument -eps/mu + mu/2 tends to minus infinity, so the term tends to 0 (as mu -> infinity it would be 1).",
    harm="wording",
    amend=amended(
        tier="prose",
        states="The first term of (1) converges to 0 as eps -> infinity.",
        holds=Limit(first_term, eps, oo, 0),
        on=EVERY_MU,
    ),
)  # fmt: skip

second_term_tends_to_1 = Claim(
    id="gdp_bridge/section-3/second-term-tends-to-1",
    where="Section 3", kind="limit", tier="prose",
    states="The second term e^eps Phi(-eps/mu-mu/2) of (1) converges to 1 as eps->infinity.",
    holds=Limit(second_term, eps, oo, 1),
    on=EVERY_MU,
    why="The normal tail falls like exp(-eps^2/(2 mu^2)), faster than e^eps grows: the term tends to 0. (It is "
    "the ratio of the two terms that tends to 1, which is why they cancel.)",
    harm="wording",
    amend=amended(
        tier="prose",
        states="The second term of (1) converges to 0 as eps -> infinity.",
        holds=Limit(second_term, eps, oo, 0),
        on=EVERY_MU,
    ),
)  # fmt: skip

a = -eps / mu + mu / 2
lemma_3_1 = Claim(
    id="gdp_bridge/lemma-3-1",
    where="Lemma 3.1",
    kind="asymptotic",
    states="With a=-eps/mu+mu/2 and tilde-delta_mu(eps)=mu e^{-a^2/2}/sqrt(2 pi a^2), lim_{eps->infinity} "
    "delta_mu(eps)/tilde-delta_mu(eps)=1.",
    reading="The bar of the root covers 2 pi alone, sqrt(2 pi) a^2; the text as extracted has a^2 under it, which is a power "
    "of |a| too few: delta = phi(a) (M(|a|) - M(|a| + mu)) with M(x) = 1/x - 1/x^3 + ..., so the difference is "
    "mu/a^2.",
    holds=asymptotic(gaussian.delta(eps, mu), mu * exp(-(a**2) / 2) / (sqrt(2 * pi) * a**2), eps, oo),
    on=EVERY_MU,
    as_extracted=Extracted(
        asymptotic(gaussian.delta(eps, mu), mu * exp(-(a**2) / 2) / sqrt(2 * pi * a**2), eps, oo),
        why="One power of |a| is missing: delta = phi(a) (M(|a|) - M(|a| + mu)) with M(x) = 1/x - 1/x^3 + ..., so the "
        "difference is mu/a^2 and not mu/|a|. With a^2 outside the root the lemma holds.",
    ),
)

# In the form phi(a) (M(-a) - M(mu - a)), which keeps its digits in the far tail.
tail = mu * exp(-(a**2) / 2) / (sqrt(2 * pi) * a**2)  # Lemma 3.1, mended
log_tail = log(mu) - a**2 / 2 - log(2 * pi) / 2 - 2 * log(-a)
binary = Mechanism.binary(p, q)
theorem_3_3 = Claim(
    id="gdp_bridge/theorem-3-3",
    where="Theorem 3.3",
    kind="equivalence",
    states="With mu_t = sqrt(lim eps^2/(-2 log delta_A(eps))), A is mu-GDP iff mu_t<infinity and mu >= mu_t.",
    reading="For mechanisms with two outputs, each possible on both databases: the profile is 0 from the greatest loss "
    "on, -log 0 is infinite, and mu_t = 0, as the paper finds for the Laplace mechanism.",
    holds=Iff(binary.is_gdp(mu), Rel(mu, ">=", 0)),
    on=Region(p=UNIT, q=UNIT, mu=NONNEGATIVE, points=[{"p": "3/4", "q": "1/4", "mu": 1}]),
    mechanism=binary,
    assumes=("neyman-pearson",),
    why='The limit sees the tail only: mu >= mu_t is necessary, as the introduction says ("a lower bound"), not '
    "sufficient. Every mechanism with bounded loss has mu_t = 0 without being mu-GDP for small mu.",
    harm="unsafe",
    amend=amended(
        kind="asymptotic",
        states="A is GDP for some mu if and only if mu_t < oo; then every such mu is at least mu_t.",
        reading="The quotient eps^2/(-2 log delta) increases with delta, and for delta_mu it tends to mu^2, because it does "
        "for what delta_mu is asymptotic to (Lemma 3.1; the second limit is that of its logarithm). So a profile "
        "below delta_mu has mu_t <= mu < oo. Conversely, if mu_t < oo, the profile is below delta_mu from some eps_t "
        "on, for any mu > mu_t, and below 1 there, so by Theorem 2.1 delta_A(0) < 1; for a larger mu the curve is "
        "higher everywhere, and at eps_t, hence before it, it exceeds delta_A(0), because delta_mu(eps_t) -> 1: A is "
        "GDP with that mu. (How large it must be is decided by the head: Corollary 4.1.)",
        holds=All(
            asymptotic(gaussian.delta.body("mills")(eps, mu), tail, eps, oo),
            Limit(eps**2 / (-2 * log_tail), eps, oo, mu**2),
            Monotone(eps**2 / (-2 * log(delta)), delta, "increasing"),
            Monotone(gaussian.delta(eps, mu), mu, "increasing"),
            Monotone(gaussian.delta(eps, mu), eps, "decreasing"),
            Limit(gaussian.delta(eps, mu), mu, oo, 1),
            Rel(delta + (1 - delta) * (exp(eps) - 1) / (1 + exp(eps)), "<", 1),
        ),
        on=Region(eps=POSITIVE, mu=POSITIVE, delta=UNIT),
        assumes=("one-event", "neyman-pearson"),
    ),
)
