"""The Gaussian nature of eps-DP, step by step: the worst profile, its transform, and why that decreases.

Main results: the worst profile and its GDPT mu_eps, which falls from mu_0 to 0; every eps_0-DP algorithm is mu_0-GDP.
Source: section 5.1.
"""

from dplemma.formulas import gaussian, laplace, pure
from dplemma.lang.words import *

eps, eps_0, mu, mu_0, p, q, E, E_0, delta = variables("eps eps_0 mu mu_0 p q E E_0 delta")

PROFILE = Region(eps=NONNEGATIVE, mu=POSITIVE)
CHANCE, FACTOR = Interval(0, 1), Interval(1, oo)
a, b = eps / mu - mu / 2, eps / mu + mu / 2
pure_event = All(Rel(p, "<=", E_0 * q), Rel(1 - q, "<=", E_0 * (1 - p)))

needs_at_most_the_worst = Implies(
    All(Rel(E_0, ">", E), *pure_event.parts(), Rel(delta, ">=", (E_0 - E) / (1 + E_0))), Rel(p, "<=", E * q + delta)
)

gdp_delta_order = Claim(
    id="gdp_bridge/section-5-1/gdp-delta-order",
    where="Section 5.1", kind="asymptotic", tier="prose",
    states="Being GDP means delta(eps) must be O(e^{-eps^2}).",
    reading="The exact value of mu is put aside (section 3), so the order is meant up to the constant in the exponent, "
    "e^{-k eps^2} for some k > 0; k = 1/(4 mu^2) will do, and any k < 1/(2 mu^2). With k = 1 it would be so for mu < "
    "sqrt(1/2) only. A profile of a mu-GDP algorithm lies below delta_mu, here in the form phi(a) (M(a) - M(b)).",
    holds=Limit(exp(eps**2 / (4 * mu**2)) * gaussian.delta.body("mills")(eps, mu), eps, oo, 0),
    on=Region(mu=POSITIVE),
    as_extracted=Extracted(
        Limit(exp(eps**2) * gaussian.delta.body("mills")(eps, mu), eps, oo, 0),
        why="delta_mu falls like e^{-eps^2/(2 mu^2)}: for mu > sqrt(1/2) that is not O(e^{-eps^2}).",
    ),
)  # fmt: skip

profile_zero_after_eps0 = Claim(
    id="gdp_bridge/section-5-1/profile-zero-after-eps0",
    where="Section 5.1", kind="identity", tier="prose",
    states="An eps_0-DP algorithm has profile exactly 0 for eps>=eps_0.",
    reading="One event with chances p and q; E and E_0 are e^eps and e^eps_0. What the event needs, p - E q, is at most 0; the "
    "impossible event needs 0.",
    holds=Implies(All(Rel(p, "<=", E_0 * q), Rel(E, ">=", E_0)), Rel(Max(p - E * q, 0), "=", 0)),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, E_0=FACTOR),
    assumes=("one-event",),
)  # fmt: skip

# With Phi(-mu/2) = 1/(1 + e^eps_0), which is mu = mu_0: the worst profile (e^eps_0 - e^eps)/(1 + e^eps_0) lies below delta_mu.
worst_is_dominated = Rel(1 - (1 + exp(eps)) * Phi(-mu / 2), "<=", gaussian.delta(eps, mu))
eps_dp_stronger = Claim(
    id="gdp_bridge/section-5-1/eps-dp-stronger",
    where="Section 5.1", kind="ordering", tier="prose",
    states="eps-DP is stronger than GDP (implies it, not conversely).",
    reading="An event with chances p, q of an eps_0-DP algorithm needs at most the worst profile (E and E_0 are e^eps and "
    "e^eps_0 > 1), which is 1 - (1 + e^eps) Phi(-mu/2) for 1/(1 + e^eps_0) = Phi(-mu/2), and lies below delta_mu for this "
    "mu. Not conversely: the mu-GDP Gaussian mechanism has a positive profile at every eps, so it is eps-DP for none.",
    holds=All(
        needs_at_most_the_worst,
        worst_is_dominated,
        Rel(gaussian.delta(eps, mu), ">", 0),
    ),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, E_0=FACTOR, delta=CHANCE, eps=NONNEGATIVE, mu=POSITIVE),
    assumes=("one-event", "neyman-pearson"),
)  # fmt: skip

response = Mechanism.binary(E_0 / (1 + E_0), 1 / (1 + E_0))
worst_case_profile = Claim(
    id="gdp_bridge/section-5-1/worst-case-profile",
    where="Section 5.1", kind="identity", tier="prose",
    states="Worst-case profile of an eps_0-DP algorithm: delta_A(eps)=(e^{eps_0}-e^eps)^+/(1+e^{eps_0}).",
    reading="E and E_0 are e^eps and e^eps_0. No event of an eps_0-DP algorithm needs more, and randomised response needs as "
    "much.",
    holds=All(
        needs_at_most_the_worst,
        Implies(All(Rel(E, ">=", E_0), Rel(p, "<=", E_0 * q)), Rel(p, "<=", E * q)),
        Rel(response.hockey_stick(log(E)), "=", Max(E_0 - E, 0) / (1 + E_0)),
    ),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, E_0=FACTOR, delta=CHANCE),
    assumes=("one-event", "hockey-stick"),
)  # fmt: skip

gdpt_zero_beyond_eps0 = Claim(
    id="gdp_bridge/section-5-1/gdpt-zero-beyond-eps0",
    where="Section 5.1", kind="identity", tier="prose",
    states="G_A(eps)=0 for eps>=eps_0.",
    reading="eps_0 > 0. The profile is 0 there, and mu_GDP(eps, 0) is 0: every mu > 0 has a positive delta_mu(eps), which "
    "tends to 0 with mu.",
    holds=All(
        Implies(Rel(eps, ">=", eps_0), Rel(pure.delta(eps, eps_0), "=", 0)),
        Rel(gaussian.delta(eps, mu), ">", 0),
        Limit(gaussian.delta(eps, mu), mu, 0, 0),
    ),
    on=Region(eps=POSITIVE, eps_0=POSITIVE, mu=POSITIVE),
)  # fmt: skip

worst = (exp(eps_0) - exp(eps)) / (1 + exp(eps_0))
gaussian_profile = Phi(-a) - exp(eps) * Phi(-b)
slope = (diff(worst, eps) - diff(gaussian_profile, eps)) / diff(gaussian_profile, mu)
derivative_formula = Claim(
    id="gdp_bridge/section-5-1/derivative-formula",
    where="Section 5.1", kind="identity", tier="prose",
    states="d G/d eps = sqrt(2 pi) exp{(mu_eps^2+2eps)/(8 mu_eps^2)} [Phi(-(mu_eps^2+2eps)/(2mu_eps)) - Phi(-mu_0/2)].",
    reading="The exponent is ((mu_eps^2 + 2 eps)/(2 mu_eps))^2/2, the reciprocal of the normal density at the argument of "
    "Phi: the square over the bracket is lost in the text. mu_eps, here mu, solves delta_mu(eps) = (e^eps_0 - e^eps)/(1 + "
    "e^eps_0), so its derivative is the quotient of the partial ones; and Phi(-mu_0/2) = 1/(1 + e^eps_0).",
    holds=Rel(slope, "=", sqrt(2 * pi) * exp((mu**2 + 2 * eps) ** 2 / (8 * mu**2)) * (Phi(-b) - 1 / (1 + exp(eps_0)))),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE, eps_0=POSITIVE),
    as_extracted=Extracted(
        Rel(
            (1 + exp(eps)) * sqrt(2 * pi) * exp(b**2 / 2) * Phi(-b) - sqrt(2 * pi) * exp(b**2 / 2) * (1 - gaussian_profile),
            "=",
            sqrt(2 * pi) * exp((mu**2 + 2 * eps) / (8 * mu**2)) * ((1 + exp(eps)) * Phi(-b) - (1 - gaussian_profile)),
        ),
        on=Region(eps=POSITIVE, mu=POSITIVE),
        why="The exponent without the square is another number. On the curve 1/(1 + e^eps_0) is (1 - delta_mu(eps))/(1 + e^eps).",
    ),
)  # fmt: skip

# On the curve mu = mu_eps: Phi(-mu_0/2) = 1/(1 + e^eps_0) = (1 - delta_mu(eps))/(1 + e^eps).
half_level = (1 - gaussian.delta(eps, mu)) / (1 + exp(eps))
sign_of_derivative = Claim(
    id="gdp_bridge/section-5-1/sign",
    where="Section 5.1", kind="proof-step", tier="prose",
    states="sign(dG/d eps) = sign(mu_eps - mu_0 - 2 eps/mu_0).",
    reading="The indices 0 and eps are exchanged in the text: the bracket of the derivative, Phi(-(mu_eps + 2 eps/mu_eps)/2) - "
    "Phi(-mu_0/2), has the sign of mu_0 - mu_eps - 2 eps/mu_eps. (As printed the right side is negative because of mu_eps <= "
    "mu_0, and so is the left, but that is what the step is to show.) mu is mu_eps.",
    holds=All(
        Iff(Rel(Phi(-b) - Phi(-mu_0 / 2), "<", 0), Rel(mu_0 - mu - 2 * eps / mu, "<", 0)),
        Iff(Rel(Phi(-b) - Phi(-mu_0 / 2), ">", 0), Rel(mu_0 - mu - 2 * eps / mu, ">", 0)),
    ),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE, mu_0=POSITIVE),
    as_extracted=Extracted(
        Iff(Rel(Phi(-b) - Phi(-mu_0 / 2), "<", 0), Rel(mu - mu_0 - 2 * eps / mu_0, "<", 0)),
        why="It does not follow from the formula before it: for mu_0 = 2 and mu_eps = 1, at eps = 1/4, the bracket is positive.",
    ),
)  # fmt: skip

mu_eps_below_mu0 = Claim(
    id="gdp_bridge/section-5-1/mu-eps-below-mu0",
    where="Section 5.1", kind="inequality", tier="prose",
    states="mu_eps <= mu_0 on [0,eps_0).",
    reading="mu is mu_eps: any mu > 0 and eps >= 0 belong to the eps_0 with 1/(1 + e^eps_0) = (1 - delta_mu(eps))/(1 + "
    "e^eps), which is Phi(-mu_0/2); mu <= mu_0 says that this is at most Phi(-mu/2).",
    holds=Rel(1 - Phi(-mu / 2), "<=", exp(eps) * Phi(-mu / 2) + gaussian.delta(eps, mu)),
    on=PROFILE,
)  # fmt: skip

gdpt_strictly_decreasing = Claim(
    id="gdp_bridge/section-5-1/gdpt-strictly-decreasing",
    where="Section 5.1", kind="monotonicity", tier="prose",
    states="G_A is strictly decreasing on [0,eps_0).",
    reading="mu_eps is where (1 - delta_mu(eps))/(1 + e^eps) has the fixed value 1/(1 + e^eps_0). That strictly decreases in "
    "mu and in eps: for a greater eps a smaller mu is needed.",
    holds=All(Monotone(half_level, mu, "decreasing"), Monotone(half_level, eps, "decreasing")),
    on=PROFILE,
)  # fmt: skip

mu0_gdp = Claim(
    id="gdp_bridge/section-5-1/mu0-gdp",
    where="Section 5.1", kind="ordering", tier="prose",
    states="Hence an eps_0-DP algorithm is mu_0-GDP.",
    reading="mu_0 = G_A(0) solves delta_mu(0) = (e^eps_0 - 1)/(1 + e^eps_0), and is the mu of Theorem 5.1. Then Phi(-mu_0/2) "
    "= 1/(1 + e^eps_0), and the worst profile, 1 - (1 + e^eps) Phi(-mu_0/2), lies below that of mu_0-GDP (mu is mu_0).",
    holds=All(
        Rel(gaussian.delta(0, pure.mu(eps_0)), "=", (exp(eps_0) - 1) / (1 + exp(eps_0))),
        Rel(Phi(-pure.mu(eps_0) / 2), "=", 1 / (1 + exp(eps_0))),
        worst_is_dominated,
    ),
    on=Region(eps_0=POSITIVE, eps=NONNEGATIVE, mu=POSITIVE),
    assumes=("one-event", "neyman-pearson"),
)  # fmt: skip

laplace_smaller = Claim(
    id="gdp_bridge/section-5-1/laplace-smaller",
    where="Section 5.1", kind="ordering", tier="prose",
    states="The Laplace mechanism is mu-GDP for mu smaller than the Theorem 5.1 bound.",
    reading="With mu = -2 PhiInv(e^{-eps_0/2}/2), its GDPT at 0: its profile 1 - e^{(eps - eps_0)/2} is 1 - 2 e^{eps/2} "
    "Phi(-mu/2), and lies below delta_mu.",
    holds=All(
        Rel(laplace.mu(eps_0), "<", pure.mu(eps_0)),
        Rel(1 - 2 * exp(eps / 2) * Phi(-mu / 2), "<=", gaussian.delta(eps, mu)),
    ),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE, eps_0=POSITIVE),
    assumes=("one-event", "neyman-pearson"),
)  # fmt: skip
