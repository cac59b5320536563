"""Generated from laplace.tv in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, rational] = (NAMES[name] for name in ['exp', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    c2 = rational(-1, 2)
    def run(x_eps0):
        return c1 - exp(c2 * x_eps0)
    return run
