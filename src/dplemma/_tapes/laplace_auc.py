"""Generated from laplace.auc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    c2 = rational(1, 2)
    c3 = rational(1, 4)
    def run(x_eps0):
        v4 = c3 * x_eps0
        v5 = c2 + v4
        v6 = -x_eps0
        v7 = exp(v6)
        v8 = v5 * v7
        v9 = c1 - v8
        return v9
    return run
