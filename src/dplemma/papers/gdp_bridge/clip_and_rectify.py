"""Amplification: clip the output and add Laplace noise; or subsample the data before.

Main results: Theorem 4.4; more noise for a smaller eps_h; subsampling lowers every profile.
Source: section 4.3.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

p, q, E, H, d, h, t = variables("p q E H d h t")
y, v, width, eps_h = variables("y v width eps_h")
rate, rate_less = variables("rate rate_less")

CHANCE, FACTOR = Interval(0, 1), Interval(1, oo)
clipped = Max(Min(y, width), 0)
theorem_4_4 = Claim(
    id="gdp_bridge/theorem-4-4",
    where="Theorem 4.4", kind="ordering",
    states="If A is (eps_h,mu)-head GDP with numeric output, C clips to [y^-,y^+], R adds Laplace(b) noise with "
    "b=(y^+-y^-)/eps_h, then R∘C∘A is mu-GDP.",
    reading="Outputs are counted from y^-, and width is y^+ - y^-. Clipped outputs lie in [0, width], so two of them differ "
    "by some v of at most the width, and the log densities of a noisy output, -|y|/b and -|y + v|/b, by at most width/b = "
    "eps_h, at every y: R∘C∘A is eps_h-DP, whatever A does. The head condition survives: a randomised test accepts outside "
    "an event, of chances p and q, with chance h and inside with h + t <= 1, and so needs h (1 - E) + t (p - E q) <= d, E = "
    "e^eps, d = delta_mu(eps); any other test is a mixture of such. Beyond eps_h an eps_h-DP algorithm needs nothing: p <= H "
    "q <= E q + d, H = e^eps_h.",
    holds=All(
        Chain(0, "<=", clipped, "<=", width),
        Implies(All(Rel(v, "<=", width), Rel(v, ">=", -width)), Rel(Abs(y + v) - Abs(y), "<=", width)),
        Implies(Rel(p, "<=", E * q + d), Rel(h * (1 - E) + t * (p - E * q), "<=", d)),
        Implies(All(Rel(p, "<=", H * q), Rel(E, ">=", H)), Rel(p, "<=", E * q + d)),
    ),
    on=Region(
        y=REAL, v=REAL, width=POSITIVE, h=CHANCE, t=CHANCE, d=UNIT, p=CHANCE, q=CHANCE, E=FACTOR, H=FACTOR,
    ),
    assumes=("one-event", "neyman-pearson"),
)  # fmt: skip

larger_eps_h_less_noise = Claim(
    id="gdp_bridge/section-4-3/larger-eps-h-less-noise",
    where="Section 4.3, after Theorem 4.4", kind="monotonicity", tier="prose",
    states="To minimise the utility loss of the rectification the head condition should be verified up to an eps_h as large "
    "as possible.",
    reading="The loss is the standard deviation sqrt(2) b of the noise, b = (y^+ - y^-)/eps_h; width is y^+ - y^-.",
    holds=Monotone(sqrt(2) * width / eps_h, eps_h, "decreasing"),
    on=Region(width=POSITIVE, eps_h=POSITIVE),
)  # fmt: skip

EXAMPLE = 2  # sensitivity over scale of the Laplace example
removed = (1 - E) * q + rate * (p - q)
removed_less = (1 - E) * q + rate_less * (p - q)
added = q - E * (q + rate * (p - q))
added_less = q - E * (q + rate_less * (p - q))
subsampling_reduces_mu = Claim(
    id="gdp_bridge/section-4-3/subsampling-reduces-mu",
    where="Section 4.3", kind="monotonicity", tier="prose",
    states="Poisson subsampling before the mechanism reduces mu (the Laplace example, different ratios).",
    reading="An event has chance p with the record and q without, so q + rate (p - q) with it in the subsample. What it "
    "needs, in either direction, is never more at a smaller rate (E = e^eps): every profile falls, and so does its GDPT, at "
    "eps = 0 strictly for the Laplace example.",
    holds=All(
        Implies(Rel(rate_less, "<=", rate), Rel(removed_less, "<=", Max(removed, 0))),
        Implies(Rel(rate_less, "<=", rate), Rel(added_less, "<=", Max(added, 0))),
        Monotone(gaussian.mu_for_tv(rate * laplace.delta(0, EXAMPLE)), rate, "increasing"),
    ),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, rate=Interval.lopen(0, 1), rate_less=Interval.lopen(0, 1)),
    assumes=("one-event",),
)  # fmt: skip
