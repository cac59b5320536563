"""The Laplace example and its Poisson subsamples, measured.

Main results: 1.80-GDP; 0.98 and 0.28 with 50 % and 10 % subsampling.
Source: section 4.3.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

eps, w = variables("eps w")
EXAMPLE = 2  # sensitivity over scale of the Laplace example
R = Rational


def removed(e, rate):
    """Profile of the Laplace example after Poisson subsampling, for the removal of a record ([3], Theorem 8)."""
    return rate * laplace.delta(log(1 + (exp(e) - 1) / rate), EXAMPLE)


def added(weight, rate):
    """The same for adding one, where the weight 1 - e^eps (1 - rate) is positive: weight delta(eps + log(rate/weight))."""
    return weight - sqrt(weight * rate) * exp(eps / 2 - 1)


def least_mu_between(low, high, rate, at):
    """The least mu of a subsample: both profiles are below the upper curve, one is above the lower curve at one eps."""
    return All(
        Rel(removed(eps, rate), "<=", gaussian.delta(eps, high)),
        Implies(Rel(w, "<=", 1 - exp(eps) * (1 - rate)), Rel(added(w, rate), "<=", gaussian.delta(eps, high))),
        Rel(removed(at, rate), ">=", gaussian.delta(at, low)),
    )


HEAD = Region(eps=Interval(0, EXAMPLE))
SUBSAMPLED = Region(eps=Interval(0, EXAMPLE), w=Interval(0, 1))
BRACKET = (
    "The least mu (Corollary 4.1) is within half a unit of the last digit: the profile stays below the curve of the upper end "
)

section_4_3_laplace_1_80 = Claim(
    id="gdp_bridge/section-4-3/laplace-1-80",
    where="Section 4.3",
    kind="number",
    states="The Laplace example is 1.80-GDP.",
    reading=f"{BRACKET}and is above that of the lower end at eps = 0. The paper prints b = 2/Delta; the number belongs to "
    "sensitivity/scale = 2.",
    holds=All(
        Rel(laplace.delta(eps, EXAMPLE), "<=", gaussian.delta(eps, R("1.805"))),
        Rel(laplace.delta(0, EXAMPLE), ">=", gaussian.delta(0, R("1.795"))),
    ),
    on=HEAD,
    assumes=("one-event", "neyman-pearson"),
)

section_4_3_subsample_50 = Claim(
    id="gdp_bridge/section-4-3/subsample-50",
    where="Section 4.3",
    kind="number",
    states="With 50% Poisson subsampling mu becomes 0.98.",
    reading=f"{BRACKET}and is above that of the lower end at eps = 0.77. Add/remove adjacency, both "
    "directions; w is the weight 1 - e^eps (1 - rate), or less.",
    holds=least_mu_between(R("0.975"), R("0.985"), R(1, 2), R("0.77")),
    on=SUBSAMPLED,
    assumes=("one-event", "neyman-pearson"),
)

section_4_3_subsample_10 = Claim(
    id="gdp_bridge/section-4-3/subsample-10",
    where="Section 4.3",
    kind="number",
    states="With 10% Poisson subsampling mu becomes 0.28.",
    reading=f"{BRACKET}and is above that of the lower end at eps = 0.35. Add/remove adjacency, both "
    "directions; w is the weight 1 - e^eps (1 - rate), or less.",
    holds=least_mu_between(R("0.275"), R("0.285"), R(1, 10), R("0.35")),
    on=SUBSAMPLED,
    assumes=("one-event", "neyman-pearson"),
)
