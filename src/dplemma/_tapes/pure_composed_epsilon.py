"""Generated from pure.composed_epsilon in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES


RATIONAL = {'pure'}


def pure():
    def run(x_k, x_eps0, x_delta):
        return x_eps0 * x_k
    return run
