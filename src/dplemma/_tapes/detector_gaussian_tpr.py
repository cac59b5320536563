"""Generated from detector.gaussian_tpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, mills_ratio, pi, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'mills_ratio', 'pi', 'rational', 'sqrt'])

RATIONAL = set()


def mills():
    c1 = rational(1, 1)
    c10 = rational(1, 2) * sqrt(rational(2, 1)) / sqrt(pi())
    c11 = rational(-1, 2)
    def run(x_cut, x_mu):
        v2 = x_cut - c1
        return mills_ratio(x_mu * v2) * (c10 * exp(c11 * (x_mu * x_mu) * (v2 * v2)))
    return run


def plain():
    c1 = rational(1, 1)
    c7 = rational(-1, 2) * sqrt(rational(2, 1))
    c8 = rational(1, 2)
    def run(x_cut, x_mu):
        return erfc(x_mu * (c1 - x_cut) * c7) * c8
    return run
