"""Algorithm 1, run as printed on the Laplace mechanism, whose mu is known.

Main results: the two bounds enclose mu, and with the greater bound kept within 3/(2c); as extracted they exchange their roles.
Source: section 4.1, Algorithm 1.
"""

import math

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

eps_0, eps_h, c, mu_minus, mu_plus, result = variables("eps_0 eps_h c mu_minus mu_plus result")
x, x_profile, width, bound = variables("x x_profile width bound")

value = gaussian.mu(x, laplace.delta(x_profile, eps_0))
profile_of_bound = Piecewise((0, bound <= 0), (gaussian.delta(x, bound), True))
too_low = Rel(profile_of_bound, "<", laplace.delta(x_profile, eps_0))


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
        value=value,
        round=side,
    )


SEARCHES = {
    "mu_GDP^+": binary_search("up", Chain(value, "<=", result, "<", value + width)),
    "mu_GDP^-": binary_search("down", Chain(value - width, "<", result, "<=", value)),
}


def measure(machine, eps_0, eps_h, c, upper_at, lower_at, keep=False):
    """The loop of Algorithm 1; `upper_at` and `lower_at` say which ends (mu_GDP, profile) of a step feed mu^+ and mu^-.

    With `keep` a bound found earlier is kept where it is the greater one.
    """
    n = machine.call("ceiling", c, eps_h) + 1
    d = eps_h / (n - 1)
    mu = {"+": Fraction(0), "-": Fraction(0)}
    machine.step(f"n = {n}, d = {d}")
    for k in machine.shuffle(range(int(n) + 2)):
        ends = (k * d, (k + 1) * d)
        for sign, (at, profile_at) in (("+", upper_at), ("-", lower_at)):
            here = {"x": ends[at], "x_profile": ends[profile_at], "eps_0": eps_0}
            if ends[profile_at] < eps_0 and machine.holds(too_low, bound=mu[sign], **here):
                found = machine.call(f"mu_GDP^{sign}", ends[at], ends[profile_at], eps_0, 1 / (2 * c))
                mu[sign] = max(mu[sign], found) if keep else found
                machine.step(f"step {k}: mu^{sign} = {float(mu[sign]):.6f}")
    return {"mu_minus": mu["-"], "mu_plus": mu["+"]}


def as_printed(machine, eps_0, eps_h, c):
    return measure(machine, eps_0, eps_h, c, upper_at=(0, 1), lower_at=(1, 0))


def upright(machine, eps_0, eps_h, c):
    return measure(machine, eps_0, eps_h, c, upper_at=(1, 0), lower_at=(0, 1))


def mended(machine, eps_0, eps_h, c):
    return measure(machine, eps_0, eps_h, c, upper_at=(1, 0), lower_at=(0, 1), keep=True)


INPUTS = Region(eps_0=Interval(1, 2), eps_h=Interval(2, 3), c=Interval.integers(1, 2), points=[{"eps_0": 1, "eps_h": 2, "c": 1}])
algorithm_1_enclosure = Claim(
    id="gdp_bridge/algorithm-1/enclosure",
    where="Algorithm 1",
    kind="algorithm",
    states="As printed (mu^+ updated with mu_GDP^+(x^-,delta_A(x^+)), mu^- updated with mu_GDP^-(x^+,delta_A(x^-))), the outputs "
    "satisfy mu_- <= mu <= mu_+.",
    reading="mu^+ is fed by the upper staircase of Theorem 4.3, mu_GDP(x^+, delta_A(x^-)), and mu^- by the lower one; the "
    "signs over x are exchanged in the text. The bar of the root covers 8 pi alone: with d <= 1/(sqrt(8 pi) c) eq. 2 "
    "leaves the gap 1/(2c) that the text states, at the cost O(eps_h c). A is the Laplace mechanism with "
    "sensitivity/scale eps_0 <= eps_h, so that nothing lies beyond eps_h and mu is laplace.mu(eps_0); mu_-, mu_+ and "
    "mu^-, mu^+ are the same variables. The binary search returns the sharpest bounds it may. Steps on which the "
    "profile is 0 never change anything.",
    holds=Algorithm(
        listing="n <- ceil(sqrt(8 pi) c eps_h) + 1; d <- eps_h/(n-1); mu_- <- 0; mu_+ <- 0; S = [0, ..., n+1]; shuffle S; "
        "for i = 0 to n+1: x^- <- S[i] d; x^+ <- (S[i]+1) d; if delta_{mu^+}(x^+) < delta_A(x^-): mu^+ <- mu_GDP^+(x^+, "
        "delta_A(x^-), 1/(2c)); if delta_{mu^-}(x^-) < delta_A(x^+): mu^- <- mu_GDP^-(x^-, delta_A(x^+), 1/(2c))",
        run=upright,
        outputs=("mu_minus", "mu_plus"),
        promise=Chain(mu_minus, "<=", laplace.mu(eps_0), "<=", mu_plus),
        uses={"ceiling": ceiling(sqrt(8 * pi) * c * eps_h, lambda c, h: math.sqrt(8 * math.pi) * c * h), **SEARCHES},
    ),
    on=INPUTS,
    as_extracted=Extracted(
        Algorithm(
            listing="n <- ceil(sqrt(8 c pi eps_h)) + 1; d <- eps_h/(n-1); mu_- <- 0; mu_+ <- 0; S = [0, ..., n+1]; shuffle S; "
            "for i = 0 to n+1: x^- <- S[i] d; x^+ <- (S[i]+1) d; if delta_{mu^+}(x^-) < delta_A(x^+): mu^+ <- mu_GDP^+(x^-, "
            "delta_A(x^+), 1/(2c)); if delta_{mu^-}(x^+) < delta_A(x^-): mu^- <- mu_GDP^-(x^+, delta_A(x^-), 1/(2c))",
            run=as_printed,
            outputs=("mu_minus", "mu_plus"),
            promise=Chain(mu_minus, "<=", laplace.mu(eps_0), "<=", mu_plus),
            uses={"ceiling": ceiling(sqrt(8 * c * pi * eps_h), lambda c, h: math.sqrt(8 * c * math.pi * h)), **SEARCHES},
        ),
        why="The two staircases are exchanged: mu^+ is fed by the lower one, mu_GDP(x^-, delta_A(x^+)), and mu^- by the upper "
        "one, so the outputs need not enclose mu; mu^+ is too small.",
    ),
    sharpen=Claim(
        id="gdp_bridge/algorithm-1/enclosure/sharpened",
        where="Algorithm 1",
        kind="algorithm",
        states="With mu^- <- max(mu^-, ...) the outputs satisfy mu_- <= mu <= mu_+ and mu_+ - mu_- < 1/c + 1/(2c).",
        reading="The binary search adds its width on both sides; without the maximum a search that returns the loosest bound "
        "it may would let mu^- fall from step to step.",
        holds=Algorithm(
            listing="n <- ceil(sqrt(8 pi) c eps_h) + 1; d <- eps_h/(n-1); mu_- <- 0; mu_+ <- 0; S = [0, ..., n+1]; shuffle S; "
            "for i = 0 to n+1: x^- <- S[i] d; x^+ <- (S[i]+1) d; if delta_{mu^+}(x^+) < delta_A(x^-): mu^+ <- mu_GDP^+(x^+, "
            "delta_A(x^-), 1/(2c)); if delta_{mu^-}(x^-) < delta_A(x^+): mu^- <- max(mu^-, mu_GDP^-(x^-, delta_A(x^+), 1/(2c)))",
            run=mended,
            outputs=("mu_minus", "mu_plus"),
            promise=All(
                Chain(mu_minus, "<=", laplace.mu(eps_0), "<=", mu_plus),
                Rel(mu_plus - mu_minus, "<", 3 / (2 * c)),
            ),
            uses={"ceiling": ceiling(sqrt(8 * pi) * c * eps_h, lambda c, h: math.sqrt(8 * math.pi) * c * h), **SEARCHES},
        ),
        on=INPUTS,
    ),
)
