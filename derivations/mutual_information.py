"""What the output of a sum query tells of the sum before an attack added to it: half the logarithm of 1 + S/sigma_a^2.

Main result: for X = N(0, S) and Y = X + N(0, sigma_a^2) the mean over X of the divergence of N(X, sigma_a^2) from
N(0, S + sigma_a^2), computed from the densities, is log(1 + S/sigma_a^2)/2. Beside it the printed chain, which takes
the sums for the data sets: the entropy of n independent records has the product of their variances, not the sum.
"""

from dplemma.lang.words import *

S, sigma_a, x, y, z, n, sigma, s, m, v = variables("S sigma_a x y z n sigma s m v")

HALF = Rational(1, 2)
total = S + sigma_a**2
information = log(total / sigma_a**2) / 2 + (sigma_a**2 + S) / (2 * total) - HALF
given_sum = log(sqrt(total) / sigma_a) + (sigma_a**2 + x**2) / (2 * total) - HALF  # the divergence, X = x
SUMS = Region(S=POSITIVE, sigma_a=POSITIVE)


def surprise(at: Any, spread: Any) -> Any:
    """-log of the density of N(0, spread^2)."""
    return log(2 * pi * spread**2) / 2 + at**2 / (2 * spread**2)


def entropy(spread: Any) -> Any:
    return log(2 * pi * spread**2) / 2 + HALF


def nats(inside: Any) -> Any:
    return log(inside) / 2


CELL = 2 * pi * exp(1)
both = sqrt(sigma**2 + sigma_a**2)

mutual_information = Derivation(
    id="mutual-information",
    title="The information that a sum has of itself after an attack, from the densities",
    proves="chernoff/eq-14/mutual-information/amended",
    uses=("kl-limit",),
    on=SUMS,
    lemmas=(
        Lemma(
            name="entropy", says="the entropy of a Gaussian: the mean of its surprise", on=Region(s=POSITIVE),
            start=Integral(phi(z) * surprise(s * z, s), (z, -oo, oo)),
            steps=(
                Step("=", entropy(s), Antiderivative(log(2 * pi * s**2) / 2 * Phi(z) + (Phi(z) - z * phi(z)) / 2, z),
                     "Phi - z phi is an antiderivative of z^2 phi"),
            ),
        ),
        Lemma(
            name="divergence", says="given the sum x, the output is N(x, sigma_a^2); on the whole it is N(0, S + sigma_a^2)",
            on=Region(S=POSITIVE, sigma_a=POSITIVE, x=REAL),
            start=Integral(phi((y - x) / sigma_a) / sigma_a
                           * (log(sqrt(total) / sigma_a) - (y - x) ** 2 / (2 * sigma_a**2) + y**2 / (2 * total)), (y, -oo, oo)),
            steps=(
                Step("=", given_sum, ByLemma("kl-limit", mu_i=x, sigma_i=sigma_a, mu_j=0, sigma_j=sqrt(total)),
                     "the divergence of two Gaussians"),
            ),
        ),
        Lemma(
            name="mean", says="its mean over the sum",
            start=Integral(phi(z) * given_sum.subs(x, sqrt(S) * z), (z, -oo, oo)),
            steps=(
                Step("=", information,
                     Antiderivative((log(sqrt(total) / sigma_a) + sigma_a**2 / (2 * total) - HALF) * Phi(z)
                                    + S / (2 * total) * (Phi(z) - z * phi(z)), z),
                     "x = sqrt(S) z, and the mean of z^2 is 1"),
            ),
        ),
    ),
    start=information,
    steps=(
        Step("=", log(total / sigma_a**2) / 2, Algebra(), "(sigma_a^2 + S)/(2 (S + sigma_a^2)) = 1/2"),
        Step("=", log(1 + S / sigma_a**2) / 2, Algebra(), "over sigma_a^2", of=total / sigma_a**2),
    ),
    printed=PrintedProof(
        where="chernoff, eqs. 12 to 14",
        on=Region(n=Interval.integers(1, oo), sigma=POSITIVE, sigma_a=POSITIVE, points=[{"n": 2, "sigma": 2, "sigma_a": 1}]),
        claims=("chernoff/eq-13/joint-entropy", "chernoff/eq-13/conditional-entropy", "chernoff/eq-14/mutual-information"),
        start=(n - 1) * entropy(sigma) + entropy(both) - entropy(sigma_a),
        steps=(
            PrintedStep("=", nats(CELL**n * (n * sigma**2 + sigma_a**2)) - entropy(sigma_a),
                        "eq. 13: h(X~^n) = (1/2) log((2 pi e)^n (sum of the variances + sigma_a^2))"),
            PrintedStep("=", nats(CELL**n * (n * sigma**2 + sigma_a**2)) - nats(CELL**n * sigma_a**2),
                        "eq. 13: h(X~^n | X^n) = (1/2) log((2 pi e)^n sigma_a^2)"),
            PrintedStep("=", nats(1 + n * sigma**2 / sigma_a**2), "eq. 14: the difference of the two"),
        ),
    ),
)  # fmt: skip
