"""The test of the length in high dimension: a Gaussian test with an index of lambda/sqrt(2 d).

Main result: by the central limit theorem, which is trusted (lemma chi-square-central-limit), the squared length is normal in the
limit with mean d + lambda and variance 2 d + 4 lambda. The power at the level x of two such normal laws is
Q((QInv(x) - sqrt(d/2) lambda/d)/sqrt(1 + 2 lambda/d)), which tends to Q(QInv(x) - mu), mu = lambda/sqrt(2 d), as lambda/d -> 0.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

x, d, lam, beta, mu, psi, u = variables("x d lam beta mu psi u")

threshold = QInv(x) * beta * sqrt(2 * d) + beta * d
power = Q((threshold - beta * d - beta * lam) / (beta * sqrt(2 * d + 4 * lam)))
CURVE = Region(x=UNIT, d=Interval.integers(1, oo), lam=POSITIVE, beta=POSITIVE)

glrt_limit = Derivation(
    id="glrt-limit",
    title="In high dimension the test of the length is a Gaussian test with index lambda/sqrt(2 d)",
    proves="glrt/eq-44",
    on=CURVE,
    lemmas=(
        Lemma(
            name="central limit", says="the squared length is normal in the limit, without a difference (lambda = 0) too",
            on=Region(u=REAL, lam=NONNEGATIVE),
            holds=Limit(NCChi2CDF(d + lam + u * sqrt(2 * d + 4 * lam), d, lam), d, oo, Phi(u)),
            by=Trusted("chi-square-central-limit", lam=lam, x=u),
        ),
        Lemma(
            name="level", says="the threshold has the level x on the normal law without a difference",
            start=Q((threshold - beta * d) / (beta * sqrt(2 * d))),
            steps=(Step("=", x, Algebra(), "Q undoes its inverse"),),
        ),
        Lemma(
            name="small", says="as lambda/d tends to 0 only the index is left", on=Region(x=UNIT, mu=POSITIVE),
            holds=Limit(Q((QInv(x) - mu) / sqrt(2 * psi + 1)), psi, 0, Q(QInv(x) - mu)),
        ),
        Lemma(
            name="index", says="which is that of a Gaussian mechanism", on=Region(x=UNIT, mu=POSITIVE),
            start=Q(QInv(x) - mu),
            steps=(Step("=", gaussian.roc(x, mu), Algebra(), "Q(u) = Phi(-u), QInv(x) = -PhiInv(x)"),),
        ),
    ),
    start=power,
    steps=(
        Step("=", Q((QInv(x) * sqrt(2 * d) - lam) / sqrt(2 * d + 4 * lam)), Algebra(), "beta and the mean d cancel"),
        Step("=", Q((QInv(x) - sqrt(d / 2) * lam / d) / sqrt(1 + 2 * lam / d)), Algebra(), "over sqrt(2 d)",
             of=(QInv(x) * sqrt(2 * d) - lam) / sqrt(2 * d + 4 * lam)),
    ),
)  # fmt: skip
