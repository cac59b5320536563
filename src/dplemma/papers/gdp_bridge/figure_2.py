"""The limit mu_t and the transformed profiles of the three examples.

Main results: 0, sqrt(1/2) and infinity for Laplace, SGD and ICEA; the first two are GDP, the third is not.
Source: section 4, after Theorem 4.1, and Figure 2, left.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *
from dplemma.papers.gdp_bridge.profiles import CLOAK, EXAMPLE, icea_naive, sgd_naive

eps, delta, mu, x, h, k = variables("eps delta mu x h k")
B = variables("B")
BEYOND = "From eps = 2 on the refined profile is the naive one: (1 - delta_0(x))/(1 + e^x) falls, so no guarantee beyond helps. "


def log_gaussian_tail(index):
    """Logarithm of what delta_mu is asymptotic to: mu exp(-a^2/2)/(sqrt(2 pi) a^2) with a = eps/mu - mu/2 (Lemma 3.1)."""
    a = eps / index - index / 2
    return log(index) - a**2 / 2 - log(2 * pi) / 2 - 2 * log(a)


sgd_refines_nothing = Monotone((1 - sgd_naive(x)) / (1 + exp(x)), x, "decreasing")
icea_refines_nothing = Monotone((1 - icea_naive(x)) / (1 + exp(x)), x, "decreasing")
FAR = Region(x=Interval(2, oo))

mu_t_laplace = Claim(
    id="gdp_bridge/section-4/mu-t-laplace",
    where="Section 4",
    kind="limit",
    tier="prose",
    states="The limit mu_t of Theorem 3.3 for the Laplace example is 0.",
    reading="Sensitivity/scale = 2. From eps = 2 on the profile is 0, where eps^2/(-2 log delta) is 0 by continuity.",
    holds=All(
        Rel(laplace.delta(eps, EXAMPLE), "=", 0),
        Limit(eps**2 / (-2 * log(delta)), delta, 0, 0),
    ),
    on=Region(eps=Interval(2, oo)),
)

mu_t_sgd = Claim(
    id="gdp_bridge/section-4/mu-t-sgd",
    where="Section 4",
    kind="limit",
    tier="prose",
    states="The limit mu_t for the SGD example is sqrt(1/2).",
    reading=f"{BEYOND}sigma = A/eps sqrt(log(B/delta)) gives -log delta = (sigma eps/A)^2 - log B, here with A = sigma = 2; B "
    "is 1, and does not matter.",
    holds=All(
        sgd_refines_nothing,
        Limit(sqrt(eps**2 / (2 * (eps**2 - log(B)))), eps, oo, sqrt(Rational(1, 2))),
    ),
    on=Region(x=Interval(2, oo), B=POSITIVE),
)

mu_t_icea = Claim(
    id="gdp_bridge/section-4/mu-t-icea",
    where="Section 4",
    kind="limit",
    tier="prose",
    states="The limit mu_t for the ICEA example is +infinity.",
    reading=f"{BEYOND}There -log delta = log(eps/(4 e^-2)).",
    holds=All(icea_refines_nothing, Limit(sqrt(eps**2 / (2 * log(eps / CLOAK))), eps, oo, oo)),
    on=FAR,
)

laplace_sgd_gdp = Claim(
    id="gdp_bridge/section-4/laplace-sgd-gdp",
    where="Section 4",
    kind="ordering",
    tier="prose",
    states="The Laplace mechanism and SGD examples are GDP.",
    reading=f"{BEYOND}By Theorem 3.2 a tail is enough: the Laplace profile is 0 from eps = 2 on, below every delta_mu; "
    "e^(-eps^2) is below delta_1 in the end, since log delta_1 + eps^2 tends to infinity.",
    holds=All(
        Rel(laplace.delta(eps, EXAMPLE), "=", 0),
        Rel(gaussian.delta(eps, mu), ">", 0),
        sgd_refines_nothing,
        Limit(log_gaussian_tail(Integer(1)) + eps**2, eps, oo, oo),
    ),
    on=Region(eps=Interval(2, oo), mu=POSITIVE, x=Interval(2, oo)),
    assumes=("one-event", "neyman-pearson"),
)

exceeds_every_curve = Limit(log(icea_naive(eps)) - log_gaussian_tail(mu), eps, oo, oo)
icea_crosses_every_mu_gdp = Claim(
    id="gdp_bridge/section-4/icea-crosses-every-mu-gdp",
    where="Section 4",
    kind="ordering",
    tier="prose",
    states="The ICEA profile crosses every mu-GDP curve, however large mu is.",
    reading=f"{BEYOND}However large: for mu >= 2 the profile is below delta_mu at eps = 3/2; for every mu it exceeds delta_mu "
    "in the end, since log delta_A - log delta_mu tends to infinity. (Curves of small mu lie below it altogether: see"
    " Figure 1.)",
    holds=All(
        icea_refines_nothing,
        exceeds_every_curve,
        Implies(Rel(mu, ">=", 2), Rel(icea_naive(Rational(3, 2)), "<", gaussian.delta(Rational(3, 2), mu))),
    ),
    on=Region(mu=POSITIVE, x=Interval(2, oo)),
    assumes=("one-event",),
)

icea_not_gdp = Claim(
    id="gdp_bridge/section-4/icea-not-gdp",
    where="Section 4",
    kind="ordering",
    tier="prose",
    states="ICEA is not mu-GDP for any mu.",
    reading=f"{BEYOND}For every mu, log delta_A - log delta_mu tends to infinity, so delta_A exceeds delta_mu in the end. ICEA"
    " is what its guarantees say and no better.",
    holds=All(
        icea_refines_nothing,
        exceeds_every_curve,
        asymptotic(gaussian.delta.body("mills")(eps, mu), exp(log_gaussian_tail(mu)), eps, oo),
    ),
    on=Region(mu=POSITIVE, x=Interval(2, oo)),
    assumes=("one-event", "neyman-pearson"),
)

gdpt_finite_at_zero = Claim(
    id="gdp_bridge/figure-2/gdpt-finite-at-zero",
    where="Section 4 / Figure 2",
    kind="limit",
    states="All three GDPTs converge to a finite value as eps->0+.",
    reading="Near 0 the profiles are 1 - e^((eps-2)/2) (Laplace) and 1 - (1 + e^eps) h with a constant h in (0, 1/2) (SGD and"
    " ICEA: h is the greatest (1 - delta_0)/(1 + e^eps_0) of a guarantee). mu_GDP(0, delta) = -2 PhiInv((1 - "
    "delta)/2), and mu_GDP(eps, delta) lies between this and sqrt(pi/2) eps more (Theorem 4.2): both tend to a finite"
    " value.",
    holds=All(
        Rel(gaussian.delta(0, -2 * PhiInv((1 - delta) / 2)), "=", delta),
        Limit(-2 * PhiInv(exp((eps - 2) / 2) / 2), eps, 0, laplace.mu(EXAMPLE)),
        Limit(-2 * PhiInv((1 + exp(eps)) * h / 2), eps, 0, -2 * PhiInv(h)),
        Limit(sqrt(pi / 2) * eps, eps, 0, 0),
        Exists({"x": POSITIVE}, Rel((1 - sgd_naive(x)) / (1 + exp(x)), ">", 0)),
        Exists({"x": POSITIVE}, Rel((1 - icea_naive(x)) / (1 + exp(x)), ">", 0)),
    ),
    on=Region(delta=UNIT, h=Interval.open(0, "1/2")),
    assumes=("one-event",),
)

laplace_gdpt_eventually_zero = Claim(
    id="gdp_bridge/figure-2/laplace-gdpt-eventually-zero",
    where="Section 4 / Figure 2",
    kind="identity",
    states="For larger eps the Laplace GDPT is constantly 0.",
    reading="From eps = 2 on. There delta_A = 0, and delta_mu(eps) is positive for every mu > 0 and tends to 0 with mu: the "
    "solution of delta_mu(eps) = 0 is mu = 0.",
    holds=All(
        Rel(laplace.delta(eps, EXAMPLE), "=", 0),
        Rel(gaussian.delta(eps, mu), ">", 0),
        Limit(gaussian.delta(eps, mu), mu, 0, 0),
    ),
    on=Region(eps=Interval(2, oo), mu=POSITIVE),
)

sgd_gdpt_limit = Claim(
    id="gdp_bridge/figure-2/sgd-gdpt-limit",
    where="Section 4 / Figure 2",
    kind="number",
    states="The SGD GDPT converges to a value approximately 0.7.",
    reading=f"{BEYOND}With mu = s sqrt(1/2): delta_mu falls below e^(-eps^2) in the end for s < 1 and exceeds it for s > 1 "
    "(here s = 1/k, k > 1, and s = k), so G_A tends to sqrt(1/2).",
    holds=All(
        sgd_refines_nothing,
        Limit(log_gaussian_tail(1 / (k * sqrt(2))) + eps**2, eps, oo, -oo),
        Limit(log_gaussian_tail(k / sqrt(2)) + eps**2, eps, oo, oo),
        Number(sqrt(Rational(1, 2)), Printed.about("0.7")),
    ),
    on=Region(x=Interval(2, oo), k=Interval.open(1, oo)),
)

icea_gdpt_diverges = Claim(
    id="gdp_bridge/figure-2/icea-gdpt-diverges",
    where="Section 4 / Figure 2",
    kind="limit",
    states="The ICEA GDPT diverges.",
    reading=f"{BEYOND}For every mu the profile exceeds delta_mu in the end, where G_A > mu.",
    holds=All(icea_refines_nothing, exceeds_every_curve),
    on=Region(mu=POSITIVE, x=Interval(2, oo)),
)
