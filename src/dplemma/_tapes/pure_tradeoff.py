"""Generated from pure.tradeoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
maximum = NAMES["maximum"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    def run(x_fpr, x_eps0):
        v2 = c1 - x_fpr
        v3 = -x_eps0
        v4 = exp(v3)
        v5 = v2 * v4
        v6 = exp(x_eps0)
        v7 = x_fpr * v6
        v8 = c1 - v7
        v9 = maximum(v5, v8)
        return v9
    return run
