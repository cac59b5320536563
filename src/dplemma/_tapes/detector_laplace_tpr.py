"""Generated from detector.laplace_tpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

laplace_cdf = NAMES["laplace_cdf"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    def run(x_cut, x_eps0):
        v2 = c1 - x_cut
        v3 = x_eps0 * v2
        v4 = laplace_cdf(v3)
        return v4
    return run
