"""Generated from gaussian.kl in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[fraction] = (NAMES[name] for name in ['fraction'])

RATIONAL = {'plain'}


def plain():
    c1 = fraction(1, 2)
    def run(x_mu):
        return c1 * (x_mu * x_mu)
    return run
