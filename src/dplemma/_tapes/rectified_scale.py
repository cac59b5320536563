"""Generated from rectified.scale in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES


RATIONAL = {'plain'}


def plain():
    def run(x_width, x_eps0):
        return x_width / x_eps0
    return run
