"""Generated from pure.mu in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, norm_ppf, rational] = (NAMES[name] for name in ['exp', 'norm_ppf', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(-2, 1)
    c2 = rational(1, 1)
    def run(x_eps0):
        return c1 * norm_ppf(c2 / (c2 + exp(x_eps0)))
    return run
