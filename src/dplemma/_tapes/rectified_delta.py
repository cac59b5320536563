"""Generated from rectified.delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

fraction = NAMES["fraction"]

RATIONAL = {'zero'}


def zero():
    c1 = fraction(0, 1)
    def run(x_eps, x_mu, x_eps0):
        return c1
    return run
