"""Generated from laplace.epsilon in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

log1p = NAMES["log1p"]
maximum = NAMES["maximum"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(0, 1)
    c2 = rational(2, 1)
    def run(x_delta, x_eps0):
        v3 = -x_delta
        v4 = log1p(v3)
        v5 = c2 * v4
        v6 = x_eps0 + v5
        v7 = maximum(c1, v6)
        return v7
    return run
