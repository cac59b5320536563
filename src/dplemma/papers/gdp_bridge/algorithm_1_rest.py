"""Algorithm 1, run with a bisection: its margin, its grid, its inputs, and the naive method beside it.

Main results: the two bounds are at most 1/c apart; the grid covers; mu_t may be the start.
Source: section 4.1, Algorithm 1.
"""

import math

from dplemma.formulas import laplace
from dplemma.lang.words import *
from dplemma.papers.gdp_bridge.algorithm_1 import *

mu_t, result = variables("mu_t result")
naive_minus, naive_plus, mu_minus_from_0, mu_plus_from_0 = variables("naive_minus naive_plus mu_minus_from_0 mu_plus_from_0")

enclosure = Chain(mu_minus, "<=", laplace.mu(eps_0), "<=", mu_plus)


def bracket_of(x, x_profile, eps_0, width):
    """Algorithm 2 in doubles: halve [0, 2^k] until the bracket of mu_GDP(x, delta_A(x_profile)) is shorter than the width."""

    def tail(z):
        return math.erfc(z / math.sqrt(2)) / 2

    def is_below(mu):
        profile = tail(float(x / mu - mu / 2)) - math.exp(x) * tail(float(x / mu + mu / 2))
        return profile < -math.expm1((float(x_profile) - float(eps_0)) / 2)

    low, high = Fraction(0), Fraction(1)
    while is_below(high):
        high *= 2
    while high - low >= width:
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low, high


def bisection(end, contract):
    """mu_GDP^- (end 0) or mu_GDP^+ (end 1): an end of the bracket that the bisection leaves."""
    takes = ("x", "x_profile", "eps_0", "width")
    return Subroutine(says="bisection", takes=takes, contract=contract, compute=lambda *given: bracket_of(*given)[end])


USES = {
    "ceiling": Subroutine(
        says="ceiling", takes=("c", "eps_h"), contract=Chain(result - 1, "<", sqrt(8) * pi * c * eps_h, "<=", result),
        compute=lambda c, eps_h: Fraction(math.ceil(math.sqrt(8) * math.pi * c * eps_h)),
    ),
    "mu_GDP^-": bisection(0, from_below),
    "mu_GDP^+": bisection(1, from_above),
}  # fmt: skip
SIDES = ((naive_minus, "mu_GDP^-", S, S + 1), (naive_plus, "mu_GDP^+", S + 1, S))


def every_search(known, search, at, profile_at):
    """The greatest of all bounds that one search for each step returns."""
    here, there = at * d, profile_at * d
    searched = (Invoke(found, search, here, there, eps_0, half), Set(known, Max(known, found)))
    return (Set(known, 0), Each(S, 0, n + 1, When(Rel(there, "<", eps_0), searched)))


beside_naive = (*upright(half), *(line for side in SIDES for line in every_search(*side)))
twice = (*upright(half), Set(mu_minus_from_0, mu_minus), Set(mu_plus_from_0, mu_plus), *upright(half, start=mu_t))


SMALL = {"eps_0": Interval("1/10", "1/5"), "eps_h": Interval("1/5", "3/10"), "c": Interval.integers(2, 3)}
INPUTS = Region(**SMALL, points=[{"eps_0": "4/25", "eps_h": "13/50", "c": 3}])
READ = (
    "Algorithm 1 as read in algorithm-1/enclosure (the signs over x exchanged, the bar of the root over the 8 alone), for the "
    "Laplace mechanism with sensitivity/scale eps_0 <= eps_h; the search of Algorithm 2, which stands in an appendix that the "
    "text lacks, is a bisection that starts from [0, 2^k]. "
)

error_margin = Claim(
    id="gdp_bridge/algorithm-1/error-margin",
    where="Algorithm 1", kind="algorithm",
    states="The output interval has width at most 1/c (c is the reciprocal of the error margin).",
    reading=f"{READ}Both ends of its brackets are multiples of one power of 2 (section-4-1/overall-gap/amended says why that is "
    "enough). A search of another kind, only known to end within 1/(2c), may leave more than 1/c, since it errs on both sides: "
    "section-4-1/overall-gap.",
    holds=Algorithm(upright(half), promise=All(enclosure, Rel(mu_plus - mu_minus, "<=", 1 / c)), uses=USES),
    on=Region(
        eps_0=Interval("1/10", 1), eps_h=Interval(1, "3/2"), c=Interval.integers(1, 7),
        points=[{"eps_0": "17/25", "eps_h": "3/2", "c": 7}, {"eps_0": "4/25", "eps_h": 1, "c": 3}],
    ),
)  # fmt: skip

# the steps of the grid: their width for n - 1, a ceiling of a positive number, and where each begins and ends
spacing = eps_h / (n - 1)
begins, ends = S * spacing, (S + 1) * spacing
grid_covers_range = Claim(
    id="gdp_bridge/algorithm-1/grid-covers-range",
    where="Algorithm 1", kind="algorithm",
    states="d=eps_h/(n-1), S=[0,...,n+1]: the intervals [S d,(S+1)d] cover [0,eps_h].",
    reading="The first begins at 0, each ends where the next begins, and the last ends at (n+2) d, beyond eps_h = (n-1) d.",
    holds=All(
        Rel(begins.subs(S, 0), "=", 0),
        Rel(ends, "=", begins.subs(S, S + 1)),
        Rel(ends.subs(S, n + 1), ">=", eps_h),
    ),
    on=Region(eps_h=POSITIVE, n=Interval.integers(2, oo), S=Interval.integers(0, oo)),
)  # fmt: skip

mu_t_input = Claim(
    id="gdp_bridge/algorithm-1/mu-t-input",
    where="Algorithm 1", kind="algorithm",
    states="mu_t is listed among the inputs.",
    reading=f"{READ}The bracket after the inputs explains three of the four, and no line reads mu_t. As an input it can serve as "
    "a lower bound of mu, which it is by Theorem 3.3, from which both bounds start in the place of 0: for any such mu_t, at most "
    "the mu of the mechanism, the outputs enclose mu, as they do from 0.",
    holds=Algorithm(
        twice,
        promise=All(enclosure, Chain(mu_minus_from_0, "<=", laplace.mu(eps_0), "<=", mu_plus_from_0)), uses=USES,
    ),
    on=Region(**SMALL, mu_t=Interval(0, 1), such_that=Rel(mu_t, "<=", laplace.mu(eps_0))),
)  # fmt: skip

better_accuracy = Claim(
    id="gdp_bridge/algorithm-1/better-accuracy",
    where="Section 4.1 (remark after Algorithm 1)", kind="algorithm",
    states="Algorithm 1 is more accurate than the naive method: bounds are closer while coverage is maintained.",
    reading=f"{READ}The naive method searches at every step and takes the greatest bounds. Closer is read as not farther "
    "apart: with a bisection of fixed brackets both return the same bounds; where the search may return any bound within its "
    "margin, a step that Algorithm 1 skips cannot raise its mu^+.",
    holds=Algorithm(
        beside_naive,
        promise=All(enclosure, Rel(mu_plus - mu_minus, "<=", naive_plus - naive_minus)), uses=USES,
    ),
    on=INPUTS,
)  # fmt: skip
