"""Generated from gaussian.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, fraction, norm_ppf, rational, sqrt] = (NAMES[name] for name in ['erfc', 'fraction', 'norm_ppf', 'rational', 'sqrt'])

RATIONAL = {'at_one', 'at_zero'}


def at_zero():
    c1 = fraction(0, 1)
    def run(x_fpr, x_mu):
        return c1
    return run


def at_one():
    c1 = fraction(1, 1)
    def run(x_fpr, x_mu):
        return c1
    return run


def plain():
    c6 = rational(-1, 2) * sqrt(rational(2, 1))
    c7 = rational(1, 2)
    def run(x_fpr, x_mu):
        return erfc((x_mu + norm_ppf(x_fpr)) * c6) * c7
    return run
