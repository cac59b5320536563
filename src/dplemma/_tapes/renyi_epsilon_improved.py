"""Generated from renyi.epsilon_improved in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

log = NAMES["log"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    def run(x_order, x_rdp, x_delta):
        v2 = x_order - c1
        v3 = v2 / x_order
        v4 = log(v3)
        v5 = x_delta * x_order
        v6 = log(v5)
        v7 = v6 / v2
        v8 = x_rdp + v4 - v7
        return v8
    return run
