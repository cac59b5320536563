"""The likelihood-ratio detector with the standard library alone."""

import math
from statistics import NormalDist

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.gaussian import normal_cdf
from dplemma.doubles.forms.searching import bisect, doubled


def laplace_cdf(x):
    return 0.5 * math.exp(x) if x < 0 else 1 - 0.5 * math.exp(-x)


@coded("detector.laplace_fpr", "textbook", helpers=(laplace_cdf,), use="everywhere")
def laplace_fpr(cut, eps0):
    return laplace_cdf(-cut * eps0)


@coded("detector.laplace_tpr", "textbook", helpers=(laplace_cdf,), use="everywhere")
def laplace_tpr(cut, eps0):
    return laplace_cdf((1 - cut) * eps0)


@coded("detector.laplace_cut", "textbook", use="everywhere")
def laplace_cut(fpr, eps0):
    if 2 * fpr <= 1:
        return -math.log(2 * fpr) / eps0
    return math.log(2 * (1 - fpr)) / eps0


@coded("detector.laplace_ratio", "textbook", use="everywhere")
def laplace_ratio(fpr, eps0):
    if 2 * fpr <= math.exp(-eps0):
        return math.exp(eps0)
    if 2 * fpr <= 1:
        return math.exp(-eps0) / (4 * fpr**2)
    return math.exp(-eps0)


@coded("detector.laplace_precision", "textbook", helpers=(laplace_cdf,), use="everywhere")
def laplace_precision(cut, eps0, corr_prior, corr_record, corr_time):
    odds = (2 - corr_prior) * (1 - corr_record) * (1 - corr_time) - 1
    right = laplace_cdf((1 - cut) * eps0)
    return right / (right + odds * laplace_cdf(-cut * eps0))


@coded(
    "detector.laplace_exponent", "bisection", helpers=(bisect, doubled),
    use="not near threshold = -(eps0 + e^-eps0 - 1), where the exponent vanishes",
)  # fmt: skip
def laplace_exponent(threshold, eps0):
    half = eps0 / 2

    def is_left(v):
        part = v / 3 + v**3 / 30 if v < 0.01 else (v * math.cosh(v) - math.sinh(v)) / v**2
        return (math.sinh(v) + half * part) / (math.cosh(v) + half * math.sinh(v) / v) < abs(threshold) / eps0

    v = bisect(is_left, 0.0, doubled(is_left, 1.0))
    spread = math.log(math.cosh(v) + half * math.sinh(v) / v) if v > 0 else math.log1p(half)
    return threshold / 2 + half + v * abs(threshold) / eps0 - spread


@coded("detector.gaussian_fpr", "textbook", helpers=(normal_cdf,), use="everywhere")
def gaussian_fpr(cut, mu):
    return normal_cdf(-cut * mu)


@coded("detector.gaussian_tpr", "textbook", helpers=(normal_cdf,), use="everywhere")
def gaussian_tpr(cut, mu):
    return normal_cdf((1 - cut) * mu)


@coded("detector.gaussian_cut", "textbook", use="everywhere")
def gaussian_cut(fpr, mu):
    return -NormalDist().inv_cdf(fpr) / mu


@coded("detector.gaussian_ratio", "textbook", use="everywhere: the exponential magnifies the rounding of its exponent, up to 100")
def gaussian_ratio(fpr, mu):
    return math.exp(-mu * NormalDist().inv_cdf(fpr) - mu**2 / 2)


@coded(
    "detector.gaussian_precision", "textbook", helpers=(normal_cdf,), use="everywhere with cut mu < 37, where no tail underflows"
)
def gaussian_precision(cut, mu, corr_prior, corr_record, corr_time):
    odds = (2 - corr_prior) * (1 - corr_record) * (1 - corr_time) - 1
    right = normal_cdf((1 - cut) * mu)
    return right / (right + odds * normal_cdf(-cut * mu))


@coded("detector.gaussian_exponent", "textbook", use="not near threshold = -mu^2/2, where the exponent vanishes")
def gaussian_exponent(threshold, mu):
    return (threshold + mu**2 / 2) ** 2 / (2 * mu**2)
