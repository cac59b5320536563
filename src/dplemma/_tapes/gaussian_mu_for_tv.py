"""Generated from gaussian.mu_for_tv in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[norm_ppf, rational] = (NAMES[name] for name in ['norm_ppf', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(2, 1)
    c2 = rational(1, 2)
    c3 = rational(1, 1)
    def run(x_tv):
        return c1 * norm_ppf(c2 * (c3 + x_tv))
    return run
