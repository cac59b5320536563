"""Generated from gaussian.mu_for_auc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[norm_ppf, rational, sqrt] = (NAMES[name] for name in ['norm_ppf', 'rational', 'sqrt'])

RATIONAL = set()


def plain():
    c2 = sqrt(rational(2, 1))
    def run(x_auc):
        return c2 * norm_ppf(x_auc)
    return run
