"""Generated from gaussian.auc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, rational] = (NAMES[name] for name in ['erfc', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(-1, 2)
    c2 = rational(1, 2)
    def run(x_mu):
        return erfc(x_mu * c1) * c2
    return run
