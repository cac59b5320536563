"""Generated from gaussian.mu_for_tv in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(2, 1)
    c2 = rational(1, 2)
    c3 = rational(1, 1)
    def run(x_tv):
        v4 = c3 + x_tv
        v5 = c2 * v4
        v6 = norm_ppf(v5)
        v7 = c1 * v6
        return v7
    return run
