"""Generated from laplace.delta in dplemma/formulas by `make tapes`; do not edit."""

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
    c2 = rational(1, 1)
    c3 = rational(1, 2)
    def run(x_eps, x_eps0):
        v4 = x_eps - x_eps0
        v5 = c3 * v4
        v6 = exp(v5)
        v7 = c2 - v6
        v8 = maximum(c1, v7)
        return v8
    return run
