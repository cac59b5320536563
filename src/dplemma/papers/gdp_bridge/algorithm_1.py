"""Algorithm 1, run as printed on the Laplace mechanism, whose mu is known.

Main results: the two bounds enclose mu, and with the greater bound kept within 3/(2c); as extracted they exchange their roles.
Source: section 4.1, Algorithm 1.
"""

import math

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

__all__ = ["S", "c", "d", "eps_0", "eps_h", "found", "from_above", "from_below", "half", "mu_minus", "mu_plus", "n", "upright"]

eps_0, eps_h, c, mu_minus, mu_plus, result = variables("eps_0 eps_h c mu_minus mu_plus result")
x, x_profile, width, n, d, S, found = variables("x x_profile width n d S found")


def profile(here, bound):
    """delta_bound(here), which is 0 for the bound 0."""
    return Piecewise((0, bound <= 0), (gaussian.delta(here, bound), True))


# What a binary search for mu_GDP(x, delta_A(x_profile)) ends with; delta_mu increases with mu.
wanted = laplace.delta(x_profile, eps_0)
from_above = All(Rel(profile(x, result), ">=", wanted), Rel(profile(x, result - width), "<", wanted))
from_below = All(Rel(profile(x, result), "<=", wanted), Rel(profile(x, result + width), ">", wanted))


def ceiling(root, factor):
    """The ceiling of an expression in c and eps_h, guessed in floating point and checked by its contract."""
    return Subroutine(
        says="ceiling",
        takes=("c", "eps_h"),
        contract=Chain(result - 1, "<", root, "<=", result),
        compute=lambda c, eps_h: Fraction(math.ceil(factor(float(c), float(eps_h)))),
    )


def binary_search(side, contract):
    """mu_GDP^+ or mu_GDP^- of Algorithm 2: a bound of mu_GDP within the width."""
    return Subroutine(
        says=f"binary search, rounded {side}",
        takes=("x", "x_profile", "eps_0", "width"),
        contract=contract,
        value=gaussian.mu(x, wanted),
        round=side,
    )


SEARCHES = {
    "mu_GDP^+": binary_search("up", from_above),
    "mu_GDP^-": binary_search("down", from_below),
}


def improve(known, search, at, profile_at, margin, keep=False):
    """Search for a bound of mu_GDP(at d, delta_A(profile_at d)) where the known one is too low; `keep` keeps the greater one."""
    here, there = at * d, profile_at * d
    searched = (Invoke(found, search, here, there, eps_0, margin), Set(known, Max(known, found) if keep else found))
    too_low = Rel(profile(here, known), "<", laplace.delta(there, eps_0))
    return When(Rel(there, "<", eps_0), When(too_low, searched))


def measure(*improvements, start=0):
    """Algorithm 1: its grid, and its loop over the steps [S d, (S + 1) d], shuffled; the listing starts from 0."""
    return (*grid, Set(mu_minus, start), Set(mu_plus, start), Each(S, 0, n + 1, improvements, shuffled=True))


def upright(margin, keep=False, start=0):
    """mu^+ fed by the upper staircase, mu^- by the lower one."""
    upper = improve(mu_plus, "mu_GDP^+", S + 1, S, margin, keep)
    lower = improve(mu_minus, "mu_GDP^-", S, S + 1, margin, keep)
    return measure(upper, lower, start=start)


half = 1 / (2 * c)
grid = (Invoke(n, "ceiling", c, eps_h), Set(n, n + 1), Set(d, eps_h / (n - 1)))
as_printed = measure(improve(mu_plus, "mu_GDP^+", S, S + 1, half), improve(mu_minus, "mu_GDP^-", S + 1, S, half))
INPUTS = Region(eps_0=Interval(1, 2), eps_h=Interval(2, 3), c=Interval.integers(1, 2), points=[{"eps_0": 1, "eps_h": 2, "c": 1}])
algorithm_1_enclosure = Claim(
    id="gdp_bridge/algorithm-1/enclosure",
    where="Algorithm 1",
    kind="algorithm",
    states="As printed (mu^+ updated with mu_GDP^+(x^-,delta_A(x^+)), mu^- updated with mu_GDP^-(x^+,delta_A(x^-))), the outputs "
    "satisfy mu_- <= mu <= mu_+.",
    reading="mu^+ is fed by the upper staircase of Theorem 4.3, mu_GDP(x^+, delta_A(x^-)), and mu^- by the lower one; the "
    "signs over x are exchanged in the text. The bar of the root covers the 8 alone: with d <= 1/(sqrt(8) pi c) the sqrt(2) "
    "pi d of eq. 2 as extracted is exactly the gap 1/(2c) that the text states, at the cost O(eps_h c). A is the Laplace "
    "mechanism with sensitivity/scale eps_0 <= eps_h, so that nothing lies beyond eps_h and mu is laplace.mu(eps_0); mu_-, "
    "mu_+ and mu^-, mu^+ are the same variables. The binary search returns the sharpest bounds it may. Steps on which the "
    "profile is 0 never change anything.",
    holds=Algorithm(
        upright(half),
        promise=Chain(mu_minus, "<=", laplace.mu(eps_0), "<=", mu_plus),
        uses={"ceiling": ceiling(sqrt(8) * pi * c * eps_h, lambda c, h: math.sqrt(8) * math.pi * c * h), **SEARCHES},
    ),
    on=INPUTS,
    as_extracted=Extracted(
        Algorithm(
            as_printed,
            promise=Chain(mu_minus, "<=", laplace.mu(eps_0), "<=", mu_plus),
            uses={"ceiling": ceiling(sqrt(8 * c * pi * eps_h), lambda c, h: math.sqrt(8 * c * math.pi * h)), **SEARCHES},
        ),
        why="The two staircases are exchanged: mu^+ is fed by the lower one, mu_GDP(x^-, delta_A(x^+)), and mu^- by the upper "
        "one, so the outputs need not enclose mu; mu^+ is too small.",
    ),
    sharpen=sharpened(
        states="With mu^- <- max(mu^-, ...) the outputs satisfy mu_- <= mu <= mu_+ and mu_+ - mu_- < 1/c + 1/(2c).",
        reading="The binary search adds its width on both sides; without the maximum a search that returns the loosest bound "
        "it may would let mu^- fall from step to step.",
        holds=Algorithm(
            upright(half, keep=True),
            promise=All(
                Chain(mu_minus, "<=", laplace.mu(eps_0), "<=", mu_plus),
                Rel(mu_plus - mu_minus, "<", 3 / (2 * c)),
            ),
            uses={"ceiling": ceiling(sqrt(8) * pi * c * eps_h, lambda c, h: math.sqrt(8) * math.pi * c * h), **SEARCHES},
        ),
        on=INPUTS,
    ),
)
