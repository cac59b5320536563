"""Generated from pure.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, minimum, rational] = (NAMES[name] for name in ['exp', 'minimum', 'rational'])

RATIONAL = set()


def plain():
    c3 = rational(1, 1)
    def run(x_fpr, x_eps0):
        return minimum(x_fpr * exp(x_eps0), c3 - (c3 - x_fpr) * exp(-x_eps0))
    return run
