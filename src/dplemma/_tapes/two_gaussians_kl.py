"""Generated from two_gaussians.kl in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

fraction = NAMES["fraction"]
log = NAMES["log"]
rational = NAMES["rational"]

RATIONAL = {'equal_variances'}


def equal_variances():
    c1 = fraction(1, 2)
    def run(x_mu0, x_sigma0, x_mu1, x_sigma1):
        v2 = x_mu0 - x_mu1
        v3 = v2 * v2
        v4 = x_sigma1 * x_sigma1
        v5 = c1 * v3 / v4
        return v5
    return run


def plain():
    c1 = rational(1, 2)
    def run(x_mu0, x_sigma0, x_mu1, x_sigma1):
        v2 = x_sigma0 * x_sigma0
        v3 = x_mu0 - x_mu1
        v4 = v3 * v3
        v5 = v2 + v4
        v6 = x_sigma1 * x_sigma1
        v7 = c1 * v5 / v6
        v8 = x_sigma1 / x_sigma0
        v9 = log(v8)
        v10 = v7 + v9 - c1
        return v10
    return run
