"""The Chernoff information of two Gaussians with one variance, from their densities.

Main result: it is (mu_0 - mu_1)^2/(8 sigma^2). The Chernoff information is the greatest value, over the exponents a from 0 to 1,
of minus the logarithm of the integral of p^a q^(1 - a); that integral is Gaussian, its logarithm a parabola in a.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

a, mu_0, mu_1, sigma, t = variables("a mu_0 mu_1 sigma t")

p = phi((t - mu_0) / sigma) / sigma
q = phi((t - mu_1) / sigma) / sigma
overlap = Integral(p**a * q ** (1 - a), (t, -oo, oo))
exponent = -((t - mu_0) ** 2) / (4 * sigma**2) - (t - mu_1) ** 2 / (4 * sigma**2)  # of sqrt(p q)
centre = a * mu_0 + (1 - a) * mu_1
distance = (mu_0 - mu_1) ** 2 / (2 * sigma**2)
shrinks = exp(-a * (1 - a) * distance)
completed = Integral(shrinks * phi((t - centre) / sigma) / sigma, (t, -oo, oo))  # the square in the exponent
parabola = Sup(a * (1 - a) * distance, (a, 0, 1))

MEANS = Region(mu_0=REAL, mu_1=REAL, sigma=POSITIVE)

chernoff_information = Derivation(
    id="chernoff-information",
    title="The Chernoff information of N(mu_0, sigma^2) and N(mu_1, sigma^2) is (mu_0 - mu_1)^2/(8 sigma^2)",
    proves="chernoff/eq-25",
    on=MEANS,
    lemmas=(
        Lemma(
            name="overlap", says="the integral of p^a q^(1 - a) is a Gaussian integral", on=Region(a=REAL, **MEANS.intervals),
            start=overlap,
            steps=(
                Step("=", completed, Algebra(),
                     "a (t - x)^2 + (1 - a)(t - y)^2 = (t - a x - (1 - a) y)^2 + a (1 - a)(x - y)^2"),
                Step("=", shrinks, Antiderivative(shrinks * Phi((t - centre) / sigma), t), "Phi runs from 0 to 1",
                     of=completed),
            ),
        ),
        Lemma(
            name="one half", says="at a = 1/2, minus the logarithm of the Bhattacharyya coefficient",
            start=-log(Integral(exp(exponent) / (sqrt(2 * pi) * sigma), (t, -oo, oo))),
            steps=(
                Step("=", -log(overlap.subs(a, Rational(1, 2))), Algebra(), "the root of p q, written out, has this exponent"),
                Step("=", -log(exp(-distance / 4)), ByLemma("overlap", a=Rational(1, 2)), "a (1 - a) = 1/4",
                     of=overlap.subs(a, Rational(1, 2))),
                Step("=", (mu_0 - mu_1) ** 2 / (8 * sigma**2), Algebra(), "the logarithm undoes the exponential"),
            ),
        ),
    ),
    start=Sup(-log(overlap), (a, 0, 1)),
    steps=(
        Step("=", Sup(-log(shrinks), (a, 0, 1)), Inside(a, ByLemma("overlap")), "the Gaussian integral, for every a"),
        Step("=", parabola, Inside(a, Algebra()), "the logarithm undoes the exponential"),
        Step("=", gaussian.chernoff((mu_0 - mu_1) / sigma), TurningPoint(a, Rational(1, 2)),
             "the parabola a (1 - a) rises up to a = 1/2, where it is 1/4, and falls after it", of=parabola),
    ),
    printed=PrintedProof(
        where="chernoff, eqs. 23 to 25",
        on=Region(**MEANS.intervals, points=[{"mu_0": 0, "mu_1": 1, "sigma": 1}]),
        claims=("chernoff/eq-23/as-extracted",),
        start=log(Integral(exp(exponent) / (sqrt(2 * pi) * sigma), (t, -oo, oo))),
        steps=(
            PrintedStep("=", (mu_0 - mu_1) ** 2 / (8 * sigma**2),
                        "eq. 23, which has no minus before the logarithm, with a = 1 - a: eq. 25"),
        ),
    ),
)  # fmt: skip
