"""Generated from distortion.most_variance in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[fraction] = (NAMES[name] for name in ['fraction'])

RATIONAL = {'plain'}


def plain():
    c3 = fraction(1, 1)
    def run(x_variance, x_reach):
        return x_variance / (x_variance / (x_reach * x_reach) - c3)
    return run
