"""Generated from detector.laplace_fpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[laplace_cdf] = (NAMES[name] for name in ['laplace_cdf'])

RATIONAL = set()


def plain():
    def run(x_cut, x_eps0):
        return laplace_cdf(-x_cut * x_eps0)
    return run
