"""The contour integral of the jumps: a path of integration that is moved into the complex plane, ramps, cells and layers.

With r = A + B e^(iv), A, B > 0, s = sin v and k = cos v, |r|^2 = A^2 + B^2 + 2 A B k and tan(arg r) = B s/(A + B k).
Main results: modulus and angle of r rise; a Gaussian off the real line; the mass beyond a ramp; the difference of two products.
"""

from dplemma.lang.words import *

A, B, k, s, c, t, length, angle, x, b, width, u, m, sigma, d = variables("A B k s c t length angle x b width u m sigma d")
p, r, alpha, beta, whole, part, q, steps, n = variables("p r alpha beta whole part q steps n")

spread = 1 + width**2

modulus_rises = Claim(
    id="folklore/ratio-rises",
    where="account/shifted_line.py, lemma (moved path)", kind="monotonicity",
    states="|A + B e^(iv)| increases with B where cos v >= 0.",
    reading="Its square.",
    holds=Monotone(A**2 + B**2 + 2 * A * B * k, B, "increasing"),
    on=Region(A=POSITIVE, B=POSITIVE, k=Interval(0, 1)),
)  # fmt: skip

angle_rises = Claim(
    id="folklore/angle-rises",
    where="account/shifted_line.py, lemma (moved path); account/split.py, lemma (values on a line)", kind="monotonicity",
    states="arg(A + B e^(iv)) increases with B, for 0 < v < pi/2.",
    reading="Its tangent.",
    holds=Monotone(B * s / (A + B * k), B, "increasing"),
    on=Region(A=POSITIVE, B=POSITIVE, s=UNIT, k=UNIT),
)  # fmt: skip

angle_rises_with_height = Claim(
    id="folklore/angle-rises-with-height",
    where="account/split.py, lemma (values on a line)", kind="monotonicity",
    states="arg(A + B e^(iv)) increases with v up to pi/2.",
    reading="Its tangent, by s = sin v.",
    holds=Monotone(B * s / (A + B * sqrt(1 - s**2)), s, "increasing"),
    on=Region(A=POSITIVE, B=POSITIVE, s=UNIT),
)  # fmt: skip

angle_at_most = Claim(
    id="folklore/angle-at-most",
    where="account/shifted_line.py, lemma (moved path); account/subsampled.py, lemma (trapezoidal rule)", kind="inequality",
    states="arg(A + B e^(iv)) <= v for 0 < v < pi/2.",
    reading="The tangents of both sides.",
    lhs=B * s / (A + B * k), rel="<=", rhs=s / k,
    on=Region(A=POSITIVE, B=POSITIVE, s=UNIT, k=UNIT),
)  # fmt: skip

complex_power = Claim(
    id="folklore/complex-power",
    where="account/shifted_line.py, lemma (moved path)", kind="identity",
    states="|r^(c+it)| = |r|^c e^(-t arg r): the real part of (c + it)(log|r| + i arg r) is c log|r| - t arg r.",
    lhs=exp(c * log(length) - t * angle), rel="=", rhs=length**c * exp(-t * angle),
    on=Region(c=POSITIVE, t=REAL, length=POSITIVE, angle=REAL),
)  # fmt: skip

moved_gaussian = Claim(
    id="folklore/moved-gaussian",
    where="account/shifted_line.py, lemma (moved path); account/split.py, lemma (values on a line)", kind="identity",
    states="|phi_w(x + ib)| = phi_w(x) e^(b^2/(2 w^2)): the real part of (x + ib)^2 is x^2 - b^2.",
    lhs=exp(-(x**2 - b**2) / (2 * width**2)), rel="=", rhs=exp(-(x**2) / (2 * width**2)) * exp(b**2 / (2 * width**2)),
    on=Region(x=REAL, b=NONNEGATIVE, width=POSITIVE),
)  # fmt: skip

tilted_gaussian = Claim(
    id="folklore/tilted-gaussian",
    where="account/split.py, what is left out", kind="identity",
    states="The likelihood ratio of a hit makes N(1/sigma, 1) of N(0, 1), so r phi = (1-q) phi(u) + q phi(u - 1/sigma).",
    lhs=exp(-(u**2) / 2) * exp(u / sigma - 1 / (2 * sigma**2)), rel="=", rhs=exp(-((u - 1 / sigma) ** 2) / 2),
    on=Region(u=REAL, sigma=POSITIVE),
)  # fmt: skip

mass_beyond_a_ramp = Claim(
    id="folklore/two-gaussians",
    where="account/split.py, what is left out", kind="identity",
    states="phi(u) phi_w(x - u) is the density of N(0, v^2) at x times that of N(x/v^2, w^2/v^2) at u, v^2 = 1 + w^2; integrated "
    "over u, and over x > h, it gives int phi(u - m) Phi((u - h)/w) du = Phi((m - h)/v).",
    reading="The exponents, times -2; the factors 1/w and 1/v (v/w) agree.",
    lhs=u**2 + (x - u) ** 2 / width**2, rel="=", rhs=x**2 / spread + (u - x / spread) ** 2 * spread / width**2,
    on=Region(u=REAL, x=REAL, width=POSITIVE),
)  # fmt: skip

ramp_below_both = Claim(
    id="folklore/ramp-below-both",
    where="account/shifted_line.py, the step function", kind="inequality",
    states="A ramp that rises and falls, Q(x) - Q(x + d), is at most what either edge alone leaves: Q(x) and Phi(x + d).",
    holds=All(Rel(Q(x) - Q(x + d), "<=", Q(x)), Rel(Q(x) - Q(x + d), "<=", Phi(x + d))),
    on=Region(x=REAL, d=POSITIVE),
)  # fmt: skip

hazard_rises = Claim(
    id="folklore/mills-falls",
    where="account/split.py, _dropped_share", kind="monotonicity",
    states="The Mills ratio decreases everywhere: the hazard rate of the normal law increases, so Q(x + d)/Q(x) decreases in x.",
    holds=Monotone(Mills(x), x, "decreasing"),
    on=Region(x=REAL),
)  # fmt: skip

chebyshev_integral = Claim(
    id="folklore/chebyshev-integral",
    where="account/gauss_cells.py, lemma (one cell)", kind="inequality",
    states="|int of T_n over [-1, 1]| = 2/(n^2 - 1) <= 2 for even n >= 2; for odd n it is 0.",
    lhs=2 / (n**2 - 1), rel="<=", rhs=2,
    on=Region(n=Interval(2, oo)),
)  # fmt: skip

difference_of_products = Claim(
    id="folklore/difference-of-products",
    where="account/split_contour.py, lemma (truncation)", kind="identity",
    states="One more factor: whole (A + B) - part A = (whole - part) A + whole B, and for the bounds p of |whole|, r of |part|, "
    "p - r of |whole - part| the same: (p - r) alpha + p beta = p (alpha + beta) - r alpha. Hence for any number of factors.",
    holds=All(
        Rel(whole * (A + B) - part * A, "=", (whole - part) * A + whole * B),
        Rel((p - r) * alpha + p * beta, "=", p * (alpha + beta) - r * alpha),
    ),
    on=Region(whole=REAL, part=REAL, A=REAL, B=REAL, p=NONNEGATIVE, r=NONNEGATIVE, alpha=NONNEGATIVE, beta=NONNEGATIVE),
)  # fmt: skip

union_of_steps = Claim(
    id="folklore/union-of-steps",
    where="account/split_contour.py, what is left out and the mass of a layer", kind="inequality",
    states="If a step is left out with probability q, one of T steps at least is with probability 1 - (1-q)^T <= T q.",
    lhs=1 - (1 - q) ** steps, rel="<=", rhs=steps * q,
    on=Region(q=UNIT, steps=Interval.integers(1, oo)),
)  # fmt: skip
