"""Generated from detector.laplace_fpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

laplace_cdf = NAMES["laplace_cdf"]

RATIONAL = set()


def plain():
    def run(x_cut, x_eps0):
        v1 = -x_cut * x_eps0
        v2 = laplace_cdf(v1)
        return v2
    return run
