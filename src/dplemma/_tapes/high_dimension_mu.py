"""Generated from high_dimension.mu in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[rational, sqrt] = (NAMES[name] for name in ['rational', 'sqrt'])

RATIONAL = set()


def plain():
    c4 = rational(1, 2) * sqrt(rational(2, 1))
    def run(x_d, x_mu):
        return c4 * (x_mu * x_mu) / sqrt(x_d)
    return run
