"""Generated from detector.gaussian_ratio in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    def run(x_fpr, x_mu):
        v2 = x_mu * x_mu
        v3 = c1 * v2
        v4 = norm_ppf(x_fpr)
        v5 = x_mu * v4
        v6 = -(v3 + v5)
        v7 = exp(v6)
        return v7
    return run
