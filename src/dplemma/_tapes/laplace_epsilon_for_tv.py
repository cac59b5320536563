"""Generated from laplace.epsilon_for_tv in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[log1p, rational] = (NAMES[name] for name in ['log1p', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(-2, 1)
    def run(x_tv):
        return c1 * log1p(-x_tv)
    return run
