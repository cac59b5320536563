"""Generated from detector.laplace_tpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[laplace_cdf, rational] = (NAMES[name] for name in ['laplace_cdf', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    def run(x_cut, x_eps0):
        return laplace_cdf(x_eps0 * (c1 - x_cut))
    return run
