"""Generated from laplace.epsilon in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[log1p, maximum, rational] = (NAMES[name] for name in ['log1p', 'maximum', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(0, 1)
    c2 = rational(2, 1)
    def run(x_delta, x_eps0):
        return maximum(c1, x_eps0 + c2 * log1p(-x_delta))
    return run
