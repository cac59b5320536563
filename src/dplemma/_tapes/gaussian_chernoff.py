"""Generated from gaussian.chernoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

fraction = NAMES["fraction"]

RATIONAL = {'plain'}


def plain():
    c1 = fraction(1, 8)
    def run(x_mu):
        v2 = x_mu * x_mu
        v3 = c1 * v2
        return v3
    return run
