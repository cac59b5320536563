"""The index of the Gaussian mechanism to which subsampled compositions tend, from the chi-square divergence of one step.

Main result: if the rate times the root of the number of steps tends to s, the limit is psi-GDP with psi^2 =
2 s^2 (e^(1/sigma^2) Phi(3/(2 sigma)) + 3 Phi(-1/(2 sigma)) - 2). The central limit theorem, which is trusted (lemma
gdp-central-limit), gives psi^2 = 2 s^2 E[(L - 1)_+^2] with L = e^(Z/sigma - 1/(2 sigma^2)), the
likelihood ratio of one step, Z standard normal. What is derived here is that expectation.
"""

from dplemma.lang.words import *

s, sigma, z = variables("s sigma z")

ratio = exp(z / sigma - 1 / (2 * sigma**2))
edge = 1 / (2 * sigma)
excess = (ratio - 1) ** 2 * phi(z)
opened_square = exp(1 / sigma**2) * phi(z - 2 / sigma) - 2 * phi(z - 1 / sigma) + phi(z)
expectation = exp(1 / sigma**2) * Phi(3 / (2 * sigma)) + 3 * Phi(-1 / (2 * sigma)) - 2

STEP = Region(s=POSITIVE, sigma=POSITIVE)

dpsgd_limit = Derivation(
    id="dpsgd-limit",
    title="The index of the limit of subsampled Gaussian compositions, from the likelihood ratio of one step",
    about="sensitivity_index/corollary-9",
    on=STEP,
    lemmas=(
        Lemma(
            name="ratio", says="the likelihood ratio of N(1/sigma, 1) and N(0, 1), the output in units of the noise",
            on=Region(sigma=POSITIVE, z=REAL),
            start=phi(z - 1 / sigma) / phi(z),
            steps=(Step("=", ratio, Algebra(), "the squares of z cancel"),),
        ),
        Lemma(
            name="edge", says="it exceeds 1 exactly beyond half of the distance", on=Region(sigma=POSITIVE, z=REAL),
            holds=Iff(Rel(z / sigma - 1 / (2 * sigma**2), ">", 0), Rel(z, ">", edge)),
        ),
        Lemma(
            name="expectation", says="the square is opened and each part is a normal density that is moved",
            on=Region(sigma=POSITIVE),
            start=Integral(excess, (z, edge, oo)),
            steps=(
                Step("=", Integral(opened_square, (z, edge, oo)), Algebra(),
                     "L^2 phi(z) = e^(1/sigma^2) phi(z - 2/sigma) and L phi(z) = phi(z - 1/sigma)"),
                Step("=", expectation,
                     Antiderivative(exp(1 / sigma**2) * Phi(z - 2 / sigma) - 2 * Phi(z - 1 / sigma) + Phi(z), z),
                     "Phi runs to 1; at the edge its arguments are -3/(2 sigma), -1/(2 sigma) and 1/(2 sigma)",
                     of=Integral(opened_square, (z, edge, oo))),
            ),
        ),
    ),
    start=2 * s**2 * Integral(excess, (z, edge, oo)),
    steps=(
        Step("=", 2 * s**2 * expectation, ByLemma("expectation"), "psi^2 = 2 s^2 E[(L - 1)_+^2]"),
    ),
)  # fmt: skip
