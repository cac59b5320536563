"""Generated from detector.gaussian_cut in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[norm_ppf] = (NAMES[name] for name in ['norm_ppf'])

RATIONAL = set()


def plain():
    def run(x_fpr, x_mu):
        return -norm_ppf(x_fpr) / x_mu
    return run
