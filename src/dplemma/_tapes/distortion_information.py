"""Generated from distortion.information in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[log1p, rational] = (NAMES[name] for name in ['log1p', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    def run(x_variance, x_sigma_a):
        return c1 * log1p(x_variance / (x_sigma_a * x_sigma_a))
    return run
