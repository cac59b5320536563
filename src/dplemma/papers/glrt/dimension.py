"""Dimension works against the adversary who does not know the direction.

Main results: the ROC curve falls with the dimension, for every level and every Delta/sigma; d = 1 is the worst case; Figure 4.
Source: sections 4.1 and 4.3, Figure 4.

Why: one more coordinate z of pure noise, and the length test decides by ||y||^2 + z^2 > c^2. Given z it is a length test of y of
some level a(z), with the power R_d(a(z)). R_d is concave, because its slope, the likelihood ratio at the threshold, rises with
the threshold; so the average of R_d(a(z)) is at most R_d at the average level x.
"""

from itertools import pairwise

from dplemma.formulas import glrt
from dplemma.lang.words import *

d, lam, mu, q, s, t = variables("d lam mu q s t")

DIMENSION = Interval.integers(1, oo)
TENTH = Rational(1, 10)
AVERAGED = (
    "One more coordinate, of pure noise, makes the test of d + 1 coordinates a mixture of length tests of d coordinates of "
    "various levels. The slope of R_d is the likelihood ratio at the threshold t, which rises with t, so falls with the "
    "level: R_d is concave, and the mixture, of average level x, has at most the power R_d(x)."
)


def falling(level, index, *dimensions):
    """The powers of the length test at one level, along the dimensions."""
    powers = [glrt.roc(level, dimension, index) for dimension in dimensions]
    return All(*(Rel(after, "<", before) for before, after in pairwise(powers)))


concave = Monotone(NCChi2PDF(t, d, lam) / Chi2PDF(t, d), t, "increasing")
is_slope = Rel(diff(NCChi2SF(t, d, lam), t) / diff(Chi2SF(t, d), t), "=", NCChi2PDF(t, d, lam) / Chi2PDF(t, d))
EVERY = Region(t=POSITIVE, d=DIMENSION, lam=POSITIVE)

d_1_worst_case = Claim(
    id="glrt/d-1-worst-case",
    where="Section 4.1 and 4.3", kind="ordering", tier="prose",
    states="d = 1 is the worst case for privacy (easiest for the adversary) at fixed Delta, sigma.",
    reading="The other coordinates, of pure noise, make the test of d coordinates a mixture of length tests of the first "
    "one, of various levels; R_1 is concave (its slope, in terms of the threshold q = Q^{-1}(x/2), is e^(-mu^2/2) cosh(mu "
    "q), which rises with q), so the mixture has at most the power R_1 at the average level. At the level 1/10 and Delta = "
    "sigma, d = 2, 3 and 30 are compared.",
    holds=All(
        Monotone(exp(-(mu**2) / 2) * cosh(mu * q), q, "increasing"),
        Rel(diff(Q(q - mu) + Q(q + mu), q) / diff(2 * Q(q), q), "=", exp(-(mu**2) / 2) * cosh(mu * q)),
        falling(TENTH, 1, 1, 2), falling(TENTH, 1, 1, 3), falling(TENTH, 1, 1, 30),
    ),
    on=Region(q=POSITIVE, mu=POSITIVE),
)  # fmt: skip

monotone_in_d = Claim(
    id="glrt/section-4.3/monotone-in-d",
    where="Section 4.3; Section 3.2 effect 2", kind="monotonicity", tier="prose",
    states="At fixed Delta and sigma the GLRT adversary's ROC decreases with the dimensionality d.",
    reading=f"{AVERAGED} Along d = 1, 2, 5, 10, 30 it is compared at the level 1/10 with Delta = sigma.",
    holds=All(concave, is_slope, falling(TENTH, 1, 1, 2, 5, 10, 30)),
    on=EVERY,
)  # fmt: skip

cdf_argument = Claim(
    id="glrt/section-4.3/cdf-argument",
    where="Section 4.3", kind="proof-step", tier="prose",
    states="The dimension effect is verified by observing the monotonicity of the noncentral chi-squared CDF/quantile "
    "function in the degrees of freedom at fixed noncentrality.",
    reading="CDF/quantile: the noncentral survival function at the central quantile, which is R. (Each of the two for "
    "itself is monotone in d as well; but with the threshold the survival function rises too, so this alone would not "
    f"settle how R moves.) {AVERAGED} Along d = 1, 2, 3, 4, 8, 16 it is compared at the level 1/20 with Delta = 2 sigma.",
    holds=All(
        concave, is_slope, falling(Rational(1, 20), 2, 1, 2, 3, 4, 8, 16),
    ),
    on=EVERY,
)  # fmt: skip


def effective_eps(tail, dimension, noncentrality=1):
    """eps of the length test: the slope e^eps of the tangent of R that meets the axis at `tail`."""
    ratio = NCChi2PDF(s, dimension, noncentrality) / Chi2PDF(s, dimension)
    threshold = Root(NCChi2SF(s, dimension, noncentrality) - ratio * Chi2SF(s, dimension) - tail, (s, 0, oo))
    return log(ratio).subs(s, threshold)


def greatest_advantage(dimension):
    """P_d - P_f at the best threshold, where the ratio is 1, for Delta = sigma: at this delta eps = 0 will do."""
    best = Root(log(NCChi2PDF(s, dimension, 1) / Chi2PDF(s, dimension)), (s, 0, oo))
    return (NCChi2SF(s, dimension, 1) - Chi2SF(s, dimension)).subs(s, best)


fig_4_decrease = Claim(
    id="glrt/fig-4/decrease",
    where="Figure 4 caption", kind="monotonicity",
    states="At delta = 1e-1, Delta = sigma^2 = 1, the effective eps decreases markedly with d over d in "
    "{1,2,5,10,20,50,100,200,300,500}.",
    reading="It falls strictly from d = 1 over 2 to 5, and is 0 from d = 10 on, where P_d - P_f is below 0.1 at the best "
    "threshold (and stays below it for larger d, since R falls with d). How markedly is measured: the eps of d = 5 over "
    "that of d = 1.",
    holds=All(
        Chain(effective_eps(TENTH, 1), ">", effective_eps(TENTH, 2), ">", effective_eps(TENTH, 5), ">", 0),
        Rel(greatest_advantage(10), "<", TENTH),
        concave,
        Measure(
            effective_eps(TENTH, 5) / effective_eps(TENTH, 1), of="the eps of d = 5 as a part of that of d = 1", percent=True,
            at=({"d": 5, "lam": 1, "t": 1},),
        ),
    ),
    on=EVERY,
)  # fmt: skip
