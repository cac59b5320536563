"""Mechanisms that are mu-GDP and eps0-DP at once, with the standard library alone."""

import math
from statistics import NormalDist

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.gaussian import normal_cdf
from dplemma.doubles.forms.searching import bisect


@coded("rectified.scale", "textbook", use="everywhere")
def scale(width, eps0):
    return width / eps0


@coded("rectified.roc", "textbook", helpers=(normal_cdf,), use="everywhere")
def roc(fpr, mu, eps0):
    gaussian = normal_cdf(NormalDist().inv_cdf(fpr) + mu)
    return min(gaussian, math.exp(eps0) * fpr, 1 - math.exp(-eps0) * (1 - fpr))


@coded(
    "rectified.delta", "bisection", helpers=(normal_cdf, bisect), on={"mu": (0.5, 8.0), "eps": (0.01, 8.0)},
    use="only where delta is not small: in the head both terms agree in more and more digits as it shrinks",
)  # fmt: skip
def delta(eps, mu, eps0):
    if eps >= eps0:
        return 0.0
    if math.log(normal_cdf(mu / 2) / normal_cdf(-mu / 2)) >= eps0:
        return -math.expm1(eps - eps0) / (1 + math.exp(-eps0))
    z = bisect(lambda z: math.log(normal_cdf(mu - z) / normal_cdf(-z)) < eps0, mu / 2, eps0 / mu + mu / 2)
    if eps > mu * z - mu**2 / 2:
        return -math.expm1(eps - eps0) * normal_cdf(mu - z)
    return normal_cdf(mu / 2 - eps / mu) - math.exp(eps) * normal_cdf(-mu / 2 - eps / mu)
