"""Generated from detector.laplace_precision in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[laplace_cdf, rational] = (NAMES[name] for name in ['laplace_cdf', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    c7 = rational(2, 1)
    def run(x_cut, x_eps0, x_corr_prior, x_corr_record, x_corr_time):
        v4 = laplace_cdf(x_eps0 * (c1 - x_cut))
        v13 = ((c1 - x_corr_record) * (c1 - x_corr_time) * (c7 - x_corr_prior) - c1) * laplace_cdf(-x_cut * x_eps0)
        return v4 / (v13 + v4)
    return run
