"""Chernoff information against Kullback-Leibler divergence in the figures, and as a divergence of exponential families.

Main results: a smaller divergence is the weaker constraint (mended); the gap to the bound; with the noise of Definition 3 the
divergence stays below exp(eps) (mended).
Source: footnote 1 and section V, the paragraph on Chernoff DP.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *
from dplemma.papers.chernoff.divergences import GAUSSIANS, mu_0, mu_1, overlap, sigma_0, sigma_1

a, eps, delta, mu, c, u = variables("a eps delta mu c u")
order = u / (1 + u)


def normaliser(linear: Any, quadratic: Any) -> Any:
    """Log-normaliser of exp(linear x - quadratic x^2): log of the integral over x, up to log(pi)/2."""
    return linear**2 / (4 * quadratic) - log(quadratic) / 2


natural_0 = (mu_0 / sigma_0**2, 1 / (2 * sigma_0**2))
natural_1 = (mu_1 / sigma_1**2, 1 / (2 * sigma_1**2))
mixed = tuple(order * first + (1 - order) * second for first, second in zip(natural_0, natural_1, strict=True))
footnote_1 = Claim(
    id="chernoff/footnote-1",
    where="footnote 1", kind="identity", tier="prose",
    states="The Chernoff divergence of Gaussians can be derived alternatively by exponential families.",
    reading="In an exponential family with log-normaliser F the divergence is a F(theta_0) + (1-a) F(theta_1) - F(a theta_0 + "
    "(1-a) theta_1). For Gaussians theta = (mu/sigma^2, 1/(2 sigma^2)) and F = theta_1^2/(4 theta_2) - log(theta_2)/2 up to a "
    "constant; C_a with the minus sign of eq. 23, a = u/(1 + u).",
    lhs=-log(overlap(order)), rel="=",
    rhs=order * normaliser(*natural_0) + (1 - order) * normaliser(*natural_1) - normaliser(*mixed),
    on=Region(u=POSITIVE, **GAUSSIANS),
)  # fmt: skip

chernoff_a = a * (1 - a) * mu**2 / 2
chernoff_tighter_stricter = Claim(
    id="chernoff/section-v/chernoff-tighter-stricter",
    where="Section V, Chernoff DP paragraph", kind="ordering", tier="prose",
    states="Due to the priors Chernoff information is tighter than KL divergence and consequently provides a more strict privacy "
    "constraint.",
    reading="Tighter: smaller, as Figure 1 shows it; stricter: C_a <= exp(eps) implies D_KL <= exp(eps). For the Gaussian "
    "mechanism, with the minus sign of eq. 23.",
    holds=All(
        Rel(chernoff_a, "<", gaussian.kl(mu)),
        Implies(Rel(chernoff_a, "<=", exp(eps)), Rel(gaussian.kl(mu), "<=", exp(eps))),
    ),
    on=Region(a=UNIT, mu=POSITIVE, eps=NONNEGATIVE, points=[{"a": "1/2", "mu": 2, "eps": 0}]),
    why="It is smaller, and so the weaker constraint: the same bound on a smaller divergence asks for less.",
    harm="unsafe",
    amend=amended(
        tier="prose",
        states="Chernoff information is at most a quarter of the KL divergence and consequently provides a less strict privacy "
        "constraint at the same level.",
        holds=All(
            Rel(chernoff_a, "<=", gaussian.kl(mu) / 4),
            Implies(Rel(gaussian.kl(mu), "<=", exp(eps)), Rel(chernoff_a, "<=", exp(eps))),
            Exists(
                {"a": UNIT, "mu": POSITIVE, "eps": NONNEGATIVE},
                All(Rel(chernoff_a, "<=", exp(eps)), Rel(gaussian.kl(mu), ">", exp(eps))),
            ),
        ),
        on=Region(a=UNIT, mu=POSITIVE, eps=NONNEGATIVE),
    ),
)  # fmt: skip


def index(multiple: Any, tail: Any) -> Any:
    """Delta mu/sigma_z for an attack of so many s and the noise of Definition 3; s cancels."""
    return multiple * eps / sqrt(2 * log(Rational("1.25") / tail))


BUDGET = Region(c=POSITIVE, eps=POSITIVE, delta=UNIT)
gap_closes = Claim(
    id="chernoff/section-v/gap-closes",
    where="Section V, Figure 1 discussion", kind="monotonicity", tier="prose",
    states="Increasing the impact of the attack (as a multiple of s) closes the gap to the upper bound for Chernoff-DP.",
    reading="Delta mu = c s, with the noise of Definition 3: the gap exp(eps) - C decreases in c, and vanishes at c = 4 "
    "exp(eps/2) sqrt(log(1.25/delta))/eps.",
    holds=All(
        Monotone(exp(eps) - gaussian.chernoff(index(c, delta)), c, "decreasing"),
        Rel(gaussian.chernoff(index(4 * exp(eps / 2) * sqrt(log(Rational("1.25") / delta)) / eps, delta)), "=", exp(eps)),
    ),
    on=BUDGET,
)  # fmt: skip

tail = eps / 20
kl_violates_bound = Claim(
    id="chernoff/section-v/kl-violates-bound",
    where="Section V, Figure 1 discussion", kind="inequality", tier="prose",
    states="For Delta mu=2s and Delta mu=4s, KL-DP does not violate the upper bound (exp(eps)) only in the high privacy regime, "
    "i.e. it violates it for larger eps.",
    reading="The upper bound of the legend is the constraint of Definition 5, as the paragraph says before, and Definition 4 has "
    "the same: exp(eps), as in gap-closes. With the noise of Definition 3 and delta = eps/20 as in Figure 2 (Figure 1 names "
    "none): for each of the two there is an eps at which the divergence exceeds exp(eps).",
    holds=All(*(
        Exists({"eps": Interval.open(0, 20)}, Rel(gaussian.kl(index(times, tail)), ">", exp(eps))) for times in (2, 4)
    )),
    why="With the noise of Definition 3 the divergence is c^2 eps^2/(4 log(1.25/delta)), which stays below exp(eps) for every "
    "eps. With a fixed delta it exceeds exp(eps) only for delta > 0.72 (c = 2) or 0.14 (c = 4), around eps = 2, and never for "
    "large eps: the ratio of the two tends to 0. The sentence is right for the bound eps of the work that Definition 4 cites.",
    harm="wrong",
    amend=amended(
        tier="prose",
        states="For Delta mu = c s, c = 2 or 4, and delta = eps/20, the divergence is at most the privacy budget eps only "
        "in the high privacy regime, c^2 eps <= 4 log(25/eps): eps up to 2.36 or 0.846. It is below exp(eps) for every eps, with "
        "any fixed delta <= 1/10 too, and its ratio to exp(eps) tends to 0 as eps grows.",
        reading="With the noise of Definition 3. The bound eps is that of the work that Definition 4 cites; c^2 eps increases "
        "and 4 log(25/eps) decreases, so each c has one threshold.",
        holds=All(
            *(
                Iff(Rel(gaussian.kl(index(times, tail)), "<=", eps), Rel(times**2 * eps, "<=", 4 * log(25 / eps)))
                for times in (2, 4)
            ),
            *(Rel(gaussian.kl(index(times, tail)), "<", exp(eps)) for times in (2, 4)),
            Rel(gaussian.kl(index(4, delta)), "<", exp(eps)),
            Limit(gaussian.kl(index(4, delta)) / exp(eps), eps, oo, 0),
        ),
        on=Region(eps=Interval.open(0, 20), delta=Interval.lopen(0, "1/10")),
    ),
)  # fmt: skip
