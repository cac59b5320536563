"""Generated from gaussian.tv in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, rational, sqrt] = (NAMES[name] for name in ['erfc', 'rational', 'sqrt'])

RATIONAL = set()


def plain():
    c1 = rational(2, 1)
    c4 = rational(-1, 4) * sqrt(c1)
    c5 = rational(1, 2)
    c8 = rational(1, 1)
    def run(x_mu):
        return c1 * (erfc(x_mu * c4) * c5) - c8
    return run
