"""Generated from rectified.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
minimum = NAMES["minimum"]
norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c3 = rational(1, 1)
    c11 = rational(-1, 2)
    c12 = rational(2, 1)
    c13 = sqrt(c12)
    c14 = c11 * c13
    c15 = rational(1, 2)
    def run(x_fpr, x_mu, x_eps0):
        v1 = exp(x_eps0)
        v2 = x_fpr * v1
        v4 = c3 - x_fpr
        v5 = -x_eps0
        v6 = exp(v5)
        v7 = v4 * v6
        v8 = c3 - v7
        v9 = norm_ppf(x_fpr)
        v10 = x_mu + v9
        v16 = erfc(v10 * c14) * c15
        v17 = minimum(minimum(v2, v8), v16)
        return v17
    return run
