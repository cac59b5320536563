"""Generated from laplace.chernoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[log1p, rational] = (NAMES[name] for name in ['log1p', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    def run(x_eps0):
        v2 = c1 * x_eps0
        return v2 - log1p(v2)
    return run
