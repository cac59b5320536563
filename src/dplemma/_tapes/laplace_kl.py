"""Generated from laplace.kl in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, rational] = (NAMES[name] for name in ['exp', 'rational'])

RATIONAL = set()


def plain():
    c3 = rational(1, 1)
    def run(x_eps0):
        return x_eps0 + exp(-x_eps0) - c3
    return run
