"""Generated from laplace.mu in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(-2, 1)
    c2 = rational(1, 2)
    c3 = rational(-1, 2)
    def run(x_eps0):
        v4 = c3 * x_eps0
        v5 = exp(v4)
        v6 = c2 * v5
        v7 = norm_ppf(v6)
        v8 = c1 * v7
        return v8
    return run
