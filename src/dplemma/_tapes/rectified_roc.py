"""Generated from rectified.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, minimum, norm_ppf, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'minimum', 'norm_ppf', 'rational', 'sqrt'])

RATIONAL = set()


def plain():
    c3 = rational(1, 1)
    c14 = rational(-1, 2) * sqrt(rational(2, 1))
    c15 = rational(1, 2)
    def run(x_fpr, x_mu, x_eps0):
        v17 = minimum(minimum(x_fpr * exp(x_eps0), c3 - (c3 - x_fpr) * exp(-x_eps0)), erfc((x_mu + norm_ppf(x_fpr)) * c14) * c15)
        return v17
    return run
