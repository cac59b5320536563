"""Generated from distortion.information in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

log1p = NAMES["log1p"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    def run(x_variance, x_sigma_a):
        v2 = x_sigma_a * x_sigma_a
        v3 = x_variance / v2
        v4 = log1p(v3)
        v5 = c1 * v4
        return v5
    return run
