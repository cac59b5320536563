"""What the search for mu costs: the naive method, and Algorithm 1 with its shuffled steps.

Main results: O(eps_h c log c) for the naive method; O(log(c eps_h)) searches and O(eps_h c) in all with shuffling.
Source: section 4.1, before Algorithm 1.
"""

from dplemma.lang.words import *

c, eps_h, x, m, count = variables("c eps_h x m count")

ROOT = sqrt(8) * pi
LISTED = "n = ceil(sqrt(8) pi c eps_h) + 1, the bar of the root over the 8 (see section-4-1/n-choice): n <= sqrt(8) pi x + 2 "
COSTS = "with x = c eps_h. c >= 2 and eps_h >= 1: an order is meant for large values. "
searches = 2 * (ROOT * x + 2) + 2
halvings = (log(c) + log(4 * m)) / log(2)

naive_complexity = Claim(
    id="gdp_bridge/section-4-1/naive-complexity",
    where="Section 4.1", kind="asymptotic", tier="prose",
    states="The naive overall time is O(eps_h c log c).",
    reading=f"{LISTED}{COSTS}There are 2n + 2 <= 21 x searches; each halves a bracket of length m until it is shorter than "
    "1/(2c), at most log_2(4 c m) <= log(c) (1 + log_2(4 m))/log(2) times. The product is the time, in halvings.",
    holds=All(
        Rel(searches, "<=", 21 * x),
        Rel(halvings, "<=", (1 + log(4 * m) / log(2)) / log(2) * log(c)),
    ),
    on=Region(x=Interval(2, oo), c=Interval(2, oo), m=Interval(1, oo)),
)  # fmt: skip

linear_count_approx = Claim(
    id="gdp_bridge/section-4-1/linear-count-approx",
    where="Section 4.1", kind="asymptotic", tier="prose",
    states="The naive number of searches is 2n+2 ~ c eps_h.",
    reading=f"{LISTED}and n >= sqrt(8) pi x + 1, with x = c eps_h. As an order of growth, as the word linear says, against "
    "logarithmic: 2n + 2 is at least x and at most 24 x for x >= 1, and 2n + 2 is asymptotic to 4 sqrt(2) pi x = 17.77 x.",
    holds=All(
        Rel(2 * (ROOT * x + 1) + 2, ">=", x),
        Rel(searches, "<=", 24 * x),
        asymptotic(2 * (ROOT * x + 1) + 2, 4 * sqrt(2) * pi * x, x, oo),
        asymptotic(searches, 4 * sqrt(2) * pi * x, x, oo),
    ),
    on=Region(x=Interval(1, oo)),
)  # fmt: skip

shuffled_searches = 2 * (1 + log(ROOT * x + 4))
expected_log_searches = Claim(
    id="gdp_bridge/section-4-1/expected-log-searches",
    where="Section 4.1", kind="asymptotic", tier="prose",
    states="With shuffling (Algorithm 1) the expected number of binary searches is O(log(c eps_h)).",
    reading=f"{LISTED}with x = c eps_h >= 2. A bound is searched for only where its step exceeds all steps before: the last "
    "of count + 1 steps in random order does with chance 1/(count + 1) at most, so the expected number for count steps is at "
    "most 1 + log(count), by induction; there are n + 2 steps and two bounds. The searches are taken as exact: within its "
    "margin a lower bound that was rounded down may be searched for again.",
    holds=All(
        Rel(1 / (count + 1), "<=", log(count + 1) - log(count)),
        Rel(shuffled_searches, "<=", 12 * log(x)),
    ),
    on=Region(count=Interval(1, oo), x=Interval(2, oo)),
)  # fmt: skip

log_term_eliminated = Claim(
    id="gdp_bridge/section-4-1/log-term-eliminated",
    where="Section 4.1", kind="asymptotic", tier="prose",
    states="The reduction removes the logarithmic factor: total time O(eps_h c).",
    reading=f"{LISTED}{COSTS}Two comparisons for each of n + 2 steps, and at most 12 log(x) expected searches "
    "(expected-log-searches) of log(c) <= log(x) units each, log(x)^2 <= 11 x/20: less than 29 x units in all.",
    holds=All(
        Rel(log(c), "<=", log(c * eps_h)),
        Rel(log(x) ** 2, "<=", 11 * x / 20),
        Rel(2 * (ROOT * x + 4) + 12 * (11 * x / 20), "<=", 29 * x),
    ),
    on=Region(c=Interval(2, oo), eps_h=Interval(1, oo), x=Interval(2, oo)),
)  # fmt: skip
