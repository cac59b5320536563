"""Generated from two_gaussians.kl in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[fraction, log, rational] = (NAMES[name] for name in ['fraction', 'log', 'rational'])

RATIONAL = {'equal_variances'}


def equal_variances():
    c1 = fraction(1, 2)
    def run(x_mu0, x_sigma0, x_mu1, x_sigma1):
        v2 = x_mu0 - x_mu1
        return c1 * (v2 * v2) / (x_sigma1 * x_sigma1)
    return run


def plain():
    c1 = rational(1, 2)
    def run(x_mu0, x_sigma0, x_mu1, x_sigma1):
        v3 = x_mu0 - x_mu1
        return c1 * (x_sigma0 * x_sigma0 + v3 * v3) / (x_sigma1 * x_sigma1) + log(x_sigma1 / x_sigma0) - c1
    return run
