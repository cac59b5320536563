"""The Rényi divergence of two Gaussians with different variances, from the two densities.

Main result: in dimension n, with covariances sigma_i^2 I and sigma_j^2 I and v = alpha sigma_j^2 + (1 - alpha) sigma_i^2 > 0,
D_alpha = n log(sigma_j/sigma_i) + n log(sigma_j^2/v)/(2 (alpha - 1)) + alpha |mu_i - mu_j|^2/(2 v).
The axes are chosen so that the means differ in the first coordinate only: the others have the same integral with equal means.
"""

from dplemma.lang.words import *

alpha, mu_i, mu_j, sigma_i, sigma_j, n, t = variables("alpha mu_i mu_j sigma_i sigma_j n t")

variance = alpha * sigma_j**2 + (1 - alpha) * sigma_i**2
p = phi((t - mu_i) / sigma_i) / sigma_i
q = phi((t - mu_j) / sigma_j) / sigma_j
exponent = -alpha * (t - mu_i) ** 2 / (2 * sigma_i**2) - (1 - alpha) * (t - mu_j) ** 2 / (2 * sigma_j**2)
norm = sqrt(2 * pi) * sigma_i**alpha * sigma_j ** (1 - alpha)
centre = (alpha * mu_i * sigma_j**2 + (1 - alpha) * mu_j * sigma_i**2) / variance
apart = -alpha * (1 - alpha) * (mu_i - mu_j) ** 2 / (2 * variance)
width = sigma_i * sigma_j / sqrt(variance)
closed = sqrt(2 * pi) * width * exp(apart)

equal_means = {mu_i: 0, mu_j: 0}
whole = Integral(exp(exponent), (t, -oo, oo))
centred = Integral(exp(exponent.subs(equal_means)), (t, -oo, oo))
spread = log(sigma_j / sigma_i) + log(sigma_j**2 / variance) / (2 * (alpha - 1))
shift = alpha * (mu_i - mu_j) ** 2 / (2 * variance)

LINE = Region(alpha=POSITIVE, mu_i=REAL, mu_j=REAL, sigma_i=POSITIVE, sigma_j=POSITIVE, such_that=Rel(variance, ">", 0))

renyi_gaussian = Derivation(
    id="renyi-gaussian",
    title="The Rényi divergence of two Gaussians with different variances",
    proves="sensitivity_index/corollary-10/amended",
    on=Region(
        alpha=Interval.open(1, oo), mu_i=REAL, mu_j=REAL, sigma_i=POSITIVE, sigma_j=POSITIVE, n=Interval.integers(1, oo),
        such_that=Rel(variance, ">", 0), points=[{"alpha": 2, "mu_i": 0, "mu_j": 1, "sigma_i": 1, "sigma_j": 2, "n": 2}],
    ),
    lemmas=(
        Lemma(
            name="densities", says="the integral of p^alpha q^(1 - alpha) over the two densities is one exponential", on=LINE,
            start=Integral(p**alpha * q ** (1 - alpha), (t, -oo, oo)),
            steps=(
                Step("=", Integral(exp(exponent) / norm, (t, -oo, oo)), Algebra(), "the powers of both densities are collected"),
                Step("=", whole / norm, Linearity(t), "the normalising factor does not depend on t",
                     of=Integral(exp(exponent) / norm, (t, -oo, oo))),
            ),
        ),
        Lemma(
            name="integral", says="a Gaussian integral, once the square is completed", on=LINE,
            start=whole,
            steps=(
                Step("=", Integral(exp(-((t - centre) ** 2) / (2 * width**2) + apart), (t, -oo, oo)), Algebra(),
                     "a (t - x)^2 + b (t - y)^2 = (a + b)(t - c)^2 + a b (x - y)^2/(a + b), c the weighted mean"),
                Step("=", closed, Antiderivative(closed * Phi((t - centre) / width), t),
                     "Phi runs from 0 to 1, because v > 0 makes the width real",
                     of=Integral(exp(-((t - centre) ** 2) / (2 * width**2) + apart), (t, -oo, oo))),
            ),
        ),
    ),
    start=log(whole / norm) / (alpha - 1) + (n - 1) * (log(centred / norm) / (alpha - 1)),
    steps=(
        Step("=", log(closed / norm) / (alpha - 1) + (n - 1) * (log(centred / norm) / (alpha - 1)), ByLemma("integral"),
             "the coordinate in which the means differ"),
        Step("=", log(closed / norm) / (alpha - 1) + (n - 1) * (log(closed.subs(equal_means) / norm) / (alpha - 1)),
             ByLemma("integral", mu_i=0, mu_j=0), "each of the other n - 1 coordinates", of=centred / norm),
        Step("=", n * spread + shift, Algebra(),
             "the logarithm of a product of powers; alpha (1 - alpha)/(1 - alpha) leaves alpha",
             of=log(closed / norm) / (alpha - 1) + (n - 1) * (log(closed.subs(equal_means) / norm) / (alpha - 1))),
    ),
)  # fmt: skip
