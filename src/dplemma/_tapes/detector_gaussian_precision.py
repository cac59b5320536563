"""Generated from detector.gaussian_precision in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, mills_ratio, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'mills_ratio', 'rational', 'sqrt'])

RATIONAL = set()


def mills():
    c1 = rational(1, 1)
    c4 = rational(2, 1)
    c11 = rational(1, 2)
    def run(x_cut, x_mu, x_corr_prior, x_corr_record, x_corr_time):
        v18 = ((c1 - x_corr_record) * (c1 - x_corr_time) * (c4 - x_corr_prior) - c1) * mills_ratio(x_cut * x_mu) * exp(x_mu * x_mu * (c11 - x_cut)) / mills_ratio(x_mu * (x_cut - c1))
        return c1 / (c1 + v18)
    return run


def plain():
    c1 = rational(1, 1)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = rational(-1, 2) * c6
    c8 = rational(1, 2)
    c16 = c8 * c6
    def run(x_cut, x_mu, x_corr_prior, x_corr_record, x_corr_time):
        v9 = erfc(x_mu * (c1 - x_cut) * c7) * c8
        v18 = ((c1 - x_corr_record) * (c1 - x_corr_time) * (c5 - x_corr_prior) - c1) * (erfc(x_cut * x_mu * c16) * c8)
        return v9 / (v18 + v9)
    return run
