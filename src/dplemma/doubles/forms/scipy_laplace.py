"""The Laplace mechanism and randomised response with SciPy: what needs a quantile."""

import math

from scipy.special import erfinv, ndtri

from dplemma.doubles.coded import coded


@coded("laplace.mu", "ndtri", use="not for small eps0: the quantile near 1/2 of a rounded number")
def laplace_mu_ndtri(eps0):
    return -2 * ndtri(math.exp(-eps0 / 2) / 2)


@coded("laplace.mu", "erfinv", cure=True, use="everywhere: erfinv of the advantage for small eps0, the quantile for large")
def laplace_mu_erfinv(eps0):
    if eps0 > 1:
        return -2 * ndtri(math.exp(-eps0 / 2) / 2)
    return math.sqrt(8) * erfinv(-math.expm1(-eps0 / 2))


@coded("pure.mu", "ndtri", use="not for small eps0: the quantile near 1/2 of a rounded number")
def pure_mu_ndtri(eps0):
    return -2 * ndtri(1 / (1 + math.exp(eps0)))


@coded("pure.mu", "erfinv", cure=True, use="everywhere: erfinv of the advantage for small eps0, the quantile for large")
def pure_mu_erfinv(eps0):
    if eps0 > 1:
        return -2 * ndtri(1 / (1 + math.exp(eps0)))
    return math.sqrt(8) * erfinv(math.tanh(eps0 / 2))
