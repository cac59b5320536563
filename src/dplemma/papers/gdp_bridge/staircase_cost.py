"""What the staircases cost and how close they come: number of steps, binary searches, overall gap.

Main results: the gap of the staircases is below 1/(2c); that the computed bounds are within 1/c does not follow from it and from
the width of the searches, and holds for a bisection.
Source: section 4.1, after Theorem 4.3.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, mu, x = variables("eps delta mu x")
c, n, eps_h, k, w, m = variables("c n eps_h k w m")
b, s, r, t, h = variables("b s r t h")
COUNT = Interval.integers(1, oo)
ERRORS = {"s": NONNEGATIVE, "r": NONNEGATIVE, "t": NONNEGATIVE}
step = eps_h / n
eq_2_gap = sqrt(2 * pi) * step  # eq. 2, the root over 2 pi: the greatest values of the two staircases differ by at most this

partial_derivative_uniformly_bounded = Claim(
    id="gdp_bridge/section-4-1/partial-derivative-uniformly-bounded",
    where="Section 4.1",
    kind="inequality",
    tier="prose",
    states="mu_GDP has a uniformly bounded partial derivative (used: in eps).",
    reading="In eps, as used, at the mu = mu_GDP(eps, delta): with delta fixed it is -(d delta_mu/d eps)/(d delta_mu/d mu), "
    "of which section-4/delta-decreasing-in-eps and delta-increasing-in-mu have both parts: the Mills ratio at eps/mu"
    " + mu/2. One constant, sqrt(pi/2), serves all eps and mu, hence all eps and delta.",
    holds=All(
        Rel(exp(eps) * Phi(-eps / mu - mu / 2) / phi(eps / mu - mu / 2), "=", Mills(eps / mu + mu / 2)),
        Chain(0, "<=", Mills(x), "<=", sqrt(pi / 2)),
    ),
    on=Region(eps=NONNEGATIVE, mu=POSITIVE, x=NONNEGATIVE),
)

finitely_many_values = Claim(
    id="gdp_bridge/section-4-1/finitely-many-values",
    where="Section 4.1",
    kind="definition",
    tier="prose",
    states="Each staircase takes only finitely many values and G_A is between them on [0,eps_h], so G_A can be bounded to "
    "any precision on [0,eps_h].",
    reading="The steps i = 0, ..., n of the grid x_i = i eps_h/n, one value each, cover [0, eps_h]. mu_GDP rises with both "
    "arguments and the profile falls, so mu_GDP(x_i, delta_A(x_(i+1))) <= G_A(eps) <= mu_GDP(x_(i+1), delta_A(x_i)) "
    "on the step. By eq. 2, with the root over 2 pi, the greatest values of the staircases differ by at most sqrt(2 pi) "
    "eps_h/n, which is as small as one likes.",
    holds=Obligations(
        steps_cover_the_head=All(Rel(n * step, "<=", eps_h), Rel(eps_h, "<", (n + 1) * step)),
        between_because_it_rises_with_eps=Monotone(gaussian.mu(eps, delta), eps, "increasing", strict=False),
        and_with_delta=Monotone(gaussian.mu(eps, delta), delta, "increasing"),
        to_any_precision=Limit(eq_2_gap, n, oo, 0),
    ),
    on=Region(eps=NONNEGATIVE, delta=UNIT, eps_h=POSITIVE, n=COUNT),
)

interval_1_over_c = Claim(
    id="gdp_bridge/section-4-1/interval-1-over-c",
    where="Section 4.1",
    kind="inequality",
    tier="prose",
    states="For any c>0, (2) yields an interval of length <= 1/c containing max_{[0,eps_h]} G_A.",
    reading="Enough steps, n >= sqrt(2 pi) c eps_h, make the bound of eq. 2, sqrt(2 pi) eps_h/n (the root over 2 pi, see "
    "eq-2/third), at most 1/c.",
    holds=Implies(Rel(n, ">=", sqrt(2 * pi) * c * eps_h), Rel(eq_2_gap, "<=", 1 / c)),
    on=Region(c=POSITIVE, eps_h=POSITIVE, n=COUNT),
)

binary_search_contract = Claim(
    id="gdp_bridge/section-4-1/binary-search-contract",
    where="Section 4.1",
    kind="definition",
    tier="prose",
    states="Binary search returns mu^- <= mu_GDP(eps,delta) <= mu^+ with mu^+ - mu^- < b.",
    reading="A bracket [0, w] of mu_GDP is found by doubling, since delta_mu tends to 1; comparing delta_m(eps) with delta at"
    " the middle m tells on which side mu_GDP lies; k halvings leave a width w/2^k, which falls below any b > 0.",
    holds=Obligations(
        a_bracket_exists=Limit(gaussian.delta(eps, mu), mu, oo, 1),
        each_comparison_is_right=Iff(Rel(gaussian.delta(eps, m), "<=", delta), Rel(m, "<=", gaussian.mu(eps, delta))),
        it_ends=Limit(w * 2 ** (-k), k, oo, 0),
    ),
    on=Region(eps=NONNEGATIVE, delta=UNIT, m=POSITIVE, w=POSITIVE),
)

n_choice = Claim(
    id="gdp_bridge/section-4-1/n-choice",
    where="Section 4.1; also Algorithm 1",
    kind="inequality",
    tier="prose",
    states="With n = ceil(sqrt(8 c pi eps_h))+1 the true gap max G_A^+ - max G_A^- is less than 1/(2c).",
    reading="The bar of the root covers the 8 alone, n = ceil(sqrt(8) pi c eps_h) + 1, so n >= sqrt(8) pi c eps_h + 1: c stands "
    "between 8 and pi, eq. 2 as extracted, with the gap sqrt(2) pi d, has its root over the 2 alone, and then 1/(2c) comes out; "
    "so does the cost O(eps_h c) stated next. Decided for this gap and for the sharp one, sqrt(2 pi) d; d = eps_h/n.",
    holds=Implies(
        Rel(n, ">=", sqrt(8) * pi * c * eps_h + 1),
        All(Rel(sqrt(2) * pi * step, "<", 1 / (2 * c)), Rel(eq_2_gap, "<", 1 / (2 * c))),
    ),
    on=Region(c=POSITIVE, eps_h=POSITIVE, n=COUNT),
    as_extracted=Extracted(
        Implies(
            All(Rel(n, ">=", sqrt(8 * c * pi * eps_h) + 1), Rel(n, "<", sqrt(8 * c * pi * eps_h) + 2)),
            Rel(eq_2_gap, "<", 1 / (2 * c)),
        ),
        on=Region(c=POSITIVE, eps_h=POSITIVE, n=COUNT, points=[{"c": 10, "eps_h": 10, "n": 52}]),
        why="The gap that eq. 2 allows falls like the root of eps_h/c, not like 1/c.",
    ),
)

overall_gap = Claim(
    id="gdp_bridge/section-4-1/overall-gap",
    where="Section 4.1",
    kind="inequality",
    tier="prose",
    states="With b=1/(2c) and true gap <1/(2c), the overall gap of the computed bounds is bounded by 1/c.",
    reading="b = 1/(2c), so 1/c = 2b. The greatest values of the staircases differ by s < b. The upper one is known from "
    "above with an error r, the lower one from below with an error t, each of its own search and less than b "
    "(binary-search-contract); the computed bounds are s + r + t apart.",
    holds=Implies(All(Rel(s, "<", b), Rel(r, "<", b), Rel(t, "<", b)), Rel(s + r + t, "<=", 2 * b)),
    on=Region(b=POSITIVE, **ERRORS, points=[{"b": "1/2", "s": "2/5", "r": "2/5", "t": "2/5"}]),
    why="The error of the search enters twice, above and below: 1/(2c) + 2/(2c) = 3/(2c) is all that follows. (For a bisection "
    "the result stands: see algorithm-1/error-margin.)",
    harm="proof",
    amend=amended(
        tier="prose",
        states="With b = 1/(2c) and true gap < 1/(2c), each bound is within 1/c of the greatest value, and the overall gap is "
        "below 3/(2c); with searches of width 1/(4c) it is below 1/c. With the n of the text and searches that are bisections "
        "from [0, 2^k] it is at most 1/c.",
        reading="The greatest value lies between the staircases, m below the upper one. A bisection from [0, 2^k] ends, for "
        "b below 1, with a bracket of the greatest power of 2 below b, h with b/2 <= h < b, between two neighbouring "
        "multiples of h; so the bounds are a multiple of h apart, and by less than s + 2h. With d <= 1/(sqrt(8) pi c) the "
        "sharp gap sqrt(2 pi) d is b/sqrt(pi): then 4h is too much, and if it is 3h, then h < s and 3h is below 2b.",
        holds=All(
            Implies(
                All(Rel(s, "<", b), Rel(r, "<", b), Rel(t, "<", b), Rel(m, "<=", s)),
                All(Rel(r + m, "<", 2 * b), Rel(s - m + t, "<", 2 * b)),
            ),
            Implies(All(Rel(s, "<", b), Rel(r, "<", b), Rel(t, "<", b)), Rel(s + r + t, "<", 3 * b)),
            Implies(All(Rel(s, "<", b), Rel(2 * r, "<", b), Rel(2 * t, "<", b)), Rel(s + r + t, "<", 2 * b)),
            Rel(sqrt(2 * pi) * 2 * b / (sqrt(8) * pi), "=", b / sqrt(pi)),
            Implies(All(Rel(s, "<=", b / sqrt(pi)), Rel(2 * h, ">=", b)), Rel(s + 2 * h, "<", 4 * h)),
            Implies(All(Rel(s, "<=", b / sqrt(pi)), Rel(3 * h, "<", s + 2 * h)), Rel(3 * h, "<", 2 * b)),
            Implies(Rel(h, "<", b), Rel(2 * h, "<", 2 * b)),
        ),
        on=Region(b=POSITIVE, **ERRORS, m=NONNEGATIVE, h=POSITIVE),
    ),
)

binary_search_cost = Claim(
    id="gdp_bridge/section-4-1/binary-search-cost",
    where="Section 4.1",
    kind="asymptotic",
    tier="prose",
    states="Each binary search costs O(log c).",
    reading="Comparisons of a search that starts from a bracket of width w, which does not depend on c, and ends at 1/(2c): k"
    " >= log2(2 c w) halvings are enough, and log2(2 c w) + 1 is of the order of log c.",
    holds=All(
        Implies(Rel(k * log(2), ">=", log(2 * c * w)), Rel(w, "<=", 2**k / (2 * c))),
        Limit((log(2 * c * w) / log(2) + 1) / log(c), c, oo, 1 / log(2)),
    ),
    on=Region(c=POSITIVE, w=POSITIVE, k=NONNEGATIVE),
)

number_of_searches = Claim(
    id="gdp_bridge/section-4-1/number-of-searches",
    where="Section 4.1",
    kind="asymptotic",
    tier="prose",
    states="The naive method needs 2n+2 = O(eps_h c) binary searches.",
    reading="With n = ceil(sqrt(8) pi c eps_h) + 1 < sqrt(8) pi c eps_h + 2 (see section-4-1/n-choice), two searches for each"
    " of the steps 0, ..., n. For eps_h c >= 1 the number is at most 24 eps_h c.",
    holds=Implies(
        All(Rel(n, "<", sqrt(8) * pi * c * eps_h + 2), Rel(eps_h * c, ">=", 1)),
        Rel(2 * n + 2, "<=", 24 * eps_h * c),
    ),
    on=Region(c=POSITIVE, eps_h=POSITIVE, n=COUNT),
)
