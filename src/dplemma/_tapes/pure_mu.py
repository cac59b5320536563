"""Generated from pure.mu in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(-2, 1)
    c2 = rational(1, 1)
    def run(x_eps0):
        v3 = exp(x_eps0)
        v4 = c2 + v3
        v5 = c2 / v4
        v6 = norm_ppf(v5)
        v7 = c1 * v6
        return v7
    return run
