"""Generated from detector.gaussian_fpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, mills_ratio, pi, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'mills_ratio', 'pi', 'rational', 'sqrt'])

RATIONAL = set()


def mills():
    c8 = rational(1, 2) * sqrt(rational(2, 1)) / sqrt(pi())
    c9 = rational(-1, 2)
    def run(x_cut, x_mu):
        return mills_ratio(x_cut * x_mu) * (c8 * exp(c9 * (x_cut * x_cut) * (x_mu * x_mu)))
    return run


def plain():
    c2 = rational(1, 2)
    c5 = c2 * sqrt(rational(2, 1))
    def run(x_cut, x_mu):
        return erfc(x_cut * x_mu * c5) * c2
    return run
