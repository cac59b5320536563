"""Generated from gaussian.one_minus_delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
mills_ratio = NAMES["mills_ratio"]
pi = NAMES["pi"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def mills():
    c1 = rational(1, 2)
    c9 = rational(2, 1)
    c10 = sqrt(c9)
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c1 * c10 / c12
    c14 = rational(-1, 2)
    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 - v3
        v5 = mills_ratio(v4)
        v6 = v2 + v3
        v7 = mills_ratio(v6)
        v8 = v5 + v7
        v15 = v3 - v2
        v16 = v15 * v15
        v17 = c14 * v16
        v18 = exp(v17)
        v19 = c13 * v18
        v20 = v8 * v19
        return v20
    return run


def far():
    c1 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = pi()
    c9 = sqrt(c8)
    c10 = c1 * c7 / c9
    c11 = rational(-1, 2)
    c19 = c1 * c7
    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 + v3
        v5 = mills_ratio(v4)
        v12 = v3 - v2
        v13 = v12 * v12
        v14 = c11 * v13
        v15 = exp(v14)
        v16 = c10 * v15
        v17 = v5 * v16
        v18 = v2 - v3
        v20 = erfc(v18 * c19) * c1
        v21 = v17 + v20
        return v21
    return run


def plain():
    c2 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = c2 * c7
    def run(x_eps, x_mu):
        v1 = exp(x_eps)
        v3 = c2 * x_mu
        v4 = x_eps / x_mu
        v5 = v3 + v4
        v9 = erfc(v5 * c8) * c2
        v10 = v1 * v9
        v11 = v3 - v4
        v12 = erfc(v11 * c8) * c2
        v13 = v10 + v12
        return v13
    return run
