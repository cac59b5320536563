"""Generated from detector.gaussian_exponent in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

fraction = NAMES["fraction"]

RATIONAL = {'plain'}


def plain():
    c1 = fraction(1, 2)
    def run(x_threshold, x_mu):
        v2 = x_mu * x_mu
        v3 = c1 * v2
        v4 = v3 + x_threshold
        v5 = v4 * v4
        v6 = c1 * v5 / v2
        return v6
    return run
