"""High dimension: the length test tends to a Gaussian test of much smaller index.

Main results: eq. 44 and the expansion eq. 46; eqs. 35, 43 and 45 mended; what converges to mu-GDP (eqs. 36 and 37, mended).
Source: section 4.4, Theorem 3 and its proof.

lambda = N Delta^2/sigma^2, psi = lambda/d, mu = lambda/sqrt(2d) = psi sqrt(d/2). The regime of the theorem (d large, Delta/sigma
small, N large) is d -> oo with mu held fixed, so psi -> 0; for fixed d both sides would tend to 1 as N -> oo.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

x, d, lam, beta, psi, mu, n, N, Delta, sigma = variables("x d lam beta psi mu n N Delta sigma")

DIMENSION = Interval.integers(1, oo)
CURVE = Region(x=UNIT, d=DIMENSION, lam=POSITIVE, beta=POSITIVE)
ROUNDS = Region(x=UNIT, d=DIMENSION, N=DIMENSION, Delta=POSITIVE, sigma=POSITIVE)
REGIME = Region(x=UNIT, mu=POSITIVE)
quantile = QInv(x)


def binormal(noncentrality, scale):
    """Eq. 42: power at level x between N(beta d, 2 beta^2 d) and N(beta (d + lambda), beta^2 (2d + 4 lambda))."""
    threshold = quantile * scale * sqrt(2 * d) + scale * d
    return Q((threshold - scale * d - scale * noncentrality) / (scale * sqrt(2 * d + 4 * noncentrality)))


snr = N * Delta**2 / sigma**2
spread = sqrt(2 * Delta**2 * N / (d * sigma**2) + 1)
printed_limit = Q(quantile / spread - sqrt(2) * Delta**2 * N / (2 * d * sigma**2 * spread))
right_limit = Q(quantile / spread - sqrt(2) * Delta**2 * N / (2 * sqrt(d) * sigma**2 * spread))

eq_35 = Claim(
    id="glrt/eq-35",
    where="Theorem 3, eq. 35",
    kind="identity",
    states="Limit ROC: Q( Q^{-1}(x)/sqrt(2 Delta^2 N/(d sigma^2)+1) - sqrt(2) Delta^2 N/(2 d sigma^2 sqrt(2 Delta^2 N/(d "
    "sigma^2)+1)) ).",
    reading="The d before sigma^2 stands under a root, whose bar is lost in the text: eq. 44 and eq. 36 have it. The limit "
    "ROC is that of the two normal laws of eqs. 38 and 39, with beta = sigma^2/N.",
    holds=Rel(binormal(snr, sigma**2 / N), "=", right_limit),
    on=ROUNDS,
    assumes=("chi-square-central-limit",),
    as_extracted=Extracted(
        Rel(binormal(snr, sigma**2 / N), "=", printed_limit),
        why="A factor sqrt(d) is lost: the shift is lambda/sqrt(2d), not lambda/(sqrt(2) d), over the root. It agrees for d = 1 "
        "only, and makes the adversary look weaker for every larger d.",
    ),
)

eq_36 = Claim(
    id="glrt/eq-36",
    where="Theorem 3, eq. 36",
    kind="asymptotic",
    states="Eq. 35 is approximately Q(Q^{-1}(x) - (N Delta^2/sigma^2) sqrt(1/(2d))).",
    reading="Eq. 35 with the root over d (see eq-35) is Q((Q^{-1}(x) - mu)/sqrt(2 psi + 1)) with mu = (N Delta^2/sigma^2) "
    "sqrt(1/(2d)) and psi = N Delta^2/(d sigma^2). Approximately: the difference tends to 0 as d -> oo with mu fixed, "
    "so psi -> 0.",
    holds=All(
        Rel(right_limit, "=", Q((quantile - snr * sqrt(1 / (2 * d))) / sqrt(2 * snr / d + 1))),
        Limit(Q((quantile - mu) / sqrt(2 * psi + 1)), psi, 0, Q(quantile - mu)),
    ),
    on=Region(x=UNIT, mu=POSITIVE, d=DIMENSION, N=DIMENSION, Delta=POSITIVE, sigma=POSITIVE),
)

eq_37 = Claim(
    id="glrt/eq-37",
    where="Theorem 3, eq. 37",
    kind="asymptotic",
    states="M converges to a mu-GDP mechanism with mu = (N Delta^2/sigma^2) sqrt(1/(2d)).",
    reading="Under the GLRT assumption, as Theorem 3 says: the ROC curves of the length test converge to those of a mu-GDP "
    "mechanism. (No property of M against every test: M itself stays (sqrt(N) Delta/sigma)-GDP in every dimension.) "
    "psi = sqrt(2/d) mu -> 0 and n = sqrt(N) Delta/sigma = (2 mu^2 d)^(1/4) -> oo. R and R' are those of the normal "
    "laws of eqs. 38 and 39, in terms of mu and psi.",
    holds=All(
        Limit(Q((quantile - mu) / sqrt(2 * psi + 1)), psi, 0, Q(quantile - mu)),
        Limit(Q(sqrt(2 * psi + 1) * quantile - mu), psi, 0, Q(quantile - mu)),
        Rel(gaussian.roc(x, mu), "=", Q(quantile - mu)),
    ),
    on=REGIME,
    assumes=("chi-square-central-limit", "neyman-pearson", "gaussian-one-dimension"),
)

eq_43 = Claim(
    id="glrt/eq-43",
    where="Theorem 3 proof, eq. 43",
    kind="proof-step",
    states="... = Q( (Q^{-1}(x) sqrt(2d) - lambda)/(beta sqrt(2d+4 lambda)) ).",
    reading="The beta cancels; in the text it is left in the denominator, and gone again in eq. 44. The left side is eq. 42, "
    "whose root covers 2d + 4 lambda as in eq. 41.",
    holds=Rel(binormal(lam, beta), "=", Q((quantile * sqrt(2 * d) - lam) / sqrt(2 * d + 4 * lam))),
    on=CURVE,
    as_extracted=Extracted(
        Rel(binormal(lam, beta), "=", Q((quantile * sqrt(2 * d) - lam) / (beta * sqrt(2 * d + 4 * lam)))),
        why="beta is cancelled in the numerator and left in the denominator.",
    ),
)

eq_44 = Claim(
    id="glrt/eq-44",
    where="Theorem 3 proof, eq. 44", kind="proof-step",
    states="... = Q( (Q^{-1}(x) - sqrt(d/2) lambda/d)/sqrt(1+2 lambda/d) ).",
    reading="The left side is the start of the chain, eq. 42; the beta of eq. 43 is a slip that does not come back.",
    lhs=binormal(lam, beta), rel="=", rhs=Q((quantile - sqrt(d / 2) * lam / d) / sqrt(1 + 2 * lam / d)),
    on=CURVE,
)  # fmt: skip

at_snr = Q((quantile - sqrt(d / 2) * snr / d) / sqrt(1 + 2 * snr / d))
eq_45 = Claim(
    id="glrt/eq-45",
    where="Theorem 3 proof, eq. 45",
    kind="proof-step",
    states="Substituting lambda = N Delta^2/sigma^2 in eq. 44 gives Q( Q^{-1}(x)/sqrt(2 Delta^2 N/(d sigma^2)+1) - sqrt(2) "
    "Delta^2 N/(2 d sigma^2 sqrt(2 Delta^2 N/(d sigma^2)+1)) ).",
    reading="The d before sigma^2 stands under a root, whose bar is lost in the text: eq. 44, from which it follows, and eq. "
    "36 have it.",
    holds=Rel(at_snr, "=", right_limit),
    on=ROUNDS,
    as_extracted=Extracted(
        Rel(at_snr, "=", printed_limit),
        why="sqrt(d/2) lambda/d is lambda/sqrt(2d) = sqrt(2) lambda/(2 sqrt(d)); printed is sqrt(2) lambda/(2d): a factor "
        "sqrt(d) is lost.",
    ),
)

argument = (quantile - sqrt(d / 2) * psi) / sqrt(1 + 2 * psi)
remainder = 1 / sqrt(1 + 2 * psi) - 1 + psi
eq_46 = Claim(
    id="glrt/eq-46",
    where="Theorem 3 proof, eq. 46", kind="asymptotic",
    states="With psi = lambda/d, Taylor expansion of eq. 44 about psi = 0: Q(Q^{-1}(x) - psi (sqrt(d/2) + Q^{-1}(x)) + "
    "O(psi^2)).",
    reading="The argument of Q in eq. 44 minus its linear part is written as a sum of two products; divided by psi^2 their "
    "factors 1/sqrt(1 + 2 psi) - 1 + psi and psi (1 - 1/sqrt(1 + 2 psi)) tend to 3/2 and 1.",
    holds=All(
        Rel(
            argument - (quantile - psi * (sqrt(d / 2) + quantile)), "=",
            quantile * remainder + sqrt(d / 2) * psi * (1 - 1 / sqrt(1 + 2 * psi)),
        ),
        Limit(remainder / psi**2, psi, 0, Rational(3, 2)),
        Limit(psi * (1 - 1 / sqrt(1 + 2 * psi)) / psi**2, psi, 0, 1),
    ),
    on=Region(x=UNIT, d=DIMENSION, psi=POSITIVE),
)  # fmt: skip
