"""The privacy loss of the Gaussian mechanism and its distribution, from the two densities of the output.

Main result: the loss is linear in the output, so it is normal with mean psi^2/2 and variance psi^2, psi = Delta/sigma.
The output is m - sigma z with z standard normal; on the other database the mean is m + Delta.
"""

from dplemma.lang.words import *

m, z, Delta, sigma, psi, s, t = variables("m z Delta sigma psi s t")

output = m - sigma * z
one = phi((output - m) / sigma) / sigma
other = phi((output - m - Delta) / sigma) / sigma
threshold = (t - psi**2 / 2) / psi
LOSS = Region(psi=POSITIVE, t=REAL)

privacy_loss = Derivation(
    id="privacy-loss",
    title="The privacy loss of the Gaussian mechanism is normal with mean psi^2/2 and variance psi^2",
    proves="sensitivity_index/eq-10",
    on=Region(m=REAL, z=REAL, Delta=POSITIVE, sigma=POSITIVE),
    lemmas=(
        Lemma(
            name="event", says="the loss exceeds t exactly if z exceeds a threshold", on=Region(psi=POSITIVE, t=REAL, z=REAL),
            holds=Iff(Rel(psi**2 / 2 + psi * z, ">", t), Rel(z, ">", threshold)),
        ),
        Lemma(
            name="distribution", says="the chance of that event is the upper tail of N(psi^2/2, psi^2) beyond t", on=LOSS,
            start=Integral(phi(z), (z, threshold, oo)),
            steps=(
                Step("=", Integral(phi((s - psi**2 / 2) / psi) / psi, (s, t, oo)), Substitute(z, s, (s - psi**2 / 2) / psi),
                     "s = psi^2/2 + psi z is the loss: its density is that of N(psi^2/2, psi^2)"),
                Step("=", Q(threshold), Antiderivative(-Q((s - psi**2 / 2) / psi), s), "Q falls to 0 with slope -phi"),
            ),
        ),
    ),
    start=log(one / other),
    steps=(
        Step("=", log(exp(-z**2 / 2) / exp(-(z + Delta / sigma) ** 2 / 2)), Definition(),
             "both densities have the same standard deviation, so their factors cancel"),
        Step("=", (z + Delta / sigma) ** 2 / 2 - z**2 / 2, Algebra(), "the logarithm undoes the exponentials",
             of=log(exp(-z**2 / 2) / exp(-(z + Delta / sigma) ** 2 / 2))),
        Step("=", Delta**2 / (2 * sigma**2) + Delta / sigma * z, Algebra(),
             "the squares of z cancel: mean psi^2/2 plus standard deviation psi times z",
             of=(z + Delta / sigma) ** 2 / 2 - z**2 / 2),
    ),
)  # fmt: skip
