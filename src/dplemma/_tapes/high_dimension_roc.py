"""Generated from high_dimension.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, norm_ppf, rational, sqrt] = (NAMES[name] for name in ['erfc', 'norm_ppf', 'rational', 'sqrt'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c2 = rational(2, 1)
    c3 = sqrt(c2)
    c4 = c1 * c3
    c10 = rational(1, 1)
    c16 = rational(-1, 2) * c3
    def run(x_fpr, x_d, x_mu):
        v5 = x_mu * x_mu
        return erfc((c4 * v5 / sqrt(x_d) + norm_ppf(x_fpr)) / sqrt(c10 + c2 * v5 / x_d) * c16) * c1
    return run
