"""Generated from high_dimension.mu in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c2 = rational(2, 1)
    c3 = sqrt(c2)
    c4 = c1 * c3
    def run(x_d, x_mu):
        v5 = x_mu * x_mu
        v6 = sqrt(x_d)
        v7 = c4 * v5 / v6
        return v7
    return run
