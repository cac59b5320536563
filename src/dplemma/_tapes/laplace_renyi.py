"""Generated from laplace.renyi in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
log = NAMES["log"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    c10 = rational(2, 1)
    def run(x_order, x_eps0):
        v2 = x_order - c1
        v3 = x_eps0 * v2
        v4 = exp(v3)
        v5 = x_order * v4
        v6 = -x_eps0 * x_order
        v7 = exp(v6)
        v8 = v2 * v7
        v9 = v5 + v8
        v11 = c10 * x_order
        v12 = v11 - c1
        v13 = v9 / v12
        v14 = log(v13)
        v15 = v14 / v2
        return v15
    return run
