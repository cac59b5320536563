"""Generated from laplace.tv in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    c2 = rational(-1, 2)
    def run(x_eps0):
        v3 = c2 * x_eps0
        v4 = exp(v3)
        v5 = c1 - v4
        return v5
    return run
