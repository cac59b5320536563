"""Generated from renyi.gaussian in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[fraction, log, rational] = (NAMES[name] for name in ['fraction', 'log', 'rational'])

RATIONAL = {'equal_variances'}


def equal_variances():
    c1 = fraction(1, 2)
    def run(x_order, x_mu0, x_sigma0, x_mu1, x_sigma1):
        v2 = x_mu0 - x_mu1
        return c1 * x_order * (v2 * v2) / (x_sigma1 * x_sigma1)
    return run


def plain():
    c4 = rational(1, 1)
    c10 = rational(2, 1)
    def run(x_order, x_mu0, x_sigma0, x_mu1, x_sigma1):
        v1 = x_sigma1 * x_sigma1
        v7 = x_order * v1 + x_sigma0 * x_sigma0 * (c4 - x_order)
        v14 = x_mu0 - x_mu1
        v20 = log(v1 / v7) / (c10 * (x_order - c4)) + x_order * (v14 * v14) / (c10 * v7) + log(x_sigma1 / x_sigma0)
        return v20
    return run
