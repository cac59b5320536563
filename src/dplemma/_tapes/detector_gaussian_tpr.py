"""Generated from detector.gaussian_tpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
mills_ratio = NAMES["mills_ratio"]
pi = NAMES["pi"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def mills():
    c1 = rational(1, 1)
    c5 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = pi()
    c9 = sqrt(c8)
    c10 = c5 * c7 / c9
    c11 = rational(-1, 2)
    def run(x_cut, x_mu):
        v2 = x_cut - c1
        v3 = x_mu * v2
        v4 = mills_ratio(v3)
        v12 = x_mu * x_mu
        v13 = v2 * v2
        v14 = c11 * v12 * v13
        v15 = exp(v14)
        v16 = c10 * v15
        v17 = v4 * v16
        return v17
    return run


def plain():
    c1 = rational(1, 1)
    c4 = rational(-1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = c4 * c6
    c8 = rational(1, 2)
    def run(x_cut, x_mu):
        v2 = c1 - x_cut
        v3 = x_mu * v2
        v9 = erfc(v3 * c7) * c8
        return v9
    return run
