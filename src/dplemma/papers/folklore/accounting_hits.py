"""One event that bounds a sampled composition from below: one of the T outputs is above a threshold t.

With w = t/sigma, m = 1/sigma an output is below t with the chance Phi(w) under Q and (1-q) Phi(w) + q Phi(w - m) under P.
Main results: an event bounds delta; the chance of one hit at least; delta is at most the chance of being drawn, and without noise
the event reaches that.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

q, p0, p1, eps, delta, a, k, w, m, t, sigma = variables("q p0 p1 eps delta a k w m t sigma")

CHANCE = Interval(0, 1)

event_below_delta = Claim(
    id="folklore/event-below-delta",
    where="account/hits.py, delta_of_hits", kind="inequality",
    states="Where p1 <= e^eps p0 + delta holds for an event of chances p1 and p0, delta is at least p1 - e^eps p0: any event "
    "bounds delta(eps) from below, and so does the best of several.",
    holds=Implies(Rel(p1, "<=", exp(eps) * p0 + delta), Rel(delta, ">=", p1 - exp(eps) * p0)),
    on=Region(p0=CHANCE, p1=CHANCE, eps=NONNEGATIVE, delta=CHANCE),
)  # fmt: skip

threshold_event = Claim(
    id="folklore/threshold-event",
    where="account/hits.py, delta_of_hits", kind="inequality",
    states="No threshold w is better for the Gaussian mechanism than its profile: Q(x - m) - e^eps Q(x) <= D(eps).",
    lhs=Q(w - m) - exp(eps) * Q(w), rel="<=", rhs=gaussian.delta(eps, m),
    on=Region(w=REAL, m=POSITIVE, eps=NONNEGATIVE),
)  # fmt: skip

sampled_threshold = Claim(
    id="folklore/sampled-threshold",
    where="account/hits.py, delta_of_hits", kind="identity",
    states="An output of a sampled step that is not below t is above: 1 - (1-q) Phi(w) - q Phi(w - m) = (1-q) Q(w) + q Q(w - m).",
    lhs=1 - ((1 - q) * Phi(w) + q * Phi(w - m)), rel="=", rhs=(1 - q) * Q(w) + q * Q(w - m),
    on=Region(q=UNIT, w=REAL, m=POSITIVE),
)  # fmt: skip

first_hit = Claim(
    id="folklore/first-hit",
    where="account/hits.py, delta_of_hits", kind="identity",
    states="If independent outputs are below t with the chance a each, the first one above is at step k + 1 with the chance "
    "a^k (1 - a) = a^k - a^(k+1); over k < T these add up to 1 - a^T.",
    lhs=a**k * (1 - a), rel="=", rhs=a**k - a ** (k + 1),
    on=Region(a=UNIT, k=Interval.integers(0, oo)),
)  # fmt: skip

never_drawn = Claim(
    id="folklore/never-drawn",
    where="account/hits.py, delta_of_hits", kind="inequality",
    states="With the chance a = (1-q)^T the record is never drawn, and then P is Q: an event of chance p0 under Q, and p1 "
    "under P if it is drawn, shows no more than the chance of being drawn: a p0 + (1-a) p1 - e^eps p0 <= 1 - a.",
    lhs=a * p0 + (1 - a) * p1 - exp(eps) * p0, rel="<=", rhs=1 - a,
    on=Region(a=CHANCE, p0=CHANCE, p1=CHANCE, eps=NONNEGATIVE),
)  # fmt: skip

hits_without_noise = Claim(
    id="folklore/hits-without-noise",
    where="account/hits.py, delta_of_hits", kind="limit",
    states="As the noise vanishes Phi(t/sigma) tends to 1 and Phi((t-1)/sigma) to 0, for 0 < t < 1: the event of a hit above t "
    "reaches the chance of being drawn, 1 - (1-q)^T - e^eps (1 - 1^T).",
    reading="The two chances; the bound is a polynomial in them.",
    holds=All(Limit(Phi(t / sigma), sigma, 0, 1), Limit(Phi((t - 1) / sigma), sigma, 0, 0)),
    on=Region(t=UNIT, sigma=POSITIVE),
)  # fmt: skip
