"""Generated from laplace.chernoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

log1p = NAMES["log1p"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    def run(x_eps0):
        v2 = c1 * x_eps0
        v3 = log1p(v2)
        v4 = v2 - v3
        return v4
    return run
