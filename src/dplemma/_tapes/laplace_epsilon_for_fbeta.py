"""Generated from laplace.epsilon_for_fbeta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

log = NAMES["log"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 4)
    c2 = rational(1, 1)
    def run(x_f, x_beta):
        v3 = x_beta * x_beta
        v4 = c2 - v3
        v5 = x_f * v4
        v6 = c2 + v3 - v5
        v7 = v6 * v6
        v8 = c2 - x_f
        v9 = v8 * v8
        v10 = c2 + v3
        v11 = v10 * v10
        v12 = v7 / (v9 * v11)
        v13 = v12 - c2
        v14 = c1 * v13 / v3
        v15 = log(v14)
        return v15
    return run
