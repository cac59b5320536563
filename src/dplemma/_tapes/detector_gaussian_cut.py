"""Generated from detector.gaussian_cut in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

norm_ppf = NAMES["norm_ppf"]

RATIONAL = set()


def plain():
    def run(x_fpr, x_mu):
        v1 = norm_ppf(x_fpr)
        v2 = -v1 / x_mu
        return v2
    return run
