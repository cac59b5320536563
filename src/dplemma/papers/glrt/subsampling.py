"""Subsampling: a proportion of the database stays out.

Main results: the rule for eps and delta in both directions; delta is proportional to the rate, eps is for small eps.
Source: section 4.6, Figure 7.
"""

from dplemma.lang.words import *
from dplemma.papers.glrt.profile import below_npo

delta, eps, g, gamma, o, p, q, u = variables("delta eps g gamma o p q u")

CHANCE = Interval(0, 1)
rate = 1 / (1 + o)
grown = 1 + rate * g  # e^eps'

subsampling_rule = Claim(
    id="glrt/subsampling-rule",
    where="Section 4.6", kind="inequality", tier="prose",
    states="If M is (eps,delta)-DP, its add/remove Poisson subsampled version with probability gamma is "
    "(log(1+gamma(e^eps-1)), gamma delta)-DP; also holds for the GLRT relaxation.",
    reading="g = e^eps - 1, gamma = 1/(1 + o). One event has the chances p and q; the subsampled chance is gamma p + (1 - "
    "gamma) q where the record is in, q where it is not. (eps, delta)-DP says p = (1 + g) q + delta - u and q = (1 + g) p + "
    "delta - u for some u >= 0; each is put in. The event is arbitrary, so it may be one of the length test.",
    holds=All(
        Rel(rate * ((1 + g) * q + delta - u) + (1 - rate) * q, "<=", grown * q + rate * delta),
        Rel(q, "<=", grown * (rate * (q - delta + u) / (1 + g) + (1 - rate) * q) + rate * delta),
    ),
    on=Region(g=NONNEGATIVE, o=NONNEGATIVE, q=CHANCE, delta=CHANCE, u=NONNEGATIVE),
    assumes=("one-event",),
)  # fmt: skip

amplified = log(1 + gamma * (exp(eps) - 1))
subsampling_proportional = Claim(
    id="glrt/subsampling-proportional",
    where="Section 4.6", kind="asymptotic", tier="prose",
    states="Non-inclusion of a proportion of the database proportionally amplifies the privacy guarantee.",
    reading="Under the rule that follows it in the text, delta is multiplied by gamma, the chance of an event at eps = 0 "
    "too, and eps is asymptotically: eps' ~ gamma eps as eps -> 0. For no eps > 0 is eps' below gamma eps.",
    holds=All(
        asymptotic(amplified, gamma * eps, eps, 0),
        Rel(gamma * p + (1 - gamma) * q - q, "=", gamma * (p - q)),
        Rel(amplified, ">=", gamma * eps),
    ),
    on=Region(gamma=Interval.lopen(0, 1), eps=POSITIVE, p=CHANCE, q=CHANCE),
)  # fmt: skip

fig_7_ordering = Claim(
    id="glrt/fig-7/ordering",
    where="Figure 7", kind="ordering",
    states="At Delta=1, sigma^2=36, gamma=0.2, N=100 the subsampled GLRT profile improves on (lies below) the subsampled "
    "NPO profile.",
    reading="d = 1. Subsampling (the rule, for every pair of chances) and composition (composition-domination) keep the order "
    "of profiles, so the order is needed before them: for one "
    "output, of index 1/6, if each is subsampled and then composed, and for the 100 outputs, of index 5/3, if subsampling "
    "comes last. There the rule multiplies both deltas by 0.2 at the same eps.",
    holds=All(below_npo(Rational(1, 6)), below_npo(Rational(5, 3))),
    on=Region(q=POSITIVE, s=REAL, eps=NONNEGATIVE),
    assumes=("hockey-stick", "composition-domination"),
)  # fmt: skip
