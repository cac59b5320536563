"""Generated from distortion.least_reach in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

absolute = NAMES["absolute"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    def run(x_variance, x_sigma_a):
        v1 = x_sigma_a * x_sigma_a
        v2 = v1 + x_variance
        v3 = x_variance / v2
        v4 = sqrt(v3)
        v5 = absolute(x_sigma_a)
        v6 = v4 * v5
        return v6
    return run
