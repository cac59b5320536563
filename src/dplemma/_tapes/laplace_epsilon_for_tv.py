"""Generated from laplace.epsilon_for_tv in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

log1p = NAMES["log1p"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(-2, 1)
    def run(x_tv):
        v2 = -x_tv
        v3 = log1p(v2)
        v4 = c1 * v3
        return v4
    return run
