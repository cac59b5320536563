"""Two Gaussians with different variances, with the standard library alone."""

import math

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.laplace import beyond_log1p
from dplemma.doubles.forms.searching import bisect


@coded("two_gaussians.kl", "textbook", use="not where the Gaussians are nearly the same: the terms cancel")
def kl_textbook(mu0, sigma0, mu1, sigma1):
    return math.log(sigma1 / sigma0) + (sigma0**2 + (mu0 - mu1) ** 2) / (2 * sigma1**2) - 0.5


@coded("two_gaussians.kl", "positive", cure=True, helpers=(beyond_log1p,), use="everywhere: a sum of two positive terms")
def kl_positive(mu0, sigma0, mu1, sigma1):
    narrower = (sigma0 - sigma1) * (sigma0 + sigma1) / sigma1**2
    return (beyond_log1p(narrower) + ((mu0 - mu1) / sigma1) ** 2) / 2


def chernoff_peak(mu0, sigma0, mu1, sigma1):
    """The exponent, the relative excess of the second variance and the squared distance in units of the first."""
    wider = (sigma1 - sigma0) * (sigma1 + sigma0) / sigma0**2
    distance = ((mu0 - mu1) / sigma0) ** 2

    def is_left(a):
        u = 1 + a * wider
        return distance * (1 - 2 * a - a * a * wider) / u**2 + wider / u - math.log1p(wider) > 0

    return bisect(is_left, 0.0, 1.0), wider, distance


@coded(
    "two_gaussians.chernoff_exponent", "bisection", helpers=(bisect, chernoff_peak),
    use="not where the Gaussians are nearly the same: the slope is the difference of nearly equal numbers",
)  # fmt: skip
def chernoff_exponent(mu0, sigma0, mu1, sigma1):
    return chernoff_peak(mu0, sigma0, mu1, sigma1)[0]


@coded(
    "two_gaussians.chernoff", "bisection", helpers=(bisect, chernoff_peak),
    use="not where the Gaussians are nearly the same: the logarithms cancel",
)  # fmt: skip
def chernoff(mu0, sigma0, mu1, sigma1):
    a, wider, distance = chernoff_peak(mu0, sigma0, mu1, sigma1)
    u = 1 + a * wider
    return distance * a * (1 - a) / (2 * u) + math.log1p(a * wider) / 2 - a * math.log1p(wider) / 2
