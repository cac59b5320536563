"""Generated from gaussian.mu_for_tpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

norm_ppf = NAMES["norm_ppf"]

RATIONAL = set()


def plain():
    def run(x_tpr, x_fpr):
        v1 = norm_ppf(x_tpr)
        v2 = norm_ppf(x_fpr)
        v3 = v1 - v2
        return v3
    return run
