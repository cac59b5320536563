"""The Gaussian differential privacy transformation: it is defined, keeps order, and compares a profile with one number.

Main results: Definition 4.1 (f(0) < 1 is needed), Corollary 4.1, Theorem 4.1.
Source: section 4, up to the tightest mu.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

eps, delta, mu, x, y, eps_h, eps_t, eps0 = variables("eps delta mu x y eps_h eps_t eps0")
LEVELS = Region(eps=NONNEGATIVE, delta=UNIT)
COMPARED = Region(eps=NONNEGATIVE, delta=UNIT, mu=POSITIVE)
PROFILE = Region(eps=NONNEGATIVE, mu=POSITIVE)
profile = gaussian.delta(eps, mu)
AT_ONE_EPS = "delta stands for delta_A(eps). Where it is 0 both sides hold, where it is 1 both fail. "

definition_4_1 = Claim(
    id="gdp_bridge/definition-4-1",
    where="Definition 4.1",
    kind="definition",
    states="For non-increasing f>=0 on [0,infinity) with f(0)<=1, G_f(eps)=mu_GDP(eps,f(eps)) maps [0,infinity) to "
    "[0,infinity), mu_GDP(x,y) being defined implicitly by delta_mu(x)=y.",
    reading="delta = f(eps) is any number in [0, 1]. At delta = 0 the value is 0 by continuity, as Figure 2 has it, so delta "
    "> 0 here: delta_mu(eps) = delta must have a solution, so delta must be a value of delta_mu, and only one.",
    holds=Obligations(
        values_of_delta_mu=Member((profile,), (UNIT,)),
        defined_since_f_has_such_values=Member((delta,), (UNIT,)),
        only_one=Monotone(profile, mu, "increasing"),
    ),
    on=Region(eps=NONNEGATIVE, delta=Interval.lopen(0, 1), mu=POSITIVE, points=[{"eps": 0, "delta": 1, "mu": 1}]),
    why="f(0) <= 1 admits f(eps) = 1, and delta_mu(eps) < 1 for every finite mu: there is no solution, and G_f(eps) is "
    "not in [0, infinity). It must be f(0) < 1, which Theorem 2.1 gives for every non-trivial algorithm.",
    harm="condition",
    amend=amended(
        states="For non-increasing f >= 0 on [0, infinity) with f(0) < 1, G_f(eps) = mu_GDP(eps, f(eps)) maps [0, infinity) "
        "to [0, infinity): delta_mu(x) = y has exactly one solution mu > 0 for 0 < y < 1; for y = 0 the value is 0, "
        "the limit.",
        holds=Obligations(
            values_of_delta_mu=Member((profile,), (UNIT,)),
            from_0_on=Limit(profile, mu, 0, 0),
            up_to_1=Limit(profile, mu, oo, 1),
            only_one=Monotone(profile, mu, "increasing"),
        ),
        on=PROFILE,
    ),
)

gdpt_order_preserving = Claim(
    id="gdp_bridge/section-4/gdpt-order-preserving",
    where="Section 4 (first feature)",
    kind="monotonicity",
    tier="prose",
    states="If f(eps)>=g(eps) then G_f(eps)>=G_g(eps).",
    reading="delta is the value of f or g at eps.",
    holds=Monotone(gaussian.mu(eps, delta), delta, "increasing"),
    on=LEVELS,
)

gdpt_of_gaussian_constant = Claim(
    id="gdp_bridge/section-4/gdpt-of-gaussian-constant",
    where="Section 4 (second feature)",
    kind="identity",
    tier="prose",
    states="The GDPT of delta_mu is the constant mu.",
    holds=Rel(gaussian.mu(eps, Held(gaussian.delta(eps, mu))), "=", mu),
    on=PROFILE,
)

delta_decreasing_in_eps = Claim(
    id="gdp_bridge/section-4/delta-decreasing-in-eps",
    where="Section 4",
    kind="monotonicity",
    tier="prose",
    states="For fixed mu, delta_mu(eps) is strictly decreasing and continuous in eps.",
    reading="Continuous because differentiable: the derivative is -e^eps Phi(-eps/mu - mu/2).",
    holds=All(
        Monotone(profile, eps, "decreasing"),
        Rel(Derivative(profile, eps), "=", -exp(eps) * Phi(-eps / mu - mu / 2)),
    ),
    on=PROFILE,
)

delta_increasing_in_mu = Claim(
    id="gdp_bridge/section-4/delta-increasing-in-mu",
    where="Section 4",
    kind="monotonicity",
    tier="prose",
    states="For fixed eps, delta_mu(eps) is strictly increasing and continuous in mu.",
    reading="Continuous because differentiable: the derivative is phi(eps/mu - mu/2).",
    holds=All(
        Monotone(profile, mu, "increasing"),
        Rel(Derivative(profile, mu), "=", phi(eps / mu - mu / 2)),
    ),
    on=PROFILE,
)

mu_gdp_increasing_in_y = Claim(
    id="gdp_bridge/section-4/mu-gdp-increasing-in-y",
    where="Section 4",
    kind="monotonicity",
    tier="prose",
    states="mu_GDP(x,y) is an increasing function of y.",
    holds=Monotone(gaussian.mu(x, y), y, "increasing"),
    on=Region(x=NONNEGATIVE, y=UNIT),
)

dominated = Rel(delta, "<=", profile)
transformed = Rel(gaussian.mu(eps, delta), "<=", mu)
corollary_4_1 = Claim(
    id="gdp_bridge/corollary-4-1",
    where="Corollary 4.1",
    kind="equivalence",
    states="A is mu-GDP iff mu >= sup_{eps>=0} G_A(eps).",
    reading=f"{AT_ONE_EPS}mu is at least the supremum iff it is at least every value; A is mu-GDP iff delta_A <= delta_mu at "
    "every eps (Theorem 3.1).",
    holds=Iff(dominated, transformed),
    on=COMPARED,
    assumes=("one-event", "neyman-pearson"),
)

theorem_4_1_head = Claim(
    id="gdp_bridge/theorem-4-1/head",
    where="Theorem 4.1 (head)",
    kind="equivalence",
    states="A is (eps_h,mu)-head GDP iff mu >= sup_{[0,eps_h]} G_A.",
    reading=f"{AT_ONE_EPS}At every eps in [0, eps_h].",
    holds=Iff(dominated, transformed),
    on=Region(eps=NONNEGATIVE, delta=UNIT, mu=POSITIVE, eps_h=NONNEGATIVE, such_that=Rel(eps, "<=", eps_h)),
)

theorem_4_1_tail = Claim(
    id="gdp_bridge/theorem-4-1/tail",
    where="Theorem 4.1 (tail)",
    kind="equivalence",
    states="A is (eps_t,mu)-tail GDP iff mu >= sup_{(eps_t,infinity)} G_A.",
    reading=f"{AT_ONE_EPS}At every eps > eps_t.",
    holds=Iff(dominated, transformed),
    on=Region(eps=NONNEGATIVE, delta=UNIT, mu=POSITIVE, eps_t=NONNEGATIVE, such_that=Rel(eps, ">", eps_t)),
)

tightest_mu = Claim(
    id="gdp_bridge/section-4/tightest-mu",
    where="Section 4",
    kind="identity",
    tier="prose",
    states="The tightest mu is sup_eps G_A(eps).",
    reading="Any smaller mu fails at some eps where G_A exceeds it; the supremum itself serves at every eps. For the Laplace "
    "mechanism (eps0 = sensitivity/scale) it is attained at eps = 0.",
    holds=All(
        Iff(dominated, transformed),
        Rel(gaussian.delta(0, laplace.mu(eps0)), "=", laplace.delta(0, eps0)),
    ),
    on=Region(eps=NONNEGATIVE, delta=UNIT, mu=POSITIVE, eps0=POSITIVE),
    assumes=("one-event", "neyman-pearson"),
)
