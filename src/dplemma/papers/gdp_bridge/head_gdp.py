"""What a head condition says, and how far it is from GDP.

Main results: head GDP lies between GDP that may fail and head GDP with eps_h-DP; the gap at eps_h = 100, mu = 6.
Source: section 4.2; sections 1.1 and 4 on head and tail.
"""

from dplemma.formulas import gaussian, pure
from dplemma.lang.words import *

eps, eps_h, mu, z, beta, n, delta, d, d_h = variables("eps eps_h mu z beta n delta d d_h")
p, q, E, H, c = variables("p q E H c")

CHANCE, FACTOR = Interval(0, 1), Interval(1, oo)
step = eps_h / n

head_determines_performance = Claim(
    id="gdp_bridge/section-4/head-determines-performance",
    where="Sections 1.1 and 4", kind="ordering", tier="prose",
    states="While 'GDP or not' is decided by the tail alone, the actual performance of a DP algorithm is determined by its "
    "privacy profile at small eps.",
    reading="As section 4 explains it: every (eps_t, mu)-tail condition follows from eps_t-DP (an event with chances p and "
    "q, E = e^eps beyond H = e^eps_t, d = delta_mu(eps) > 0), and eps_t-DP gives almost no privacy for eps_t > 10: measured "
    "is the advantage, delta at eps = 0, that an algorithm with no loss beyond 10, and so every tail condition from 10 on, "
    "may still give away.",
    holds=All(
        Implies(All(Rel(p, "<=", H * q), Rel(E, ">=", H)), Rel(p, "<=", E * q + d)),
        Measure(pure.delta(0, eps_h), of="the advantage of an attack on an algorithm without any tail", how="at least", digits=5),
    ),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, H=FACTOR, d=UNIT, eps_h=Interval(10, oo)),
    assumes=("one-event",),
)  # fmt: skip

error_symbol_d = Claim(
    id="gdp_bridge/section-4-2/error-symbol-d",
    where="Section 4.2", kind="definition", tier="prose",
    states="The error in mu can be quantified by D.",
    reading="D is the step d = eps_h/n of Theorem 4.3 (no other D is defined): by eq. 2 the bounds of mu are sqrt(2 pi) d "
    "apart at most, twice d at the speed sqrt(pi/2) of mu_GDP.",
    holds=Obligations(
        d_is_positive=Rel(step, ">", 0),
        d_bounds_the_error=All(
            Rel(Derivative(gaussian.mu(eps, delta), eps), "<=", sqrt(pi / 2)),
            Rel(2 * step * sqrt(pi / 2), "=", sqrt(2 * pi) * step),
        ),
        the_error_is_as_small_as_one_likes=Limit(sqrt(2 * pi) * step, n, oo, 0),
    ),
    on=Region(eps=NONNEGATIVE, delta=UNIT, eps_h=POSITIVE, n=Interval.integers(1, oo)),
)  # fmt: skip

tradeoff = Phi(-z - mu)
touching = -mu * z - mu**2 / 2
infinite_head_is_gdp = Claim(
    id="gdp_bridge/section-4-2/infinite-head-is-gdp",
    where="Section 4.2", kind="equivalence", tier="prose",
    states="mu-GDP is equivalent to (+infinity,mu)-head GDP.",
    reading="A test of level Phi(z) with type II error beta. mu-GDP means beta >= Phi(-z - mu); the head condition without "
    "end means 1 - beta <= e^eps Phi(z) + delta_mu(eps), and the same for the complement in the other order, for all eps >= "
    "0. An error of Phi(-z - mu), and so a greater one, satisfies all of these; and at eps = -mu z - mu^2/2 the first, at "
    "the opposite eps the second, is the GDP condition itself.",
    holds=All(
        Rel(1 - tradeoff, "<=", exp(eps) * Phi(z) + gaussian.delta(eps, mu)),
        Rel(Phi(-z), "<=", exp(eps) * tradeoff + gaussian.delta(eps, mu)),
        Iff(Rel(1 - beta, "<=", exp(touching) * Phi(z) + gaussian.delta(touching, mu)), Rel(beta, ">=", tradeoff)),
        Iff(Rel(Phi(-z), "<=", exp(-touching) * beta + gaussian.delta(-touching, mu)), Rel(beta, ">=", tradeoff)),
    ),
    on=Region(z=REAL, mu=POSITIVE, eps=NONNEGATIVE, beta=CHANCE),
    assumes=("one-event", "neyman-pearson"),
)  # fmt: skip

# A_1 discloses the data with chance d_h = delta_mu(eps_h): delta_A1 = d_h + (1 - d_h) d, with d = delta_mu(eps).
failing = d_h + (1 - d_h) * d
EXCHANGED = (
    "The two inequalities are exchanged in the text: the next sentence says that head GDP is safer than A_1 and weaker than "
    "A_2, and a safer algorithm has the smaller delta. "
)
LEVELS = Region(d=UNIT, d_h=UNIT, eps=NONNEGATIVE, eps_h=NONNEGATIVE, mu=POSITIVE)
a1_below_head = Claim(
    id="gdp_bridge/section-4-2/a1-below-head",
    where="Section 4.2", kind="ordering", tier="prose",
    states="delta_{A1}(eps) < delta(eps), where A1 is mu-GDP with failure probability p=delta_mu(eps_h) and delta is the "
    "head-GDP profile.",
    reading=f"{EXCHANGED}The profile of head GDP is d = delta_mu(eps) up to eps_h and d_h = delta_mu(eps_h) beyond, both in "
    "(0, 1); that of A_1, which discloses the data with chance d_h, is d_h + (1 - d_h) d: greater than both.",
    holds=All(
        Chain(0, "<", gaussian.delta(eps, mu), "<", 1),
        Rel(d, "<", failing),
        Rel(d_h, "<", failing),
    ),
    on=LEVELS,
    assumes=("hockey-stick",),
    as_extracted=Extracted(
        Rel(failing, "<", d), why="The profile of an algorithm that fails with chance d_h, d_h + (1 - d_h) d, is greater than d."
    ),
)  # fmt: skip

pure_guarantee = (exp(eps_h) - exp(eps)) / (1 + exp(eps_h))
head_below_a2 = Claim(
    id="gdp_bridge/section-4-2/head-below-a2",
    where="Section 4.2", kind="ordering", tier="prose",
    states="delta(eps) < delta_{A2}(eps), where A2 is (eps_h,mu)-head GDP and eps_h-DP.",
    reading=f"{EXCHANGED}The guarantee of A_2 is at no eps more than that of head GDP, and less near eps_h and beyond: up to "
    "eps_h it is the lesser of delta_mu(eps) and, by Theorem 2.1, (e^eps_h - e^eps)/(1 + e^eps_h), which tends to 0 at eps_h "
    "and is less than delta_mu(eps) wherever it is less than delta_mu(eps_h), as delta_mu falls; from eps_h on it is 0, "
    "where head GDP allows delta_mu(eps_h) > 0. Strictness is not meant where the two touch, as they may for small eps: for "
    "mu = eps_h = 1 both are delta_mu(0) = 0.383 at 0. E = e^eps, H = e^eps_h; p, q are the chances of an event. The other "
    "half, strict at every eps, is a1-below-head.",
    holds=All(
        Implies(Rel(eps, "<=", eps_h), Rel(Min(gaussian.delta(eps, mu), pure_guarantee), "<=", gaussian.delta(eps, mu))),
        Monotone(gaussian.delta(eps, mu), eps, "decreasing"),
        Implies(All(Rel(c, "<", d_h), Rel(d_h, "<=", d)), Rel(Min(d, c), "<", d)),
        Limit((exp(eps_h) - exp(eps_h - d)) / (1 + exp(eps_h)), d, 0, 0),
        Rel(gaussian.delta(eps_h, mu), ">", 0),
        Implies(All(Rel(p, "<=", H * q), Rel(E, ">=", H)), Rel(p - E * q, "<=", 0)),
    ),
    on=Region(
        p=CHANCE, q=CHANCE, E=FACTOR, H=FACTOR, eps=NONNEGATIVE, eps_h=NONNEGATIVE, mu=POSITIVE, c=CHANCE, d=CHANCE, d_h=UNIT,
    ),
    assumes=("one-event",),
    as_extracted=Extracted(
        Rel(gaussian.delta(eps_h, mu), "<", pure.delta(eps_h, eps_h)),
        on=Region(eps_h=POSITIVE, mu=POSITIVE),
        why="At eps_h the profile of A_2 is 0.",
    ),
)  # fmt: skip

head_safer_than_failing_gdp = Claim(
    id="gdp_bridge/section-4-2/head-safer-than-failing-gdp",
    where="Section 4.2 (interpretation)", kind="ordering", tier="prose",
    states="Head GDP is safer than mu-GDP with a minuscule failure probability.",
    reading="An event with chances p, q that meets the head condition (p <= E q + d at every eps <= eps_h, E = e^eps, d = "
    "delta_mu(eps)) meets what A_1 guarantees, d_h + (1 - d_h) d with d_h = delta_mu(eps_h), at every eps: up to eps_h, and "
    "beyond it because of the condition at eps_h (H = e^eps_h). Not conversely: A_1 needs more than d.",
    holds=All(
        Implies(Rel(p, "<=", E * q + d), Rel(p, "<=", E * q + failing)),
        Implies(All(Rel(E, ">=", H), Rel(p, "<=", H * q + d_h)), Rel(p, "<=", E * q + failing)),
        Rel(failing, ">", d),
    ),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, H=FACTOR, d=UNIT, d_h=UNIT),
    assumes=("one-event",),
)  # fmt: skip

head_plus_eps_dp_stronger = Claim(
    id="gdp_bridge/section-4-2/head-plus-eps-dp-stronger",
    where="Section 4.2 (interpretation)", kind="ordering", tier="prose",
    states="Head GDP combined with (eps_h,0)-DP is stronger than mu-GDP.",
    reading="Up to eps_h the head condition is the GDP condition; beyond, an event with chances p, q of an eps_h-DP "
    "algorithm has p <= H q <= E q + d, d = delta_mu(eps) > 0. Not conversely: the mu-GDP Gaussian mechanism is not "
    "eps_h-DP, as delta_mu(eps_h) > 0.",
    holds=All(
        Implies(All(Rel(p, "<=", H * q), Rel(E, ">=", H)), Rel(p, "<=", E * q + d)),
        Rel(gaussian.delta(eps_h, mu), ">", 0),
    ),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, H=FACTOR, d=UNIT, eps_h=NONNEGATIVE, mu=POSITIVE),
    assumes=("one-event", "neyman-pearson"),
)  # fmt: skip

p_order = Claim(
    id="gdp_bridge/section-4-2/p-order",
    where="Section 4.2", kind="number",
    states="For eps_h=100, mu=6, p=delta_mu(eps_h) is of order 10^-43.",
    holds=Number(gaussian.delta(100, 6), Printed.order("1e-43")),
)  # fmt: skip

steps = sqrt(8) * pi * c * eps_h
linear_time = Claim(
    id="gdp_bridge/section-4-2/linear-time",
    where="Section 4.2", kind="asymptotic", tier="prose",
    states="Verification time grows linearly in eps_h.",
    reading="The margin 1/c is fixed. The n + 2 steps of Algorithm 1, n = ceil(sqrt(8) pi c eps_h) + 1 with the bar of the "
    "root over the 8 (see section-4-1/n-choice), are between sqrt(8) pi c eps_h + 3 and + 4: both are asymptotic to sqrt(8) pi "
    "c eps_h.",
    holds=All(asymptotic(steps + 3, steps, eps_h, oo), asymptotic(steps + 4, steps, eps_h, oo)),
    on=Region(c=POSITIVE),
)  # fmt: skip

gap_negligible = Claim(
    id="gdp_bridge/section-4-2/gap-negligible",
    where="Section 4.2, last sentence", kind="ordering", tier="prose",
    states="With a proper choice of mu and eps_h the gap between head GDP and GDP makes no notable difference in practice.",
    reading="The gap is what head GDP allows and GDP does not: at most delta_mu(eps_h) at any eps beyond eps_h, nothing "
    "before. Measured for the choice of the section, eps_h = 100 and mu from 1 to 6.",
    holds=All(
        Monotone(gaussian.delta(100, mu), mu, "increasing"),
        Measure(gaussian.delta(100, mu), of="the gap between head GDP and GDP", how="at most"),
    ),
    on=Region(mu=Interval(1, 6)),
)  # fmt: skip
