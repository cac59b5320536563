"""Generated from laplace.mu in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, norm_ppf, rational] = (NAMES[name] for name in ['exp', 'norm_ppf', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(-2, 1)
    c2 = rational(1, 2)
    c3 = rational(-1, 2)
    def run(x_eps0):
        return c1 * norm_ppf(c2 * exp(c3 * x_eps0))
    return run
