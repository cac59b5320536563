"""Generated from gaussian.mu_for_tpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[norm_ppf] = (NAMES[name] for name in ['norm_ppf'])

RATIONAL = set()


def plain():
    def run(x_tpr, x_fpr):
        return norm_ppf(x_tpr) - norm_ppf(x_fpr)
    return run
