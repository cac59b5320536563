"""Generated from laplace.renyi in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, log, rational] = (NAMES[name] for name in ['exp', 'log', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    c10 = rational(2, 1)
    def run(x_order, x_eps0):
        v2 = x_order - c1
        return log((x_order * exp(x_eps0 * v2) + v2 * exp(-x_eps0 * x_order)) / (c10 * x_order - c1)) / v2
    return run
