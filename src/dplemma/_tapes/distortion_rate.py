"""Generated from distortion.rate in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

fraction = NAMES["fraction"]
log = NAMES["log"]
rational = NAMES["rational"]

RATIONAL = {'zero'}


def zero():
    c1 = fraction(0, 1)
    def run(x_variance, x_reach):
        return c1
    return run


def plain():
    c1 = rational(1, 2)
    def run(x_variance, x_reach):
        v2 = x_reach * x_reach
        v3 = x_variance / v2
        v4 = log(v3)
        v5 = c1 * v4
        return v5
    return run
