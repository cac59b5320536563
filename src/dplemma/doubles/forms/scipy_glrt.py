"""The adversary who tests the length of the output, with SciPy: the standard library has no chi-square distribution."""

import math

from scipy.optimize import brentq
from scipy.special import hyp0f1, ndtr, ndtri
from scipy.stats import chi2, ncx2

from dplemma.doubles.coded import coded


@coded("glrt.roc", "ncx2", use="everywhere; SciPy's noncentral distribution sets the accuracy")
def roc(fpr, d, mu):
    return ncx2.sf(chi2.isf(fpr, d), d, mu**2)


@coded("glrt.roc_reversed", "ncx2", use="everywhere; SciPy's noncentral quantile sets the accuracy")
def roc_reversed(fpr, d, mu):
    return chi2.cdf(ncx2.ppf(fpr, d, mu**2), d)


def length_at(log_ratio, d, mu):
    """The squared length at which the likelihood ratio e^(-mu^2/2) 0F1(d/2; mu^2 t/4) has this logarithm."""

    def gap(t):
        return math.log(hyp0f1(d / 2, mu**2 * t / 4)) - mu**2 / 2 - log_ratio

    high = 1.0
    while gap(high) < 0:
        high *= 2
    return brentq(gap, 0, high, xtol=1e-14, rtol=1e-15)


@coded(
    "glrt.delta", "ncx2", helpers=(length_at,), use="only where delta is not small: the tails cancel as in the Gaussian profile",
)  # fmt: skip
def delta_ncx2(eps, d, mu):
    t = length_at(eps, d, mu)
    forward = ncx2.sf(t, d, mu**2) - math.exp(eps) * chi2.sf(t, d)
    if 2 * eps >= mu**2:
        return max(forward, 0.0)
    t = length_at(-eps, d, mu)
    return max(forward, chi2.cdf(t, d) - math.exp(eps) * ncx2.cdf(t, d, mu**2))


@coded(
    "glrt.epsilon", "brentq", helpers=(length_at, delta_ncx2), on={"mu": (0.05, 5.0)},
    use="only for delta far above the rounding error of the profile",
)  # fmt: skip
def epsilon(delta, d, mu):
    if delta_ncx2(0.0, d, mu) <= delta:
        return 0.0
    return brentq(lambda eps: delta_ncx2(eps, d, mu) - delta, 0, 60, xtol=1e-14)


@coded("glrt.roc_symmetric", "ncx2", helpers=(length_at,), use="everywhere; SciPy's noncentral distribution sets the accuracy")
def roc_symmetric(fpr, d, mu):
    t = length_at(0.0, d, mu)
    if fpr <= chi2.sf(t, d):
        return ncx2.sf(chi2.isf(fpr, d), d, mu**2)
    if fpr <= ncx2.cdf(t, d, mu**2):
        return fpr + ncx2.sf(t, d, mu**2) - chi2.sf(t, d)
    return chi2.cdf(ncx2.ppf(fpr, d, mu**2), d)


@coded(
    "glrt.subsampled_delta", "ncx2", helpers=(length_at, delta_ncx2), on={"eps": (0.01, 2.0), "q": (0.05, 1.0)},
    use="only where delta is not small: the tails cancel as in the Gaussian profile",
)  # fmt: skip
def subsampled_delta(eps, d, mu, q):
    return q * delta_ncx2(math.log1p(math.expm1(eps) / q), d, mu)


@coded(
    "glrt.mixed_roc",
    "ncx2",
    helpers=(length_at, roc_symmetric),
    use="everywhere; SciPy's noncentral distribution sets the accuracy",
)
def mixed_roc(fpr, d, mu, share):
    return share * roc_symmetric(fpr, d, mu) + (1 - share) * ndtr(mu + ndtri(fpr))


@coded(
    "glrt.mixed_delta", "ncx2", helpers=(length_at, delta_ncx2), on={"eps": (0.01, 2.0)},
    use="only where delta is not small: both profiles cancel as it shrinks",
)  # fmt: skip
def mixed_delta(eps, d, mu, share):
    informed = ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu)
    return share * delta_ncx2(eps, d, mu) + (1 - share) * informed
