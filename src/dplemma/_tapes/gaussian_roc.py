"""Generated from gaussian.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
fraction = NAMES["fraction"]
norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = {'at_one', 'at_zero'}


def at_zero():
    c1 = fraction(0, 1)
    def run(x_fpr, x_mu):
        return c1
    return run


def at_one():
    c1 = fraction(1, 1)
    def run(x_fpr, x_mu):
        return c1
    return run


def plain():
    c3 = rational(-1, 2)
    c4 = rational(2, 1)
    c5 = sqrt(c4)
    c6 = c3 * c5
    c7 = rational(1, 2)
    def run(x_fpr, x_mu):
        v1 = norm_ppf(x_fpr)
        v2 = x_mu + v1
        v8 = erfc(v2 * c6) * c7
        return v8
    return run
