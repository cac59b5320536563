"""The contour integral of a profile: its kernel, the series that bounds its aliases, the sum that bounds what is cut off.

Main results: the transform of the hockey stick, the Chernoff factor, the telescoping bound of the tail, the second hump of sinc.
"""

from dplemma.lang.words import *

c, y, loss, p, w, r, k, t, n, width = variables("c y loss p w r k t n width")
m1, m2, s1, s2 = variables("m1 m2 s1 s2")

TILT = Interval.open(1, oo)
kernel_primitive = exp(loss + (c - 1) * y) / (c - 1) - exp(c * y) / c
taylor_sine = y - y**3 / 6 + y**5 / 120
SECOND_HUMP = Rational("0.2176")

hockey_stick_transform = Claim(
    id="folklore/hockey-stick-transform",
    where="account/contour.py, G(y) as an integral of F(t)", kind="identity",
    states="The integral of e^((c-1) y) (e^l - e^y) over y < l is e^(cl)/(c (c-1)), for c > 1.",
    reading="By the primitive: its derivative is the integrand, it vanishes at -oo, and at y = l it is the right side.",
    holds=All(
        Rel(Derivative(kernel_primitive, y), "=", exp((c - 1) * y) * (exp(loss) - exp(y))),
        Rel(exp(loss + (c - 1) * loss) / (c - 1) - exp(c * loss) / c, "=", exp(c * loss) / (c * (c - 1))),
    ),
    on=Region(c=TILT, y=REAL, loss=REAL),
)  # fmt: skip

transform_vanishes = Claim(
    id="folklore/hockey-stick-transform-end",
    where="account/contour.py, G(y) as an integral of F(t)", kind="limit",
    states="The primitive of e^((c-1) y) (e^l - e^y) vanishes as y tends to -oo, for c > 1.",
    holds=Limit(exp(loss - (c - 1) * y) / (c - 1) - exp(-c * y) / c, y, oo, 0),
    on=Region(c=TILT, loss=REAL, y=POSITIVE),
)  # fmt: skip

chernoff_factor = Claim(
    id="folklore/chernoff-factor",
    where="account/contour.py, lemma (aliasing); account/profiles.py, ChernoffBound", kind="inequality",
    states="(v - 1) v^-lam <= (lam - 1)^(lam - 1)/lam^lam for v > 1 and lam > 1.",
    reading="With v = 1/w and lam = 1/(1 - p), in logarithms and times 1 - p: the inequality of Gibbs.",
    lhs=p * log(w / p) + (1 - p) * log((1 - w) / (1 - p)), rel="<=", rhs=0,
    on=Region(p=UNIT, w=UNIT),
)  # fmt: skip

chernoff_factor_read = Claim(
    id="folklore/chernoff-factor-as-gibbs",
    where="account/contour.py, lemma (aliasing)", kind="identity",
    states="The difference of log((v - 1) v^-lam) and log((lam - 1)^(lam - 1)/lam^lam) at v = 1/w, lam = 1/(1 - p) is the sum of "
    "Gibbs over 1 - p.",
    lhs=(log(1 / w - 1) - log(1 / w) / (1 - p)) - (p / (1 - p) * log(p / (1 - p)) - log(1 / (1 - p)) / (1 - p)), rel="=",
    rhs=(p * log(w / p) + (1 - p) * log((1 - w) / (1 - p))) / (1 - p),
    on=Region(p=UNIT, w=UNIT),
)  # fmt: skip

alias_series = Claim(
    id="folklore/alias-series",
    where="account/contour.py, lemma (aliasing)", kind="identity",
    states="The terms r^k, 0 < r < 1, are differences of r^k/(1-r): their sum over k >= 1 is r/(1-r).",
    lhs=r**k, rel="=", rhs=r**k / (1 - r) - r ** (k + 1) / (1 - r),
    on=Region(r=UNIT, k=POSITIVE),
)  # fmt: skip

alias_series_ends = Claim(
    id="folklore/alias-series-end",
    where="account/contour.py, lemma (aliasing)", kind="limit",
    states="What is left of the series of aliases vanishes: r^k/(1-r) tends to 0.",
    holds=Limit(exp(-k * y) / (1 - exp(-y)), k, oo, 0),
    on=Region(y=POSITIVE, k=POSITIVE),
)  # fmt: skip

kernel_modulus = Claim(
    id="folklore/kernel-modulus",
    where="account/contour.py, lemma (truncation)", kind="inequality",
    states="|(c + it)(c + it - 1)| >= t^2.",
    reading="The squares of both sides.",
    lhs=(c**2 + t**2) * ((c - 1) ** 2 + t**2), rel=">=", rhs=t**4,
    on=Region(c=TILT, t=REAL),
)  # fmt: skip

tail_telescopes = Claim(
    id="folklore/tail-telescopes",
    where="account/contour.py, lemma (truncation)", kind="inequality",
    states="D/(n D)^2 <= 1/((n-1) D) - 1/(n D) for n > 1.",
    lhs=width / (n * width) ** 2, rel="<=", rhs=1 / ((n - 1) * width) - 1 / (n * width),
    on=Region(n=TILT, width=POSITIVE),
)  # fmt: skip

rectangles = Claim(
    id="folklore/truncation-by-rectangles",
    where="account/rectangles.py, lemma (truncation by rectangles)", kind="identity",
    states="What two rectangles leave of a density, and what they give themselves: (1 - m1 - m2) + m1 s1 + m2 s2 = 1 - m1 (1 - "
    "s1) - m2 (1 - s2), and each rectangle only lowers it.",
    holds=All(
        Rel((1 - m1 - m2) + m1 * s1 + m2 * s2, "=", 1 - m1 * (1 - s1) - m2 * (1 - s2)),
        Rel(1 - m1 * (1 - s1) - m2 * (1 - s2), "<=", 1 - m1 * (1 - s1)),
    ),
    on=Region(m1=UNIT, m2=UNIT, s1=UNIT, s2=UNIT),
)  # fmt: skip

second_hump = Claim(
    id="folklore/second-hump",
    where="account/rectangles.py, S(x) from pi on", kind="inequality",
    states="With |sin(pi + y)| <= y - y^3/6 + y^5/120, |sinc| is at most 0.2176 from pi to pi + 2.",
    lhs=taylor_sine / (y + pi), rel="<=", rhs=SECOND_HUMP,
    on=Region(y=Interval(0, 2)),
)  # fmt: skip

later_humps = Claim(
    id="folklore/later-humps",
    where="account/rectangles.py, S(x) from pi on", kind="inequality",
    states="From pi + 2 on |sinc(x)| <= 1/x <= 0.2176.",
    lhs=1 / (y + pi), rel="<=", rhs=SECOND_HUMP,
    on=Region(y=Interval(2, oo)),
)  # fmt: skip
