"""Head and tail conditions, and why the tail alone decides whether an algorithm is GDP.

Main results: Definitions 3.1 and 3.2, Theorem 3.2; a GDP profile falls like exp(-c eps^2), with c < 1/(2 mu^2).
Source: section 3, from the remarks on cancellation on; section 4, first paragraph.
"""

from dplemma.formulas import gaussian, laplace, pure
from dplemma.lang.words import *

eps, mu, z, beta, p, q, delta, k = variables("eps mu z beta p q delta k")
eps_h, eps_t, E, H, E_0, delta_0 = variables("eps_h eps_t E H E_0 delta_0")
CHANCE = Interval(0, 1)
EVERY_MU = Region(mu=POSITIVE)
EXAMPLE = 2  # sensitivity over scale of the Laplace example
profile = gaussian.delta(eps, mu)
a = eps / mu - mu / 2

difference_vanishes = Claim(
    id="gdp_bridge/section-3/difference-vanishes",
    where="Section 3",
    kind="limit",
    tier="prose",
    states="The difference of the two terms (delta_mu) vanishes as eps->infinity.",
    holds=Limit(profile, eps, oo, 0),
    on=EVERY_MU,
)

catastrophic_cancellation = Claim(
    id="gdp_bridge/section-3/catastrophic-cancellation",
    where="Section 3",
    kind="asymptotic",
    tier="prose",
    states="Evaluating delta_mu as the difference of the two nearby terms suffers cancellation.",
    reading="The first term is phi(a) M(a) with a = eps/mu - mu/2 and the Mills ratio M, the second phi(a) M(a + mu). Their "
    "ratio tends to 1 and the first is more and more times the difference: a relative error in Phi is multiplied by "
    "an unbounded factor.",
    holds=All(
        Rel(Phi(-a), "=", phi(a) * Mills(a)),
        Rel(exp(eps) * Phi(-a - mu), "=", phi(a) * Mills(a + mu)),
        Limit(Mills(z) / Mills(z + mu), z, oo, 1),
        Limit(Mills(z) / (Mills(z) - Mills(z + mu)), z, oo, oo),
    ),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE),
)

definition_3_1 = Claim(
    id="gdp_bridge/definition-3-1",
    where="Definition 3.1",
    kind="definition",
    states="(eps_h,mu)-head GDP iff delta_A(eps)<=delta_mu(eps) for eps<=eps_h.",
    reading="For eps >= 0. Not vacuous: the Laplace example is (1, 2)-head GDP and not (1, 1)-head GDP. A greater mu and a "
    "smaller eps_h ask for less, so the conditions are ordered by both.",
    holds=Obligations(
        defined=Member((profile,), (UNIT,)),
        satisfied=Implies(Rel(eps, "<=", 1), Rel(laplace.delta(eps, EXAMPLE), "<=", gaussian.delta(eps, 2))),
        not_by_all=Exists({"eps": CHANCE}, Rel(laplace.delta(eps, EXAMPLE), ">", gaussian.delta(eps, 1))),
        weaker_with_mu=Monotone(profile, mu, "increasing"),
    ),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE),
)

definition_3_2 = Claim(
    id="gdp_bridge/definition-3-2",
    where="Definition 3.2",
    kind="definition",
    states="(eps_t,mu)-tail GDP iff delta_A(eps)<=delta_mu(eps) for eps>eps_t.",
    reading="Not vacuous: the Laplace example is (2, mu)-tail GDP for every mu, since its profile is 0 there; it is not (0, "
    "1)-tail GDP. A greater mu asks for less.",
    holds=Obligations(
        defined=Member((profile,), (UNIT,)),
        satisfied=Implies(Rel(eps, ">", 2), Rel(laplace.delta(eps, EXAMPLE), "<=", profile)),
        not_by_all=Exists({"eps": POSITIVE}, Rel(laplace.delta(eps, EXAMPLE), ">", gaussian.delta(eps, 1))),
        weaker_with_mu=Monotone(profile, mu, "increasing"),
    ),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE),
)

# A test of level Phi(z) with type II error beta touches the condition at this eps; at the opposite one its complement does.
touch = -mu * z - mu**2 / 2
dp_there = Rel(1 - beta, "<=", exp(touch) * Phi(z) + gaussian.delta(touch, mu))
head_plus_tail_is_gdp = Claim(
    id="gdp_bridge/section-3/head-plus-tail-is-gdp",
    where="Section 3",
    kind="equivalence",
    tier="prose",
    states="(eps,mu)-head GDP together with (eps,mu)-tail GDP is equivalent to mu-GDP.",
    reading="One test of level Phi(z) with type II error beta. Its GDP condition beta >= Phi(-z - mu) is the (eps, "
    "delta_mu(eps)) condition at eps = -mu z - mu^2/2 >= 0, which the head demands if that eps is at most eps_h, and "
    "the tail if not. Tests with z > -mu/2 are the complements with the databases exchanged.",
    holds=All(
        Implies(Rel(touch, "<=", eps_h), Iff(dp_there, Rel(beta, ">=", Phi(-z - mu)))),
        Implies(Rel(touch, ">", eps_h), Iff(dp_there, Rel(beta, ">=", Phi(-z - mu)))),
    ),
    on=Region(z=REAL, mu=POSITIVE, eps_h=NONNEGATIVE, beta=CHANCE, such_that=Rel(z, "<=", -mu / 2)),
    assumes=("one-event", "neyman-pearson"),
)

event = Rel(p, "<=", E_0 * q + delta_0)
complement = Rel(1 - q, "<=", E_0 * (1 - p) + delta_0)
at_zero = delta_0 + (1 - delta_0) * (E_0 - 1) / (1 + E_0)
zero_dp = All(
    Implies(All(Rel(E_0, "<=", 1), event, Rel(delta, ">=", delta_0)), Rel(p, "<=", q + delta)),
    Implies(All(Rel(E_0, ">", 1), event, complement, Rel(delta, ">=", at_zero)), Rel(p, "<=", q + delta)),
)
NONTRIVIAL = Region(p=CHANCE, q=CHANCE, delta=CHANCE, E_0=Interval(1, oo), delta_0=Interval.ropen(0, 1))

theorem_3_2 = Claim(
    id="gdp_bridge/theorem-3-2",
    where="Theorem 3.2",
    kind="equivalence",
    states="A is GDP iff A is (eps,mu)-tail GDP for any finite eps and mu.",
    reading="'For any finite eps and mu' is for some: GDP is mu-GDP for some mu, and a GDP algorithm need not be tail GDP for"
    " every mu (see Theorem 3.3). One direction is the definition. For the other let the tail hold beyond eps_t and "
    "take eps_1 > eps_t: delta_0 = delta_mu(eps_1) < 1, so by Theorem 2.1 (E_0 = e^eps_1) A is (0, d)-DP with d < 1. "
    "Some mu_2 >= mu has delta_mu_2(eps_1) >= d, and then delta_A <= d <= delta_mu_2 up to eps_1, and delta_A <= "
    "delta_mu <= delta_mu_2 beyond.",
    holds=All(
        Member((gaussian.delta(eps, mu),), (UNIT,)),
        zero_dp,
        Rel(at_zero, "<", 1),
        Limit(gaussian.delta(eps, mu), mu, oo, 1),
        Monotone(profile, eps, "decreasing"),
        Monotone(profile, mu, "increasing"),
    ),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE, **NONTRIVIAL.intervals),
    assumes=("one-event", "neyman-pearson"),
)

nontrivial_implies_zero_dp = Claim(
    id="gdp_bridge/section-3/nontrivial-implies-zero-dp",
    where="Section 3; repeated in Section 4",
    kind="ordering",
    tier="prose",
    states="Any non-trivial (eps,delta)-DP algorithm is (0,delta)-DP for some delta<1.",
    reading="Non-trivial: delta_0 < 1, with E_0 = e^eps_0; p and q are the chances of one event. delta is any number from "
    "that of Theorem 2.1 at eps = 0 on, which is less than 1.",
    holds=All(zero_dp, Rel(at_zero, "<", 1)),
    on=NONTRIVIAL,
    assumes=("one-event",),
)

nontrivial_implies_head = Claim(
    id="gdp_bridge/section-3/nontrivial-implies-head",
    where="Section 3",
    kind="ordering",
    tier="prose",
    states="Therefore it satisfies an (eps_h,mu)-head condition for some sufficiently large mu.",
    reading="delta < 1 is that of (0, delta)-DP, and delta_A(eps) <= delta. Some mu has delta_mu(eps_h) >= delta, since it "
    "tends to 1 with mu, and delta_mu, which falls with eps, is at least delta up to eps_h.",
    holds=All(
        Limit(gaussian.delta(eps_h, mu), mu, oo, 1),
        Monotone(profile, eps, "decreasing"),
    ),
    on=Region(eps=NONNEGATIVE, eps_h=NONNEGATIVE, mu=POSITIVE),
    assumes=("one-event",),
)

log_far = log(mu) - a**2 / 2 - log(2 * pi) / 2 - 2 * log(a)
gdp_delta_order = Claim(
    id="gdp_bridge/section-3/gdp-delta-order",
    where="Section 3 (after Theorem 3.3)",
    kind="asymptotic",
    tier="prose",
    states="A GDP algorithm must have delta(eps)=O(e^{-eps^2}) as eps->infinity.",
    reading="The sentence puts the exact value of mu aside, so the order is meant up to the constant in the exponent (as in "
    "section-5-1/gdp-delta-order): e^(-c eps^2) for every c < 1/(2 mu^2), here c = 1/(2 k mu^2) with k > 1. A profile of a "
    "mu-GDP algorithm lies below delta_mu, which is asymptotic to mu exp(-a^2/2)/(sqrt(2 pi) a^2), a = eps/mu - mu/2 (Lemma "
    "3.1); the logarithm of this is put against c eps^2.",
    holds=All(
        asymptotic(phi(a) * (Mills(a) - Mills(a + mu)), mu * exp(-(a**2) / 2) / (sqrt(2 * pi) * a**2), eps, oo),
        Limit(log_far + eps**2 / (2 * k * mu**2), eps, oo, -oo),
    ),
    on=Region(mu=POSITIVE, k=Interval.open(1, oo)),
    assumes=("neyman-pearson",),
    as_extracted=Extracted(
        Limit(log_far + eps**2, eps, oo, -oo),
        on=Region(mu=POSITIVE, points=[{"mu": 1}]),
        why="delta_mu falls like exp(-eps^2/(2 mu^2) + eps/2), slower than e^(-eps^2) for every mu >= sqrt(1/2): the constant "
        "in the exponent depends on mu.",
    ),
)

tail_weaker_than_eps_dp = Claim(
    id="gdp_bridge/section-4/tail-weaker-than-eps-dp",
    where="Section 4",
    kind="ordering",
    tier="prose",
    states="Every (eps_t,mu)-tail condition is weaker than (implied by) eps_t-DP.",
    reading="p and q are the chances of one event; E and H are e^eps and e^eps_t, delta is delta_mu(eps) > 0. eps_t-DP leaves "
    "nothing for delta beyond eps_t, so every tail condition from eps_t on holds; it is strictly weaker: delta_mu itself "
    "fulfils it and is positive at eps_t as well.",
    holds=All(
        Implies(All(Rel(p, "<=", H * q), Rel(E, ">", H)), Rel(p, "<=", E * q + delta)),
        Chain(0, "<", profile, "<", 1),
        Rel(gaussian.delta(eps_t, mu), ">", 0),
    ),
    on=Region(
        p=CHANCE, q=CHANCE, E=Interval(1, oo), H=Interval(1, oo), delta=UNIT, eps=NONNEGATIVE, eps_t=NONNEGATIVE, mu=POSITIVE
    ),
    assumes=("one-event",),
)

eps_above_10 = Claim(
    id="gdp_bridge/section-4/eps-above-10",
    where="Section 4",
    kind="number",
    states="eps_t-DP provides almost no privacy when eps_t>10.",
    reading="eps-DP in its worst case, randomised response: the best test has total variation pure.delta(0, eps), and the sum"
    " of its two errors is what is left to 1.",
    holds=Measure(1 - pure.delta(0, eps), of="the sum of both errors of the best test", how="at most"),
    on=Region(eps=Interval.open(10, oo)),
)
