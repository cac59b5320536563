"""Generated from detector.gaussian_fpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
mills_ratio = NAMES["mills_ratio"]
pi = NAMES["pi"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def mills():
    c3 = rational(1, 2)
    c4 = rational(2, 1)
    c5 = sqrt(c4)
    c6 = pi()
    c7 = sqrt(c6)
    c8 = c3 * c5 / c7
    c9 = rational(-1, 2)
    def run(x_cut, x_mu):
        v1 = x_cut * x_mu
        v2 = mills_ratio(v1)
        v10 = x_cut * x_cut
        v11 = x_mu * x_mu
        v12 = c9 * v10 * v11
        v13 = exp(v12)
        v14 = c8 * v13
        v15 = v2 * v14
        return v15
    return run


def plain():
    c2 = rational(1, 2)
    c3 = rational(2, 1)
    c4 = sqrt(c3)
    c5 = c2 * c4
    def run(x_cut, x_mu):
        v1 = x_cut * x_mu
        v6 = erfc(v1 * c5) * c2
        return v6
    return run
