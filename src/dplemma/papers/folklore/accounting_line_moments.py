"""Moments on a vertical line by the trapezoidal rule: the modulus of the likelihood ratio in a strip, and the sums that are cut.

With r = A + B e^(iv), A, B > 0 and k = cos v, |r|^2 = A^2 + B^2 + 2 A B k.
Main results: (A + B) cos(v/2) <= |r| <= A + B; the slope of the loss is at most 1/sigma; geometric tails.
"""

from dplemma.lang.words import *

A, B, k, q, x, d, u, h, a, sigma, rate, reach = variables("A B k q x d u h a sigma rate reach")

square = A**2 + B**2 + 2 * A * B * k
STRIP = Region(A=POSITIVE, B=POSITIVE, k=Interval(-1, 1))

ratio_from_below = Claim(
    id="folklore/ratio-from-below",
    where="account/subsampled.py, lemma (trapezoidal rule)", kind="inequality",
    states="|A + B e^(iv)| >= (A + B) cos(v/2).",
    reading="The squares of both sides; cos(v/2)^2 = (1 + cos v)/2.",
    lhs=(A + B) ** 2 * (1 + k) / 2, rel="<=", rhs=square,
    on=STRIP,
)  # fmt: skip

ratio_from_above = Claim(
    id="folklore/ratio-from-above",
    where="account/subsampled.py, lemma (trapezoidal rule)", kind="inequality",
    states="|A + B e^(iv)| <= A + B.",
    reading="The squares of both sides.",
    lhs=square, rel="<=", rhs=(A + B) ** 2,
    on=STRIP,
)  # fmt: skip

loss_slope = Claim(
    id="folklore/loss-slope",
    where="account/subsampled.py, lemma (cut sums)", kind="inequality",
    states="The loss log(1 - q + x) with x = q e^(u/sigma - ...) rises by at most d = h/sigma when u grows by h.",
    lhs=log(1 - q + x * exp(d)) - log(1 - q + x), rel="<=", rhs=d,
    on=Region(q=UNIT, x=POSITIVE, d=POSITIVE),
)  # fmt: skip

right_quotient = Claim(
    id="folklore/right-quotient",
    where="account/subsampled.py, lemma (cut sums)", kind="inequality",
    states="To the right of u neighbouring terms of the sum have a quotient of at most e^(-(u - a/sigma) h).",
    reading="In logarithms, with the largest rise a h/sigma of the power of the likelihood ratio.",
    lhs=a * h / sigma - (u + h) ** 2 / 2 + u**2 / 2, rel="<=", rhs=-(u - a / sigma) * h,
    on=Region(a=NONNEGATIVE, h=POSITIVE, sigma=POSITIVE, u=REAL),
)  # fmt: skip

discrete_rest = Claim(
    id="folklore/discrete-gaussian-rest",
    where="account/mechanisms.py, DiscreteGaussian", kind="inequality",
    states="Beyond R neighbouring terms of the discrete Gaussian have a quotient of at most e^(-2 rate R).",
    lhs=exp(-rate * (x + 1) ** 2), rel="<=", rhs=exp(-rate * x**2) * exp(-2 * rate * reach),
    on=Region(rate=POSITIVE, reach=POSITIVE, x=POSITIVE, such_that=[Rel(x, ">=", reach)]),
)  # fmt: skip
