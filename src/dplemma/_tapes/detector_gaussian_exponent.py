"""Generated from detector.gaussian_exponent in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[fraction] = (NAMES[name] for name in ['fraction'])

RATIONAL = {'plain'}


def plain():
    c1 = fraction(1, 2)
    def run(x_threshold, x_mu):
        v2 = x_mu * x_mu
        v4 = c1 * v2 + x_threshold
        return c1 * (v4 * v4) / v2
    return run
