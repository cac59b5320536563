"""Generated from pure.tradeoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, maximum, rational] = (NAMES[name] for name in ['exp', 'maximum', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    def run(x_fpr, x_eps0):
        return maximum((c1 - x_fpr) * exp(-x_eps0), c1 - x_fpr * exp(x_eps0))
    return run
