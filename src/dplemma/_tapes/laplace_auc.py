"""Generated from laplace.auc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, rational] = (NAMES[name] for name in ['exp', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    c2 = rational(1, 2)
    c3 = rational(1, 4)
    def run(x_eps0):
        return c1 - (c2 + c3 * x_eps0) * exp(-x_eps0)
    return run
