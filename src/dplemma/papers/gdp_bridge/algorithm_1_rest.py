"""Algorithm 1, run with a bisection: its margin, its grid, its inputs, and the naive method beside it.

Main results: the two bounds may be more than 1/c apart (a search to 1/(4c) mends it); the grid covers; mu_t is not used.
Source: section 4.1, Algorithm 1.
"""

import math
from itertools import pairwise

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

eps_0, eps_h, c, mu_t, mu_minus, mu_plus, result = variables("eps_0 eps_h c mu_t mu_minus mu_plus result")
x, x_profile, width, bound = variables("x x_profile width bound")
naive_minus, naive_plus, mu_minus_without, mu_plus_without = variables("naive_minus naive_plus mu_minus_without mu_plus_without")
covered_from, covered_to, widest_gap = variables("covered_from covered_to widest_gap")

value = gaussian.mu(x, laplace.delta(x_profile, eps_0))
too_low = Rel(Piecewise((0, bound <= 0), (gaussian.delta(x, bound), True)), "<", laplace.delta(x_profile, eps_0))
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
        says="ceiling", takes=("c", "eps_h"), contract=Chain(result - 1, "<", sqrt(8 * pi) * c * eps_h, "<=", result),
        compute=lambda c, eps_h: Fraction(math.ceil(math.sqrt(8 * math.pi) * c * eps_h)),
    ),
    "mu_GDP^-": bisection(0, Chain(value - width, "<", result, "<=", value)),
    "mu_GDP^+": bisection(1, Chain(value, "<=", result, "<", value + width)),
}  # fmt: skip
SIDES = (("mu_minus", "mu_GDP^-", 0, 1), ("mu_plus", "mu_GDP^+", 1, 0))


def grid(machine, eps_h, c):
    """n and d as the listing sets them."""
    n = machine.call("ceiling", c, eps_h) + 1
    return int(n), eps_h / (n - 1)


def measure(machine, eps_0, eps_h, c, margin):
    """The loop of Algorithm 1 with a search of this margin."""
    n, d = grid(machine, eps_h, c)
    mu = {"mu_minus": Fraction(0), "mu_plus": Fraction(0)}
    for k in machine.shuffle(range(n + 2)):
        for name, search, at, profile_at in SIDES:
            here, there = (k + at) * d, (k + profile_at) * d
            if there < eps_0 and machine.holds(too_low, x=here, x_profile=there, eps_0=eps_0, bound=mu[name]):
                mu[name] = machine.call(search, here, there, eps_0, margin)
                machine.step(f"step {k}: {name} = {mu[name]}")
    return mu


def as_listed(machine, eps_0, eps_h, c):
    return measure(machine, eps_0, eps_h, c, 1 / (2 * Fraction(c)))


def with_half_the_margin(machine, eps_0, eps_h, c):
    return measure(machine, eps_0, eps_h, c, 1 / (4 * Fraction(c)))


def with_mu_t(machine, eps_0, eps_h, c, mu_t):
    """The listing with its four inputs, and without mu_t."""
    given = {"delta_A": eps_0, "eps_h": eps_h, "mu_t": mu_t, "c": c}
    found = as_listed(machine, given["delta_A"], given["eps_h"], given["c"])
    return found | {f"{name}_without": end for name, end in as_listed(machine, eps_0, eps_h, c).items()}


def beside_naive(machine, eps_0, eps_h, c):
    """Algorithm 1, and the greatest of all bounds that one search for each step and side returns."""
    n, d = grid(machine, eps_h, c)
    found = measure(machine, eps_0, eps_h, c, 1 / (2 * Fraction(c)))
    for name, search, at, profile_at in SIDES:
        ends = [((k + at) * d, (k + profile_at) * d) for k in range(n + 2)]
        bounds = [machine.call(search, here, there, eps_0, 1 / (2 * Fraction(c))) for here, there in ends if there < eps_0]
        found |= {name.replace("mu", "naive"): max([Fraction(0), *bounds])}
    return found


def covering(machine, eps_h, c):
    """Where the intervals [S d, (S+1) d] begin and end, and the widest gap between two of them."""
    n, d = grid(machine, eps_h, c)
    ends = sorted((k * d, (k + 1) * d) for k in range(n + 2))
    gaps = [after[0] - before[1] for before, after in pairwise(ends)]
    return {"covered_from": ends[0][0], "covered_to": ends[-1][1], "widest_gap": max(gaps)}


def listing(margin):
    return (
        "n <- ceil(sqrt(8 pi) c eps_h) + 1; d <- eps_h/(n-1); mu_- <- 0; mu_+ <- 0; S = [0, ..., n+1]; shuffle S; "
        f"for i = 0 to n+1: x^- <- S[i] d; x^+ <- (S[i]+1) d; if delta_{{mu^+}}(x^+) < delta_A(x^-): mu^+ <- "
        f"mu_GDP^+(x^+, delta_A(x^-), {margin}); "
        f"if delta_{{mu^-}}(x^-) < delta_A(x^+): mu^- <- mu_GDP^-(x^-, delta_A(x^+), {margin})"
    )


BOUNDS = ("mu_minus", "mu_plus")
SMALL = {"eps_0": Interval("1/10", "1/5"), "eps_h": Interval("1/5", "3/10"), "c": Interval.integers(2, 3)}
INPUTS = Region(**SMALL, points=[{"eps_0": "4/25", "eps_h": "13/50", "c": 3}])
READ = (
    "Algorithm 1 as read in algorithm-1/enclosure (the signs over x exchanged, the bar of the root over 8 pi alone), for the "
    "Laplace mechanism with sensitivity/scale eps_0 <= eps_h; the search of Algorithm 2 is a bisection that starts from [0, "
    "2^k]. "
)

error_margin = Claim(
    id="gdp_bridge/algorithm-1/error-margin",
    where="Algorithm 1", kind="algorithm",
    states="The output interval has width at most 1/c (c is the reciprocal of the error margin).",
    reading=READ,
    holds=Algorithm(listing("1/(2c)"), run=as_listed, outputs=BOUNDS, promise=Rel(mu_plus - mu_minus, "<=", 1 / c), uses=USES),
    on=INPUTS,
    why="The staircases are up to 1/(2c) apart, and a search adds up to 1/(2c) on both sides: 3/(2c) in all. A search that "
    "returns the exact value would keep the promise; a bisection to 1/(2c), for c = 3 to 1/8, does not.",
    harm="wrong",
    amend=amended(
        "gdp_bridge/algorithm-1/error-margin",
        where="Algorithm 1", kind="algorithm",
        states="With searches to 1/(4c) the outputs enclose mu and are at most 1/c apart.",
        reading=READ,
        holds=Algorithm(
            listing("1/(4c)"), run=with_half_the_margin, outputs=BOUNDS,
            promise=All(enclosure, Rel(mu_plus - mu_minus, "<=", 1 / c)), uses=USES,
        ),
        on=INPUTS,
    ),
)  # fmt: skip

grid_covers_range = Claim(
    id="gdp_bridge/algorithm-1/grid-covers-range",
    where="Algorithm 1", kind="algorithm",
    states="d=eps_h/(n-1), S=[0,...,n+1]: the intervals [S d,(S+1)d] cover [0,eps_h].",
    reading="The bar of the root covers 8 pi alone. The intervals begin at 0, leave no gap, and end at (n+2) d, beyond eps_h "
    "= (n-1) d.",
    holds=Algorithm(
        "n <- ceil(sqrt(8 pi) c eps_h) + 1; d <- eps_h/(n-1); S = [0, ..., n+1]; x^- <- S d; x^+ <- (S+1) d",
        run=covering, outputs=("covered_from", "covered_to", "widest_gap"),
        promise=All(Rel(covered_from, "=", 0), Rel(covered_to, ">=", eps_h), Rel(widest_gap, "=", 0)), uses=USES,
    ),
    on=Region(eps_h=Interval("1/10", 10), c=Interval.integers(1, 10)),
)  # fmt: skip

mu_t_input = Claim(
    id="gdp_bridge/algorithm-1/mu-t-input",
    where="Algorithm 1", kind="algorithm",
    states="mu_t is listed among the inputs.",
    reading=f"{READ}The bracket after the inputs explains three of the four, and no line reads mu_t: the outputs enclose mu "
    "and are the same whatever mu_t is.",
    holds=Algorithm(
        f"input delta_A, eps_h, mu_t, c; {listing('1/(2c)')}",
        run=with_mu_t, outputs=(*BOUNDS, "mu_minus_without", "mu_plus_without"),
        promise=All(enclosure, Rel(mu_minus, "=", mu_minus_without), Rel(mu_plus, "=", mu_plus_without)), uses=USES,
    ),
    on=Region(**SMALL, mu_t=Interval(0, 1)),
)  # fmt: skip

better_accuracy = Claim(
    id="gdp_bridge/algorithm-1/better-accuracy",
    where="Section 4.1 (remark after Algorithm 1)", kind="algorithm",
    states="Algorithm 1 is more accurate than the naive method: bounds are closer while coverage is maintained.",
    reading=f"{READ}The naive method searches at every step and takes the greatest bounds. Closer is read as not farther "
    "apart: with a bisection of fixed brackets both return the same bounds; where the search may return any bound within its "
    "margin, a step that Algorithm 1 skips cannot raise its mu^+.",
    holds=Algorithm(
        listing("1/(2c)"), run=beside_naive, outputs=(*BOUNDS, "naive_minus", "naive_plus"),
        promise=All(enclosure, Rel(mu_plus - mu_minus, "<=", naive_plus - naive_minus)), uses=USES,
    ),
    on=INPUTS,
)  # fmt: skip
