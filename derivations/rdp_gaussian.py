"""When the Gaussian mechanism satisfies (alpha, rho)-RDP: exactly if rho is at least alpha psi^2/2.

Main result: the Rényi divergence of N(psi, 1) and N(0, 1), from their densities, is alpha psi^2/2.
"""

from dplemma.lang.words import *

alpha, psi, rho, t = variables("alpha psi rho t")

together = exp(-alpha * (t - psi) ** 2 / 2 - (1 - alpha) * t**2 / 2) / sqrt(2 * pi)
integral = Integral(together, (t, -oo, oo))
divergence = log(integral) / (alpha - 1)
grown = exp(alpha * (alpha - 1) * psi**2 / 2)
PAIR = Region(alpha=Interval.open(1, oo), psi=POSITIVE)

rdp_gaussian = Derivation(
    id="rdp-gaussian",
    title="The Gaussian mechanism satisfies (alpha, rho)-RDP exactly if rho >= alpha psi^2/2",
    about="sensitivity_index/lemma-7",
    on=Region(alpha=Interval.open(1, oo), psi=POSITIVE, rho=POSITIVE),
    lemmas=(
        Lemma(
            name="densities", says="the integral of p^alpha q^(1 - alpha), from the densities", on=PAIR,
            start=Integral(phi(t - psi) ** alpha * phi(t) ** (1 - alpha), (t, -oo, oo)),
            steps=(Step("=", integral, Algebra(), "the powers of both densities are collected"),),
        ),
        Lemma(
            name="integral", says="a Gaussian integral", on=PAIR,
            start=integral,
            steps=(
                Step("=", Integral(grown * phi(t - alpha * psi), (t, -oo, oo)), Algebra(), "the square is completed"),
                Step("=", grown, Antiderivative(grown * Phi(t - alpha * psi), t), "Phi runs from 0 to 1",
                     of=Integral(grown * phi(t - alpha * psi), (t, -oo, oo))),
            ),
        ),
        Lemma(
            name="divergence", says="its logarithm", on=PAIR,
            start=divergence,
            steps=(
                Step("=", log(grown) / (alpha - 1), ByLemma("integral"), "the Gaussian integral"),
                Step("=", alpha * psi**2 / 2, Algebra(), "the logarithm undoes the exponential, and alpha - 1 cancels",
                     of=log(grown) / (alpha - 1)),
            ),
        ),
    ),
    start=Rel(divergence, "<=", rho),
    steps=(
        Step("iff", Rel(rho, ">=", alpha * psi**2 / 2), ByLemma("divergence"), "the divergence is alpha psi^2/2"),
    ),
)  # fmt: skip
