"""Generated from dplemma/formulas/pure.py by `make tapes`; do not edit."""

from dplemma.kernels.ball import NAMES

exp = NAMES["exp"]
fraction = NAMES["fraction"]
log = NAMES["log"]
maximum = NAMES["maximum"]
minimum = NAMES["minimum"]
norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]

RATIONAL = {"composed_delta__zero", "composed_epsilon__pure", "delta__zero", "epsilon__pure"}


def composed_delta__zero():
    c1 = fraction(0, 1)

    def run(x_k, x_eps0, x_eps):
        return c1

    return run


def composed_epsilon__pure():
    def run(x_k, x_eps0, x_delta):
        v1 = x_eps0 * x_k
        return v1

    return run


def delta__zero():
    c1 = fraction(0, 1)

    def run(x_eps, x_eps0):
        return c1

    return run


def delta__plain():
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


def epsilon__pure():
    def run(x_delta, x_eps0):
        return x_eps0

    return run


def epsilon__plain():
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


def mu__plain():
    c1 = rational(-2, 1)
    c2 = rational(1, 1)

    def run(x_eps0):
        v3 = exp(x_eps0)
        v4 = c2 + v3
        v5 = c2 / v4
        v6 = norm_ppf(v5)
        v7 = c1 * v6
        return v7

    return run


def roc__plain():
    c3 = rational(1, 1)

    def run(x_fpr, x_eps0):
        v1 = exp(x_eps0)
        v2 = x_fpr * v1
        v4 = c3 - x_fpr
        v5 = -x_eps0
        v6 = exp(v5)
        v7 = v4 * v6
        v8 = c3 - v7
        v9 = minimum(v2, v8)
        return v9

    return run


def tradeoff__plain():
    c1 = rational(1, 1)

    def run(x_fpr, x_eps0):
        v2 = c1 - x_fpr
        v3 = -x_eps0
        v4 = exp(v3)
        v5 = v2 * v4
        v6 = exp(x_eps0)
        v7 = x_fpr * v6
        v8 = c1 - v7
        v9 = maximum(v5, v8)
        return v9

    return run
