"""Generated from pure.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
minimum = NAMES["minimum"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c3 = rational(1, 1)
    def run(x_fpr, x_eps0):
        v1 = exp(x_eps0)
        v2 = x_fpr * v1
        v4 = c3 - x_fpr
        v5 = -x_eps0
        v6 = exp(v5)
        v7 = v4 * v6
        v8 = c3 - v7
        v9 = minimum(v2, v8)
        return v9
    return run
