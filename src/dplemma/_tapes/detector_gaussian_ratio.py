"""Generated from detector.gaussian_ratio in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, norm_ppf, rational] = (NAMES[name] for name in ['exp', 'norm_ppf', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    def run(x_fpr, x_mu):
        return exp(-(c1 * (x_mu * x_mu) + x_mu * norm_ppf(x_fpr)))
    return run
