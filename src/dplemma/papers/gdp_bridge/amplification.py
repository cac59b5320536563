"""The Laplace example and its Poisson subsamples, measured.

Main results: 1.80-GDP; 0.98 and 0.28 with 50 % and 10 % subsampling.
Source: section 4.3.
"""

from __future__ import annotations

from dplemma.formulas import gaussian, laplace, subsampled
from dplemma.lang import NONNEGATIVE, All, Claim, Rational, Region, Rel, exp, log, variables

eps = variables("eps")
EXAMPLE = 2  # sensitivity over scale of the Laplace example
R = Rational
HALF, AT_HALF, TENTH, AT_TENTH = R(1, 2), R("0.77"), R(1, 10), R("0.35")


def least_mu_between(low, high, profile, value, at):
    """The least mu of a profile lies between two numbers: it stays below the upper curve and at one eps is above the lower one."""
    return All(Rel(profile, "<=", gaussian.delta(eps, high)), Rel(value, ">=", gaussian.delta(at, low)))


def thinned(e, rate):
    """Profile of the Laplace example after Poisson subsampling, a record being removed ([3], Theorem 8)."""
    return rate * laplace.delta(log(1 + (exp(e) - 1) / rate), EXAMPLE)


BRACKET = "The least mu (Corollary 4.1) is within half a unit of the last digit: the profile stays below the curve of the upper end "

section_4_3_laplace_1_80 = Claim(
    id="gdp_bridge/section-4-3/laplace-1-80",
    where="Section 4.3",
    kind="number",
    states="The Laplace example is 1.80-GDP.",
    reading=f"{BRACKET}and is above that of the lower end at eps = 0. The paper prints b = 2/Delta; the number belongs to "
    "sensitivity/scale = 2.",
    holds=least_mu_between(R("1.795"), R("1.805"), laplace.delta(eps, EXAMPLE), laplace.delta(0, EXAMPLE), 0),
    on=Region(eps=NONNEGATIVE),
)

section_4_3_subsample_50 = Claim(
    id="gdp_bridge/section-4-3/subsample-50",
    where="Section 4.3",
    kind="number",
    states="With 50% Poisson subsampling mu becomes 0.98.",
    reading=f"{BRACKET}and is above that of the lower end at eps = 0.77. Add/remove adjacency, the worse direction.",
    holds=least_mu_between(R("0.975"), R("0.985"), subsampled.laplace_delta(eps, EXAMPLE, HALF), thinned(AT_HALF, HALF), AT_HALF),
    on=Region(eps=NONNEGATIVE),
)

section_4_3_subsample_10 = Claim(
    id="gdp_bridge/section-4-3/subsample-10",
    where="Section 4.3",
    kind="number",
    states="With 10% Poisson subsampling mu becomes 0.28.",
    reading=f"{BRACKET}and is above that of the lower end at eps = 0.35. Add/remove adjacency, the worse direction.",
    holds=least_mu_between(R("0.275"), R("0.285"), subsampled.laplace_delta(eps, EXAMPLE, TENTH), thinned(AT_TENTH, TENTH), AT_TENTH),
    on=Region(eps=NONNEGATIVE),
)
