"""Generated from distortion.rate in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[fraction, log, rational] = (NAMES[name] for name in ['fraction', 'log', 'rational'])

RATIONAL = {'zero'}


def zero():
    c1 = fraction(0, 1)
    def run(x_variance, x_reach):
        return c1
    return run


def plain():
    c1 = rational(1, 2)
    def run(x_variance, x_reach):
        return c1 * log(x_variance / (x_reach * x_reach))
    return run
