"""Generated from renyi.gaussian in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

fraction = NAMES["fraction"]
log = NAMES["log"]
rational = NAMES["rational"]

RATIONAL = {'equal_variances'}


def equal_variances():
    c1 = fraction(1, 2)
    def run(x_order, x_mu0, x_sigma0, x_mu1, x_sigma1):
        v2 = x_mu0 - x_mu1
        v3 = v2 * v2
        v4 = x_sigma1 * x_sigma1
        v5 = c1 * x_order * v3 / v4
        return v5
    return run


def plain():
    c4 = rational(1, 1)
    c10 = rational(2, 1)
    def run(x_order, x_mu0, x_sigma0, x_mu1, x_sigma1):
        v1 = x_sigma1 * x_sigma1
        v2 = x_order * v1
        v3 = x_sigma0 * x_sigma0
        v5 = c4 - x_order
        v6 = v3 * v5
        v7 = v2 + v6
        v8 = v1 / v7
        v9 = log(v8)
        v11 = x_order - c4
        v12 = c10 * v11
        v13 = v9 / v12
        v14 = x_mu0 - x_mu1
        v15 = v14 * v14
        v16 = c10 * v7
        v17 = x_order * v15 / v16
        v18 = x_sigma1 / x_sigma0
        v19 = log(v18)
        v20 = v13 + v17 + v19
        return v20
    return run
