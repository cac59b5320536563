"""The Gaussian mechanism with the standard library alone."""

import math

from dplemma.precision.coded import coded

ORDINARY = {"eps": (0.01, 20.0), "mu": (0.05, 8.0)}


def normal_cdf(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


@coded(
    "gaussian.delta", "textbook", on=ORDINARY, helpers=(normal_cdf,),
    use="only where delta is not small: both terms agree in more and more digits as it shrinks",
)  # fmt: skip
def delta_textbook(eps, mu):
    return normal_cdf(mu / 2 - eps / mu) - math.exp(eps) * normal_cdf(-mu / 2 - eps / mu)


@coded("gaussian.auc", "erfc", on={"mu": (0.05, 8.0)}, use="everywhere", cure=True)
def auc(mu):
    return 0.5 * math.erfc(-mu / 2)


@coded("gaussian.tv", "textbook", on={"mu": (0.05, 8.0)}, use="not for small mu: 2 Phi(mu/2) - 1 cancels", helpers=(normal_cdf,))
def tv_textbook(mu):
    return 2 * normal_cdf(mu / 2) - 1


@coded("gaussian.tv", "erf", on={"mu": (0.05, 8.0)}, use="everywhere", cure=True)
def tv_erf(mu):
    return math.erf(mu / math.sqrt(8))
