"""Generated from pure.delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, fraction, maximum, rational] = (NAMES[name] for name in ['exp', 'fraction', 'maximum', 'rational'])

RATIONAL = {'zero'}


def zero():
    c1 = fraction(0, 1)
    def run(x_eps, x_eps0):
        return c1
    return run


def plain():
    c1 = rational(0, 1)
    c5 = rational(1, 1)
    def run(x_eps, x_eps0):
        v2 = exp(x_eps0)
        return maximum(c1, (v2 - exp(x_eps)) / (c5 + v2))
    return run
