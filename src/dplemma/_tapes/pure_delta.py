"""Generated from pure.delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
fraction = NAMES["fraction"]
maximum = NAMES["maximum"]
rational = NAMES["rational"]

RATIONAL = {'zero'}


def zero():
    c1 = fraction(0, 1)
    def run(x_eps, x_eps0):
        return c1
    return run


def plain():
    c1 = rational(0, 1)
    c5 = rational(1, 1)
    def run(x_eps, x_eps0):
        v2 = exp(x_eps0)
        v3 = exp(x_eps)
        v4 = v2 - v3
        v6 = c5 + v2
        v7 = v4 / v6
        v8 = maximum(c1, v7)
        return v8
    return run
