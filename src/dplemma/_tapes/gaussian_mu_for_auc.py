"""Generated from gaussian.mu_for_auc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

norm_ppf = NAMES["norm_ppf"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c1 = rational(2, 1)
    c2 = sqrt(c1)
    def run(x_auc):
        v3 = norm_ppf(x_auc)
        v4 = c2 * v3
        return v4
    return run
