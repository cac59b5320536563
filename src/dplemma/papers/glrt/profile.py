"""The privacy profile of the length test: how it is obtained, and how it compares with the NPO profile.

Main results: the conversion loses nothing; the slope whose root is sought is monotone; Figure 6.
Source: section 4.5, Figure 6.

d = 1. At the threshold q the length test has P_f = 2 Q(q), P_d = Q(q - mu) + Q(q + mu) and the slope e^(-mu^2/2) cosh(mu q).
"""

from dplemma.formulas import gaussian, glrt
from dplemma.lang.words import *

b, delta, eps, mu, q, s, x, y, result = variables("b delta eps mu q s x y result")

CLOSE = Rational(1, 10**25)
RATE = Interval("1/1000", "1/5")


def detection(threshold, index):
    """P_d of the length test."""
    return Q(threshold - index) + Q(threshold + index)


def steepness(threshold, index):
    """The likelihood ratio, the slope of R at this threshold."""
    return exp(-(index**2) / 2) * cosh(index * threshold)


def below_npo(index):
    """The profile of the length test is below the NPO profile of this index, at every eps and every threshold.

    Forward: P_d - e^eps P_f is less than that of y > q. Backward, for small eps less than that of y < q, and else negative. No
    one-sided test, at any threshold s, comes above gaussian.delta.
    """
    half = exp(index**2 / 2)
    return All(
        Rel(Q(q + index), "<", exp(eps) * Q(q)),
        Rel(half * Q(q + index), "<", Q(q)),
        Rel(1 - 2 * Q(q), "<=", half * (1 - detection(q, index))),
        Rel(Q(s - index) - exp(eps) * Q(s), "<=", gaussian.delta(eps, index)),
    )


SLOPE = Subroutine(
    says="the slope of R", takes=("x", "mu"), value=steepness(QInv(x / 2), mu), places=50,
    contract=Rel(Abs(result - steepness(QInv(x / 2), mu)), "<=", CLOSE),
)  # fmt: skip
PROFILE = Subroutine(
    says="delta at e^eps = b", takes=("b", "mu"), value=glrt.delta(log(b), 1, mu), places=50,
    contract=Rel(Abs(result - glrt.delta(log(b), 1, mu)), "<=", CLOSE),
)  # fmt: skip


conjugate_strategy = Claim(
    id="glrt/section-4.5/conjugate-strategy",
    where="Section 4.5, steps 1-4", kind="algorithm", tier="prose",
    states="(eps,delta) profile from R, R' via R_s, its concave Legendre-Fenchel conjugate and a change of variables to (eps, "
    "delta(eps)); the conversion is lossless.",
    reading="That the steps give the profile is algorithm-1/root. Lossless: from the profile the curve comes back. Each x "
    "where R has a slope b > 1 is put through both ways: eps = log b, delta(eps), and the line of slope b that meets the "
    "axis at delta(eps) is at R(x) above x. Run for d = 1.",
    holds=Algorithm(
        (Invoke(b, "DR", x, mu), Invoke(delta, "profile", b, mu), Set(y, delta + b * x)),
        uses={"DR": SLOPE, "profile": PROFILE},
        promise=Rel(Abs(y - detection(QInv(x / 2), mu)), "<=", 10 * CLOSE),
    ),
    on=Region(x=RATE, mu=Interval("3/4", 3), such_that=Rel(steepness(QInv(x / 2), mu), ">", 1)),
)  # fmt: skip

monotone_success = Claim(
    id="glrt/section-4.5/monotone-success",
    where="Section 4.5", kind="proof-step", tier="prose",
    states="Construction of R* has a success guarantee as the curve is monotonic.",
    reading="The curve whose root the algorithm seeks, the slope of R_s (see algorithm-1/root): on R it falls strictly from "
    "oo as the level rises, so each slope e^eps >= 1 is met at one level. That R itself rises would guarantee nothing.",
    holds=All(
        Monotone(steepness(q, mu), q, "increasing"),
        Monotone(2 * Q(q), q, "decreasing"),
        Limit(1 / steepness(q, mu), q, oo, 0),
        Limit(steepness(q, mu), q, 0, exp(-(mu**2) / 2)),
        Rel(exp(-(mu**2) / 2), "<", 1),
    ),
    on=Region(q=POSITIVE, mu=POSITIVE),
)  # fmt: skip

extremes = Claim(
    id="glrt/section-4.5/extremes",
    where="Section 4.5", kind="asymptotic", tier="prose",
    states="The extreme parts of the curve (very small P_f / steep slope) correspond to low delta.",
    reading="As q -> oo, P_f tends to 0, the slope to oo, and delta, which is P_d minus the slope times P_f, to 0: it is at "
    "most P_d, which tends to 0.",
    holds=All(
        Limit(2 * Q(q), q, oo, 0),
        Limit(1 / steepness(q, mu), q, oo, 0),
        Limit(detection(q, mu), q, oo, 0),
        Rel(detection(q, mu) - steepness(q, mu) * 2 * Q(q), "<=", detection(q, mu)),
    ),
    on=Region(q=POSITIVE, mu=POSITIVE),
)  # fmt: skip

fig_6_ordering = Claim(
    id="glrt/fig-6/ordering",
    where="Figure 6", kind="ordering",
    states="At Delta = sigma^2 = 1 the GLRT privacy profile lies below the NPO profile for every eps.",
    reading="d = 1. At every threshold q and every eps, P_d - e^eps P_f of the length test, in both directions, is less "
    "than that of a one-sided test, and no one-sided test comes above the NPO profile. Backward, |y| < q is y < q without y "
    "<= -q, where the first law is at least e^(1/2) times as likely; beyond eps = 1/2 it gains nothing.",
    holds=below_npo(Integer(1)),
    on=Region(q=POSITIVE, s=REAL, eps=NONNEGATIVE),
    assumes=("hockey-stick",),
)  # fmt: skip

fig_6_high_privacy = Claim(
    id="glrt/fig-6/high-privacy-regime",
    where="Section 4.5 and Figure 6", kind="ordering",
    states="The reduction of delta is largest in the high-privacy regime eps < 2.",
    reading="delta of the NPO profile minus that of the length test, d = 1, Delta = sigma. At eps = 0 the length test has "
    "at most 1/4, so the reduction is at least the NPO value minus 1/4; for eps >= 2 it is at most the NPO value, which "
    "falls with eps. (As a ratio the reduction is larger for large eps.)",
    holds=All(
        Rel(detection(q, 1) - 2 * Q(q), "<", Rational(1, 4)),
        Monotone(gaussian.delta(eps, 1), eps, "decreasing"),
        Rel(gaussian.delta(2, 1), "<", gaussian.delta(0, 1) - Rational(1, 4)),
    ),
    on=Region(q=POSITIVE, eps=NONNEGATIVE),
)  # fmt: skip
