"""The curve that is used in practice: the concave envelope of R and its mirror image R'.

Main results: R and R' mirror each other and are not symmetric themselves, R_s is; the envelope is made by a chord of slope 1.
Source: text after Theorem 1, Figure 2, Algorithm 1 (SYMM_R and DIFF_R).

The mirror image of (x, y) in the off-diagonal is (1 - y, 1 - x). In the algorithms d = 1 (Corollary 1).
"""

from dplemma.formulas import gaussian, glrt
from dplemma.lang.words import *

d, g, k, mu, q, t, w, x = variables("d g k mu q t w x")
x_1, x_2, y_1, y_2, value, slope, quotient, left, top, result = variables("x_1 x_2 y_1 y_2 value slope quotient left top result")
ahead, behind, ratio = variables("ahead behind ratio")

DIMENSION = Interval.integers(1, oo)
RATES = Interval(0, 1)
CLOSE = Rational(1, 10**20)
STEP = Rational(1, 10**12)  # of the central difference
PLACES = 60


def power(rate, index):
    """R(x) of Corollary 1."""
    return Q(QInv(rate / 2) - index) + Q(QInv(rate / 2) + index)


def ratio_at(rate, index):
    """Its slope, the likelihood ratio at the threshold."""
    return exp(-(index**2) / 2) * cosh(index * QInv(rate / 2))


# where the slope is 1: cosh(mu q) = e^(mu^2/2)
touching = log(exp(mu**2 / 2) + sqrt(exp(mu**2) - 1)) / mu


def exact_to(says, takes, expression):
    """A subroutine that is right to sixty places."""
    contract = Rel(Abs(result - expression), "<=", Rational(1, 10**40))
    return Subroutine(says=says, takes=takes, value=expression, places=PLACES, contract=contract)


CURVES = {
    "R": exact_to("R", ("x", "mu"), power(x, mu)),
    "R'": exact_to("R'", ("x", "mu"), glrt.roc_reversed(x, 1, mu)),
    "level": exact_to("the level where R has slope 1", ("mu",), 2 * Q(touching)),
    "slope": exact_to("the slope of R", ("x", "mu"), ratio_at(x, mu)),
}


def by_part(level, below_curve, below_chord, beyond):
    """One of three lines: the level is below R, below the chord, which begins at (left, top), or beyond it."""
    return When(Rel(level, "<=", left), below_curve, When(Rel(level, "<=", 1 - top), below_chord, beyond))


def symmetrised(found, level):
    """found <- R_s at this level."""
    return by_part(level, Invoke(found, "R", level, mu), Set(found, level + top - left), Invoke(found, "R'", level, mu))


chord = (Invoke(left, "level", mu), Invoke(top, "R", left, mu))
slope_of_part = by_part(
    x, Invoke(slope, "slope", x, mu), Set(slope, 1), (Invoke(ratio, "slope", 1 - value, mu), Set(slope, 1 / ratio))
)


symmetrisation_interpolation = Claim(
    id="glrt/symmetrisation-interpolation",
    where="Text after Theorem 1", kind="algorithm", tier="prose",
    states="R_s is the concave upper envelope of R and R', obtained by linear interpolation between the points where the "
    "slopes of the curves are parallel to the diagonal (slope 1).",
    reading="Run for d = 1: the points are on the curves and have slope 1, the result is on a curve or on their chord, "
    "which has the slope 1 too, and is nowhere below R or R'. (The slope falls along R from above 1 to 1, stays 1, and "
    "falls on along R': concave.)",
    holds=Algorithm(
        (*chord, symmetrised(value, x)), uses=CURVES,
        promise=All(
            Rel(value, ">=", power(x, mu) - CLOSE),
            Rel(value, ">=", glrt.roc_reversed(x, 1, mu) - CLOSE),
            Rel(Abs(ratio_at(left, mu) - 1), "<=", CLOSE),
            Rel(Abs(glrt.roc_reversed(1 - top, 1, mu) - (1 - left)), "<=", CLOSE),
        ),
    ),
    on=Region(x=Interval("1/100", "99/100"), mu=Interval("1/2", 3)),
)  # fmt: skip


def intercept(rate, detection):
    """Where the line of slope k through a point of the curve meets the axis."""
    return detection - k * rate


symmetrisation_worst_case = Claim(
    id="glrt/symmetrisation-worst-case",
    where="Text after Theorem 1", kind="inequality", tier="prose",
    states="Symmetrising guarantees the worst-case bound when converting to (eps,delta) by conjugation (delta_s = max of both "
    "directions).",
    reading="k = e^eps. delta is the greatest intercept of a line of slope k through a point of the curve. A point of the "
    "envelope is a mixture of a point (x_1, y_1) of R and a point (x_2, y_2) of R': its intercept is between theirs, so "
    "that of R_s is the larger of both directions, no less and no more. They do differ (d = 1, Delta = sigma, k = 5/4): R' "
    "alone would not do.",
    holds=All(
        Rel(
            intercept(w * x_1 + (1 - w) * x_2, w * y_1 + (1 - w) * y_2), "<=",
            Max(intercept(x_1, y_1), intercept(x_2, y_2)),
        ),
        Rel(
            1 - 2 * Q(q) - Rational(5, 4) * (1 - Q(q - 1) - Q(q + 1)), "<",
            Q(Rational(1, 2)) + Q(Rational(5, 2)) - Rational(5, 4) * 2 * Q(Rational(3, 2)),
        ),
    ),
    on=Region(
        k=Interval(1, oo), w=RATES, x_1=RATES, x_2=RATES, y_1=RATES, y_2=RATES, q=POSITIVE,
    ),
)  # fmt: skip

mirrored = Rel(glrt.roc_reversed(Held(1 - NCChi2SF(t, d, mu**2)), d, mu), "=", 1 - Chi2SF(t, d))
fig_2_reflection = Claim(
    id="glrt/fig-2/reflection",
    where="Figure 2 caption", kind="identity",
    states="R and R' are symmetric to each other under reflection over the off-diagonal.",
    reading="The point of R at the threshold t is (Chi2SF(t), NCChi2SF(t)); its mirror image is on R'. Any d and Delta/sigma.",
    holds=mirrored,
    on=Region(t=POSITIVE, d=DIMENSION, mu=POSITIVE),
)  # fmt: skip

TENTH = Rational(1, 10)
fig_2_r_asymmetric = Claim(
    id="glrt/fig-2/r-asymmetric",
    where="Figure 2 caption", kind="identity",
    states="R and R' are not symmetric ROC curves (Delta = sigma^2 = 1).",
    reading="d = 1. The mirror image of the point of R above 1/10 is not on R; R' is the mirror image of R, so it is not "
    "symmetric either: R and R' differ at 1/10.",
    holds=All(
        Rel(power(1 - power(TENTH, 1), 1), "!=", 1 - TENTH),
        Rel(power(TENTH, 1), "!=", glrt.roc_reversed(TENTH, 1, 1)),
    ),
)  # fmt: skip

fig_2_rs_symmetric = Claim(
    id="glrt/fig-2/rs-symmetric",
    where="Figure 2 caption", kind="identity",
    states="R_s is a symmetric ROC curve.",
    reading="Where its slope is more than 1, R_s is R, and the mirror image of a point is on R', which R_s is where its "
    "slope is less than 1; the chord, y = x + g, is its own mirror image. R is at the threshold t, where the slope is the "
    "ratio of densities.",
    holds=All(mirrored, Rel(1 - x, "=", Held(1 - (x + g)) + g)),
    on=Region(t=POSITIVE, d=DIMENSION, mu=POSITIVE, x=UNIT, g=UNIT),
)  # fmt: skip

fig_2_rn_symmetric = Claim(
    id="glrt/fig-2/rn-symmetric",
    where="Figure 2 caption", kind="identity",
    states="The NPO ROC curve R_N is symmetric.",
    lhs=gaussian.roc(1 - gaussian.roc(x, mu), mu), rel="=", rhs=1 - x,
    on=Region(x=UNIT, mu=POSITIVE),
)  # fmt: skip

algorithm_1_symm_diff = Claim(
    id="glrt/algorithm-1/symm-diff",
    where="Algorithm 1, SYMM_R and DIFF_R", kind="algorithm",
    states="SYMM_R: R_s <- symm(R,R'); DIFF_R: DR_s <- derivative of R_s, defined on (0,1).",
    reading="Run for d = 1, levels from 0.01 to 0.99: the central difference of R_s with the step 10^-12 agrees to nine "
    "places with the slope of the part that lies above x: the likelihood ratio on R, 1 on the chord, the reciprocal ratio "
    "at the mirror image on R'. At the ends of the chord the slopes agree, so the derivative is defined there too.",
    holds=Algorithm(
        (
            *chord, symmetrised(value, x), symmetrised(ahead, x + STEP), symmetrised(behind, x - STEP),
            Set(quotient, (ahead - behind) / (2 * STEP)), slope_of_part,
        ),
        uses=CURVES,
        promise=All(Rel(Abs(quotient - slope), "<=", Rational(1, 10**9)), Rel(slope, ">", 0)),
    ),
    on=Region(x=Interval("1/100", "99/100"), mu=Interval("1/2", 3)),
)  # fmt: skip
