"""The Kullback-Leibler divergence as the limit of Rényi divergences as the order falls to 1.

Main result: for N(mu_i, sigma_i^2) and N(mu_j, sigma_j^2) the divergence, computed from the densities, is
log(sigma_j/sigma_i) + (sigma_i^2 + (mu_i - mu_j)^2)/(2 sigma_j^2) - 1/2, which is what the Rényi divergences tend to: with
c = 1 - sigma_i^2/sigma_j^2 and h = alpha - 1 the only part that is 0/0 is log(1 + c h)/h, which tends to c. So do those
of one event. The loss is a polynomial in the output, so its mean is made of the moments of the normal law.
"""

from dplemma.formulas import renyi
from dplemma.lang.words import *

mu_i, mu_j, sigma_i, sigma_j, t, z, alpha, h, k, p, q = variables("mu_i mu_j sigma_i sigma_j t z alpha h k p q")

one, other = phi((t - mu_i) / sigma_i) / sigma_i, phi((t - mu_j) / sigma_j) / sigma_j
apart = mu_i - mu_j
loss = log(sigma_j / sigma_i) - (t - mu_i) ** 2 / (2 * sigma_i**2) + (t - mu_j) ** 2 / (2 * sigma_j**2)
standard_loss = log(sigma_j / sigma_i) - z**2 / 2 + (apart + sigma_i * z) ** 2 / (2 * sigma_j**2)
constant = log(sigma_j / sigma_i) + apart**2 / (2 * sigma_j**2)
square = sigma_i**2 / (2 * sigma_j**2) - Rational(1, 2)
moments = constant * Phi(z) + square * (Phi(z) - z * phi(z)) - apart * sigma_i / sigma_j**2 * phi(z)
closed = log(sigma_j / sigma_i) + (sigma_i**2 + apart**2) / (2 * sigma_j**2) - Rational(1, 2)
c = let("c", 1 - sigma_i**2 / sigma_j**2)
variance = sigma_j**2 * (1 + c * h)  # alpha sigma_j^2 + (1 - alpha) sigma_i^2
binary = Mechanism.binary(p, q)

NORMALS = {"mu_i": REAL, "mu_j": REAL, "sigma_i": POSITIVE, "sigma_j": POSITIVE}

kl_limit = Derivation(
    id="kl-limit",
    title="The Kullback-Leibler divergence of two Gaussians, from their densities, is the limit of their Rényi divergences",
    about="sensitivity_index/def-4-kl-limit",
    on=Region(**NORMALS),
    lemmas=(
        Lemma(
            name="loss", says="the logarithm of the ratio of the densities is a polynomial", on=Region(**NORMALS, t=REAL),
            start=log(one / other),
            steps=(Step("=", loss, Algebra(), "the logarithm undoes the exponentials"),),
        ),
        Lemma(
            name="at 1 + h", says="the Rényi divergence of the order 1 + h",
            on=Region(**NORMALS, h=POSITIVE, such_that=Rel(variance, ">", 0)),
            start=renyi.gaussian(1 + h, mu_i, sigma_i, mu_j, sigma_j),
            steps=(
                Step("=", log(sigma_j / sigma_i) - log(1 + c * h) / (2 * h) + (1 + h) * apart**2 / (2 * variance), Algebra(),
                     "the variance in it is sigma_j^2 (1 + c h)"),
            ),
        ),
        Lemma(
            name="logarithm", says="the one part that is 0/0 at h = 0: the slope of log(1 + k h)", on=Region(k=REAL),
            holds=Limit(log(1 + k * h) / h, h, 0, k),
        ),
        Lemma(
            name="value", says="at h = 0, with c for log(1 + c h)/h, the divergence is",
            start=log(sigma_j / sigma_i) - c / 2 + apart**2 / (2 * sigma_j**2),
            steps=(Step("=", closed, Algebra(), "c/2 = 1/2 - sigma_i^2/(2 sigma_j^2)"),),
        ),
        Lemma(
            name="orders", says="so the Rényi divergences tend to it as the order falls to 1",
            holds=Limit(renyi.gaussian(alpha, mu_i, sigma_i, mu_j, sigma_j), alpha, 1, closed),
        ),
        Lemma(
            name="one event", says="and those of one event and its complement to their divergence", on=Region(p=UNIT, q=UNIT),
            holds=Limit(binary.renyi(alpha), alpha, 1, binary.kl()),
        ),
    ),
    start=Integral(one * loss, (t, -oo, oo)),
    steps=(
        Step("=", Integral(phi(z) * standard_loss, (z, -oo, oo)), Substitute(t, z, mu_i + sigma_i * z),
             "in units of the first standard deviation"),
        Step("=", closed, Antiderivative(moments, z),
             "the moments of order 0, 2 and 1: Phi, Phi - z phi and -phi are antiderivatives of phi, z^2 phi and z phi"),
    ),
)  # fmt: skip
