"""Generated from distortion.least_reach in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[absolute, sqrt] = (NAMES[name] for name in ['absolute', 'sqrt'])

RATIONAL = set()


def plain():
    def run(x_variance, x_sigma_a):
        return sqrt(x_variance / (x_sigma_a * x_sigma_a + x_variance)) * absolute(x_sigma_a)
    return run
