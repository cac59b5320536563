"""Generated from laplace.kl in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c3 = rational(1, 1)
    def run(x_eps0):
        v1 = -x_eps0
        v2 = exp(v1)
        v4 = x_eps0 + v2 - c3
        return v4
    return run
