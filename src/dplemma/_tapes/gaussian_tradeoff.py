"""Generated from gaussian.tradeoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, fraction, mills_ratio, norm_ppf, pi, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'fraction', 'mills_ratio', 'norm_ppf', 'pi', 'rational', 'sqrt'])

RATIONAL = {'at_one', 'at_zero'}


def at_zero():
    c1 = fraction(1, 1)
    def run(x_fpr, x_mu):
        return c1
    return run


def at_one():
    c1 = fraction(0, 1)
    def run(x_fpr, x_mu):
        return c1
    return run


def mills():
    c9 = rational(1, 2) * sqrt(rational(2, 1)) / sqrt(pi())
    c10 = rational(-1, 2)
    def run(x_fpr, x_mu):
        v2 = x_mu + norm_ppf(x_fpr)
        return mills_ratio(v2) * (c9 * exp(c10 * (v2 * v2)))
    return run


def mirror():
    c3 = rational(1, 2)
    c6 = c3 * sqrt(rational(2, 1))
    def run(x_fpr, x_mu):
        return erfc((x_mu + norm_ppf(x_fpr)) * c6) * c3
    return run


def plain():
    c1 = rational(1, 1)
    c5 = rational(1, 2)
    c8 = c5 * sqrt(rational(2, 1))
    def run(x_fpr, x_mu):
        return erfc((x_mu - norm_ppf(c1 - x_fpr)) * c8) * c5
    return run
