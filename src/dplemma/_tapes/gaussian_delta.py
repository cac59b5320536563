"""Generated from gaussian.delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
mills_ratio = NAMES["mills_ratio"]
pi = NAMES["pi"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def mills():
    c2 = rational(1, 2)
    c9 = rational(2, 1)
    c10 = sqrt(c9)
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c2 * c10 / c12
    c14 = rational(-1, 2)
    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v5 = mills_ratio(v4)
        v6 = v3 + v1
        v7 = mills_ratio(v6)
        v8 = v5 - v7
        v15 = v4 * v4
        v16 = c14 * v15
        v17 = exp(v16)
        v18 = c13 * v17
        v19 = v8 * v18
        return v19
    return run


def far():
    c2 = rational(1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = c2 * c6
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c2 * c6 / c12
    c14 = rational(-1, 2)
    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v8 = erfc(v4 * c7) * c2
        v9 = v3 + v1
        v10 = mills_ratio(v9)
        v15 = v4 * v4
        v16 = c14 * v15
        v17 = exp(v16)
        v18 = c13 * v17
        v19 = v10 * v18
        v20 = v8 - v19
        return v20
    return run


def plain():
    c2 = rational(1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = c2 * c6
    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v8 = erfc(v4 * c7) * c2
        v9 = exp(x_eps)
        v10 = v3 + v1
        v11 = erfc(v10 * c7) * c2
        v12 = v9 * v11
        v13 = v8 - v12
        return v13
    return run
