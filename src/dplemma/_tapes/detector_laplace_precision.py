"""Generated from detector.laplace_precision in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

laplace_cdf = NAMES["laplace_cdf"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    c7 = rational(2, 1)
    def run(x_cut, x_eps0, x_corr_prior, x_corr_record, x_corr_time):
        v2 = c1 - x_cut
        v3 = x_eps0 * v2
        v4 = laplace_cdf(v3)
        v5 = c1 - x_corr_record
        v6 = c1 - x_corr_time
        v8 = c7 - x_corr_prior
        v9 = v5 * v6 * v8
        v10 = v9 - c1
        v11 = -x_cut * x_eps0
        v12 = laplace_cdf(v11)
        v13 = v10 * v12
        v14 = v13 + v4
        v15 = v4 / v14
        return v15
    return run
