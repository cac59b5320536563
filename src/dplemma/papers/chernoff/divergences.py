"""Error exponents of repeated tests, Chernoff information, Rényi and Kullback-Leibler divergence of two Gaussians.

Main results: the exponents of Stein and Chernoff for Gaussians, eqs. 24 and 25; the sign and the exponent of eq. 23, mended.
Source: section IV, up to Definition 5.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

a, alpha, mu, r, c, d, u, v, x, sigma = variables("a alpha mu r c d u v x sigma")
mu_0, mu_1, sigma_0, sigma_1 = variables("mu_0 mu_1 sigma_0 sigma_1")
HALF = Rational(1, 2)

stein = Claim(
    id="chernoff/section-iv/stein",
    where="Section IV, first sentence", kind="asymptotic", tier="prose",
    states="The best error exponent for choosing between two distributions is the Kullback-Leibler divergence (Stein's lemma).",
    reading="Decided only for the two Gaussian outputs of this paper, which have equal variances. For N(0, 1) against N(mu, 1) "
    "and n = r^2 draws, equivalent to one draw with shift r mu: the best test of any fixed size alpha misses with chance "
    "Q(r mu - Q^{-1}(alpha)), whose exponent per draw is the divergence.",
    holds=Limit(-log(Q(r * mu - QInv(alpha))) / r**2, r, oo, gaussian.kl(mu)),
    on=Region(mu=POSITIVE, alpha=UNIT),
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip

# Thresholds c = r mu/2 + d on the sufficient statistic; the size is Q(c), the chance of a miss Q(r mu - c).
size, miss = Q(x / 2 + d), Q(x / 2 - d)
bayes_exponent = Claim(
    id="chernoff/section-iv/bayes-exponent",
    where="Section IV, second sentence", kind="asymptotic", tier="prose",
    states="Minimising the weighted sum pi = a alpha + b beta, the best error exponent is the Chernoff information.",
    reading="Decided only for the two Gaussian outputs of this paper, which have equal variances. For N(0, 1) against N(mu, 1) "
    "and n = r^2 draws, x = r mu; a <= b without loss. A test with alpha + beta >= 2 Q(x/2) has pi >= a (alpha + beta) >= "
    "2 a Q(x/2), every threshold is such a test, and the middle one has pi = Q(x/2): the least pi lies between two bounds "
    "with the exponent mu^2/8, whatever the prior.",
    holds=All(
        Rel(size + miss, ">=", 2 * Q(x / 2)),
        Rel(a * size.subs(d, 0) + (1 - a) * miss.subs(d, 0), "=", Q(x / 2)),
        Limit(-log(Q(r * mu / 2)) / r**2, r, oo, gaussian.chernoff(mu)),
        Limit(-log(2 * a * Q(r * mu / 2)) / r**2, r, oo, gaussian.chernoff(mu)),
    ),
    on=Region(mu=POSITIVE, x=POSITIVE, a=Interval.lopen(0, HALF), d=REAL),
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip

# The integral of f_0^a f_1^(1-a), first for one standard deviation, then for two.
exponent = -a * (x - mu_0) ** 2 / (2 * sigma**2) - (1 - a) * (x - mu_1) ** 2 / (2 * sigma**2)
equal_overlap = Integral(exp(exponent) / (sqrt(2 * pi) * sigma), (x, -oo, oo))
information = (mu_0 - mu_1) ** 2 / (8 * sigma**2)
EQUAL = Region(
    a=UNIT, mu_0=REAL, mu_1=REAL, sigma=POSITIVE, points=[{"a": "1/4", "mu_0": 0, "mu_1": 1, "sigma": 1}],
)  # fmt: skip

prior_as_exponent = Claim(
    id="chernoff/section-iv/prior-as-exponent",
    where="Section IV, sentence with eq. 23", kind="definition", tier="prose",
    states="The Chernoff information for prior probabilities a and b=1-a is int f0^a f1^b based: the priors are the exponents "
    "of eq. 23.",
    reading="With the minus sign that eq. 25 needs. What it names is the exponent of the Bayes error with priors a and b, "
    "which for Gaussians of one variance is (mu0-mu1)^2/(8 sigma^2) for every a (section-iv/bayes-exponent).",
    holds=Obligations(is_the_bayes_exponent=Rel(-log(equal_overlap), "=", information)),
    on=EQUAL,
    why="The exponent of the Bayes error does not depend on the priors; the exponent in the integral is the one that makes "
    "it smallest, and a prior put in its place gives 4 a b times the right value.",
    harm="unsafe",
    amend=amended(
        tier="prose",
        states="Chernoff information is the greatest value of -log int f0^s f1^(1-s) over s in (0, 1), for every prior; for "
        "Gaussians of one variance it is attained at s = 1/2.",
        reading="a is the exponent s.",
        holds=Obligations(
            is_an_upper_bound=Rel(-log(equal_overlap), "<=", information),
            is_attained=Rel(-log(equal_overlap.subs(a, HALF)), "=", information),
        ),
        on=EQUAL,
    ),
)  # fmt: skip


def overlap(order: Any) -> Any:
    """Integral of f_0^order f_1^(1-order) for N(mu_0, sigma_0^2) and N(mu_1, sigma_1^2)."""
    joint = -order * (x - mu_0) ** 2 / (2 * sigma_0**2) - (1 - order) * (x - mu_1) ** 2 / (2 * sigma_1**2)
    return Integral(exp(joint), (x, -oo, oo)) / (sqrt(2 * pi) * sigma_0**order * sigma_1 ** (1 - order))


def variance(order: Any) -> Any:
    return order * sigma_1**2 + (1 - order) * sigma_0**2


def renyi_24(order: Any) -> Any:
    """The right side of eq. 24."""
    spread = log(sigma_1 / sigma_0) + log(sigma_1**2 / variance(order)) / (2 * (order - 1))
    return spread + order * (mu_0 - mu_1) ** 2 / (2 * variance(order))


GAUSSIANS = {"mu_0": REAL, "mu_1": REAL, "sigma_0": POSITIVE, "sigma_1": POSITIVE}
closed_overlap = (
    (sigma_1 / sigma_0) ** (a - 1) * sqrt(sigma_1**2 / variance(a)) * exp(-a * (1 - a) * (mu_0 - mu_1) ** 2 / (2 * variance(a)))
)
# -log of the same with v = (sigma_1/sigma_0)^2 and u = ((mu_0 - mu_1)/sigma_0)^2.
spread_part = (log(1 + a * (v - 1)) - a * log(v)) / 2
shift_part = a * (1 - a) * u / (2 * (1 + a * (v - 1)))
RATIOS = {v: (sigma_1 / sigma_0) ** 2, u: ((mu_0 - mu_1) / sigma_0) ** 2}

eq_23 = Claim(
    id="chernoff/eq-23",
    where="eq. 23",
    kind="definition",
    states="C_a(f0||f1) = log int f0(x)^a f1(x)^b dx, b = 1-a.",
    reading="The minus sign is lost in the text: eq. 25 and the relation to the Rényi divergence after eq. 24 have a positive "
    "C_a. The integral in closed form; -log of it is the sum of two nonnegative parts, with v = (sigma1/sigma0)^2 and "
    "u = ((mu0-mu1)/sigma0)^2.",
    holds=Obligations(
        closed_form=Rel(overlap(a), "=", closed_overlap),
        two_parts=Rel(-log(closed_overlap), "=", (spread_part + shift_part).subs(RATIOS)),
        spread_is_nonnegative=Rel(log(1 + a * (v - 1)), ">=", a * log(v)),
        shift_is_nonnegative=Rel(shift_part, ">=", 0),
        gives_eq_25=Rel(-log(equal_overlap.subs(a, HALF)), "=", information),
    ),
    on=Region(a=UNIT, **GAUSSIANS, sigma=POSITIVE, v=POSITIVE, u=NONNEGATIVE),
    as_extracted=Extracted(
        Obligations(
            nonnegative=Rel(log(overlap(a)), ">=", 0),
            gives_eq_25=Rel(log(equal_overlap.subs(a, HALF)), "=", information),
        ),
        on=Region(
            a=UNIT,
            **GAUSSIANS,
            sigma=POSITIVE,
            points=[{"a": "1/2", "mu_0": 0, "mu_1": 1, "sigma_0": 1, "sigma_1": 1, "sigma": 1}],
        ),
        why="The minus sign is missing: the integral is at most 1, so the printed C_a is never positive.",
    ),
)

# The order a in (0, 1) written as u/(1 + u), u > 0, which shows that the mixed variance is positive.
order = u / (1 + u)
ORDERS = Region(u=POSITIVE, **GAUSSIANS)
eq_24 = Claim(
    id="chernoff/eq-24",
    where="eq. 24", kind="identity",
    states="Renyi divergence of N(mu0,s0^2) from N(mu1,s1^2): D_a = ln(s1/s0) + (1/(2(a-1))) ln(s1^2/v) + a (mu0-mu1)^2/(2v), v "
    "= a s1^2 + (1-a) s0^2.",
    reading="D_a = log(int f0^a f1^(1-a))/(a-1) for a in (0, 1), as in eq. 23, where v > 0; a = u/(1 + u) with u > 0. (For a > 1 "
    "the condition v > 0 must be added.)",
    lhs=log(overlap(order)) / (order - 1), rel="=", rhs=renyi_24(order),
    on=ORDERS,
)  # fmt: skip

renyi_chernoff_relation = Claim(
    id="chernoff/section-iv/renyi-chernoff-relation",
    where="text between eqs. 24 and 25", kind="identity", tier="prose",
    states="D_a(f0||f1) = C_a(f0||f1)/(1-a).",
    reading="D_a by eq. 24; C_a with the minus sign that this relation and eq. 25 need (see eq-23); a = u/(1 + u).",
    lhs=renyi_24(order), rel="=", rhs=-log(overlap(order)) / (1 - order),
    on=ORDERS,
)  # fmt: skip

eq_25 = Claim(
    id="chernoff/eq-25",
    where="eq. 25", kind="identity",
    states="With a=1-a and equal standard deviations, C(f0||f1) = (mu0-mu1)^2/(8 sigma^2).",
    reading="C_a with the minus sign that this value needs (see eq-23), at a = 1/2. For means mu sigma apart, mu > 0, it is "
    "gaussian.chernoff(mu).",
    holds=All(
        Rel(-log(equal_overlap.subs(a, HALF)), "=", information),
        Rel(information.subs(mu_0, mu_1 + mu * sigma), "=", gaussian.chernoff(mu)),
    ),
    on=EQUAL.without("a").extended(mu=POSITIVE),
)  # fmt: skip

log_ratio = log(sigma_1 / sigma_0) - (x - mu_0) ** 2 / (2 * sigma_0**2) + (x - mu_1) ** 2 / (2 * sigma_1**2)
density_0 = exp(-((x - mu_0) ** 2) / (2 * sigma_0**2)) / (sqrt(2 * pi) * sigma_0)
kl_gaussian = Claim(
    id="chernoff/section-iv/kl-gaussian",
    where="text after eq. 25", kind="identity", tier="prose",
    states="D_KL(f0||f1) = log(s1/s0) + s0^2/(2 s1^2) + (mu1-mu0)^2/(2 s1^2) - 1/2.",
    reading="The expectation under f0 of the logarithm of f0/f1.",
    lhs=Integral(density_0 * log_ratio, (x, -oo, oo)), rel="=",
    rhs=log(sigma_1 / sigma_0) + sigma_0**2 / (2 * sigma_1**2) + (mu_1 - mu_0) ** 2 / (2 * sigma_1**2) - HALF,
    on=Region(**GAUSSIANS),
)  # fmt: skip
