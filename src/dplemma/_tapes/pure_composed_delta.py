"""Generated from pure.composed_delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[fraction] = (NAMES[name] for name in ['fraction'])

RATIONAL = {'zero'}


def zero():
    c1 = fraction(0, 1)
    def run(x_k, x_eps0, x_eps):
        return c1
    return run
