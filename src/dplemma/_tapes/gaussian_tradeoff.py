"""Generated from gaussian.tradeoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
fraction = NAMES["fraction"]
mills_ratio = NAMES["mills_ratio"]
norm_ppf = NAMES["norm_ppf"]
pi = NAMES["pi"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = {'at_one', 'at_zero'}


def at_zero():
    c1 = fraction(1, 1)
    def run(x_fpr, x_mu):
        return c1
    return run


def at_one():
    c1 = fraction(0, 1)
    def run(x_fpr, x_mu):
        return c1
    return run


def mills():
    c4 = rational(1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = pi()
    c8 = sqrt(c7)
    c9 = c4 * c6 / c8
    c10 = rational(-1, 2)
    def run(x_fpr, x_mu):
        v1 = norm_ppf(x_fpr)
        v2 = x_mu + v1
        v3 = mills_ratio(v2)
        v11 = v2 * v2
        v12 = c10 * v11
        v13 = exp(v12)
        v14 = c9 * v13
        v15 = v3 * v14
        return v15
    return run


def mirror():
    c3 = rational(1, 2)
    c4 = rational(2, 1)
    c5 = sqrt(c4)
    c6 = c3 * c5
    def run(x_fpr, x_mu):
        v1 = norm_ppf(x_fpr)
        v2 = x_mu + v1
        v7 = erfc(v2 * c6) * c3
        return v7
    return run


def plain():
    c1 = rational(1, 1)
    c5 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = c5 * c7
    def run(x_fpr, x_mu):
        v2 = c1 - x_fpr
        v3 = norm_ppf(v2)
        v4 = x_mu - v3
        v9 = erfc(v4 * c8) * c5
        return v9
    return run
