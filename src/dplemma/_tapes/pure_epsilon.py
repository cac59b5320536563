"""Generated from pure.epsilon in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
log = NAMES["log"]
maximum = NAMES["maximum"]
rational = NAMES["rational"]

RATIONAL = {'pure'}


def pure():
    def run(x_delta, x_eps0):
        return x_eps0
    return run


def plain():
    c1 = rational(1, 1)
    def run(x_delta, x_eps0):
        v2 = exp(x_eps0)
        v3 = c1 + v2
        v4 = x_delta * v3
        v5 = v2 - v4
        v6 = maximum(c1, v5)
        v7 = log(v6)
        return v7
    return run
