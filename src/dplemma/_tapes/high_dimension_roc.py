"""Generated from high_dimension.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c2 = rational(2, 1)
    c3 = sqrt(c2)
    c4 = c1 * c3
    c10 = rational(1, 1)
    c15 = rational(-1, 2)
    c16 = c15 * c3
    def run(x_fpr, x_d, x_mu):
        v5 = x_mu * x_mu
        v6 = sqrt(x_d)
        v7 = c4 * v5 / v6
        v8 = norm_ppf(x_fpr)
        v9 = v7 + v8
        v11 = c2 * v5 / x_d
        v12 = c10 + v11
        v13 = sqrt(v12)
        v14 = v9 / v13
        v17 = erfc(v14 * c16) * c1
        return v17
    return run
