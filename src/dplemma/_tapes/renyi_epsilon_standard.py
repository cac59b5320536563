"""Generated from renyi.epsilon_standard in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

log = NAMES["log"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    def run(x_order, x_rdp, x_delta):
        v2 = c1 / x_delta
        v3 = log(v2)
        v4 = x_order - c1
        v5 = v3 / v4
        v6 = x_rdp + v5
        return v6
    return run
