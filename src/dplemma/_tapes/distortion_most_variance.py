"""Generated from distortion.most_variance in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

fraction = NAMES["fraction"]

RATIONAL = {'plain'}


def plain():
    c3 = fraction(1, 1)
    def run(x_variance, x_reach):
        v1 = x_reach * x_reach
        v2 = x_variance / v1
        v4 = v2 - c3
        v5 = x_variance / v4
        return v5
    return run
