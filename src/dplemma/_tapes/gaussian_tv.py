"""Generated from gaussian.tv in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c1 = rational(2, 1)
    c2 = rational(-1, 4)
    c3 = sqrt(c1)
    c4 = c2 * c3
    c5 = rational(1, 2)
    c8 = rational(1, 1)
    def run(x_mu):
        v6 = erfc(x_mu * c4) * c5
        v7 = c1 * v6
        v9 = v7 - c8
        return v9
    return run
