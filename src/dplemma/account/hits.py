"""A quick lower bound of the profile of a sampled Gaussian composition, sharp where there is little noise: `delta_of_hits`.

delta(eps) is the largest P(S) - e^eps Q(S) over all events S, so any event bounds it from below. S: one of the T outputs is
above a threshold t. Outputs are independent, each below t with probability Phi(t/sigma) under Q and, under P,
(1-q) Phi(t/sigma) + q Phi((t-1)/sigma); all T are below with the T-th powers. With little noise S tells whether the record was
ever drawn, and no event tells more.

Claims: folklore/event-below-delta, folklore/threshold-event, folklore/sampled-threshold, folklore/first-hit,
folklore/hits-without-noise, folklore/never-drawn.
"""

from __future__ import annotations

from flint import arb, fmpq

from dplemma.arb.ends import larger
from dplemma.arb.normal import norm_cdf

_THRESHOLDS = (fmpq(1, 2), fmpq(3, 4), fmpq(1))


def delta_of_hits(sigma: fmpq, q: fmpq, steps: int, eps: fmpq) -> arb:
    """A lower bound of delta at eps, for T steps of noise sigma and rate q, at the working precision; 0 if none is found."""
    best = arb(0)
    for threshold in _THRESHOLDS:
        below, hit = norm_cdf(arb(threshold / sigma)), norm_cdf(arb((threshold - 1) / sigma))
        under_p, under_q = ((1 - arb(q)) * below + arb(q) * hit) ** steps, below**steps
        best = larger(best, (1 - under_p - arb(eps).exp() * (1 - under_q)).lower())
    return best
