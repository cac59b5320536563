"""Generated from detector.gaussian_precision in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
mills_ratio = NAMES["mills_ratio"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def mills():
    c1 = rational(1, 1)
    c4 = rational(2, 1)
    c11 = rational(1, 2)
    def run(x_cut, x_mu, x_corr_prior, x_corr_record, x_corr_time):
        v2 = c1 - x_corr_record
        v3 = c1 - x_corr_time
        v5 = c4 - x_corr_prior
        v6 = v2 * v3 * v5
        v7 = v6 - c1
        v8 = x_cut * x_mu
        v9 = mills_ratio(v8)
        v10 = x_mu * x_mu
        v12 = c11 - x_cut
        v13 = v10 * v12
        v14 = exp(v13)
        v15 = x_cut - c1
        v16 = x_mu * v15
        v17 = mills_ratio(v16)
        v18 = v7 * v9 * v14 / v17
        v19 = c1 + v18
        v20 = c1 / v19
        return v20
    return run


def plain():
    c1 = rational(1, 1)
    c4 = rational(-1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = c4 * c6
    c8 = rational(1, 2)
    c16 = c8 * c6
    def run(x_cut, x_mu, x_corr_prior, x_corr_record, x_corr_time):
        v2 = c1 - x_cut
        v3 = x_mu * v2
        v9 = erfc(v3 * c7) * c8
        v10 = c1 - x_corr_record
        v11 = c1 - x_corr_time
        v12 = c5 - x_corr_prior
        v13 = v10 * v11 * v12
        v14 = v13 - c1
        v15 = x_cut * x_mu
        v17 = erfc(v15 * c16) * c8
        v18 = v14 * v17
        v19 = v18 + v9
        v20 = v9 / v19
        return v20
    return run
